"""Which decisions lost the lost games of a run: its cells, some of the lost deals, and what was found in them."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell, read_seat
from analyzer.errors import BadInput, Interrupted, unknown
from analyzer.kernel import streams
from analyzer.play import seeding, showing, stopping
from analyzer.play.control import Control, OnGames
from analyzer.play.prepared import PreparedCell
from analyzer.runs.stored.manifest_file import CellEntry
from analyzer.runs.stored.results import Results, load_results
from analyzer.studies.arenas import listed
from analyzer.studies.autopsy.chances import Chances, check_samples
from analyzer.studies.autopsy.culprits import Autopsy, CellAutopsy
from analyzer.studies.autopsy.examining import AutopsyPlan, Examined

Deals = NDArray[np.int64]

MOST_NAMED = 10  # cells in a message


def label_of(entry: CellEntry) -> str:
    """Name a cell for readers, such as `base, 3 players, spacing`."""
    return f"{entry.setting}, {showing.players_words(entry.players)}, {entry.policy}"


def chosen_entries(results: Results, cells: Sequence[str]) -> list[CellEntry]:
    """Look up the cells asked for, each by its name, the beginning of it, or its label; by default all of the run."""
    entries: list[CellEntry] = list(results.manifest.cells)
    found = {entry.cell: entry for entry in (_entry(results, entries, name) for name in cells)}
    return list(found.values()) if cells else entries


def _entry(results: Results, entries: Sequence[CellEntry], name: str) -> CellEntry:
    exact = [entry for entry in entries if name in (entry.cell, label_of(entry))]
    matching = exact or [entry for entry in entries if name and entry.cell.startswith(name)]
    if not matching:
        raise _unknown_cell(results, entries, name)
    if len(matching) > 1:
        raise BadInput(f"--cell {name}: several cells begin like this; write more of the name: {_few(matching)}")
    return matching[0]


def _unknown_cell(results: Results, entries: Sequence[CellEntry], name: str) -> BadInput:
    """Say which cell may be meant: by the beginnings of their names, as names end in a hash."""
    heads = {entry.cell[: len(name)]: entry.cell for entry in entries}
    near = get_close_matches(name, heads, n=1, cutoff=0.5)
    hint = f"; did you mean {heads[near[0]]!r}?" if near else "."
    return BadInput(f"--cell: {results.folder} has no cell {name!r}{hint} Known: {_few(entries)}.")


def _few(entries: Sequence[CellEntry]) -> str:
    """Name some cells, and count the others."""
    more = f" and {len(entries) - MOST_NAMED} more" if len(entries) > MOST_NAMED else ""
    return ", ".join(entry.cell for entry in entries[:MOST_NAMED]) + more


def check_version(results: Results, cell: Cell) -> None:
    """Reject a run of other rules: its lost games would go differently today."""
    played = results.manifest.rules_version.get(cell.game.name)
    if results.manifest.streams_version != streams.VERSION:
        raise BadInput(
            f"{results.folder}: played with other random streams, so every deal was another one; play it again"
        )
    if played != cell.game.rules_version:
        raise BadInput(
            f"{results.folder}: played with version {played} of the rules of {cell.game.name}. They are now "
            f"version {cell.game.rules_version}, so the lost games would go differently; play the run again"
        )


def seats_of(cell: Cell, seat: int | None, policy: str | None) -> tuple[int, ...]:
    """Choose the seats whose decisions are looked at; none if the policy does not sit here.

    Of a team all, unless told otherwise; of rivals seat 0, or those of a policy.
    """
    if seat is not None:
        return (stopping.check_range("seat", seat, 0, cell.players - 1),)
    if policy is not None:
        found = tuple(place for place, own in enumerate(cell.seats) if policy in (own.label, own.policy.name))
        if cell.is_competitive and len(found) == cell.players:
            raise BadInput(f"--policy {policy}: it sits at every seat, so it never loses; choose one with --seat")
        return found
    return (0,) if cell.is_competitive else tuple(range(cell.players))


def lost_deals(results: Results, entry: CellEntry, seats: Sequence[int]) -> Deals:
    """List the deals that were lost: by the team, or by all of the seats asked about."""
    if not entry.games:
        return np.zeros(0, np.int64)
    outcomes = results.outcomes(entry.cell)
    if entry.is_competitive:
        lost: Any = (outcomes.shares[:, list(seats)] == 0).all(axis=1)
    else:
        assert outcomes.won is not None
        lost = ~np.unpackbits(outcomes.won, count=outcomes.deals).astype(bool)
    return np.flatnonzero(lost & ~outcomes.is_unknown).astype(np.int64)


def drawn(deals: Deals, games: int, seed: int) -> list[int]:
    """Choose some deals at random, in order."""
    lots = np.random.Generator(np.random.PCG64([seeding.derived_seed(seed, "autopsy"), len(deals)]))
    return sorted(int(deal) for deal in lots.choice(deals, min(games, len(deals)), replace=False))


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
    n, samples = stopping.check_range("games", games, 1, MOST_GAMES), check_samples(chances)
    threads, named = stopping.check_jobs(jobs), [cells] if isinstance(cells, str) else listed(cells)
    work, skipped = _work(results, named, seat, policy, judge, n, samples, stopping.check_seed(seed))
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
    own = read_seat(cell.game, judge or cell.game.recommended)
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
    _ = PreparedCell(plan.cell), judge, plan.solver  # compiled before threads ask

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
