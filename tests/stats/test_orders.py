from analyzer.stats.places import orders_of, place_variants
from tools.covering.samples import separate


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
