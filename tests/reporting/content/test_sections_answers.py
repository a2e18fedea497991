"""Sections that answer for a publisher: the sweep, the recommendation, the glossary."""

from analyzer.analysis.changes import crossings, sweep, swept_switch
from analyzer.reporting.charts import draw_curve
from analyzer.reporting.document import Figure, Table
from analyzer.reporting.topics import answer, glossary, recommendation
from analyzer.reporting.topics import sweep as sweep_section


def tables(section):
    return {item.name: item for item in section.parts if isinstance(item, Table)}


def test_a_sweep_is_answered_by_the_value_at_one_half(finished):
    results = finished("sweep_run")
    assert swept_switch(results) == "removed"
    lead = answer.answer(results)[0]
    assert lead.startswith("With two players about ")
    assert "Islands taken out unseen before the deal make an even game" in lead
    found = crossings(results)
    assert list(found["players"]) == [2, 3]
    for row in found.to_dict("records"):
        curve = sweep(results).query("players == @row['players']")
        below = [value for value, rate in zip(curve["value"], curve["win_rate"], strict=True) if rate.value > 0.5]
        assert max(below) <= row["where"].value <= 8
        assert f"{row['where'].value:.0f}" in lead  # as one says it; the interval stands in "How sure?"


def test_the_curve_is_drawn_with_its_crossings(finished):
    section = sweep_section.build(finished("sweep_run"))
    figure = next(item for item in section.parts if isinstance(item, Figure))
    assert figure.draw is draw_curve
    assert [mark[0] for mark in figure.options["crossings"]] == [0.0, 1.0]
    assert list(tables(section)) == ["crossings", "sweep"]
    assert sweep_section.build(finished("switch_run")) is None  # values that are no numbers
    assert sweep_section.build(finished("ladder_run")) is None


def test_no_icons_are_recommended_where_their_policy_did_not_play(finished):
    """The cut points are win rates of survival with three players; spacing wins fewer games of everything."""
    assert recommendation.build(finished("ladder_run")) is None
    assert recommendation.build(finished("single_run")) is None
    assert recommendation.build(finished("contest_run")) is None


def test_the_glossary_names_what_the_run_has(finished):
    found = tables(glossary.build(finished("sweep_run")))
    assert list(found["words_settings"].frame["name"]) == ["removed"]
    assert list(found["words_policies"].frame["title"]) == ["a casual player"]
    assert found["words_policies"].frame["summary"].iloc[0].startswith("A careful placer: place each Island")
    variants = tables(glossary.build(finished("ladder_run")))["words_variants"].frame
    assert "Poseidon (12 Islands removed)" in list(variants["title"])
    assert "poseidon" in list(variants["name"])
