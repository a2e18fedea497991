"""Sentences of designs with one of something: they say one, and compare nothing with itself."""

import re

import pytest

from analyzer.reporting import basis
from analyzer.reporting.topics import method, modules, recommendation
from analyzer.reporting.topics.ladder import difficulty
from analyzer.reporting.topics.policies import sentences as policies
from analyzer.reporting.wording import counted
from analyzer.runs.specs.spec import Experiment
from analyzer.stats.effects import HARDER, OPEN, Interaction
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import IconAgreement

STOP = Experiment(game="tranquility", until=0.005, max_deals=10)
ONE = re.compile(r"(?<![\d.,\u202f])1 (\w+ )?(variant|pair|module|cell|deal|game|change|icon|table|reading|setting)s\b")


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def pair(word):
    return Interaction(word, "points", about(-0.2), about(-0.9))


SENTENCES = {
    "deals": lambda of: basis.deals(of, of, 1, 0),
    "few deals": lambda of: basis.caution([of] * 3),
    "fewer deals": lambda of: basis.caution([of, 10**6]),
    "halves": lambda of: method.same_against_same(0.5, of),
    "stopped": lambda of: method.stopping(STOP, ["until"] * of, [10] * of),
    "chance": lambda of: difficulty.largest_change(
        "storm", "the plain game", "two players", about(0.0), about(0.1), of
    ),
    "pairs open": lambda of: modules.pairs_verdict([OPEN] * of),
    "pairs": lambda of: modules.pairs_verdict([HARDER] * of),
    "interaction": lambda of: modules.interaction("storm", "wild", pair(HARDER), [HARDER] * of),
    "module": lambda of: modules.module("storm", about(-0.5), of, []),
    "alone": lambda of: modules.alone("storm", about(-0.5), about(0.3), of, []),
    "alone, open": lambda of: modules.alone("storm", about(0.0), about(0.3), of, []),
    "icons": lambda of: recommendation.icon_changes([], of, 0),
    "verdicts": lambda of: recommendation.counted(["open"] * of),
    "agreement": lambda of: difficulty.agreement(IconAgreement(9, 8 - of, 1, about(0.8), 0.5, 0.9)),
    "readings": lambda of: recommendation.asked([], 3, [], of, "survival"),
    "ways": lambda of: policies.best_team(["spacing"], about(0.5), "two players", of) + " way",
}


@pytest.mark.parametrize("name", SENTENCES)
def test_one_of_something_is_told_in_the_singular(name):
    """Reports of small designs spoke of "1 variants"."""
    one, two = SENTENCES[name](1), SENTENCES[name](2)
    assert not ONE.search(one), one
    assert "1 ways" not in one
    assert "1 are" not in one
    assert "none of 1" not in one.lower()
    assert one != two


def test_numbers_of_things_are_written_with_their_noun():
    assert [counted(number, "variant") for number in (0, 1, 2, 4096)] == [
        "0 variants", "1 variant", "2 variants", "4\u202f096 variants"
    ]  # fmt: skip
    assert counted(2, "policy", "policies") == "2 policies"
