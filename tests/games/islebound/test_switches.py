"""Readings that have no test beside their clause (section 4), and that each is read in one place."""

from pathlib import Path

import pytest

from analyzer.games.islebound import GAME
from analyzer.games.islebound.encoding import BUY
from analyzer.games.islebound.rules.end import end_points
from analyzer.games.islebound.state import Action, Phase

SURE = ("combat.serpent=[3, 3, 3, 3, 3, 3]",)


def test_each_reading_is_read_in_one_place():
    """A switch between readings is read by one function of the game; a drawing only shows it."""
    folder = Path(__file__).parents[3] / "analyzer" / "games" / "islebound"
    text = "".join(file.read_text() for file in folder.rglob("*.py") if file.stem != "drawing")
    readings = [switch.name for switch in GAME.switches if switch.clause.startswith("AMB")]
    counts = {
        name: text.count(f"rules.{name} ") + text.count(f"rules.{name}:") + text.count(f"rules.{name})")
        for name in readings
    }
    assert {name: n for name, n in counts.items() if n > 1} == {}


def test_amb_01_serpent_low_face(position):
    assert list(position().rules.value_serpent) == [0, 0, 2, 2, 3, 3]
    assert list(position(sets=("serpent_low_face=1",)).rules.value_serpent) == [1, 1, 2, 2, 3, 3]


def test_amb_15_conquest_visit_counts(calm):
    for reading, coins in (("true", 4 + 1), ("false", 4)):
        game = calm(sets=(*SURE, f"conquest_visit_counts={reading}")).goods(coin=0, serpent=3).has(0, "trade_office")
        game.neutral("krazk").attack("krazk")
        assert game.held("coin") == coins


def test_amb_19_farwold_skip(calm):
    for reading, options in (("true", [0, 1, 2]), ("false", [1, 2])):
        game = calm(sets=(f"farwold_skip={reading}",)).goods(coin=7).neutral("farwold").reputation(1, 2)
        assert game.visit("farwold").options() == options


def test_amb_23_palace_sets(calm):
    for reading, points in (("false", 5), ("true", 2)):
        game = calm(sets=(f"palace_sets={reading}",)).has(0, "palace").goods(fish=5, wood=3)
        assert end_points(game.rules, game.table, 0) == points


def test_amb_25_limit_includes_bonus(calm):
    for reading, renown in (("false", 8), ("true", 7)):
        game = calm(sets=(f"limit_includes_bonus={reading}",)).goods(coin=7, fish=9).neutral("farwold").reputation(1)
        assert game.visit("farwold").answer(1).renown() == renown


def test_amb_27_ichor_on_buy(calm):
    for reading, ichor in (("true", 1), ("false", 0)):
        game = calm(sets=(f"ichor_on_buy={reading}",)).goods(coin=30)
        game.row("museum", "market", "mansion", "bridge", "underriver_gate").hunt()
        assert game.answer(BUY + 4).held("ichor") == ichor


def test_amb_31_adv_replaces(calm):
    for reading, crew in (("true", ["admin"]), ("false", ["admin", "work"])):
        game = (
            calm(sets=("advanced=true", f"adv_replaces={reading}")).own(0, "undervall").crew(deck="admin", tired="work")
        )
        assert game.visit("undervall").deck() == crew


def test_amb_33_butcher_injured(calm):
    for reading, wood in (("false", 3), ("true", 4)):
        game = calm(sets=(f"butcher_injured={reading}",)).crew(deck="admin", tired="work", hurt="work")
        assert game.has(0, "butcher").own(0, "grenille").visit("grenille").held("wood") == wood


def test_amb_45_free_action_interrupts(calm):
    for reading, phase in (("false", Phase.GOODS), ("true", Phase.FREE)):
        game = calm(sets=(*SURE, f"free_action_interrupts={reading}")).goods(coin=3, serpent=3).crew(deck="admin")
        game.row("museum", "market", "mansion", "bridge", "jeweller").neutral("krazk").attack("krazk")
        assert game.phase == phase


def test_amb_46_butcher_scope(calm):
    for reading, serpents in (("per_worker", 1), ("all_deck_counts", 2)):
        game = calm(sets=(f"butcher_scope={reading}",)).crew(deck="admin", tired="work").goods(fish=8)
        game.has(0, "butcher").own(0, "suns_rest").visit("suns_rest")
        while game.phase == Phase.EXCHANGE:
            game.answer(1)
        assert game.held("serpent") == serpents


def test_amb_47_book_trigger_min(calm):
    for least, renown in ((1, [1, 2]), (2, [0, 2])):
        game = calm(sets=(f"book_trigger_min={least}",)).goods(fish=3).has(0, "library").own(0, "zilliam")
        game.visit("zilliam")
        found = []
        for _ in range(2):
            found.append(game.answer(2).renown())
        assert found == renown


def test_amb_48_adv_morlim_free(calm):
    for reading, options in (("false", [0, 3]), ("true", [0, 1, 2, 3])):
        game = calm(sets=("advanced=true", f"adv_morlim_free={reading}")).goods(coin=0).own(0, "morlim")
        assert game.visit("morlim").options() == options


@pytest.mark.parametrize("choice", ["a", "b"])
def test_amb_43_region_cut(position, choice):
    far = position(sets=(f"region_cut={choice}",)).rules.distance
    # notch NW touches N.W and W.NW: both lie in region L of cut A; with cut B W.NW lies in the third region
    assert far[12, 3 if choice == "a" else 5] == 1


def test_amb_30_steps_after_a_take_may_be_declined(calm):
    game = calm(sets=SURE).goods(serpent=3, fish=4).crew(deck="admin").attack("suns_rest").answer(0)
    assert game.asked == 1
    assert game.table.acted == Action.ATTACK
