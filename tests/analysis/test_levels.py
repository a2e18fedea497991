"""Levels of play on planted wins: what one wins that another loses, and of which cells a report speaks."""

import pytest

from analyzer.analysis.levels import hindsight_rates, level_steps
from analyzer.reporting.document import Figure, Table
from analyzer.reporting.topics import levels
from analyzer.runs.stored.solved import Solved
from tests.analysis.planted import planted

SPEC = """# Who wins?
game = "tranquility"
variants = {variants}
players = {players}
levels = ["casual", "good", "expert"]
deals = 10_000
"""


def spec(variants=("base", "poseidon", "storm"), players=(1, 2, 3)):
    return SPEC.format(variants=list(variants), players=list(players))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("levels")


def solved(players=3, won=90, of=100):
    letters = "w" * won + "l" * (of - won)
    return Solved(variant="poseidon", sets=[], players=players, policy="survival", seed=0, budget=1, outcomes=letters)


def test_players_of_equal_strength_gain_what_they_lose(folder):
    """Of three who win 40 % by luck alone, the second won "24 % more" deals and the third 14 %: 78 % in all."""
    results = planted(spec(), folder, lambda _entry: (4_000, 10_000), solved=[solved()])
    steps = level_steps(results)
    first = steps[(steps["variant"] == "poseidon") & (steps["players"] == 3)].to_dict("records")
    assert [(row["weaker"], row["stronger"], row["deals"]) for row in first] == [
        ("casual", "good", 10_000), ("good", "expert", 10_000), ("expert", "hindsight", 100)
    ]  # fmt: skip
    for row in first[:2]:
        assert row["gained"].value == pytest.approx(0.24, abs=4 * 0.0043)
        assert row["difference"].value == pytest.approx(row["gained"].value - row["lost"].value)
        assert not row["difference"].excludes(0.0)
        assert row["difference"].level > 0.95  # all of them together
    (text,) = levels.say_deals(results, 3)
    assert text.count("40.0 % [39.0, 41.0]") == 3
    assert "54" not in text
    assert "78" not in text
    (known,) = hindsight_rates(results).to_dict("records")
    assert (known["win_rate"].value, known["win_rate"].n) == (0.9, 100)


def test_a_stronger_player_gains_more_than_it_loses(folder):
    wins = {"casual": 2_000, "good": 4_000, "expert": 4_500}
    steps = level_steps(planted(spec(), folder, lambda entry: (wins[entry.level], 10_000)))
    assert all(
        row["difference"].low > 0 and row["gained"].value > row["lost"].value for row in steps.to_dict("records")
    )


def test_the_example_has_the_number_of_players_that_is_shown(folder):
    """The demonstration picked Storm with one player as its example, beside figures of three players."""
    rates = {1: 500, 2: 5_000, 3: 6_000}
    results = planted(spec(), folder, lambda entry: (rates[entry.players] - 10 * len(entry.variant), 10_000))
    assert levels.shown_players(results) == 2
    (text,) = levels.say_deals(results, levels.shown_players(results))
    assert "two players" in text
    assert "one player" not in text


def test_the_section_names_rates_of_hindsight_and_one_variant_in_the_singular(folder):
    """It said "1 variants"."""
    one = planted(spec(variants=("poseidon",), players=(3,)), folder, lambda _entry: (4_000, 10_000), solved=[solved()])
    section = levels.build(one)
    figures = [part for part in section.parts if isinstance(part, Figure)]
    assert len(figures) == 2
    assert all("1 variant" in figure.alt and "1 variants" not in figure.alt for figure in figures)
    first = next(part for part in section.parts if isinstance(part, Table))
    assert [column.key for column in first.columns] == ["variant", "casual", "good", "expert", "hindsight"]
