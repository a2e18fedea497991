"""Seeds: deal N of a root seed has the same streams of chance for every policy, variant, number of jobs and machine."""

import hashlib
from functools import lru_cache

import numpy as np
from numpy.random import Generator, Philox, SeedSequence
from numpy.typing import NDArray

from analyzer.kernel.streams import WORDS, Held

BLOCK = 4096  # deals of one block; fixed, so that results cannot depend on how blocks are shared out


def derived_seed(root: int, purpose: str) -> int:
    """Give another root seed, whose deals have nothing to do with those of the first or of another purpose."""
    return int.from_bytes(hashlib.sha256(f"{purpose} {root}".encode()).digest()[:8], "little") >> 1


def block_seeds(root: int, block: int, n_deals: int = BLOCK, held: Held | None = None) -> NDArray[np.int64]:
    """Return the seed words of the first deals of a block, one row each; not to be written to."""
    return (_seeds(root, block) if held is None else _mixed(root, block, held))[:n_deals]


@lru_cache(maxsize=32)  # the tasks of a block ask one after the other
def _seeds(root: int, block: int) -> NDArray[np.int64]:
    generator = Generator(Philox(SeedSequence(root, spawn_key=(block,))))
    return generator.integers(0, 2**32, (BLOCK, WORDS)).astype(np.int64)


@lru_cache(maxsize=8)
def _mixed(root: int, block: int, held: Held) -> NDArray[np.int64]:
    """Write beside each deal the other one, and the streams that come from it."""
    own, other = _seeds(root, block), root if held.seed is None else held.seed
    keys = _seeds(other, block) if held.deal is None else np.repeat(deal_seeds(other, held.deal), BLOCK, axis=0)
    return np.hstack([own, keys, np.tile(np.array([held.chance, held.choice]), (BLOCK, 1))])


def deal_seeds(root: int, deal: int, held: Held | None = None) -> NDArray[np.int64]:
    """Return the seed words of one deal, as one row."""
    block, place = divmod(deal, BLOCK)
    return block_seeds(root, block, held=held)[place : place + 1]
