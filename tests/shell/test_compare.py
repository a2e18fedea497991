"""`analyzer compare` and `simulate --until`."""

import json
import sys

import numpy as np
import pytest

import analyzer
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.control import Control
from analyzer.play.simulation import simulate_cell
from analyzer.shell import cli
from analyzer.stats.proportions import wilson
from tools.covering.stopping import fixed_games

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="thousands of games: only compiled")


@pytest.fixture
def call(monkeypatch, capsys):
    """Run the command line in this process; return exit code, stdout and stderr."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["analyzer", *arguments])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        shown = capsys.readouterr()
        return caught.value.code, shown.out, shown.err

    return run


def test_variants_are_compared_on_the_same_deals(call):
    code, out, _ = call("compare", "tranquility", "--variants", "base,triton,poseidon", "--games", "5000", "--json")
    document = json.loads(out)
    assert code == 0
    assert [arm["name"] for arm in document["arms"]] == ["base", "triton", "poseidon"]
    assert [(row["first"], row["second"]) for row in document["differences"]] == [
        ("base", "triton"),
        ("base", "poseidon"),
        ("triton", "poseidon"),
    ]
    rates = {arm["name"]: arm["win_rate"] for arm in document["arms"]}
    for row in document["differences"]:
        assert row["difference"] == pytest.approx(rates[row["first"]] - rates[row["second"]])
        assert row["ci_method"] == "tango"
        assert row["ci_level"] == pytest.approx(1 - 0.05 / 3)
        assert row["ci_low"] < row["difference"] < row["ci_high"]
        assert row["p_value"] <= row["p_holm"]


def test_the_values_of_a_switch_are_compared(call):
    code, out, _ = call(
        "compare", "tranquility", "--set", "removed=0,12", "--set", "hand_limit=6", "--games", "3000", "--json"
    )
    document = json.loads(out)
    assert code == 0
    assert document["compared"] == "removed"
    assert [arm["name"] for arm in document["arms"]] == ["removed=0", "removed=12"]
    alone = analyzer.simulate("tranquility", sets=["hand_limit=6", "removed=12"], games=3000)
    assert document["arms"][1]["digest"] == alone.summary.digest
    assert document["differences"][0]["ci_low"] > 0


def test_all_arms_advance_together_so_that_an_interrupted_comparison_has_common_deals():
    control, heard = Control(), []

    def stop(cell, games, expected):
        heard.append(games)
        if games > 60_000:
            control.stop()

    cut = analyzer.compare(
        "tranquility", variants=["base", "triton", "poseidon"], games=200_000, control=control, on_games=stop
    )
    assert cut.was_interrupted
    assert 8192 <= cut.games <= max(heard) / 3
    games = [arm.games for arm in cut.arms]
    assert cut.games == min(games), "the deals that all arms have"
    assert cut.differences[0].difference.n == min(games[:2]), "the deals that these two have"


def test_an_arm_is_what_simulate_gives():
    compared = analyzer.compare("tranquility", variants=["base", "poseidon"], games=5000, seed=3)
    alone = analyzer.simulate("tranquility", variant="poseidon", games=5000, seed=3)
    assert compared.arms[1].digest == alone.summary.digest
    assert compared.arms[1].wins == alone.count("won")


def test_an_arm_equal_to_another_differs_by_nothing():
    same = analyzer.compare("tranquility", policies=["spacing", "spacing(cost=0.6)"], games=5000)
    assert same.differences[0].difference.value == 0.0
    assert same.differences[0].p_value == 1.0
    assert same.as_dict()["differences"][0]["variance_saved"] is None


def test_policies_of_a_competitive_game_sit_at_every_seat_in_turn(call):
    code, out, _ = call(
        "compare", "tranquility", "--variant", "competitive", "--policies", "survival,random_legal",
        "--games", "3000", "--json",
    )  # fmt: skip
    document = json.loads(out)
    assert code == 0
    assert document["field"] == "survival"
    assert document["arms"][0]["win_rate"] == pytest.approx(0.5)  # against itself, over both seats
    assert document["arms"][1]["win_rate"] < 0.3
    assert document["differences"][0]["score_difference"] > 0


def test_the_screen_shows_the_differences(call):
    code, out, _ = call("compare", "tranquility", "--variants", "base,poseidon", "--games", "2000")
    assert code == 0
    assert "variance saved" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--variants", "base"], "two or more"),
        (["--variants", "base,base"], "each once"),
        ([], "either --variants"),
        (["--set", "removed=0,4", "--variants", "base,poseidon"], "either --variants"),
        (["--set", "removed=0,4", "--set", "hand_limit=4,5"], "either --variants"),
        (["--set", "removed=4,4"], "each once"),
        (["--set", "removed=4,x"], "not allowed"),
        (["--variants", "base,poseidon", "--policies", "spacing,random_legal"], "either --variants"),
        (["--variants", "base,posidon"], "did you mean 'poseidon'"),
        (["--policies", "spacing,spacng"], "did you mean 'spacing'"),
        (["--variants", "base,competitive"], "competitive"),
        (["--variants", "base,poseidon", "--variant", "base"], "cannot be combined"),
        (["--variants", "base,poseidon", "--games", "0"], "out of range"),
    ],
)
def test_bad_input_is_told(call, arguments, told):
    code, out, err = call("compare", "tranquility", *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_until_stops_at_the_half_width_and_says_so(call):
    code, out, err = call("simulate", "tranquility", "--until", "0.01", "--json")
    document = json.loads(out)
    assert code == 0
    assert "games at a win rate of 50 %" in err
    assert document["ci_method"] == "exact, stopped by width"
    assert document["games"] <= 1.15 * fixed_games(0.01) + 4096  # 2.4 times as many with an interval for every look
    assert document["ci_high"] - document["ci_low"] <= 0.02
    assert document["until"] == 0.01
    assert not document["interrupted"]


def test_until_does_not_depend_on_jobs():
    runs = [analyzer.simulate("tranquility", until=0.02, jobs=jobs) for jobs in (1, 3)]
    assert runs[0].games == runs[1].games
    assert runs[0].summary.digest == runs[1].summary.digest


def test_until_of_a_competitive_game_looks_at_every_seat():
    result = analyzer.simulate("tranquility", variant="competitive", policy="random_legal", until=0.03)
    assert all(share.half_width <= 0.03 for share in result.win_shares)
    assert "stopped by width" in result.win_shares[0].method
    assert "stopped by width" in result.turn_order[0].method


def test_an_interrupted_run_has_intervals_that_are_valid_at_every_look():
    control, heard = Control(), []

    def stop(block, part):
        heard.append(part.deals)
        if sum(heard) > 9_000:
            control.drain()

    cell = make_cell("tranquility")
    cut = simulate_cell(cell, games=10**6, jobs=1, control=control, on_part=stop)
    assert cut.was_interrupted
    assert "sequence" in cut.win_rate.method
    assert cut.win_rate.half_width > 1.2 * wilson(cut.summary.wins, cut.games).half_width


def test_games_that_were_cut_off_bound_the_win_rate_from_both_sides(call):
    code, out, _ = call(
        "simulate", "tranquility", "--policy", "spacing", "--set", "turn_limit=38", "--games", "4096", "--json"
    )
    document = json.loads(out)
    assert code == 0
    assert document["truncated"] > 400
    assert document["ci_low"] < document["wins"] / 4096
    assert document["ci_high"] > (document["wins"] + document["truncated"]) / 4096
    assert document["win_rate"] == document["wins"] / (4096 - document["truncated"])
    assert "unknown games" in document["ci_method"]


def test_a_run_of_which_nothing_is_known_says_so(call):
    code, out, _ = call("simulate", "tranquility", "--set", "turn_limit=1", "--games", "100", "--json")
    document = json.loads(out)
    assert (code, document["win_rate"], document["ci_low"], document["ci_high"]) == (0, None, 0.0, 1.0)
    assert call("simulate", "tranquility", "--set", "turn_limit=1", "--games", "100")[0] == 0


def test_seats_that_were_cut_off_share_nothing_for_certain():
    cell = {"variant": "competitive", "policy": "random_legal"}
    turns = analyzer.simulate("tranquility", games=500, rows=True, **cell).rows["turns"]
    result = analyzer.simulate("tranquility", sets=[f"turn_limit={int(np.median(turns))}"], games=4096, **cell)
    cut = result.count("truncated")
    assert cut > 400
    for share, sums in zip(result.win_shares, result.summary.shares, strict=True):
        assert share.low < sums.total / 4096
        assert share.high > (sums.total + cut) / 4096


def test_wins_are_told_by_turn_order():
    result = analyzer.simulate("tranquility", variant="competitive", policy="random_legal", games=5000, rows=True)
    rows, document = result.rows, result.as_dict()
    began = rows["share"][np.arange(5000), rows["first"]]
    assert [row["position"] for row in document["turn_order"]] == [0, 1]
    assert document["turn_order"][0]["win_rate"] == pytest.approx(began.mean())
    for row in document["turn_order"]:
        assert row["ci_low"] < row["win_rate"] < row["ci_high"]
    assert analyzer.simulate("tranquility", games=100).as_dict()["turn_order"] == []


def test_games_bound_until():
    result = analyzer.simulate("tranquility", until=0.0001, games=5000)
    assert (result.games, result.was_interrupted) == (5000, False)


@pytest.mark.parametrize("until", [0.0, -1.0, 0.3, float("nan")])
def test_a_wrong_half_width_is_told(until):
    with pytest.raises(BadInput, match="until"):
        analyzer.simulate("tranquility", until=until)


def test_a_comparison_until_decided_stops_early_and_says_what_is_decided(call):
    arms = ("--variants", "base,triton,poseidon", "--policy", "spacing", "--players", "3")
    code, out, err = call("compare", "tranquility", *arms, "--until", "decided", "--games", "60000", "--json")
    document = json.loads(out)
    assert code == 0
    assert [row["verdict"] for row in document["differences"]] == ["apart"] * 3
    assert {arm["games"] for arm in document["arms"]} == {4096}
    assert (document["margin"], document["simultaneous_level"], document["looks"][0]) == (0.02, 0.975, 4096)
    assert "until decided: 3 pairs, told apart or equal within ±2 points" in err
    assert "after 4,096 deals: 3 pairs told apart, 0 equal, 0 open" in err
    fixed = call("compare", "tranquility", *arms, "--games", "4096", "--json")
    assert [arm["digest"] for arm in json.loads(fixed[1])["arms"]] == [arm["digest"] for arm in document["arms"]]
    assert "what 4,096 deals can show: differences of 3.1 points and more" in fixed[2]


def test_equal_arms_are_shown_to_be_equal():
    found = analyzer.compare(
        "tranquility", policies=["spacing", "spacing(cost=1.0)"], players=2, until="decided", margin=0.05, games=20_000
    )
    assert found.differences[0].verdict in ("equal", "apart")
    assert not found.was_interrupted


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--until", "soon"), "until = 'soon' is not known; allowed: 'decided'"),
        (("--until", "decided", "--margin", "2"), "margin = 2.0 is out of range; allowed: 0.001 to 0.5"),
    ],
)
def test_a_stop_that_makes_no_sense_is_refused(call, more, message):
    code, _out, err = call("compare", "tranquility", "--variants", "base,triton", *more)
    assert code == 2
    assert message in err


def test_rivals_are_not_compared_until_decided(call):
    code, _out, err = call(
        "compare", "tranquility", "--variant", "competitive", "--policies", "spacing,even_split", "--until", "decided"
    )
    assert code == 2
    assert "until decided: works for teams only" in err
