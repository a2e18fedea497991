"""What a report says about difficulty over skill: another result gives another sentence."""

import pytest

from analyzer.reporting.document import Bullets, Figure, Kind, Slider, Table
from analyzer.reporting.markdown import render_markdown
from analyzer.reporting.naming import DAGGER, policy_words, variant_words
from analyzer.reporting.spoken import is_spoken
from analyzer.reporting.theme import figure_png
from analyzer.reporting.topics import answer, skill
from analyzer.reporting.topics.skill import sentences
from analyzer.reporting.topics.skill.charts import draw_lines, draw_panels
from analyzer.stats.estimate import Estimate
from tests.analysis.planted import planted
from tests.analysis.test_skill import played, spec


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("skill-report")


@pytest.fixture(scope="module")
def results(folder):
    return played(folder)


def at(value, half=0.004):
    return Estimate(value, value - half, value + half, 0.95, 4_000, "made up")


def texts(section):
    return [item for part in section.parts if isinstance(part, Bullets) for item in part.items]


def parts(section, kind):
    return [part for part in section.parts if isinstance(part, kind)]


def test_the_answer_says_for_which_teams_the_hardest_and_the_plain_game_are_even(results):
    first = texts(skill.build(results))[0]
    poseidon, base = (variant_words(results, name) for name in ("poseidon", "base"))
    assert first.startswith(
        f"With three players who play like {policy_words(results, 'survival')}, {poseidon} is an even game for a team "
        "that notices 9 of 10 good moves (sight 0.900 [0."
    )
    assert first.count("for one that notices") == 2  # something between them, too
    assert f"; {base} for one that notices 7 of 10 (0.700 [0." in first


def test_the_answer_is_said_aloud(results):
    hard, easy = "Poseidon is an even game for a team that notices about nine of ten good moves", "the base game"
    assert answer.answer(results) == [f"{hard}, {easy} for one that notices about seven of ten."]
    assert is_spoken(answer.answer(results)[0])


def test_another_result_gives_another_answer(folder):
    easy = played(folder, variants=("base", "galateia"))
    first, second, *_ = texts(skill.build(easy))
    assert f"{variant_words(easy, 'base')} is an even game for a team that notices 7 of 10 good moves" in first
    assert "Poseidon" not in first
    assert second == (
        "Even a team that notices 6 of 10 good moves wins more than half of the games of "
        f"{variant_words(easy, 'galateia')}."
    )
    hard = played(folder, variants=("base", "pyramid"))
    pyramid = variant_words(hard, "pyramid")
    assert pyramid.endswith(DAGGER)
    assert f"Even a team that overlooks nothing wins less than half of the games of {pyramid}." in texts(
        skill.build(hard)
    )


def test_few_games_are_certain_of_nothing(folder):
    counts = lambda entry: (round(8 * (entry.seats[0].sight - 0.3)), 8)  # noqa: E731
    found = texts(skill.build(planted(spec(deals=8), folder, counts)))
    assert not any("Even a team" in text for text in found)
    assert not any("worth most" in text for text in found)
    assert any(text.startswith("Of 15 pairs of variants none certainly keeps its order") for text in found)


def test_crossings_are_told_with_where(results):
    (text,) = sentences.say_crossings(results)
    monsters, rocks = (variant_words(results, name) for name in ("monsters-4", "rocks"))
    assert (
        f"{monsters} is harder than {rocks} below a sight of about 0.80 and easier above it (between 0.7 and 0.9)"
    ) in text
    assert "2 change places for certain" in text


@pytest.mark.parametrize(
    ("sight", "words"),
    [
        (0.7, "notices 7 of 10"),
        (0.702, "notices about 7 of 10"),
        (0.65, "notices 65 of 100"),
        (0.988, "notices about 99 of 100"),
        (0.999, "notices about 99 of 100"),
        (0.001, "notices about 1 of 100"),
    ],
)
def test_sights_are_told_as_people_do(sight, words):
    assert sentences.notices(sight) == f"{words} good moves"


def test_a_team_at_full_sight_overlooks_nothing():
    assert sentences.notices(1.0) == "overlooks nothing"


def test_sentences_follow_their_numbers():
    assert "(they" not in sentences.crossings(3, 3, 0, [])
    assert "none changes places" in sentences.crossings(3, 3, 0, [])
    assert "1 changes places for certain: B is harder than A below" in sentences.crossings(
        3, 2, 1, [("A", "B", at(0.8))]
    )
    same, other = (
        sentences.one_model(["A", "B", "C"], (1.5, 2.0), at(0.03), 0.8, is_same) for is_same in (True, False)
    )
    assert "cannot be told apart" in same
    assert "cannot be told apart" not in other
    assert "+3.0 points" in other
    assert sentences.about_even([(0.7, ["A"]), (0.9, ["B", "C"])]) == (
        "Between 40 and 60 % of the games are won of A by a team that notices 7 of 10 good moves; of B and C by a team "
        "that notices 9 of 10."
    )


def test_tables_hold_what_their_columns_name_and_every_measured_number_has_its_interval(results):
    for table in parts(skill.build(results), Table):
        assert {column.key for column in table.columns} <= set(table.frame.columns)
        assert len(table.frame)
        for column in table.columns:
            if column.kind in (Kind.PERCENT, Kind.POINTS, Kind.NUMBER, Kind.CHANGE):
                assert all(isinstance(value, Estimate) for value in table.frame[column.key]), (table.name, column.key)


def test_assumed_variants_carry_a_dagger(results):
    section = skill.build(results)
    names = [
        name for table in parts(section, Table) for key in ("variant", "first") for name in table.frame.get(key, [])
    ]
    known = {variant_words(results, name) for name in ("monsters-4", "pyramid")}
    assumed = [name for name in names if name in known]
    assert len(assumed) > 4
    assert all(name.endswith(DAGGER) for name in assumed)
    assert all("†" in part.note for part in parts(section, Figure))


def test_few_curves_share_a_chart_and_many_have_their_own(folder, results):
    (figure,) = parts(skill.build(results), Figure)
    assert figure.draw is draw_lines
    names = ["base", "galateia", "triton", "leucothea", "amphitrite", "poseidon", "rocks", "storm", "wild", "archway"]
    counts = lambda entry: (round(400 * (entry.seats[0].sight - 0.3)), 400)  # noqa: E731
    (many,) = parts(skill.build(planted(spec(variants=names, deals=400), folder, counts)), Figure)
    assert many.draw is draw_panels
    assert len(figure_png(many)) > 10_000
    assert many.size[1] <= 9.5


def test_the_slider_holds_every_number_of_players(folder):
    (slider,) = parts(skill.build(played(folder, players=(2, 3), variants=("base", "poseidon"))), Slider)
    assert slider.groups == ("three players", "three players", "two players", "two players")
    assert len(slider.curves) == len(slider.frame) == 4
    assert slider.places[0] == 0.6
    assert slider.places[-1] == 1.0
    assert all(len(curve) == len(slider.places) for curve in slider.curves)
    assert slider.start in slider.places


def test_with_two_sights_the_topic_leaves_itself_out(folder):
    few = played(folder, sights=(0.8, 1.0))
    assert skill.build(few) is None
    assert answer.answer(few)  # and the summary speaks of something else


def test_it_can_be_written_as_markdown(results):
    from tests.reporting.test_slider import document_with

    for part in skill.build(results).parts:
        assert render_markdown(document_with(part))["report.md"]
