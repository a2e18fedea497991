"""Studies of balance that a spec asks for: played beside its cells, resumed, verified, reported, replayed."""

import json

import pytest

import analyzer
from analyzer.errors import BadInput, DamagedRun, Interrupted
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.control import Control
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.spec import STUDIES
from analyzer.runs.stored.found import FILE, FOLDER, read_found, stage_folders
from analyzer.runs.stored.results import load_results
from analyzer.studies.balance import balance

pytestmark = pytest.mark.usefixtures("stalls")
compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
SPEC = """# Are the stalls fair?
game = "stalls"
players = [2, 3]
levels = ["good", "casual"]
deals = 1_000
sections = ["balance", "method"]

[effort.casual]
deals = 300
players = [2]

[balance]
budget = 10_000
largest = 2
"""


@pytest.fixture
def spec(tmp_path):
    """Write a spec."""

    def write(text=SPEC):
        path = tmp_path / "stalls_balance.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def told(run):
    """Give what was found, without the seconds and games that it took."""
    return {key: value for key, value in run.balance.items() if key not in ("seconds", "games")}


class Impatient(Control):
    """Stops as soon as a stage of a name has begun."""

    def __init__(self, stage):
        super().__init__()
        self.stage = stage

    def hear(self, text):
        if text.startswith(self.stage):
            self.stop()


@compiled_only
def test_a_spec_plays_studies_that_can_be_ended_resumed_verified_and_reported(spec, tmp_path):
    path, whole = spec(), tmp_path / "whole"
    first = analyzer.run(path, whole, jobs=1)
    assert list(first.balance["studies"]) == [*STUDIES, "stronger"]
    for stage in ("components-2p", "again-2p-casual-components"):
        control = Impatient(stage)
        with pytest.raises(Interrupted, match="Run it again to resume"):
            analyzer.run(path, tmp_path / "ended", jobs=1, control=control, say=control.hear)
        assert not (tmp_path / "ended" / FOLDER / FILE).exists()
    again = analyzer.run(path, tmp_path / "ended", jobs=2)
    assert told(again) == told(first)
    assert analyzer.run(path, whole, jobs=1).balance == first.balance, "nothing is played again"
    checked = analyzer.verify(whole)
    assert checked.is_whole
    assert checked.cells > 40
    page = analyzer.report(whole, formats="md").markdown.read_text(encoding="utf-8")
    assert page.index("## The designer's sheet") < page.index("## Method")
    for words in ("Whoever begins wins", "Who still wins from behind?", "Does it hold at stronger play?"):
        assert words in page
    (check,) = first.balance["studies"]["stronger"]
    assert (check["level"], check["found_at"], check["deals"], len(check["components"])) == ("casual", "good", 300, 2)


@compiled_only
def test_what_was_found_belongs_to_its_games_and_damage_is_told(spec, tmp_path):
    path = spec(SPEC.replace("[balance]", '[balance]\nonly = ["strategies"]'))
    run = analyzer.run(path, tmp_path / "run", jobs=1)
    file = tmp_path / "run" / FOLDER / FILE
    content = json.loads(file.read_bytes())
    content["found"]["studies"]["strategies"]["bans"][0]["cost"]["value"] = 0.9
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(DamagedRun, match="damaged"):
        analyzer.report(tmp_path / "run")
    file.unlink()
    page = analyzer.report(tmp_path / "run", formats="md").markdown.read_text(encoding="utf-8")
    assert "The studies of balance are not finished" in page
    stage = stage_folders(tmp_path / "run")[0]
    shard = next((stage / "cells").glob("*/blocks-*"))
    shard.write_bytes(shard.read_bytes()[:-1])
    damages = analyzer.verify(tmp_path / "run").damages
    assert damages
    assert all(damage.cell.startswith(f"{stage.name}/") for damage in damages)
    mended = analyzer.run(path, tmp_path / "run", jobs=1, repair=True)
    assert told(mended) == told(run)
    assert analyzer.verify(tmp_path / "run").is_whole
    manifest = load_results(tmp_path / "run").manifest
    assert read_found(tmp_path / "run", manifest) == mended.balance


@compiled_only
def test_a_number_of_a_study_is_replayed_from_the_text_of_its_treatment(spec, tmp_path):
    run = analyzer.run(spec(SPEC.replace("players = [2, 3]", "players = [2]")), tmp_path / "run", jobs=1)
    (order,) = run.balance["studies"]["turn-order"]["tables"]
    stage = next(one for one in stage_folders(run.folder) if one.name.startswith("fresh-2p"))
    results = load_results(stage)
    (cell,) = results.manifest.cells
    outcomes = results.outcomes(cell.cell)
    handicap = {"handicap": order["compensation"]["handicap"]}
    for deal in (0, 7):
        story = analyzer.replay(
            "stalls", players=2, policy="good", deal=deal, seed=results.manifest.experiment.seed, **handicap
        )
        list(story)
        assert story.outcome["winners"] == [int(outcomes.shares[deal].argmax())]
        assert story.outcome["scores"] == outcomes.score[deal].tolist()
    assert "position 2" in cell.replay


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[balance]", '[balance]\nonly = ["turnorder"]', r"balance.only\[0\].*did you mean 'turn-order'"),
        ("budget = 10_000", "budget = 16", "Expected `int` >= 1000"),
        ("budget = 10_000", "buget = 16", "buget"),
        ('levels = ["good", "casual"]', 'policies = ["wise"]', "balance, policies: both given"),
        ('levels = ["good", "casual"]', 'levels = ["casual"]', "every level has an effort of its own"),
        ("deals = 1_000\n", 'deals = 9\nvariants = ["base", "even"]\n', "balance, variants: several"),
    ],
)
def test_bad_specs_are_refused(spec, old, new, words):
    assert old in SPEC
    with pytest.raises(BadInput, match=words):
        load_spec(spec(SPEC.replace(old, new, 1)))


def test_teams_are_refused_and_the_studies_are_those_of_the_command(spec):
    text = SPEC.replace('"stalls"', '"tranquility"').replace("players = [2, 3]\n", "")
    with pytest.raises(BadInput, match="a question about rivals"):
        load_spec(spec(text))
    assert tuple(balance.STUDIES) == STUDIES
    quick = load_spec(spec()).quickened()
    assert (quick.balance.budget, quick.balance.largest, quick.effort[0][1].deals) == (1000, 2, 3)
