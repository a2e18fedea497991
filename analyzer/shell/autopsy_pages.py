"""The examples of an autopsy as replay pages, opened at the decision that lost the game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.play.replay import Replay
from analyzer.play.steps import Step
from analyzer.play.trace import page_of
from analyzer.studies.chances import appraise, as_data
from analyzer.studies.culprits import Autopsy, CellAutopsy, Example
from analyzer.studies.examining import Culprit

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
    from analyzer.runs.files import write_atomically

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
        for example in cell["examples"]:
            example["page"] = links.get((cell["cell"], example["deal"]))
    return document
