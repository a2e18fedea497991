"""Prices, exploits and the raw table of a study of balance, on the stalls."""

from __future__ import annotations

import json

import numpy as np
import pytest

import analyzer
from analyzer.catalog import load_game
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.treatments.declared import titles
from analyzer.kernel.jit import IS_PLAIN
from analyzer.reporting.balance.answers import EXPLOITS, FINE, LOOK, PRICES
from analyzer.reporting.balance.sheet import sheet
from analyzer.studies.balance import prices, replies, tracked
from analyzer.studies.balance.balance import tables
from tools.covering.balance import CHEAP, DREAMER, TRADER, asked, played_in_memory, reply_to

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
SKEWED = "base[edge=0][trade=0][raid=0][luck=9][power=50]"  # the strong charm is worth more than any purse


def priced(variant, budget=60_000, seed=0):
    with played_in_memory(seed) as play:
        (found,) = prices.prices(asked(variant, budget, seed), play, 1.0)
    return found


@compiled_only
def test_a_charm_that_costs_too_little_has_a_price_at_which_it_is_worth_what_others_are(stalls):
    found = priced(CHEAP)
    strong = found.prices[0]
    assert (strong.name, strong.listed) == ("charm:strong", 5)
    assert strong.excess.is_certain
    assert not strong.needed.excludes(20.0)
    assert "is worth what others are at" in strong.sentence
    assert strong.is_even
    assert "no difference shows on fresh deals: " in strong.sentence
    shell = next(one for one in found.prices if one.name == "charm:shell")
    assert not shell.bought.together.excludes(0.0), "it costs what it gives"
    assert found.smallest > 0
    json.dumps(found.as_dict(), allow_nan=False)


@compiled_only
def test_where_no_price_does_it_the_study_says_so(stalls):
    strong = priced(SKEWED).prices[0]
    assert strong.name == "charm:strong"
    assert strong.needed is None
    assert strong.sentence == "charm:strong (costs 0): it is worth what others are at no price from 0 to 5"


@compiled_only
def test_an_even_game_has_no_price_to_change(stalls):
    found = priced("even[luck=9]", 12_000)
    assert not any(one.sentence for one in found.prices)


def test_kinds_without_a_price_are_told_with_the_reason(stalls):
    assert prices.unpriced(load_game("stalls")) == {}
    told = prices.unpriced(load_game("islebound"))
    assert told["town"] == "its price is paid in nothing that a seat can begin with"
    assert told["event"] == "the game has no price for it"
    assert "building" not in told


def test_a_game_without_prices_is_left_out_with_the_reason(tmp_path):
    with pytest.raises(BadInput, match=r"portolano has no price to look for: mission: the game has no price for it"):
        analyzer.balance("portolano", only="prices", out=tmp_path / "runs")


def test_what_a_reply_may_be_is_knobs_and_bans(stalls):
    space = replies.reply_space(load_game("stalls"), "trader(plan=1)")
    assert [knob.name for knob in space.knobs] == ["plan", "ban trade", "ban raid", "ban dream"]
    assert str(space.start) == "trader(plan=1.0)"
    assert str(space.candidate([0, 0, 2, 0])) == "banned(trader(plan=1.0),raid)"
    assert str(space.candidate([-1, 2, 2, 0])) == "banned(trader(plan=0.7),trade|raid)"
    assert str(space.candidate([-9, 0, 0, 0])) == "trader", "a knob keeps its sign"
    assert [str(one) for one in replies.mixture(load_game("stalls"), "good")] == ["wise", "trader"]


@compiled_only
def test_a_player_that_leaves_ten_points_is_exploited_by_as_much(stalls):
    found = reply_to(DREAMER, "base", 6_000, 1)
    assert found.verdict == "exploited"
    assert abs(found.beyond.value - 0.1) < 0.03
    assert found.beyond.low > 0.05
    nobody = reply_to(TRADER, "base", 6_000, 1)
    assert nobody.verdict == "not exploited by what was tried"
    assert "the best reply found (trader as it is) wins +0.0 points" in nobody.sentence


