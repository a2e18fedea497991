"""Paired differences: variants, readings and policies compared on the same deals."""

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import changes, comparisons, frames, levels, tables
from analyzer.analysis.modules import has_pairs
from analyzer.reporting import basis, charts, lists, naming
from analyzer.reporting.document import Column, Figure, Kind, Part, Prose, Section, Table, square
from analyzer.reporting.topics.differences.sentences import (
    MADE_FOR_DEFAULT,
    say_collapses,
    say_decided,
    say_others,
    standing_words,
)
from analyzer.reporting.topics.policies import ways
from analyzer.reporting.wording import written
from analyzer.runs.specs.spec import DECIDED
from analyzer.runs.stored.results import Results

PLACE = 40
MOST_NAMES = 16  # of a matrix
MOST_LINES = 24  # of a list of changes
TOGETHER = f"{lists.TOGETHER} p-values are McNemar's, adjusted within the table by Holm's method."
KINDS = {
    "reading": ("Readings against the default reading", "reading", "in"),
    "other": ("Other settings, each alone, against the default", "setting", "in"),
    "switch": ("Settings against {first}", "setting", "in"),
    "variant": ("Variants against the plain game", "variant", "against"),
    "policy": ("Ways to play against {first}", "policy", "in"),
}


def build(results: Results) -> Section | None:
    """Compare cells on their common deals."""
    factors = frames.factors_of(results)
    matrix = _matrix(results) if len(factors.sets) == 1 else []
    parts: list[Part] = list(matrix)
    for kind in KINDS:
        is_told = kind == "variant" and (matrix or factors.alone)
        parts += [] if is_told else _changes(results, kind)
    if not parts:
        return None
    decided = say_decided(results) if results.manifest.experiment.until == DECIDED else []
    caveats = [*(say_collapses(results) or [MADE_FOR_DEFAULT]), *say_others(results)] if factors.alone else []
    texts = [*decided, _saved(results), *caveats]
    return Section("differences", "Paired differences", (*map(Prose, texts), *parts))


def _saved(results: Results) -> str:
    saved = pd.concat([changes.changes(results, kind)["saved"] for kind in KINDS])
    finite = [value for value in saved if np.isfinite(value)]
    if not finite:
        return (
            "All games of this run were played on the same deals, so that the luck of the deal cancels in differences."
        )
    return basis.saved_games(*(float(part) for part in np.quantile(finite, [0.25, 0.75])))


def _matrix(results: Results) -> list[Part]:
    """Show all differences of one case as a matrix, and those of all cases as a table."""
    table = comparisons.paired_differences(results)
    if table.empty:
        return []
    sides = {side: [naming.label(results, cell) for cell in table[side]] for side in ("first", "second")}
    pairs = _pair_table(table.assign(**sides))
    most = int(tables.win_rates(results).groupby(["players", "policy"]).size().max())
    if most > comparisons.MOST_ARMS:
        return [Prose(basis.many_arms(most, comparisons.MOST_ARMS)), pairs]
    shown = lists.shown_cells(results)
    case = shown.iloc[0]
    order = sorted(shown.to_dict("records"), key=lambda row: row["win_rate"].value)[:MOST_NAMES]
    cells = {row["cell"]: lists.line_name(results, row["cell"]) for row in order}
    fields = [
        field
        for row in table.to_dict("records")
        if row["first"] in cells and row["second"] in cells
        for field in _fields(row, cells)
    ]
    if not fields:
        return []
    if frames.factors_of(results).has_sums and has_pairs(results):  # the grid of modules shows all of them
        return [pairs]
    return [_matrix_figure(results, fields, list(cells.values()), case.to_dict(), len(shown)), pairs]


def _fields(row: dict[str, Any], cells: dict[str, str]) -> list[dict[str, Any]]:
    first, second, difference = cells[row["first"]], cells[row["second"]], row["difference"]
    fields = []
    for a, b, value in ((first, second, difference.value), (second, first, -difference.value)):
        text = written(round(100 * value) / 100, Kind.POINTS).value.removesuffix(" points").removesuffix(".0")
        fields.append({"row": a, "column": b, "value": 100 * value, "text": text})
        fields[-1]["is_certain"] = difference.excludes(0.0)
    return fields


def _matrix_figure(
    results: Results, fields: list[dict[str, Any]], names: list[str], case: dict[str, Any], of: int
) -> Figure:
    reach = max(abs(field["value"]) for field in fields) or 1.0
    dropped = f"The {MOST_NAMES} hardest of {of} variants." if of > MOST_NAMES else ""
    where = lists.where_words(results, case)
    return Figure(
        name="differences",
        title=naming.played_by(results, f"Difference of win rates, row minus column, in points ({where})"),
        alt=(
            f"Coloured fields with numbers: differences of the win rates of {len(names)} variants, each with each, "
            f"with {where}; hardest variant on top; the numbers are in the table below."
        ),
        draw=charts.draw_matrix,
        is_wide=True,
        frame=pd.DataFrame(fields),
        options={"names": names, "reach": reach},
        size=square(len(names)),
        note=naming.notes("Bold: certain, with all claims of the report at 95 %.", dropped, naming.legend(names)),
    )


