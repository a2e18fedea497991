"""What every policy of the catalog has to keep: legal, as declared, documented, and blind to what it may not see."""

from functools import lru_cache

import numpy as np
import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.cells import make_cell
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.random import open_streams
from analyzer.play.seeding import deal_seeds
from analyzer.play.simulation import simulate
from analyzer.play.table import Table

POLICIES = [(game, policy) for game in game_names() for policy in policies_of(game)]
each_policy = pytest.mark.parametrize(("game", "policy"), POLICIES, scope="module")  # one after the other
GAMES = 20 if IS_PLAIN else 300
POSITIONS = 200


def simulated(game, policy, players=None, seed=6, **more):
    return simulate(game, players=players, policy=policy, games=GAMES, seed=seed, jobs=1, rows=True, **more)


@each_policy
def test_it_answers_legally_at_every_number_of_players(game, policy):
    for players in load_game(game).seats:
        assert simulated(game, policy, players).fault_message() is None


@each_policy
def test_it_answers_legally_in_every_variant(game, policy):
    for variant in load_game(game).variants:
        assert simulated(game, policy, variant=variant).fault_message() is None


@each_policy
def test_it_answers_legally_beside_a_policy_that_brings_it_into_odd_positions(game, policy):
    players = make_cell(game).players
    seats = ",".join([policy] + ["random_legal"] * (players - 1))
    assert simulated(game, seats).fault_message() is None


@each_policy
def test_the_same_deals_give_the_same_rows(game, policy):
    assert simulated(game, policy).rows.tobytes() == simulated(game, policy).rows.tobytes()


@each_policy
def test_it_is_documented(game, policy):
    found = policies_of(game)[policy]
    assert found.game == game
    assert found.name == policy
    assert found.summary
    assert found.summary.endswith((".", ")"))
    assert found.title  # what it is, for headlines: "A one-step planner: weigh every plan …"
    assert all(np.isfinite(value) for value in found.knobs.values())


@lru_cache(maxsize=1)  # the tests of one policy come in a row and look at the same positions
def positions_of(game, policy):
    """Play deals with the policy; list (table, benches) of every question, to be copied before it is changed."""
    table = Table(make_cell(game, policy=policy))
    benches, found = table.bench(), []
    bench, loaded = benches[0], table.cell.game
    for deal in range(20):
        open_streams(bench, table.cell.players, deal_seeds(8, deal)[0])
        loaded.start(table.rules, bench.state, bench.chance)
        while int(bench.state.table.cause) == 0 and len(found) < POSITIONS:
            found.append((table, benches.copy()))
            assert int(loaded.step(table.rules, bench.state, answer(table, bench), bench.chance)) == 0
    return found


def answer(table, bench):
    state = bench.state
    seat = int(state.table.asked)
    desk = bench.desks[seat]
    return int(table.policies[seat](table.rules, state.table, state.hands[seat], desk))


def copied(benches):
    return benches.copy()[0]


def spoil(state, noise):
    """Re-deal all that the asked seat does not see: everything but the table and the own hand becomes noise."""
    seat = int(state.table.asked)
    table, hand = state.table.copy(), state.hands[seat].copy()
    raw = np.frombuffer(noise.bytes(state.nbytes), state.dtype)[0]
    for name in state.dtype.names:
        state[name] = raw[name]
    state.table = table
    state.hands[seat] = hand


@each_policy
def test_it_decides_the_same_when_the_hidden_cards_are_dealt_anew(game, policy):
    if "clairvoyant" in policies_of(game)[policy].traits:
        pytest.skip("declared to see hidden cards")
    noise = np.random.Generator(np.random.PCG64(3))
    for table, benches in positions_of(game, policy):
        plain, spoiled = copied(benches), copied(benches)
        spoil(spoiled.state, noise)
        assert plain.state.tobytes() != spoiled.state.tobytes()
        assert answer(table, plain) == answer(table, spoiled)


@each_policy
def test_it_draws_lots_only_if_it_says_so(game, policy):
    """Other lots, same answer; for a policy declared random, other answers at some position."""
    differs = False
    for table, benches in positions_of(game, policy):
        plain, other = copied(benches), copied(benches)
        for desk in range(len(other.desks)):
            other.desks[desk].choice[:] = [11, 22, 33, 44 + desk]
        differs |= answer(table, plain) != answer(table, other)
    assert differs == policies_of(game)[policy].is_random


@each_policy
def test_it_changes_nothing_it_is_shown(game, policy):
    for table, benches in positions_of(game, policy):
        trial = copied(benches)
        before = trial.state.tobytes(), table.rules.tobytes(), trial.desks["knobs"].tobytes()
        answer(table, trial)
        assert (trial.state.tobytes(), table.rules.tobytes(), trial.desks["knobs"].tobytes()) == before
