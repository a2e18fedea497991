"""Luck and skill: what the deal decides before anybody moves, and what the way to play is worth."""

from typing import Any

import pandas as pd

from analyzer.analysis import frames, tables
from analyzer.analysis.luck import MOST_DEALS, by_deal, explained, variance_of_wins
from analyzer.reporting import charts, lists, naming
from analyzer.reporting.document import WIDTH, Bullets, Column, Figure, Kind, Part, Prose, Section, Table, lines_high
from analyzer.reporting.wording import count, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

PLACE = 70
MOST_CURVES, MOST_BARS = 5, 16
BETWEEN = "in between"
ROLES = {"random_legal": "floor: random legal play", "clairvoyant": "ceiling: sees hidden cards"}
PARTS = {
    "policy": "the policy",
    "seat": "the seat",
    "deal": "the deal",
    "rest": "their interplay and chance on the way",
}


def build(results: Results) -> Section | None:
    """Show win chances by deal, and the shares of deal, seat and policy."""
    parts: list[Part] = [*_by_deal(results), *_variance(results), *_bounds(results)]
    return Section("luck", "Luck and skill", tuple(parts)) if parts else None


def _by_deal(results: Results) -> list[Part]:
    cells = tuple(lists.cells_by_players(results)["cell"])[:MOST_CURVES]
    names = {
        cell: f"{naming.cell_words(results, cell)}, {naming.players_words(results.entry(cell).players)}"
        for cell in cells
    }
    table = by_deal(results, cells)
    table = table.assign(name=table["cell"].map(names))
    shares = explained(results, cells).to_dict("records")
    said = [luck(row["words"], row["share"], names[row["cell"]], is_certain=row["is_certain"]) for row in shares]
    parts: list[Part] = [Bullets(tuple(said))] if said else []
    for number, (words, own) in enumerate(table.groupby("words", sort=False)):
        parts.append(_deal_figure(results, str(words), own, number))
    return [*parts, _deal_table(table)] if parts else []


def _deal_figure(results: Results, words: str, own: pd.DataFrame, number: int) -> Figure:
    frame = pd.DataFrame(
        {
            "label": own["name"].to_numpy(),
            "low_value": own["low"].to_numpy(),
            "high_value": own["high"].to_numpy(),
            **lists.numbers(own["win_rate"]),
        }
    )
    return Figure(
        name=f"deal_{number}",
        title=naming.played_by(results, f"Win chance by what the deal gave: {words}", str(own["policy"].iloc[0])),
        alt=(
            f"Lines with intervals: games won over {words}; the estimates lie between "
            f"{100 * frame['value'].min():.0f} and {100 * frame['value'].max():.0f} percent."
        ),
        draw=draw_deals,
        frame=frame,
        options={"xlabel": words},
        size=(WIDTH, 3.8),
        note=naming.notes("Values in groups of about as many deals; 95 % intervals.", naming.legend(frame["label"])),
    )


