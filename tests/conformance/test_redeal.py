"""What `redeal` owes in every game: what is seen or was seen stays, what is not seen never shows, all can be played."""

import hashlib
from contextlib import suppress

import numpy as np
import pytest

from analyzer.catalog import game_names, load_game
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.random import randbelow
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds
from tests.games.redealing import contents, has_redeal, noise_of, redealt, stream_of
from tests.games.witnessing import has_witness, watched

WITH_REDEAL = [name for name in game_names() if has_redeal(name)]
GAMES = [name for name in WITH_REDEAL if load_game(name).is_competitive]
SHORT = {"portolano": "max_rounds=5", "rumini": "max_rounds=6", "islebound": "round_limit=6"}
# Of the states below, compiled and in plain Python; they change with the rules of a game and with random_legal.
DIGESTS = {"islebound": "ce47b74645b82130", "portolano": "b33a8c83a7844347", "rumini": "ff3dae7284571089"}


def cells():
    """List (game, variant, players) of all cells; some variants are for some numbers of players only."""
    for game in GAMES:
        for variant in load_game(game).variants:
            for players in load_game(game).seats:
                with suppress(BadInput):
                    make_cell(game, players=players, variant=variant)
                    yield game, variant, players


def positions(game, n, every, variant=None, players=None):
    """Yield (prepared, bench) at every so-many-th question of deals played by lot, until there are n."""
    sets = [SHORT[game]]
    prepared = PreparedCell(make_cell(game, players=players, variant=variant, policy="random_legal", sets=sets))
    bench, loaded, found, asked = prepared.bench()[0], prepared.cell.game, 0, 0
    for deal in range(n):
        open_streams(bench, prepared.cell.players, deal_seeds(8, deal)[0])
        loaded.start(prepared.rules, bench.state, bench.chance)
        while int(bench.state.table.cause) == 0 and found < n:
            if asked % every == 0:
                found += 1
                yield prepared, bench
            asked += 1
            assert int(loaded.step(prepared.rules, bench.state, chosen(prepared, bench), bench.chance)) == 0


def chosen(prepared, bench):
    state = bench.state
    seat = int(state.table.asked)
    return int(prepared.policies[seat](prepared.rules, state.table, state.hands[seat], bench.desks[seat]))


def play_out(game, rules, state, stream):
    """Play a state to its end by lot; return the fault, if there is any."""
    chance = np.array([stream_of(number) for number in range(game.n_chance)])
    while int(state.table.cause) == 0:
        hand = state.hands[int(state.table.asked)]
        lot = randbelow(stream, int(game.n_options(rules, state.table, hand)))
        fault = int(game.step(rules, state, int(game.option(rules, state.table, hand, lot)), chance))
        if fault != 0:
            return fault
    return 0


@pytest.mark.parametrize("game", GAMES)
def test_what_is_seen_stays_and_what_is_not_seen_never_shows(game):
    """The same stream deals the same, whatever the hidden cards are and whatever lay in the scratch state."""
    for number, (prepared, bench) in enumerate(positions(game, 10 if IS_PLAIN else 60, 7)):
        loaded, state = prepared.cell.game, bench.state
        seat = int(state.table.asked)
        spoiled = noise_of(loaded.state, number)
        spoiled.table = state.table
        spoiled.hands[seat] = state.hands[seat]
        one = redealt(loaded, prepared.rules, state, stream_of(number))
        two = redealt(loaded, prepared.rules, spoiled, stream_of(number), scratch=noise_of(loaded.state, 99))
        assert contents(one) == contents(two)
        assert contents(one.table) == contents(state.table)
        assert contents(one.hands[seat]) == contents(state.hands[seat])


@pytest.mark.parametrize("game", GAMES)
def test_another_stream_deals_otherwise(game):
    for prepared, bench in positions(game, 3, 20):
        deals = {
            contents(redealt(prepared.cell.game, prepared.rules, bench.state, stream_of(number))) for number in range(5)
        }
        assert len(deals) == 5


