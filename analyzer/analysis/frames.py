"""Tables whose cells may be estimates, what a game calls its measures, and what a run varied."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import pandas as pd

from analyzer.runs.stored.manifest_file import CellEntry
from analyzer.runs.stored.results import Results
from analyzer.stats.estimate import Estimate, Significance

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

FACTORS = ["cell", "variant", "setting", "players", "policy"]


def frame(rows: Iterable[dict[str, Any]], columns: list[str]) -> pd.DataFrame:
    """Make a table that has its columns even without rows."""
    return pd.DataFrame(list(rows), columns=columns)


def remembered(
    ask: Callable[Concatenate[Results, Given], Answer],
) -> Callable[Concatenate[Results, Given], Answer]:
    """Keep the answer with the results: a report asks the same question in several sections.

    Whoever gets a table from a remembered function must not change it.
    """

    @wraps(ask)
    def answer(results: Results, /, *args: Given.args, **options: Given.kwargs) -> Answer:
        key = (ask.__module__, ask.__qualname__, repr(args), repr(sorted(options.items())))
        if key not in results.answers:
            results.answers[key] = ask(results, *args, **options)
        found: Answer = results.answers[key]
        return found

    return answer


def spread(table: pd.DataFrame) -> pd.DataFrame:
    """Replace each column of estimates by value, low, high, level, n and method: a table for CSV.

    A row without an estimate leaves all of them empty.
    """
    columns: dict[str, Any] = {}
    for name in table.columns:
        parts = [item.as_dict() if isinstance(item, Estimate | Significance) else {} for item in table[name]]
        fields = next((list(part) for part in parts if part), [])
        for field in fields:
            label = str(name) if field == "value" else f"{name}_{field}"
            values = [part.get(field) for part in parts]
            columns[label] = pd.Series(values, dtype=object if None in values else None)  # a gap makes no n a float
        if not fields:
            columns[str(name)] = list(table[name])
    return pd.DataFrame(columns)


def measure_words(results: Results, name: str) -> str:
    """Write a measure in words; one that has none by its name."""
    return results.manifest.game.words.measures.get(name, name.replace("_", " "))


KINDS = ("reading", "other", "variant", "switch", "policy")
LEAST_ICONS = 4  # variants that could carry icons, below which an order of them says nothing
LEAST_PRINTED = 3  # variants with printed icons, below which these tell no order
Sets = tuple[tuple[str, bool | int | float | str], ...]  # switches or components with their values, as a key


@dataclass(frozen=True)
class Factors:
    """The factors of a design, each in the order of the spec."""

    plain: str  # the variant that changes nothing: the first one of the game
    variants: tuple[str, ...]
    sets: tuple[Sets, ...]  # what is set on top of a variant
    players: tuple[int, ...]
    policies: tuple[str, ...]
    has_sums: bool
    alone: frozenset[str]  # switches of which each value was set alone
    field: str | None  # who sat at all other seats
    is_cooperative: bool  # some cell is
    is_competitive: bool  # some cell is
    varies_deals: bool  # some cells may have more of them than others
    varies_players: bool
    varies_sight: bool  # some policy overlooks options
    varies_sets: bool
    has_balance: bool  # studies of balance were asked for
    has_icons: bool  # the game prints icons, and there are enough variants for an order of them
    orders_icons: bool  # enough variants carry printed icons for these to tell an order
    has_contrasts: bool  # the spec asks which of two cells is harder
    names_leaderboard: bool  # the spec asks for that section


@remembered
def factors_of(results: Results) -> Factors:
    """Read the factors of a run."""
    asked, game = results.manifest.experiment, results.manifest.game
    cells = results.manifest.cells
    variants, players = (tuple(dict.fromkeys(getattr(cell, name) for cell in cells)) for name in ("variant", "players"))
    sets = tuple(dict.fromkeys(sets_of(cell) for cell in cells))
    is_open = asked.until is not None or results.manifest.status != "complete"
    return Factors(
        plain=game.variants[0].name,
        variants=variants,
        sets=sets,
        players=players,
        policies=tuple(dict.fromkeys(policy for cell in cells for policy in cell.policies)),
        has_sums=asked.sums is not None or any(len(cell.parts) > 1 for cell in cells),
        alone=frozenset(asked.alone),
        field=results.manifest.field,
        is_cooperative=any(not cell.is_competitive for cell in cells),
        is_competitive=any(cell.is_competitive for cell in cells),
        varies_deals=is_open or any(cell.deals is not None for cell in cells),
        varies_players=len(players) > 1,
        varies_sight="sight" in results.cells,
        varies_sets=len(sets) > 1,
        has_balance=asked.balance is not None,
        has_icons=game.words.icons is not None and len(variants) >= LEAST_ICONS,
        orders_icons=sum(item.icons is not None for item in game.variants if item.name in variants) >= LEAST_PRINTED,
        has_contrasts=bool(asked.contrast),
        names_leaderboard="leaderboard" in asked.sections,
    )


def sets_of(entry: CellEntry) -> Sets:
    """Give what is set on top of the variant of a cell, as a key."""
    return tuple(entry.changes.items())


def standing(results: Results, entry: CellEntry) -> str:
    """Tell whether what a cell sets alone is a reading, or for experiments, of the simulator, or against the book."""
    name, text = list(entry.change_texts.items())[-1]
    switch = next((item for item in results.manifest.game.switches if item.name == name), None)
    if switch is None:
        return "value"
    if switch.role != "rule":
        return str(switch.role)
    is_printed = switch.source == "rulebook" and switch.source_of.get(text.lower(), "assumed") == "assumed"
    return "against" if is_printed else "reading"


def is_alone(results: Results, entry: CellEntry) -> bool:
    """Tell whether a switch was set alone in a cell."""
    return not factors_of(results).alone.isdisjoint(entry.changes)


@remembered
def bare_names(results: Results) -> dict[str, str]:
    """Give by its label the name without knobs of every policy that sat in a run."""
    pairs = (pair for cell in results.manifest.cells for pair in zip(cell.policies, cell.seats, strict=True))
    return {label: seat.head for label, seat in pairs}


@remembered
def references_of(results: Results) -> dict[str, list[tuple[str, str]]]:
    """Give per kind of change the cells with the one that each is to be compared with.

    A reading, and whatever else was set alone, is compared with the same cell without it, a variant with the plain
    game, a setting of switches with the first one of the spec, a policy with the first one; all else is equal.
    """
    played = [results.entry(cell) for cell in results.blocks["cell"].unique()]
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    known = {_key(entry): entry.cell for entry in played}
    for entry in played:
        for kind, key in _other_keys(results, entry).items():
            if known.get(key, entry.cell) != entry.cell:
                found[kind].append((entry.cell, known[key]))
    return found


def _key(entry: CellEntry) -> tuple[Any, ...]:
    return entry.variant, sets_of(entry), entry.players, tuple(entry.policies)


def _other_keys(results: Results, entry: CellEntry) -> dict[str, tuple[Any, ...]]:
    factors, (variant, sets, players, policies) = factors_of(results), _key(entry)
    if sets and sets[-1][0] in factors.alone:
        kind = "reading" if standing(results, entry) == "reading" else "other"
        return {kind: (variant, sets[:-1], players, policies)}
    others = {
        "variant": (factors.plain, sets, players, policies),
        "switch": (variant, factors.sets[0], players, policies),
    }
    if len(set(policies)) == 1:
        others["policy"] = (variant, sets, players, (factors.policies[0],) * players)
    return others
