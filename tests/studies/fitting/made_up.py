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


SCORES_HEAD = "variant,players,score,turns"
SPREADS = (8.0, 12.0)  # of the winning score and of the turns of one play


def means(sight, slope=40.0):
    """Give the true means of the winning score and of the turns at a sight: of a good group more points, sooner."""
    return 20.0 + slope * np.asarray(sight), 90.0 - slope * np.asarray(sight)


def write_rivals_grid(path, games=2400, seed=1, slope=40.0):
    """Write a grid of two variants for two rivals; in the second one the spread is twice as wide."""
    game, rng = load_game("portolano"), np.random.default_rng(seed)
    grid = new_grid(game, game.recommended)
    for number, case in enumerate(filling.named_cases(game, (2,), is_competitive=True)):
        wide = 1.0 + number
        for sight in SIGHTS:
            score, turns = means(sight, slope) + wide * np.array(SPREADS) * rng.standard_normal(2) / np.sqrt(games)
            counted = Counted(games, 0, 0, score, wide * SPREADS[0], turns, wide * SPREADS[1])
            grid.rows[(*case.place, sight)] = counted
    path.write_text(grid.text(), encoding="utf-8")
    return path


def drawn_scores(sights, variant="standard", seed=3, *more):
    """Draw a play at each sight, as rows of a log."""
    rng = np.random.default_rng(seed)
    drawn = np.stack(means(sights), axis=1) + np.array(SPREADS) * rng.standard_normal((len(sights), 2))
    return [",".join([variant, "2", f"{score:.0f}", f"{turns:.0f}", *more]) for score, turns in drawn]
