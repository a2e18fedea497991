"""The report of an autopsy, made of its printed document: a section for every cell."""

import os
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.reporting import asked, lists, studies
from analyzer.reporting import document as doc
from analyzer.reporting.build import Report, write_report
from analyzer.reporting.wording import count, upper_first
from analyzer.stats import Estimate, format_estimate

Found = Mapping[str, Any]  # what a command prints with --json
NOBODY = "no decision stands out"
LOST_BY = (
    "Lost by: the decision of a lost game that gave away most of the win chance, if on samples of its own it lost for "
    "certain (95 %). Exact intervals at 95 %, n = {games} lost games."
)
BLUNDER = (
    "A blunder is worse than another answer for certain ({level} %); one half of the samples chose that answer, the "
    "other half measured what it gains. Intervals of 95 %, with the mistakes of one game taken together."
)


def autopsy_report(found: Found, folder: Path) -> Report:
    """Write what an autopsy found."""
    return write_report(autopsy(found, folder), folder, f"{found['game']}_autopsy")


def autopsy(found: Found, folder: Path | None = None) -> doc.Document:
    """Tell what an autopsy found: the answer, then the kinds of decisions and examples of every cell."""
    skipped = [doc.Prose(f"Left out: {text}", doc.Tone.NOTE) for text in found["skipped"]]
    leads = [doc.Prose(asked.lost_by(cell), doc.Tone.LEAD, _whose(found, cell)) for cell in found["cells"]]
    told = " ".join(_sentence(f"{upper_first(cell['label'])}: {cell['words']}") for cell in found["cells"])
    sections = [
        doc.Section("answer", "Answer", (*leads, doc.Prose(told, label=studies.SURE), *skipped)),
        *(_section(found, cell, folder) for cell in found["cells"]),
    ]
    title, stamp = f"{found['game'].capitalize()}: autopsy", f"{_command(found)} · {_games(found)} lost games"
    question = "Which decisions lost the lost games?"
    return doc.Document(title, question, found["game"].capitalize(), False, tuple(sections), stamp)


def _whose(found: Found, cell: Found) -> str:
    """Name a cell, where there are several."""
    return cell["label"] if len(found["cells"]) > 1 else ""


def _games(found: Found) -> str:
    return count(sum(cell["games"] for cell in found["cells"]))


def _command(found: Found) -> str:
    asked = found["asked"]
    options = [("--cell", name) for name in asked["cells"]]
    options += [(f"--{name}", asked[name]) for name in ("seat", "policy", "judge") if asked[name] is not None]
    options += [("--games", asked["games"]), ("--chances", found["samples"]), ("--seed", found["seed"])]
    return shlex.join(["analyzer", "autopsy", found["run"], *(str(word) for option in options for word in option)])


def _section(found: Found, cell: Found, folder: Path | None) -> doc.Section:
    parts: list[doc.Part] = [
        doc.Prose(_basis(found, cell), doc.Tone.NOTE),
        _figure(found, cell),
        _kinds(found, cell),
        _sums(cell),
    ]
    return doc.Section(cell["cell"], cell["label"], (*parts, *_examples(cell, folder)))


def _basis(found: Found, cell: Found) -> str:
    return (
        f"Looked at: {cell['games']} of {count(cell['lost'])} games that {cell['whose']} lost, drawn by lot; "
        f"{found['samples']} samples a decision, hidden cards dealt anew, played on by {cell['judge']}."
    )


def _culprits(cell: Found) -> pd.DataFrame:
    rows = [(item["kind"], item["culprits"], item["share"]) for item in cell["kinds"] if item["culprits"]]
    rows.append((NOBODY, cell["games"] - sum(culprits for _, culprits, _ in rows), cell["nobody"]))
    return pd.DataFrame(
        [{"words": words, "culprits": culprits, "share": studies.estimate_in(share)} for words, culprits, share in rows]
    )


def _figure(found: Found, cell: Found) -> doc.Figure:
    frame = _culprits(cell)
    drawn = pd.DataFrame({"label": frame["words"], "group": "lost games", **lists.numbers(frame["share"])})
    title = f"Lost games by the kind of decision that lost them; {cell['label']}"
    alt = f"Dots with intervals: share of {cell['games']} lost games by the kind of decision that lost them."
    note = LOST_BY.format(games=cell["games"])
    figure = lists.effects_figure(f"culprits_{cell['cell']}", title, alt, drawn, "lost games, in percent", note)
    games = f"{cell['games']} of {count(cell['lost'])} lost games, {found['samples']} samples a decision"
    made = asked.source(found, f"judged by {cell['judge']}", games)
    return replace(figure, finding=asked.lost_by(cell).removesuffix("."), source=made)


