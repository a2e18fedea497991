"""Every shipped experiment loads, says its question in the first line, and has cells to play."""

from pathlib import Path

import pytest

from analyzer.reporting.topics import section_names
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand

FOLDER = Path(__file__).parents[2] / "experiments"
SPECS = sorted(FOLDER.glob("*.toml"))
PROMISED = ("difficulty", "modules", "readings", "start_split", "solo")


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_it_loads_and_has_cells(path):
    experiment = load_spec(path, section_names)
    design = expand(experiment, path)
    assert design.cells
    assert len({planned.id for planned in design.cells}) == len(design.cells)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_the_first_line_is_the_question(path):
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    assert first.endswith("?")
    assert load_spec(path).question == first.removeprefix("# ")


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_cell_ids_are_fit_for_folders_and_stay_the_same(path):
    ids = [[planned.id for planned in expand(load_spec(path), path).cells] for _ in range(2)]
    assert ids[0] == ids[1]
    assert all(name.replace("-", "").isalnum() and len(name) <= 80 for name in ids[0])


def test_the_promised_ones_are_there():
    assert {f"tranquility_{name}" for name in PROMISED} <= {path.stem for path in SPECS}