@pytest.mark.parametrize(("game", "variant", "players"), list(cells()))
def test_a_redealt_game_can_be_played_to_its_end(game, variant, players):
    for number, (prepared, bench) in enumerate(positions(game, 1 if IS_PLAIN else 5, 23, variant, players)):
        state = redealt(prepared.cell.game, prepared.rules, bench.state, stream_of(number))
        assert play_out(prepared.cell.game, prepared.rules, state, stream_of(1000 + number)) == 0


@pytest.mark.parametrize("game", GAMES)
def test_compiled_and_plain_deal_the_same(game):
    digest = hashlib.sha256()
    for number, (prepared, bench) in enumerate(positions(game, 10, 13)):
        digest.update(contents(redealt(prepared.cell.game, prepared.rules, bench.state, stream_of(number))))
    assert digest.hexdigest()[:16] == DIGESTS[game]


# What was seen before: variant, players, sets. The first one of a game is also played in plain Python.
TABLES = {
    "islebound": [("base", 2, []), ("architect", 2, []), ("merchant", 3, []), ("raid", 4, [])],
    "portolano": [
        ("standard", 3, []),
        ("standard", 2, ["chests_known=false"]),
        ("standard", 4, ["port_replace=choose"]),
        ("standard", 5, ["port_stock_side=front"]),
    ],
    "rumini": [("base", 2, []), ("base", 4, []), ("once", 3, []), ("connected", 3, [])],
    "tranquility": [
        ("competitive", 2, []),
        ("base", 3, []),
        ("monsters-3", 3, []),
        ("monsters-5+wild", 2, ["monster_finish=pending", "monster_disclose=count"]),
        ("storm+wild+monsters-3", 3, []),
        ("poseidon", 4, []),
        ("pyramid", 3, []),
    ],
}
SENSIBLE = {"islebound": "steward", "portolano": "port_closer", "rumini": "schemer", "tranquility": "survival"}
EVERY = 5  # prime to most numbers of players: all seats are asked
WITNESSED = [name for name in WITH_REDEAL if has_witness(name)]
TABLES_IN_USE = [(game, *table) for game in WITNESSED for table in TABLES[game][: 1 if IS_PLAIN else None]]


def moments(game, variant, players, sets, policy):
    """Watch a game by lot (of plain Python its beginning) or two sensible ones (of plain Python one)."""
    by_lot = policy == "random_legal"
    limits = [SHORT[game]] if IS_PLAIN and by_lot and game in SHORT else []
    cell = make_cell(game, players=players, variant=variant, policy=policy, sets=[*sets, *limits])
    return watched(cell, 1 if IS_PLAIN or by_lot else 2, EVERY)


@pytest.mark.parametrize("game", WITH_REDEAL)
def test_every_game_with_redeal_has_a_witness(game):
    assert has_witness(game), f"tests/games/{game}/witness.py: what a seat has seen, noted by somebody else"


@pytest.mark.parametrize(("game", "variant", "players", "sets"), TABLES_IN_USE)
def test_what_a_seat_knows_is_kept(game, variant, players, sets):
    """Whatever a seat has seen in a game, and cannot have changed since, is so in every fresh deal."""
    for policy in ("random_legal", SENSIBLE[game]):
        number = 0
        for number, moment in enumerate(moments(game, variant, players, sets, policy), 1):
            assert moment.forgotten(moment.state) == [], "the real state has all of it"
            assert moment.forgotten(moment.dealt(stream_of(number))) == []
        assert number > 1


@pytest.mark.parametrize("game", WITNESSED)
def test_who_forgets_is_noticed(game):
    """A deal made from what the seat saw at the opening of the game contradicts what it has seen since."""
    found = [
        moment.forgotten(moment.dealt_forgetfully(stream_of(number)))
        for number, moment in enumerate(moments(game, *TABLES[game][0], SENSIBLE[game]))
    ]
    assert sum(map(bool, found)) > len(found) / 2
