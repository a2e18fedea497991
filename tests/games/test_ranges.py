"""What assumed values may be instead: rules of the data file, a rule for all, and what stays."""

import pytest

from analyzer.catalog import load_game
from analyzer.errors import BadInput
from analyzer.games.components import Components, load_components
from analyzer.games.listings import variants_document
from analyzer.games.ranges import BY_RULE, NONE, READING, TEXT, plausible_values
from analyzer.games.settings import problem_with, read_setting
from analyzer.games.switches import Source

GAMES = ("tranquility", "islebound", "portolano", "rumini")
TREE = {
    "price": {"dear": 10, "free": 0, "cheap": 1},
    "dice": [0, 1, 2, 2],
    "kind": "red",
    "open": True,
    "half": 0.5,
    "known": 3,
}
RULES = {
    "price.*": {"share": 0.5, "reason": "a guess"},
    "price.cheap": {"low": 0, "high": 2, "reason": "may be free"},
    "kind": {"choices": ["red", "blue"], "reason": "either"},
}


def data(**rules):
    sources = dict.fromkeys(TREE, Source.ASSUMED) | {"known": Source.RULEBOOK}
    return Components("made up", TREE, sources, rules)


def found(**rules):
    return {one.name: one for one in plausible_values((), data(**rules))}


def test_a_value_without_a_rule_has_the_range_for_all():
    plain = found()
    assert plain["price.dear"].values == tuple(range(7, 14))
    assert plain["price.dear"].reason == BY_RULE
    assert plain["price.cheap"].values == (1, 2)
    assert plain["open"].values == (False, True)
    assert plain["open"].reason == READING
    assert "known" not in plain
    assert len(plain["half"].values) == 11
    assert (plain["half"].values[0], plain["half"].values[-1]) == pytest.approx((0.35, 0.65))


def test_nothing_appears_from_0_and_text_stays():
    plain = found()
    assert (plain["price.free"].is_varied, plain["price.free"].reason) == (False, NONE)
    assert (plain["kind"].is_varied, plain["kind"].reason) == (False, TEXT)
    assert plain["kind"].told == "stays"


def test_the_numbers_of_a_list_move_together():
    dice = found()["dice"]
    assert dice.values == ("[0, 1, 1, 1]", "[0, 1, 2, 2]", "[0, 2, 3, 3]")
    assert dice.numbers == (-1.0, 0.0, 1.0)


def test_the_longest_rule_decides_and_brings_its_reason():
    ruled = found(**RULES)
    assert ruled["price.dear"].values == tuple(range(5, 16))
    assert ruled["price.dear"].reason == "a guess"
    assert ruled["price.cheap"].values == (0, 1, 2)
    assert ruled["price.cheap"].reason == "may be free"
    assert ruled["kind"].values == ("red", "blue")
    assert ruled["kind"].numbers is None


def test_a_text_may_be_what_others_of_its_kind_are_or_the_same_from_another_place_on():
    tree = {"sea": [{"id": "S1", "does": "fish"}, {"id": "S2", "does": "trade"}, {"id": "S3", "does": "fish"}]}
    tree |= {"slots": "CCW", "names": ["hat", "bell"], "other": {"does": "swim"}}
    rules = {"sea.*.does": {"alike": True, "reason": "any"}}
    rules |= {name: {"turned": True, "reason": "any order"} for name in ("slots", "names")}
    one = Components("made up", tree, dict.fromkeys(tree, Source.ASSUMED), rules)
    told = {each.name: each for each in plausible_values((), one)}
    assert told["sea.S2.does"].values == ("fish", "trade"), "of its kind: what another path is does not count"
    assert told["slots"].values == ("CCW", "CWC", "WCC")
    assert told["names"].values == ("['hat', 'bell']", "['bell', 'hat']")
    assert all(each.reason for each in told.values())
    assert told["other.does"].reason == TEXT


@pytest.mark.parametrize("name", GAMES)
def test_no_text_of_a_game_is_without_a_range_or_a_reason_of_its_own(name):
    game = load_game(name)
    assert [one.name for one in plausible_values(game.switches, game.components) if one.reason == TEXT] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_assumed_value_has_a_reason_and_its_range_holds_what_is_assumed(name):
    game = load_game(name)
    known = plausible_values(game.switches, game.components)
    assert all(one.reason for one in known)
    assert all(str(one.default) in map(str, one.values) for one in known)
    document = variants_document(game)["assumed"]
    assert [entry["name"] for entry in document] == [one.name for one in known]
    assert sum(one.is_varied for one in known) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_each_value_alone_can_be_set(name):
    game = load_game(name)
    plain = next(iter(game.variants))
    told = []
    for one in plausible_values(game.switches, game.components):
        for value in {one.values[0], one.values[-1]}:
            setting = read_setting(game, plain, {one.name: value})
            told.append(problem_with(game, setting, 3))
    assert told.count(None) > 0.9 * len(told)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("[1]", "ranges must be a table"),
        ("{ dice = 3 }", "ranges.dice must be a table with a reason"),
        ("{ dice = { share = 0.2 } }", "with a reason"),
        ('{ dice = { shaer = 0.2, reason = "x" } }', "did you mean 'share'"),
        ('{ dice = { low = 1, reason = "x" } }', "low and high"),
        ('{ dice = { reason = "x" } }', "low and high"),
    ],
)
def test_rules_that_say_nothing_are_refused(tmp_path, rules, words):
    file = tmp_path / "data.toml"
    file.write_text(f"ranges = {rules}\ndice = [1, 2]\n", encoding="utf-8")
    with pytest.raises(BadInput, match=words):
        load_components(file)
