"""How a cell is written by a user: enough to make it again in another process."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cells import Cell, make_cell


@dataclass(frozen=True)
class CellReference:
    """A cell as text; unlike the cell itself it can be sent to a worker."""

    game: str
    players: int
    variant: str
    sets: tuple[str, ...] = ()
    policy: str = ""

    def make(self) -> Cell:
        """Make the cell."""
        return make_cell(
            self.game, players=self.players, variant=self.variant, sets=self.sets, policy=self.policy or None
        )

    def describe(self) -> str:
        """Name the cell in a message."""
        sets = "".join(f"[{text}]" for text in self.sets)
        return f"{self.variant}{sets} with {self.players} players"
