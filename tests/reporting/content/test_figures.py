"""Every figure for ordinary, degenerate and long data: no warnings, no names on top of each other."""

import math
import warnings
from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas

from analyzer.reporting.charts import draw_effects, draw_heat_map, draw_ladder, draw_matrix, draw_shares, draw_stacks
from analyzer.reporting.document import WIDTH, Figure, lines_high, square
from analyzer.reporting.theme import RC, _painted, figure_png
from analyzer.reporting.topics.losses import draw_survival
from analyzer.reporting.topics.losses.boards import draw_board
from analyzer.reporting.topics.luck import draw_deals
from analyzer.reporting.topics.seats import draw_spread
from analyzer.reporting.wording import halved


def names(count):
    return [f"variant-{number}†" for number in range(count)]


def estimates(labels, groups=("",), value=0.4):
    rows = [
        {"label": name, "group": group, "value": value, "low": max(value - 0.05, 0.0), "high": min(value + 0.05, 1.0)}
        for name in labels
        for group in groups
    ]
    return pd.DataFrame(rows)


def ladder(count, value=0.4, groups=("two players", "three players")):
    frame = estimates(names(count), groups, value).assign(icons="◆◆ !")
    return Figure("f", "t", "a", draw_ladder, frame, {"groups": list(groups)}, (WIDTH, lines_high(count, len(groups))))


def effects(count, value=0.4):
    options = {"xlabel": "points", "groups": [""], "factor": 100.0}
    return Figure(
        "f", "t", "a", draw_effects, estimates(names(count), value=value), options, (WIDTH, lines_high(count))
    )


def unbounded():
    """Effects in steps of the odds, some of them without an end."""
    ends = {"value": [0.5, math.inf, -math.inf], "low": [-0.2, 2.0, -math.inf], "high": [math.inf, math.inf, -1.0]}
    frame = pd.DataFrame({"label": names(3), "group": "", **ends})
    options = {"xlabel": "steps of the odds", "groups": [""], "factor": 1.0}
    return Figure("f", "t", "a", draw_effects, frame, options, (WIDTH, lines_high(3)))


def shares(count):
    frame = estimates(names(count), ("seat 0", "seat 1")).assign(fair=0.5)
    options = {"xlabel": "percent", "groups": ["seat 0", "seat 1"]}
    return Figure("f", "t", "a", draw_shares, frame, options, (WIDTH, lines_high(count, 2)))


def heat_map(rows, columns):
    fields = [{"row": r, "column": c, "value": 0.5, "text": "50"} for r in names(rows) for c in range(columns)]
    options = {"rows": names(rows), "columns": list(range(columns)), "xlabel": "players"}
    return Figure("f", "t", "a", draw_heat_map, pd.DataFrame(fields), options, (WIDTH, lines_high(rows)))


def matrix(count):
    fields = [
        {"row": a, "column": b, "value": 10.0, "text": "+10", "is_certain": True}
        for a in names(count)
        for b in names(count)
        if a != b
    ] or [{"row": names(1)[0], "column": names(1)[0], "value": 0.0, "text": "0", "is_certain": False}]
    options = {"names": names(count), "reach": 10.0}
    return Figure("f", "t", "a", draw_matrix, pd.DataFrame(fields), options, square(count))


def causes(count, kinds):
    frame = pd.DataFrame(
        [{"label": n, "part": f"cause {k}", "value": 1 / kinds} for n in names(count) for k in range(kinds)]
    )
    options = {"parts": [f"cause {k}" for k in range(kinds)], "xlabel": "share", "numbered": True}
    return Figure("f", "t", "a", draw_stacks, frame, options, (WIDTH, lines_high(count) + 0.3 * kinds))


def survival(count):
    turns = np.arange(30)
    frame = pd.concat(
        [
            pd.DataFrame(
                {"label": n, "turn": turns, "value": 1 - turns / 29, "low": 1 - turns / 29, "high": 1 - turns / 29}
            )
            for n in names(count)
        ]
    )
    return Figure("f", "t", "a", draw_survival, frame, {}, (WIDTH, 4.2))


