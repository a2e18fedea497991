"""Which icon each variant should carry by the fixed cut points of its game, and on what that depends.

The icon is read from the win rate of one policy with one number of players. It is asked again of every level of play
from casual up, of every other number of players, and under every other reading of the rules that was played, here or in
a run of readings beside this one. All intervals that decide it hold together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyzer.analysis import certainty, frames, levels, places, tables
from analyzer.runs.stored.manifest_file import IconScale
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate, proportions
from analyzer.stats import icons as icon_models

DEALS, SKILL, PLAYERS, RULE = "deals", "skill", "players", "rule"
LOWEST = "casual"  # level from which on players count: the floor does not think
COLUMNS = ["variant", "win_rate", "printed", "icons", "answers", "changes"]


@dataclass(frozen=True)
class Answer:
    """Say of an icon in one place whether it holds: what was asked (a kind, and its name), and what fits there."""

    kind: str
    name: str
    held: icon_models.Held


@dataclass(frozen=True)
class Recommendation:
    """Hold a row for every variant with the answers that do not simply agree, and what was asked in all."""

    scale: IconScale
    table: pd.DataFrame
    fewest: int  # printed icons that even the kindest cut points would change
    levels: tuple[str, ...]
    players: tuple[int, ...]
    readings: int


@dataclass(frozen=True)
class _Place:
    """The cells of one place where icons are asked for, by variant."""

    kind: str
    name: str
    cells: Mapping[str, dict[str, Any]]


@frames.remembered
def recommend(results: Results) -> Recommendation | None:
    """Recommend icons for the variants that are harder than the plain game; None where their policy did not play."""
    scale = results.manifest.game.words.icons
    if scale is None or not frames.factors_of(results).has_icons:
        return None
    own = _own_cells(results, scale)
    if len(own) < frames.LEAST_ICONS:
        return None
    others, readings = list(_places(results, scale, own)), list(_readings(results, scale, own))
    level = certainty.each(results)
    icons = {name: icon_models.icons_at(row["win_rate"].value, scale.cuts) for name, row in own.items()}
    answers = _answers(scale, icons, own, others, readings, level)
    answers += [(name, answer) for name in own for answer in _unasked(results, own[name], others, readings)]
    rows = [_row(results, name, own[name], icons[name], answers) for name in own]
    rows.sort(key=lambda row: row["win_rate"].value)
    return Recommendation(
        scale,
        frames.frame(rows, COLUMNS),
        _fewest(rows),
        tuple(place.name for place in others if place.kind == SKILL),
        tuple(int(place.name) for place in others if place.kind == PLAYERS),
        len({name for name, _, _ in readings}),
    )


def changed(results: Results) -> frozenset[str] | None:
    """Name the variants whose printed icon is not the recommended one; None without a recommendation."""
    found = recommend(results)
    return None if found is None else frozenset(found.table[found.table["changes"].astype(bool)]["variant"])


def _fewest(rows: list[dict[str, Any]]) -> int:
    known = [row for row in rows if row["printed"] is not None]
    classes = max((row["printed"] for row in known), default=1)
    return icon_models.fewest_changes(
        [-row["win_rate"].value for row in known], [row["printed"] for row in known], classes
    )


def _row(
    results: Results, variant: str, cell: Mapping[str, Any], icons: int, answers: list[tuple[str, Answer]]
) -> dict[str, Any]:
    printed = {item.name: item.icons for item in results.manifest.game.variants}.get(variant)
    own = tuple(answer for name, answer in answers if name == variant)
    is_changed = printed is not None and printed != icons
    return dict(zip(COLUMNS, (variant, cell["win_rate"], printed, icons, own, is_changed), strict=True))


def _own_cells(results: Results, scale: IconScale) -> dict[str, dict[str, Any]]:
    """Take the cells that decide the icons; a variant that is not harder than the plain game needs none."""
    found = _cells_of(results, policy=scale.policy, players=scale.players)
    plain = found.pop(frames.factors_of(results).plain, None)
    return {n: row for n, row in found.items() if plain is None or row["win_rate"].value < plain["win_rate"].value}


def _cells_of(results: Results, **factors: Any) -> dict[str, dict[str, Any]]:
    """Take the cells of some factors by variant, with nothing set on top."""
    cells = places.scaled_cells(results)
    for name, value in {**factors, "switches": ""}.items():
        cells = cells[cells[name] == value]
    return {str(row["variant"]): row for row in cells.to_dict("records")}


def _places(results: Results, scale: IconScale, own: Mapping[str, Any]) -> Iterator[_Place]:
    """Go through the other levels and the other numbers of players, each beside what the scale names."""
    for level, policy in asked_levels(results).items():
        if policy != scale.policy:
            yield from _place(SKILL, level, _cells_of(results, policy=policy, players=scale.players), own)
    for count in sorted(frames.factors_of(results).players):
        if count != scale.players:
            yield from _place(PLAYERS, str(count), _cells_of(results, policy=scale.policy, players=count), own)


def _place(kind: str, name: str, cells: Mapping[str, dict[str, Any]], own: Mapping[str, Any]) -> Iterator[_Place]:
    shared = {variant: row for variant, row in cells.items() if variant in own}
    if len(shared) >= frames.LEAST_ICONS:
        yield _Place(kind, name, shared)


def asked_levels(results: Results) -> dict[str, str]:
    """Give the policy of every level that the run has from casual up, and of the levels of groups."""
    ladder = list(results.manifest.game.levels)
    below = ladder[: ladder.index(LOWEST)] if LOWEST in ladder else []
    played = levels.level_rates(results).groupby("level", sort=False)["policy"].first()
    return {str(name): str(policy) for name, policy in played.items() if name not in below}


Reading = tuple[str, str, dict[str, Any]]  # its name, the variant, and the cell


def _readings(results: Results, scale: IconScale, own: Mapping[str, Any]) -> Iterator[Reading]:
    """Go through the cells in which one reading was set alone, of this run and of the one beside it."""
    for run in (results, *results.beside):
        cells = {row["cell"]: row for row in tables.win_rates(run).to_dict("records")}
        for cell, reference in frames.references_of(run)["reading"]:
            entry = run.entry(reference)
            is_alike = (entry.policy, entry.players) == (scale.policy, scale.players) and not entry.changes
            if is_alike and entry.variant in own and cell in cells:
                yield run.entry(cell).sets[-1], entry.variant, cells[cell]


def _answers(
    scale: IconScale,
    icons: Mapping[str, int],
    own: Mapping[str, dict[str, Any]],
    others: list[_Place],
    readings: list[Reading],
    level: float,
) -> list[tuple[str, Answer]]:
    """Ask for every icon everywhere, and keep what does not agree for certain."""
    found = [
        (name, Answer(DEALS, "", icon_models.fits(icons[name], _rate(own[name], level), scale.cuts))) for name in own
    ]
    for place in others:
        held = icon_models.hold(icons, {name: _rate(row, level) for name, row in place.cells.items()})
        found += [(name, Answer(place.kind, place.name, held[name])) for name in place.cells]
    for name, variant, row in readings:
        found.append((variant, Answer(RULE, name, icon_models.fits(icons[variant], _rate(row, level), scale.cuts))))
    return [(name, answer) for name, answer in found if answer.held.verdict in (icon_models.OPEN, icon_models.OTHER)]


def _rate(row: Mapping[str, Any], level: float) -> Estimate:
    return proportions.win_rate(int(row["wins"]), int(row["games"]), int(row["unknown"]), level)


def _unasked(
    results: Results, row: Mapping[str, Any], others: list[_Place], readings: list[Reading]
) -> Iterator[Answer]:
    """Say where an icon was not asked for: no cell was played, or no other reading of what the variant assumes."""
    nothing = icon_models.Held(icon_models.OPEN, 0, 0)
    yield from (Answer(place.kind, place.name, nothing) for place in others if row["variant"] not in place.cells)
    assumed = set(results.entry(row["cell"]).assumed) - set(results.manifest.game.assumed)
    if assumed and all(variant != row["variant"] for _, variant, _ in readings):
        yield Answer(RULE, "", nothing)