def _deal_table(table: pd.DataFrame) -> Table:
    spans = [f"{a}" if a == b else f"{a} to {b}" for a, b in zip(table["low"], table["high"], strict=True)]
    frame = table.assign(span=spans)
    columns = (
        Column("words", "what the deal gave"),
        Column("name", "game"),
        Column("span", "value"),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    return lists.cell_table("by_deal", "Win rate by what the deal gave", columns, frame, folded=True)


def _variance(results: Results) -> list[Part]:
    table = variance_of_wins(results)
    if table.empty:
        return []
    several = table["setting"].nunique() > 1
    labels = [
        f"{row['setting']}, {naming.players_words(row['players'])}" if several else naming.players_words(row["players"])
        for row in table.to_dict("records")
    ]
    frame = table.assign(label=labels, part=[PARTS[factor] for factor in table["factor"]])
    own = frame[frame["label"] == labels[0]].set_index("factor")
    first, sure = own["share"], own["sure"]
    text = (
        skill(labels[0], first["policy"], first["seat"], is_certain=sure["seat"].low > 0.0)
        if "seat" in first
        else luck_and_skill(labels[0], first["deal"], first["policy"], sure["deal"], sure["policy"])
    )
    lines = len(set(labels))
    note = naming.notes(
        f"Crossed games, up to {count(MOST_DEALS)} deals each; the shares speak of new deals for the same policies.",
        f"The first {MOST_BARS} of {lines}." if lines > MOST_BARS else "",
    )
    columns = (Column("label", "game"), Column("part", "explained by"), Column("share", "share", Kind.PERCENT))
    shares = Table("variance", "Shares of the variance", columns, frame, note, folded=True)
    return [Prose(text), _variance_figure(frame, note), shares]


def _variance_figure(frame: pd.DataFrame, note: str) -> Figure:
    labels = list(dict.fromkeys(frame["label"]))[:MOST_BARS]
    parts = [words for words in PARTS.values() if words in set(frame["part"])]
    shown = frame.assign(value=[share.value for share in frame["share"]])[frame["label"].isin(labels)]
    return Figure(
        name="variance",
        title="What winning and losing depends on",
        alt=f"Stacked bars: shares of {', '.join(parts)} in the variance of outcomes; the first is {labels[0]}.",
        draw=charts.draw_stacks,
        frame=shown[["label", "part", "value"]].reset_index(drop=True),
        options={"parts": parts, "xlabel": "share of the variance of winning and losing, in percent"},
        size=(WIDTH, lines_high(len(labels)) + 0.3),
        note=note,
    )


def _bounds(results: Results) -> list[Part]:
    """Name floor and ceiling, where policies that play at random or see everything took part."""
    traits = {item.name: set(item.traits) for item in results.manifest.policies}
    rates = tables.win_rates(results)
    bare = frames.bare_names(results)
    names = [bare.get(policy, policy) for policy in rates["policy"]]
    kinds = ["clairvoyant" if "clairvoyant" in traits.get(name, ()) else name for name in names]
    frame = lists.named(results, rates, role=[ROLES.get(kind, BETWEEN) for kind in kinds])
    if not set(frame["role"]) - {BETWEEN}:
        return []
    first = frame.iloc[0]
    same = frame[(frame["setting"] == first["setting"]) & (frame["players"] == first["players"])].to_dict("records")
    text = "; ".join(f"{row['role']}: {row['policy']} {write(row['win_rate'], Kind.PERCENT)}" for row in same)
    columns = (Column("role", "role"), Column("policy", "policy"), *lists.CELL, Column("win_rate", "won", Kind.PERCENT))
    ordered = frame.sort_values("role", kind="stable").reset_index(drop=True)
    return [
        Prose(f"In {first['name']} with {naming.players_words(first['players'])}: {text}."),
        Table("bounds", "Floor, policies and ceiling", columns, ordered, folded=len(ordered) > 20),
    ]


def luck(words: str, share: Estimate, name: str, *, is_certain: bool) -> str:
    """Say how much a measure of the deal explains of winning and losing."""
    text, explained = f"In {name} the measure “{words}” explains", write(share, Kind.PERCENT)
    if is_certain:
        return f"{text} {explained} of the variance of winning and losing."
    return f"{text} nothing that these games could show ({explained} of the variance)."


def luck_and_skill(where: str, deal: Estimate, policy: Estimate, sure_deal: Estimate, sure_policy: Estimate) -> str:
    """Say whether the deal or the choice among these policies matters more, by the wider intervals of the last two."""
    shares = f"the deal {write(deal, Kind.PERCENT)}, the choice among these policies {write(policy, Kind.PERCENT)}"
    if sure_deal.low > sure_policy.high:
        return f"Luck weighs more than the choice of a policy with {where}: {shares} of the variance."
    if sure_policy.low > sure_deal.high:
        return f"The choice of a policy weighs more than luck with {where}: {shares} of the variance."
    return f"Luck and the choice of a policy cannot be told apart in weight with {where}: {shares} of the variance."


def skill(where: str, policy: Estimate, seat: Estimate, *, is_certain: bool) -> str:
    """Say how much policy and seat explain where players play against each other; the rest is luck and interplay."""
    text = f"With {where} the choice among these policies explains {write(policy, Kind.PERCENT)} of who wins"
    explained = write(seat, Kind.PERCENT) if is_certain else "nothing that these games could show"
    return f"{text} and the seat {explained}; the rest is luck and how the policies deal with it."


def draw_deals(axes: Any, frame: pd.DataFrame, *, xlabel: str) -> None:
    """Draw win rates (label, low_value, high_value, value, low, high) over the middle of each group of values."""
    names = list(dict.fromkeys(frame["label"]))
    for number, name in enumerate(names):
        own = frame[frame["label"] == name]
        middle = (own["low_value"] + own["high_value"]) / 2
        style = charts.series(number)
        axes.vlines(middle, 100 * own["low"], 100 * own["high"], color=style["color"], linewidth=1.2)
        axes.plot(middle, 100 * own["value"], label=name, linewidth=1.0, **style)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("games won, in percent")
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, 0), min(high, 100.5))
    charts.key(axes, names)