def board(count, value=0.1):
    frame = pd.DataFrame(
        [{"label": n, "column": c, "row": r, "value": value} for n in names(count) for c in range(6) for r in range(6)]
    )
    return Figure("f", "t", "a", draw_board, frame, {"per_line": min(count, 3)}, (WIDTH, 4.0))


def deals(count):
    frame = pd.DataFrame(
        [
            {"label": n, "low_value": v, "high_value": v + 1, "value": 0.5, "low": 0.4, "high": 0.6}
            for n in names(count)
            for v in range(0, 16, 2)
        ]
    )
    return Figure("f", "t", "a", draw_deals, frame, {"xlabel": "depth"}, (WIDTH, 3.8))


def spread(count):
    frame = pd.DataFrame(
        [{"label": n, "low": 1, "first_quarter": 2, "median": 3, "third_quarter": 4, "high": 9} for n in names(count)]
    )
    return Figure("f", "t", "a", draw_spread, frame, {"xlabel": "points"}, (WIDTH, lines_high(count)))


def variance(count):
    frame = pd.DataFrame([{"label": n, "part": s, "value": 0.5} for n in names(count) for s in ("deal", "rest")])
    options = {"parts": ["deal", "rest"], "xlabel": "share"}
    return Figure("f", "t", "a", draw_stacks, frame, options, (WIDTH, lines_high(count)))


FIGURES = {
    "a ladder": ladder(15),
    "a ladder of one cell": ladder(1, groups=("two players",)),
    "a ladder without wins": ladder(3, 0.0),
    "a ladder without losses": ladder(3, 1.0),
    "a ladder of 31 sums": ladder(31, groups=("spacing",)),
    "effects": effects(24),
    "no effect": effects(1, 0.0),
    "effects without an end": unbounded(),
    "shares": shares(8),
    "one share": shares(1),
    "a heat map": heat_map(15, 5),
    "a heat map of one field": heat_map(1, 1),
    "a matrix": matrix(16),
    "a matrix of one": matrix(1),
    "causes": causes(18, 6),
    "one cause": causes(1, 1),
    "survival": survival(6),
    "one curve": survival(1),
    "boards": board(6),
    "a board that is never empty": board(1, 0.0),
    "deals": deals(5),
    "one line of deals": deals(1),
    "spread": spread(16),
    "variance": variance(16),
}


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES.keys())
def test_a_figure_draws_without_warnings(figure):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(figure_png(figure)) > 2000


def boxes_of(figure, axis):
    """The places of the names along an axis, as drawn."""
    with mpl.rc_context(RC):
        canvas = Canvas(figsize=figure.size, layout="constrained")
        agg = FigureCanvasAgg(canvas)
        axes = canvas.add_subplot()
        figure.draw(axes, figure.frame, **figure.options)
        agg.draw()
        ticks = axes.get_yticklabels() if axis == "y" else axes.get_xticklabels()
        return [tick.get_window_extent() for tick in ticks if tick.get_text()]


LISTS = [
    "a ladder",
    "a ladder of 31 sums",
    "effects",
    "shares",
    "a heat map",
    "a matrix",
    "causes",
    "spread",
    "variance",
]


@pytest.mark.parametrize("name", LISTS)
def test_names_do_not_overlap(name):
    boxes = boxes_of(FIGURES[name], "y")
    assert len(boxes) > 1
    ordered = sorted(boxes, key=lambda box: box.y0)
    assert all(below.y1 <= above.y0 + 0.5 for below, above in pairwise(ordered))


@pytest.mark.parametrize("name", ["a ladder", "effects", "shares", "spread"])
def test_numbers_on_the_axis_do_not_overlap(name):
    boxes = sorted(boxes_of(FIGURES[name], "x"), key=lambda box: box.x0)
    assert all(left.x1 <= right.x0 + 0.5 for left, right in pairwise(boxes))


def test_the_check_sees_names_that_overlap():
    """The negative control: 31 lines in an inch."""
    figure = ladder(31, groups=("spacing",))
    small = Figure("f", "t", "a", draw_ladder, figure.frame, figure.options, (WIDTH, 2.0))
    ordered = sorted(boxes_of(small, "y"), key=lambda box: box.y0)
    assert not all(below.y1 <= above.y0 + 0.5 for below, above in pairwise(ordered))


