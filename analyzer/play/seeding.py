"""Seeds: deal N of a root seed is the same deal for every policy, variant, number of jobs and machine."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator, Philox, SeedSequence
from numpy.typing import NDArray

from analyzer.kernel.random import WORDS

BLOCK = 4096  # deals of one block; fixed, so that results cannot depend on how blocks are shared out


def block_seeds(root: int, block: int, n_deals: int = BLOCK) -> NDArray[np.int64]:
    """Return the seed words of the first deals of a block."""
    generator = Generator(Philox(SeedSequence(root, spawn_key=(block,))))
    return generator.integers(0, 2**32, (BLOCK, WORDS)).astype(np.int64)[:n_deals]


def deal_seeds(root: int, deal: int) -> NDArray[np.int64]:
    """Return the seed words of one deal, as one row."""
    block, place = divmod(deal, BLOCK)
    return block_seeds(root, block)[place : place + 1]


def block_sizes(n_deals: int) -> list[int]:
    """Split a number of deals into blocks."""
    full, rest = divmod(n_deals, BLOCK)
    return [BLOCK] * full + ([rest] if rest else [])