def _pair_table(table: pd.DataFrame) -> Table:
    columns = [Column("first", "variant"), Column("second", "minus"), Column("players", "players", Kind.COUNT)]
    columns += [Column("policy", "policy")] if table["policy"].nunique() > 1 else []
    columns += [
        Column("difference", "difference", Kind.POINTS),
        Column("p_holm", "p (adjusted)", Kind.P_VALUE),
        Column("saved", "games saved (factor)", Kind.NUMBER),
    ]
    note = naming.notes(
        f"{lists.TOGETHER} p-values are adjusted per number of players and policy (Holm).",
        naming.legend(table["first"]),
    )
    return Table("differences", "All differences between variants", tuple(columns), table, note, folded=True)


def _changes(results: Results, kind: str) -> list[Part]:
    table = changes.changes(results, kind)
    if table.empty:
        return []
    title, word, _ = KINDS[kind]
    cell = results.manifest.cells[0]  # the first one of the spec
    first = ", ".join(naming.settings_words(results, cell)) or "the game as printed"
    if kind == "policy":
        usual = ways.ways(results)
        first = "the usual one" if usual else naming.policy_words(results, frames.factors_of(results).policies[0])
    title = title.format(first=first)
    pairs = [_change_and_game(results, kind, row) for row in table.to_dict("records")]
    named = table.assign(change=[change for change, _ in pairs], game=[game for _, game in pairs])
    if kind == "other":
        named = named.assign(why=[standing_words(results, cell) for cell in named["cell"]])
    order = np.argsort([-abs(difference.value) for difference in named["difference"]], kind="stable")
    named = named.iloc[order].reset_index(drop=True)
    is_shown = kind != "policy" or len(levels.played_levels(results)) < 2  # levels have a section of their own
    figures = [_changes_figure(results, named, kind, title, word)] if is_shown else []
    return [*figures, _changes_table(results, named, kind, title, word)]


def _change_and_game(results: Results, kind: str, row: dict[str, Any]) -> tuple[str, str]:
    """Name a change and what it is measured in; switches that both sides share stand in the change already."""
    players, own = naming.players_words(row["players"]), naming.label(results, row["cell"])
    if kind == "policy":
        return str(row["policy"]), f"{own}, {players}"
    change = own if kind == "variant" else naming.change_words(results, row["cell"])
    variant = row["variant"] if kind == "switch" else results.entry(row["reference"]).variant
    return change, ", ".join([naming.variant_label(results, variant), *_varied(results, row)])


def _varied(results: Results, row: dict[str, Any]) -> list[str]:
    """Name the number of players and the policy of a row where the run has several."""
    factors = frames.factors_of(results)
    parts = [naming.players_words(row["players"])] if len(factors.players) > 1 else []
    return [*parts, naming.policy_words(results, row["policy"])] if len(factors.policies) > 1 else parts


def _line(results: Results, kind: str, row: dict[str, Any]) -> str:
    """Name a line of the figure; that variants are compared with the plain game stands in its title."""
    varied = _varied(results, row)
    if kind == "policy":
        game = lists.line_name(results, row["cell"])
        return f"{ways.way_labels(results, [row['policy']])[0]} ({game}, {naming.players_words(row['players'])})"
    if kind == "variant":
        return ", ".join([lists.line_name(results, row["cell"]), *varied])
    words = ", ".join(naming.short_settings(results, results.entry(row["cell"])))
    change = lists.unquoted(words if kind == "switch" else naming.change_title(results, row["cell"]))
    several = len(frames.factors_of(results).variants) > 1
    where = ([lists.line_name(results, row["reference"], is_short=True)] if several else []) + varied
    return f"{change} ({', '.join(where)})" if where else change


def _changes_figure(results: Results, named: pd.DataFrame, kind: str, title: str, word: str) -> Figure:
    is_alone = kind in ("reading", "other")
    shown = named.drop_duplicates("change") if is_alone else named  # one reading must not fill the figure
    top = shown.head(MOST_LINES)
    labels = [_line(results, kind, row) for row in top.to_dict("records")]
    each = f"Each {word} where it changes most." if len(shown) < len(named) else ""
    dropped = naming.notes(each, lists.largest_of(len(top), len(shown), "; the rest is in the table"))
    return lists.effects_figure(
        f"changes_{kind}",
        ways.played_by_family(results, title) if kind == "policy" else naming.played_by(results, title),
        f"Dots with intervals around zero: change of the win rate by {word}, the largest on top: {labels[0]}; the "
        "numbers are in the table below.",
        pd.DataFrame({"label": labels, "group": "", **lists.numbers(top["difference"])}),
        "change of the win rate, in points",
        naming.notes(dropped, lists.TOGETHER, naming.legend(labels)),
    )


def _changes_table(results: Results, named: pd.DataFrame, kind: str, title: str, word: str) -> Table:
    why = (Column("why", "which is"),) if kind == "other" else ()
    columns = (
        Column("change", word),
        *why,
        Column("game", KINDS[kind][2]),
        Column("win_rate", "won", Kind.PERCENT),
        Column("difference", "change", Kind.POINTS),
        Column("p_holm", "p (adjusted)", Kind.P_VALUE),
        Column("saved", "games saved (factor)", Kind.NUMBER),
    )
    names = [*named["change"], *named["game"]]
    return Table(
        f"changes_{kind}", title, columns, named, naming.notes(TOGETHER, naming.legend(names)), folded=len(named) > 20
    )
