"""Games played on from a question of a game under way, one answer after the other from the same position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.kernel.random import open_streams
from analyzer.play.prepared import PreparedCell


class Rollouts:
    """Games played on from a question: `state` gets the position, and every answer starts from a copy of it.

    Copies are made byte by byte, and fields are looked up once: numpy takes longer for either than a game does.
    """

    def __init__(self, prepared: PreparedCell, bench: Any, keeps_memory: bool) -> None:
        """Take who plays on, the bench of the question, and whether the asked seat remembers what it did so far."""
        self.prepared, self.bench, self.keeps_memory = prepared, bench, keeps_memory
        self.seat, self.players = int(bench.state.table.asked), int(prepared.rules.players)
        self.origins, self.benches = prepared.bench(), prepared.bench()
        self.rows = np.zeros(1, prepared.cell.game.record)
        self.origin = self.origins[0]
        self.state = self.origin.state
        self._memory = self.origins["desks"]["memory"][0, self.seat]
        self._bytes = [array.view(np.uint8) for array in (self.benches, self.origins)]
        self._resumes, self._forced = self.benches["resumes"], self.benches["forced"]
        self._seen = [
            (_bytes_of(self.origins["state"]["table"][:1]), _bytes_of(bench["state"]["table"])),
            (_bytes_of(self.origins["state"]["hands"][0, self.seat]), _bytes_of(bench["state"]["hands"][self.seat])),
        ]

    def show(self) -> None:
        """Put into the origin what the asked seat sees, and nothing else."""
        for own, seen in self._seen:
            own[:] = seen

    def begin(self, seeds: NDArray[np.int64]) -> None:
        """Open the streams of a sample."""
        open_streams(self.origin, self.players, seeds[0])
        if self.keeps_memory:
            self._memory[:] = self.bench["desks"]["memory"][self.seat]

    def play(self, answer: int, seeds: NDArray[np.int64]) -> Any:
        """Play an answer out and return the row of the game."""
        prepared, (copy, origin) = self.prepared, self._bytes
        copy[:] = origin
        self._resumes[0], self._forced[0] = 1, answer
        prepared.kernel(prepared.rules, prepared.pointers, self.benches, seeds, self.rows)
        return self.rows

    @property
    def drew_lots(self) -> bool:
        """Tell whether any policy used random numbers in the last game."""
        one, other = self.origins, self.benches
        is_chance = not np.array_equal(one["chance"], other["chance"])
        return is_chance or not np.array_equal(one["desks"]["choice"], other["desks"]["choice"])


def _bytes_of(record: Any) -> NDArray[np.uint8]:
    """View a record, or an array of one, as its bytes."""
    return np.asarray(record).reshape(1).view(np.uint8)
