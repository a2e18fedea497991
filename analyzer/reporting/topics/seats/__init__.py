"""Seats: what the turn order is worth, scores, margins, lead changes and length."""

from dataclasses import replace
from typing import Any

import pandas as pd
from matplotlib.ticker import MaxNLocator

from analyzer.analysis import frames, soundness
from analyzer.analysis.contests import contest_words, contests, other_measures, score_spread
from analyzer.analysis.tables import causes, seats
from analyzer.reporting import charts, lists, naming, theme
from analyzer.reporting.document import WIDTH, Bullets, Column, Figure, Kind, Part, Prose, Section, Table, lines_high
from analyzer.reporting.topics.seats import scores, turn_order
from analyzer.runs.stored.results import Results

PLACE = 90
GAME, GAMES = Column("name", "game"), Column("games", "games", Kind.COUNT)


def build(results: Results) -> Section | None:
    """Show what the turn order is worth, and how competitive games end."""
    if not frames.factors_of(results).is_competitive:
        return _team(results)
    sentences = [
        *turn_order.say_turn_order(results),
        *scores.say_scores(results),
        *scores.say_endings(results),
        *scores.say_changes(results),
    ]
    sentences += scores.say_unchanged(results)
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    parts += [*_seats(results), *score_parts(results), *scores.contest_change_parts(results)]
    parts += [_endings(results), *_own_measures(results)]
    return Section("seats", "Turn order, scores and length", tuple(parts)) if parts else None


def _seats(results: Results) -> list[Part]:
    effects, order = soundness.turn_effects(results), soundness.turn_order(results)
    if effects.empty:
        return []
    tables = [_order_table(results, order), _effect_table(results, effects), _seat_table(results, seats(results))]
    figure = turn_order_figure(results, "turn_order")
    return [*([figure] if figure is not None else []), *tables]


def _order_table(results: Results, order: pd.DataFrame) -> Table:
    who = [f"{naming.position_words(place)} player" for place in order["position"]]
    frame = lists.named(results, order, naming.contest_label, place=who)
    columns = (GAME, Column("place", "who"), GAMES, Column("win_share", "games won", Kind.PERCENT))
    return lists.cell_table("turn_order", "Games won by turn order", columns, frame, lists.INTERVALS)


def _effect_table(results: Results, effects: pd.DataFrame) -> Table:
    who = [f"{naming.position_words(int(x))} player" for x in effects["largest_position"]]
    frame = lists.named(results, effects, naming.contest_label, place=who)
    columns = (
        GAME,
        GAMES,
        Column("test", "p (all places equal)", Kind.P_VALUE),
        Column("place", "furthest from fair"),
        Column("largest", "by", Kind.POINTS),
        Column("first_player", "first player, against the others", Kind.POINTS),
    )
    note = "p-values are not adjusted for the number of lines; 95 % intervals."
    return lists.cell_table("turn_effects", "What the turn order is worth", columns, frame, note)


def _seat_table(results: Results, table: pd.DataFrame) -> Table:
    frame = lists.named(results, table, naming.contest_label, place=[f"seat {seat}" for seat in table["seat"]])
    columns = (
        GAME,
        Column("place", "seat"),
        Column("seat_policy", "policy"),
        Column("win_share", "games won", Kind.PERCENT),
        Column("score", "mean score", Kind.NUMBER),
    )
    return lists.cell_table("seats", "Every seat of every game", columns, frame, folded=True)


def _endings(results: Results) -> Table:
    table = causes(results)
    frame = lists.named(results, table[table["cell"].isin(contests(results)["cell"])], naming.contest_label)
    columns = (
        GAME,
        Column("words", "end"),
        Column("count", "games", Kind.COUNT),
        Column("share", "share", Kind.PERCENT),
    )
    return lists.cell_table("contest_endings", "How games end", columns, frame, lists.INTERVALS, folded=True)


def _own_measures(results: Results) -> list[Part]:
    table = other_measures(results)
    if table.empty:
        return []
    columns = (Column("words", "measure"), GAME, Column("mean", "mean", Kind.NUMBER))
    frame = lists.named(results, table.sort_values("words", kind="stable"), naming.contest_label)
    return [lists.cell_table("measures", "What else was measured", columns, frame, lists.INTERVALS, folded=True)]


def _team(results: Results) -> Section | None:
    """Show whether it matters to a team who begins."""
    table = soundness.first_player_rates(results)
    several = table.groupby("cell")["first"].transform("nunique") > 1 if len(table) else []
    table = table[several] if len(table) else table
    if table.empty:
        return None
    frame = lists.named(results, table, naming.contest_label, place=[f"seat {int(seat)}" for seat in table["first"]])
    first = frame[frame["cell"] == frame["cell"].iloc[0]].to_dict("records")
    order = sorted(first, key=lambda row: row["win_rate"].value)
    ends = [(row["place"], row["win_rate"]) for row in (order[0], order[-1])]
    columns = (GAME, Column("place", "who began"), GAMES, Column("win_rate", "won", Kind.PERCENT))
    frame = frame.drop(columns="sure")
    is_certain = max(row["sure"].low for row in first) > min(row["sure"].high for row in first)
    text = scores.first_seat_of_team(first[0]["name"], *ends[0], *ends[1], len(order), is_certain=is_certain)
    rates = lists.cell_table("first_player", "Win rate by who begins", columns, frame, lists.INTERVALS, folded=True)
    return Section("seats", "Who begins", (Prose(text), rates))


