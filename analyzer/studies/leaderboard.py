"""All policies on the same deals, variant by variant: who is ahead of whom, and how fast each decides."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.analysis.leaderboards import SPEEDS, standings
from analyzer.catalog import load_game
from analyzer.cells import make_seat
from analyzer.errors import Interrupted
from analyzer.games.written import Sets, WrittenPolicy
from analyzer.play.control import BackendGiven, Control, OnGames
from analyzer.play.showing import Drawn
from analyzer.play.speed import decisions_per_second
from analyzer.play.stopping import check_games, check_seed
from analyzer.runs.experiment import run_cells, study_folder
from analyzer.runs.run import Run
from analyzer.runs.runner import Say
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.files import json_document, write_atomically
from analyzer.runs.stored.results import Results, load_results
from analyzer.stats import Estimate
from analyzer.studies.arenas import Arena, cells_in, make_arena, read_policies

DEFAULT_DEALS = 10_000
SECTIONS = ("answer", "leaderboard", "policies", "assumptions", "method")


@dataclass(frozen=True)
class Leaderboard(Drawn):
    """The standings of all policies, case by case."""

    run: Run
    results: Results
    field: str | None

    @property
    def standings(self) -> list[dict[str, Any]]:
        """One row per case and policy, best first."""
        return [_plain(row) for row in standings(self.results).to_dict("records")]

    @property
    def deals(self) -> int:
        """The deals that all cells have played."""
        return int(self.results.cells["games"].min())

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `leaderboard --json`."""
        manifest = self.run.manifest
        return {
            "game": manifest.game.name,
            "field": self.field,
            "seed": manifest.experiment.seed,
            "deals": self.deals,
            "games": self.run.games,
            "standings": [_document(row) for row in self.standings],
            "run_dir": str(self.run.folder),
            "digest": self.run.digest,
            "seconds": self.run.seconds,
        }


def _plain(row: dict[Any, Any]) -> dict[str, Any]:
    return {str(key): None if value != value else value for key, value in row.items()}  # gaps are nan in a table


def _document(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value.as_dict() if isinstance(value, Estimate) else value for key, value in row.items()}


def leaderboard(
    game: str,
    *,
    variants: Sequence[str] | str | None = None,
    players: Sequence[int] | str | int | None = None,
    sets: Sets = (),
    policies: Sequence[str] | str | None = None,
    field: str | None = None,
    games: int = DEFAULT_DEALS,
    seed: int = 0,
    out: str | Path | None = None,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Leaderboard:
    """Play policies on the same deals in every variant and number of players; called again, it resumes.

    Parameters
    ----------
    game, sets, seed, jobs, backend
        As for `simulate`.
    variants, players
        Where they play: lists, or texts with commas; by default the plain game with the fewest players, but at least 2.
    policies
        Who plays; by default all policies of the game but `random_legal`.
    field
        In competitive cases, who sits at all other seats; by default the recommended policy.
    games
        Deals per case.
    out
        The run directory, one like any other: `analyzer report` makes its report.
    control, say, on_games
        How to end it early, and what receives remarks and the progress.

    Returns
    -------
    Leaderboard
        The policies in order, with intervals and paired differences to the next.

    Examples
    --------
    >>> analyzer.leaderboard("tranquility", variants=["base", "poseidon"], players=3, games=2000)
    """
    loaded = load_game(game)
    arena = make_arena(loaded, variants, players, sets, [field] if field else None)
    names = read_policies(loaded, policies)
    for policy in arena.fields:  # the field has its place among the others
        names.setdefault(make_seat(loaded, policy).label, policy)
    experiment = _experiment(arena, list(names.values()), check_games(games), check_seed(seed))
    cells = [cell for policy in names.values() for cell in cells_in(arena.places(policy))]
    folder = Path(out) if out is not None else study_folder(f"{game}-leaderboard", experiment, cells)
    run = run_cells(folder, experiment, cells, jobs=jobs, backend=backend, control=control, say=say, on_games=on_games)
    if run.was_interrupted or not _measure(arena, names, folder, seed, control or Control()):
        raise Interrupted(
            f"interrupted; {run.games:,} games are saved in {run.folder}. Run the same command to resume."
        )
    return Leaderboard(run, load_results(folder), str(arena.fields[0]) if arena.fields else None)


def _experiment(arena: Arena, policies: list[WrittenPolicy], deals: int, seed: int) -> Experiment:
    return Experiment(
        game=arena.game.name,
        question=f"Which policy plays {arena.game.title} best?",
        variants=tuple(dict.fromkeys(case.reference.variant for case in arena.cases)),
        players=tuple(dict.fromkeys(case.players for case in arena.cases)),
        policies=tuple(policies),
        field=arena.fields[0] if arena.fields else None,
        switches={name: (value,) for name, value in arena.cases[0].reference.changes.items()},
        deals=deals,
        seed=seed,
        rows=False,
        sections=SECTIONS,
    )


def _measure(arena: Arena, names: dict[str, WrittenPolicy], folder: Path, seed: int, control: Control) -> bool:
    """Measure how fast every policy decides, playing all seats of the first case; tell whether all were."""
    case = arena.cases[0].reference
    cells = {label: replace(case, policies=(policy,)).make() for label, policy in names.items()}
    speeds = {label: _short(decisions_per_second(cell, seed, control)) for label, cell in cells.items()}
    if control.is_stopped:
        return False
    write_atomically(folder / SPEEDS, json_document(speeds))
    return True


def _short(speed: float) -> int:
    """Keep the two digits that a second measurement would give again."""
    return int(float(f"{speed:.2g}"))
