"""Which decisions lost the lost games of a run."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Lock

from analyzer.cells import Cell, read_seat
from analyzer.errors import BadInput, Interrupted, unknown
from analyzer.play.control import Control
from analyzer.play.limits import check_jobs, check_range, check_seed
from analyzer.play.prepared import PreparedCell
from analyzer.runs.manifest_file import CellEntry
from analyzer.runs.results import Results, load_results
from analyzer.runs.runner import OnGames
from analyzer.studies.chances import Chances, check_samples
from analyzer.studies.culprits import Autopsy, CellAutopsy
from analyzer.studies.examining import AutopsyPlan, Examined
from analyzer.studies.lost_games import (
    check_version,
    chosen_entries,
    drawn,
    label_of,
    lost_deals,
    seats_of,
)
from analyzer.studies.names import listed

GAMES, SAMPLES = 30, 100
MOST_GAMES = 100_000
OWN = "own"  # the judge that every policy is to itself
Job = tuple[CellEntry, AutopsyPlan, int, list[int]]  # with the lost games of the run, and the deals to look at


def autopsy(
    run: str | Path,
    *,
    cells: Sequence[str] | str | None = None,
    seat: int | None = None,
    policy: str | None = None,
    judge: str | None = None,
    games: float = GAMES,
    chances: float = SAMPLES,
    seed: int = 0,
    jobs: int | None = None,
    control: Control | None = None,
    on_games: OnGames | None = None,
) -> Autopsy:
    """Examine lost games of a run, decision by decision, and say which kinds of decisions lost them.

    Parameters
    ----------
    run
        What `analyzer run` wrote.
    cells
        Names or labels of cells, a list or one of them; by default all.
    seat, policy
        Whose decisions are looked at, and in competitive games whose losses: by default seat 0, of a team all seats.
    judge
        Who plays on from every decision, on hidden cards dealt again: a policy, a level, or `"own"` for the seats' own
        policies; by default the game's good player.
    games
        Lost games to examine per cell, chosen at random.
    chances
        Samples per decision.
    seed, jobs
        Root seed of the choice and the samples, and threads; the result is the same for any number of jobs.
    control, on_games
        How to end it early, and what receives the progress.

    Returns
    -------
    Autopsy
        With `cells`, each with `kinds`, `blunder_rate` and `examples`; `words`, `as_dict()`.

    Examples
    --------
    >>> analyzer.autopsy("runs/tranquility_difficulty", cells="base-2p-spacing", games=20)
    """
    results = load_results(run)
    n, samples = check_range("games", games, 1, MOST_GAMES), check_samples(chances)
    threads, named = check_jobs(jobs), [cells] if isinstance(cells, str) else listed(cells)
    work, skipped = _work(results, named, seat, policy, judge, n, samples, check_seed(seed))
    watch = _Watch(control or Control(), on_games, sum(len(deals) for *_, deals in work))
    found = tuple(_examined(job, threads, watch) for job in work)
    asked = {"cells": named, "seat": seat, "policy": policy, "judge": judge, "games": n}
    return Autopsy(results.manifest.game.name, str(run), seed, samples, found, tuple(skipped), asked)


def _work(
    results: Results,
    cells: Sequence[str],
    seat: int | None,
    policy: str | None,
    judge: str | None,
    games: int,
    samples: int,
    seed: int,
) -> tuple[list[Job], list[str]]:
    """Make the cells again and draw their deals; cells without such losses are left out, and said."""
    work: list[Job] = []
    skipped, labels = [], set()
    for entry in chosen_entries(results, cells):
        cell = entry.reference.make()
        check_version(results, cell)
        labels |= {name for own in cell.seats for name in (own.policy.name, own.label)}
        seats = seats_of(cell, seat, policy)
        if not seats:
            skipped.append(f"{label_of(entry)}: {policy} has no seat there")
            continue
        plan = AutopsyPlan(cell, judge_cell(cell, judge, seats), seats, results.manifest.experiment.seed, samples, seed)
        lost = lost_deals(results, entry, seats)
        if len(lost):
            work.append((entry, plan, len(lost), drawn(lost, games, seed)))
        else:
            skipped.append(f"{label_of(entry)}: no lost game")
    if policy is not None and all("has no seat there" in text for text in skipped) and not work:
        raise unknown("policy of this run", policy, sorted(labels), where="--policy")
    if not work:
        raise BadInput(f"{results.folder}: nothing to examine: {'; '.join(skipped)}")
    return work, skipped


def judge_cell(cell: Cell, judge: str | None, seats: Sequence[int]) -> Cell | None:
    """Seat the judge: in a team everywhere, among rivals at the seats looked at; None if all judge themselves."""
    if judge == OWN:
        return None
    own = read_seat(cell.game, judge or cell.game.levels.get("good", cell.game.recommended))
    places = seats if cell.is_competitive else range(cell.players)
    judged = tuple(own if place in places else sitting for place, sitting in enumerate(cell.seats))
    is_same = all(
        (a.player.policy, a.player.knobs) == (b.player.policy, b.player.knobs)
        for a, b in zip(judged, cell.seats, strict=True)
    )
    return None if is_same else replace(cell, seats=judged)


class _Watch:
    """Receives the progress, and knows when to end early."""

    def __init__(self, control: Control, on_games: OnGames | None, expected: int) -> None:
        self.control, self.on_games, self.expected = control, on_games, expected
        self.done, self.lock = 0, Lock()

    def note(self, name: str) -> None:
        """Count a game."""
        with self.lock:
            self.done += 1
            if self.on_games is not None:
                self.on_games(name, self.done, self.expected)


def _examined(job: Job, threads: int, watch: _Watch) -> CellAutopsy:
    entry, plan, lost, deals = job
    games = examine_deals(plan, deals, threads, watch)
    return CellAutopsy(entry.cell, label_of(entry), plan, lost, games)


def examine_deals(
    plan: AutopsyPlan, deals: Sequence[int], jobs: int = 1, watch: _Watch | None = None
) -> tuple[Examined, ...]:
    """Look at some lost deals; every game has samples of its own, so that threads change nothing."""
    judge = Chances(plan.cell, plan.samples, 0, 0, plan.judge).prepared
    cells = (PreparedCell(plan.cell), judge)  # compiled before threads ask
    jobs = 1 if any(cell.plain_policies for cell in cells) else jobs

    def examine(deal: int) -> Examined | None:
        if watch is not None and watch.control.is_draining:
            return None
        found = plan.examine(deal)
        if watch is not None:
            watch.note(plan.cell.setting.name)
        return found

    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(examine, deals))
    games = tuple(game for game in found if game is not None)
    if len(games) < len(deals):
        raise Interrupted("interrupted; nothing is saved. Run it again to start over with the same games")
    return games
