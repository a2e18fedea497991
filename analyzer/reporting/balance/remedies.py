"""What prices would do, and how far players can be exploited: sections of the report on balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from analyzer.reporting import document as doc
from analyzer.reporting import lists, wording
from analyzer.reporting.balance.said import label, title
from analyzer.reporting.studies import estimate_in

Found = Mapping[str, Any]
BOUGHT = (
    "Every seat begins with a purse that pays for any of them, and one seat buys a component out of it before the "
    "game. Beside it stands the mean of the others of its kind at their prices; the price holds in the game too, with "
    "all that hangs on it. Prices are looked for where the difference is worth a look, three from either end, on fresh "
    "deals; the price that is found is played on yet others."
)
TUNED = (
    "A reply is searched by turning knobs and banning kinds of answers; what it wins is played on deals that no search "
    "has seen, at every seat in turn. It is the best reply that was found: a better one may exist, so that the numbers "
    "are what a player can be exploited by at least. The mixture sits at all other seats, one of its players at a time."
)


def prices(found: Found) -> Iterator[doc.Section]:
    """Show what buying each component is worth, and at which price it is worth what others are."""
    columns = (
        doc.Column("component", "component"),
        doc.Column("listed", "price", doc.Kind.NUMBER),
        doc.Column("bought", "win share gained by buying it", doc.Kind.POINTS),
        doc.Column("excess", "above the others at their prices", doc.Kind.POINTS),
        doc.Column("needed", "worth what others are at", doc.Kind.NUMBER),
        doc.Column("fresh", "the difference at that price, on fresh deals", doc.Kind.POINTS),
        doc.Column("reason", "why there is no such price"),
    )
    for table in found["studies"]["prices"]:
        name, told = f"prices_{table['players']}_{table['level']}", f"Prices, {label(table)}"
        shown = doc.Table(
            name, told, columns, pd.DataFrame([_price_row(found, one) for one in table["prices"]]), _note(table)
        )
        yield doc.Section(name, told, (*_unpriced(table), *([shown] if table["prices"] else [])))


def _note(table: Found) -> str:
    smallest = table["smallest_shown"]
    shown = "" if smallest is None else f"; the smallest difference that they show: {100 * smallest:.1f} points"
    return f"{BOUGHT} {wording.count(table['deals'])} deals each{shown}. {lists.INTERVALS}"


def _unpriced(table: Found) -> list[doc.Part]:
    told = (f"{kind}: {reason}" for kind, reason in table["unpriced"].items())
    return [doc.Prose(f"Not bought: {'; '.join(told)}.", doc.Tone.NOTE)] if table["unpriced"] else []


def _price_row(found: Found, one: Found) -> dict[str, Any]:
    return {
        "component": title(found, one["component"]),
        "listed": one["listed"],
        "bought": estimate_in(one["bought"]),
        "excess": estimate_in(one["excess"]),
        "needed": estimate_in(one["needed"]),
        "fresh": estimate_in(one["fresh"]),
        "reason": one["reason"],
    }


def exploits(found: Found) -> Iterator[doc.Section]:
    """Show what the best replies win, and what they are."""
    rows = [
        {
            "group": label(one),
            "opponent": f"{one['opponent']}: {', '.join(one['field'])}",
            "beyond": estimate_in(one["exploitability"]),
            "gain": estimate_in(one["gain"]),
            "reply": one["reply"],
            "verdict": one["verdict"],
        }
        for one in found["studies"]["exploits"]
    ]
    columns = (
        doc.Column("group", "table"),
        doc.Column("opponent", "against"),
        doc.Column("beyond", "the reply wins beyond a fair share", doc.Kind.POINTS),
        doc.Column("gain", "what tuning added to where it began", doc.Kind.POINTS),
        doc.Column("verdict", "verdict"),
        doc.Column("reply", "the reply"),
    )
    table = doc.Table("exploits", "Exploits", columns, pd.DataFrame(rows), f"{TUNED} {_shown(found)} {lists.TOGETHER}")
    yield doc.Section("exploits", "Can the players be exploited?", (table,))


def _shown(found: Found) -> str:
    told = [f"{100 * one['smallest_shown']:.1f}" for one in found["studies"]["exploits"]]
    return f"Effects of {', '.join(dict.fromkeys(told))} points would show."
