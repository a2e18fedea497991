import math

import numpy as np
import pytest
import statsmodels.api as sm

from analyzer.stats.joint import outcomes_of
from analyzer.stats.places import common_contexts, orders_of, place_variants
from tests.stats.additive_scale import fit_scale
from tools.covering.samples import independent_counts, separate

VARIANTS, PLAYERS = ["base", "storm", "wild"], ["2", "3"]
CELLS = [(variant, players) for variant in VARIANTS for players in PLAYERS]
LABELS = [v for v, _ in CELLS], [p for _, p in CELLS]
RATES = [0.8, 0.3, 0.5, 0.4, 0.2, 0.1]


def play(deals=4_000, seed=1):
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=deals)
    return [luck + rng.normal(size=deals) > cut for cut in (-1.0, 0.2, 0.0, 0.5, 0.9, 1.4)]


def odds_lost(rate):
    return math.log((1 - rate) / rate)


def test_a_place_is_the_mean_of_the_log_odds_with_the_error_of_common_deals():
    rows = play()
    scale = place_variants(*LABELS, outcomes_of([np.packbits(r) for r in rows], [4_000] * 6))
    fit = sm.GLM(
        np.concatenate(rows).astype(float), np.repeat(np.eye(6), 4_000, axis=0), family=sm.families.Binomial()
    ).fit(cov_type="cluster", cov_kwds={"groups": np.tile(np.arange(4_000), 6), "use_correction": False})
    for number, variant in enumerate(VARIANTS):
        weights = np.zeros(6)
        weights[2 * number : 2 * number + 2] = -0.5
        ours = scale.place(variant)
        assert ours.value == pytest.approx(weights @ fit.params, abs=1e-8)
        assert ours.half_width == pytest.approx(1.959964 * math.sqrt(weights @ fit.cov_params() @ weights), rel=1e-3)
    weights = np.array([0.5, 0.5, 0, 0, -0.5, -0.5])
    step = scale.difference("wild", "base")
    assert step.value == pytest.approx(weights @ fit.params, abs=1e-8)
    assert step.half_width == pytest.approx(1.959964 * math.sqrt(weights @ fit.cov_params() @ weights), rel=1e-3)


def counts(games):
    return [round(rate * n) for rate, n in zip(RATES, games, strict=True)], games


def test_places_do_not_depend_on_how_many_deals_a_cell_was_given():
    few, many = [2_000] * 6, [2_000, 200_000, 2_000, 2_000, 2_000, 200_000]
    places = [place_variants(*LABELS, separate(*counts(games))).place("base").value for games in (few, many)]
    assert places[0] == pytest.approx(places[1], abs=1e-12)
    assert places[0] == pytest.approx((odds_lost(0.8) + odds_lost(0.3)) / 2)
    cells = {"variant": LABELS[0], "players": LABELS[1]}
    fitted = [
        fit_scale(cells, independent_counts(*counts(games))).place("variant", "base").value for games in (few, many)
    ]
    assert abs(fitted[0] - fitted[1]) > 0.3  # control: the additive fit weighs the cells by their deals


def test_places_of_a_variant_do_not_depend_on_the_other_variants():
    alone = place_variants(*(labels[:2] for labels in LABELS), separate(*(c[:2] for c in counts([2_000] * 6))))
    among = place_variants(*LABELS, separate(*counts([2_000] * 6)))
    assert alone.place("base") == among.place("base")


def test_variants_are_compared_on_the_numbers_of_players_that_all_have():
    wins, games = counts([2_000] * 6)
    scale = place_variants(LABELS[0][:5], LABELS[1][:5], separate(wins[:5], games[:5]))  # wild lacks three players
    assert scale.contexts == ("2",)
    assert scale.place("base").value == pytest.approx(odds_lost(0.8))
    assert common_contexts([("a", "2"), ("a", "3"), ("b", "3")]) == ("3",)


def test_a_variant_without_wins_is_placed_by_a_bound():
    scale = place_variants(*LABELS, separate([800, 300, 500, 400, 200, 0], [1_000] * 6))
    place = scale.place("wild")
    assert place.is_one_sided
    assert place.is_sparse
    assert (place.value, place.high) == (math.inf, math.inf)
    top = 1 - 0.025 ** (1 / 1_000)
    assert place.low < (odds_lost(0.2) + odds_lost(top)) / 2  # the bound of that cell, less the error of the other
    assert scale.difference("wild", "base").low > 0
    assert scale.difference("base", "wild").high < 0
    assert [variant for variant, _ in scale.ladder()] == ["base", "storm", "wild"]


