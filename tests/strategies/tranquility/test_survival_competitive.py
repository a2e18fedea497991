"""`survival` in the competitive game: points decide, and no chair is better than the other (T-COMP-1 to T-COMP-7)."""

import pytest

from analyzer.games.tranquility.heuristics.survival.supply import others_shortage, shortage
from analyzer.games.tranquility.state import MAX_SEATS, Phase
from tests.games.tranquility.scenes import Scene, scene

PILE = " ".join(str(number) for number in range(52, 80))


def comp(seat, own, grid, market="1 2 3 4 5"):
    """A turn of a seat that holds these cards, the common pile before seat 0 as always."""
    hands = {seat: own, 1 - seat: "6 7 8 9 10"}
    game = scene("competitive", hands=hands, grid=grid, piles={0: PILE, 1: ""}, turn_of=seat, begin=False)
    row = [int(card) for card in market.split()]
    game.table.market[: len(row)] = row
    game.table.n_market = len(row)
    return game.begin()


def drawn(game):
    """Which face-up card the asked seat takes."""
    game.table.phase = Phase.COMP_DRAW
    return int(game.table.market[game.ask("survival")])


TEMPTING = [  # a card or two would buy a place beside a neighbour
    ({3: 27, 10: 42}, "17 19 23 37 43"),
    ({3: 28, 8: 33}, "16 19 22 34 49"),
    ({3: 17, 16: 29, 18: 32, 35: 39}, "14 26 34 43 44"),
    ({16: 15, 17: 31, 30: 45}, "13 30 32 39 40"),
    ({0: 21, 22: 35, 35: 39}, "15 18 23 27 38"),
]


@pytest.mark.parametrize(("grid", "own"), TEMPTING)
def test_both_seats_answer_the_same(grid, own):
    games = [comp(seat, own, grid) for seat in (0, 1)]
    assert games[0].name(games[0].ask("survival")) == games[1].name(games[1].ask("survival"))
    assert drawn(games[0]) == drawn(games[1])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("grid", "own"), TEMPTING)
def test_what_costs_nothing_goes_before_what_costs_points(seat, grid, own):
    game = comp(seat, own, grid)
    _, number, place = game.name(game.ask("survival"))
    assert game.cost_of(number, place) == 0


def swap(values):
    """Exchange what the first two seats have."""
    values[[0, 1]] = values[[1, 0]]


def other_chair(game):
    """The same position with the two players in each other's chairs; the common pile stays where it lies."""
    other = game.copy()
    table = other.table
    for name in table.dtype.names:
        if table[name].shape[:1] == (MAX_SEATS,) and name != "pile":
            swap(table[name])
    for name in ("active", "asked", "first"):
        table[name] = 1 - table[name]
    table.owner[:] = [(0, 2, 1)[owner] for owner in table.owner]
    swap(other.state.hands)
    other.state.hands["seat"][:2] = (0, 1)
    return other


@pytest.mark.parametrize("deal", range(8))
def test_a_whole_game_looks_the_same_from_the_other_chair(deal):
    game = Scene(2, "competitive", deal=deal)
    while not game.is_over:
        answer = game.ask("survival")
        assert other_chair(game).ask("survival") == answer
        game.answer(answer)


def test_the_common_pile_is_before_both_seats():
    games = [comp(seat, "22 23 25 44 50", {9: 20}) for seat in (0, 1)]
    for count in (shortage, others_shortage):
        found = [count(game.rules, game.table, game.state.hands[seat]) for seat, game in enumerate(games)]
        assert found[0] == found[1]


@pytest.mark.parametrize("seat", [0, 1])
def test_one_paid_card_goes_before_two_discarded(seat):
    """Every cell but the one between 40 and 43 is full, and no card but 41 fits."""
    grid = {p: 20 + p + 2 * (p > 20) for p in range(36) if p != 21}
    game = comp(seat, "41 1 2 3 4", grid)
    assert game.name(game.ask("survival")) == ("place", 41, 21)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_card_is_drawn_that_costs_least_to_play(seat):
    """One cell is left, between 40 and 46: 41 costs a card there, 43 three, and all others fit nowhere."""
    grid = {p: 20 + p + 5 * (p > 20) for p in range(36) if p != 21}
    game = comp(seat, "1 2 3 4 5", grid, market="79 43 41 80 78")
    assert drawn(game) == 41
