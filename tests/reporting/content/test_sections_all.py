"""What holds for every section of every run."""

import re
import subprocess
import sys
import warnings
from pathlib import Path

import pandas as pd

from analyzer.reporting.document import Bullets, Commands, Figure, Kind, Prose, Section, Table, Tone
from analyzer.reporting.naming import DAGGER, is_assumed, label, policy_words
from analyzer.reporting.theme import figure_png
from analyzer.reporting.topics import assumptions, method, section_modules, section_names
from analyzer.reporting.wording import write
from analyzer.stats.estimate import Estimate


def built(results):
    for module in section_modules().values():
        section = module.build(results)
        if section is not None:
            yield section


def test_specs_and_reports_know_the_same_sections():
    modules = section_modules()
    assert sorted(modules) == section_names()
    sheet, *others = modules  # a designer's sheet carries an answer of its own
    assert (sheet, others[:3]) == ("balance", ["answer", "levels", "borrowed"])
    assert len({module.PLACE for module in modules.values()}) == len(modules)
    assert all(callable(module.build) for module in modules.values())


def test_every_section_is_whole(any_run):
    found = list(built(any_run))
    names = [section.name for section in found]
    assert names[0] == "answer"
    assert names[-2:] == ["assumptions", "method"]
    for section in found:
        assert isinstance(section, Section)
        assert section.parts


def test_tables_hold_what_their_columns_name(any_run):
    seen = set()
    for section in built(any_run):
        for table in (part for part in section.parts if isinstance(part, Table)):
            assert table.name not in seen
            seen.add(table.name)
            assert isinstance(table.frame, pd.DataFrame)
            assert len(table.frame)
            assert {column.key for column in table.columns} <= set(table.frame.columns)


def test_every_measured_number_has_its_interval(any_run):
    """Percentages, points and means are estimates; only fair shares and factors of games saved are bare."""
    for section in built(any_run):
        for table in (part for part in section.parts if isinstance(part, Table)):
            for column in table.columns:
                measured = (Kind.PERCENT, Kind.POINTS, Kind.NUMBER, Kind.CHANGE)
                if column.kind in measured and column.key not in ("fair", "saved"):
                    values = [value for value in table.frame[column.key] if value is not None]
                    assert all(isinstance(value, Estimate) for value in values), (table.name, column.key)


def test_every_number_can_be_written(any_run):
    for section in built(any_run):
        for table in (part for part in section.parts if isinstance(part, Table)):
            for row in table.frame.to_dict("records"):
                for column in table.columns:
                    assert isinstance(write(row[column.key], column.kind), str)


def test_figures_draw_without_warnings_and_say_what_they_show(some_run):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for section in built(some_run):
            for figure in (part for part in section.parts if isinstance(part, Figure)):
                assert len(figure_png(figure)) > 3000
                assert len(figure.alt) > 30
                assert figure.title
                assert figure.size[0] <= 7.2
                assert figure.size[1] <= 9.5


def test_every_figure_says_who_plays(any_run):
    """In its title, or because the ways to play are what it shows."""
    policies = {policy_words(any_run, policy) for cell in any_run.manifest.cells for policy in cell.policies}
    for section in built(any_run):
        for figure in (part for part in section.parts if isinstance(part, Figure)):
            shown = [str(name) for key in ("label", "group", "part") for name in figure.frame.get(key, [])]
            assert any(policy in text for policy in policies for text in (figure.title, *shown)) or (
                len(policies) > 1 and figure.name in ("changes_variant", "differences", "variance")
            ), (section.name, figure.name, figure.title)


def test_the_summary_is_one_page(any_run):
    section = next(built(any_run))
    lead, *others = [part for part in section.parts if isinstance(part, Prose) and part.tone is Tone.LEAD]
    assert not others
    assert section.parts[0] is lead
    assert not any(isinstance(part, Bullets) for part in section.parts)
    assert sum(isinstance(part, Figure) for part in section.parts) <= 1
    sure = section.parts[-1]
    assert (sure.tone, sure.label) == (Tone.NOTE, "How sure?")  # and what it rests on
    assert any(policy_words(any_run, name) in sure.text for cell in any_run.manifest.cells for name in cell.policies)


def test_assumed_variants_carry_a_dagger_wherever_they_appear(finished):
    results = finished("ladder_run")
    entry = next(cell for cell in results.manifest.cells if cell.variant == "storm")
    plain = next(cell for cell in results.manifest.cells if cell.variant == "base")
    assert is_assumed(results, entry)
    assert not is_assumed(results, plain)
    assert label(results, entry.cell) == "storm†"
    for section in built(results):
        for text in _texts(section):
            for found in re.finditer(r"\bstorm\b", text):
                assert text[found.end() : found.end() + 1] == DAGGER, text


def _texts(section):
    for part in section.parts:
        if isinstance(part, Prose):
            yield part.text
        elif isinstance(part, Bullets):
            yield from part.items
        elif isinstance(part, Figure):
            yield part.alt
            yield from (str(name) for name in part.frame.get("label", []))
        elif isinstance(part, Table) and part.name not in ("components", "switches"):
            shown = [
                column.key for column in part.columns if column.key in ("variant", "name", "first", "second", "game")
            ]
            for key in shown:
                yield from (value for value in part.frame[key] if isinstance(value, str))


def test_assumptions_list_assumed_readings_first(finished):
    results = finished("ladder_run")
    table = next(
        part for part in assumptions.build(results).parts if isinstance(part, Table) and part.name == "switches"
    )
    sources = list(table.frame["source"])
    assert sources == sorted(sources, key=assumptions.ORDER.index)
    removed = table.frame[table.frame["switch"] == "removed"]
    assert set(removed["value"]) == {str(cell.rules["removed"]) for cell in results.manifest.cells}
    assert removed["cells"].sum() == len(results.manifest.cells)


def test_the_method_prints_commands_that_work(finished):
    results = finished("single_run")
    section = method.build(results)
    commands = [part for part in section.parts if isinstance(part, Commands)]
    assert commands[0].lines[0] == ". .venv/bin/activate"
    assert commands[0].lines[1].startswith("analyzer run single_run.toml")
    assert commands[0].lines[2] == "analyzer report runs/single_run"
    replays = commands[1].lines
    assert len(replays) == 3
    rows = results.rows(results.manifest.cells[0].cell).set_index("deal")
    deals = [int(line.rsplit(" ", 1)[1]) for line in replays]
    won, lost = rows[rows["cause"] == "won"], rows[rows["cause"] != "won"]
    assert rows.loc[deals[0], "cause"] == "won"
    assert rows.loc[deals[0], "turns"] == won["turns"].max()
    assert rows.loc[deals[1], "turns"] == lost["turns"].sort_values().iloc[(len(lost) - 1) // 2]
    assert rows.loc[deals[2], "turns"] == lost["turns"].min()
    program = [sys.executable, "-m", *replays[2].split()]
    told = subprocess.run(
        program, capture_output=True, text=True, timeout=600, cwd=Path(__file__).parents[3], check=False
    )
    assert told.returncode == 0, told.stderr
    assert "lost:" in told.stdout
