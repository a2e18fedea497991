"""The main job in small: the Tranquility removal ladder for two to five players."""

from __future__ import annotations

import sys

from rich.console import Console

from analyzer.cells import make_cell
from analyzer.kernel.jit import announce_compilation
from analyzer.screens import ladder_screen
from analyzer.simulation import simulate_cell

VARIANTS = ("base", "galateia", "triton", "leucothea", "amphitrite", "poseidon")
PLAYERS = [2, 3, 4, 5]
GAMES = 100_000


def main() -> None:
    """Play the ladder and print it."""
    announce_compilation(lambda text: print(text, file=sys.stderr))
    results = [
        simulate_cell(make_cell("tranquility", players=players, variant=variant), games=GAMES)
        for variant in VARIANTS
        for players in PLAYERS
    ]
    console = Console(highlight=False)
    console.print(ladder_screen(results, PLAYERS))
    console.print(f"policy spacing, {GAMES:,} games each on the same deals; rebuilt by `make demo`", style="dim")


if __name__ == "__main__":
    main()
