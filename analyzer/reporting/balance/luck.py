"""Luck by source on a page: what each source decides by itself and in all, by level, and what changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.reporting import document as doc
from analyzer.reporting import lists, wording
from analyzer.reporting.build import Report, write_report
from analyzer.stats import Estimate

Found = Mapping[str, Any]
HOW = (
    "By itself: two games share this source and nothing else; how far do their outcomes agree? In all: they share "
    "everything but this source; how far do they differ? Both are shares of the variance of who wins, with 95 % "
    "intervals. By themselves the sources add up to at most 100 %; the rest is how they meet."
)


def luck_sections(found: Found) -> list[doc.Section]:
    """Write luck by source of a study of balance."""
    study = found["studies"]["luck"]
    told = [f"{table['players']} players, {table['level']}: {table['words']}." for table in study["tables"]]
    tables = [(f"{table['players']} players, {table['level']}", table) for table in study["tables"]]
    return [_section([*told, *study["trends"]], tables)]


def luck_report(found: Found, folder: Path) -> Report:
    """Write the page of `analyzer luck`, made of its document."""
    tables = [(" and ".join(table["who"]), table) for table in found["tables"]]
    section = _section(found["sentences"], tables, found["answer"])
    title, question = f"{found['title']}: luck", "How much is luck, where does it come from, and how much is skill?"
    levels = ",".join(dict.fromkeys(name for table in found["tables"] for name in table["who"]))
    deals = found["tables"][0]["deals"]
    asked = (
        f"analyzer luck {found['game']} --players {found['players']} --variant '{found['variant']}' --levels '{levels}'"
    )
    games = wording.count(sum(table["games"] for table in found["tables"]))
    stamp = f"{asked} --games {deals} --seed {found['seed']} · {games} games"
    commands = doc.Commands(tuple(found["commands"]), "One deal as it was, and with the leading source anew:")
    whole = doc.Section(section.name, section.title, (*section.parts, commands))
    return write_report(
        doc.Document(title, question, found["title"], False, (whole,), stamp), folder, f"{found['game']}_luck"
    )


def _section(told: Sequence[str], tables: Sequence[tuple[str, Found]], answer: str = "") -> doc.Section:
    frame = pd.DataFrame(list(_rows(tables)))
    leads: list[doc.Part] = [doc.Prose(answer, doc.Tone.LEAD), doc.Bullets(tuple(told))] if answer else []
    columns = (
        doc.Column("who", "who plays"),
        doc.Column("source", "source"),
        doc.Column("first", "by itself", doc.Kind.PERCENT),
        doc.Column("total", "in all", doc.Kind.PERCENT),
        doc.Column("deals", "deals", doc.Kind.COUNT),
        doc.Column("unknown", "games cut off", doc.Kind.COUNT),
    )
    return doc.Section(
        "luck",
        "Luck by source",
        (
            *(leads or [doc.Bullets(tuple(told), doc.Tone.LEAD)]),
            _figure(frame),
            doc.Table("luck", "What decides who wins", columns, frame, HOW),
        ),
    )


def _rows(tables: Sequence[tuple[str, Found]]) -> Iterator[dict[str, Any]]:
    for who, table in tables:
        for one in table["sources"]:
            first, total = (Estimate(*one[kind].values()) for kind in ("first_order", "total"))
            counts = {"deals": table["deals"], "unknown": table["unknown"]}
            yield {"who": who, "source": one["source"].replace("-", " "), "first": first, "total": total, **counts}


def _figure(frame: pd.DataFrame) -> doc.Figure:
    drawn = pd.DataFrame({"label": frame["source"], "group": frame["who"], **lists.numbers(frame["total"])})
    figure = lists.effects_figure(
        "luck_by_source",
        "What would be lost without each source",
        f"Dots with intervals: shares of who wins that would be lost without a source; first {frame['source'][0]}.",
        drawn,
        "share of who wins, in all, percent",
        HOW,
        factor=100.0,
    )
    return replace(figure, finding=_finding(frame))


def _finding(frame: pd.DataFrame) -> str:
    """Name the source without which most is lost where the first plays, and the one without which least is."""
    own = frame[frame["who"] == frame["who"][0]]
    values = pd.Series([one.value for one in own["total"]], index=own["source"])
    most, least = (f"the {name} counts {word} ({100.0 * values[name]:.0f}\u00a0%)" for name, word in _ends(values))
    return f"In all, {most}, {least}: {frame['who'][0]}"


def _ends(values: pd.Series) -> tuple[tuple[Any, str], tuple[Any, str]]:
    return (values.idxmax(), "most"), (values.idxmin(), "least")
