"""Games under way, and the way to end them early."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from analyzer.cells import Cell


@dataclass(frozen=True, eq=False)
class Playing:
    """Games that a thread is playing: of which cell, from which deal on, and the bench on which they lie."""

    cell: Cell
    first_deal: int
    bench: Any
    spaces: tuple[Any, ...]  # in which look-aheads work

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

    def abandon(self) -> None:
        """Leave the tasks under way after the game they are at: nobody wants them any more."""
        for playing in list(self.under_way):
            playing.stop()
