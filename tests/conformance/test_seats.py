"""No chair is better than another: a policy that plays against itself wins as often at every seat number.

Who begins is drawn in every game (Portolano, Rumini and Islebound by rule, Tranquility by `first_player`), so an
advantage of the first turn goes to all seats alike. Of a team, which wins or loses as a whole, the rates are compared
by the seat that began. `first_player=fixed0` fixes who begins: there seat and turn are one, and nothing is compared.
"""

import numpy as np
import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from tests.thinning import shortened

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="many games; parity is tested elsewhere")

LIMIT = 4.5  # standard errors: one false alarm in 150,000 comparisons
GAMES = {"islebound": 200, "portolano": 400, "rumini": 200, "tranquility": 1000}  # 33 : 67 is noticed
BY_VALUES = 250  # a network takes most of a millisecond a game
MANY = 2000
POLICIES = shortened([(game, policy) for game in game_names() for policy in policies_of(game)], kept="")
each_policy = pytest.mark.parametrize(("game", "policy"), POLICIES)


def errors_apart(mean, error, games):
    """Count the standard errors between a mean and 0; no error is taken as less than one game's part."""
    return np.abs(mean) / np.maximum(error, 1 / games)


def contest(rows, players):
    """Compare every seat's share of the wins with the mean of all seats."""
    shares = rows["share"][:, :players]
    lead = shares - shares.mean(axis=1, keepdims=True)
    return errors_apart(lead.mean(axis=0), lead.std(axis=0) / np.sqrt(len(rows)), len(rows))


def team(rows, players, won):
    """Compare the win rate of the games that a seat began with that of all others."""
    is_won, spread = rows["cause"] == won, (rows["cause"] == won).std()
    began = [rows["first"] == seat for seat in range(players)]
    lead = np.array([is_won[own].mean() - is_won[~own].mean() for own in began])
    error = np.array([spread * np.sqrt(1 / own.sum() + 1 / (~own).sum()) for own in began])
    return errors_apart(lead, error, len(rows))


def beginners(rows, players):
    """Compare how often every seat begins with its fair part."""
    lead = np.array([(rows["first"] == seat).mean() - 1 / players for seat in range(players)])
    return errors_apart(lead, np.sqrt((1 - 1 / players) / players / len(rows)), len(rows))


def uneven(game, policy, games, **table):
    """Return what differs between the seats of a table by more than chance explains: an empty text if nothing does."""
    result = simulate(game, policy=policy, games=games, seed=41, jobs=1, rows=True, **table)
    cell, rows = result.cell, result.rows
    if beginners(rows, cell.players).max() > LIMIT:
        return f"{table}: seats begin {np.bincount(rows['first'])} times"
    is_contest = cell.is_competitive
    found = contest(rows, cell.players) if is_contest else team(rows, cell.players, cell.game.causes["WON"])
    words = ", ".join(f"{errors:.1f}" for errors in found)
    return f"{table}: {words} standard errors" if found.max() > LIMIT else ""


def tables_of(game):
    """Every variant with every number of players beyond one, as far as they go together."""
    for variant in load_game(game).variants:
        for players in load_game(game).seats:
            try:
                make_cell(game, variant=variant, players=players)
            except BadInput:
                continue
            if players > 1:
                yield {"variant": variant, "players": players}


def few_tables_of(game):
    """Every variant with the fewest players, and the first one with the most."""
    tables = list(tables_of(game))
    fewest = {table["variant"]: table for table in reversed(tables)}
    most = {table["variant"]: table for table in tables}
    return [*fewest.values(), most[tables[0]["variant"]]]


@each_policy
def test_every_seat_wins_as_often(game, policy):
    games = BY_VALUES if policies_of(game)[policy].values else GAMES.get(game, min(GAMES.values()))
    assert not [words for table in few_tables_of(game) if (words := uneven(game, policy, games, **table))]


@pytest.mark.slow
@each_policy
def test_every_seat_wins_as_often_at_every_table(game, policy):
    assert not [words for table in tables_of(game) if (words := uneven(game, policy, MANY, **table))]


PARTIAL = '''
from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import n_options, option


@policy
def by_seat(rules, table, hand, knobs, memory, choice):
    """A partial player: seat 0 takes the first option, all others the last one."""
    return option(rules, table, hand, 0 if hand.seat == 0 else n_options(rules, table, hand) - 1)


@policy
def by_beginner(rules, table, hand, knobs, memory, choice):
    """A player with a lucky seat: all take the first option where seat 0 began, or else the last one."""
    return option(rules, table, hand, 0 if table.first == 0 else n_options(rules, table, hand) - 1)
'''


@pytest.fixture(scope="module")
def partial(tmp_path_factory):
    """A file with policies that read the numbers of seats."""
    file = tmp_path_factory.mktemp("partial") / "partial.py"
    file.write_text(PARTIAL, encoding="utf-8")
    return file


def test_a_policy_that_reads_its_seat_number_is_rejected(partial):
    table = {"variant": "competitive", "players": 2}
    assert "standard errors" in uneven("tranquility", f"{partial}:by_seat", GAMES["tranquility"], **table)


def test_a_team_that_reads_who_began_is_rejected(partial):
    """On a board of two cells even these players win now and then."""
    table = {"players": 2, "sets": ["rows=1", "columns=2", "start_price=0"]}
    assert "standard errors" in uneven("tranquility", f"{partial}:by_beginner", GAMES["tranquility"], **table)


def test_a_fixed_beginner_is_noticed():
    table = {"players": 2, "sets": ["first_player=fixed0"]}
    assert "begin" in uneven("tranquility", "random_legal", GAMES["tranquility"], **table)


def test_no_variant_fixes_who_begins():
    for variant in load_game("tranquility").variants:
        assert make_cell("tranquility", variant=variant, players=2).setting.values["first_player"] != "fixed0"


@pytest.mark.parametrize(("wins", "is_uneven"), [(500, False), (520, False), (650, True), (870, True), (1000, True)])
def test_the_limit_lets_chance_through_and_nothing_else(wins, is_uneven):
    rows = np.zeros(1000, [("share", "f8", (2,))])
    rows["share"][:, 1] = np.arange(1000) < wins
    rows["share"][:, 0] = 1 - rows["share"][:, 1]
    assert (contest(rows, 2).max() > LIMIT) == is_uneven
