"""Seats: who sits better, what beginning is worth, scores, margins, lead changes and length."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.contests import contests, other_measures
from analyzer.analysis.factors import factors_of
from analyzer.analysis.soundness import first_player_rates, seat_effects
from analyzer.analysis.tables import causes, seats
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Prose, Section, Table
from analyzer.reporting.labels import legend, notes, seat_words
from analyzer.reporting.parts.contest_changes import contest_change_parts
from analyzer.reporting.parts.lists import INTERVALS, cell_table, first_of, named_contests, numbers, shares_figure
from analyzer.reporting.parts.scores import score_parts
from analyzer.reporting.sentences.contests import first_seat_of_team, say_changes, say_endings, say_scores, say_seats
from analyzer.runs.results import Results

PLACE = 90
MOST_LINES = 16
GAME, GAMES = Column("name", "game"), Column("games", "games", Kind.COUNT)


def build(results: Results) -> Section | None:
    """Show what the seat is worth, and how competitive games end."""
    if not factors_of(results).is_competitive:
        return _team(results)
    sentences = [*say_seats(results), *say_scores(results), *say_endings(results), *say_changes(results)]
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    parts += [*_seats(results), *score_parts(results), *contest_change_parts(results)]
    parts += [_endings(results), *_own_measures(results)]
    return Section("seats", "Seats, scores and length", tuple(parts)) if parts else None


def _seats(results: Results) -> list[Part]:
    effects, table = seat_effects(results), seats(results)
    if effects.empty:
        return []
    return [_figure(results, effects, table), _effect_table(results, effects), _seat_table(results, table)]


def _figure(results: Results, effects: pd.DataFrame, table: pd.DataFrame) -> Figure:
    cells = list(effects["cell"])[:MOST_LINES]
    own = named_contests(results, table[table["cell"].isin(cells)])
    groups = [seat_words(seat) for seat in own["seat"]]
    shares = {"fair": 1.0 / own["players"], **numbers(own["win_share"])}
    frame = pd.DataFrame({"label": own["name"], "group": groups, **shares})
    lines = frame["label"].nunique()
    return shares_figure(
        "seats",
        "Games won from each seat, where all play alike",
        f"Dots with intervals: win share of every seat, {lines} lines; dotted marks show the fair share.",
        frame,
        sorted(set(groups)),
        notes(INTERVALS, first_of(len(cells), len(effects)), legend(frame["label"])),
    )


def _effect_table(results: Results, effects: pd.DataFrame) -> Table:
    frame = named_contests(results, effects, seat=[seat_words(seat) for seat in effects["largest_seat"]])
    columns = (
        GAME,
        GAMES,
        Column("test", "p, all seats equal", Kind.P_VALUE),
        Column("seat", "furthest from fair"),
        Column("largest", "by", Kind.POINTS),
        Column("first_player", "beginning, against the others", Kind.POINTS),
    )
    note = "p-values are not adjusted for the number of games listed; 95 % intervals."
    return cell_table("seat_effects", "What the seat is worth", columns, frame, note)


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
    return Section("seats", "Seats", (Prose(text), rates))
