"""The level of a group in a file: what it stands for, where it works, and what is refused."""

import pytest

from analyzer.catalog import load_game
from analyzer.cells import make_cell, read_seat
from analyzer.errors import BadInput
from analyzer.games.written import read_policy
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand

GOOD = 'game = "tranquility"\npolicy = "survival"\nsight = 0.8\n\n[found]\nplays = 12\n'


def write(folder, text=GOOD, name="ours.toml"):
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_level_file_stands_for_its_policy_at_its_sight(tmp_path):
    seat = read_seat(load_game("tranquility"), write(tmp_path))
    assert (seat.label, seat.level, seat.sight) == ("fallible(survival,sight=0.8)", "ours", 0.8)


def test_it_may_sit_beside_others_and_is_written_as_it_was_read(tmp_path):
    file = write(tmp_path)
    cell = make_cell("tranquility", players=2, policy=f"{file},good")
    assert [seat.level for seat in cell.seats] == ["ours", "good"]
    assert cell.reference.policy == f"{file},good"
    assert str(read_policy(file)) == file


def test_a_file_named_as_a_level_is_not_that_level(tmp_path):
    assert read_seat(load_game("tranquility"), write(tmp_path, name="good.toml")).level == "good.toml"


def test_a_spec_names_it_among_its_levels(tmp_path):
    write(tmp_path)
    spec = tmp_path / "spec.toml"
    spec.write_text('# ?\ngame = "tranquility"\nlevels = ["ours.toml", "casual"]\nplayers = [3]\ndeals = 10\n')
    cells = expand(load_spec(spec)).cells
    assert [planned.cell.seats[0].level for planned in cells] == ["ours", "casual"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOOD.replace("0.8", "1.5"), "sight = 1.5; allowed: a number 0 to 1"),
        (GOOD.replace("0.8", "true"), "sight = True"),
        (GOOD.replace("0.8", "nan"), "sight = nan"),
        (GOOD.replace("sight", "sigth"), "did you mean 'sight'"),
        (GOOD.replace('"survival"', "3"), "policy = 3"),
        (GOOD.replace("survival", "survivall"), "did you mean 'survival'"),
        (GOOD.replace("survival", "other.toml"), "a level file itself"),
        (GOOD.replace('"tranquility"', '"rumini"'), "a level of 'rumini', not of 'tranquility'"),
        ("sight = ", "not valid TOML"),
    ],
)
def test_wrong_files_are_refused(tmp_path, text, words):
    with pytest.raises(BadInput) as caught:
        make_cell("tranquility", policy=write(tmp_path, text))
    assert words in str(caught.value)


def test_a_missing_file_and_knobs_are_refused(tmp_path):
    with pytest.raises(BadInput, match="No such file"):
        make_cell("tranquility", policy=str(tmp_path / "none.toml"))
    with pytest.raises(BadInput, match="no knobs"):
        make_cell("tranquility", policy=f"{write(tmp_path)}(sight=0.5)")
