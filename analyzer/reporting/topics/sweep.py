"""A sweep: the win rate over the values of one switch, as a curve, and where it crosses one half."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from analyzer.analysis import changes, frames
from analyzer.reporting import charts, lists, naming
from analyzer.reporting.document import WIDTH, Bullets, Column, Figure, Kind, Part, Section, Table
from analyzer.reporting.wording import several, upper_first, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

PLACE = 15
NEEDS = ("varies_sets",)
HOW = (
    "Between the values that were played the log odds are taken as straight; a value lies in the interval if the win "
    "rate there cannot be told from 50 %. 95 % intervals; – : the curve does not cross 50 %."
)


def build(results: Results) -> Section | None:
    """Show the curve of a swept switch."""
    switch = changes.swept_switch(results)
    if switch is None or changes.crossings(results).empty:
        return None
    parts: list[Part] = [Bullets(tuple(say_crossings(results))), curve_figure(results, "curve")]
    parts += [_crossing_table(results, switch), _value_table(results, switch)]
    return Section("sweep", f"Which number makes an even game: {_bare(results, switch)}", tuple(parts))


def _bare(results: Results, switch: str) -> str:
    """Call the switch by what it decides, without quotation marks."""
    return lists.unquoted(naming.rule_words(results, switch))


def _crossing_table(results: Results, switch: str) -> Table:
    table = changes.crossings(results)
    frame = table.assign(name=[curve_name(results, row) for row in table.to_dict("records")])
    columns = (
        Column("name", "curve"),
        Column("where", "number at which half of the games are won", Kind.NUMBER),
        Column("first", "won at the lowest value", Kind.PERCENT),
        Column("last", "won at the highest value", Kind.PERCENT),
    )
    title = naming.played_by(results, f"{upper_first(_bare(results, switch))}: how many for an even game")
    return Table("crossings", title, columns, frame.drop(columns="values"), HOW)


def _value_table(results: Results, switch: str) -> Table:
    table = changes.sweep(results)
    frame = table.assign(name=[curve_name(results, row) for row in table.to_dict("records")])
    columns = (
        Column("name", "curve"),
        Column("value", f"value ({switch})", Kind.COUNT),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    return Table(
        "sweep",
        f"Games won at every number: {_bare(results, switch)}",
        columns,
        frame,
        lists.INTERVALS,
        folded=len(frame) > 20,
    )


MOST_CURVES = 6


def curve_figure(results: Results, name: str, players: int | None = None) -> Figure:
    """Draw the win rate over the values of the swept switch, with the value at which it crosses one half.

    With `players` only the curves of this number of them are drawn.
    """
    switch = changes.swept_switch(results)
    assert switch is not None
    table = changes.sweep(results)
    table = table if players is None else table[table["players"] == players].reset_index(drop=True)
    labels = [curve_name(results, row) for row in table.to_dict("records")]
    frame = pd.DataFrame({"label": labels, "x": table["value"], **lists.numbers(table["win_rate"])})
    shown = list(dict.fromkeys(labels))[:MOST_CURVES]
    frame = frame[frame["label"].isin(shown)].reset_index(drop=True)
    where = "" if len(shown) > 1 else f", {shown[0]}"
    dropped = f"The first {len(shown)} of {len(set(labels))} curves." if len(shown) < len(set(labels)) else ""
    return Figure(
        name=name,
        title=naming.played_by(results, f"Games won over {naming.rule_words(results, switch)}{where}"),
        alt=(
            f"Curves with intervals: games won in percent over {_bare(results, switch)}, from "
            f"{table['value'].min():g} to {table['value'].max():g}, for: {', '.join(shown)}."
        ),
        draw=charts.draw_curve,
        frame=frame,
        options={"xlabel": lists.unquoted(naming.rule_words(results, switch)), "crossings": _marks(results, shown)},
        size=(WIDTH, 4.2),
        note=naming.notes(
            "Bands are 95 % intervals. The bars on the 50 % line are the intervals of the crossings.",
            dropped,
            naming.legend(shown),
        ),
    )


def _marks(results: Results, shown: list[str]) -> list[tuple[float, ...]]:
    """List the number of the curve, value, low and high of every crossing; ends without a number are not drawn."""
    marks = []
    for row in changes.crossings(results).to_dict("records"):
        name, where = curve_name(results, row), row["where"]
        if where is not None and name in shown:
            ends = [end if math.isfinite(end) else where.value for end in (where.low, where.high)]
            marks.append((float(shown.index(name)), where.value, *ends))
    return marks


def say_crossings(results: Results) -> list[str]:
    """Say at which value of the swept switch half of the games are won: one sentence for each variant and policy."""
    switch = changes.swept_switch(results)
    if switch is None:
        return []
    sentences = []
    for _key, group in changes.crossings(results).groupby(["variant", "policy"], sort=False):
        rows = group.to_dict("records")
        where, rule = _where(results, rows[0]), naming.rule_words(results, switch)
        crossed = [(naming.players_words(row["players"]), row["where"]) for row in rows if row["where"] is not None]
        sentences += [crosses(rule, crossed, where)] if crossed else []
        sentences += [
            stays(
                rule,
                row["values"],
                row["first"],
                row["last"],
                f"{naming.players_words(row['players'])}{where}",
                row["is_open"],
            )
            for row in rows
            if row["where"] is None
        ]
        sentences += [
            several_times(rule, f"{naming.players_words(row['players'])}{where}", row["times"])
            for row in rows
            if row["times"] > 1
        ]
    return sentences


def curve_name(results: Results, row: Mapping[str, Any]) -> str:
    """Name a curve as far as the run has several."""
    factors = frames.factors_of(results)
    parts = [naming.variant_words(results, row["variant"])] if len(factors.variants) > 1 else []
    parts += [naming.players_words(int(row["players"]))] if len(factors.players) > 1 else []
    parts += [str(row["policy"])] if len(factors.policies) > 1 else []
    return ", ".join(parts) or naming.players_words(int(row["players"]))


def _where(results: Results, row: Mapping[str, Any]) -> str:
    factors = frames.factors_of(results)
    variant = f" in {naming.variant_words(results, row['variant'])}" if len(factors.variants) > 1 else ""
    return variant + (f", played by {naming.policy_words(results, row['policy'])}" if len(factors.policies) > 1 else "")


def crosses(switch: str, crossed: Sequence[tuple[str, Estimate]], where: str = "") -> str:
    """Say at which value half of the games are won, for each number of players."""
    values = several([f"{write(value, Kind.NUMBER)} with {players}" for players, value in crossed])
    return f"Half of the games are won where {switch} is {values}{where}."


def stays(switch: str, values: Sequence[float], first: Estimate, last: Estimate, who: str, is_open: bool) -> str:
    """Say that a rate crosses one half nowhere, or that this cannot be told."""
    ends = f"{write(first, Kind.PERCENT)} at {values[0]:g}, {write(last, Kind.PERCENT)} at {values[-1]:g}"
    if is_open:
        return f"With {who} these games cannot tell whether {switch} takes the win rate past 50 %: {ends}."
    side = "more" if first.value > 0.5 else "fewer"
    return (
        f"With {who} {side} than half of the games are won whatever the value of {switch} from {values[0]:g} to "
        f"{values[-1]:g} ({ends})."
    )


def several_times(switch: str, who: str, times: int) -> str:
    """Warn that a curve crosses one half more than once."""
    return (
        f"With {who} the curve crosses 50 % {times} times; the value given is the lowest, and its interval reaches "
        f"over all values of {switch} that cannot be told from 50 %."
    )
