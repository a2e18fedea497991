"""How a network learns: gradients of its log odds, and Adam (Kingma & Ba 2015), batch after batch.

Samples come in groups: one position alone, or the candidates of one decision, all played on the same worlds. The
gradient of candidate i is `level`·(p̄ − ȳ) + `advantage`·((p_i − p̄) − (y_i − ȳ)): how good the position is, and by how
much one answer is better than the others.
"""

import math
from typing import Any

import numpy as np

from analyzer.kernel import jit, lean
from analyzer.kernel.compiler.callee import entry_point
from analyzer.kernel.nets.network import POOL, UNITS, chance_of, log_odds, net_layout, work_layout
from analyzer.kernel.nets.rows import add_outer, add_scaled, clear_row, copy_row, dot, slope

DECAY, DECAY_SQUARES = 0.9, 0.999  # of Adam
_TINY = 1e-8
MOST_IN_GROUP = 16


def learner_layout(thing: np.dtype[Any], table: np.dtype[Any], most_things: int) -> np.dtype[Any]:
    """Lay out a network that learns: weights, gradients, what Adam remembers, and what it works in."""
    net = net_layout(thing, table)
    return jit.record(
        ("net", net, (1,)),
        ("gradient", net, (1,)),
        ("drift", net, (1,)),
        ("square", net, (1,)),
        ("steps", "i8"),
        ("work", work_layout(most_things)),
        ("chances", "f8", (MOST_IN_GROUP,)),
        ("top_slope", "f4", (1, UNITS)),
        ("pool_slope", "f4", (1, POOL)),
        ("sum_slope", "f4", (1, UNITS)),
        ("row_slope", "f4", (1, UNITS)),
        ("all_slopes", "f4", (1, UNITS)),
    )


@lean.phase
def add_gradient(net, grad, learner, tables, at, things, first, n_things, factor):
    """Add the gradient of the log odds that were just computed, times a factor."""
    work = learner.work
    grad.out_bias[0, 0] += factor
    add_scaled(grad.out, 0, factor, work.top, 0)
    clear_row(learner.top_slope, 0)
    add_scaled(learner.top_slope, 0, factor, net.out, 0)
    slope(learner.top_slope, 0, work.last, 0)
    add_scaled(grad.last_bias, 0, 1.0, learner.top_slope, 0)
    add_outer(grad.last, work.pool, 0, learner.top_slope, 0)
    add_outer(grad.last_table, tables, at, learner.top_slope, 0)
    for place in range(POOL):
        learner.pool_slope[0, place] = dot(net.last, place, learner.top_slope, 0)
    add_scaled(grad.pool_bias, 0, 1.0, learner.pool_slope, 0)
    add_outer(grad.pool, work.sums, 0, learner.pool_slope, 0)
    for place in range(UNITS):
        learner.sum_slope[0, place] = dot(net.pool, place, learner.pool_slope, 0)
    add_thing_gradients(grad, learner, tables, at, things, first, n_things)


@lean.rule
def add_thing_gradients(grad, learner, tables, at, things, first, n_things):
    """Add the gradients of the layer of things."""
    clear_row(learner.all_slopes, 0)
    for thing in range(n_things):
        copy_row(learner.row_slope, 0, learner.sum_slope, 0)
        slope(learner.row_slope, 0, learner.work.rows, thing)
        add_outer(grad.things, things, first + thing, learner.row_slope, 0)
        add_scaled(learner.all_slopes, 0, 1.0, learner.row_slope, 0)
    add_scaled(grad.bias, 0, 1.0, learner.all_slopes, 0)
    add_outer(grad.table, tables, at, learner.all_slopes, 0)


@lean.phase
def study_group(learner, samples, first, last, level, advantage, share):
    """Add the gradients of one group of samples, each `share` of a batch."""
    tables, things, starts, labels, offsets = samples
    net, grad = learner.net[0], learner.gradient[0]
    mean_chance = mean_label = 0.0
    for at in range(first, last):
        n = starts[at + 1] - starts[at]
        chance = chance_of(offsets[at] + log_odds(net, learner.work, tables, at, things, starts[at], n))
        learner.chances[at - first] = chance
        mean_chance += chance / (last - first)
        mean_label += labels[at] / (last - first)
    for at in range(first, last):
        n = starts[at + 1] - starts[at]
        chance = learner.chances[at - first]
        if last - first > 1:  # the rows of a single one are still there
            log_odds(net, learner.work, tables, at, things, starts[at], n)
        ahead = (chance - mean_chance) - (labels[at] - mean_label)
        factor = share * (level * (mean_chance - mean_label) + advantage * ahead)
        add_gradient(net, grad, learner, tables, at, things, starts[at], n, factor)


@lean.rule
def step_adam(weights, gradient, mean, square, steps, rate):
    """Move every weight against its gradient, and clear the gradient."""
    warm, warm_squares = 1.0 - DECAY**steps, 1.0 - DECAY_SQUARES**steps
    for place in range(len(weights)):
        slope_here = float(gradient[place])
        mean[place] = DECAY * mean[place] + (1.0 - DECAY) * slope_here
        square[place] = DECAY_SQUARES * square[place] + (1.0 - DECAY_SQUARES) * slope_here * slope_here
        weights[place] -= rate * (mean[place] / warm) / (math.sqrt(square[place] / warm_squares) + _TINY)
        gradient[place] = 0.0


def study(learners, rows, samples, groups, order, batch, level, advantage, first_rate, last_rate):
    """Go once through groups of samples in an order, `batch` groups at a time; the step falls from rate to rate."""
    learner = learners[0]
    n_groups = len(order)
    for begin in range(0, n_groups, batch):
        end = min(begin + batch, n_groups)
        n_samples = 0
        for number in range(begin, end):
            n_samples += groups[order[number] + 1] - groups[order[number]]
        for number in range(begin, end):
            group = order[number]
            study_group(learner, samples, groups[group], groups[group + 1], level, advantage, 1.0 / n_samples)
        learner.steps += 1
        rate = first_rate + (last_rate - first_rate) * begin / n_groups
        step_adam(rows[0], rows[1], rows[2], rows[3], learner.steps, rate)


def judge(learners, samples, odds):
    """Write the log odds of every sample."""
    tables, things, starts = samples[0], samples[1], samples[2]
    learner = learners[0]
    for at in range(len(odds)):
        n = starts[at + 1] - starts[at]
        odds[at] = log_odds(learner.net[0], learner.work, tables, at, things, starts[at], n)


study_samples = entry_point(study)
judge_samples = entry_point(judge)


def rows_of(learners: Any) -> tuple[Any, ...]:
    """Look at weights, gradients and what Adam remembers as rows of numbers."""
    return tuple(learners[name].view(np.float32)[0] for name in ("net", "gradient", "drift", "square"))
