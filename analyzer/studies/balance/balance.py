"""`analyzer balance`: fair turn order, worth of components, strategies and the course of a game, by experiment."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.catalog import load_game
from analyzer.cells import make_cell
from analyzer.errors import BadInput, unknown
from analyzer.games.treatments.declared import grantable, removable, titles
from analyzer.play import showing, stopping
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.runs.specs.spec import GAMES, LEAST_GAMES, MOST_GAMES
from analyzer.studies.arenas import listed, read_counts
from analyzer.studies.balance import components, course, exploits, luck, prices, replies, strategies, turn_order
from analyzer.studies.balance.asking import LEVEL, Asked, Kept, Table

STUDIES: dict[str, tuple[Callable[[Asked, Any, float], Any], float]] = {
    "turn-order": (turn_order.turn_order, 0.4),
    "components": (components.components, 0.4),
    "prices": (prices.prices, 0.2),
    "strategies": (strategies.strategies, 0.15),
    "exploits": (exploits.exploits, 0.2),
    "course": (course.course, 0.1),
    "luck": (luck.luck_by_source, 0.1),
}  # with its part of the budget


@dataclass(frozen=True)
class Balance(showing.Drawn):
    """What was found about the balance of a game."""

    asked: Asked
    folder: Path
    games: int
    seconds: float
    found: dict[str, Any]  # by study
    missing: dict[str, str]  # studies that this game cannot have, and why

    @property
    def turn_order(self) -> turn_order.TurnOrder | None:
        """Who wins by turn position, and what evens it out."""
        return self.found.get("turn-order")

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `balance --json`."""
        cell = self.asked.cell
        return {
            "game": self.asked.game,
            "title": cell.game.title,
            "variant": cell.setting.name,
            "tables": [table.as_dict() for table in self.asked.tables],
            "budget": self.asked.budget,
            "seed": self.asked.seed,
            "level": LEVEL,
            "games": self.games,
            "seconds": self.seconds,
            "run_dir": str(self.folder),
            "score": cell.game.words.score,
            "titles": titles(cell.game, cell.setting.tree),
            "causes": dict(cell.game.cause_words),
            "studies": {name: _data(found) for name, found in self.found.items()},
            "missing": dict(self.missing),
        }


def _data(found: Any) -> Any:
    return [one.as_dict() for one in found] if isinstance(found, tuple) else found.as_dict()


def balance(
    game: str,
    *,
    only: Sequence[str] | str | None = None,
    variant: str | None = None,
    players: Sequence[int] | str | int | None = None,
    levels: Sequence[str] | str | None = None,
    budget: float = GAMES,
    seed: int = 0,
    out: str | Path | None = None,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Balance:
    """Ask what a designer of a competitive game asks, each question by changing one thing on the same deals.

    Parameters
    ----------
    game, seed, jobs, backend
        As for `simulate`.
    only
        Studies to make: `"turn-order"`, `"components"`, `"prices"`, `"strategies"`, `"exploits"`, `"course"`,
        `"luck"`; by default all.
    variant
        What is played; by default the first variant whose players compete.
    players, levels
        Numbers of players and levels of play; by default the fewest players, and `good`.
    budget
        About how many games all studies may play together.
    out
        Folder of the runs: called again, it resumes where it stopped.
    control, say, on_games
        How to end it early, and what receives remarks and the progress.

    Returns
    -------
    Balance
        With `found` by study, `turn_order`, `as_dict()`.

    Examples
    --------
    >>> analyzer.balance("islebound", only="turn-order", players=[2, 3], budget=100_000)
    """
    games = stopping.check_range("budget", budget, LEAST_GAMES, MOST_GAMES)
    asked = Asked(game, tables(game, variant, players, levels), games, stopping.check_seed(seed), _only(only))
    turn_order.check_tables(asked)
    folder = asked.folder if out is None else Path(out)
    return answered(asked, Kept(asked, folder, stopping.check_jobs(jobs), backend, control, say, on_games))


def answered(asked: Asked, play: Kept) -> Balance:
    """Make the studies that are asked for and that the game can have, and share the budget out among them."""
    missing = _missing(asked)
    wanted = {name: STUDIES[name] for name in asked.only if name not in missing}
    if not wanted:
        raise BadInput(f"{asked.game}: nothing to study: {'; '.join(missing.values())}")
    whole, begun = sum(part for _, part in wanted.values()), time.monotonic()
    found = {name: study(asked, play, part / whole) for name, (study, part) in wanted.items()}
    return Balance(asked, play.folder, play.games, time.monotonic() - begun, found, missing)


def _only(given: Sequence[str] | str | None) -> tuple[str, ...]:
    names = listed(given) or list(STUDIES)
    for name in names:
        if name not in STUDIES:
            raise unknown("study", name, STUDIES, where="--only")
    return tuple(name for name in STUDIES if name in names)


def tables(
    game: str, variant: str | None, players: Sequence[int] | str | int | None, levels: Sequence[str] | str | None
) -> tuple[Table, ...]:
    """Make the tables that a question is asked at: every number of players with every level."""
    loaded = load_game(game)
    own = loaded.competitive_switch
    rivals = next((name for name, one in loaded.variants.items() if own and one.sets.get(own)), None)
    chosen = rivals if variant is None and not make_cell(game).is_competitive else variant
    counts = read_counts(players) or [min(n for n in loaded.seats if n > 1)]
    named = listed(levels) or (["good"] if "good" in loaded.levels else [loaded.recommended])
    cells = [(make_cell(game, players=n, variant=chosen, policy=level), level) for n in counts for level in named]
    return tuple(Table(cell.reference, level) for cell, level in cells)


def _missing(asked: Asked) -> dict[str, str]:
    """Say which studies that were asked for this game cannot have."""
    game, tree = asked.cell.game, asked.cell.setting.tree
    found = {}
    if "components" in asked.only and not [*grantable(game, tree), *removable(game, tree)]:
        found["components"] = f"{asked.game} declares no components that can be given or removed"
    if "prices" in asked.only and (unpriced := prices.unpriced(game)).keys() == {one.name for one in game.materials}:
        reasons = "; ".join(f"{kind}: {reason}" for kind, reason in unpriced.items())
        found["prices"] = f"{asked.game} has no price to look for{': ' if reasons else ''}{reasons}"
    if "strategies" in asked.only and not game.strategies:
        found["strategies"] = f"{asked.game} declares no strategies"
    if "exploits" in asked.only and replies.reply_space(game, game.recommended) is None:
        found["exploits"] = f"{asked.game}: {game.recommended} has no knobs, and there is nothing to ban"
    if "luck" in asked.only and not luck.sources(asked):
        found["luck"] = f"{asked.game} does not say what its streams of chance are for"
    return found
