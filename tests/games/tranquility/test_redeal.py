"""Dealing anew in Tranquility: every way that a seat can think of is as likely as another, and no other occurs."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.tranquility import GAME
from analyzer.games.tranquility.state import Card
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.random import randbelow
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds
from tests.games.redealing import contents, frequencies, furthest, noise_of, redealt, stream_of

TINY = ["rows=1", "columns=4", "islands=6", "removed=1", "finishes=1", "hand_limit=2", "start_price=2"]
MONSTERS = ["monsters=1", "rows=1", "columns=4", "islands=4", "finishes=0", "hand_limit=2", "start_price=0"]
LIMIT = 4.5
N = 300 if IS_PLAIN else 6000
CELLS = [
    (variant, players) for variant in GAME.variants for players in ((2,) if variant == "competitive" else (1, 2, 3, 5))
]
READINGS = [
    ("storm+wild+monsters-3", 3, ["storm_in_setup=redraw_and_reshuffle", "compass_dump=anytime"]),
    ("monsters-5+wild", 2, ["monster_finish=pending", "monster_disclose=count"]),
    ("pyramid+wild", 3, ["pyr_finish=hand", "pyr_monster=destroy_now"]),
    ("poseidon+storm+rocks", 4, ["start_shortage=defer", "start_price=12"]),
    ("base", 3, ["own_discard_memory=false"]),
]


each_cell = pytest.mark.parametrize(
    ("variant", "players", "sets"), READINGS if IS_PLAIN else [*((*cell, []) for cell in CELLS), *READINGS]
)


def other_cards(state, seat=1):
    other = state.hands[seat]
    return tuple(sorted(int(card) for card in other.cards[: int(other.held)]))


def pile_of(state, seat):
    bottom = int(state.hidden.bottom[seat])
    return tuple(int(card) for card in state.hidden.deck[bottom : bottom + int(state.table.pile[seat])])


def everything(state):
    """The other hand, both piles in order, and what was removed: all that seat 0 does not see in a tiny game."""
    removed = tuple(int(card) for card in state.hidden.removed.nonzero()[0])
    return other_cards(state), pile_of(state, 0), pile_of(state, 1), removed


def ways(game):
    """Count by hand, of a tiny game just dealt: every order of the unseen cards, a Start at any place of each pile."""
    own = set(game.state.hands[0].cards[:2].tolist())
    unseen = [card for card in [*range(1, 7), int(Card.FINISH)] if card not in own]
    found = Counter()
    for first, second, mine, theirs, removed in itertools.permutations(unseen):
        if removed != Card.FINISH:  # only Islands are removed
            for one, two in itertools.product(((mine, 121), (121, mine)), ((theirs, 121), (121, theirs))):
                found[tuple(sorted((first, second))), one, two, (removed,)] += 1
    return {way: count / sum(found.values()) for way, count in found.items()}


def just_dealt(deal, sets, wanted=None):
    """Deal until seat 0 is asked first, in a hand as wanted."""
    for number in range(200):
        game = deal(2, sets=sets, deal=number)
        if not game.is_over and game.asked == 0 and (wanted is None or wanted(game)):
            return game
    raise AssertionError("no such deal")


@pytest.mark.statistical
def test_a_tiny_game_is_dealt_anew_in_every_way_as_often_as_another(deal):
    game = just_dealt(deal, TINY)
    expected = ways(game)
    found = frequencies(GAME, game, N, everything)
    assert len(expected) > 100
    assert furthest(found, expected, N) < LIMIT


@pytest.mark.statistical
@pytest.mark.skipif(IS_PLAIN, reason="too few deals")
def test_a_wrong_distribution_is_noticed(deal):
    """The negative control: a Start that lies on top twice as often as below."""
    game = just_dealt(deal, TINY)
    expected = ways(game)
    wrong = {way: chance * (4 / 3 if way[1][1] == 121 else 2 / 3) for way, chance in expected.items()}
    assert furthest(frequencies(GAME, game, N, everything), wrong, N) > LIMIT


@pytest.mark.statistical
def test_a_monster_lies_in_the_other_hand_or_a_pile_in_proportion_to_their_cards(deal):
    game = just_dealt(deal, MONSTERS, lambda game: "M" not in game.cards(0))
    n_piled = len(pile_of(game.state, 0)) + len(pile_of(game.state, 1)) - 2  # without the two Starts
    found = frequencies(GAME, game, N, lambda state: int(Card.MONSTER) in other_cards(state))
    chance = 2 / (2 + n_piled)
    assert furthest(found, {True: chance, False: 1 - chance}, N) < LIMIT


def test_a_monster_that_a_seat_told_of_stays_with_it_and_one_that_it_denied_is_elsewhere(deal):
    game = just_dealt(deal, MONSTERS, lambda game: "M" not in game.cards(0))
    game.table.known_monsters[1] = 1
    assert set(frequencies(GAME, game, 50, lambda state: int(Card.MONSTER) in other_cards(state))) == {True}
    game.table.known_monsters[1] = 0
    game.table.told_at[1] = game.table.pile[1]
    assert set(frequencies(GAME, game, 50, lambda state: int(Card.MONSTER) in other_cards(state))) == {False}


@pytest.mark.statistical
def test_while_no_start_lies_only_the_cards_drawn_last_can_be_one(deal):
    game = just_dealt(deal, TINY)
    assert set(frequencies(GAME, game, 50, lambda state: 121 in other_cards(state))) == {False}
    game.table.fresh[1] = 1  # and two lie in the pile
    found = frequencies(GAME, game, N, lambda state: 121 in other_cards(state))
    assert furthest(found, {True: 1 / 3, False: 2 / 3}, N) < LIMIT


# Along whole games of every variant


def positions(variant, players, sets=(), n=12, every=9):
    """Yield (prepared, state) at questions of deals played by lot."""
    prepared = PreparedCell(
        make_cell("tranquility", players=players, variant=variant, sets=list(sets), policy="random_legal")
    )
    bench, found, asked = prepared.bench()[0], 0, 0
    for deal in range(n):
        open_streams(bench, prepared.cell.players, deal_seeds(3, deal)[0])
        GAME.start(prepared.rules, bench.state, bench.chance)
        while int(bench.state.table.cause) == 0 and found < n:
            if asked % every == 0:
                found += 1
                yield prepared, bench.state
            asked += 1
            seat = int(bench.state.table.asked)
            view = (prepared.rules, bench.state.table, bench.state.hands[seat], bench.desks[seat])
            assert int(GAME.step(prepared.rules, bench.state, int(prepared.policies[seat](*view)), bench.chance)) == 0


def kinds(rules, state):
    """Count all cards in hands and piles, and the Islands that were removed, by card."""
    counts = Counter(int(card) for card in state.hidden.removed.nonzero()[0])
    for seat in range(int(rules.players)):
        counts.update(other_cards(state, seat) + pile_of(state, seat))
        counts.update({card: int(n) for card, n in enumerate(state.hands[seat].lost) if n})
    return counts


def deck_of(rules, table):
    """All cards that are not openly gone, but for Islands that were seen: by card."""
    gone = {card: int(n) for card, n in enumerate(table.shown) if n}
    deck = Counter(range(1, int(rules.islands) + 1))
    finishes = 0 if rules.competitive else table.explored[122] if rules.explorer else rules.finishes
    storms = (0, 0, 0) if rules.explorer else (rules.yellow, rules.purple, rules.orange)
    starts = sum(int(n) > 0 for n in table.opening[: int(rules.players)])
    monsters = rules.monsters + table.explored[123]
    for card, n in zip(range(121, 128), (starts, finishes, monsters, rules.wilds, *storms), strict=True):
        deck[card] += int(n)
    drawn_storms = range(125, 128) if rules.explorer else ()
    deck.subtract({card: n for card, n in gone.items() if card not in drawn_storms})
    deck.subtract(int(card) for card in table.market[: int(table.n_market) if rules.competitive else 0])
    return +deck


@each_cell
def test_every_card_is_dealt_once_and_all_sizes_stay(variant, players, sets):
    for number, (prepared, state) in enumerate(positions(variant, players, sets, 2 if IS_PLAIN else 12)):
        rules = prepared.rules
        dealt = redealt(GAME, rules, state, stream_of(number), scratch=noise_of(GAME.state, number))
        counts, deck = kinds(rules, dealt), deck_of(rules, dealt.table)
        missing = deck - counts  # discards that their owner does not know
        assert not counts - deck
        n_known = sum(int(hand.lost.sum()) for hand in dealt.hands[: int(rules.players)])
        assert sum(missing.values()) == int(dealt.table.discarded.sum()) - n_known
        for seat in range(int(rules.players)):
            assert int(dealt.hands[seat].held) == int(dealt.table.held[seat])
            assert 0 not in other_cards(dealt, seat) + pile_of(dealt, seat)
            assert not any(card > 124 for card in other_cards(dealt, seat))


@pytest.mark.parametrize(("variant", "players"), [("poseidon", 3), ("storm+wild+monsters-3", 3), ("pyramid", 2)])
def test_nothing_of_the_real_hidden_part_is_used(variant, players):
    for number, (prepared, state) in enumerate(positions(variant, players, (), 3 if IS_PLAIN else 12)):
        seat = int(state.table.asked)
        spoiled = noise_of(GAME.state, number)
        spoiled.table, spoiled.hands[seat] = state.table, state.hands[seat]
        one = redealt(GAME, prepared.rules, state, stream_of(number))
        two = redealt(GAME, prepared.rules, spoiled, stream_of(number), scratch=noise_of(GAME.state, 99))
        assert contents(one) == contents(two)
        assert contents(one.table) == contents(state.table)
        assert contents(one.hands[seat]) == contents(state.hands[seat])


@each_cell
def test_a_redealt_game_can_be_played_to_its_end(variant, players, sets):
    for number, (prepared, state) in enumerate(positions(variant, players, sets, 1 if IS_PLAIN else 5, 17)):
        dealt = redealt(GAME, prepared.rules, state, stream_of(number))
        stream, chance = stream_of(1000 + number), np.array([stream_of(n) for n in range(GAME.n_chance)])
        while int(dealt.table.cause) == 0:
            hand = dealt.hands[int(dealt.table.asked)]
            lot = randbelow(stream, int(GAME.n_options(prepared.rules, dealt.table, hand)))
            answer = int(GAME.option(prepared.rules, dealt.table, hand, lot))
            assert int(GAME.step(prepared.rules, dealt, answer, chance)) == 0
