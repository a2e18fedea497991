"""What tables and figures of many topics have in common: named cells, columns, and which cells are shown."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pandas as pd

from analyzer.analysis import frames, tables
from analyzer.reporting import charts, naming, spoken
from analyzer.reporting.document import WIDTH, Column, Figure, Kind, Table, lines_high
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

INTERVALS = "95 % intervals."
TOGETHER = "Intervals hold together at 95 %, with all claims of the report."
CELL = (Column("name", "variant"), Column("players", "players", Kind.COUNT))
CELL_AND_POLICY = (*CELL, Column("policy", "policy"))
GOOD = "good"  # the level that orders the variants of a report
LEAST_GAMES = 100  # of what a figure shows
LONG = 20  # rows above which a table is folded, unless it says otherwise


def named(
    results: Results, table: pd.DataFrame, call: Callable[[Results, str], str] = naming.label, /, **columns: Any
) -> pd.DataFrame:
    """Add the name of every cell of a table, and further columns; contests are called otherwise."""
    names = [call(results, cell) for cell in table["cell"]]
    replays = [results.entry(cell).replay for cell in table["cell"]]
    who = {"who": [naming.policy_words(results, name) for name in table["policy"]]} if "policy" in table else {}
    return table.assign(name=names, **columns, replay=replays, **who).reset_index(drop=True)


def line_name(results: Results, cell: str, *, is_short: bool = False) -> str:
    """Name a cell in a figure by the short title of its variant and what is set on top of it.

    Short names are for figures whose cells share what is set on top.
    """
    entry = results.entry(cell)
    sets = [] if is_short else naming.short_settings(results, entry)
    words = unquoted(", ".join([spoken.variant(results, entry.variant), *sets]))
    return f"{words}{naming.DAGGER if naming.is_assumed(results, entry) else ''}"


def change_lines(results: Results, kind: str, table: pd.DataFrame) -> list[str]:
    """Name the changes of a table in a figure, each with what else tells its cells apart."""
    cells, references = list(table["cell"]), [results.entry(cell) for cell in table["reference"]]
    if kind == "variant":
        parts = [[line_name(results, cell, is_short=True) for cell in cells]]
    else:
        parts = [[unquoted(naming.change_title(results, cell)) for cell in cells]]
        parts += [[spoken.variant(results, entry.variant) for entry in references]]
    if kind != "switch":
        parts += [[unquoted(", ".join(naming.settings_words(results, entry))) for entry in references]]
    parts += [[naming.players_words(count) for count in table["players"]]]
    parts += [[naming.policy_words(results, name) for name in table["policy"]]]
    shown = [parts[0], *(part for part in parts[1:] if len(set(part)) > 1)]
    return [", ".join(filter(None, words)) for words in zip(*shown, strict=True)]


def unquoted(words: str) -> str:
    """Leave out the quotation marks around rules, which a figure does without."""
    return words.replace("“", "").replace("”", "")


def cell_columns(table: pd.DataFrame) -> tuple[Column, ...]:
    """List what names a cell: its policy only where the cells of a table have several."""
    return CELL_AND_POLICY if table["policy"].nunique() > 1 else CELL


def cell_table(
    name: str, title: str, columns: Sequence[Column], frame: pd.DataFrame, *texts: str, folded: bool | None = None
) -> Table:
    """Make a table of named cells: the dagger is explained below it, and a long one is folded."""
    is_folded = len(frame) > LONG if folded is None else folded
    return Table(
        name, title, tuple(columns), frame, naming.notes(*texts, naming.legend(frame["name"])), folded=is_folded
    )


def numbers(estimates: Iterable[Estimate]) -> dict[str, list[float]]:
    """Spread estimates over the columns that figures draw."""
    found = list(estimates)
    return {part: [getattr(item, part) for item in found] for part in ("value", "low", "high")}


def effects_figure(
    name: str, title: str, alt: str, frame: pd.DataFrame, xlabel: str, note: str, factor: float = 100.0
) -> Figure:
    """Make a figure of differences around zero; shares are drawn in points, anything else with factor 1."""
    groups = list(dict.fromkeys(frame["group"]))
    return Figure(
        name=name,
        title=title,
        alt=alt,
        draw=charts.draw_effects,
        frame=frame,
        options={"xlabel": xlabel, "groups": groups, "factor": factor},
        size=(WIDTH, lines_high(frame["label"].nunique(), len(groups))),
        note=note,
    )


def shares_figure(name: str, title: str, alt: str, frame: pd.DataFrame, groups: Sequence[str], note: str) -> Figure:
    """Make a figure of win shares with their fair ones."""
    return Figure(
        name=name,
        title=title,
        alt=alt,
        draw=charts.draw_shares,
        frame=frame,
        options={"xlabel": "games won, in percent (dotted: fair share)", "groups": list(groups)},
        size=(WIDTH, lines_high(frame["label"].nunique(), len(groups))),
        note=note,
    )


def first_of(shown: int, of: int) -> str:
    """Say that a figure shows only the first lines."""
    return f"The first {shown} of {of} lines; all are in the table." if shown < of else ""


def largest_of(shown: int, of: int, more: str = "") -> str:
    """Say that a figure shows only the largest lines."""
    return f"The {shown} largest of {of}{more}." if shown < of else ""


@frames.remembered
def shown_cells(results: Results) -> pd.DataFrame:
    """Choose one cell per variant: those of the case with the most variants, the middle number of players first."""
    rates = tables.win_rates(results)
    rates = rates.assign(sets=[frames.sets_of(results.entry(cell)) for cell in rates["cell"]])
    counts = sorted(rates["players"].unique())
    middle = counts[len(counts) // 2]
    cases = [(case, group) for case, group in rates.groupby(["players", "sets", "policy"], sort=False)]
    order = {case: number for number, (case, _) in enumerate(cases)}
    _case, group = min(cases, key=lambda item: (-len(item[1]), item[0][0] != middle, order[item[0]]))
    return group.reset_index(drop=True)


@frames.remembered
def variant_order(results: Results) -> list[str]:
    """Order the variants for a whole report: the hardest first, by the level `good` where it played, else as shown."""
    rates, shown = tables.win_rates(results), shown_cells(results)
    good = {cell.cell for cell in results.manifest.cells if cell.level == GOOD and not cell.changes}
    own = rates[rates["cell"].isin(good) & (rates["players"] == shown.iloc[0]["players"])]
    rows = own if set(own["variant"]) >= set(shown["variant"]) else shown
    return [str(row["variant"]) for row in sorted(rows.to_dict("records"), key=lambda row: row["win_rate"].value)]


def enough(rows: pd.DataFrame, key: str = "win_rate") -> tuple[pd.DataFrame, str]:
    """Leave out of a figure what rests on too few games, and say so; everything stays if nothing else would be left."""
    few = [estimate.n < LEAST_GAMES for estimate in rows[key]]
    if not any(few) or all(few):
        return rows, ""
    kept = rows[[not item for item in few]].reset_index(drop=True)
    return kept, f"Left out: {sum(few)} of {len(rows)} marks, which rest on fewer than {LEAST_GAMES} games."


def enough_lost(rows: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Leave out of a figure the cells with too few lost games to speak of, as `enough` does, and say so."""
    few = rows.loc[rows["lost"] < LEAST_GAMES, "cell"].nunique()
    if few in (0, rows["cell"].nunique()):
        return rows, ""
    kept = rows[rows["lost"] >= LEAST_GAMES].reset_index(drop=True)
    return kept, f"Left out: {few} of {rows['cell'].nunique()} variants, with fewer than {LEAST_GAMES} lost games."


