import pytest

from analyzer.errors import BadInput
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand


def cells(path):
    return expand(load_spec(path), path).cells


def test_every_combination_is_a_cell(write_spec):
    found = cells(write_spec(more='[switches]\ncost_rule = ["min", "max"]\nremoved = [0, 3]\n'))
    assert len(found) == 2 * 2 * 4
    assert len({planned.id for planned in found}) == len(found)


def test_a_cell_id_depends_on_what_is_played_and_on_nothing_else(write_spec):
    first = {planned.id for planned in cells(write_spec())}
    assert first == {planned.id for planned in cells(write_spec("other", deals="5", seed="9"))}
    assert not first & {planned.id for planned in cells(write_spec("third", policies='["spacing"]'))}


def test_alone_adds_one_change_at_a_time(write_spec):
    found = cells(
        write_spec(players="[2]", variants='["base"]', more='[alone]\none_card = ["loss"]\nremoved = [3, 6]\n')
    )
    assert [planned.cell.setting.name for planned in found] == [
        "base",
        "base[one_card=loss]",
        "base[removed=3]",
        "base[removed=6]",
    ]


def test_impossible_cells_are_an_error_unless_the_spec_skips_them(write_spec):
    with pytest.raises(BadInput, match="competitive is for 2 players"):
        cells(write_spec(variants='["competitive"]'))
    path = write_spec(variants='["competitive"]', skip_impossible="true")
    design = expand(load_spec(path), path)
    assert [planned.cell.players for planned in design.cells] == [2]
    assert design.skipped[0].what == "competitive with 3 players"


def test_a_switch_without_effect_is_skipped_where_it_has_none(write_spec):
    path = write_spec(
        skip_impossible="true",
        players="[2]",
        variants='["base", "monsters-3"]',
        more='[alone]\nmonster_finish = ["pending"]\n',
    )
    design = expand(load_spec(path), path)
    assert [planned.cell.setting.name for planned in design.cells] == [
        "base",
        "monsters-3",
        "monsters-3[monster_finish=pending]",
    ]
    assert "makes no difference" in design.skipped[0].reason


def test_sums_are_all_sums_up_to_a_size(write_spec):
    path = write_spec(variants=None, players="[2]", sums='{ of = ["storm", "rocks", "wild"], up_to = 2 }')
    names = [planned.variant for planned in cells(path)]
    assert names == ["base", "storm", "rocks", "wild", "storm+rocks", "storm+wild", "rocks+wild"]


def test_a_field_lets_every_policy_sit_at_every_seat(write_spec):
    path = write_spec(variants='["competitive"]', players="[2]", policies='["spacing"]', field='"random_legal"')
    assert [planned.policy for planned in cells(path)] == ["spacing / random_legal", "random_legal / spacing"]


def test_line_ups_rotate(write_spec):
    path = write_spec(
        policies=None, players="[3]", variants='["base"]', line_ups='[["spacing", "spacing", "random_legal"]]'
    )
    assert len(cells(path)) == 3
    path = write_spec(
        policies=None,
        players="[3]",
        variants='["base"]',
        rotate="false",
        line_ups='[["spacing", "spacing", "random_legal"]]',
    )
    assert len(cells(path)) == 1


def test_too_many_cells_are_refused(write_spec):
    values = ", ".join(str(value) for value in range(100))
    with pytest.raises(BadInput, match="cells; allowed: up to"):
        cells(write_spec(more=f"[switches]\nremoved = [{values}]\nturn_limit = [{values.replace('0,', '', 1)}]\n"))
