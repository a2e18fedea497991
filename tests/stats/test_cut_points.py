"""Icons by cut points: known answers, and how sure they are."""

import math
from itertools import combinations

import numpy as np
import pytest

from analyzer.stats.icons import classify, fewest_changes
from analyzer.stats.joint import joint_counts
from analyzer.stats.places import place_variants
from tools.covering.samples import separate, settled


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
