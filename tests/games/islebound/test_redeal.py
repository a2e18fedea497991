"""Dealing anew in Islebound: piles below their tops, crew, buildings, and the architect's hands and packs."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import numpy as np
import pytest

from analyzer.games.islebound import GAME
from analyzer.games.islebound.encoding import action_of, town_of
from analyzer.games.islebound.notation import town
from analyzer.games.islebound.rules.goods import discard_building
from analyzer.games.islebound.state import BOOK, PACK, Action, Phase
from analyzer.kernel.jit import IS_PLAIN
from tests.games.islebound.witness import Witness, piled
from tests.games.position import duplicate
from tests.games.redealing import contents, frequencies, furthest, noise_of, redealt, stream_of

N = 900


def members(mask):
    return [building for building in range(40) if int(mask) >> building & 1]


def test_the_card_below_a_top_is_any_that_is_no_top(position):
    game = position(2)
    game.table.reputation_left[:] = [2, 1]
    n = int(game.rules.n_reputation)
    tops = game.table.reputation_top.tolist()
    found = frequencies(GAME, game, N, lambda state: int(state.hidden.reputation[0, 0]))
    assert furthest(found, {card: 1 / (n - 2) for card in range(n) if card not in tops}, N) < 4
    assert furthest(found, dict.fromkeys(range(n), 1 / n), N) > 4, "as if tops could lie below"


@pytest.mark.parametrize("kind", ["events", "reputation", "tiles"])
def test_what_is_gone_lies_in_no_pile(position, kind):
    """All cards but the two tops and one more are gone: the same three lie in the piles of every deal."""
    game = position(2)
    table, name = game.table, kind.removesuffix("s")
    tops = [int(table.tile_top)] if kind == "tiles" else table[f"{name}_top"].tolist()
    n = int(game.rules[f"n_{kind}"])
    cards = {*tops, *[card for card in range(n) if card not in tops][: 3 - len(tops)]}
    table["tiles_left" if kind == "tiles" else f"{name}_left"] = 3 if kind == "tiles" else [2, 1]
    table[f"{kind}_gone"] = sum(1 << card for card in range(n) if card not in cards)
    found = frequencies(GAME, game, 60, lambda deal: frozenset(piled(deal)[kind]))
    assert found == {frozenset(cards): 1.0}


def test_the_next_crew_is_any_that_serves_nobody(position):
    """All but three recruits are hired: one waits in a slot, one is the top, so that the third must lie below."""
    game = position(2)
    table, rules = game.table, game.rules
    kinds = Counter(rules.recruits[: int(rules.n_recruits)].tolist())
    below = min(kind for kind in kinds)
    table.recruits_left = 3
    gone = Counter(kinds)
    table.next_recruit, table.recruit[:] = below, [-1, -1, max(kinds)]
    gone.subtract({below: 2, max(kinds): 2})  # the top, the slot, and one of each below
    for kind, n in gone.items():
        table.tired[1, kind] += n
    found = frequencies(GAME, game, N, lambda state: tuple(state.hidden.recruits[:3].tolist()))
    one, two = (below, max(kinds), below), (max(kinds), below, below)
    assert furthest(found, {one: 1 / 2, two: 1 / 2}, N) < 4
    assert furthest(found, {one: 2 / 3, two: 1 / 3}, N) > 4


# The architect's draft


def drafted(position, players):
    """Play a draft by its first options, up to the first plan."""
    game = position(players, ("architect=true",))
    assert game.phase == Phase.PLAN
    return game


def kept_by(game, seat):
    return members(game.state.hands[seat].cards)


def test_six_of_seven_cards_of_the_only_other_are_known_after_the_draft(position):
    """All but the first that the other kept: of its own pack it was the first to see."""
    game = drafted(position, 2)
    other, kept = 1 - game.asked, set(kept_by(game, 1 - game.asked))
    deals = [redealt(GAME, game.rules, game.state, stream_of(number)) for number in range(N)]
    hands = [set(members(deal.hands[other].cards)) for deal in deals]
    known = set.intersection(*hands)
    assert (len(known), known < kept, {len(hand) for hand in hands}) == (PACK - 1, True, {PACK})
    unseen = set(range(int(game.rules.n_buildings))) - known - set(kept_by(game, game.asked))
    found = {card: sum(card in hand for hand in hands) / N for card in unseen}
    assert furthest(found, dict.fromkeys(unseen, 1 / len(unseen)), N) < 4
    assert furthest(found, dict.fromkeys(unseen, 2 / len(unseen)), N) > 4


def pairs_of(game):
    """List the pairs of cards that two others divided between them, from the packs as the asked seat passed them on."""
    masks = [int(mask) for mask in game.hand().passed]
    return [tuple(members(mask)) for mask in masks if mask.bit_count() == 2]


def test_of_a_pack_that_came_back_each_other_kept_one_card(position):
    game = drafted(position, 3)
    one, two = ((game.asked + step) % 3 for step in (1, 2))
    for first, second in pairs_of(game):
        assert {first, second} & set(kept_by(game, one))
        assert {first, second} & set(kept_by(game, two))
        found = frequencies(
            GAME, game, 300, lambda deal, pair=(first, second): tuple(c in members(deal.hands[one].cards) for c in pair)
        )
        assert furthest(found, {(True, False): 1 / 2, (False, True): 1 / 2}, 300) < 4
    assert len(pairs_of(game)) == 5


def test_a_card_that_is_shown_settles_who_kept_the_other(position):
    """A pays a book with a card of a pair, in sight of all: the rest of the pair is with B, in every deal."""
    game = drafted(position, 3)
    one, two = ((game.asked + step) % 3 for step in (1, 2))
    pair = next(pair for pair in pairs_of(game) if pair[0] in kept_by(game, one))
    discard_building(game.state, one, pair[0])
    found = frequencies(GAME, game, 60, lambda deal: pair[1] in members(deal.hands[two].cards))
    assert found == {True: 1.0}
    assert members(game.table.discards) == [pair[0]]


# What the witness has seen


BOOKISH = {town(name) for name in ("zilliam", "rockslide", "crimsika", "thundrake", "farwold")}
RICH = ("setup.start_coins=40",)
TRADERS = ("architect=true", "merchant=true", "trade_cards=true", *RICH)


def wanted(game, lots):
    """Choose an answer that moves many cards: visits where books come and go, every exchange, some purchases."""
    options = game.codes()
    if game.phase == Phase.PLAN:
        visits = [answer for answer in options if action_of(answer) == Action.VISIT]
        options = [answer for answer in visits if town_of(answer) in BOOKISH] or visits or options
    elif game.phase == Phase.EXCHANGE:
        options = options[1:]
    elif game.phase == Phase.FREE and lots.random() < 0.7:
        options = options[:1]
    return options[int(lots.integers(len(options)))]


def watched(position, players, sets, n, seed=4):
    """Play up to n questions before a witness; yield game and witness at each."""
    lots = np.random.default_rng(seed)
    game = position(players, sets, seed=seed, homes=False)
    witness = Witness(game.rules, duplicate(game.state))
    for _ in range(n):
        if game.is_over:
            break
        yield game, witness
        before = duplicate(game.state)
        game.answer(wanted(game, lots))
        witness.see(before, duplicate(game.state))


@pytest.mark.parametrize(("players", "sets"), [(2, RICH), (2, TRADERS), (3, TRADERS), (4, TRADERS)])
def test_what_a_seat_has_seen_is_kept(position, players, sets):
    n_looked, witness = 0, None
    for number, (game, witness) in enumerate(watched(position, players, sets, 120 if IS_PLAIN else 240)):
        if game.phase == Phase.DRAFT or number % 6 == 0:
            assert witness.forgotten(game.asked, game.state) == [], "the real state has all of it"
            assert witness.forgotten(game.asked, redealt(GAME, game.rules, game.state, stream_of(number))) == []
            n_looked += 1
    assert n_looked > 10
    assert witness.is_sure
    if not IS_PLAIN:
        assert witness.gone["tiles"]
        assert bool(witness.source) == ("architect=true" in sets), "the discards were shuffled"


def test_what_an_architect_does_not_see_never_shows(position):
    """The same stream deals the same, whatever the others hold and remember."""
    for number, (game, _) in enumerate(watched(position, 3, TRADERS, 120)):
        if number % 9 == 0:
            spoiled = noise_of(GAME.state, number)
            spoiled.table, spoiled.hands[game.asked] = game.table, game.hand()
            one, two = (redealt(GAME, game.rules, state, stream_of(number)) for state in (game.state, spoiled))
            assert contents(one) == contents(two)


def swapped_tile(witness, deal):
    deal.hidden.tiles[0] = min(witness.gone["tiles"])


def swapped_event(witness, deal):
    deal.hidden.events[0, 0] = min(witness.gone["events"])


def swapped_reputation(witness, deal):
    deal.hidden.reputation[0, 0] = min(witness.gone["reputation"])


def swapped_discard(witness, deal):
    deal.hidden.buildings[0] = min(witness.discards)


def swapped_card(_, deal):
    """Exchange a card of another hand for one of the pile."""
    other, pile = deal.hands[(int(deal.table.asked) + 1) % 3], deal.hidden.buildings
    held = min(members(other.cards))
    other.cards ^= 1 << held | 1 << int(pile[0])
    pile[0] = held


@pytest.mark.parametrize(
    ("sets", "swaps"),
    [(RICH, [swapped_tile, swapped_event, swapped_reputation]), (TRADERS, [swapped_discard, swapped_card])],
)
def test_the_witness_notices_one_fact_that_is_swapped(position, sets, swaps):
    noticed = Counter()
    for number, (game, witness) in enumerate(watched(position, 3, sets, 300, seed=6)):
        for swap in swaps if number % 10 == 9 else ():
            deal = redealt(GAME, game.rules, game.state, stream_of(number))
            with suppress(ValueError):  # there is nothing of the kind yet
                swap(witness, deal)
            noticed[swap] += bool(witness.forgotten(game.asked, deal))
    assert all(noticed[swap] > 0 for swap in swaps)


def test_dice_to_come_are_thrown_anew(position):
    game = position(2)
    one, two = (redealt(GAME, game.rules, game.state, stream_of(number)) for number in (1, 2))
    assert contents(one.hidden["chance"]) != contents(two.hidden["chance"])
    assert contents(one.hidden["chance"]) != contents(game.state.hidden["chance"])


@pytest.mark.parametrize("sets", [(), ("architect=true",), ("six_buildings=true", "advanced=true")])
def test_every_component_is_there_once(position, sets):
    lots = np.random.default_rng(6)
    game = position(3, (*sets, "round_limit=12"), homes=False)
    n_looked = 0
    for number in range(1200):
        if game.is_over:
            break
        if game.phase == Phase.DRAFT or number % 5 == 0:
            check_components(game, redealt(GAME, game.rules, game.state, stream_of(number)))
            n_looked += 1
        game.answer(game.option(int(lots.integers(game.n_options()))))
    assert n_looked > 5


def check_components(game, state):
    table, hidden, rules = state.table, state.hidden, game.rules
    buildings = hidden.buildings[: int(table.deck_left)].tolist() + members(table.discards)
    buildings += [int(card) for card in table.row if card >= 0]
    for seat in range(3):
        hand = state.hands[seat]
        buildings += members(table.owned[seat]) + members(hand.cards) + members(hand.pack)
        if rules.architect == 1:
            assert len(members(hand.cards)) == int(table.goods[seat, BOOK])
            real = game.state.hands[seat]
            assert len(members(hand.pack)) == len(members(real.pack))
    assert sorted(buildings) == list(range(int(rules.n_buildings)))
    assert len(members(table.discards)) == len(members(game.table.discards))
    crew = hidden.recruits[: int(table.recruits_left)].tolist() + [int(kind) for kind in table.recruit if kind >= 0]
    for seat in range(3):
        held = table.deck[seat] + table.tired[seat] + table.hurt[seat] - rules.starters
        crew += [kind for kind in range(int(rules.n_kinds)) for _ in range(int(held[kind]))]
    assert sorted(crew) == sorted(rules.recruits[: int(rules.n_recruits)].tolist())
    for piles, top, left, n in (
        (hidden.events, table.event_top, table.event_left, rules.n_events),
        (hidden.reputation, table.reputation_top, table.reputation_left, rules.n_reputation),
        (hidden.tiles[None], table.tile_top[None], table.tiles_left[None], rules.n_tiles),
    ):
        cards = [card for pile in range(len(left)) for card in piles[pile, : int(left[pile])].tolist()]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(range(int(n)))
        assert all(piles[pile, int(left[pile]) - 1] == top[pile] for pile in range(len(left)) if left[pile] > 0)
