"""Ambiguities of section 4 whose readings concern single moments: the default and the other reading."""

from __future__ import annotations

import pytest

from analyzer.games.portolano.state import Extension, Phase, Stern

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")
SURE = (*QUIET, "die_hit_faces=6")
NO_PIRATE = (*SURE, "pirate_dice_same=0", "pirate_dice_adjacent=0")
CANNON, ACTION, SEFTES = 4, 5, 6
COTTON, WINE, TEA, COCOA, RUM, TALER = range(1, 7)
BATTLES = (Phase.LOSE, Phase.LOOT, Phase.KNIGHT, Phase.CARDS)


def sail(position, sets, cells=(0, 1, 2, 3), pirate=6, tile="S02a", **fields):
    """Let everybody sail north; seat 0 comes from its cell onto a tile, the pirate fights if it is near."""
    game = position(4, sets).calm(cells=cells, pirate=pirate)
    game.lay((cells[0] - 4) % 16, tile)
    for seat, values in fields.items():
        game.equip(int(seat[1:]), **values)
    return game.select("N", "N", "N", "N")


@pytest.mark.parametrize(("reading", "talers"), [("false", 0), ("true", -1)])
def test_a_15_and_switch_loss_debt(position, reading, talers):
    """Two hits short, one rum aboard: the rest is forgiven, or owed."""
    sets = (*SURE, f"loss_debt={reading}")
    game = sail(position, sets, cells=(10, 3, 2, 15), pirate=9, s0={"rum": 1}).end_turns()
    assert (game.ship(0).rum, game.ship(0).talers) == (0, talers)


@pytest.mark.parametrize(("reading", "seen"), [("true", True), ("false", False)])
def test_a_19_and_switch_chests_known(position, reading, seen):
    """The owner may look at a chest; nobody else sees more than that there is one."""
    game = position(4, (*QUIET, f"chests_known={reading}")).calm().lay(12, "H1a")
    n_slots = int(game.table.n_open[12])
    game.table.slot[12, 1:n_slots] = 1
    game.table.n_open[12] = 1
    game.equip(0, rum=3, goods="CWTB").select("N", "N", "N", "N")
    game.answer(game.options()[1])
    game.stop_until(Phase.SEA, Phase.CARDS)
    value = int(game.state.hidden.chest[game.table.chests_left])
    assert game.ship(0).chests == 1
    assert game.state.hands[0].chest_sum == (value if seen else 0)
    assert game.state.hands[0].chest_sum + game.state.hidden.chest_sum[0] == value > 0


@pytest.mark.parametrize(("reading", "marker"), [("false", 0), ("true", 1)])
def test_a_22_and_switch_gift_missions(position, reading, marker):
    """Seven rum from the start: the mission of six counts with the first end of an action, or before the round."""
    game = position(4, (*QUIET, "die_hit_faces=0", f"gift_missions={reading}")).calm().missions(4, 9, 10)
    game.equip(0, rum=7).select()
    assert game.phase == Phase.CARDS
    assert game.table.marker[0, 0] == marker
    game.select("N", "N", "N", "N").answer(0)
    assert game.table.marker[0, 0] == 1


@pytest.mark.parametrize(("reading", "rum"), [(1, 4), (2, 5)])
def test_a_23_and_switch_cocoa_rum(position, reading, rum):
    game = sail(position, (*QUIET, f"cocoa_rum={reading}"), tile="S03b", s0={"goods": "B"})
    game.answer(ACTION, 0)  # to rum; the cocoa is all there is
    assert (game.ship(0).rum, game.ship(0).goods[3]) == (rum, 0)


def test_a_23_the_second_rum_needs_room(position):
    fields = {"rum": 5, "goods": "CB"}
    game = sail(position, (*QUIET, "cocoa_rum=2"), tile="S03b", s0=fields).answer(ACTION, 0, COCOA)
    assert (game.ship(0).rum, list(game.ship(0).goods)) == (6, [1, 0, 0, 0])


@pytest.mark.parametrize(("reading", "lost"), [("true", 0), ("false", 1)])
def test_a_24_and_switch_seftes_keeps_peace(position, reading, lost):
    """The huckster's trade instead of the Isle of Peace: the peace holds by position, or is given up."""
    sets = (*SURE, f"seftes_keeps_peace={reading}")
    fields = {"stern": Stern.SEFTES, "rum": 3, "goods": "CW"}
    game = sail(position, sets, cells=(10, 2, 3, 15), pirate=9, tile="S05b", s0=fields).answer(SEFTES, COTTON)
    assert game.ship(0).rum == 4
    game.end_turns()
    assert game.state.tally.pirate_lost[0] == lost


@pytest.mark.parametrize(("reading", "offered"), [("true", True), ("false", False)])
def test_a_25_and_switch_upgrade_at_once(position, reading, offered):
    """A cannon extension bought on a tile that also shows a cannon: its slots serve at once, or next turn."""
    sets = (*QUIET, f"upgrade_at_once={reading}")
    game = sail(position, sets, tile="S04a", s0={"cannons": 1, "talers": 1}).answer(ACTION, Extension.CANNON)
    assert (CANNON in game.options()) == offered
    assert game.ship(0).worth == 4
    game.answer(0)
    assert (game.ship(0).extensions[1], game.table.pending) == (1, 0)


@pytest.mark.parametrize(("reading", "options"), [("true", [COTTON, RUM, TALER]), ("false", [COTTON, RUM])])
def test_a_26_and_switch_pirate_takes_talers(position, reading, options):
    sets = (*SURE, f"pirate_takes_talers={reading}")
    fields = {"rum": 2, "goods": "C", "talers": 4}
    game = sail(position, sets, cells=(10, 3, 2, 15), pirate=9, s0=fields).stop_until(*BATTLES)
    assert (game.phase, game.options()) == (Phase.LOSE, options)


@pytest.mark.parametrize(("reading", "phase"), [("false", Phase.LOOT), ("true", Phase.CARDS)])
def test_a_28_and_switch_exempt_blocks(position, reading, phase):
    """One of three ships on a tile is exempt: the other two fight, or nobody does."""
    sets = (*NO_PIRATE, f"exempt_blocks={reading}")
    fields = {"s0": {"stern": Stern.BEKELOVAG, "knight": 1, "rum": 3}, "s1": {"cannons": 1}}
    game = sail(position, sets, cells=(0, 0, 0, 3), **fields).stop_until(*BATTLES)
    assert game.phase == Phase.KNIGHT
    assert game.answer(1).stop_until(*BATTLES).phase == phase


@pytest.mark.parametrize(
    ("reading", "options"), [("true", [0, COTTON, RUM, TALER]), ("false", [0, TALER])], ids=["discards", "none"]
)
def test_a_31_and_switch_loot_discards(position, reading, options):
    """A full hold: own cargo makes room for loot, or only talers can be taken."""
    sets = (*NO_PIRATE, f"loot_discards={reading}")
    fields = {
        "s0": {"cannons": 1, "rum": 3, "goods": "WWTT"},
        "s1": {"rum": 2, "goods": "C", "talers": 1},
    }
    game = sail(position, sets, cells=(0, 0, 2, 3), **fields).stop_until(*BATTLES)
    assert (game.phase, game.options()) == (Phase.LOOT, options)
    if reading == "true":
        game.answer(COTTON)
        assert (game.phase, game.options()) == (Phase.DISCARD, [WINE, TEA, RUM])
