"""Competitive variants in a run of team games: no team wins or loses them, so they stand beside the ladder."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.analysis import frames, soundness, tables
from analyzer.reporting import lists, naming, spoken
from analyzer.reporting.document import Column, Kind, Part, Prose
from analyzer.reporting.wording import count, several, upper_first, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

FIRST = "the first player wins"
MOST_TABLES = 4  # that a sentence names one by one
SHOWN_IN = "seats"  # the section that shows all of it, where it is asked for


def contest_parts(results: Results) -> list[Part]:
    """Say why competitive variants are not among the others, and show who wins them."""
    sentences = say_contests(results)
    if not sentences:
        return []
    asked = results.manifest.experiment.sections
    is_elsewhere = not asked or SHOWN_IN in asked
    return [Prose(" ".join(sentences)), *([] if is_elsewhere else [_table(results)])]


def say_contests(results: Results) -> list[str]:
    """Say of every competitive variant who wins it, where others are won and lost by a team."""
    if not frames.factors_of(results).is_cooperative:
        return []
    table = _winners(results)
    return [
        no_team(naming.variant_words(results, str(variant)), _wins(results, own))
        for variant, own in table.groupby("variant", sort=False)
    ]


def _wins(results: Results, own: pd.DataFrame) -> list[str]:
    """Say of every table who wins there; where all play alike, whoever begins stands for it."""
    return [_win(results, group.to_dict("records")) for _cell, group in own.groupby("cell", sort=False)]


def _win(results: Results, rows: list[dict[str, Any]]) -> str:
    entry, shares = results.entry(rows[0]["cell"]), [row["win_share"] for row in rows]
    players, games = naming.players_words(entry.players), int(rows[0]["games"])
    if len(set(entry.policies)) == 1:
        many, ending = spoken.players(results, entry.policy)
        return begins(shares[0], f"{players} like {many}" if ending else f"{naming.number_words(entry.players)} {many}")
    who = [naming.policy_words(results, name) for name in entry.policies]
    return differ(list(zip(who, shares, strict=True)), games, players)


def _winners(results: Results) -> pd.DataFrame:
    """List by turn order who wins where all play alike, and by seat where they do not."""
    order, seats = soundness.turn_order(results), tables.seats(results)
    winner = [f"{naming.position_words(int(place))} player" for place in order["position"]]
    others = seats[~seats["cell"].isin(order["cell"])]
    named = [f"seat {seat}: {name}" for seat, name in zip(others["seat"], others["seat_policy"], strict=True)]
    return pd.concat([order.assign(winner=winner), others.assign(winner=named)], ignore_index=True)


def _table(results: Results) -> Part:
    frame = lists.named(results, _winners(results), naming.contest_label)
    columns = (
        Column("name", "game"),
        Column("winner", "who"),
        Column("games", "games", Kind.COUNT),
        Column("win_share", "games won", Kind.PERCENT),
    )
    note = "A shared win counts in parts. 95 % intervals."
    return lists.cell_table("contest_wins", "Who wins where no team plays", columns, frame, note)


# Sentences


def no_team(variant: str, wins: Sequence[str]) -> str:
    """Say that a variant has no win rate of a team, and who wins it."""
    shown = list(wins[:MOST_TABLES])
    more = f" ({len(shown)} of {len(wins)} tables named)" if len(shown) < len(wins) else ""
    why = "has no win rate of a team, as its players play against each other"
    first, *others = shown
    told = "; ".join([first, *(text.removeprefix(f"{FIRST} ") if first.startswith(FIRST) else text for text in others)])
    return f"{upper_first(variant)} {why}: {told}{more}."


def begins(share: Estimate, players: str) -> str:
    """Say how often whoever begins wins where all play alike."""
    return f"{FIRST} {write(share, Kind.PERCENT)} among {players}"


def differ(seated: Sequence[tuple[str, Estimate]], games: int, players: str) -> str:
    """Say how often each of those wins who play differently."""
    shares = [f"{who} wins {write(share, Kind.PERCENT)}" for who, share in seated]
    return f"with {players} {several(shares)} of {count(games)} games"
