"""A simulation with somebody watching: a progress bar on a terminal, and Ctrl-C that keeps what is done."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from analyzer.cells import Cell
from analyzer.runner import Control
from analyzer.simulation import Simulation, simulate_cell
from analyzer.stats.estimate import format_estimate
from analyzer.stats.proportions import wilson
from analyzer.summary import Summary

_PATIENCE = 1.5  # seconds until a game that does not end (a policy that hangs) is left behind


def simulate_watched(cell: Cell, *, games: int, seed: int, jobs: int | None) -> Simulation:
    """Simulate a cell; Ctrl-C ends it early with the blocks that are finished."""
    control = Control()
    with stop_on_interrupt(control), progress_bar(cell, games) as on_block:
        return simulate_cell(cell, games=games, seed=seed, jobs=jobs, control=control, on_block=on_block)


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
        yield lambda total: bar.update(task, completed=total.games, **_words(cell, total, bar.tasks[task]))


def _words(cell: Cell, total: Summary, task: Any) -> dict[str, str]:
    rate = f"{total.games / task.elapsed:,.0f} games/s" if task.elapsed else ""
    if cell.is_competitive:
        return {"rate": rate, "estimate": ""}
    wins = int(total.causes[cell.game.causes["WON"]])
    return {"rate": rate, "estimate": f"win rate {format_estimate(wilson(wins, total.games), percent=True)}"}
