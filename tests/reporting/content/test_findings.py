"""Every figure carries what it shows as its heading, what and who below it, and its source."""

import io

import matplotlib.image
import pandas as pd
import pytest

from analyzer.reporting import charts, findings, lists
from analyzer.reporting.build import report
from analyzer.reporting.charts import draw_heat_map
from analyzer.reporting.document import Figure, Section
from analyzer.reporting.theme import figure_png
from analyzer.reporting.topics.levels import levels_figure
from analyzer.reporting.topics.losses import draw_survival
from analyzer.reporting.topics.skill.charts import draw_lines, draw_panels
from analyzer.stats.proportions import wilson
from tools.covering.fabricated import fabricate


def made(draw, rows, **options):
    return Figure("f", "what, played by a good player", "alt", draw, pd.DataFrame(rows), options)


def row(label, value, half=0.02, **more):
    return {"label": label, "group": "", "icons": "", "value": value, "low": value - half, "high": value + half} | more


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (
            made(charts.draw_effects, [row("a", -0.3), row("b", 0.1)], xlabel="change, in points", factor=100.0),
            "Largest change: a, \u221230 points",
        ),
        (
            made(charts.draw_effects, [row("a", 0.01)], xlabel="points", factor=100.0),
            "No difference can be told from chance",
        ),
        (
            made(charts.draw_ladder, [row("storm", 0.1), row("base", 0.995)], groups=[""]),
            "Storm is won least (10\u00a0%), base most (99.5\u00a0%)",
        ),
        (
            made(charts.draw_shares, [row("a", 0.1, fair=0.5), row("b", 0.6, fair=0.5)], groups=[""]),
            "Best: b, 60\u00a0% where 50\u00a0% would be fair",
        ),
        (
            made(charts.draw_shares, [row("a", 0.1, fair=0.5), row("b", 0.3, fair=0.5)], groups=[""]),
            "None comes up to its fair share; b does best (30\u00a0%)",
        ),
        (
            made(charts.draw_effects, [row("a", 0.01)], xlabel="change of the score, in points", factor=1.0),
            "No change of the score can be told from chance",
        ),
        (
            made(charts.draw_shares, [row("two", 0.6, fair=0.5) | {"group": "first player"}], groups=["first player"]),
            "The first player wins 60\u00a0%, 50\u00a0% would be fair: two",
        ),
        (
            made(charts.draw_stacks, [row("a", 0.7, part="hands"), row("a", 0.3, part="path")], parts=[]),
            "Largest part in 1 of 1: hands",
        ),
        (made(draw_heat_map, [{"row": "storm", "column": 1, "value": 0.1}, {"row": "base", "column": 2, "value": 0.9}]),
         "From 10\u00a0% (storm, 1 player) to 90\u00a0% (base, 2 players)"),
        (
            made(draw_survival, [row("a", 0.4, turn=7), row("b", 0.4, turn=9)]),
            "Half of the games have ended by turn 7 to 9",
        ),
        (
            made(draw_panels, [row("hard", 0.4), row("easy", 0.9)], marks=[(0, 0.95, 0.9, 1), (1, 0.7, 0.6, 0.8)]),
            "An even game: at sight 0.70 easy, at 0.95 hard",
        ),
        (made(draw_lines, [row("only", 0.5)], marks=[(0.0, 0.8, 0.7, 0.9)]), "An even game: at sight 0.80 only"),
        (made(draw_lines, [row("hard", 0.1)], marks=[]), "what, played by a good player"),
    ],
)  # fmt: skip
def test_a_heading_says_what_the_numbers_say(figure, said):
    assert findings.finding_of(figure) == said


def test_a_finding_that_is_too_long_gives_way_to_the_title():
    figure = made(charts.draw_effects, [row("x" * 200, -0.3)], xlabel="points", factor=100.0)
    assert findings.finding_of(figure) == figure.title


def test_a_picture_alone_has_heading_and_source_around_the_same_drawing():
    plain = made(charts.draw_ladder, [row("a", 0.4), row("b", 0.6)], groups=[""])
    (section,) = findings.with_findings([Section("s", "S", (plain,))], "Tranquility · seed 0")
    headed = section.parts[0]
    assert headed.source == "Tranquility · seed 0"
    small, large = (matplotlib.image.imread(io.BytesIO(figure_png(item))) for item in (plain, headed))
    assert large.shape[0] > small.shape[0] + 60  # pixels of heading, title and source
    assert large.shape[1] == small.shape[1]
    assert (large[-40:, :200] < 0.7).any()  # the source at the bottom left


def test_every_figure_of_a_report_has_a_heading_and_a_source(finished, tmp_path):
    document = report(finished("single_run").folder, tmp_path, "html").document
    figures = [part for section in document.sections for part in section.parts if isinstance(part, Figure)]
    assert figures
    assert all(figure.finding and len(figure.finding) <= findings.LONGEST for figure in figures)
    for word in ("Tranquility: a casual player", "2\u202f000 games in each setting", "seed 0", "rules tranquility/"):
        assert all(word in figure.source for figure in figures)


def test_variants_have_one_order_by_the_level_good_and_few_games_are_left_out():
    results = fabricate("tranquility_difficulty", 400, 3, 0.5)
    figure = levels_figure(results, "levels", 3)
    order = lists.variant_order(results)
    rates = {row["variant"]: row["win_rate"].value for row in lists.shown_cells(results).to_dict("records")}
    assert order == sorted(rates, key=lambda name: rates[name])  # the first policy of the spec is `good`
    assert len(dict.fromkeys(figure.frame["label"])) == len(order)
    few = pd.DataFrame({"win_rate": [wilson(n // 2, n) for n in (400, 50, 100)]})
    kept, said = lists.enough(few)
    assert [estimate.n for estimate in kept["win_rate"]] == [400, 100]
    assert said == "Left out: 1 of 3 marks, which rest on fewer than 100 games."
    assert lists.enough(few.iloc[1:2])[1] == ""  # nothing else would be left


def test_the_same_thing_has_the_same_look_in_every_figure():
    assert len({charts.STEADY[name] for name in ("good", "casual", "expert", "strong", "floor")}) == 5
    assert charts.STEADY["two players"] == 1


def test_percents_are_even_unless_rates_crowd_at_an_end():
    assert not charts.crowds(pd.DataFrame({"value": [0.3, 0.5, 0.95]}))
    assert charts.crowds(pd.DataFrame({"value": [0.3, 0.97, 0.99]}))
