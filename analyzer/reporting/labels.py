"""How cells, variants and numbers of players are called in a report; what rests on assumed rules carries a dagger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from analyzer.analysis.factors import factors_of
from analyzer.runs.manifest_file import CellEntry, Manifest
from analyzer.runs.results import Results

DAGGER = "†"
LEGEND = "† rests on assumed rules beyond those of the plain game: see Assumptions."
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def label(results: Results, cell: str) -> str:
    """Name the variant of a cell, with the switches set on top of it and the mark of assumed rules."""
    entry = results.entry(cell)
    words = ", ".join([entry.variant, *sets_words(entry)])
    return _marked(words, is_assumed(results, entry))


def shown_label(results: Results, cell: str) -> str:
    """Name the variant of a cell alone, for lists whose cells share what is set on top; with its mark."""
    entry = results.entry(cell)
    return _marked(entry.variant, is_assumed(results, entry))


def variant_label(results: Results, variant: str) -> str:
    """Name a variant; marked if it rests on assumed rules whatever is set on top of it."""
    entries = [entry for entry in results.manifest.cells if entry.variant == variant]
    if not entries:
        return _marked(variant, _is_part_assumed(results, variant))
    return _marked(variant, all(is_assumed(results, entry) for entry in entries))


def _is_part_assumed(results: Results, part: str) -> bool:
    """Tell whether a variant that was played in sums only is assumed: by what these share and no other cell has."""
    shared, cells = set(results.manifest.game.assumed), [c for c in results.manifest.cells if not c.changes]
    sources = {variant.name: variant.source for variant in results.manifest.game.variants}
    having = [set(cell.assumed) - shared for cell in cells if part in cell.parts]
    lacking = [set(cell.assumed) for cell in cells if part not in cell.parts]
    own = set.intersection(*having).difference(*lacking) if having else set()
    return bool(own) or sources.get(part) == "assumed"


def contest_label(results: Results, row: dict[str, Any]) -> str:
    """Name a competitive cell as far as the run varied it."""
    factors = factors_of(results)
    parts = [label(results, row["cell"])] if len(factors.variants) > 1 or len(factors.sets) > 1 else []
    parts += [players_words(int(row["players"]))] if len(factors.players) > 1 or not parts else []
    parts += [str(row["policy"])] if len(factors.policies) > 1 else []
    return ", ".join(parts)


def spec_words(manifest: Manifest) -> str:
    """Give the path of the spec as others have it: never a path of this machine."""
    path = Path(manifest.spec_file)
    is_elsewhere = path.is_absolute() or ".." in path.parts
    return path.name if is_elsewhere else path.as_posix()


def change_words(results: Results, cell: str) -> str:
    """Name what is set in a cell on top of its variant."""
    entry = results.entry(cell)
    alone = factors_of(results).alone
    words = sets_words(entry)
    return ", ".join(words[-1:] if alone else words) or str(entry.variant)


def is_assumed(results: Results, entry: CellEntry) -> bool:
    """Tell whether a cell rests on assumed rules that the plain game does without."""
    game = results.manifest.game
    sources = {variant.name: variant.source for variant in game.variants}
    own = set(entry.assumed) - set(game.assumed)
    return bool(own) or any(sources.get(part) == "assumed" for part in entry.parts)


def _marked(name: str, is_marked: bool) -> str:
    """Put the dagger behind a name."""
    return f"{name}{DAGGER}" if is_marked else name


def legend(names: Iterable[str]) -> str:
    """Explain the dagger if any of the names carries it."""
    return LEGEND if any(DAGGER in name for name in names) else ""


def sets_words(entry: CellEntry) -> list[str]:
    """Write for readers what is set in a cell on top of its variant."""
    return [f"{name} = {text}" for name, text in entry.change_texts.items()]


def players_words(count: int) -> str:
    """Write a number of players as a sentence does."""
    return f"{number_words(count)} player{'' if count == 1 else 's'}"


def counts_words(counts: Sequence[int]) -> str:
    """Write several numbers of players as a sentence does; a row of three or more by its ends."""
    numbers = sorted(int(count) for count in counts)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{number_words(numbers[0])} to {players_words(numbers[-1])}"
    *first, last = numbers
    listed = ", ".join(map(number_words, first))
    return f"{listed} and {players_words(last)}" if first else players_words(last)


def number_words(count: int) -> str:
    """Write a small number in words."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def seat_words(seat: int) -> str:
    """Name a seat as the command line does, counted from 0."""
    return f"seat {seat}"


def position_words(place: int) -> str:
    """Name a place in the turn order, counted from 0: whoever begins plays first."""
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"


def notes(*texts: str) -> str:
    """Join what is to be said below a table or a figure."""
    return " ".join(text for text in texts if text)