@compiled_only
def test_exploits_go_on_where_they_stopped_and_are_part_of_the_command(stalls, tmp_path):
    given = {"players": 2, "budget": 9_000, "jobs": 1, "out": tmp_path / "runs", "only": "exploits"}
    first = analyzer.balance(stalls, **given)
    folder = first.folder / "exploits-2p-good-mixture"
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("cells/*/*") if file.is_file()}
    again = analyzer.balance(stalls, **given)
    assert again.as_dict() | {"seconds": 0} == first.as_dict() | {"seconds": 0}
    assert before == {file: file.stat().st_mtime_ns for file in before}
    assert (folder / "plan.json").exists()
    lines = sheet(first.as_dict())
    assert [line.question for line in lines] == [EXPLOITS, EXPLOITS]
    assert {line.verdict for line in lines} == {FINE}


def test_the_sheet_says_what_to_pay_and_who_is_exploited():
    price = {"component": "charm:strong", "listed": 5, "given": 20, "even": True, "reason": ""}
    table = {"players": 2, "level": "good", "prices": [price], "smallest_shown": 0.02}
    reply = {"players": 2, "level": "good", "opponent": "mixture", "smallest_shown": 0.01}
    reply |= {"exploitability": {"value": 0.09}}
    studies = {"prices": [table], "exploits": [reply | {"verdict": "exploited"}, reply | {"verdict": "open"}]}
    found = {"game": "stalls", "variant": "base", "studies": studies}
    first, second, third = sheet(found)
    assert (first.question, first.verdict) == (PRICES, LOOK)
    assert first.sentence == "strong should cost 20, not 5."
    assert second.sentence.startswith("Against a mixture of players the best reply that was found wins 9.0 points more")
    assert first.mend.endswith("--price 'charm:strong +15'")
    assert (second.verdict, third.verdict) == (LOOK, FINE)
    assert third.sentence.endswith("1.0 points would show.")
    table["prices"] = [price | {"given": None, "reason": "no price does it"}, price | {"given": 6, "even": False}]
    told = "strong, at 5: no price does it. strong should cost 6, not 5, and still differs from the others then."
    assert sheet(found)[0].sentence == told
    table["prices"] = []
    assert sheet(found)[0].sentence == "At its price no component is told from the others; 2.0 points would show."


@compiled_only
def test_the_raw_table_tells_had_seen_and_never_seen_apart(stalls):
    (table,) = tables("stalls", "base[charm.dead.price=0][remove charm:bone=true]", 2, "good")
    found = tracked.raw_table(table, 0, 2_000)
    strong, bone = found["charm:strong"], found["charm:bone"]
    assert strong.had.value > 0.5 > strong.seen.value
    assert strong.had.n == strong.seen.n == 2_000
    assert strong.never == 0
    assert (bone.never, bone.had, bone.difference) == (2_000, None, None)


def test_missions_are_seen_once_they_are_revealed():
    mission = next(one for one in load_game("portolano").materials if one.name == "mission")
    rows = {"mission": np.array([[3, 0, 7]]), "marker": np.array([[[0, 1], [0, 0], [0, 0]]]), "share": np.zeros((1, 2))}
    assert mission.seen(rows)[0, 0].nonzero()[0].tolist() == [0, 3, 7]
    assert mission.had(rows)[0].nonzero()[1].tolist() == [3]


def test_components_have_the_names_of_their_data_or_else_those_of_commands():
    for game, known in (
        ("islebound", {"building:x01_lumber_yard": "Lumber Yard (placeholder)", "tile:8": "tile 8"}),
        ("portolano", {"mission:M8": "mission M8"}),
        ("rumini", {"device:seeing_casket": "seeing casket"}),
    ):
        cell = make_cell(game, players=2)
        assert known.items() <= titles(cell.game, cell.setting.tree).items()
