"""Contrasts of a spec: which two cells are meant, what is judged, and what the report says first."""

import pytest

from analyzer.analysis import certainty
from analyzer.analysis.contrasts import Contrasted, contrasts, verdict_of
from analyzer.errors import BadInput
from analyzer.reporting.topics import answer
from analyzer.reporting.topics.answer.evidence import evidence
from analyzer.runs.specs.checking import read_spec
from analyzer.runs.specs.design import expand
from analyzer.runs.specs.keys import spec_text
from analyzer.runs.stored.manifest import new_manifest
from analyzer.stats.estimate import Estimate
from tools.covering.fabricated import drawn

SPEC = """# Is four players with a dear Start as hard as two?
game = "tranquility"
levels = ["casual"]
players = [2, 4]
deals = 4000
[switches]
start_price = [8, 9]
[[contrast]]
a = { players = 4, policy = "casual", set = { start_price = 9 } }
b = { players = 2, variant = "base", set = { start_price = 8 } }
"""


def made(tmp_path, text, apart, deals=4000):
    (tmp_path / "spec.toml").write_text(text, encoding="utf-8")
    experiment, content = read_spec(tmp_path / "spec.toml", None)
    design = expand(experiment, "spec.toml")
    manifest = new_manifest(experiment, design, tmp_path / "spec.toml", content, quick=False, rows=False)
    return drawn(manifest, "contrast", deals, 1, apart)


def about(value, half):
    return Estimate(value, value - half, value + half, 0.999, 1000, "test")


@pytest.mark.parametrize(
    ("value", "half", "verdict"),
    [
        (0.005, 0.01, Contrasted.AS_HARD),
        (0.012, 0.005, Contrasted.AS_HARD),  # a difference for certain, but within the margin
        (0.05, 0.01, Contrasted.EASIER),
        (-0.05, 0.01, Contrasted.HARDER),
        (0.015, 0.018, Contrasted.OPEN),
    ],
)
def test_a_difference_is_judged_within_the_margin(value, half, verdict):
    assert verdict_of(about(value, half), 0.02) is verdict


def test_the_answer_is_the_contrast_that_was_asked_for(tmp_path):
    results = made(tmp_path, SPEC, apart=1.0)
    (found,) = contrasts(results)
    assert [results.entry(cell).players for cell in (found.a, found.b)] == [4, 2]
    assert [results.entry(cell).change_texts["start_price"] for cell in (found.a, found.b)] == ["9", "8"]
    words = {Contrasted.HARDER: "harder than", Contrasted.EASIER: "easier than"}[found.verdict]
    (told,) = answer.answer(results)
    assert told.startswith(f"The game with four players and 9 is {words} with two players and 8, by ")
    assert told.endswith(" points.")
    assert "] more often than" in evidence(results)[0]
    assert certainty.claims(results)["contrasts"] == 1


def test_what_these_games_cannot_tell_is_said_to_be_open(tmp_path):
    """The negative control: nothing differs, and there are few games."""
    results = made(tmp_path, SPEC.replace("4000", "200"), apart=0.0, deals=200)
    assert contrasts(results)[0].verdict is Contrasted.OPEN
    assert "cannot be told" in answer.answer(results)[0]


def test_equal_cells_are_as_hard_within_a_wide_margin(tmp_path):
    results = made(tmp_path, f"{SPEC}margin = 0.2\n", apart=0.0)
    assert contrasts(results)[0].verdict is Contrasted.AS_HARD
    assert "as hard as" in answer.answer(results)[0]


def test_a_spec_with_a_contrast_is_written_and_read_again(tmp_path):
    (tmp_path / "a.toml").write_text(SPEC, encoding="utf-8")
    experiment, _ = read_spec(tmp_path / "a.toml", None)
    (tmp_path / "b.toml").write_text(spec_text(experiment), encoding="utf-8")
    assert read_spec(tmp_path / "b.toml", None)[0] == experiment


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players = 4, policy", "players = 5, policy", r"contrast\[0\]\.a names no cell"),
        ("set = { start_price = 8 }", "set = {}", r"contrast\[0\]\.b names no cell"),
        ("players = 4, policy", "policy", r"contrast\[0\]\.a names 2 cells: .* Say variant, players, policy and set"),
        ("start_price = 9 } }", "start_prise = 9 } }", "start_price"),
        ('variant = "base"', 'variant = "bass"', "base"),
        ("players = 4, policy", "player = 4, policy", "player"),
    ],
)
def test_a_side_that_names_no_single_cell_is_refused(tmp_path, old, new, message):
    with pytest.raises(BadInput, match=message):
        made(tmp_path, SPEC.replace(old, new), 0.0)
