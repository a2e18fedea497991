"""Simulations and studies with a progress bar on a terminal, and with a Ctrl-C that keeps what is done."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from analyzer.cells import Cell
from analyzer.play.blocks import OnPart, OpenBlock
from analyzer.play.control import Control
from analyzer.play.simulation import Simulation, simulate_cell
from analyzer.play.stopping import Goal, Tally, make_goal
from analyzer.play.summary import WON, is_unknown
from analyzer.play.tasks import Part
from analyzer.shell.watching import stopping_on_interrupt
from analyzer.stats.estimate import format_estimate, short_share

if TYPE_CHECKING:  # runs and studies bring pandas along, and one simulation needs none of it
    from analyzer.play.control import OnGames

Result = TypeVar("Result")

_ROOM = 16  # letters of the best candidate beside a bar


def play_cell(cell: Cell, *, games: int | None, until: float | None = None, **options: Any) -> Simulation:
    """Simulate a cell; Ctrl-C ends it early with the games that are finished."""
    control, goal = Control(), make_goal(games, until)
    with stopping_on_interrupt(control), _games_bar(cell, goal) as on_part:
        return simulate_cell(cell, games=games, until=until, control=control, on_part=on_part, **options)


def play_study(study: Callable[..., Result], *what: Any, **options: Any) -> Result:
    """Do a study that plays cells; Ctrl-C ends it early, and what is finished stays in its folder."""
    control = Control()
    with stopping_on_interrupt(control), _cells_bar() as on_games:
        return study(*what, control=control, on_games=on_games, **options)


def play_tuning(study: Callable[..., Result], *what: Any, **options: Any) -> Result:
    """Tune, showing the best so far; Ctrl-C ends it early, and what is finished stays in its folder."""
    control = Control()
    with stopping_on_interrupt(control), _best_bar() as on_progress:
        return study(*what, control=control, on_progress=on_progress, **options)


def play_learning(study: Callable[..., Result], *what: Any, **options: Any) -> Result:
    """Train values, showing what they do on held-out samples; Ctrl-C ends it early, and what is learned is saved."""
    control = Control()
    with stopping_on_interrupt(control), _held_out_bar() as on_measured:
        return study(*what, control=control, on_measured=on_measured, **options)


@contextmanager
def _games_bar(cell: Cell, goal: Goal) -> Iterator[OnPart | None]:
    """Show games done, rate, remaining time and the current estimate, if stderr is a terminal."""
    with _bar("{task.fields[rate]}", "{task.fields[estimate]}") as bar:
        if bar is None:
            yield None
            return
        task = bar.add_task("", total=goal.foreseen_games(0.5), rate="", estimate="")
        seen = _Seen(cell, goal)

        def show(_block: OpenBlock, part: Part) -> None:
            _begin(bar)
            seen.add(part)
            rate = f"{seen.games / elapsed:,.0f} games/s" if (elapsed := bar.tasks[task].elapsed) else ""
            bar.update(task, completed=seen.games, rate=rate, estimate=seen.estimate())

        yield show


@contextmanager
def _cells_bar() -> Iterator[OnGames | None]:
    """Show the progress of the cells of an experiment, if stderr is a terminal."""
    with _bar("{task.description}") as bar:
        if bar is None:
            yield None
            return
        task = bar.add_task("", total=None)

        def show(cell: str, games: int, expected: int) -> None:
            _begin(bar)
            bar.update(task, description=cell, completed=games, total=expected)

        yield show


@contextmanager
def _best_bar() -> Iterator[Callable[[Any], None] | None]:
    """Show the progress of a tuning and the best it has found, if stderr is a terminal."""
    with _bar("{task.description}") as bar:
        if bar is None:
            yield None
            return
        task = bar.add_task("", total=None)

        def show(progress: Any) -> None:
            best = f"; best {short_share(progress.rate)} % {_knobs_of(progress.best)}" if progress.rate else ""
            text = f"{progress.stage}{best}"
            bar.update(task, description=text, completed=progress.games, total=progress.expected)

        yield show


@contextmanager
def _held_out_bar() -> Iterator[Callable[[Any], None] | None]:
    """Show the progress of a training and its last measure, if stderr is a terminal."""
    with _bar("{task.description}") as bar:
        if bar is None:
            yield None
            return
        task = bar.add_task("", total=None)

        def show(measured: Any) -> None:
            _begin(bar)
            text = f"{measured.family}, {measured.stage}: held-out {measured.measure} {format_estimate(measured.value)}"
            bar.update(task, description=text, completed=measured.chunk, total=measured.chunks)

        yield show


def _knobs_of(policy: Any) -> str:
    """Shorten a policy to the beginning of its knobs."""
    knobs = policy.settings or str(policy)
    return knobs if len(knobs) <= _ROOM else f"{knobs[: _ROOM - 1]}…"


@contextmanager
def _bar(*texts: str) -> Iterator[Any]:
    """Open a progress bar that ends with some texts; None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), *(TextColumn(text) for text in texts))
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    try:
        yield bar  # it begins with the first games: compilation before them has a line of its own
    finally:
        bar.stop()


def _begin(bar: Any) -> None:
    if not bar.live.is_started:
        show_compilation("")
        bar.start()


def show_compilation(text: str) -> None:
    """Show the progress of compilation in one line of a terminal; an empty text clears the line."""
    terminal = sys.stderr
    if terminal is sys.__stderr__ and terminal is not None:  # while a bar is shown, it has the line
        terminal.write(f"\r{text[: shutil.get_terminal_size().columns - 1]}\x1b[K")  # 80 where nobody knows
        terminal.flush()


class _Seen:
    """What a watcher knows of the games that are finished, in whatever order."""

    def __init__(self, cell: Cell, goal: Goal) -> None:
        self.cell = cell
        self.goal = goal
        self.games = 0
        self.wins = 0
        self.unknown = 0

    def add(self, part: Part) -> None:
        """Take note of some games."""
        self.games += part.deals
        if self.cell.is_competitive:
            return
        if part.summary is not None:
            self.wins, self.unknown = self.wins + part.summary.wins, self.unknown + part.summary.unknown
            return
        self.wins += int((part.rows["cause"] == self.cell.game.causes[WON]).sum())
        self.unknown += int(is_unknown(self.cell, part.rows).sum())

    def estimate(self) -> str:
        """Write the win rate so far; the interval is valid at every look."""
        if self.cell.is_competitive:
            return ""
        so_far = self.goal.rate_so_far(Tally(self.games, self.wins, unknown=self.unknown))
        return f"win rate {format_estimate(so_far, percent=True)}"
