"""Luck and skill: what the deal decides before anybody moves, and what the way to play is worth."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.factors import factors_of
from analyzer.analysis.luck import MOST_DEALS, by_deal, explained, variance_of_wins
from analyzer.analysis.tables import win_rates
from analyzer.reporting.answers.teams import shown_cells
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Prose, Section, Table
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.labels import label, legend, notes, players_words
from analyzer.reporting.prose import losses as prose
from analyzer.reporting.wording import count, write
from analyzer.runs.results import Results

MOST_CURVES, MOST_BARS = 5, 16
SOURCES = {
    "policy": "the policy",
    "seat": "the seat",
    "deal": "the deal",
    "rest": "their interplay and chance on the way",
}


def build(results: Results) -> Section | None:
    """Show win chances by deal, and the shares of deal, seat and policy."""
    parts: list[Part] = [*_by_deal(results), *_variance(results), *_bounds(results)]
    return Section("luck", "Luck and skill", tuple(parts)) if parts else None


def _cells(results: Results) -> tuple[str, ...]:
    """Choose the plain game (or the first variant) with every number of players, first policy and setting."""
    rates = win_rates(results)
    if rates.empty:
        return ()
    factors, shown = factors_of(results), shown_cells(results)
    variants = list(shown["variant"])
    variant = factors.plain if factors.plain in variants else variants[0]
    first = shown.set_index("variant").loc[variant]
    own = rates[(rates["setting"] == first["setting"]) & (rates["policy"] == first["policy"])]
    return tuple(own["cell"])[:MOST_CURVES]


def _by_deal(results: Results) -> list[Part]:
    cells = _cells(results)
    table = by_deal(results, cells)
    parts: list[Part] = []
    shares = explained(results, cells).to_dict("records")
    if shares:
        parts.append(Bullets(tuple(prose.luck(row["words"], row["share"], _name(results, row)) for row in shares)))
    for number, (words, own) in enumerate(table.groupby("words", sort=False)):
        parts.append(_deal_figure(results, str(words), own, number))
    return [*parts, _deal_table(results, table)] if parts else []


def _name(results: Results, row: dict[str, Any]) -> str:
    return f"{label(results, row['cell'])}, {players_words(row['players'])}"


def _deal_figure(results: Results, words: str, own: pd.DataFrame, number: int) -> Figure:
    rows = own.to_dict("records")
    frame = pd.DataFrame(
        {
            "label": [_name(results, row) for row in rows],
            "low_value": own["low"].to_numpy(),
            "high_value": own["high"].to_numpy(),
            **{part: [getattr(rate, part) for rate in own["win_rate"]] for part in ("value", "low", "high")},
        }
    )
    return Figure(
        name=f"deal_{number}",
        title=f"Win chance by what the deal gave: {words}",
        alt=(
            f"Lines with intervals: games won over {words}; the estimates lie between "
            f"{100 * frame['value'].min():.0f} and {100 * frame['value'].max():.0f} percent."
        ),
        draw="deals",
        frame=frame,
        options={"xlabel": words},
        size=(WIDTH, 3.8),
        note=notes("Values in groups of about as many deals; 95 % intervals.", legend(frame["label"])),
    )


def _deal_table(results: Results, table: pd.DataFrame) -> Table:
    spans = [f"{a}" if a == b else f"{a} to {b}" for a, b in zip(table["low"], table["high"], strict=True)]
    named = table.assign(name=[_name(results, row) for row in table.to_dict("records")], span=spans)
    columns = (
        Column("words", "what the deal gave"),
        Column("name", "game"),
        Column("span", "value"),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    return Table("by_deal", "Win rate by what the deal gave", columns, named, legend(named["name"]), folded=True)


def _variance(results: Results) -> list[Part]:
    table = variance_of_wins(results)
    if table.empty:
        return []
    several = table["setting"].nunique() > 1
    named = table.assign(
        label=[
            f"{row['setting']}, {players_words(row['players'])}" if several else players_words(row["players"])
            for row in table.to_dict("records")
        ],
        source=[SOURCES[source] for source in table["source"]],
        value=[share.value for share in table["share"]],
    )
    first = named[named["label"] == named["label"].iloc[0]].set_index("source")["share"]
    where = str(named["label"].iloc[0])
    sources = [words for words in SOURCES.values() if words in set(named["source"])]
    labels = list(dict.fromkeys(named["label"]))
    shown = named[named["label"].isin(labels[:MOST_BARS])]
    note = notes(
        f"Crossed games, up to {count(MOST_DEALS)} deals each; the shares speak of new deals for the same policies.",
        f"The first {MOST_BARS} of {len(labels)}." if len(labels) > MOST_BARS else "",
    )
    figure = Figure(
        name="variance",
        title="What winning and losing depends on",
        alt=f"Stacked bars: shares of {', '.join(sources)} in the variance of outcomes; the first is {labels[0]}.",
        draw="variance",
        frame=shown[["label", "source", "value"]].reset_index(drop=True),
        options={"sources": sources},
        size=(WIDTH, lines_high(len(labels[:MOST_BARS])) + 0.3),
        note=note,
    )
    columns = (Column("label", "game"), Column("source", "explained by"), Column("share", "share", Kind.PERCENT))
    policy, seat = first[SOURCES["policy"]], first.get(SOURCES["seat"])
    text = (
        prose.luck_and_skill(where, first[SOURCES["deal"]], policy)
        if seat is None
        else prose.skill(where, policy, seat)
    )
    return [Prose(text), figure, Table("variance", "Shares of the variance", columns, named, note, folded=True)]


def _bounds(results: Results) -> list[Part]:
    """Name floor and ceiling, where policies that play at random or see everything took part."""
    traits = {item["name"]: set(item["traits"]) for item in results.manifest["policies"]}
    rates = win_rates(results)
    words = {"random_legal": "floor: random legal play", "clairvoyant": "ceiling: sees hidden cards"}
    found = []
    for row in rates.to_dict("records"):
        name = str(row["policy"]).partition("(")[0]
        kind = "clairvoyant" if "clairvoyant" in traits.get(name, set()) else name
        found.append(row | {"name": label(results, row["cell"]), "role": words.get(kind, "in between")})
    roles = {row["role"] for row in found}
    if not roles - {"in between"}:
        return []
    columns = (
        Column("role", "role"),
        Column("policy", "policy"),
        Column("name", "variant"),
        Column("players", "players", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    first = found[0]
    same = [row for row in found if (row["setting"], row["players"]) == (first["setting"], first["players"])]
    text = "; ".join(f"{row['role']}: {row['policy']} {write(row['win_rate'], Kind.PERCENT)}" for row in same)
    where = f"{first['name']} with {players_words(first['players'])}"
    frame = pd.DataFrame(found).sort_values("role", kind="stable").reset_index(drop=True)
    return [
        Prose(f"In {where}: {text}."),
        Table("bounds", "Floor, policies and ceiling", columns, frame, folded=len(frame) > 20),
    ]
