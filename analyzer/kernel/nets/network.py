"""A network over a set: every thing goes through the same layer, their sum and the table through two more.

    h = Σ over things of LeakyReLU(thing·W + table·V + b);  m = h·P + c;  z = LeakyReLU([m, table]·Q + d)·o + e

z is the log odds of a win. All weights are one record of numbers, so that an optimiser may look at them as one row.
"""

import math
from typing import Any

import numpy as np

from analyzer.kernel.jit import keep_meanings, record
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.nets.rows import add_rectified, add_weighted, clear_row, copy_row, dot

UNITS = 32  # of the layer of things, and of the last
POOL = 16  # numbers that the sum over things is squeezed into


def features(*fields: tuple[str, str]) -> np.dtype[Any]:
    """Lay out features: a record of numbers with names, each with what it means."""
    layout = record(*((name, "f4") for name, _ in fields))
    return keep_meanings(layout, tuple((name, "f4", meaning) for name, meaning in fields))


def width_of(layout: np.dtype[Any]) -> int:
    """Count the features of a layout."""
    return len(layout.names or ())


def net_layout(thing: np.dtype[Any], table: np.dtype[Any]) -> np.dtype[Any]:
    """Lay out the weights of a network for these features."""
    return record(
        ("things", "f4", (width_of(thing), UNITS)),
        ("table", "f4", (width_of(table), UNITS)),
        ("bias", "f4", (1, UNITS)),
        ("pool", "f4", (UNITS, POOL)),
        ("pool_bias", "f4", (1, POOL)),
        ("last", "f4", (POOL, UNITS)),
        ("last_table", "f4", (width_of(table), UNITS)),
        ("last_bias", "f4", (1, UNITS)),
        ("out", "f4", (1, UNITS)),
        ("out_bias", "f4", (1, 1)),
    )


def work_layout(most_things: int) -> np.dtype[Any]:
    """Lay out what a network works in: the rows of its layers."""
    return record(
        ("common", "f4", (1, UNITS)),  # of the table, the same for all things
        ("rows", "f4", (most_things, UNITS)),  # of the things, before they are rectified
        ("sums", "f4", (1, UNITS)),
        ("pool", "f4", (1, POOL)),
        ("last", "f4", (1, UNITS)),  # before it is rectified
        ("top", "f4", (1, UNITS)),
    )


def as_row(weights: Any) -> Any:
    """Look at the weights of one network, an array of one record, as a row of numbers."""
    return weights.view(np.float32)


def new_weights(thing: np.dtype[Any], table: np.dtype[Any], seed: int) -> Any:
    """Draw the weights that training begins with: small and even, so that a new network says nothing yet."""
    draw = np.random.Generator(np.random.Philox(seed))
    weights = np.zeros(1, net_layout(thing, table))
    inputs = {"things": width_of(thing) + width_of(table), "table": width_of(thing) + width_of(table),
              "pool": UNITS, "last": POOL + width_of(table), "last_table": POOL + width_of(table)}  # fmt: skip
    for name, count in inputs.items():
        field = weights[name][0]
        field[:] = draw.normal(size=field.shape) * math.sqrt(1.0 / count)
    weights["out"][0] = draw.normal(size=(1, UNITS)) * math.sqrt(1.0 / UNITS)
    return weights


@phase
def log_odds(net, work, tables, at, things, first, n_things):
    """Return the log odds that a network gives a position: its table features and some things in a row."""
    copy_row(work.common, 0, net.bias, 0)
    add_weighted(work.common, 0, net.table, tables, at)
    clear_row(work.sums, 0)
    for thing in range(n_things):
        copy_row(work.rows, thing, work.common, 0)
        add_weighted(work.rows, thing, net.things, things, first + thing)
        add_rectified(work.sums, 0, work.rows, thing)
    return top_of(net, work, tables, at)


@rule
def top_of(net, work, tables, at):
    """Return the log odds for what is summed up."""
    copy_row(work.pool, 0, net.pool_bias, 0)
    add_weighted(work.pool, 0, net.pool, work.sums, 0)
    copy_row(work.last, 0, net.last_bias, 0)
    add_weighted(work.last, 0, net.last, work.pool, 0)
    add_weighted(work.last, 0, net.last_table, tables, at)
    clear_row(work.top, 0)
    add_rectified(work.top, 0, work.last, 0)
    return dot(work.top, 0, net.out, 0) + net.out_bias[0, 0]


@rule
def chance_of(odds):
    """Turn log odds into a chance."""
    return 1.0 / (1.0 + math.exp(-min(max(odds, -30.0), 30.0)))
