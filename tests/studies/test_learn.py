"""Learning values: exact values of the toy game, and nothing from shuffled outcomes; same seed, same file; resuming."""

from dataclasses import replace

import numpy as np
import pytest

import analyzer
from analyzer.catalog import load_game
from analyzer.cells import make_cell, read_seat
from analyzer.errors import BadInput, Interrupted
from analyzer.games.values.lessons import ONE_IN
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.nets.network import chance_of
from analyzer.play.control import Control
from analyzer.studies.learning import samples as lessons
from analyzer.studies.learning import stages
from analyzer.studies.learning.found import value_file
from analyzer.studies.learning.plan import make_plan
from tests.toy import truth

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="hundreds of thousands of games")

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


SMALL = {"variants": "together", "players": 2, "budget": 160_000, "seed": 3, "jobs": 1}
PLAYED = {"variant": "together", "players": 2, "games": 2000, "seed": 5, "jobs": 1}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Give a small training, done in one go."""
    made = {}

    def make():
        if not made:
            made["it"] = analyzer.learn("toy", "patient", state=tmp_path_factory.mktemp("learn") / "whole", **SMALL)
        return made["it"]

    return make


def test_a_trained_policy_wins_more_for_certain_and_its_file_plays_it(toy, whole):
    learning = whole()
    assert learning.validation.differences[0].low > 0
    trained = analyzer.simulate("toy", policy=f"patient@{learning.file}", **PLAYED)
    alone = analyzer.simulate("toy", policy="patient", **PLAYED)
    error = np.sqrt(2 * 0.25 / PLAYED["games"])
    assert trained.win_rate.value - alone.win_rate.value > 4 * error


def test_an_interrupted_training_ends_as_if_nothing_had_happened(toy, whole, tmp_path):
    control = Control()
    with pytest.raises(Interrupted, match="resume"):
        analyzer.learn(
            "toy", "patient", state=tmp_path / "cut", control=control, on_measured=lambda _: control.drain(), **SMALL
        )
    resumed = analyzer.learn("toy", "patient", state=tmp_path / "cut", **SMALL | {"jobs": 2})
    assert resumed.file.read_text() == whole().file.read_text()


def test_the_file_keeps_the_knobs_that_the_lessons_were_played_with(toy, whole, tmp_path):
    plan = make_plan(
        "toy", "patient(keep=5)", variants="together", players=2, sets=(), weights=None, budget=160_000, seed=3
    )
    file = tmp_path / "keen.toml"
    file.write_text(value_file(plan, whole().values))
    assert read_seat(load_game("toy"), f"patient@{file}").knobs == {"keep": 5.0}
    assert read_seat(load_game("toy"), f"patient@{whole().file}").knobs == {"keep": 3.0}


def test_in_a_cell_without_values_the_policy_plays_by_itself(toy, whole, tmp_path):
    text, name = whole().file.read_text(), "together 2"
    assert "without = []" in text
    (tmp_path / "off.toml").write_text(text.replace("without = []", f'without = ["{name}"]'))
    policies = f"patient@{tmp_path}/off.toml", "patient"
    found = [analyzer.simulate("toy", policy=policy, **PLAYED).win_rate for policy in policies]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('weights = "', 'weights = "?', "weights"),
        ('weights = "', 'weights = "AAAA', "finite numbers"),
        ('"is_own"', '"was_own"', "train it again"),
        ('policy = "patient"', 'policy = "rock"', "for policy 'rock'"),
        ("without = []", "without = 3", "list of cells"),
        ("mix = 0.05", 'mix = "x"', "a number"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(toy, whole, tmp_path, old, new, words):
    (tmp_path / "bad.toml").write_text(whole().file.read_text().replace(old, new, 1))
    with pytest.raises(BadInput, match=words):
        analyzer.simulate("toy", policy=f"patient@{tmp_path}/bad.toml", **PLAYED)


@pytest.mark.parametrize(
    ("game", "policy", "options", "words"),
    [
        ("toy", "search(patient)", {}, "compiled policy"),
        ("toy", "patient", {"budget": 10}, "too small"),
    ],
)
def test_what_cannot_be_learned_is_refused(toy, game, policy, options, words):
    with pytest.raises(BadInput, match=words):
        analyzer.learn(game, policy, **options)


def test_a_game_without_features_is_refused(toy, monkeypatch):
    bare = replace(load_game("toy"), features=None)
    monkeypatch.setattr("analyzer.studies.learning.plan.load_game", lambda _name: bare)
    with pytest.raises(BadInput, match="no features"):
        analyzer.learn("toy", "patient")


def test_nothing_else_is_overwritten(toy, tmp_path):
    (tmp_path / "mine.toml").write_text("keep = 1")
    with pytest.raises(BadInput, match="no trained values"):
        analyzer.learn("toy", "patient", out=tmp_path / "mine.toml", state=tmp_path / "state", **SMALL)
    assert (tmp_path / "mine.toml").read_text() == "keep = 1"
    assert not (tmp_path / "state").exists()
