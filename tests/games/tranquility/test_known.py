"""What a seat knows of hidden cards is kept when they are dealt again, and whoever forgets it is noticed."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.tranquility import GAME
from analyzer.games.tranquility.state import NEVER_TOLD, Card
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds
from tests.games.position import duplicate
from tests.games.redealing import frequencies, furthest, redealt, stream_of
from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene
from tests.games.tranquility.witness import Witness, hand_of, pile_of

LIMIT = 4.5
N = 300 if IS_PLAIN else 4000
DENYING = ("rows=1", "columns=1", "islands=20", "finishes=14", "hand_limit=3", "start_price=0", "monsters=3")
PRICED = ("monsters=6", "islands=30", "start_price=9")
TINY = ("rows=1", "columns=8", "islands=40", "start_price=3")
FINDING = ("pyr_finish=hand", "finishes=20")
STORMS = ("storm_in_setup=redraw_and_reshuffle", "yellow=6", "orange=6")


def prepared(variant, players, sets, policy="random_legal"):
    return PreparedCell(make_cell("tranquility", players=players, variant=variant, sets=list(sets), policy=policy))


def played(cell, deals, seed=12):
    """Yield (number of the question, state, states before and after the answer before) of some deals."""
    bench, number = cell.bench()[0], 0
    for deal in range(deals):
        open_streams(bench, cell.cell.players, deal_seeds(seed, deal)[0])
        GAME.start(cell.rules, bench.state, bench.chance)
        before = None
        while int(bench.state.table.cause) == 0:
            yield number, deal, before, bench.state
            number += 1
            before, seat = duplicate(bench.state), int(bench.state.table.asked)
            view = (cell.rules, bench.state.table, bench.state.hands[seat], bench.desks[seat])
            assert int(GAME.step(cell.rules, bench.state, int(cell.policies[seat](*view)), bench.chance)) == 0


def watched(cell, deals, every):
    """Yield (number, witness, state) at every so-many-th question of some deals."""
    witness = None
    for number, _deal, before, state in played(cell, deals):
        if before is None:
            witness = Witness(cell.rules, duplicate(state))
        else:
            witness.see(before, duplicate(state))
        if number % every == 0:
            yield number, witness, state


# Along whole games

TABLES = [
    ("base", 3, DENYING, 10),
    ("base", 3, (*DENYING, "monster_disclose=count"), 10),
    ("base", 3, (*DENYING, "monster_finish=pending"), 10),
    ("base", 3, TINY, 10),
    ("competitive", 2, (), 2),
    ("competitive", 2, ("comp_row=1", "removed=5"), 4),
    ("storm+wild+monsters-5+rocks", 3, ("yellow_clear_refill=immediate", "compass_dump=anytime"), 3),
    ("pyramid", 3, FINDING, 5),
    ("base", 3, ("own_discard_memory=false",), 2),
]


@pytest.mark.parametrize(("variant", "players", "sets", "deals"), TABLES)
def test_what_everybody_saw_is_kept(variant, players, sets, deals):
    cell = prepared(variant, players, sets)
    for number, witness, state in watched(cell, 1 if IS_PLAIN else deals, 3):
        seat = int(state.table.asked)
        assert witness.forgotten(seat, state) == [], "the real state has all of it"
        assert witness.forgotten(seat, redealt(GAME, cell.rules, state, stream_of(number))) == []


FORGETTING = [
    ("taken", 0, "lies elsewhere", "competitive", 2, (), 1),
    ("taken_after", 0, "has discarded nothing since", "competitive", 2, (), 1),
    ("known_monsters", 0, "Monsters at least", "base", 3, DENYING, 10),
    ("told_at", NEVER_TOLD, "Monsters at most", "base", 3, DENYING, 10),
    ("told_at", NEVER_TOLD, "Monsters at most", "base", 3, PRICED, 10),
    ("is_blocked", 0, "somebody holds a Monster", "base", 3, (*DENYING, "monster_finish=pending"), 10),
    ("spent_at", 0, "cannot have discarded its Start", "base", 3, TINY, 10),
    ("found_after", 0, "Finishes and has discarded nothing since", "pyramid", 3, FINDING, 10),
]


@pytest.mark.parametrize(("fact", "nothing", "words", "variant", "players", "sets", "deals"), FORGETTING)
def test_who_forgets_one_fact_is_noticed(fact, nothing, words, variant, players, sets, deals):
    """The negative control: without one field of the table the same deals contradict what was seen."""
    cell, found = prepared(variant, players, sets), []
    for number, witness, state in watched(cell, deals, 1):
        blind = duplicate(state)
        blind.table[fact] = nothing
        if fact == "spent_at":
            blind.table.spent_at[:] = state.table.pile
        found += witness.forgotten(int(state.table.asked), redealt(GAME, cell.rules, blind, stream_of(number)))
    assert any(words in line for line in found)


# Competitive: the face-up row


def row_game():
    """Seat 0 is asked; seat 1 took 50 before its first discard, 60 before the second, 70 after both; it holds three."""
    game = scene("competitive", hands={0: "5 20 30 40 75", 1: "50 60 70"}, piles={0: "1 2 3", 1: ""}, begin=False)
    game.table.discarded[1] = 2
    for card, n_before in ((50, 0), (60, 1), (70, 2)):
        game.table.taken[card], game.table.taken_after[card] = 2, n_before
    return game.begin()


def test_t_comp_3_what_was_taken_face_up_is_never_in_the_pile_nor_with_others():
    game = row_game()
    for number in range(40):
        dealt = redealt(GAME, game.rules, game.state, stream_of(number))
        assert not {50, 60, 70} & set(pile_of(dealt, 0))
        assert 70 in hand_of(dealt, 1)
        assert sum(dealt.hands[1].lost[[50, 60]]) + len({50, 60} & set(hand_of(dealt, 1))) == 2


@pytest.mark.statistical
def test_t_comp_3_each_discard_was_one_of_the_cards_then_held():
    """Of two unknown cards and 50 one went first, then one of those left and 60; 70 came later."""
    game = row_game()
    found = frequencies(GAME, game, N, lambda state: tuple({50, 60} & set(hand_of(state, 1))))
    expected = {(): 1 / 3 * 1 / 3, (50,): 2 / 3 * 1 / 3, (60,): 1 / 3 * 2 / 3 + 2 / 3 * 1 / 3, (50, 60): 2 / 3 * 1 / 3}
    expected = {tuple(set(key)): chance for key, chance in expected.items()}
    assert furthest(found, expected, N) < LIMIT


# Monsters


def denied(disclose="who"):
    """A Finish is refused: seat 1 holds two Monsters, seat 2 none."""
    hands = {0: "F 80 78 76 74", 1: "M M 70 68 66", 2: "2 4 6 8 10"}
    piles = {0: "12 14 16 18", 1: "20 22 24 26", 2: "28 30 32 34"}
    game = scene(
        "monsters-5", players=3, grid=scenes.full(), hands=hands, piles=piles, sets=(f"monster_disclose={disclose}",)
    )
    return game.do("finish")


def monsters_of(game, seat):
    """All numbers of Monsters that some deals give a seat."""
    dealt = (redealt(GAME, game.rules, game.state, stream_of(number)) for number in range(60))
    return {hand_of(state, seat).count(Card.MONSTER) for state in dealt}


def test_t_monster_7_held_none_holds_for_the_cards_kept():
    game = denied()
    assert monsters_of(game, 2) == {0}
    game.do("80 78", "discard_two", "70 68")  # the turn of seat 2, which has drawn nothing since
    game.do("2 4")
    assert int(game.table.asked) == 0
    assert monsters_of(game, 2) == {0, 1, 2}  # two cards are new, three were there


def test_t_monster_7_who_told_of_one_may_hold_more():
    assert monsters_of(denied(), 1) >= {1, 2}


def test_t_monster_7_a_count_is_exact_until_cards_are_drawn():
    game = denied("count")
    assert monsters_of(game, 1) == {2}
    game.do("80 78", ("monster", 5))
    assert int(game.table.asked) == 2
    assert monsters_of(game, 1) == {1, 2}  # one was played, one card is new


def test_t_monster_4_offered_cards_are_no_monsters():
    game = scene("monsters-5", players=3, hands={0: "S 9 20 40 60", 1: "M 3 5 7 11"}, started=False)
    game.do(4)
    assert int(game.table.asked) == 2
    assert monsters_of(game, 1) == {0, 1}


# Starts


def start_game(**more):
    """Seat 0 is asked after its Start was laid at no price; seats 1 and 2 have theirs in piles of six."""
    game = scene(
        "base", players=3, hands={0: "S 9 20 40 60"}, started=False, sets=("start_price=0",), begin=False, **more
    )
    game.table.opening[:3] = game.table.pile[:3]
    return game.begin()


def starts_of(game, seat, n=60):
    """Count where some deals put the Start of a seat."""
    places = Counter()
    for number in range(n):
        dealt = redealt(GAME, game.rules, game.state, stream_of(number))
        is_held, is_piled = Card.START in hand_of(dealt, seat), Card.START in pile_of(dealt, seat)
        places["hand" if is_held else "pile" if is_piled else "elsewhere"] += 1
    return set(places)


def test_t_base_22_a_dead_start_stays_in_the_hand_until_something_is_discarded():
    game = start_game()
    assert (game.asked, starts_of(game, 2)) == (1, {"pile"})
    free = next(option for option in game.options() if option[0] == "place")
    game.do(free)
    assert game.asked == 2
    assert starts_of(game, 1) == {"pile", "hand"}  # it drew a card and has discarded none since
    discard_first_two(game)
    assert starts_of(game, 2) == {"pile", "hand"}  # what it discarded went before it drew
    discard_first_two(game)
    discard_first_two(game)
    assert starts_of(game, 1) == {"pile", "hand", "elsewhere"}


def discard_first_two(game):
    game.do("discard_two", " ".join(game.cards(game.asked)[:2]))


def test_t_wild_5_who_lays_a_wild_as_the_start_has_the_own_one_in_the_pile():
    game = scene("wild", players=3, hands={0: "W 9 20 40 60"}, started=False, sets=("start_price=0",), begin=False)
    game.table.opening[:3] = game.table.pile[:3]
    game.table.fresh[:3] = 1
    game.begin().do("wild_start")
    assert (int(game.table.laid_by), game.asked) == (-1, 1)
    assert [int(n) for n in game.table.opening[:3] - game.table.pile[:3]] == [1, 1, 1]  # it drew a card since
    assert starts_of(game, 2) == {"pile", "hand"}


def test_a_start_that_nobody_has_laid_is_not_among_forgotten_discards(deal):
    game = deal(2, sets=("own_discard_memory=false",))
    game.table.discarded[game.asked] = 4
    for number in range(20):
        dealt = redealt(GAME, game.rules, game.state, stream_of(number))
        assert Card.START in pile_of(dealt, game.asked)


class Shares:
    """How often a dead Start of another seat is in its pile: really, dealt anew, and if plays were to tell of it."""

    def __init__(self, deals, sets, every):
        cell = prepared("base", 5, sets, "casual")
        self.rows = np.zeros((deals, 4))
        self.plays = [0] * 5
        for number, deal, before, state in played(cell, deals, 5):
            self.count_plays(before, state)
            if int(state.table.started) and number % every == 0:
                self.rows[deal] += self.look(cell, state, stream_of(number))

    def count_plays(self, before, state):
        """Count Islands that each seat played since a Start lies."""
        if before is None:
            self.plays = [0] * 5
        elif int(before.table.started):
            seat = int(before.table.active)
            self.plays[seat] += int(state.table.filled) - int(before.table.filled)

    def look(self, cell, state, stream):
        """Count the other seats' Starts that are in piles."""
        fewer = duplicate(state)
        for seat in range(5):
            n_left = max(int(state.table.opening[seat]) - self.plays[seat], int(state.table.pile[seat]), 1)
            fewer.table.opening[seat] = n_left
            fewer.table.spent_at[seat] = min(int(state.table.spent_at[seat]), n_left)
        states = (state, redealt(GAME, cell.rules, state, stream), redealt(GAME, cell.rules, fewer, stream.copy()))
        others = {*range(5)} - {int(state.table.asked), int(state.table.laid_by)}
        return [len(others), *(sum(Card.START in pile_of(one, seat) for seat in others) for one in states)]

    def errors(self, column):
        """Return by how many standard errors a share misses the real one, game by game."""
        gaps, sizes = self.rows[:, column] - self.rows[:, 1], self.rows[:, 0]
        mean = gaps.sum() / sizes.sum()
        return abs(mean) * sizes.sum() / np.sqrt(((gaps - mean * sizes) ** 2).sum())


