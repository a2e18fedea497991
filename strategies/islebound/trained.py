"""The steward with a trained value of positions: what it learned lies beside it, in trained.toml."""

from dataclasses import replace
from pathlib import Path

from strategies.islebound.steward import steward

trained = replace(
    steward,
    name="trained",
    summary="A trained steward: of the best plans of `steward`, take the one that leaves the best position.",
    file=__file__,
    values=str(Path(__file__).with_suffix(".toml")),
)
