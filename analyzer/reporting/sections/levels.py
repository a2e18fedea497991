"""Levels of play: the same variants played by weak and strong teams, and what holds for all of them."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.levels import HINDSIGHT, NOBODY, deals_by_level, level_rates, level_scales, played_levels
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Section, Table
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.figures.stacks import draw_stacks
from analyzer.reporting.labels import legend, notes, players_words
from analyzer.reporting.names import variant_words
from analyzer.reporting.parts.levels import levels_figure, named, players_of_levels, shown_players
from analyzer.reporting.parts.lists import INTERVALS
from analyzer.reporting.sentences.levels import say_deals, say_levels
from analyzer.runs.results import Results

PLACE = 12


def build(results: Results) -> Section | None:
    """Compare the levels of play."""
    if len(played_levels(results)) < 2:
        return None
    players = shown_players(results)
    sentences = [*say_levels(results), *say_deals(results)]
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    parts += [
        levels_figure(results, "levels", players),
        *_tables(results, players),
        *_places(results),
        *_deals(results, players),
    ]
    return Section("levels", "Levels of play", tuple(parts))


def _tables(results: Results, players: int) -> list[Part]:
    """List the win rates by level: those with one number of players, and folded all of them."""
    rates = level_rates(results)
    own = _rates_table(results, "levels", f"Games won by level of play, {players_words(players)}", rates, players)
    if rates["players"].nunique() == 1:
        return [own]
    return [own, _rates_table(results, "levels_all", "Games won by level of play, all numbers of players", rates, None)]


def _rates_table(results: Results, name: str, title: str, rates: pd.DataFrame, players: int | None) -> Table:
    chosen = rates if players is None else rates[rates["players"] == players]
    frame = chosen.pivot_table(
        index=["variant", "players"], columns="level", values="win_rate", aggfunc="first", sort=False
    ).reset_index()
    if players is not None:
        strongest = played_levels(results)[-1]
        frame = frame.sort_values(strongest, key=lambda column: [rate.value for rate in column])
    frame["variant"] = named(results, frame["variant"])
    columns = [Column("variant", "variant"), *([Column("players", "players", Kind.COUNT)] if players is None else [])]
    columns += [Column(level, f"won, {level}", Kind.PERCENT) for level in played_levels(results) if level in frame]
    note = notes(INTERVALS, players_of_levels(results), legend(frame["variant"]))
    return Table(name, title, tuple(columns), frame.reset_index(drop=True), note, folded=players is None)


def _places(results: Results) -> list[Part]:
    """List the places of the variants at every level, hardest first at the strongest one."""
    scales = level_scales(results)
    if len(scales) < 2:
        return []
    order = [name for name, _ in reversed(scales[-1].ladder())]
    frame = pd.DataFrame({"variant": named(results, pd.Series(order))})
    columns = [Column("variant", "variant")]
    for scale in scales:
        ranks = {name: rank for rank, (name, _) in enumerate(reversed(scale.ladder()), start=1)}
        frame[f"rank_{scale.name}"] = [ranks[name] for name in order]
        frame[f"place_{scale.name}"] = [scale.place(name) for name in order]
        columns += [
            Column(f"rank_{scale.name}", f"rank, {scale.name}", Kind.COUNT),
            Column(f"place_{scale.name}", f"difficulty, {scale.name}", Kind.NUMBER),
        ]
    counts = ", ".join(scales[0].contexts)
    note = f"Rank 1 is the hardest. Difficulty in steps of the odds (logits), 95 % intervals; players: {counts}."
    return [Table("level_places", "Order of the variants at every level", tuple(columns), frame, note)]


def _deals(results: Results, players: int) -> list[Part]:
    table = deals_by_level(results)
    own = table[table["players"] == players]
    if own.empty:
        return []
    found = set(own["level"])
    parts = [name for name in (*played_levels(results), HINDSIGHT, NOBODY) if name in found]
    names = [variant_words(results, str(name)) for name in own["variant"]]
    frame = pd.DataFrame({"label": names, "part": own["level"], "value": [share.value for share in own["share"]]})
    n_names = frame["label"].nunique()
    figure = Figure(
        name="level_deals",
        title=f"Which level it takes to win a deal, {players_words(players)}",
        alt=f"Stacked bars: for {n_names} variants the share of deals by the weakest level of play that won them.",
        draw=draw_stacks,
        frame=frame,
        options={"parts": parts, "xlabel": "share of the deals, in percent", "numbered": True},
        size=(WIDTH, lines_high(n_names) + 0.24 * len(parts)),
        note=notes(
            "Deals that every level has played, by the weakest level that won them.",
            "Hindsight is a solver that knows the deal, no player." if HINDSIGHT in found else "",
            legend(names),
        ),
    )
    columns = (
        Column("variant", "variant"),
        Column("players", "players", Kind.COUNT),
        Column("level", "first won by"),
        Column("deals", "deals", Kind.COUNT),
        Column("share", "share of the deals", Kind.PERCENT),
    )
    rows = table.assign(variant=named(results, table["variant"])).reset_index(drop=True)
    note = notes(INTERVALS, legend(rows["variant"]))
    return [figure, Table("level_deals", "Deals by the weakest level that won them", columns, rows, note, folded=True)]
