"""Who won a finished game, and why, in one sentence."""

from __future__ import annotations

from typing import Any

from analyzer.cells import Cell
from analyzer.play.snapshots import Data


def outcome_of(cell: Cell, row: Any) -> Data:
    """Write how a game ended: its cause, who won, and the scores."""
    game = cell.game
    cause = game.causes(int(row.cause)).name.lower()
    shares = [float(row.share[seat]) for seat in range(cell.players)] if cell.is_competitive else []
    return {
        "cause": cause,
        "won": None if cell.is_competitive else cause == "won",
        "winners": [seat for seat, share in enumerate(shares) if share > 0],
        "scores": [int(row.score[seat]) for seat in range(cell.players)] if cell.is_competitive else [],
        "turns": int(row.turns),
        "verdict": _contest(cell, row, cause) if cell.is_competitive else _team(cell, row, cause),
    }


def _why(cell: Cell, cause: str) -> str:
    """Say what ended the game: in the words of the notation, without who won."""
    words = cell.game.why.get(cause, cell.game.cause_words.get(cause, cause))
    return words.partition(": ")[2] or words


def _team(cell: Cell, row: Any, cause: str) -> str:
    if cause in ("truncated", "fault"):
        return f"Nobody won: {_why(cell, cause)} in turn {int(row.turns)}."
    who = "The player" if cell.players == 1 else "The team"
    return f"{who} {'won' if cause == 'won' else 'lost'} in turn {int(row.turns)}: {_why(cell, cause)}."


def _contest(cell: Cell, row: Any, cause: str) -> str:
    winners = [seat for seat in range(cell.players) if row.share[seat] > 0]
    unit, scores = cell.game.words.score, [int(score) for score in row.score[: cell.players]]
    others = ", ".join(f"seat {seat} has {scores[seat]}" for seat in range(cell.players) if seat not in winners)
    if not winners:
        return f"Nobody won: {_why(cell, cause)}; {others} {unit}."
    names = " and ".join(f"seat {seat} ({cell.seats[seat].label})" for seat in winners)
    best = max(scores)
    tied = [seat for seat in range(cell.players) if scores[seat] == best]
    how = "share the win with" if len(winners) > 1 else "won with"
    level = " and the tie-break of the rules" if len(winners) == 1 and len(tied) > 1 else ""
    rest = f" ({others})" if others else ""
    return f"{names[0].upper()}{names[1:]} {how} {scores[winners[0]]} {unit}{level}{rest}: {_why(cell, cause)}."
