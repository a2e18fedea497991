"""Files of trained values: weights by family of settings, and the cells in which they are not used."""

from __future__ import annotations

import base64
import binascii
import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.kernel.nets.network import net_layout

TABLE = "values"
MIX = 0.05  # what a point of the policy's rating counts against log odds


@dataclass(frozen=True, eq=False)
class Values:
    """Trained values: a network for every family that was trained, and the cells that do without."""

    nets: Mapping[str, Any]  # family -> weights, an array of one record
    without: frozenset[str] = frozenset()  # cells in which the policy plays by itself
    mix: float = MIX

    @property
    def digest(self) -> str:
        """Name them by their content."""
        found = hashlib.sha256(repr((sorted(self.without), self.mix)).encode())
        for family, weights in sorted(self.nets.items()):
            found.update(family.encode() + weights.tobytes())
        return found.hexdigest()[:16]

    def weights_for(self, family: str, cell: str) -> Any:
        """Give the weights for a cell; None if it does without."""
        return None if cell in self.without else self.nets.get(family)


def cell_name(setting: str, players: int) -> str:
    """Name a cell as files of values do."""
    return f"{setting} {players}"


def written_weights(weights: Any) -> str:
    """Write weights as text."""
    return base64.b64encode(weights.tobytes()).decode()


def read_values(file: str, game: Game, content: Mapping[str, Any]) -> Values | None:
    """Read the trained values of a file; None if it holds none."""
    tables = content.get(TABLE)
    if tables is None:
        return None
    if game.features is None:
        raise BadInput(f"{file}: {game.name} declares no features, so it has no trained values")
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise BadInput(f"{file}: [{TABLE}] holds a table for every family of settings")
    if content.get("features") != game.features.names:
        raise BadInput(f"{file}: trained with other features than {game.name} has now; train it again")
    nets = {family: _read_weights(file, game, family, table.get("weights")) for family, table in tables.items()}
    without, mix = content.get("without", []), content.get("mix", MIX)
    if not isinstance(without, list) or not isinstance(mix, int | float) or not math.isfinite(mix):
        raise BadInput(f"{file}: `without` is a list of cells, and `mix` a number")
    return Values(nets, frozenset(map(str, without)), float(mix))


def _read_weights(file: str, game: Game, family: str, text: object) -> Any:
    layout = net_layout(game.features.thing, game.features.table)
    try:
        raw = base64.b64decode(text if isinstance(text, str) else "", validate=True)
    except (binascii.Error, ValueError) as problem:
        raise BadInput(f"{file}: {TABLE}.{family}.weights: {problem}") from problem
    if len(raw) != layout.itemsize or not np.isfinite(np.frombuffer(raw, np.float32)).all():
        raise BadInput(f"{file}: {TABLE}.{family}.weights: not {layout.itemsize // 4:,} finite numbers")
    return np.frombuffer(raw, layout).copy()
