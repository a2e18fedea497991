"""What happens when one number of the rules is raised step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.analysis.factors import factors_of
from analyzer.analysis.sweeps import crossings, swept_switch
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import players_words
from analyzer.reporting.names import policy_words, variant_words
from analyzer.reporting.wording import several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate


def say_crossings(results: Results) -> list[str]:
    """Say at which value of the swept switch half of the games are won: one sentence for each variant and policy."""
    switch = swept_switch(results)
    if switch is None:
        return []
    sentences = []
    for _key, group in crossings(results).groupby(["variant", "policy"], sort=False):
        rows = group.to_dict("records")
        where = _where(results, rows[0])
        crossed = [(players_words(row["players"]), row["where"]) for row in rows if row["where"] is not None]
        sentences += [crosses(switch_title(results, switch), crossed, where)] if crossed else []
        sentences += [
            stays(
                switch,
                row["values"],
                row["first"],
                row["last"],
                f"{players_words(row['players'])}{where}",
                row["is_open"],
            )
            for row in rows
            if row["where"] is None
        ]
        sentences += [
            several_times(switch, f"{players_words(row['players'])}{where}", row["times"])
            for row in rows
            if row["times"] > 1
        ]
    return sentences


def switch_title(results: Results, switch: str) -> str:
    """Name a switch with what it decides."""
    summaries = {item.name: item.summary for item in results.manifest.game.switches}
    return f"{switch} ({summaries[switch]})" if summaries.get(switch) else switch


def curve_name(results: Results, row: Mapping[str, Any]) -> str:
    """Name a curve as far as the run has several."""
    factors = factors_of(results)
    parts = [variant_words(results, row["variant"])] if len(factors.variants) > 1 else []
    parts += [players_words(int(row["players"]))] if len(factors.players) > 1 else []
    parts += [str(row["policy"])] if len(factors.policies) > 1 else []
    return ", ".join(parts) or players_words(int(row["players"]))


def _where(results: Results, row: Mapping[str, Any]) -> str:
    factors = factors_of(results)
    variant = f" in {variant_words(results, row['variant'])}" if len(factors.variants) > 1 else ""
    return variant + (f", played by {policy_words(results, row['policy'])}" if len(factors.policies) > 1 else "")


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