def _kinds(found: Found, cell: Found) -> doc.Table:
    rows = [row for item in cell["kinds"] for row in _kind_rows(item)]
    nobody = cell["games"] - sum(item["culprits"] for item in cell["kinds"])
    rows.append({"words": NOBODY, "culprits": nobody, "share": studies.estimate_in(cell["nobody"])})
    rows.append(
        {"words": "all", "culprits": cell["games"], "decisions": cell["decisions"]}
        | {"rate": studies.estimate_in(cell["blunders_per_100"])}
    )
    columns = (
        doc.Column("words", "kind of decision"),
        doc.Column("culprits", "games lost by it", doc.Kind.COUNT),
        doc.Column("share", "of the lost games", doc.Kind.PERCENT),
        doc.Column("decisions", "decisions", doc.Kind.COUNT),
        doc.Column("rate", "blunders per 100 decisions", doc.Kind.NUMBER),
    )
    frame = pd.DataFrame(rows).astype({"decisions": "Int64"})
    note = BLUNDER.format(level=f"{100 * found['blunder_level']:g}")
    return doc.Table(f"kinds_{cell['cell']}", "Kinds of decisions", columns, frame, note)


def _kind_rows(item: Found) -> list[dict[str, Any]]:
    """List a kind of decision, then what was wrong with those that lost games."""
    first = {"words": item["kind"], "culprits": item["culprits"], "decisions": item["decisions"]}
    first |= {"share": studies.estimate_in(item["share"]), "rate": studies.estimate_in(item["blunders_per_100"])}
    has_words = any(detail["detail"] for detail in item["details"])
    return [first, *(_detail_row(item, detail) for detail in item["details"] if has_words)]


def _detail_row(item: Found, detail: Found) -> dict[str, Any]:
    words = f"{item['kind']}: {detail['detail'] or 'otherwise'}"
    return {"words": words, "culprits": detail["culprits"], "share": studies.estimate_in(detail["share"])}


def _sums(cell: Found) -> doc.Prose:
    start, given = studies.estimate_in(cell["start"]), studies.estimate_in(cell["given_away"])
    assert start is not None
    assert given is not None
    return doc.Prose(
        f"A lost game began with a win chance of {format_estimate(start, percent=True)}. Its decisions gave away "
        f"{format_estimate(given.shifted(factor=100.0))} points in all; what else was gained and lost was chance, or "
        f"the others. Means of {cell['games']} lost games."
    )


def _examples(cell: Found, folder: Path | None) -> list[doc.Part]:
    parts: list[doc.Part] = []
    for example in cell["examples"]:
        parts += [doc.Prose(_told(example)), *_page(example, folder), doc.Commands((example["command"],))]
    return parts


def _page(example: Found, folder: Path | None) -> list[doc.Part]:
    """Link to the page of an example, if there is one."""
    if folder is None or not example.get("page"):
        return []
    path, _, place = example["page"].partition("#")
    relative = Path(os.path.relpath(path, folder)).as_posix()
    return [doc.Link(f"Deal {example['deal']} as a page, at step {example['step']}", relative, place)]


def _told(example: Found) -> str:
    better, given = example["chance_better"]["value"], example["chance"]["value"]
    loss = studies.estimate_in(example["loss"])
    assert isinstance(loss, Estimate)
    where = f"Deal {example['deal']}, step {example['step']} (turn {example['turn']}, seat {example['seat']})"
    return (
        f"{where}, {example['kind']}: seat {example['seat']} {example['answer']}, and the chance fell from "
        f"{100 * better:.0f} % to {100 * given:.0f} %, by {format_estimate(loss.shifted(factor=100.0))} points "
        f"(n = {loss.n}). Better: {example['better']}. {_since(example)}{example['verdict']}"
    )


def _since(example: Found) -> str:
    words = example["lost_since_words"]
    return f"{upper_first(words)}. " if words else ""


def _sentence(text: str) -> str:
    return f"{text}."
