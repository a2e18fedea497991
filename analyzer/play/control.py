"""How games are played: where, who hears of them, how they are ended early, and who has thought too long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import BadInput, unknown
from analyzer.kernel.apart.limits import PATIENCE
from analyzer.kernel.apart.limits import answer_limit as answer_limit

if TYPE_CHECKING:  # the command line looks in here before anything is loaded
    from analyzer.cells import Cell

BACKENDS = ("threads", "processes", "dask")
Say = Callable[[str], None]  # receives remarks
OnGames = Callable[[str, int, int], None]  # (cell, games of the run so far, games expected)


@dataclass(frozen=True)
class Backend:
    """Where games are played, as a user says it: a name, and for Dask where the scheduler is."""

    name: str = "threads"
    scheduler: str | None = None
    scheduler_file: str | Path | None = None

    def __post_init__(self) -> None:
        """Reject a combination that makes no sense."""
        if self.name not in BACKENDS:
            raise unknown("backend", self.name, BACKENDS)
        given = {"--scheduler": self.scheduler, "--scheduler-file": self.scheduler_file}
        for option, value in given.items():
            if value is not None and self.name != "dask":
                raise BadInput(f"{option} {value}: only the backend dask has a scheduler, not {self.name}")
        if None not in given.values():
            raise BadInput(f"--scheduler {self.scheduler} and --scheduler-file {self.scheduler_file}: give one of them")


BackendGiven = str | Backend


@dataclass(frozen=True, eq=False)
class Playing:
    """Games that a thread is playing: of which cell, from which deal on, and the bench on which they lie."""

    cell: Cell
    first_deal: int
    bench: Any
    spaces: tuple[Any, ...]  # in which look-aheads work
    leave: Callable[[str], bool] = lambda _words: False  # ends the process of a policy, if it has one

    def stop(self) -> None:
        """Tell the games to end, also those on which look-aheads are."""
        self.bench["stop"] = 1
        for space in self.spaces:
            space["origin"]["stop"] = 1

    @property
    def answers(self) -> tuple[int, ...]:
        """Count the answers so far: as long as none is added, a policy is thinking."""
        own = (int(self.bench["done"][0]), int(self.bench["decisions"][0]))
        ahead = ((int(space["plays"].sum()), int(space["benches"]["decisions"].sum())) for space in self.spaces)
        return (*own, *(number for pair in ahead for number in pair))

    @property
    def asked(self) -> tuple[int, int, int]:
        """Tell the deal, the turn and the seat that is asked."""
        table = self.bench["state"]["table"][0]
        return self.first_deal + int(self.bench["done"][0]), int(table["turn"]), int(table["asked"])


@dataclass
class Control:
    """The way to end a run early: `drain` finishes the tasks under way, `stop` leaves them."""

    is_draining: bool = False
    is_stopped: bool = False
    under_way: list[Playing] = field(default_factory=list)

    def drain(self) -> None:
        """Begin no further task."""
        self.is_draining = True

    def stop(self) -> None:
        """Leave the tasks under way after the game they are at, and begin no further one."""
        self.drain()
        self.is_stopped = True
        self.abandon()

    def give_up(self, words: str) -> None:
        """Stop, and end the processes of policies, which may never answer: one of them was at fault."""
        self.stop()
        for playing in list(self.under_way):
            playing.leave(words)

    def abandon(self) -> None:
        """Leave the tasks under way after the game they are at: nobody wants them any more."""
        for playing in list(self.under_way):
            playing.stop()


@dataclass(eq=False)
class Watchdog:
    """Notices a policy that has not answered for too long."""

    limit: float
    seen: dict[Playing, tuple[tuple[int, ...], float]] = field(default_factory=dict)

    def check(self, playing: Iterable[Playing], now: float) -> str | None:
        """Look at all games in progress; say which policy does not answer, if there is one that cannot be ended.

        One that plays in a process of its own is ended, and whoever waits for its answer says why.
        """
        self.seen = {item: self._since(item, now) for item in playing} if self.limit else {}
        late = [item for item, (_, since) in self.seen.items() if now - since > self.limit]
        stuck = [item for item in late if not item.leave(self._words(item))]
        return self._words(stuck[0]) if stuck else None

    def _since(self, item: Playing, now: float) -> tuple[tuple[int, ...], float]:
        answers, before = item.answers, self.seen.get(item)
        return before if before is not None and before[0] == answers else (answers, now)

    def _words(self, item: Playing) -> str:
        """Say which policy does not answer, and where."""
        from analyzer.kernel.seats.bench import AtWork

        deal, turn, seat = item.asked
        if int(item.bench["at_work"][0]) == AtWork.RULES:
            return f"game {item.cell.game.name!r}: its rules do not come to an end (deal {deal}, turn {turn})"
        name = item.cell.seats[seat % len(item.cell.seats)].policy.name
        return (
            f"policy {name!r} at seat {seat} did not answer within {self.limit:g} s (deal {deal}, turn {turn}). "
            f"Finished games are saved. {PATIENCE}=SECONDS sets another limit, {PATIENCE}=0 none"
        )
