"""Places of variants, their order and the printed icons, against the rows and against altered outcomes."""

import math

import numpy as np
import pytest

from analyzer.analysis import places
from analyzer.analysis.tables import win_rates
from tests.analysis.altered import altered


def logit(rate):
    return math.log(rate / (1 - rate))


def won(results, cell):
    return (results.rows(cell)["cause"] == "won").to_numpy()


def cells_of(results, variant):
    return {cell.players: cell.cell for cell in results.manifest.cells if cell.variant == variant}


def wins_of(count, deals=9000, first=0):
    wins = np.zeros(deals, dtype=bool)
    wins[first : first + count] = True
    return wins


def test_a_place_is_the_plain_mean_of_log_odds(modules):
    table = places.ladder(modules)
    rates = win_rates(modules)
    for row in table.to_dict("records"):
        own = [rate.value for rate in rates[rates["variant"] == row["variant"]]["win_rate"]]
        assert row["difficulty"].value == pytest.approx(-np.mean([logit(rate) for rate in own]))
        assert row["difficulty"].low < row["difficulty"].value < row["difficulty"].high


def test_the_ladder_goes_from_easy_to_hard(modules):
    table = places.ladder(modules)
    values = [place.value for place in table["difficulty"]]
    assert values == sorted(values)
    assert list(table["rank"]) == list(range(1, len(table) + 1))
    order = list(table["variant"])
    assert order.index("base") < order.index("galateia") < order.index("poseidon")


def test_a_place_does_not_depend_on_how_many_deals_a_cell_was_given(modules):
    """The same rates from a tenth of the deals: the additive fit weighed cells by their games and moved."""
    two, three = (cells_of(modules, "rocks")[count] for count in (2, 3))
    many = altered(modules, {two: (wins_of(1800), None), three: (wins_of(6300), None)})
    few = altered(modules, {two: (wins_of(1800), None), three: (wins_of(630, 900), None)})
    values = [places.scales(results)[0].place("rocks") for results in (many, few)]
    assert values[0].value == pytest.approx(values[1].value) == pytest.approx(-(logit(0.2) + logit(0.7)) / 2)
    assert values[1].half_width > values[0].half_width


def test_a_cell_without_wins_gives_a_bound_and_no_place(modules):
    """0 of 9,000 games: −10.21 [−10.23, −10.19] is what half a win added says."""
    two = cells_of(modules, "rocks")[2]
    results = altered(modules, {two: (wins_of(0), None)})
    place = places.ladder(results).set_index("variant").loc["rocks", "difficulty"]
    assert (place.value, place.high) == (math.inf, math.inf)
    assert 0 < place.low < 8
    assert place.is_sparse
    assert places.ladder(results)["variant"].iloc[-1] == "rocks"


def test_games_that_were_cut_off_bound_a_place_from_both_sides(modules):
    two, three = (cells_of(modules, "rocks")[count] for count in (2, 3))
    cut = np.arange(9000) >= 6000
    results = altered(modules, {two: (wins_of(3000), cut), three: (wins_of(3000), None)})
    place = places.scales(results)[0].place("rocks")
    assert place.low < -(logit(6000 / 9000) + logit(1 / 3)) / 2
    assert place.high > -(logit(3000 / 9000) + logit(1 / 3)) / 2
    assert place.value == pytest.approx(-(logit(0.5) + logit(1 / 3)) / 2)


def test_another_order_with_other_players_is_found(modules):
    cells = {name: cells_of(modules, name) for name in ("rocks", "galateia")}
    results = altered(
        modules,
        {
            cells["rocks"][2]: (wins_of(3000), None),
            cells["galateia"][2]: (wins_of(6000), None),
            cells["rocks"][3]: (wins_of(6000), None),
            cells["galateia"][3]: (wins_of(3000), None),
        },
    )
    found = [order for order in places.order_changes(results) if {order.first, order.second} == {"rocks", "galateia"}]
    assert len(found) == 1
    by_rocks = [found[0].harder, found[0].easier][:: 1 if found[0].first == "rocks" else -1]
    assert by_rocks == [(("", "2"),), (("", "3"),)]


def test_icons_are_out_of_order_for_certain_only_where_all_players_say_so(modules):
    """Poseidon carries three icons, galateia one: galateia is made harder with two players, then with both."""
    two, three = cells_of(modules, "galateia")[2], cells_of(modules, "galateia")[3]
    once = altered(modules, {two: (wins_of(9), None), three: (won(modules, cells_of(modules, "base")[3]), None)})
    table = places.disorders(once).set_index(["printed_easier", "printed_harder"])
    row = table.loc[("galateia", "poseidon")]
    assert row["where"] == (("", "2"),)
    assert not row["is_certain"]
    twice = altered(modules, {two: (wins_of(9), None), three: (wins_of(9), None)})
    row = places.disorders(twice).set_index(["printed_easier", "printed_harder"]).loc[("galateia", "poseidon")]
    assert row["where"] == (("", "2"), ("", "3"))
    assert row["is_certain"]
    assert row["excess"].low > 0


def test_icons_agree_by_pairs_that_are_certain(modules):
    found = places.icon_agreement(modules)
    assert found.pairs == found.in_order + found.reversed + found.undecided
    assert found.share.low <= found.share.value <= found.share.high
    assert found.tau_b == pytest.approx(found.attainable)  # all pairs in order, and yet not 1
    assert found.attainable < 1
