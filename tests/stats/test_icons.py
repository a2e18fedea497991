import math
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.icons import classify, fewest_changes, icon_agreement, reversals
from analyzer.stats.joint import joint_counts
from analyzer.stats.places import place_variants
from tools.covering.samples import separate, settled

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


def placed(difficulties, n):
    wins = [round(n / (1 + math.exp(x))) for x in difficulties]
    names = [f"v{i}" for i in range(len(wins))]
    return place_variants(names, ["3"] * len(wins), separate(wins, [n] * len(wins)))


def test_clear_groups_are_found_and_sure():
    scale = placed([-0.4, 0.1, 0.9, 1.0, 1.3, 2.3, 2.6], 100_000)
    found = classify(scale, scale.variants)
    assert list(found.icons.values()) == [1, 1, 2, 2, 2, 3, 3]
    assert [found.sureness(name) for name in scale.variants] == [1.0] * 7
    assert found.cuts[0].value == pytest.approx(0.5, abs=0.01)
    assert found.cuts[1].value == pytest.approx(1.8, abs=0.01)
    assert found.cuts[0].low < found.cuts[0].value < found.cuts[0].high
    assert [found.icons_at(x) for x in (0.4, 0.6, 1.7, 1.9)] == [1, 2, 2, 3]


def test_the_split_is_the_best_of_all():
    rng = np.random.default_rng(1)
    places = np.sort(rng.normal(size=9))
    scale = placed(places, 10_000_000)
    splits = [np.split(places, cut) for cut in combinations(range(1, 9), 2)]
    best = min(splits, key=lambda parts: sum(((part - part.mean()) ** 2).sum() for part in parts))
    sizes = np.bincount(list(classify(scale, scale.variants).icons.values()))[1:]
    assert list(sizes) == [len(part) for part in best]


def test_a_variant_halfway_between_two_classes_is_a_toss_up():
    scale = placed([0.0, 0.1, 1.05, 2.0, 2.1], 2_000)
    found = classify(scale, scale.variants, classes=2)
    assert 0.3 < found.sureness("v2") < 0.7
    assert found.sureness("v0") > 0.999
    assert sum(found.shares["v2"]) == pytest.approx(1.0)
    many = placed([0.0, 0.1, 1.0, 2.0, 2.1], 1_000_000)
    assert classify(many, many.variants, classes=2).sureness("v2") > 0.999


def test_common_deals_make_neighbours_surer():
    """Two variants that win and lose the same deals move together: so does the gap between them."""
    rng = np.random.default_rng(2)
    luck = rng.normal(size=4_000)
    noise = rng.normal(size=(4, 4_000))
    rates = (0.0, -0.25, -0.55, -1.2)
    bits = [np.packbits(0.95 * luck + 0.3 * own < cut) for own, cut in zip(noise, rates, strict=True)]
    joint = joint_counts(bits, [4_000] * 4)
    names = list("abcd")
    common = place_variants(names, ["2"] * 4, settled(joint))
    apart = place_variants(names, ["2"] * 4, separate(np.diagonal(joint.wins).tolist(), [4_000] * 4))
    assert common.correlations(names)[0, 1] > 0.5
    assert apart.correlations(names)[0, 1] == 0.0
    sure, unsure = (classify(scale, names).sureness("b") for scale in (common, apart))
    assert sure > unsure


def test_a_variant_that_was_never_won_is_the_hardest():
    names = list("abcde")
    scale = place_variants(names, ["2"] * 5, separate([600, 500, 300, 250, 0], [1_000] * 5))
    found = classify(scale, names)
    assert found.icons["e"] == 3
    assert all(math.isfinite(cut.value) for cut in found.cuts)


def test_fewest_changes_of_any_cut_points():
    assert fewest_changes([0.1, 0.5, 1.0, 2.0], [1, 2, 2, 3]) == 0
    assert fewest_changes([0.1, 0.5, 1.0, 2.0], [3, 2, 2, 1]) == 2
    assert fewest_changes([0.1, 0.5, 1.0, 2.0, 3.0], [1, 3, 2, 2, 3]) == 1


def test_the_same_places_give_the_same_classes():
    scale = placed([0.0, 0.5, 1.0, 1.5], 500)
    assert classify(scale, scale.variants).shares == classify(scale, scale.variants).shares
