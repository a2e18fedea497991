"""What single readings and switches change."""

from __future__ import annotations

from typing import Any

from analyzer.analysis.changes import changes
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import change_words, label, players_words
from analyzer.reporting.wording import write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate


def say_readings(results: Results) -> list[str]:
    """Say which reading changes the win rate most, and how far the others may matter."""
    return _say_changes(results, "reading", "reading")


def say_switches(results: Results) -> list[str]:
    """Say which setting of switches changes the win rate most."""
    return _say_changes(results, "switch", "setting")


def _say_changes(results: Results, kind: str, what: str) -> list[str]:
    rows = changes(results, kind).to_dict("records")
    if not rows:
        return []
    by_name: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_name.setdefault(change_words(results, row["cell"]), []).append(row)
    certain = {name for name, own in by_name.items() if any(row["difference"].excludes(0.0) for row in own)}
    others = [row["difference"] for name, own in by_name.items() if name not in certain for row in own]
    best = max(rows, key=lambda row: (row["difference"].excludes(0.0), abs(row["difference"].value)))
    where = f"{label(results, best['reference'])} with {players_words(best['players'])}"
    sentences = [
        how_many(what, len(certain), len(by_name), "the win rate", len({row["reference"] for row in rows})),
        most(what, change_words(results, best["cell"]), where, best["difference"], Kind.POINTS, "the win rate"),
        rest(
            len(by_name) - len(certain), 100.0 * max((difference.reach for difference in others), default=0.0), "points"
        )
        if certain
        else "",
    ]
    return [sentence for sentence in sentences if sentence]


def how_many(what: str, certain: int, of: int, outcome: str, tables: int) -> str:
    """Say how many changes can be told from chance in at least one of the games they were tried in."""
    tried = "" if tables == 1 else f" in at least one of the {tables} games they were tried in"
    if not certain:
        return f"None of the {of} {what}s changes {outcome} by an amount that these deals could show."
    verb = "changes" if certain == 1 else "change"
    return f"{certain} of the {of} {what}s {verb} {outcome} for certain{tried}."


def most(what: str, name: str, where: str, difference: Estimate, kind: Kind, outcome: str) -> str:
    """Say which change does most."""
    amount = write(difference, kind)
    if not difference.excludes(0.0):
        return f"The largest estimate is that of {name} in {where}, {amount} on {outcome}: it may be chance."
    if kind is Kind.POINTS:
        return f"The {what} that changes {outcome} most is {name}: {amount} in {where}."
    verb, size = ("raises", difference) if difference.value > 0 else ("lowers", difference.shifted(factor=-1.0))
    return f"The {what} that changes {outcome} most is {name}, which {verb} it by {write(size, kind)} in {where}."


def rest(count: int, bound: float, unit: str) -> str:
    """Say how much the changes that cannot be told from chance could matter at most."""
    if not count:
        return ""
    others = "The other one moves" if count == 1 else f"The other {count} move"
    return f"{others} it by at most {bound:.2g} {unit}, as far as their intervals reach."
