"""The recommended icons on planted wins: what is certain, what depends on what, and no mark of the ladder against."""

from functools import partial

import numpy as np
import pytest

from analyzer.analysis.icons import PLAYERS, RULE, SKILL, recommend
from analyzer.analysis.places import alike, disorders
from analyzer.reporting.document import Prose, Table
from analyzer.reporting.topics import ladder, recommendation
from analyzer.reporting.topics.answer.overview import overview
from analyzer.reporting.topics.answer.verdicts import verdict_table
from analyzer.reporting.topics.recommendation import verdict_of
from analyzer.stats.icons import OPEN, OTHER
from tests.analysis.planted import planted

VARIANTS = ("storm", "archway", "poseidon", "pyramid", "amphitrite", "leucothea", "monsters-5", "triton", "day-night",
            "monsters-3", "galateia", "rocks", "base")  # fmt: skip
# percent won, in the order of the variants
GOOD = {
    1: (9.5, 17.7, 20.7, 45.2, 29.5, 38.0, 63.5, 46.1, 60.3, 67.0, 53.9, 64.5, 66.9),
    2: (25.4, 28.1, 41.2, 54.6, 54.9, 66.2, 74.7, 76.0, 79.5, 86.8, 84.4, 93.8, 95.8),
    3: (26.0, 35.2, 37.7, 46.3, 53.3, 65.7, 67.0, 76.2, 77.7, 82.1, 84.4, 94.2, 95.6),
}
CASUAL = (10.1, 16.9, 6.4, 12.3, 15.5, 25.3, 14.5, 38.5, 12.0, 30.9, 52.5, 65.3, 73.4)
EXPERT = (36, 50, 40, 56, 56, 69, 72, 76, 91, 84, 89, 96, 98)
SPEC = """# How hard are they?
game = "tranquility"
variants = {variants}
players = {players}
{who}
deals = 20_000
{more}
"""


def spec(players=(3,), who='policies = ["trained"]', more="", variants=VARIANTS):
    return SPEC.format(variants=list(variants), players=list(players), who=who, more=more)


def percent(entry, tables=GOOD, readings=()):
    """Look up how often a cell wins."""
    own = {"casual": CASUAL, "expert": EXPERT}.get(entry.level) or tables[entry.players]
    rates = dict(zip(VARIANTS, own, strict=True))
    return dict(readings).get((entry.variant, *entry.sets), rates[entry.variant])


def wins(entry, games=20_000, **options):
    return round(percent(entry, **options) / 100 * games), games


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("planted")


@pytest.fixture
def plant(folder):
    return lambda text, counts=wins, **options: planted(text, folder, counts, **options)


def answers(results, kind=None):
    """Give by variant and place what fits there instead."""
    rows = recommend(results).table.to_dict("records")
    return {
        (row["variant"], answer.name): (answer.held.verdict, answer.held.fewest, answer.held.most)
        for row in rows
        for answer in row["answers"]
        if kind in (None, answer.kind)
    }


def icons(results):
    table = recommend(results).table
    return dict(zip(table["variant"], table["icons"], strict=True))


def test_no_outlier_moves_the_icons_of_the_others(plant):
    """Without Jagged Rocks, the easiest by far, 8 of the other 12 icons were other ones."""
    every = icons(plant(spec()))
    assert every == {
        "storm": 3, "archway": 3, "poseidon": 3, "pyramid": 3, "amphitrite": 3, "leucothea": 2, "monsters-5": 2,
        "triton": 2, "day-night": 2, "monsters-3": 1, "galateia": 1, "rocks": 1,
    }  # fmt: skip
    for left in ("rocks", "storm"):
        others = icons(plant(spec(variants=[name for name in VARIANTS if name != left])))
        assert others == {name: number for name, number in every.items() if name != left}


def test_an_icon_that_another_level_contradicts_depends_on_skill(plant):
    """All 13 icons came out "the same in each of 2,000 draws": Day and Night carried three, two and one by level."""
    results = plant(spec(who='levels = ["good", "casual", "expert"]'))
    found = answers(results, SKILL)
    assert found["day-night", "casual"] == (OTHER, 3, 3)
    assert found["day-night", "expert"] == (OTHER, 1, 1)
    assert found["monsters-5", "casual"] == (OTHER, 3, 3)
    verdicts = {row["variant"]: verdict_of(row["answers"]) for row in recommend(results).table.to_dict("records")}
    assert verdicts["day-night"] == verdicts["monsters-5"] == "depends on skill"
    assert verdicts["poseidon"] == verdicts["leucothea"] == verdicts["rocks"] == "certain"
    assert verdicts["galateia"] == "open"  # but for Sea Monsters (3) it might have moved, and not Day and Night
    few = plant(spec(who='levels = ["good", "expert"]'), partial(wins, games=50))
    assert not any(verdict == OTHER for verdict, _, _ in answers(few).values())  # 50 games show no such thing
    assert answers(few)["day-night", "expert"][0] == OPEN