def axis_title(figure):
    """The place of the title of the horizontal axis on the paper, as a PNG has it."""
    with _painted(figure) as canvas:
        FigureCanvasAgg(canvas).draw()
        return canvas.axes[0].xaxis.label.get_window_extent(), canvas.bbox


LONG_TITLE = "games won, in percent (logit axis: even steps of the odds; harder to the left)"


@pytest.mark.parametrize("name", ["Amphitrite (10 Islands removed)", "base"])
def test_the_title_of_the_axis_stays_on_the_paper(name):
    """The README's ladder ended with "harder to the le"."""
    frame = estimates([name], ("two players",)).assign(icons="◆◆◆")
    options = {"groups": ["two players"], "xlabel": LONG_TITLE}
    box, paper = axis_title(Figure("f", "t", "a", draw_ladder, frame, options, (WIDTH, 3.0)))
    assert paper.x0 <= box.x0
    assert box.x1 <= paper.x1


def test_the_check_sees_a_title_that_runs_off_the_paper(monkeypatch):
    """The negative control: the same title in one line."""
    monkeypatch.setattr("analyzer.reporting.theme.WIDE_AXIS", 1000)
    frame = estimates(["Amphitrite (10 Islands removed)"], ("two players",)).assign(icons="◆◆◆")
    options = {"groups": ["two players"], "xlabel": LONG_TITLE}
    box, paper = axis_title(Figure("f", "t", "a", draw_ladder, frame, options, (WIDTH, 3.0)))
    assert box.x1 > paper.x1


LONG_NAMES = [
    "compass_decider = affected (storm+monsters-3†, three players)",
    "storm_in_setup = redraw_and_reshuffle (storm+monsters-3†, two players)",
    "start_shortage = discard_all (rocks+monsters-3†, three players)",
]


def drawn_names(figure):
    with _painted(figure) as canvas:
        FigureCanvasAgg(canvas).draw()
        ticks = canvas.axes[0].get_yticklabels()
        return [tick.get_text() for tick in ticks], [tick.get_window_extent() for tick in ticks]


@pytest.mark.parametrize("count", [1, 8])
def test_long_names_take_two_lines_and_no_code(count):
    """A reading was called "compass_decider = affected (storm+mons…4010aa08…players)"."""
    labels = [f"{name}{'' if not number else ' ' + str(number)}" for number in range(count) for name in LONG_NAMES]
    options = {"xlabel": "points", "groups": [""], "factor": 100.0}
    figure = Figure("f", "t", "a", draw_effects, estimates(labels), options, (WIDTH, lines_high(len(labels))))
    texts, boxes = drawn_names(figure)
    assert [text.replace("\n", " ") for text in texts] == labels
    ordered = sorted(boxes, key=lambda box: box.y0)
    assert all(below.y1 <= above.y0 + 0.5 for below, above in pairwise(ordered))


def test_a_long_name_is_broken_in_the_middle_and_a_short_one_is_not():
    assert halved("pyr_monster = destroy_now (pyramid†, three players)", 46) == (
        "pyr_monster = destroy_now\n(pyramid†, three players)"
    )
    assert halved("cost_rule = max (base, two players)", 46) == "cost_rule = max (base, two players)"
    assert halved("x" * 60, 46) == "x" * 60
    assert halved(3, 46) == 3


def test_names_without_end_are_still_cut():
    """The negative control: a name of 300 letters that cannot be broken."""
    options = {"xlabel": "points", "groups": [""], "factor": 100.0}
    figure = Figure("f", "t", "a", draw_effects, estimates(["x" * 300, "y" * 300]), options, (WIDTH, lines_high(2)))
    assert all("…" in text for text in drawn_names(figure)[0])


def test_long_lists_stay_on_a_page():
    assert lines_high(1000, 6) <= 9.5
    assert square(1000) == (WIDTH, WIDTH)
    assert lines_high(3) < lines_high(20)
