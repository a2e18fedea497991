"""Look-ahead with trained values: where samples end, which plans are compared, and what the score counts for."""

import json

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.search import foresight
from analyzer.games.tranquility.features import FEATURES
from analyzer.games.values.files import written_weights
from analyzer.kernel.jit import record
from analyzer.kernel.nets import network
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds
from analyzer.play.simulation import simulate
from analyzer.studies.conformance import ask as answer
from analyzer.studies.conformance import duplicate, spoil
from tests.games.redealing import redealt, stream_of

compiled_only = pytest.mark.slow  # half a minute of compiling, and too slow in plain Python


@pytest.fixture(scope="module")
def values(tmp_path_factory):
    """A file of values that nobody trained: they say something, and it is the same every time."""
    weights = network.new_weights(FEATURES.thing, FEATURES.table, 3)
    head = {"game": "tranquility", "policy": "spacing", "features": FEATURES.names, "without": ["poseidon 3"]}
    lines = [f"{key} = {json.dumps(value)}" for key, value in head.items()]
    path = tmp_path_factory.mktemp("values") / "values.toml"
    path.write_text("\n".join([*lines, "[values.plain]", f'weights = "{written_weights(weights)}"']), encoding="utf-8")
    return f"spacing@{path}"


def played(policy, games=4, jobs=1, variant="triton"):
    return simulate("tranquility", variant=variant, players=3, policy=policy, games=games, seed=5, jobs=jobs).summary


@compiled_only
def test_jobs_do_not_change_its_digest(values):
    policy = f"search({values},samples=30)"
    assert played(policy, 8, 1).digest == played(policy, 8, 2).digest


@compiled_only
def test_it_answers_otherwise_than_the_values_alone_unless_it_is_too_cautious(values):
    alone = played(values, 8).digest
    assert played(f"search({values},samples=60,prior=0,caution=0)", 8).digest != alone
    assert played(f"search({values},samples=60,caution=10,prior=1000000)", 8).digest == alone


@compiled_only
def test_a_cell_without_values_is_looked_ahead_to_the_end(values):
    """With the settings of a look-ahead without values it is that look-ahead."""
    policy = f"search({values},samples=30,caution=2,advantage=0.005)"
    assert played(policy, variant="poseidon").digest == played("search(spacing,samples=30)", variant="poseidon").digest


@compiled_only
@pytest.mark.parametrize(("turns", "is_left"), [(0, 1), (3, 1), (1000, 0)])
def test_a_sample_ends_after_so_many_turns(values, turns, is_left):
    """Or with the game, if that is earlier."""
    policy = f"search({values},samples=40,turns={turns})"
    prepared = PreparedCell(make_cell("tranquility", variant="triton", players=3, policy=policy))
    bench = prepared.bench()[0]
    open_streams(bench, 3, deal_seeds(1, 2)[0])
    state = bench.state
    prepared.cell.game.start(prepared.rules, state, bench.chance)
    seat = int(state.table.asked)
    prepared.ask((prepared.rules, state.table, state.hands[seat]), bench.desks[seat])
    space = prepared.workspaces[seat].records[0]
    last = space.benches[0].state.table
    assert (int(space.is_left), space.until) == (is_left, state.table.turn + turns)
    assert (int(last.turn) == space.until + 1) == bool(is_left)
    assert int(space.n_answers) > 1


@compiled_only
def test_it_decides_the_same_when_the_hidden_cards_are_dealt_anew(values):
    """Also the samples in which other seats judge: each sees its own hand of the sample alone."""
    noise = np.random.Generator(np.random.PCG64(3))
    policy = f"search({values},samples=30,prior=0,caution=0)"
    prepared = PreparedCell(make_cell("tranquility", players=3, variant="triton", policy=policy))
    benches = prepared.bench()
    bench, game = benches[0], prepared.cell.game
    open_streams(bench, 3, deal_seeds(8, 0)[0])
    game.start(prepared.rules, bench.state, bench.chance)
    for _ in range(25):
        plain, spoiled = (duplicate(benches)[0] for _ in range(2))
        spoil(spoiled.state, noise)
        before = plain.state.tobytes()
        assert answer(prepared, spoiled) == answer(prepared, plain)
        assert plain.state.tobytes() == before, "it changes nothing it is shown"
        assert plain.desks["choice"].tobytes() == spoiled.desks["choice"].tobytes(), "it draws the same lots"
        assert int(game.step(prepared.rules, bench.state, answer(prepared, bench), bench.chance)) == 0


@compiled_only
def test_samples_are_not_lost_from_the_beginning(values):
    """Though one in some deals of the same position is: removed Islands may be the last of their gap."""
    policy = f"search({values},samples=16)"
    prepared = PreparedCell(make_cell("tranquility", players=3, variant="triton", policy=policy))
    bench, game, n_lost, n_asked = prepared.bench()[0], prepared.cell.game, 0, 0
    open_streams(bench, 3, deal_seeds(8, 0)[0])
    game.start(prepared.rules, bench.state, bench.chance)
    while int(bench.state.table.cause) == 0:
        seat = int(bench.state.table.asked)
        space = prepared.workspaces[seat].records[0]
        found = answer(prepared, bench)
        if int(space.n_answers) > 1:
            n_asked += 1
            dealt = [redealt(game, prepared.rules, bench.state, stream_of(number)) for number in range(40)]
            ways = sum(bool(FEATURES.is_lost(prepared.rules, state)) for state in dealt)
            n_lost += 0 < ways < 30
            assert ways > 30 or not FEATURES.is_lost(prepared.rules, duplicate(space.origin.state)[0])
        game.step(prepared.rules, bench.state, found, bench.chance)
    assert n_asked > 10
    assert n_lost > 3, "the test has seen positions in which it matters"


SPACE = record(
    ("plays", "i8", (3,)), ("gains", "f8", (3,)), ("squares", "f8", (3,)), ("ratings", "f8", (3,)),
    ("prior", "f8"), ("advantage", "f8"), ("caution", "f8"), ("margin", "f8"),
)  # fmt: skip


def compared(prior):
    """A lead of 0.05 in 100 samples, where the score says -0.1 at even chances, and one of 0.06 at a score of -1."""
    space = np.zeros(1, SPACE)
    space["plays"], space["gains"], space["ratings"] = 100, [50.0, 55.0, 56.0], [1.0, 0.9, 0.0]
    space["prior"] = prior
    return space[0]


@pytest.mark.parametrize(("prior", "expected"), [(0.0, 0.05), (100.0, 0.0125), (300.0, -0.00625)])
def test_the_score_counts_for_so_many_samples(prior, expected):
    space = compared(prior)
    assert foresight.shrunken_lead(space, 1) == pytest.approx(expected)
    assert bool(foresight.is_preferred(space)) == (expected > 0)


@pytest.mark.parametrize(("prior", "best"), [(0.0, 2), (300.0, 1)])
def test_the_score_also_decides_which_plans_are_played_on(prior, best):
    space = compared(prior)
    assert max((1, 2), key=lambda place: foresight.standing(space, place)) == best
