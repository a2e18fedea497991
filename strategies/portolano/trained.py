"""The navigator with a trained value of positions: what it learned lies beside it, in trained.toml."""

from dataclasses import replace
from pathlib import Path

from strategies.portolano.navigator import navigator

trained = replace(
    navigator,
    name="trained",
    summary="A trained navigator: of the best cards of `navigator`, lay the one that leaves the best position.",
    file=__file__,
    values=str(Path(__file__).with_suffix(".toml")),
)
