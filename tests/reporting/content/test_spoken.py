"""What a report says first can be said aloud: short, with few numbers, and without names that only commands know."""

import re

import pytest

from analyzer.reporting import naming, spoken
from analyzer.reporting.document import Labelled, Prose, Tone
from analyzer.reporting.topics import answer
from analyzer.reporting.topics.answer import advice, contests, teams, verdicts
from analyzer.reporting.topics.seats.turn_order import Seated
from analyzer.stats.estimate import Estimate
from tools.covering.fabricated import fabricate, shipped


def code_names(results):
    """List what only commands call things: not what is also a word of a title or a summary."""
    manifest = results.manifest
    listed = [*manifest.policies, *manifest.game.variants, *manifest.game.switches]
    words = " ".join(f"{getattr(item, 'title', '')} {item.summary}" for item in listed).lower()
    names = {item.name for item in listed} | {label for cell in manifest.cells for label in cell.policies}
    return sorted(name for name in names if not re.search(rf"\b{re.escape(name.lower())}\b", words))


def check(results):
    told = answer.answer(results)
    assert told
    for sentence in told:
        assert len(sentence.split()) <= 30, sentence
        assert len(re.findall(r"\d+(?:[.,]\d+)?", sentence)) <= 3, sentence
        assert not re.search(r"[\[\](){}=_`†]", sentence), sentence
        assert sentence[0] == sentence[0].upper(), sentence
        assert sentence.endswith("."), sentence
        assert [name for name in code_names(results) if re.search(rf"\b{re.escape(name)}\b", sentence)] == []
    return told


@pytest.mark.parametrize("apart", [0.0, 0.4, 2.0])
@pytest.mark.parametrize("name", shipped())
def test_the_answer_of_every_shipped_experiment_can_be_said_aloud(name, apart):
    told = check(fabricate(name, 100, 1, apart))
    assert spoken.ELSEWHERE not in told[0]


def test_the_answer_of_any_design_can_be_said_aloud(any_run):
    told = check(any_run)
    lead = answer.build(any_run).parts[0]
    assert (lead.text, lead.tone) == (" ".join(told), Tone.LEAD)


def test_a_sentence_that_is_too_long_is_replaced_by_a_shorter_one():
    long = " ".join(["word"] * 31)
    assert not spoken.is_spoken(long)
    assert spoken.is_spoken(" ".join(["word"] * 30))
    assert spoken.first_spoken(f"{long}.", "Base is 12.5 %, 13 % or 1\u202f000 of 4.", "“who begins” matters.") == (
        "“Who begins” matters."
    )
    for code in ("cost_rule", "base [1]", "Sea Monsters (3)", "a = b", "Storm†"):
        assert spoken.first_spoken(code) == spoken.ELSEWHERE


def about(value, half=0.01):
    return Estimate(value, value - half, value + half, 0.95, 10_000, "test")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.374, "37 %"),
        (0.9976, "99.8 %"),
        (0.9999, "nearly all"),
        (0.004, "0.4 %"),
        (0.0001, "almost none"),
        (0, "none"),
    ],
)
def test_rates_are_said_as_people_do(value, said):
    assert spoken.percent(about(value)) == said


def test_changes_are_said_without_sign_and_interval():
    assert spoken.points(about(-0.27)) == "27 points"
    assert spoken.points(about(0.011)) == "1 point"
    assert spoken.points(about(0.001)) == "less than one point"
    assert spoken.amount(about(-34.4)) == "34"
    assert spoken.amount(about(5.06)) == "5.1"