def where_words(results: Results, row: dict[str, Any]) -> str:
    """Say in which case a number holds, as far as the run varied it."""
    factors = frames.factors_of(results)
    parts = [naming.players_words(row["players"])]
    if len(factors.sets) > 1 and not factors.alone:
        parts += naming.settings_words(results, results.entry(row["cell"]))
    if len(factors.policies) > 1:
        parts.append(f"played by {naming.policy_words(results, row['policy'])}")
    return ", ".join(parts)


def spaced_cells(results: Results, most: int) -> tuple[list[str], str]:
    """Choose the cells of a figure: the shown case of every variant, hardest first, and say the rule."""
    shown = shown_cells(results)
    order = sorted(shown.to_dict("records"), key=lambda row: row["win_rate"].value)
    rule = f"With {where_words(results, order[0])}."
    if len(order) > most:
        step = (len(order) - 1) / (most - 1)
        order = [order[round(number * step)] for number in range(most)]
        rule = f"{rule} {most} of {len(shown)} variants, evenly spaced from the hardest to the easiest."
    return [row["cell"] for row in order], rule


def cells_by_players(results: Results) -> pd.DataFrame:
    """Take the plain game (or the first variant) with every number of players, first policy and setting."""
    rates = tables.win_rates(results)
    if rates.empty:
        return rates
    plain, shown = frames.factors_of(results).plain, shown_cells(results)
    variants = list(shown["variant"])
    first = shown.set_index("variant").loc[plain if plain in variants else variants[0]]
    return rates[(rates["setting"] == first["setting"]) & (rates["policy"] == first["policy"])]
