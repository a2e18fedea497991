"""Two levels of play on the same deals: what the stronger wins that the weaker loses, and the other way round."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from analyzer.analysis.levels import HINDSIGHT, hindsight_rates, level_rates, level_steps
from analyzer.reporting import lists, naming
from analyzer.reporting.document import Column, Figure, Kind, Part, Table
from analyzer.reporting.wording import counted, several, upper_first, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

SOLVER = "Hindsight is a solver that knows the deal, no player."


def deals_parts(results: Results, players: int) -> list[Part]:
    """Show how much more the stronger of two levels wins, and of which deals."""
    table = level_steps(results)
    own = _shown(table, players)
    return [] if own.empty else [_figure(results, own, players), _table(results, table)]


def _shown(table: pd.DataFrame, players: int) -> pd.DataFrame:
    """Take the lines with a number of players, of the first setting of switches."""
    own = table[table["players"] == players]
    return own[own["switches"] == own["switches"].iloc[0]] if len(own) else own


def _figure(results: Results, own: pd.DataFrame, players: int) -> Figure:
    own, left_out = lists.enough(own, "difference")
    order = lists.variant_order(results)
    rows = sorted(own.to_dict("records"), key=lambda row: order.index(row["variant"]))
    names = [naming.variant_words(results, row["variant"]) for row in rows]
    steps = [f"{row['stronger']} instead of {row['weaker']}" for row in rows]
    frame = pd.DataFrame({"label": names, "group": steps, **lists.numbers(row["difference"] for row in rows)})
    shown = counted(frame["label"].nunique(), "variant")
    return lists.effects_figure(
        "level_deals",
        f"What a stronger team wins more of the same deals, {naming.players_words(players)}",
        f"Dots with intervals around zero: change of the win rate from one level of play to the next, for {shown}; the "
        "numbers are in the table below.",
        frame,
        "change of the win rate, in points",
        naming.notes(
            f"Each mark compares two levels on the deals that both played. {lists.TOGETHER}",
            SOLVER if HINDSIGHT in set(own["stronger"]) else "",
            left_out,
            naming.legend(names),
        ),
    )


def _table(results: Results, table: pd.DataFrame) -> Table:
    names = [naming.variant_label(results, str(name)) for name in table["variant"]]
    columns = (
        Column("variant", "variant"),
        *([Column("switches", "set on top")] if any(table["switches"]) else []),
        Column("players", "players", Kind.COUNT),
        Column("stronger", "stronger"),
        Column("weaker", "weaker"),
        Column("deals", "deals of both", Kind.COUNT),
        Column("gained", "only the stronger wins", Kind.PERCENT),
        Column("lost", "only the weaker wins", Kind.PERCENT),
        Column("difference", "difference", Kind.POINTS),
    )
    note = naming.notes(
        f"Shares have 95 % intervals. Differences: {lists.TOGETHER.lower()}", SOLVER, naming.legend(names)
    )
    frame = table.assign(variant=names).reset_index(drop=True)
    return Table("level_deals", "Two levels on the same deals", columns, frame, note, folded=True)


def say_deals(results: Results, players: int) -> list[str]:
    """Say of one variant how often each level wins it, and how the levels differ deal by deal.

    It is the one that the strongest level wins least often, of those that most levels played.
    """
    steps = _shown(level_steps(results), players)
    if steps.empty:
        return []
    solved = hindsight_rates(results).assign(level=HINDSIGHT)
    rates = _shown(level_rates(results), players)
    played = steps.groupby("variant", sort=False)["stronger"].count()
    known = rates[rates["variant"].isin(played[played == played.max()].index)]
    strongest = known[known["level"] == known["level"].iloc[-1]].to_dict("records")
    variant = str(min(strongest, key=lambda row: row["win_rate"].value)["variant"])
    every = pd.concat([rates, _shown(solved, players)])
    won = {row["level"]: row["win_rate"] for row in every[every["variant"] == variant].to_dict("records")}
    where = f"{naming.variant_words(results, variant)} with {naming.players_words(players)}"
    return [deals_of(where, won, steps[steps["variant"] == variant].to_dict("records"))]


# Sentences


def deals_of(where: str, won: Mapping[str, Estimate], steps: Sequence[Mapping[str, Any]]) -> str:
    """Say how often each level wins by itself, and what each of two levels wins that the other one loses."""
    (weakest, rate), *others = won.items()
    rates = [f"{naming.level_players(weakest)} win {write(rate, Kind.PERCENT)} of the games of {where}"]
    called = {name: naming.level_players(name) for name in won} | {HINDSIGHT: "a solver that knows every card"}
    rates += [f"{called[name]} {write(own, Kind.PERCENT)}" for name, own in others]
    each = [step_of(step) for step in steps if step["stronger"] != HINDSIGHT]
    deals = f"; deal by deal, {'; '.join(each)}" if each else ""
    return f"{upper_first(several(rates))}, each by itself{deals}."


def step_of(step: Mapping[str, Any]) -> str:
    """Say what the stronger of two levels wins that the weaker loses, and the other way round."""
    stronger, weaker = (naming.level_players(step[name]) for name in ("stronger", "weaker"))
    return (
        f"{stronger} alone win {write(step['gained'], Kind.PERCENT)} of {counted(step['deals'], 'deal')}, and "
        f"{weaker} alone {write(step['lost'], Kind.PERCENT)}"
    )
