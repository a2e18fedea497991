"""The course of the game: starting it, answering a question, running on to the next one (rules 2.3)."""

from __future__ import annotations

from analyzer.games.portolano.rules.battle import answer_knight
from analyzer.games.portolano.rules.duel import ask_loot, jettison, loot, next_duel, next_pair
from analyzer.games.portolano.rules.final import end_round
from analyzer.games.portolano.rules.hold import make_room
from analyzer.games.portolano.rules.missions import check_missions
from analyzer.games.portolano.rules.movement import take_turn
from analyzer.games.portolano.rules.options import is_legal, options
from analyzer.games.portolano.rules.pirate_battle import ask_loss, lose, next_pirate_battle
from analyzer.games.portolano.rules.port import answer_port, close_port, load_rum, pay_out
from analyzer.games.portolano.rules.sea import answer_sea, answer_trade, ask_swap, build_pending
from analyzer.games.portolano.rules.seating import seat_at
from analyzer.games.portolano.rules.selection import answer_recovery, ask_cards, ask_recoveries, begin_round, lay_cards
from analyzer.games.portolano.rules.setup import answer_setup, ask_gifts, ask_ships, set_up
from analyzer.games.portolano.rules.weather import move_pirate, spin_wind
from analyzer.games.portolano.state import Cause, Chance, Check, Phase, Stage
from analyzer.games.turns import ask, fault_of
from analyzer.kernel.bits import lowest_bit
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase, rule


@phase
def start(rules, state, chance):
    """Set up a game and go on to its first question."""
    set_up(rules, state, chance)
    advance(rules, state, chance)


@phase
def step(rules, state, answer, chance):
    """Carry out one answer of the asked seat; an answer outside the options is a fault and changes nothing."""
    table = state.table
    if not is_legal(rules, table, state.hands[table.asked], answer):
        return fault_of(answer)
    carry_out(rules, state, answer)
    advance(rules, state, chance)
    return Fault.NONE


@phase
def advance(rules, state, chance):
    """Run on to the next question that has more than one option; a single one is carried out unasked."""
    table = state.table
    while table.cause == Cause.RUNNING:
        if table.stage != Stage.ASKING:
            run_stage(rules, state, chance)
        else:
            mask = options(rules, table, state.hands[table.asked])
            if mask & (mask - 1):
                return
            carry_out(rules, state, lowest_bit(mask))


@phase
def carry_out(rules, state, answer):
    """Carry out a legal answer."""
    table = state.table
    phase = table.phase
    if phase == Phase.CARDS:
        lay_cards(state, answer)
    elif phase == Phase.SEA:
        answer_sea(rules, state, answer)
    elif phase < Phase.RECOVER:
        answer_setup(rules, table, answer)
    elif phase < Phase.CARDS:
        answer_recovery(table, answer)
    elif phase < Phase.UNLOAD:
        answer_trade(rules, table, answer)
    elif phase < Phase.DISCARD:
        answer_port(rules, state, answer)
    elif phase == Phase.DISCARD:
        make_room(table, answer)
    else:
        answer_battle(rules, table, answer)


@phase
def answer_battle(rules, table, answer):
    """Carry out an answer in a battle."""
    if table.phase == Phase.KNIGHT:
        answer_knight(table, answer)
    elif table.phase == Phase.LOSE:
        lose(table, answer)
    elif table.phase == Phase.LOOT:
        loot(rules, table, answer)
    else:
        jettison(table, answer)


@rule
def run_stage(rules, state, chance):
    """Run one stage that needs no decision (P-ROUND-1)."""
    table = state.table
    stage = table.stage
    if stage < Stage.TURN:
        begin(rules, state, chance)
    elif stage < Stage.UNLOAD:
        go_on_at_sea(rules, state)
    elif stage < Stage.WIND:
        go_on_in_port(rules, state, chance)
    elif stage < Stage.DUELS:
        face_pirate(rules, state, chance)
    else:
        face_players(rules, state, chance)


@phase
def begin(rules, state, chance):
    """Run a stage of setup or of card selection."""
    table = state.table
    if table.stage == Stage.SELECT:
        ask_cards(rules, table)
    elif table.stage == Stage.RECOVER:
        ask_recoveries(rules, state)
    elif table.stage == Stage.ROUND:
        begin_round(rules, state)
    elif table.stage == Stage.GIFTS:
        ask_gifts(rules, table)
    else:
        ask_ships(rules, table, chance)


@rule
def go_on_at_sea(rules, state):
    """Begin the next player's turn, or go on with a sea turn (P-ROUND-2)."""
    table = state.table
    if table.stage == Stage.SEA:
        ask(table, Phase.SEA, table.active)
    elif table.stage == Stage.TRADE:
        ask(table, Phase.TRADE, table.active)
    elif table.stage == Stage.SWAP:
        ask_swap(rules, table)
    elif table.place < rules.players:
        take_turn(rules, state, seat_at(rules, table, table.place))
    else:
        table.stage = Stage.WIND


@rule
def go_on_in_port(rules, state, chance):
    """Go on with a visit to a port, or end a turn (P-PORT-4 to P-PORT-8, P-MISSION-2)."""
    table = state.table
    if table.stage == Stage.UNLOAD:
        ask(table, Phase.UNLOAD, table.active)
    elif table.stage == Stage.PAY_OUT:
        pay_out(rules, state)
    elif table.stage == Stage.PORT_RUM:
        load_rum(rules, table)
    elif table.stage == Stage.CLOSE_PORT:
        close_port(rules, state, chance)
    else:
        build_pending(table, table.ships[table.active])
        check_missions(rules, table, table.active, Check.ACTION)
        table.place += 1
        table.stage = Stage.TURN


@rule
def face_pirate(rules, state, chance):
    """Spin the wind, move the pirate, and fight it (P-WIND-1, P-PIRATE-1, P-BATTLE-1)."""
    table = state.table
    if table.stage == Stage.PIRATE_BATTLE:
        next_pirate_battle(rules, state, chance[Chance.DICE])
    elif table.stage == Stage.LOSE:
        ask_loss(rules, table)
    else:
        spin_wind(rules, table, chance[Chance.WIND])
        move_pirate(rules, table)
        table.place = 0
        table.stage = Stage.PIRATE_BATTLE


@rule
def face_players(rules, state, chance):
    """Fight among players, then end the round (P-BATTLE-6, P-ROUND-1)."""
    table = state.table
    if table.stage == Stage.DUELS:
        next_duel(rules, state, chance[Chance.DICE])
    elif table.stage == Stage.LOOT:
        next_pair(rules, table)
    elif table.stage == Stage.LOOT_MORE:
        ask_loot(table)
    else:
        end_round(rules, state)