MOST_LINES = 16


def turn_order_figure(results: Results, name: str) -> Figure | None:
    """Draw the win share of every place in the turn order, a line for each table; None without such tables."""
    order = soundness.turn_order(results)
    if order.empty:
        return None
    every = list(dict.fromkeys(order["cell"]))
    cells = _furthest(order)[:MOST_LINES]
    own = lists.named(results, order[order["cell"].isin(cells)], naming.contest_label)
    groups = [f"{naming.position_words(place)} player" for place in own["position"]]
    shares = {"fair": 1.0 / own["players"], **lists.numbers(own["win_share"])}
    frame = pd.DataFrame({"label": own["name"], "group": groups, **shares})
    lines = frame["label"].nunique()
    figure = lists.shares_figure(
        name,
        naming.played_by(results, "Games won by turn order, where all play alike", naming.only_policy(own)),
        f"Dots with intervals: win share of every place in the turn order, {lines} lines; dotted marks show the fair "
        "share.",
        frame,
        list(dict.fromkeys(groups)),
        naming.notes(lists.INTERVALS, _shown(len(cells), len(every)), naming.legend(frame["label"])),
    )
    return replace(figure, finding=turn_order.finding(results))


def _furthest(order: pd.DataFrame) -> list[str]:
    """List the tables in their order, or if they are too many from the one whose places differ most."""
    every = list(dict.fromkeys(order["cell"]))
    if len(every) <= MOST_LINES:
        return every
    gaps = order.assign(
        gap=[abs(share.value - 1.0 / n) for share, n in zip(order["win_share"], order["players"], strict=True)]
    )
    return list(gaps.groupby("cell", sort=False)["gap"].max().sort_values(ascending=False, kind="stable").index)


def _shown(shown: int, of: int) -> str:
    return f"The {shown} of {of} tables where places differ most; all are in the table." if shown < of else ""


def score_parts(results: Results) -> list[Part]:
    """Show the spread of scores and margins, and the mean of every measure."""
    words, spread = contest_words(results), score_spread(results)
    alike = set(soundness.turn_effects(results)["cell"]) or set(spread["cell"])
    parts: list[Part] = []
    for measure, what in (("score", "scores of all seats"), ("margin", words["margin"])):
        own = spread[(spread["measure"] == measure) & spread["cell"].isin(alike)]
        parts += [_figure(results, measure, what, lists.named(results, own, naming.contest_label))] if len(own) else []
    columns = [Column("name", "game")]
    columns += [Column(key, what, Kind.PERCENT if key == "first" else Kind.NUMBER) for key, what in words.items()]
    frame = lists.named(results, contests(results), naming.contest_label)
    table = lists.cell_table("contests", "Scores, margins and length", columns, frame, "Means with 95 % intervals.")
    return [*parts, table]


def _figure(results: Results, measure: str, words: str, own: pd.DataFrame) -> Figure:
    top = own.head(MOST_LINES)
    quantiles = ("low", "first_quarter", "median", "third_quarter", "high")
    frame = pd.DataFrame({part: [quantile.value for quantile in top[part]] for part in quantiles})
    frame["label"] = top["name"]
    return Figure(
        name=f"spread_{measure}",
        title=naming.played_by(results, f"How the {words} spread", naming.only_policy(own)),
        alt=f"Boxes: median, middle half and middle nine tenths of the {words}; first {frame['label'].iloc[0]}.",
        draw=draw_spread,
        frame=frame,
        options={"xlabel": words},
        size=(WIDTH, lines_high(len(frame))),
        note=naming.notes(
            "Diamond: median; box: the middle half; line: the middle nine tenths of the games.",
            lists.first_of(len(top), len(own)),
        ),
    )


def draw_spread(axes: Any, frame: pd.DataFrame, *, xlabel: str) -> None:
    """Draw quantiles (label, low, first_quarter, median, third_quarter, high), one line per label."""
    names = list(frame["label"])
    charts.name_lines(axes, names)
    lines = range(len(names))
    axes.hlines(lines, frame["low"], frame["high"], color=theme.INK, linewidth=1.2)
    half = frame["third_quarter"] - frame["first_quarter"]
    axes.barh(
        lines,
        half,
        left=frame["first_quarter"],
        height=0.45,
        color=theme.BLUE,
        alpha=0.45,
        edgecolor=theme.INK,
        linewidth=0.6,
    )
    axes.plot(frame["median"], lines, linestyle="", marker="D", color=theme.INK, markersize=5)
    axes.set_xlabel(xlabel)
    axes.margins(x=0.05)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))  # quantiles of whole numbers
