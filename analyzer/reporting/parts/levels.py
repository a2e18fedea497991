"""What is shown of levels of play in more than one place: the figure, and who plays."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from analyzer.analysis.levels import level_rates, played_levels
from analyzer.reporting.document import Figure
from analyzer.reporting.figures.ladder import LOGIT, draw_ladder
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.labels import legend, notes, players_words, variant_label
from analyzer.reporting.names import variant_words
from analyzer.reporting.parts.lists import numbers
from analyzer.runs.results import Results


def shown_players(results: Results) -> int:
    """Choose the number of players that most cells of all levels have; the middle one among equals."""
    counts = level_rates(results).groupby("players")["cell"].count()
    best = [int(players) for players, cells in counts.items() if cells == counts.max()]
    return best[len(best) // 2]


def named(results: Results, names: Iterable[object]) -> list[str]:
    """Name variants as figures and tables do."""
    return [variant_label(results, str(name)) for name in names]


def players_of_levels(results: Results) -> str:
    """Say who plays at each level."""
    policies = level_rates(results).groupby("level", sort=False)["policy"].first()
    return "; ".join(f"{level}: {policy}" for level, policy in policies.items()) + "."


def levels_figure(results: Results, name: str, players: int) -> Figure:
    """Draw the win rate of every variant, a mark for each level, hardest for the strongest on top."""
    rates = level_rates(results)
    own = rates[rates["players"] == players]
    strongest = own.groupby("variant", sort=False)["win_rate"].last()
    order = sorted(strongest.index, key=lambda name: strongest[name].value)
    own = own.sort_values("variant", key=lambda column: column.map(order.index), kind="stable")
    names = [variant_words(results, str(name)) for name in own["variant"]]
    frame = pd.DataFrame({"label": names, "group": own["level"], "icons": "", **numbers(own["win_rate"])})
    return Figure(
        name=name,
        title=f"Win rate of every variant by level of play, {players_words(players)}",
        alt=(
            f"Dots with intervals: games won for {len(order)} variants with {players_words(players)}, one mark for "
            f"each of: {', '.join(played_levels(results))}; {names[0]} is on top."
        ),
        draw=draw_ladder,
        frame=frame,
        options={
            "groups": played_levels(results),
            "xlabel": f"games won, in percent ({LOGIT})",
        },
        size=(WIDTH, lines_high(len(order), len(played_levels(results)))),
        note=notes("Bars are 95 % intervals.", players_of_levels(results), legend(names)),
    )
