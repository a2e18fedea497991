"""The sheet in short: what a designer asked first, in a sentence each, over all tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.reporting.balance.answers import FINE, ORDER, Line
from analyzer.reporting.balance.pieces import between, told_of
from analyzer.reporting.balance.said import Found, kind_of, label, lead_words, listed, title

NAMED = 3  # components from either end


def in_short(found: Found, lines: Sequence[Line]) -> Iterator[str]:
    """Say who needs compensation, what is too strong and too weak, which strategy pays, and where luck comes from."""
    studies = found["studies"]
    orders = [line for line in lines if line.question == ORDER]
    if told := [*map(_compensation, orders, studies.get("turn-order", {}).get("tables", ()))]:
        yield f"Compensation for the turn order: {'; '.join(told)}."
    for table in studies.get("components", ())[:1]:
        yield from _components(found, table)
    if "strategies" in studies and studies["strategies"]["bans"]:
        yield _strategy(studies["strategies"])
    for table in studies.get("course", ())[:1]:
        yield f"{lead_words(table)} ({label(table)})."
    for table in studies.get("luck", {}).get("tables", ())[:1]:
        yield f"Luck: {table['words']} ({label(table)})."


def _strategy(study: Found) -> str:
    """Say of the first table which of the rival strategies pays most, or which strategy does."""
    first = label(study["bans"][0])
    own = sorted((ban for ban in study["bans"] if label(ban) == first), key=lambda ban: -ban["cost"]["value"])
    return f"{between(own, study.get('rivals', ())) or next(told_of(own))} ({first})."


def _compensation(line: Line, table: Found) -> str:
    if line.verdict == FINE:
        return f"{'none is needed' if table['uneven'] else 'no need for any shows'} ({line.table})"
    return f"{line.remedy or 'some is needed, but none was found'} ({line.table})"


def _components(found: Found, table: Found) -> Iterator[str]:
    """Name for every kind what is too strong and too weak for certain."""
    given = [one for one in table["components"] if one["grant"] is not None]
    for kind in dict.fromkeys(kind_of(one["component"]) for one in given):
        own = [one for one in given if kind_of(one["component"]) == kind]
        strong = [one for one in own if one["verdict"] == "stronger than the others"][:NAMED]
        weak = [one for one in own[::-1] if one["verdict"] == "weaker than the others"][:NAMED]
        ends = [
            f"{word} {listed([title(found, one['component']) for one in several])}"
            for word, several in (("strongest", strong), ("weakest", weak))
            if several
        ]
        told = f"Of the kind {kind}, for certain: {'; '.join(ends)}" if ends else f"No {kind} stands out for certain"
        yield f"{told} ({label(table)})."
