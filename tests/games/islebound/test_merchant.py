"""Trades (I-VAR-MERCHANT, D10)."""

import pytest

from analyzer.games.islebound.encoding import make_plan, trade_offer
from analyzer.games.islebound.state import BOOK, COIN, FISH, PIRATE, SERPENT, WOOD, Action, Phase


def meeting(calm, sets=()):
    """Seats 0 and 1 meet: wood and fish against pirates."""
    game = calm(sets=("merchant=true", *sets)).crew(deck="2*admin work")
    game.goods(0, wood=4, fish=2, coin=5).goods(1, pirate=3, wood=1, ichor=1, coin=5)
    near = game.near(int(game.table.region[0]))[0]
    game.table.region[1] = near
    return game.answer(make_plan(near, int(Action.HUNT), 0, 0))


def test_i_var_merchant_ships_in_one_region_may_trade_by_agreement(calm):
    game = meeting(calm)
    assert (game.phase, game.asked) == (Phase.OFFER, 0)
    game.answer(trade_offer(1, WOOD, PIRATE, 1, 1))
    assert (game.phase, game.asked) == (Phase.REPLY, 1)
    game.answer(1)
    assert (game.held("pirate"), game.held("wood"), game.held("pirate", 1), game.held("wood", 1)) == (1, 3, 2, 2)


def test_i_var_merchant_any_rate(calm):
    game = meeting(calm)
    uneven = trade_offer(1, WOOD, PIRATE, 3, 2)
    assert uneven not in game.options()
    game.answer(uneven, 1)
    assert (game.held("wood"), game.held("pirate")) == (1, 2)


def test_i_var_merchant_an_offer_may_be_declined_and_offers_are_limited(calm):
    game = meeting(calm, ("offer_limit=1",)).answer(trade_offer(1, WOOD, PIRATE, 1, 1), 0)
    assert game.held("pirate") == 0
    assert game.phase != Phase.OFFER


def test_i_var_merchant_never_coins_ichor_or_like_for_like(calm):
    game = meeting(calm)
    assert not game.is_legal(trade_offer(1, WOOD, WOOD, 1, 1))
    assert not game.is_legal(trade_offer(1, WOOD, SERPENT, 1, 1))  # Ichor is no serpent to trade
    assert not game.is_legal(trade_offer(1, WOOD, BOOK, 1, 1))
    assert not game.is_legal(trade_offer(2, WOOD, PIRATE, 1, 1))  # not in the region
    pairs = {(WOOD, PIRATE), (FISH, PIRATE), (FISH, WOOD)}
    assert set(game.options()) == {0, *(trade_offer(1, give, want, 1, 1) for give, want in pairs)}
    assert COIN not in {give for give, _ in pairs}


def test_i_var_merchant_only_with_a_ship_in_the_region_and_the_variant(calm):
    game = calm(sets=("merchant=true",)).goods(wood=4).hunt()
    assert game.phase != Phase.OFFER


def test_i_var_merchant_the_hold_stays_a_limit(calm):
    game = meeting(calm).goods(0, wood=4, fish=6, pirate=2).goods(1, wood=2)
    game.answer(trade_offer(1, PIRATE, WOOD, 1, 2), 1)
    assert (game.held("wood"), game.held("fish")) == (6, 4)


@pytest.mark.parametrize(("reading", "legal"), [("false", False), ("true", True)])
def test_amb_51_trade_cards(calm, reading, legal):
    game = meeting(calm, ("architect=true", f"trade_cards={reading}"))
    assert game.is_legal(trade_offer(1, WOOD, BOOK, 1, 1)) == legal


def test_amb_51_trade_cards_the_cheapest_go_over_for_all_to_see(calm):
    """Two cards for three wood: the partner's cheapest, and everybody knows from now on who holds them."""
    game = meeting(calm, ("architect=true", "trade_cards=true"))
    own, partners = ({card for card in range(35) if int(game.hand(seat).cards) >> card & 1} for seat in (0, 1))
    cheap = sorted(partners, key=lambda card: (int(game.rules.price[card]), card))[:2]
    game.answer(trade_offer(1, WOOD, BOOK, 3, 2), 1)
    assert int(game.hand(0).cards) == sum(1 << card for card in own | set(cheap))
    assert int(game.hand(1).cards) == sum(1 << card for card in partners - set(cheap))
    assert (game.held("book"), game.held("book", 1), game.held("wood", 1)) == (9, 5, 4)
    assert game.table.shown.tolist() == [sum(1 << card for card in cheap), 0, 0, 0]


def test_amb_51_trade_cards_without_architects_books_go_over_as_before(calm):
    game = meeting(calm).goods(1, book=2).answer(trade_offer(1, WOOD, BOOK, 1, 2), 1)
    assert (game.held("book"), game.table.shown.tolist()) == (2, [0] * 4)
