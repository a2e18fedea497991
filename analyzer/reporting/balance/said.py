"""Words that the sheet of a balance is made of: names, shares, lists and handicaps as people say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
PARTS = {2: "a half", 3: "a third", 4: "a quarter", 5: "a fifth", 6: "a sixth"}
CLOSE = 0.02  # shares nearer to a fair one are written with a decimal

Found = Mapping[str, Any]  # the document of a balance, or a part of it


def label(table: Found) -> str:
    """Name a table."""
    return f"{table['players']} players, {table['level']}"


def percent(value: float) -> str:
    """Write a share in whole percents."""
    return f"{100 * value:.0f} %"


def near(value: float, fair: float) -> str:
    """Write a share that stands beside a fair one: with a decimal where whole percents would hide the difference."""
    return percent(value) if abs(value - fair) >= CLOSE else f"{100 * value:.1f} %"


def points(value: float) -> str:
    """Write a difference of shares in points."""
    return f"{100 * value:+.1f}".replace("-", "−")


def kind_of(name: str) -> str:
    """Give the kind of a component: a report knows no game, and has the names as a study wrote them."""
    return name.rpartition(":")[0]


def spoken(name: str) -> str:
    """Write the name of a component or strategy as people say it, without its kind."""
    return name.rpartition(":")[2].replace("_", " ").replace("-", " ")


def title(found: Found, component: str) -> str:
    """Give the name that the data of the game have for a component."""
    return str(found.get("titles", {}).get(component) or spoken(component))


def listed(words: Sequence[str]) -> str:
    """Put words into a list that can be said."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def an(noun: str) -> str:
    """Put the article before a noun."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def handicap_words(given: Sequence[int], unit: str) -> str:
    """Write a handicap by turn position as people say it, as in "2 more coins for the second player"."""
    return listed([f"{_more(amount, unit)} for the {PLACES[n]} player" for n, amount in enumerate(given) if amount])


def _more(amount: int, unit: str) -> str:
    counted = unit.removesuffix("s") if abs(amount) == 1 else unit
    return f"{abs(amount)} {'more' if amount > 0 else 'fewer'} {counted}"


def lead_words(table: Found) -> str:
    """Say how often an early lead wins."""
    ahead = table["leader_wins"]
    if ahead is None:
        return "Nobody ever leads alone at half-time"
    return f"Who leads alone at half-time wins {percent(ahead['value'])} of the games"
