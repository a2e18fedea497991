"""A grid of made-up win rates for Tranquility, and logs, so that nothing is played."""

import numpy as np

from analyzer.catalog import load_game
from analyzer.studies.fitting import filling
from analyzer.studies.fitting.fit import new_grid
from analyzer.studies.fitting.grid import SIGHTS, Counted

HEAD = "variant,players,won"
TWELVE = [("base", 1), ("base", 0), ("base", 1), ("galateia", 0), ("base", 1), ("galateia", 1)] + [
    ("galateia", 0), ("triton", 0), ("triton", 0), ("base", 1), ("triton", 1), ("galateia", 0)
]  # fmt: skip


def rate(number, sight):
    """Give the true rate of a variant by its number."""
    return 0.98 / (1.0 + np.exp(-14.0 * (np.asarray(sight) - 0.75 - 0.03 * number)))


def write_grid(path, games=9600, seed=1):
    """Write a grid with the true rates of all variants and 2 or 3 players."""
    game, rng = load_game("tranquility"), np.random.default_rng(seed)
    grid = new_grid(game, "survival")
    for case in filling.named_cases(game, (2, 3), is_competitive=False):
        for sight in SIGHTS:
            chance = rate(list(game.variants).index(case.place[0]), sight)
            grid.rows[(*case.place, sight)] = Counted(games, 0, int(rng.binomial(games, chance)))
    path.write_text(grid.text(), encoding="utf-8")
    return path


def write_log(path, plays=TWELVE, players=3):
    """Write a log of single plays."""
    rows = [f"{variant},{players},{'yes' if won else 'no'}" for variant, won in plays]
    path.write_text("\n".join([HEAD, *rows, ""]), encoding="utf-8")
    return path


def drawn_plays(variants, sights, seed=3):
    """Draw the results of plays of some variants, each at its sight."""
    game, rng = load_game("tranquility"), np.random.default_rng(seed)
    numbers = [list(game.variants).index(name) for name in variants]
    chances = [float(rate(number, sight)) for number, sight in zip(numbers, sights, strict=True)]
    return list(zip(variants, rng.random(len(chances)) < chances, strict=True))
