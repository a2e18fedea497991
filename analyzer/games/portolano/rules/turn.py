"""The course of the game: starting it, answering a question, running on to the next one (rules 2.3)."""

from analyzer.games.portolano.rules import (
    battle,
    board,
    duel,
    final,
    hold,
    missions,
    options,
    port,
    sea,
    selection,
    setup,
    treatments,
)
from analyzer.games.portolano.state import Cause, Chance, Check, Phase, Stage
from analyzer.games.turns import ask, fault_of
from analyzer.kernel import jit, piles
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase


@phase
def start(rules, state, chance):
    """Set up a game and go on to its first question."""
    setup.set_up(rules, state, chance)
    treatments.treat(rules, state)
    advance(rules, state, chance)


@phase
def step(rules, state, answer, chance):
    """Carry out one answer of the asked seat; an answer outside the options is a fault and changes nothing."""
    table = state.table
    if not options.is_legal(rules, table, state.hands[table.asked], answer):
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
            mask = options.options(rules, table, state.hands[table.asked])
            if mask & (mask - 1):
                return
            carry_out(rules, state, piles.lowest_bit(mask))


@phase
def carry_out(rules, state, answer):
    """Carry out a legal answer."""
    table = state.table
    phase = table.phase
    if phase == Phase.CARDS:
        selection.lay_cards(state, answer)
    elif phase == Phase.SEA:
        sea.answer_sea(rules, state, answer)
    elif phase < Phase.RECOVER:
        setup.answer_setup(rules, table, answer)
    elif phase < Phase.CARDS:
        selection.answer_recovery(table, answer)
    elif phase < Phase.UNLOAD:
        sea.answer_trade(rules, table, answer)
    elif phase < Phase.DISCARD:
        port.answer_port(rules, state, answer)
    elif phase == Phase.DISCARD:
        hold.make_room(table, answer)
    else:
        answer_battle(rules, table, answer)


@phase
def answer_battle(rules, table, answer):
    """Carry out an answer in a battle."""
    if table.phase == Phase.KNIGHT:
        battle.answer_knight(table, answer)
    elif table.phase == Phase.LOSE:
        battle.lose(table, answer)
    elif table.phase == Phase.LOOT:
        duel.loot(rules, table, answer)
    else:
        duel.jettison(table, answer)


@jit.rule
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
        selection.ask_cards(rules, table)
    elif table.stage == Stage.RECOVER:
        selection.ask_recoveries(rules, state)
    elif table.stage == Stage.ROUND:
        selection.begin_round(rules, state)
    elif table.stage == Stage.GIFTS:
        setup.ask_gifts(rules, table)
    else:
        setup.ask_ships(rules, table, chance)


@jit.rule
def go_on_at_sea(rules, state):
    """Begin the next player's turn, or go on with a sea turn (P-ROUND-2)."""
    table = state.table
    if table.stage == Stage.SEA:
        ask(table, Phase.SEA, table.active)
    elif table.stage == Stage.TRADE:
        ask(table, Phase.TRADE, table.active)
    elif table.stage == Stage.SWAP:
        sea.ask_swap(rules, table)
    elif table.place < rules.players:
        board.take_turn(rules, state, hold.seat_at(rules, table, table.place))
    else:
        table.stage = Stage.WIND


@jit.rule
def go_on_in_port(rules, state, chance):
    """Go on with a visit to a port, or end a turn (P-PORT-4 to P-PORT-8, P-MISSION-2)."""
    table = state.table
    if table.stage == Stage.UNLOAD:
        ask(table, Phase.UNLOAD, table.active)
    elif table.stage == Stage.PAY_OUT:
        port.pay_out(rules, state)
    elif table.stage == Stage.PORT_RUM:
        port.load_rum(rules, table)
    elif table.stage == Stage.CLOSE_PORT:
        port.close_port(rules, state, chance)
    else:
        sea.build_pending(table, table.ships[table.active])
        missions.check_missions(rules, table, table.active, Check.ACTION)
        table.place += 1
        table.stage = Stage.TURN


@jit.rule
def face_pirate(rules, state, chance):
    """Spin the wind, move the pirate, and fight it (P-WIND-1, P-PIRATE-1, P-BATTLE-1)."""
    table = state.table
    if table.stage == Stage.PIRATE_BATTLE:
        battle.next_pirate_battle(rules, state, chance[Chance.DICE])
    elif table.stage == Stage.LOSE:
        battle.ask_loss(rules, table)
    else:
        board.spin_wind(rules, table, chance[Chance.WIND])
        board.move_pirate(rules, table)
        table.place = 0
        table.stage = Stage.PIRATE_BATTLE


@jit.rule
def face_players(rules, state, chance):
    """Fight among players, then end the round (P-BATTLE-6, P-ROUND-1)."""
    table = state.table
    if table.stage == Stage.DUELS:
        duel.next_duel(rules, state, chance[Chance.DICE])
    elif table.stage == Stage.LOOT:
        duel.next_pair(rules, table)
    elif table.stage == Stage.LOOT_MORE:
        duel.ask_loot(table)
    else:
        final.end_round(rules, state)