@pytest.mark.statistical
@pytest.mark.skipif(IS_PLAIN, reason="a statistic of many games: only compiled")
@pytest.mark.parametrize(
    ("deals", "sets", "every"),
    [(170, ("start_price=0",), 29), pytest.param(3000, (), 7, marks=pytest.mark.slow)],
)
def test_dead_starts_are_in_piles_as_often_as_dealt(deals, sets, every):
    """And not as often as it would be if cards played to the grid were no places of it: the negative control."""
    shares = Shares(deals, sets, every)
    assert shares.errors(2) < LIMIT
    assert shares.errors(3) > LIMIT


# Storms of the opening


def test_t_storm_3_a_storm_that_went_back_is_in_that_pile():
    cell = prepared("storm", 3, STORMS)
    n_returned = n_wrong = 0
    for number, _deal, _before, state in played(cell, 2 if IS_PLAIN else 4):
        blind = duplicate(state)
        blind.table.returned[:] = 0
        n_returned += int(state.table.returned.sum())
        for one in (state, redealt(GAME, cell.rules, state, stream_of(number))):
            assert n_missing(state, one) == 0
        n_wrong += n_missing(state, redealt(GAME, cell.rules, blind, stream_of(number)))
    assert n_returned > 0
    assert n_wrong > 0  # the negative control: who forgets it puts Storms elsewhere


def n_missing(state, one):
    """Count the Storms that went back into a pile and are not there."""
    colours = (Card.YELLOW, Card.PURPLE, Card.ORANGE)
    return sum(
        max(int(state.table.returned[seat, place]) - pile_of(one, seat).count(card), 0)
        for seat in range(3)
        for place, card in enumerate(colours)
    )
