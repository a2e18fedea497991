"""Paired differences: variants, readings and policies compared on the same deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis.changes import changes
from analyzer.analysis.comparisons import MOST_ARMS, paired_differences
from analyzer.analysis.factors import factors_of
from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Column, Figure, Kind, Part, Prose, Section, Table
from analyzer.reporting.figures.matrix import draw_matrix
from analyzer.reporting.figures.sizes import square
from analyzer.reporting.labels import change_words, label, legend, notes, players_words, sets_words, variant_label
from analyzer.reporting.names import played_by, policy_words
from analyzer.reporting.parts.lists import effects_figure, largest_of, numbers
from analyzer.reporting.sentences.basis import many_arms, saved_games
from analyzer.reporting.sentences.changes import MADE_FOR_DEFAULT, say_collapses
from analyzer.reporting.shown import shown_cells, where_words
from analyzer.reporting.wording import written
from analyzer.runs.results import Results

PLACE = 40
MOST_NAMES = 16  # of a matrix
MOST_LINES = 24  # of a list of changes
TOGETHER = (
    "All intervals of the table hold together at 95 % (Bonferroni); p-values are McNemar's, adjusted by Holm's method."
)
KINDS = {
    "reading": ("Readings against the default reading", "reading", "in"),
    "switch": ("Settings against {first}", "setting", "in"),
    "variant": ("Variants against the plain game", "variant", "against"),
    "policy": ("Policies against {first}", "policy", "in"),
}


def build(results: Results) -> Section | None:
    """Compare cells on their common deals."""
    factors = factors_of(results)
    matrix = _matrix(results) if len(factors.sets) == 1 else []
    parts: list[Part] = list(matrix)
    for kind in KINDS:
        is_told = kind == "variant" and (matrix or factors.alone)
        parts += [] if is_told else _changes(results, kind)
    if not parts:
        return None
    caveats = say_collapses(results) or [MADE_FOR_DEFAULT] if factors.alone else []
    texts = [_saved(results), *caveats]
    return Section("differences", "Paired differences", (*map(Prose, texts), *parts))


def _saved(results: Results) -> str:
    saved = pd.concat([changes(results, kind)["saved"] for kind in KINDS])
    finite = [value for value in saved if np.isfinite(value)]
    if not finite:
        return (
            "All games of this run were played on the same deals, so that the luck of the deal cancels in differences."
        )
    return saved_games(*(float(part) for part in np.quantile(finite, [0.25, 0.75])))


def _matrix(results: Results) -> list[Part]:
    """Show all differences of one case as a matrix, and those of all cases as a table."""
    table = paired_differences(results)
    if table.empty:
        return []
    most = int(win_rates(results).groupby(["players", "policy"]).size().max())
    if most > MOST_ARMS:
        return [Prose(many_arms(most, MOST_ARMS)), _pair_table(results, _named(results, table))]
    shown = shown_cells(results)
    case = shown.iloc[0]
    order = sorted(shown.to_dict("records"), key=lambda row: row["win_rate"].value)[:MOST_NAMES]
    cells = {row["cell"]: label(results, row["cell"]) for row in order}
    fields = [
        field
        for row in table.to_dict("records")
        if row["first"] in cells and row["second"] in cells
        for field in _fields(row, cells)
    ]
    if not fields:
        return []
    return [
        _matrix_figure(results, fields, list(cells.values()), case.to_dict(), len(shown)),
        _pair_table(results, _named(results, table)),
    ]


def _named(results: Results, table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(**{side: [label(results, cell) for cell in table[side]] for side in ("first", "second")})


def _fields(row: dict[str, Any], cells: dict[str, str]) -> list[dict[str, Any]]:
    first, second, difference = cells[row["first"]], cells[row["second"]], row["difference"]
    is_certain = difference.excludes(0.0)
    sides = ((first, second, difference), (second, first, difference.shifted(factor=-1.0)))
    return [
        {"row": a, "column": b, "value": 100 * d.value, "text": _short(d), "is_certain": is_certain}
        for a, b, d in sides
    ]


def _short(difference: Any) -> str:
    whole = written(round(100 * difference.value) / 100, Kind.POINTS).value
    return whole.removesuffix(" points").removesuffix(".0")


def _matrix_figure(
    results: Results, fields: list[dict[str, Any]], names: list[str], case: dict[str, Any], of: int
) -> Figure:
    reach = max(abs(field["value"]) for field in fields) or 1.0
    dropped = f"The {MOST_NAMES} hardest of {of} variants." if of > MOST_NAMES else ""
    where = where_words(results, case)
    return Figure(
        name="differences",
        title=played_by(results, f"Difference of win rates, row minus column, in points ({where})"),
        alt=(
            f"Coloured fields with numbers: differences of the win rates of {len(names)} variants, each with each, "
            f"with {where}; hardest variant on top; the numbers are in the table below."
        ),
        draw=draw_matrix,
        is_wide=True,
        frame=pd.DataFrame(fields),
        options={"names": names, "reach": reach},
        size=square(len(names)),
        note=notes("Bold: certain, all of them together at 95 %.", dropped, legend(names)),
    )


def _pair_table(results: Results, table: pd.DataFrame) -> Table:
    columns = [Column("first", "variant"), Column("second", "minus"), Column("players", "players", Kind.COUNT)]
    columns += [Column("policy", "policy")] if table["policy"].nunique() > 1 else []
    columns += [
        Column("difference", "difference", Kind.POINTS),
        Column("p_holm", "p (adjusted)", Kind.P_VALUE),
        Column("saved", "games saved (factor)", Kind.NUMBER),
    ]
    note = notes(
        "Per number of players and policy, all intervals hold together at 95 % (Bonferroni).", legend(table["first"])
    )
    return Table("differences", "All differences between variants", tuple(columns), table, note, folded=True)


def _changes(results: Results, kind: str) -> list[Part]:
    table = changes(results, kind)
    if table.empty:
        return []
    title, word, _ = KINDS[kind]
    title = title.format(first=_first(results, kind))
    named = table.assign(
        change=[_change(results, kind, row) for row in table.to_dict("records")],
        game=[_game(results, kind, row) for row in table.to_dict("records")],
    )
    order = np.argsort([-abs(difference.value) for difference in named["difference"]], kind="stable")
    named = named.iloc[order].reset_index(drop=True)
    return [_changes_figure(results, named, kind, title, word), _changes_table(results, named, kind, title, word)]


def _first(results: Results, kind: str) -> str:
    """Name what settings or policies are compared with: the first one of the spec."""
    factors = factors_of(results)
    if kind == "policy":
        return policy_words(results, factors.policies[0])
    return ", ".join(sets_words(results.manifest.cells[0])) or "the game as printed"


def _change(results: Results, kind: str, row: dict[str, Any]) -> str:
    if kind == "policy":
        return str(row["policy"])
    return label(results, row["cell"]) if kind == "variant" else change_words(results, row["cell"])


def _game(results: Results, kind: str, row: dict[str, Any]) -> str:
    """Name what a change is measured in; switches that both sides share stand in the change already."""
    players = players_words(row["players"])
    if kind == "policy":
        return f"{label(results, row['cell'])}, {players}"
    variant = row["variant"] if kind == "switch" else results.entry(row["reference"]).variant
    several_players = len(factors_of(results).players) > 1
    return f"{variant_label(results, variant)}, {players}" if several_players else variant_label(results, variant)


def _line(results: Results, kind: str, row: dict[str, Any]) -> str:
    """Name a line of the figure; that variants are compared with the plain game stands in its title."""
    if kind != "variant":
        return f"{row['change']} ({row['game']})"
    players = players_words(row["players"])
    return f"{row['change']}, {players}" if len(factors_of(results).players) > 1 else str(row["change"])


def _changes_figure(results: Results, named: pd.DataFrame, kind: str, title: str, word: str) -> Figure:
    shown = named.drop_duplicates("change") if kind == "reading" else named  # one reading must not fill the figure
    top = shown.head(MOST_LINES)
    labels = [_line(results, kind, row) for row in top.to_dict("records")]
    each = "Each reading where it changes most." if len(shown) < len(named) else ""
    dropped = notes(each, largest_of(len(top), len(shown), "; the rest is in the table"))
    return effects_figure(
        f"changes_{kind}",
        played_by(results, title),
        f"Dots with intervals around zero: change of the win rate by {word}, the largest on top: {labels[0]}; the "
        "numbers are in the table below.",
        pd.DataFrame({"label": labels, "group": "", **numbers(top["difference"])}),
        "change of the win rate, in points",
        notes(dropped, "Intervals hold together at 95 %.", legend(labels)),
    )


def _changes_table(results: Results, named: pd.DataFrame, kind: str, title: str, word: str) -> Table:
    columns = (
        Column("change", word),
        Column("game", KINDS[kind][2]),
        Column("win_rate", "won", Kind.PERCENT),
        Column("difference", "change", Kind.POINTS),
        Column("p_holm", "p (adjusted)", Kind.P_VALUE),
        Column("saved", "games saved (factor)", Kind.NUMBER),
    )
    names = [*named["change"], *named["game"]]
    return Table(f"changes_{kind}", title, columns, named, notes(TOGETHER, legend(names)), folded=len(named) > 20)
