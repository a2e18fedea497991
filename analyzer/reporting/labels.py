"""How cells, variants and numbers of players are called in a report; what rests on assumed rules carries a dagger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from analyzer.runs.results import Results

DAGGER = "†"
LEGEND = "† rests on assumed rules beyond those of the plain game: see Assumptions."
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def label(results: Results, cell: str) -> str:
    """Name the variant of a cell, with the switches set on top of it and the mark of assumed rules."""
    entry = results.entry(cell)
    return marked(setting_words(entry["variant"], entry["sets"]), is_assumed(results, entry))


def variant_label(results: Results, variant: str) -> str:
    """Name a variant; marked if it rests on assumed rules whatever is set on top of it."""
    entries = [entry for entry in results.manifest["cells"] if entry["variant"] == variant]
    return marked(variant, bool(entries) and all(is_assumed(results, entry) for entry in entries))


def is_assumed(results: Results, entry: dict[str, Any]) -> bool:
    """Tell whether a cell rests on assumed rules that the plain game does without."""
    game = results.manifest["game"]
    sources = {variant["name"]: variant["source"] for variant in game["variants"]}
    own = set(entry["assumed"]) - set(game["assumed"])
    return bool(own) or any(sources.get(part) == "assumed" for part in entry["variant"].split("+"))


def marked(name: str, is_marked: bool) -> str:
    """Put the dagger behind a name."""
    return f"{name}{DAGGER}" if is_marked else name


def legend(names: Iterable[str]) -> str:
    """Explain the dagger if any of the names carries it."""
    return LEGEND if any(DAGGER in name for name in names) else ""


def setting_words(variant: str, sets: Sequence[str]) -> str:
    """Write a variant with what is set on top of it."""
    return ", ".join([variant, *(set_words(text) for text in sets)])


def set_words(text: str) -> str:
    """Write `switch=value` for readers."""
    name, sign, value = text.partition("=")
    return f"{name} = {value}" if sign else text


def players_words(count: int) -> str:
    """Write a number of players as a sentence does."""
    return f"{number_words(count)} player{'' if count == 1 else 's'}"


def number_words(count: int) -> str:
    """Write a small number in words."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def seat_words(seat: int) -> str:
    """Name a seat as the command line does, counted from 0."""
    return f"seat {seat}"


def notes(*texts: str) -> str:
    """Join what is to be said below a table or a figure."""
    return " ".join(text for text in texts if text)
