import math

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.icons import fewest_changes, icon_agreement, reversals
from analyzer.stats.places import place_variants
from tools.covering.samples import separate

ICONS = {"a": 1, "b": 1, "c": 2, "d": 2, "e": 3, "f": 3, "g": 1}
RATES = {"a": 0.8, "b": 0.7, "c": 0.75, "d": 0.3, "e": 0.5, "f": 0.1, "g": 0.6}


def scale(rates=RATES, games=100_000, contexts=("2",), name=""):
    labels = [v for v in rates for _ in contexts], list(contexts) * len(rates)
    wins = [round(rate * games) for rate in rates.values() for _ in contexts]
    return place_variants(*labels, separate(wins, [games] * len(wins)), name)


def test_coefficients_agree_with_scipy():
    found = icon_agreement(ICONS, scale())
    printed = [ICONS[v] for v in RATES]
    measured = [-rate for rate in RATES.values()]
    assert found.somers.value == pytest.approx(stats.somersd(printed, measured).statistic)
    assert found.tau_b == pytest.approx(stats.kendalltau(printed, measured).statistic)


def test_the_attainable_maximum_is_reached_by_a_perfect_order_and_by_no_other_measure_of_it():
    perfect = {v: 0.9 - 0.1 * number for number, v in enumerate(["a", "b", "g", "c", "d", "e", "f"])}
    found = icon_agreement(ICONS, scale(perfect))
    assert found.tau_b == pytest.approx(found.attainable)
    assert found.attainable == pytest.approx(math.sqrt(16 / 21))
    assert found.tau_b < 1.0  # why tau-b alone misleads
    assert found.somers.value == 1.0
    assert (found.pairs, found.in_order, found.reversed, found.undecided) == (16, 16, 0, 0)


def test_undecided_pairs_leave_room_to_both_sides():
    few = icon_agreement(ICONS, scale(games=60))
    many = icon_agreement(ICONS, scale())
    assert few.undecided > many.undecided
    assert few.share.low == few.in_order / 16
    assert few.share.high == pytest.approx(1 - few.reversed / 16)
    assert few.share.low < few.share.value < few.share.high
    assert many.undecided == 0
    assert (many.in_order, many.reversed) == (13, 3)  # said as counts, not as an interval without width


def test_variants_without_icons_are_left_out():
    with_more = icon_agreement(ICONS, scale(RATES | {"x": 0.5}))
    assert with_more.pairs == 16
    assert with_more.tau_b == pytest.approx(icon_agreement(ICONS, scale()).tau_b)


def test_a_reversal_is_certain_only_if_it_holds_in_every_context():
    icons = {"a": 1, "b": 2}
    labels = ["a", "a", "b", "b"], ["2", "3", "2", "3"]
    everywhere = place_variants(*labels, separate([300, 400, 500, 600], [1_000] * 4))
    assert [r.is_certain for r in reversals(icons, [everywhere])] == [True]
    once = place_variants(*labels, separate([300, 600, 500, 610], [1_000] * 4))
    (found,) = reversals(icons, [once])
    assert not found.is_certain
    assert (found.printed_easier, found.printed_harder) == ("a", "b")
    assert found.order.harder == (("", "2"),)
    assert reversals(icons, [place_variants(*labels, separate([600, 600, 500, 500], [1_000] * 4))]) == []


def test_another_policy_limits_the_scope():
    icons = {"a": 1, "b": 2}
    careful = scale({"a": 0.3, "b": 0.5}, name="careful")
    careless = scale({"a": 0.3, "b": 0.2}, name="careless")
    assert reversals(icons, [careful])[0].is_certain
    (found,) = reversals(icons, [careful, careless])
    assert not found.is_certain
    assert found.order.harder == (("careful", "2"),)
    assert found.order.easier == (("careless", "2"),)


def test_equal_measures_count_half():
    tied = icon_agreement({"a": 1, "b": 2}, scale({"a": 0.5, "b": 0.5}))
    assert tied.share.value == 0.5
    assert tied.undecided == 1
    assert np.isfinite(tied.tau_b)


def test_refuses_icons_that_are_all_the_same():
    with pytest.raises(ValueError, match="icons must differ"):
        icon_agreement({"a": 1, "b": 1}, scale())


def test_fewest_changes_of_any_cut_points():
    assert fewest_changes([0.1, 0.5, 1.0, 2.0], [1, 2, 2, 3]) == 0
    assert fewest_changes([0.1, 0.5, 1.0, 2.0], [3, 2, 2, 1]) == 2
    assert fewest_changes([0.1, 0.5, 1.0, 2.0, 3.0], [1, 3, 2, 2, 3]) == 1