def test_icons_are_said_to_be_wrong_only_where_that_is_certain():
    assert verdicts.wrong_icons([("the Archway", 1, 3, True)]) == [
        "The Archway is printed far too easy: it should carry three icons, not one."
    ]
    assert verdicts.wrong_icons([("the Pyramid", 2, 3, False)]) == [
        "The Pyramid is printed too easy: three would fit better."
    ]
    assert verdicts.wrong_icons([]) == ["No printed icon is wrong for certain."]
    assert verdicts.seeming([("the Pyramid", 3)]) == ["The Pyramid seems to need three."]
    counts = {verdicts.KEEP: 7, verdicts.AUDIENCE: 3, verdicts.RULE: 1}
    assert verdicts.how_many_fit(counts, 12) == (
        "Of the twelve printed icons seven fit, three depend on your audience and one waits for a rule to be settled."
    )
    every = dict.fromkeys((verdicts.CHANGE, verdicts.MAY_CHANGE, *counts, verdicts.PLAYERS), 2)
    told = verdicts.how_many_fit(every, 12)
    assert told == (
        "Of the twelve printed icons two should change, two may have to change, two fit and six depend on who plays or "
        "on a rule."
    )
    assert spoken.is_spoken(told)


def test_rules_become_questions_to_the_publisher():
    assert (
        advice.clear_sentences(["“who begins” (3 points)"])
        == "One rule needs one clear sentence: “who begins” (3 points)."
    )
    many = [f"rule {number}" for number in range(9)]
    assert advice.clear_sentences(many).endswith("rule 5 and three more.")
    assert advice.clear_sentences([]) == ""
    assert advice.others_stay(0, True) == ""
    assert advice.others_stay(20, True).startswith("The other 20 doubtful rules")


def test_a_beginning_that_cannot_be_told_from_none_is_bounded(monkeypatch):
    tables = [Seated("two players", about(0.05, 0.06)), Seated("three players", about(-0.02, 0.04))]
    monkeypatch.setattr(contests.turn_order, "seated", lambda _results: (tables, 0))
    assert contests.say_beginning(None) == [
        "No place in the turn order is better for certain: beginning is worth at most 11 points either way."
    ]
    unknown = Seated("two experts", about(0.1, 0.5))
    for few, end in (([unknown], ", though with two experts these games are too few to tell."), ([], ".")):
        monkeypatch.setattr(contests.turn_order, "seated", lambda _results, few=few: ([*tables, *few], 0))
        assert contests.say_beginning(None)[0].endswith(f"at most 11 points either way{end}")
    monkeypatch.setattr(contests.turn_order, "seated", lambda _results: ([unknown], 0))
    assert contests.say_beginning(None) == [
        "These games are too few to tell whether beginning is an advantage: it may be worth up to 60 points either way."
    ]
    sure = [Seated("two casual players", about(0.15, 0.06)), tables[1]]
    monkeypatch.setattr(contests.turn_order, "seated", lambda _results: (sure, 1))
    assert contests.say_beginning(None) == [
        "Beginning is an advantage at one of two tables, with two casual players: the first wins 15 points more often.",
        "At the other table it is worth at most 6 points either way.",
    ]


def test_readings_are_counted_by_rule(finished):
    results = finished("reading_run")
    assert teams.tried_rules(results) == ["one_card"]
    assert list(teams.certain_rules(results)) == ["one_card"]
    assert teams.say_rules(results)[0].startswith("The one doubtful rule decides how often casual players win")


def test_what_follows_is_labelled(finished):
    found = advice.what_follows(finished("reading_run"))
    assert isinstance(found, Labelled)
    assert found.items[0][0] == "Decide first"
    assert advice.what_follows(finished("single_run")) is None
    assert advice.what_follows(finished("contest_run")) is None


def test_every_summary_ends_with_how_sure_it_is(any_run):
    last = answer.build(any_run).parts[-1]
    assert isinstance(last, Prose)
    assert last.label == answer.SURE
    assert "95 % intervals" in last.text


def test_settings_are_called_by_what_they_decide(finished):
    results = finished("reading_run")
    assert naming.rule_words(results, "cost_rule") == "“cost between two neighbours”"
    assert naming.setting_words(results, "cost_rule", "max") == "“cost between two neighbours”: larger difference"
    assert naming.setting_words(results, "early_loss", "true") == "“stop as soon as no Finish is left”"
    assert naming.setting_words(results, "early_loss", "false") == "“stop as soon as no Finish is left”: no"
    assert naming.setting_words(results, "one_card", "loss").endswith("may be played, or is a loss”: is a loss")
    assert naming.setting_words(results, "pyr_rows", "eleven_by_two") == "“rows of the Pyramid”: eleven by two"
