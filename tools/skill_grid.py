"""Makes the grid of win rates over sight that `analyzer fit` ships: `python tools/skill_grid.py tranquility survival`.

A grid that is cut short goes on where it stopped; to make it from nothing, remove its file in
analyzer/studies/fitting/grids first. Tranquility: 15 variants, 1 to 5 players, 9 sights, up to 9,600 games (one point).
"""

import argparse
import time
from pathlib import Path

import numpy as np

from analyzer.catalog import load_game
from analyzer.studies.fitting import filling
from analyzer.studies.fitting.fit import new_grid
from analyzer.studies.fitting.grid import SHIPPED, SIGHTS, open_grid
from analyzer.studies.samples import Sampler

GAMES = 9_600


def main() -> None:
    """Play what the grid lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("policy")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--most", type=int, help="how many cells to play, to measure the time")
    asked = parser.parse_args()
    game, start, processor = load_game(asked.game), time.monotonic(), time.process_time()
    grid, _ = open_grid(new_grid(game, asked.policy), asked.out or SHIPPED / f"{asked.game}.csv")
    cases = filling.named_cases(game, game.seats, is_competitive=game.is_competitive)
    some = np.random.default_rng(0).permutation(len(cases))[: asked.most]  # of all variants and numbers of players
    chosen = [cases[number] for number in sorted(some)]
    with Sampler(asked.jobs) as sampler:
        filling.fill(grid, chosen, asked.games, sampler)
    print(
        f"{len(chosen)} of {len(cases)} variants x players, {len(SIGHTS)} sights, {asked.games:,} games each: "
        f"{sampler.games:,} in {time.monotonic() - start:.0f} s, {time.process_time() - processor:.0f} s of a core"
    )


if __name__ == "__main__":
    main()
