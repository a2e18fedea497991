"""The numbers behind the designer's sheet: the course of a game, and what was played again at another level."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from analyzer.reporting import document as doc
from analyzer.reporting import lists
from analyzer.reporting.balance.said import label, title
from analyzer.reporting.studies import estimate_in

Found = Mapping[str, Any]
TABLE = "Intervals of a table hold together at 95 %."
COURSE = {
    "margin": "margin between first and second",
    "lead_changes": "lead changes",
    "settled": "part of the game after which the winner leads for good (median)",
    "deficit": "most by which the later winner was behind (median)",
}
COURSE_SHARES = {
    "without_change": "games in which the lead never changes",
    "leader_wins": "won by who leads alone at half-time",
    "comeback": "games won by a seat that was not ahead at half-time",
}
STAKES = {
    "idle": "turns in which nobody could choose: every question had one legal answer",
    "forced": "questions with one legal answer",
    "at_stake": "choices that move the own win chance by over 5 points, by play-outs of up to four answers",
    "hopeless": "games in which a seat wins under 5 % in its last turn, whatever it answers",
    "kings": "games in which such a seat moves another's win chance by over 10 points: it decides who wins",
}


def course(found: Found) -> Iterator[doc.Section]:
    """Show length, lead, comebacks and what choices decide."""
    tables = found["studies"]["course"]
    columns = (
        doc.Column("group", "table"),
        doc.Column("what", "measure"),
        doc.Column("value", "value", doc.Kind.NUMBER),
    )
    shares = (*columns[:2], doc.Column("value", "share", doc.Kind.PERCENT))
    scores = "Scores during a game are what the game would count if it ended then."
    note = f"{scores} A turn is that of one seat, a round one of each. {lists.INTERVALS}"
    told = (
        doc.Table("course", "The course of a game", columns, _rows(tables, _facts), note),
        doc.Table("course_shares", "Who leads, who catches up, what matters", shares, _rows(tables, _parts), BOUNDED),
        *_comebacks(tables),
    )
    yield doc.Section("course", "The course of a game", told)


BOUNDED = (
    "Play-outs begin at one question of a game, drawn by lot, and at those of every seat's last turn; what is at stake "
    "is bounded by the questions for which it is certain. 95 % intervals."
)


def _rows(tables: Sequence[Found], facts: Callable[[Found], Iterator[tuple[str, Found]]]) -> pd.DataFrame:
    rows = [
        {"group": label(table), "what": what, "value": estimate_in(one)}
        for table in tables
        for what, one in facts(table)
    ]
    return pd.DataFrame(rows)


def _facts(table: Found) -> Iterator[tuple[str, Found]]:
    for name in ("turns", "rounds", "decisions"):
        yield from ((f"{name}, {key}", one) for key, one in table[name].items())
    yield from ((words, table[name]) for name, words in COURSE.items() if table[name] is not None)


def _parts(table: Found) -> Iterator[tuple[str, Found]]:
    yield from ((f"games that end: {cause}", one) for cause, one in table["endings"].items())
    yield from ((words, table[name]) for name, words in COURSE_SHARES.items() if table[name] is not None)
    yield from ((words, table["stakes"][name]) for name, words in STAKES.items() if table["stakes"][name] is not None)


def _comebacks(tables: Sequence[Found]) -> Iterator[doc.Table]:
    rows = [
        {
            "group": label(table),
            "time": f"after {one['time']}",
            "behind": _between(one),
            "share": estimate_in(one["share"]),
        }
        | {"seats": one["share"]["games"]}
        for table in tables
        for one in table["comebacks"]
    ]
    columns = (
        doc.Column("group", "table"),
        doc.Column("time", "part of the game"),
        doc.Column("behind", "points behind"),
        doc.Column("share", "still wins", doc.Kind.PERCENT),
        doc.Column("seats", "seats that were", doc.Kind.COUNT),
    )
    note = f"Seats behind by about so much, cut into thirds over all three times. {lists.INTERVALS}"
    if rows:
        yield doc.Table("comebacks", "Who still wins from behind?", columns, pd.DataFrame(rows), note)


def _between(one: Found) -> str:
    low, high = f"{one['low']:g}", f"{one['high']:g}"
    return low if low == high else f"{low} to {high}"


def stronger(found: Found) -> Iterator[doc.Section]:
    """Show what was played again at another level."""
    checks, parts = found["studies"]["stronger"], []
    rows = [
        {"group": label(one), "label": f"position {place}", "fair": one["fair"], "share": estimate_in(share)}
        | {"after": estimate_in(one["evened"][place - 1]) if one["evened"] else None, "deals": one["deals"]}
        for one in checks
        for place, share in enumerate(one["shares"], 1)
    ]
    columns = (
        doc.Column("group", "table"),
        doc.Column("label", "turn position"),
        doc.Column("share", "win share", doc.Kind.PERCENT),
        doc.Column("fair", "fair share", doc.Kind.PERCENT),
        doc.Column("after", "with the handicap that was found", doc.Kind.PERCENT),
        doc.Column("deals", "deals", doc.Kind.COUNT),
    )
    parts.append(
        doc.Table("stronger_order", "Turn order at another level", columns, pd.DataFrame(rows), _order_note(checks))
    )
    again = [
        {"group": label(one), "component": title(found, item["component"]), "found": estimate_in(item["found"])}
        | {"here": estimate_in(item["here"]), "certain": "yes" if item["here"]["certain"] else ""}
        for one in checks
        for item in one["components"]
    ]
    own = (
        doc.Column("group", "table"),
        doc.Column("component", "component"),
        doc.Column("found", "worth where it was found", doc.Kind.POINTS),
        doc.Column("here", "worth here", doc.Kind.POINTS),
        doc.Column("certain", "certain here, all together"),
    )
    if again:
        parts.append(
            doc.Table(
                "stronger_components", "The largest components", own, pd.DataFrame(again), _components_note(checks)
            )
        )
    yield doc.Section("stronger", "Does it hold at stronger play?", tuple(parts))


def _order_note(checks: Sequence[Found]) -> str:
    told = ", ".join(f"{label(one)}: {100 * one['smallest_shown']:.1f}" for one in checks)
    return f"{TABLE} The smallest distance from a fair share that the deals show, in points: {told}."


def _components_note(checks: Sequence[Found]) -> str:
    told = ", ".join(f"{label(one)}: {100 * one['smallest_component']:.1f}" for one in checks if one["components"])
    return f"{lists.INTERVALS} The smallest worth that the deals show, all together, in points: {told}."
