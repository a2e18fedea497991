"""What `autopsy` shows: the finished study on the terminal, and its examples as replay pages."""

import os
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.errors import BadInput
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.steps import Step
from analyzer.play.replay.trace import page_of
from analyzer.shell.screens.screens import plain_table
from analyzer.stats import Estimate, format_estimate
from analyzer.studies.autopsy.chances import appraise, as_data
from analyzer.studies.autopsy.culprits import NOBODY, PER, Autopsy, CellAutopsy, Example, kind_words
from analyzer.studies.autopsy.examining import Culprit

Links = dict[tuple[str, int], str]  # by cell and deal: the page, with the step
CURVE = 40  # samples of a step on a page: enough for a curve; the decision itself is measured by the autopsy


def check_page_folder(folder: Path) -> None:
    """Refuse a folder that cannot be written."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        raise BadInput(f"--pages {folder}: {there} is a file, not a folder; name a folder")
    if not os.access(there, os.W_OK):
        raise BadInput(f"--pages {folder}: {there} is not writable; choose another folder")


def write_pages(found: Autopsy, folder: Path) -> Links:
    """Write a page for every example; return where each is."""
    folder.mkdir(parents=True, exist_ok=True)
    links: Links = {}
    for cell in found.cells:
        for example in cell.examples:
            path = folder / f"{cell.name}-deal-{example.deal}.html"
            _write(cell, example, path)
            links[cell.name, example.deal] = f"{path}#t={example.culprit.decision.step}"
    return links


def _write(cell: CellAutopsy, example: Example, path: Path) -> None:
    from analyzer.reporting.replay_page import render_replay
    from analyzer.runs.stored.files import write_atomically

    case = cell.plan
    story = Replay(case.cell, case.run_seed, example.deal, is_drawn=True)
    steps = appraise(story, min(CURVE, case.samples), case.judge)
    _tell(steps[example.culprit.decision.step - 1], example.culprit)
    page = page_of(story, steps)
    page["stamp"] += f" · win chances: {case.judging.seating} plays on"
    moments: list[tuple[int, ...]] = [(number,) for number in range(1, len(steps) + 2)]
    write_atomically(path, render_replay([page], moments, example.culprit.decision.step).encode("utf-8"))


def _tell(step: Step, culprit: Culprit) -> None:
    """Show at the decision what the autopsy measured: the answer that the judge found better."""
    assert step.details is not None
    best = {"words": culprit.decision.better, "after": as_data(culprit.best), "gain": as_data(culprit.loss)}
    step.details["chance"] |= {"before": as_data(culprit.chance), "best": best}


def linked_document(found: Autopsy, links: Links) -> dict[str, Any]:
    """Write the document, with the page of every example that has one."""
    document = found.as_dict()
    for cell in document["cells"]:
        cell["examples"] = [own | {"page": links.get((cell["cell"], own["deal"]))} for own in cell["examples"]]
    return document


FOOT = (
    "Lost by: the most costly decision before a team could no longer win, if fresh samples confirm that it lost "
    "something (95 %). Blunder: certainly "
    "worse (99.8 %) than another answer, which other samples chose. All intervals are 95 %; see docs/autopsy.md."
)


def autopsy_screen(found: Autopsy, links: Links) -> RenderableType:
    """Show which decisions lost the games, cell by cell."""
    parts: list[RenderableType] = []
    for cell in found.cells:
        parts += [*_head(found, cell), "", _kinds(cell), "", *_sums(cell), *_examples(cell, links), ""]
    parts += [Text(f"left out: {text}", "yellow") for text in found.skipped]
    return Group(*parts, Text(FOOT, "dim"))


def _head(found: Autopsy, cell: CellAutopsy) -> list[RenderableType]:
    title = f"{found.game}, {cell.label}: {len(cell.games)} of {cell.lost:,} games that {cell.whose} lost"
    how = f"{found.samples} samples per decision, played on by {cell.plan.judging.seating}; seed {found.seed}"
    return [Text(title, "bold"), Text(how, "dim"), Text(f"{cell.words[:1].upper()}{cell.words[1:]}.", "green")]


def _kinds(cell: CellAutopsy) -> Table:
    table = plain_table("lost by", "games#", "of the lost games#", "decisions#", f"blunders per {PER}#")
    for item in cell.kinds:
        share, rate = format_estimate(item.share, percent=True), _per_hundred(item.rate)
        table.add_row(escape(item.kind), str(item.culprits), share, f"{item.decisions:,}", rate)
        for detail in item.details if any(found.detail for found in item.details) else ():
            words = escape(detail.detail or "otherwise")
            table.add_row(f"  {words}", str(detail.culprits), format_estimate(detail.share, percent=True), "", "")
    nobody = sum(game.culprit is None for game in cell.games)
    table.add_row(NOBODY, str(nobody), format_estimate(cell.nobody, percent=True), "", "")
    table.add_row("all", str(len(cell.games)), "", f"{cell.decisions:,}", _per_hundred(cell.blunder_rate))
    return table


def _per_hundred(rate: Estimate) -> str:
    return format_estimate(rate.shifted(factor=PER))


def _sums(cell: CellAutopsy) -> list[RenderableType]:
    start, given = format_estimate(cell.start, percent=True), format_estimate(cell.given_away.shifted(factor=100.0))
    others = "Chance and the others" if cell.plan.cell.is_competitive else "Chance"
    text = f"A lost game began with a win chance of {start}. Its decisions cost {given} points in total."
    return [Text(f"{text} {others} did the rest. Means of {len(cell.games)} games.")]


def _examples(cell: CellAutopsy, links: Links) -> list[RenderableType]:
    lines: list[RenderableType] = [Text("\nExamples", "bold")] if cell.examples else []
    for example in cell.examples:
        lines += _example(example, links.get((cell.name, example.deal)))
    return lines


def _example(example: Example, link: str | None) -> list[RenderableType]:
    culprit, decision = example.culprit, example.culprit.decision
    where = f"deal {example.deal}, step {decision.step} (turn {decision.turn}, seat {decision.seat})"
    chances = f"{100 * culprit.best.value:.0f} % → {100 * culprit.chance.value:.0f} %"
    fall = format_estimate(culprit.loss.shifted(factor=-100.0))
    return [
        Text(f"{where}, {kind_words(decision.kind, decision.detail)}: {chances}, {fall} points, n = {culprit.loss.n}"),
        Text(f"  {decision.words}; better: {decision.better}"),
        *(Text(f"  {line}") for line in (example.valued.lines if example.valued else ())),
        *([Text(f"  {example.lost_since}")] if example.lost_since else []),
        Text(f"  {link or example.command}", "dim"),
    ]
