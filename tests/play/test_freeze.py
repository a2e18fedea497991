"""Frozen chance: some streams come from another deal, all others vary as before."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer.catalog import load_game
from analyzer.cells import CellReference, make_cell
from analyzer.errors import BadInput
from analyzer.games.chances import POLICIES, Freeze, held_of, read_freeze, sources_of
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell, guarded
from analyzer.play.seeding import BLOCK, block_seeds, deal_seeds
from analyzer.runs.specs.design import plan_cell

GAMES = ("tranquility", "islebound", "portolano", "rumini")
MANY = 600
ROOT = Path(__file__).parents[2]


def rows_of(policy=None, seed=3, **freeze):
    return analyzer.simulate("toy", policy=policy, games=MANY, jobs=1, rows=True, seed=seed, **freeze).rows


@pytest.fixture
def played(toy):
    """Play the toy at random with two seeds, of which nothing is held."""
    return rows_of("random_legal"), rows_of("random_legal", seed=4)


def test_a_held_stream_is_that_of_one_deal_in_every_game(toy):
    free, held = rows_of(), rows_of(freeze="turn-order", freeze_deal=17)
    assert set(held["first"]) == {free["first"][17]}
    assert set(free["first"]) == {0, 1}
    assert len({tuple(score) for score in held["score"]}) > 50


def test_only_the_held_streams_are_those_of_the_other_seed(played):
    one, other = played
    mixed = rows_of("random_legal", freeze="policies", freeze_seed=4)
    assert (mixed["first"] == one["first"]).all()
    assert (mixed["changes"] == other["changes"]).all()
    assert 0.3 < (mixed["changes"] == one["changes"]).mean() < 0.7


def test_all_streams_of_another_seed_are_its_games(played):
    _one, other = played
    every = ",".join(sources_of(load_game("toy")))
    assert (rows_of("random_legal", freeze=every, freeze_seed=4) == other).all()
    assert not (rows_of("random_legal", freeze="turn-order,deck,dice", freeze_seed=4) == other).all()


def test_a_guarded_policy_plays_the_same_games(toy):
    cell = make_cell("toy", policy="random_legal", freeze=Freeze(("deck",), 5))
    seeds = block_seeds(3, 0, 50, cell.held)
    assert (PreparedCell(cell).play(seeds, 0) == PreparedCell(guarded(cell)).play(seeds, 0)).all()


@pytest.mark.skipif(IS_PLAIN, reason="a policy of others plays in a copy of this process, unless all is plain")
def test_a_policy_of_others_plays_the_same_games(toy, tmp_path):
    text = (ROOT / "tests" / "toy" / "strategies" / "toy" / "policies.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(text.replace("def rock(", "def stone("), encoding="utf-8")
    own = f"{tmp_path / 'mine.py'}:stone"
    for freeze in ({}, {"freeze": "deck", "freeze_deal": 5}, {}):  # in the same rooms
        assert (rows_of(own, **freeze) == rows_of("rock", **freeze)).all()


def test_a_replay_is_the_game_that_was_simulated(toy):
    rows = rows_of(freeze="deck,dice", freeze_deal=7)
    story = analyzer.replay("toy", deal=21, seed=3, freeze="deck,dice", freeze_deal=7)
    list(story)
    assert story.outcome["scores"] == rows["score"][21][:2].tolist()
    assert story.outcome["winners"] == np.flatnonzero(rows["share"][21][:2]).tolist()


def test_blocks_and_jobs_do_not_matter(toy):
    kept = {"seed": 2, "freeze": "deck", "freeze_deal": BLOCK + 3}
    digests = {analyzer.simulate("toy", games=BLOCK + 50, jobs=jobs, **kept).summary.digest for jobs in (1, 2)}
    assert len(digests) == 1


def test_text_identity_and_plain_data_of_a_cell_keep_it(toy):
    frozen, free = (make_cell("toy", freeze=freeze) for freeze in (Freeze(("deck", "dice"), 17), None))
    reference = frozen.reference
    assert CellReference.from_plain(asdict(reference)) == reference
    assert reference.make().held == frozen.held
    assert "--freeze deck,dice --freeze-deal 17 --seed 1" in reference.replay_command(1, 2)
    assert "frozen: deck, dice of deal 17" in reference.describe()
    assert "freeze" not in free.reference.replay_command(1, 2)
    game = frozen.game
    assert plan_cell(game, reference).id != plan_cell(game, free.reference).id
    assert plan_cell(game, frozen.reference).cell.held == frozen.held


@pytest.mark.parametrize("name", GAMES)
def test_every_game_names_its_sources_and_opens_the_right_streams(name):
    game = load_game(name)
    sources = sources_of(game)
    assert {"setup", "deck", "turn-order", POLICIES} <= set(sources)
    assert sum(map(len, sources.values())) == game.n_chance
    one, other, mixed = (np.zeros(1, game.bench)[0] for _ in range(3))
    held = held_of(game, Freeze(("deck", POLICIES), None, 9))
    for bench, words in (
        (one, deal_seeds(1, 5)[0]),
        (other, deal_seeds(9, 5)[0]),
        (mixed, deal_seeds(1, 5, held)[0]),
    ):
        open_streams(bench, game.max_seats, words)
    for number in range(game.n_chance):
        source = other if held.chance >> number & 1 else one
        assert mixed["chance"][number].tolist() == source["chance"][number].tolist()
    assert 0 < held.chance < 2**game.n_chance - 1
    assert (mixed["desks"]["choice"] == other["desks"]["choice"]).all()
    assert not (mixed["desks"]["choice"] == one["desks"]["choice"]).all()


def test_streams_are_named_one_by_one_too():
    game = load_game("tranquility")
    numbers = game.chances
    assert held_of(game, Freeze(("reshuffle",))).chance == 1 << numbers.RESHUFFLE
    assert held_of(game, Freeze(("turn-order",))).chance == 1 << numbers.FIRST
    assert held_of(game, Freeze(("shuffle", "first"))).chance == 1 << numbers.SHUFFLE | 1 << numbers.FIRST


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"freeze": "dekc"}, "did you mean 'deck'"),
        ({"freeze": ""}, "not a list of streams"),
        ({"freeze_deal": 3}, "name these"),
        ({"freeze": "deck", "freeze_deal": -1}, "freeze_deal = -1"),
        ({"freeze": "deck", "freeze_seed": True}, "freeze_seed = True"),
        ({"freeze": ["deck", 3]}, "not a list of streams"),
    ],
)
def test_what_makes_no_sense_is_told(toy, given, words):
    with pytest.raises(BadInput, match=words):
        analyzer.simulate("toy", games=10, **given)


def test_by_default_a_stream_is_held_at_deal_0_or_varies_with_its_own_seed():
    assert read_freeze("deck") == Freeze(("deck",), 0, None)
    assert read_freeze(["deck"], seed=5) == Freeze(("deck",), None, 5)
    assert read_freeze(None) is None


def test_a_spec_holds_streams(toy, tmp_path):
    spec = tmp_path / "held.toml"
    spec.write_text('# What does the die do?\ngame = "toy"\ndeals = 40\nfreeze = ["deck"]\nfreeze_deal = 2\n')
    results = analyzer.load_results(analyzer.run(spec, out=tmp_path / "run", jobs=1).folder)
    (entry,) = results.manifest.cells
    assert entry.reference.freeze == Freeze(("deck",), 2)
    assert "--freeze deck --freeze-deal 2" in entry.replay
    direct = analyzer.simulate("toy", games=40, freeze="deck", freeze_deal=2)
    assert results.cells["digest"].iloc[0] == direct.summary.digest
    spec.write_text('# What does the die do?\ngame = "toy"\ndeals = 40\nfreeze = ["dekc"]\n')
    with pytest.raises(BadInput, match="did you mean 'deck'"):
        analyzer.run(spec, out=tmp_path / "other")
