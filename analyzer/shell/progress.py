"""A simulation with somebody watching: a progress bar on a terminal, and Ctrl-C that keeps what is done."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from analyzer.cells import Cell
from analyzer.play.blocks import Control
from analyzer.play.simulation import Simulation, make_goal, simulate_cell
from analyzer.play.stopping import planned_games
from analyzer.play.summary import Summary
from analyzer.runs.experiment import Run, run
from analyzer.stats.estimate import format_estimate
from analyzer.stats.proportions import wilson
from analyzer.studies.comparison import Comparison, compare

_PATIENCE = 1.5  # seconds until a game that does not end (a policy that hangs) is left behind


def simulate_watched(
    cell: Cell, *, games: int | None, seed: int, jobs: int | None, until: float | None = None
) -> Simulation:
    """Simulate a cell; Ctrl-C ends it early with the blocks that are finished."""
    control = Control()
    foreseen = (
        make_goal(games, until).most if until is None else min(make_goal(games, until).most, planned_games(until))
    )
    with stop_on_interrupt(control), progress_bar(cell, foreseen) as on_block:
        return simulate_cell(cell, games=games, seed=seed, jobs=jobs, until=until, control=control, on_block=on_block)


def compare_watched(game: str, **options: Any) -> Comparison:
    """Compare; Ctrl-C ends it early with the deals that all arms have played."""
    control = Control()
    with stop_on_interrupt(control):
        return compare(game, control=control, **options)


def run_watched(spec: Path, out: Path | None, **options: Any) -> Run:
    """Play an experiment; Ctrl-C ends it early, and what is finished stays in the run directory."""
    control = Control()
    with stop_on_interrupt(control), cells_bar() as on_block:
        return run(spec, out, control=control, on_block=on_block, **options)


@contextmanager
def stop_on_interrupt(control: Control) -> Iterator[None]:
    """Let Ctrl-C stop a run instead of raising in the middle of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: _stop(control))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(control: Control) -> None:
    control.stop()
    timer = threading.Timer(_PATIENCE, _leave, [control])
    timer.daemon = True
    timer.start()


def _leave(control: Control) -> None:
    if control.benches:
        sys.stderr.write("analyzer: interrupted; a policy did not answer, so the games under way are lost\n")
        sys.stderr.flush()
        os._exit(130)


@contextmanager
def progress_bar(cell: Cell, games: int) -> Iterator[Callable[[Summary], None] | None]:
    """Show done, rate, remaining time and the current estimate, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[estimate]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games, rate="", estimate="")

        def show(total: Summary) -> None:
            rate, estimate = _words(cell, total, bar.tasks[task])
            bar.update(task, completed=total.games, rate=rate, estimate=estimate)

        yield show


@contextmanager
def cells_bar() -> Iterator[Callable[[str, int, int], None] | None]:
    """Show how far an experiment is, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda cell, games, expected: bar.update(task, description=cell, completed=games, total=expected)


def _words(cell: Cell, total: Summary, task: Any) -> tuple[str, str]:
    rate = f"{total.games / task.elapsed:,.0f} games/s" if task.elapsed else ""
    if cell.is_competitive:
        return rate, ""
    wins = int(total.causes[cell.game.causes["WON"]])
    return rate, f"win rate {format_estimate(wilson(wins, total.games), percent=True)}"
