"""Where games are lost: causes, length, empty places of the board, and how lost games end otherwise than won ones."""

from collections import Counter
from typing import Any

import pandas as pd
from matplotlib.ticker import MaxNLocator

from analyzer.analysis import losses, tables
from analyzer.reporting import charts, lists, naming
from analyzer.reporting.document import WIDTH, Column, Figure, Kind, Part, Prose, Section, Table, lines_high
from analyzer.reporting.topics.losses import boards, endings
from analyzer.reporting.topics.losses.endings import ends
from analyzer.runs.stored.results import Results

PLACE = 60
MOST_BARS, MOST_CURVES = 18, 6
ALL_GO_ON = 0.995  # of the games: before that a figure of their length has nothing to show


def build(results: Results) -> Section | None:
    """Show how and where cooperative games are lost."""
    table = tables.losses(results)
    if table.empty:
        return None
    table = table.assign(cause=[words.removeprefix("lost: ") for words in table["words"]])
    parts: list[Part] = [*_causes(results, table), *_survival(results), *boards.boards(results), *ends(results)]
    return Section("losses", "Where games are lost", tuple(parts))


def _causes(results: Results, table: pd.DataFrame) -> list[Part]:
    cells, rule = lists.spaced_cells(results, MOST_BARS)
    own = table[table["cell"].isin(cells)]
    if own.empty:
        return []
    drawn, few = lists.enough_lost(own)
    order = list(drawn.groupby("cause")["count"].sum().sort_values(ascending=False).index)
    rows = sorted(drawn.to_dict("records"), key=lambda row: cells.index(row["cell"]))
    names = [lists.line_name(results, row["cell"], is_short=True) for row in rows]
    shares = [row["share"].value for row in rows]
    frame = pd.DataFrame({"label": names, "part": [row["cause"] for row in rows], "value": shares})
    figure = _cause_figure(results, frame, order, naming.notes(rule, few), str(own["policy"].iloc[0]))
    return [Prose(_say_main_cause(results, own)), figure, _cause_table(results, table)]


def _cause_figure(results: Results, frame: pd.DataFrame, order: list[str], rule: str, policy: str) -> Figure:
    names = list(dict.fromkeys(frame["label"]))
    return Figure(
        name="causes",
        title=naming.played_by(results, "Why games are lost", policy),
        alt=f"Stacked bars: causes of loss of {len(names)} variants in percent; most frequent over all: {order[0]}.",
        draw=charts.draw_stacks,
        frame=frame,
        options={"parts": order, "xlabel": "share of the lost games, in percent", "numbered": True},
        size=(WIDTH, lines_high(len(names)) + 0.24 * len(order)),
        note=naming.notes(rule, naming.legend(names)),
    )


def _say_main_cause(results: Results, own: pd.DataFrame) -> str:
    """Say which cause leads in most of the cells, and how far there; summed over all of them it might lead in few."""
    leaders = [losses.leader(results, group) for _cell, group in own.groupby("cell", sort=False)]
    certain = [row for row in leaders if row is not None]
    counts = Counter(row["cause"] for row in certain).most_common()
    cause = counts[0][0] if counts else ""
    rows = sorted((row for row in certain if row["cause"] == cause), key=lambda row: row["share"].value)
    ends = [(naming.variant_words(results, row["variant"]), row["share"]) for row in rows]
    where = lists.where_words(results, lists.shown_cells(results).iloc[0].to_dict())
    return endings.main_cause(where, cause, ends, counts[1:], len(leaders))


def _cause_table(results: Results, table: pd.DataFrame) -> Table:
    frame = lists.named(results, table)
    columns = (
        *lists.cell_columns(table),
        Column("cause", "cause"),
        Column("count", "games", Kind.COUNT),
        Column("lost", "lost games", Kind.COUNT),
        Column("share", "share of the lost games", Kind.PERCENT),
    )
    return lists.cell_table("losses", "Causes of loss in every cell", columns, frame, lists.INTERVALS, folded=True)


def _survival(results: Results) -> list[Part]:
    cells, rule = lists.spaced_cells(results, MOST_CURVES)
    own = tables.survival(results, tuple(cells))
    if own.empty:
        return []
    order = sorted(own.to_dict("records"), key=lambda row: (cells.index(row["cell"]), row["turn"]))
    names = [lists.line_name(results, row["cell"], is_short=True) for row in order]
    curves = {"label": names, "turn": [row["turn"] for row in order], **lists.numbers(row["going"] for row in order)}
    frame = pd.DataFrame(curves)
    ended = frame.loc[frame["value"] < ALL_GO_ON, "turn"]
    begin = max(int(ended.min()) - 2, 0) if len(ended) else 0
    frame = frame[frame["turn"] >= begin].reset_index(drop=True)
    ends_at = frame[frame["value"] < 0.5].groupby("label", sort=False)["turn"].min()
    halves = ", ".join(f"{name}: {int(turn)}" for name, turn in ends_at.items())
    figure = Figure(
        name="survival",
        title=naming.played_by(results, "How long games last, won or lost", str(own["policy"].iloc[0])),
        alt=f"Falling curves: games still going after each turn; half of the games have ended by turn: {halves}.",
        draw=draw_survival,
        frame=frame,
        size=(WIDTH, 4.2),
        note=naming.notes(
            rule,
            f"Nearly all games last until turn {begin}, where the figure begins." if begin else "",
            "Bands are 95 % intervals, turn by turn.",
            naming.legend(frame["label"]),
        ),
    )
    return [figure]


def draw_survival(axes: Any, frame: pd.DataFrame) -> None:
    """Draw curves (label, turn, value, low, high) with their bands, as steps."""
    names = list(dict.fromkeys(frame["label"]))
    for number, name in enumerate(names):
        own = frame[frame["label"] == name]
        style = charts.series(number)
        axes.fill_between(
            own["turn"], 100 * own["low"], 100 * own["high"], step="post", alpha=0.25, color=style["color"], linewidth=0
        )
        every = max(len(own) // 8, 1)
        axes.step(own["turn"], 100 * own["value"], where="post", label=name, markevery=(number % every, every), **style)
    axes.set_xlabel("turn")
    axes.set_ylabel("games still going, in percent")
    axes.set_ylim(0, 102)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    charts.key(axes, names)
