"""Learning values: exact values of the toy game, and nothing from shuffled outcomes; same seed, same file; resuming."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.values.lessons import ONE_IN
from analyzer.kernel.nets.network import chance_of
from analyzer.studies.learning import samples as lessons
from analyzer.studies.learning import stages
from tests.toy import truth

TARGET, KEEP = 13, 3  # together, two players, `patient`
NEW = 0


def final_card(card):
    """The chances of the last card of a seat that holds one, or changes it."""
    return np.eye(10)[card - 1] if card else np.full(10, 0.1)


def kept_card(own):
    """The chances of the other's card if it was kept: by the policy, or at random in a lesson that began with it.

    One of two lessons begins with the second seat, which then takes any answer. Else it is noted once in eight times,
    and answers as the policy does.
    """
    as_policy = 0.2 if own == NEW else float(own >= KEEP)
    chances = 0.25 * (np.arange(1, 11) >= KEEP) + 0.5 / ONE_IN * as_policy * 0.5
    return chances / chances.sum()


def exact(own, other_is_done, other_changed):
    """The chance that both cards reach the target, for a seat that holds a card or has changed it."""
    if not other_is_done:
        other = truth.card_chances(KEEP)
    else:
        other = final_card(NEW) if other_changed else kept_card(own)
    both = np.convolve(final_card(own), other)  # of sums from 2 on
    return both[TARGET - 2 :].sum()


def positions():
    return [(own, done, changed) for own in range(11) for done, changed in ((0, 0), (1, 0), (1, 1))]


def learned(shuffled=False, seed=1):
    """Train on the toy game, and give the chances that the network sees in every position."""
    cell = make_cell("toy", variant="together", players=2, policy="patient")
    features = cell.game.features
    school = lessons.School([lessons.Lessons(cell)], [1.0])
    if shuffled:
        school = Shuffled(school)
    net = stages.Training.begun(features, seed)
    stages.run_stage(net, school, replace(stages.outcomes(200_000), batch=32, rate=0.005), seed)
    return [chance_of(odds) for odds in net.judge(seen(features))]


class Shuffled:
    """Lessons whose outcomes are those of others."""

    def __init__(self, school):
        self.school = school

    def collect(self, *what):
        found = self.school.collect(*what)
        found.labels[:] = np.random.default_rng(7).permutation(found.labels)
        return found


def seen(features):
    """All positions as the first of two seats sees them after its answer."""
    all_of_them = positions()
    tables, things = np.zeros(len(all_of_them), features.table), np.zeros(2 * len(all_of_them), features.thing)
    tables["target"] = TARGET / 10
    own, other = things[::2], things[1::2]
    own["card"] = [card / 10 for card, *_ in all_of_them]
    own["is_own"], own["is_done"] = own["card"] > 0, 1
    own["is_new"] = own["card"] == 0
    other["is_done"], other["is_new"] = zip(*(row[1:] for row in all_of_them), strict=True)
    starts = np.arange(0, len(things) + 1, 2)
    return lessons.Samples(
        tables, things, starts, np.zeros(len(tables)), np.zeros(len(tables)), np.arange(len(tables) + 1)
    )


@pytest.fixture(scope="module")
def chances():
    """Give what was learned, trained once."""
    made = {}

    def make():
        if not made:
            made["it"] = dict(zip(positions(), learned(), strict=True))
        return made["it"]

    return make


def test_the_values_of_the_toy_game_are_its_exact_chances(toy, chances):
    apart = np.array([chance - exact(*position) for position, chance in chances().items()])
    assert np.abs(apart).max() < 0.06
    assert np.abs(apart).mean() < 0.02


def test_a_card_is_kept_where_that_is_right_and_only_there(toy, chances):
    found = chances()
    clear = [one for one in positions() if one[0] and abs(exact(*one) - exact(NEW, *one[1:])) > 0.02]
    right = {one: exact(*one) > exact(NEW, *one[1:]) for one in clear}
    assert {one: found[one] > found[NEW, *one[1:]] for one in clear} == right
    assert len(clear) > 20


def test_shuffled_outcomes_teach_nothing(toy):
    found, true = learned(shuffled=True), [exact(*position) for position in positions()]
    assert np.std(found) < 0.2 * np.std(true)