def test_the_ladder_goes_from_easy_to_hard():
    scale = place_variants(*LABELS, separate(*counts([2_000] * 6)))
    assert [variant for variant, _ in scale.ladder()] == ["base", "storm", "wild"]
    in_three = scale.difference("base", "storm", context="3")
    assert in_three.value == pytest.approx(odds_lost(0.3) - odds_lost(0.4))
    assert scale.place("base", context="3").value == pytest.approx(odds_lost(0.3))


def test_unknown_games_widen_a_place_to_both_sides():
    wins, games = counts([2_000] * 6)
    plain = place_variants(*LABELS, separate(wins, games))
    unsure = place_variants(*LABELS, separate(wins, games, [200] + [0] * 5))
    assert unsure.place("base").low < plain.place("base").low  # won: easier
    assert unsure.place("base").high == pytest.approx(plain.place("base").high)  # lost: as counted
    assert unsure.place("storm") == plain.place("storm")
    assert unsure.difference("storm", "base").high > plain.difference("storm", "base").high


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: place_variants(["a", "a"], ["2", "2"], separate([1, 1], [9, 9])), "but got 1 twice"),
        (lambda: place_variants(["a", "b"], ["2", "3"], separate([1, 1], [9, 9])), "a, b have none in common"),
        (lambda: place_variants(["a"], ["2", "3"], separate([1, 1], [9, 9])), r"variants must lie in \[2, 2\]"),
        (lambda: place_variants(["a"], ["2"], separate([1], [9])).place("b"), "variant must be one of a but got b"),
        (lambda: place_variants(["a"], ["2"], separate([1], [9])).place("a", context="3"), "context must be one of 2"),
    ],
)
def test_refuses_what_cannot_be_placed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def scale(rates, games=10_000, name="", variants="ab"):
    contexts = [str(2 + number) for number in range(len(rates[0]))]
    labels = [v for v in variants for _ in contexts], contexts * len(variants)
    wins = [round(rate * games) for row in rates for rate in row]
    return place_variants(*labels, separate(wins, [games] * len(wins)), name)


def test_an_order_that_turns_with_the_players_is_found():
    found = orders_of([scale([[0.5, 0.5], [0.4, 0.6]])])
    assert [(o.harder, o.easier, o.undecided) for o in found] == [((("", "3"),), (("", "2"),), ())]
    assert found[0].changes


def test_an_order_that_stays_is_certain():
    found = orders_of([scale([[0.5, 0.5], [0.4, 0.3]])])
    assert found[0].is_certain


def test_what_is_close_stays_undecided():
    found = orders_of([scale([[0.5, 0.5], [0.4, 0.502]])])
    assert found[0].undecided == (("", "3"),)
    assert not found[0].is_certain


def test_policies_are_contexts_too():
    careful, careless = scale([[0.5], [0.4]], name="careful"), scale([[0.2], [0.3]], name="careless")
    found = orders_of([careful, careless])
    assert found[0].harder == (("careless", "2"),)
    assert found[0].easier == (("careful", "2"),)
    assert found[0].changes


def test_many_claims_need_more_evidence_each():
    rates = [[0.500], [0.482]]
    assert orders_of([scale(rates)])[0].is_certain  # z = 2.5
    crowd = scale([*rates, [0.2], [0.3], [0.1], [0.7]], variants="abcdef")
    assert ("a", "b") in {(o.first, o.second) for o in orders_of([crowd]) if o.undecided}
    alone = orders_of([crowd], pairs=[("a", "b")])
    assert alone[0].is_certain


def test_a_variant_that_never_won_is_harder_for_certain():
    found = orders_of([scale([[0.0, 0.0], [0.5, 0.4]], games=1_000)])
    assert found[0].harder == (("", "2"), ("", "3"))
    both = orders_of([scale([[0.0, 0.0], [0.0, 0.4]], games=1_000)])
    assert both[0].undecided == (("", "2"),)
