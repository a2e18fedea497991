"""Arrays that a process shares with its copies: what one writes, the other reads, also after its end."""

import mmap
from typing import Any

import numpy as np


def shared(layout: Any, shape: int | tuple[int, ...] = 1) -> Any:
    """Make an array of zeros in shared memory."""
    kind = np.dtype(layout)
    count = int(np.prod(shape))
    return np.frombuffer(mmap.mmap(-1, max(kind.itemsize * count, 1)), kind, count).reshape(shape)


def shared_copy(array: Any) -> Any:
    """Copy an array into shared memory, byte by byte."""
    copy = shared(array.dtype, array.shape)
    copy.view(np.uint8)[:] = array.view(np.uint8)
    return copy
