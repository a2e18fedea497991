"""The shipped values: how they were made, what they are worth, and where the policy below them plays by itself."""

import shlex
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyzer.catalog import load_game, policies_of
from analyzer.cells import make_cell
from analyzer.games.values.files import cell_name
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play import seeding
from analyzer.play.prepared import PreparedCell
from analyzer.studies.learning.plan import make_plan

ROOT = Path(__file__).resolve().parents[3]
FILE = Path(policies_of("tranquility")["trained"].values)


@pytest.fixture(scope="module")
def content():
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def plan_of(command):
    """Read a command as `analyzer learn` does."""
    _, _, game, policy, *words = shlex.split(command)
    options = dict(zip(words[::2], words[1::2], strict=True))
    return make_plan(
        game, policy, variants=options["--variants"], players=options["--players"], sets=(),
        weights=options["--weights"], budget=int(float(options["--budget"])), seed=int(options["--seed"]),
    )  # fmt: skip


def test_one_make_target_trains_the_file_again(content):
    text = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nvalues:")[2].partition("\n\n")[0]
    commands = text.replace("\\\n", " ").split("$(BIN)/")
    command = next(one for one in commands if str(FILE.relative_to(ROOT)) in one)
    assert shlex.split(command)[-1] == str(FILE.relative_to(ROOT))
    made, asked = plan_of(content["made"]["command"]), plan_of(command)
    assert made.weights == pytest.approx(asked.weights, abs=1e-4)
    assert (made.policy, made.budget, made.seed) == (asked.policy, asked.budget, asked.seed)
    assert made.arena.cases == asked.arena.cases
    assert content["knobs"] == made.policy.knobs


def test_the_file_is_small_and_has_the_figures_of_every_cell(content):
    assert FILE.stat().st_size < 1_000_000
    game = load_game("tranquility")
    cells = [
        cell_name(variant, players) for variant in game.variants if variant != "competitive" for players in game.seats
    ]
    figures = content["made"]["validation"]["cases"]
    assert sorted(figures) == sorted(cells)
    for cell, found in figures.items():
        value, low, high = found["difference"]
        assert low <= value <= high
        assert low > -0.03, cell
    assert set(content["without"]) <= set(cells)


def played(policy, games, **table):
    cell = make_cell("tranquility", policy=policy, **table)
    return PreparedCell(cell).play(seeding.block_seeds(12, 0, games), 0)


def test_the_policy_below_plays_where_nothing_was_trained():
    """The competitive game has no values; the plain game is the control."""
    for variant, is_same in (("competitive", True), ("base", False)):
        one, other = (played(policy, 4, variant=variant, players=2) for policy in ("trained", "survival"))
        assert (one.tobytes() == other.tobytes()) is is_same


def test_a_cell_can_do_without():
    cell = make_cell("tranquility", players=2, policy="trained")
    seat = cell.seats[0]
    alone = replace(seat.values, without=frozenset({cell_name(cell.setting.name, 2)}))
    rows = PreparedCell(replace(cell, seats=(replace(seat, values=alone),) * 2)).play(seeding.block_seeds(12, 0, 4), 0)
    assert rows.tobytes() == played("survival", 4, players=2).tobytes()


@pytest.mark.skipif(IS_PLAIN, reason="a thousand games")
@pytest.mark.statistical
def test_it_wins_more_poseidon_games_than_the_policy_below_on_the_same_deals():
    """Ten points, of which the standard error is 1.5: four of them are left."""
    won = [played(policy, 1500, variant="poseidon", players=3)["cause"] == 1 for policy in ("trained", "survival")]
    assert np.mean(won[0]) - np.mean(won[1]) > 0.04
