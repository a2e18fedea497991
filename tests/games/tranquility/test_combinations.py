"""Names, sums and what is refused: T-PYR-9, T-DAY-8, T-COMP-7, one board and one number of Monsters at a time."""

import itertools

import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.tranquility import GAME

REMOVAL = ("galateia", "triton", "leucothea", "amphitrite", "poseidon")
MONSTERS = ("monsters-3", "monsters-4", "monsters-5")
MODULES = ("rocks", *MONSTERS, "storm", "wild")
SHEETS = ("archway", "pyramid", "day-night", "competitive")


def is_sensible(one, other):
    """Say from the rules whether two names go together."""
    pair = {one, other}
    if pair <= set(REMOVAL) or pair <= set(MONSTERS):
        return False  # two numbers for one thing
    if "competitive" in pair and pair & {*MODULES, *SHEETS} - {"competitive"}:
        return False  # T-COMP-7: no modules
    if "pyramid" in pair and pair & {"rocks", *MONSTERS, "storm", "archway", "day-night"}:
        return False  # T-PYR-9, one board, T-DAY-8
    return pair != {"day-night", "archway"}  # T-DAY-8


def test_all_names_of_the_issue_exist():
    assert set(GAME.variants) == {"base", *REMOVAL, *MODULES, *SHEETS}


def test_every_pair_is_played_or_refused_with_a_reason():
    for pair in itertools.combinations((*REMOVAL, *MODULES, *SHEETS), 2):
        if is_sensible(*pair):
            cell = make_cell("tranquility", players=2, variant="+".join(pair))
            for part in pair:
                assert GAME.variants[part].sets.items() <= cell.setting.values.items(), pair
        else:
            refusal = refusal_of("+".join(pair))
            assert refusal is not None, pair
            assert refusal.exit_code == 2


def refusal_of(variant):
    try:
        make_cell("tranquility", players=2, variant=variant)
    except BadInput as refusal:
        return refusal
    return None


@pytest.mark.parametrize(
    ("variant", "players", "reason"),
    [
        ("competitive+monsters-3", 2, "competitive is played without modules .*monsters"),
        ("competitive+day-night", 2, "competitive is played without modules .*day_night"),
        ("competitive+archway", 2, "competitive is played without modules .*board"),
        ("competitive+wild", 2, "wilds"),
        ("competitive", 3, "2 players, not for 3"),
        ("competitive", 1, "2 players, not for 1"),
        ("pyramid+storm", 2, "Explorer deck, which holds these cards already .T-PYR-9."),
        ("pyramid+rocks", 2, "rocks cannot be added to the Explorer deck"),
        ("pyramid+monsters-4", 3, "monsters cannot be added to the Explorer deck"),
        ("day-night+archway", 2, "T-DAY-8"),
        ("day-night+pyramid", 2, "T-DAY-8"),
        ("archway+pyramid", 2, "'archway' and 'pyramid' both set board"),
        ("monsters-3+monsters-5", 2, "'monsters-3' and 'monsters-5' both set monsters"),
        ("galateia+poseidon", 2, "both set removed"),
    ],
)
def test_a_refusal_names_its_reason(variant, players, reason):
    with pytest.raises(BadInput, match=reason):
        make_cell("tranquility", players=players, variant=variant)


def test_a_sum_of_many():
    cell = make_cell("tranquility", players=5, variant="poseidon+storm+rocks+monsters-5+wild+day-night")
    values = cell.setting.values
    names = ("removed", "rocks", "monsters", "yellow", "purple", "orange", "compasses", "wilds", "day_night")
    assert [values[name] for name in names] == [12, True, 5, 2, 2, 2, 6, 2, True]


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(BadInput, match="unknown variant 'rock'; did you mean 'rocks'.*archway"):
        make_cell("tranquility", variant="base+rock")


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_variant_says_that_it_rests_on_assumed_rules(sheet):
    assert make_cell("tranquility", players=2, variant=sheet).setting.assumed


def test_every_name_is_played_by_one_to_five():
    for variant, players in itertools.product(GAME.variants, [1, 2, 3, 4, 5]):
        if variant != "competitive":
            assert make_cell("tranquility", players=players, variant=variant).players == players
