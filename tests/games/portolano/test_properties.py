"""Random legal play: nothing is lost, nothing is negative, and the option list is what `step` accepts."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.portolano import GAME
from analyzer.games.portolano.rules.options import is_legal, n_options, option
from analyzer.games.portolano.rules.turn import start, step
from analyzer.games.portolano.state import FIRST_PORT, STATE, Cause, Extension
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import blank
from analyzer.kernel.random import randbelow
from tests.games.position import open_bench
from tests.thinning import thinned

SETTINGS = {
    "standard": [],
    "other readings": [
        "end_trigger=any_kind",
        "szeszkazan=replace",
        "recovery_strict=true",
        "rank_requires_positive=false",
        "flip_intermediate=false",
        "mission_layout=linear",
        "port_replace=choose",
        "port_stock_side=front",
        "lucky_zero_tie=false",
        "dice_cap=2",
        "free_discard=true",
        "loot_optional=false",
        "peace_auto=false",
        "supply_layout=l2b",
        "m10_counts_fuse=false",
        "flip_on_drift=false",
        "drift_port_action=false",
        "supply_trim=both",
        "lucky_each=false",
        "chests_known=false",
        "gift_missions=true",
        "cocoa_rum=2",
        "seftes_keeps_peace=false",
        "upgrade_at_once=false",
        "pirate_takes_talers=false",
        "exempt_blocks=true",
        "loot_discards=false",
        "sea_symbols_variant=3",
    ],
    "rich and violent": ["start_talers=9", "base_cannon_slots=3", "die_hit_faces=4", "end_trigger=colour"],
    "unlimited box": ["box_limited=false", "start_rum=7"],
    "debts": ["loss_debt=true", "die_hit_faces=5"],
    "small holds": ["base_hold=3", "supply_layout=l3a"],
}
GAMES = 25


def play(rules, seed, look):
    """Play one game by lot; call `look(state)` before every answer."""
    bench = open_bench(GAME, 1, (seed, 5, 7))
    state, chance, lots = bench.state, bench.chance, bench.desks[0].choice
    start(rules, state, chance)
    for _ in range(20_000):
        look(state)
        if state.table.cause != Cause.RUNNING:
            return state
        hand = state.hands[int(state.table.asked)]
        n = n_options(rules, state.table, hand)
        assert n > 1
        answer = option(rules, state.table, hand, randbelow(lots, n))
        assert step(rules, state, answer, chance) == Fault.NONE
    raise AssertionError("the game did not end")


def settings_of(players, name):
    return make_cell("portolano", players=players, sets=SETTINGS[name], policy="random_legal").rules


@pytest.mark.parametrize(("name", "players"), thinned(itertools.product(SETTINGS, (2, 3, 4, 5)), 3))
def test_components_are_conserved_and_bounds_are_kept(players, name):
    rules = settings_of(players, name)
    tiles_at_start = []

    def look(state):
        check_goods(rules, state)
        check_ships(rules, state)
        check_tiles(rules, state, tiles_at_start)
        check_markers(rules, state)

    for seed in range(GAMES // 5 if name != "standard" else GAMES // 3):
        tiles_at_start.clear()
        state = play(rules, seed, look)
        shares = state.tally.share[:players]
        assert sum(shares) == pytest.approx(1.0)
        assert state.table.cause in (Cause.ENDED, Cause.TRUNCATED)


def check_goods(rules, state):
    table = state.table
    ports = np.zeros(4, int)
    for cell in range(int(rules.cells)):
        for token in table.slot[cell]:
            if 0 < token < 5:
                ports[token - 1] += 1
    holds = sum(np.array(table.ships[seat].goods, int) for seat in range(int(rules.players)))
    # D9 is asked while a good is on its way
    incoming = np.zeros(4, int)
    if table.cause == Cause.RUNNING and table.phase == 18 and 0 < table.incoming < 5:
        incoming[table.incoming - 1] = 1
    total = np.array(table.box, int) + table.on_board + ports + holds + incoming
    assert list(total) == list(rules.goods_total)
    if rules.box_limited:
        assert min(table.box) >= 0
    rows = sum(int(rules.row_length[table.layout, row] - table.head[row]) for row in range(3))
    assert rows == sum(table.on_board)


def check_ships(rules, state):
    table = state.table
    ships = [table.ships[seat] for seat in range(int(rules.players))]
    for ship in ships:
        capacity = rules.base_hold + rules.hold_bonus * ship.extensions[Extension.HOLD]
        slots = rules.base_cannon_slots + rules.slot_bonus * ship.extensions[Extension.CANNON]
        assert min(ship.rum, ship.cannons, *ship.goods) >= 0
        assert ship.talers >= 0 or rules.loss_debt == 1
        assert ship.rum + sum(ship.goods) <= capacity
        assert ship.cannons <= slots
    assert sum(ship.cannons for ship in ships) + table.pool == rules.cannon_pool
    assert sum(ship.chests for ship in ships) + table.chests_left == rules.n_chests
    bought = int(rules.players) * 4 - sum(table.stack)
    gift = sum(int(ship.stern) == 2 for ship in ships) if table.round_no > 0 else 0
    if table.round_no > 0:
        assert sum(sum(ship.extensions) for ship in ships) + (table.pending > 0) == bought + gift
    worth = sum(sum(range(int(table.stack[kind]) + 1, int(rules.players) + 1)) for kind in range(4))
    assert sum(ship.worth for ship in ships) == worth


def check_tiles(rules, state, at_start):
    table = state.table
    faces = [int(face) for face in table.face[: int(rules.cells)]]
    sea = sorted(face // 2 for face in faces if face < FIRST_PORT)
    assert len(set(sea)) == len(sea) == rules.cells - rules.ports_laid
    if not at_start:
        at_start.append(sea)
    assert sea == at_start[0]
    ports = [face // 2 for face in faces if face >= FIRST_PORT]
    ports += [int(face) // 2 for face in table.used[: int(table.n_used)]]
    stock = [int(face) // 2 for face in state.hidden.stock[: int(table.stock_left)]]
    if table.cause == Cause.RUNNING and table.phase == 17:
        ports = sorted({*ports, *stock})  # the full port is among the used ones, not replaced yet
        assert len(ports) == rules.n_ports
    else:
        assert sorted(ports + stock) == list(range(16, 16 + int(rules.n_ports)))
    if table.round_no > 0:
        assert faces[int(table.pirate)] < FIRST_PORT


def check_markers(rules, state):
    for place in range(int(rules.revealed)):
        positions = [int(n) for n in state.table.marker[place, : int(rules.players)] if n > 0]
        if rules.quest[state.table.mission[place]] < 3:
            assert sorted(positions) == list(range(1, int(state.table.claimed[place]) + 1))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", ["standard", "other readings"])
def test_legal_step_and_option_list_agree(players, name):
    rules = settings_of(players, name)

    def look(state):
        if state.table.cause != Cause.RUNNING:
            return
        hand = state.hands[int(state.table.asked)]
        n = n_options(rules, state.table, hand)
        listed = [option(rules, state.table, hand, index) for index in range(n)]
        assert len(set(listed)) == n
        for answer in range(-2, 40):
            legal = bool(is_legal(rules, state.table, hand, answer))
            assert legal == (answer in listed)
            if not legal:
                before = state.tobytes()
                assert step(rules, state, answer, np.zeros((GAME.n_chance, 4), np.int64)) == Fault.ILLEGAL
                assert state.tobytes() == before

    for seed in range(2):
        play(rules, seed, look)


def test_a_score_that_is_no_number_is_told_apart():
    from analyzer.games.turns import BAD_SCORE

    rules = settings_of(3, "standard")
    state = blank(STATE)
    chance = np.ones((GAME.n_chance, 4), np.int64)
    start(rules, state, chance)
    assert step(rules, state, BAD_SCORE, chance) == Fault.NOT_A_NUMBER


def test_the_cap_truncates_and_scores():
    rules = make_cell("portolano", players=3, sets=["max_rounds=2"], policy="random_legal").rules
    state = play(rules, 3, lambda state: None)
    assert state.table.cause == Cause.TRUNCATED
    assert state.table.round_no == 2
    assert sum(state.tally.share[:3]) == pytest.approx(1.0)
