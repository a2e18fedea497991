"""Small networks: the same bits compiled and plain, gradients against differences, and a plane that is learned."""

import subprocess
import sys

import numpy as np
import pytest

from analyzer.kernel.nets import network, training

THING = network.features(("left", "one number of a thing"), ("right", "another"))
TABLE = network.features(("level", "a number of the table"))
MOST = 8


def made(n, seed=0):
    """Samples with 0 to 4 things each, whose log odds are a known sum."""
    draw = np.random.default_rng(seed)
    counts = draw.integers(0, 5, n)
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    things, tables = np.zeros(starts[-1], THING), np.zeros(n, TABLE)
    things["left"], things["right"] = draw.normal(size=(2, starts[-1]))
    tables["level"] = draw.normal(size=n)
    owner = np.repeat(np.arange(n), counts)
    truth = 0.5 * tables["level"] + np.bincount(owner, np.abs(things["left"]) - things["right"], n)
    return (tables, things, starts, truth, np.zeros(n)), truth


def learner(seed=1):
    made_of = np.zeros(1, training.learner_layout(THING, TABLE, MOST))
    made_of["net"] = network.new_weights(THING, TABLE, seed)
    return made_of


def judged(learners, samples):
    odds = np.zeros(len(samples[0]))
    training.judge_samples(learners, samples, odds)
    return odds


def test_a_gradient_is_what_a_small_change_of_each_weight_does():
    (tables, things, starts, *_), _ = made(3)
    samples = tables, things, starts, np.array([1.0, 0.0, 1.0]), np.zeros(3)
    learners = learner()
    training.study_samples(
        learners, training.rows_of(learners), samples, np.array([0, 1, 2, 3]), np.arange(3), 3, 1.0, 0.0, 0.0, 0.0
    )
    gradient = training.rows_of(learners)[2] / (1 - training.DECAY)  # of one step: what Adam remembers
    weights, found = training.rows_of(learners)[0], []
    for place in range(0, len(weights), 7):
        old, around = weights[place], []
        for shift in (0.001, -0.001):
            weights[place] = old + shift
            chance = 1 / (1 + np.exp(-judged(learners, samples)))
            around.append(-np.mean(np.log(np.where(samples[3] == 1, chance, 1 - chance))))
        weights[place] = old
        found.append((around[0] - around[1]) / 0.002)
    apart = np.abs(np.array(found) - gradient[::7])
    assert np.mean(apart < 5e-4) > 0.97  # a change may cross the kink of a rectifier
    assert np.abs(gradient).max() > 0.05


def test_a_network_learns_a_known_sum_and_nothing_from_shuffled_labels():
    samples, truth = made(8000)
    draw = np.random.default_rng(5)
    labels = (draw.random(len(truth)) < 1 / (1 + np.exp(-truth))).astype(float)
    held_out, held_truth = made(1000, seed=9)
    errors = []
    for answers in (labels, draw.permutation(labels)):
        learners = learner()
        for _ in range(3):
            order = draw.permutation(len(truth))
            groups = np.arange(len(truth) + 1)
            known = *samples[:3], answers, samples[4]
            training.study_samples(
                learners, training.rows_of(learners), known, groups, order, 32, 1.0, 0.0, 0.005, 0.001
            )
        errors.append(np.corrcoef(judged(learners, held_out), held_truth)[0, 1])
    assert errors[0] > 0.95
    assert abs(errors[1]) < 0.5


def test_what_the_policy_knows_already_is_not_learned_again():
    """A part of the sum that stands there from the beginning; without it the network learns the whole."""
    samples, truth = made(8000)
    labels = 1 / (1 + np.exp(-truth))
    order, groups = np.random.default_rng(6).permutation(len(truth)), np.arange(len(truth) + 1)
    slopes = []
    for known in (truth, np.zeros(len(truth))):
        learners, asked = learner(), (*samples[:3], labels, known)
        for _ in range(3):
            training.study_samples(
                learners, training.rows_of(learners), asked, groups, order, 32, 1.0, 0.0, 0.005, 0.001
            )
        slopes.append(np.polyfit(truth, judged(learners, asked), 1)[0])
    assert abs(slopes[0]) < 0.1
    assert slopes[1] > 0.7


PRINT = """
import numpy as np
from tests.kernel.test_nets import judged, learner, made, training
samples, _ = made(20)
learners = learner()
print(np.sort(judged(learners, samples)).tobytes().hex())
"""


@pytest.mark.slow
def test_plain_python_gives_the_same_bits(monkeypatch):
    found = []
    for plain in ("0", "1"):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", plain)
        found.append(subprocess.run([sys.executable, "-c", PRINT], check=True, capture_output=True).stdout)
    assert found[0] == found[1]
