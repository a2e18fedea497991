"""Seats: what the turn order is worth, scores, margins, lead changes and length."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.contests import contests, other_measures
from analyzer.analysis.factors import factors_of
from analyzer.analysis.soundness import first_player_rates, turn_effects, turn_order
from analyzer.analysis.tables import causes, seats
from analyzer.reporting.document import Bullets, Column, Kind, Part, Prose, Section, Table
from analyzer.reporting.labels import position_words, seat_words
from analyzer.reporting.parts.contest_changes import contest_change_parts
from analyzer.reporting.parts.lists import INTERVALS, cell_table, named_contests
from analyzer.reporting.parts.scores import score_parts
from analyzer.reporting.parts.turn_order import turn_order_figure
from analyzer.reporting.sentences.contests import (
    first_seat_of_team,
    say_changes,
    say_endings,
    say_scores,
    say_unchanged,
)
from analyzer.reporting.sentences.turn_order import say_turn_order
from analyzer.runs.results import Results

PLACE = 90
GAME, GAMES = Column("name", "game"), Column("games", "games", Kind.COUNT)


def build(results: Results) -> Section | None:
    """Show what the turn order is worth, and how competitive games end."""
    if not factors_of(results).is_competitive:
        return _team(results)
    sentences = [*say_turn_order(results), *say_scores(results), *say_endings(results), *say_changes(results)]
    sentences += say_unchanged(results)
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    parts += [*_seats(results), *score_parts(results), *contest_change_parts(results)]
    parts += [_endings(results), *_own_measures(results)]
    return Section("seats", "Turn order, scores and length", tuple(parts)) if parts else None


def _seats(results: Results) -> list[Part]:
    effects, order = turn_effects(results), turn_order(results)
    if effects.empty:
        return []
    tables = [_order_table(results, order), _effect_table(results, effects), _seat_table(results, seats(results))]
    figure = turn_order_figure(results, "turn_order")
    return [*([figure] if figure is not None else []), *tables]


def _order_table(results: Results, order: pd.DataFrame) -> Table:
    frame = named_contests(results, order, place=[f"{position_words(place)} player" for place in order["position"]])
    columns = (GAME, Column("place", "who"), GAMES, Column("win_share", "games won", Kind.PERCENT))
    return cell_table("turn_order", "Games won by turn order", columns, frame, INTERVALS)


def _effect_table(results: Results, effects: pd.DataFrame) -> Table:
    frame = named_contests(
        results, effects, place=[f"{position_words(int(x))} player" for x in effects["largest_position"]]
    )
    columns = (
        GAME,
        GAMES,
        Column("test", "p (all places equal)", Kind.P_VALUE),
        Column("place", "furthest from fair"),
        Column("largest", "by", Kind.POINTS),
        Column("first_player", "first player, against the others", Kind.POINTS),
    )
    note = "p-values are not adjusted for the number of lines; 95 % intervals."
    return cell_table("turn_effects", "What the turn order is worth", columns, frame, note)


def _seat_table(results: Results, table: pd.DataFrame) -> Table:
    frame = named_contests(results, table, place=[seat_words(seat) for seat in table["seat"]])
    columns = (
        GAME,
        Column("place", "seat"),
        Column("seat_policy", "policy"),
        Column("win_share", "games won", Kind.PERCENT),
        Column("score", "mean score", Kind.NUMBER),
    )
    return cell_table("seats", "Every seat of every game", columns, frame, folded=True)


def _endings(results: Results) -> Table:
    table = causes(results)
    frame = named_contests(results, table[table["cell"].isin(contests(results)["cell"])])
    columns = (
        GAME,
        Column("words", "end"),
        Column("count", "games", Kind.COUNT),
        Column("share", "share", Kind.PERCENT),
    )
    return cell_table("contest_endings", "How games end", columns, frame, INTERVALS, folded=True)


def _own_measures(results: Results) -> list[Part]:
    table = other_measures(results)
    if table.empty:
        return []
    columns = (Column("words", "measure"), GAME, Column("mean", "mean", Kind.NUMBER))
    frame = named_contests(results, table.sort_values("words", kind="stable"))
    return [cell_table("measures", "What else was measured", columns, frame, INTERVALS, folded=True)]


def _team(results: Results) -> Section | None:
    """Show whether it matters to a team who begins."""
    table = first_player_rates(results)
    several = table.groupby("cell")["first"].transform("nunique") > 1 if len(table) else []
    table = table[several] if len(table) else table
    if table.empty:
        return None
    frame = named_contests(results, table, place=[seat_words(int(seat)) for seat in table["first"]])
    first = frame[frame["cell"] == frame["cell"].iloc[0]].to_dict("records")
    order = sorted(first, key=lambda row: row["win_rate"].value)
    ends = [(row["place"], row["win_rate"]) for row in (order[0], order[-1])]
    columns = (GAME, Column("place", "who began"), GAMES, Column("win_rate", "won", Kind.PERCENT))
    text = first_seat_of_team(first[0]["name"], *ends[0], *ends[1], len(order))
    rates = cell_table("first_player", "Win rate by who begins", columns, frame, INTERVALS, folded=True)
    return Section("seats", "Who begins", (Prose(text), rates))
