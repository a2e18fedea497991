"""Gap survival with a trained value of positions: what it learned lies beside it, in trained.toml."""

from dataclasses import replace
from pathlib import Path

from strategies.tranquility.survival import survival

trained = replace(
    survival,
    name="trained",
    summary="A trained keeper of gaps: of the plans of `survival`, take the one that leaves the best position.",
    file=__file__,
    values=str(Path(__file__).with_suffix(".toml")),
)