def test_the_level_of_a_group_is_asked_too_whatever_its_name(plant, tmp_path):
    """`analyzer fit --out ours.toml` writes one; its column does not hide that of our icons."""
    (tmp_path / "ours.toml").write_text('policy = "survival"\nsight = 0.9\n', encoding="utf-8")
    results = plant(spec(who=f'levels = ["{tmp_path}/ours.toml", "good"]'))
    assert recommend(results).levels == ("ours",)
    columns = verdict_table(results).columns
    assert [column.key for column in columns[1:5]] == ["printed", "ours", "\u201cours\u201d", "good"]
    assert len({column.title for column in columns}) == len(columns)


def test_the_floor_is_no_player(plant):
    """Random play finds everything equally hopeless, and would contradict any icon."""
    text = spec(who='levels = ["floor", "good"]')
    results = plant(text, lambda entry: (20_000 - VARIANTS.index(entry.variant), 20_000)
                    if entry.level == "floor" else wins(entry))  # fmt: skip
    assert recommend(results).levels == ()
    assert answers(results, SKILL) == {}


def test_an_icon_that_another_number_of_players_contradicts_depends_on_it(plant):
    results = plant(spec(players=(1, 2, 3)))
    found = answers(results, PLAYERS)
    assert found["galateia", "1"][0] == found["pyramid", "1"][0] == OTHER
    assert all(place == "1" for _, place in found)  # with two players all variants stand as with three
    assert recommend(results).players == (1, 2)


def test_a_reading_is_asked_by_the_fixed_cut_points_here_and_in_a_run_beside(plant):
    """Day and Night with each_round is won in 91.8 %, which is one icon and not two; the ladder did not know."""
    readings = (("day-night", "day_flip=each_round"), 91.8), (("pyramid", "pyr_monster=destroy_now"), 57.6)
    more = "skip_impossible = true\n[alone]\nday_flip = ['each_round']\npyr_monster = ['destroy_now']"
    both = plant(spec(more=more), partial(wins, readings=readings))
    assert answers(both, RULE)["day-night", "day_flip=each_round"] == (OTHER, 1, 1)
    assert ("pyramid", "pyr_monster=destroy_now") not in answers(both, RULE)  # three icons as before
    alone = plant(spec())
    assert answers(alone, RULE)["day-night", ""] == (OPEN, 0, 0)  # rests on assumed rules, and no other was played
    assert ("poseidon", "") not in answers(alone, RULE)
    beside = plant(spec(), beside=[both])
    assert answers(beside, RULE) == answers(both, RULE)
    assert recommend(beside).readings == 2


def test_the_cut_points_belong_to_a_policy_and_to_no_level(plant):
    assert recommend(plant(spec(who='levels = ["casual"]'))) is None
    assert recommend(plant(spec(players=(2,)))) is None
    found = recommend(plant(spec()))
    assert (found.scale.policy, found.scale.players, found.scale.cuts) == ("trained", 3, (0.8, 0.6))


def test_marks_of_the_ladder_and_the_recommendation_never_contradict_each_other(plant):
    """The ladder marked Triton, whose icon was to stay, and did not mark the Pyramid, whose icon was to change."""
    rng = np.random.default_rng(25)
    for _ in range(6):
        shuffled = {3: tuple(rng.permutation(GOOD[3][:-1])) + GOOD[3][-1:]}
        results = plant(spec(), partial(wins, tables=shuffled))
        rows = {row["variant"]: row for row in recommend(results).table.to_dict("records")}
        changed = {name for name, row in rows.items() if row["changes"]}
        table = next(part for part in ladder.build(results).parts if isinstance(part, Table) and part.name == "ladder")
        marked = {row["code"] for row in table.frame.to_dict("records") if "!" in row["printed"]}
        assert marked == changed
        wrong = disorders(results)
        pairs = wrong[wrong["is_certain"].astype(bool)][["printed_easier", "printed_harder"]].to_numpy().tolist()
        assert pairs
        assert all(changed & set(pair) for pair in pairs)


def test_the_section_says_on_what_each_icon_depends(plant):
    results = plant(spec(players=(2, 3), who='levels = ["good", "casual", "expert"]'))
    section = recommendation.build(results)
    lead = next(part for part in section.parts if isinstance(part, Prose))
    assert "should change for certain" in lead.text
    table = next(part for part in section.parts if isinstance(part, Table))
    row = table.frame.set_index("variant").loc["day-night"]
    assert row["verdict"] == "depends on skill"
    assert row["why"].startswith("casual: three; expert: one")
    assert recommendation.build(plant(spec(players=(2,)))) is None


def test_policies_are_placed_over_the_numbers_of_players_that_all_of_them_have(plant):
    """ "Difficulty for each policy" set one to three players of one beside three players of another."""
    text = spec(
        players=(1, 2, 3), who='levels = ["good", "expert"]', more="[effort.expert]\ndeals = 400\nplayers = [3]"
    )
    results = plant(text)
    assert [scale.contexts for scale in alike(results)] == [("3",), ("3",)]
    table = next(part for part in ladder.build(results).parts if isinstance(part, Table) and part.name == "places")
    assert table.title.endswith("three players")


def test_the_figure_of_the_summary_has_the_fixed_cut_points(plant):
    figure = overview(plant(spec()))
    assert list(figure.options["lines"]) == [0.8, 0.6]
    shown = dict(zip(figure.frame["label"], figure.frame["icons"], strict=True))
    assert shown["the Archway†"] == "◆ → ◆◆◆"
    assert shown["Poseidon"] == "◆◆◆"
