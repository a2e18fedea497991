"""The turn: plays, treasure cards and exchanges until the player ends it (rules 2.2, 2.8).

`step` carries out one answer; `advance` then runs whatever needs no decision, stage by stage, until somebody
has to be asked or the game is over. A question with a single option is never asked.
"""

from analyzer.games.rumini.encoding import END, EXCHANGE, TREASURE, card_of, face_of, x_of, y_of
from analyzer.games.rumini.rules import capture, decks, devices, listing, options, setup, treasure, treatments
from analyzer.games.rumini.state import Cause, Phase, Stage
from analyzer.games.turns import ask, fault_of, next_seat
from analyzer.kernel import jit, piles
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase


@phase
def start(rules, state, chance):
    """Set up a game and go on to its first question."""
    setup.set_up(rules, state, chance)
    treatments.treat(rules, state, chance)
    advance(rules, state, chance)


@phase
def step(rules, state, answer, chance):
    """Carry out one answer of the asked seat; an answer outside the options is a fault and changes nothing."""
    table = state.table
    if not options.is_legal(rules, table, state.hands[table.asked], answer):
        return fault_of(answer)
    if table.phase == Phase.MAIN:
        take_action(rules, state, answer, chance)
    else:
        take_answer(rules, state, answer, chance)
    advance(rules, state, chance)
    return Fault.NONE


@phase
def take_action(rules, state, answer, chance):
    """Carry out an answer to MAIN (Q1)."""
    table = state.table
    if face_of(answer) >= 0:
        play_porthole(rules, state, answer, chance)
    elif answer == END:
        table.stage = Stage.REFILL
    elif answer == EXCHANGE:
        ask_exchange(rules, state)
    else:
        treasure.play_treasure(rules, state, answer - TREASURE, chance)


@phase
def take_answer(rules, state, answer, chance):
    """Carry out an answer to one of the smaller questions (Q2 to Q8)."""
    phase = state.table.phase
    if phase == Phase.FLAG:
        treasure.put_flag(state, answer)
    elif phase == Phase.JOKER:
        treasure.lay_joker(rules, state, answer, chance)
    elif phase == Phase.PIRATE:
        treasure.rob_device(rules, state, answer)
    elif phase == Phase.TARGET:
        treasure.give_event(rules, state, answer)
    elif phase == Phase.EVENT:
        treasure.answer_event(state, answer)
    elif phase == Phase.EXCHANGE:
        exchange_in_turn(rules, state, answer)
    elif phase == Phase.PREFER:
        answer_prefer(rules, state, answer)
    else:
        answer_offer(rules, state, answer)


@jit.rule
def play_porthole(rules, state, answer, chance):
    """Play a porthole card: discard it and place one map card (R-TURN-1, R-TURN-4, R-PLACE-6)."""
    state.table.played += 1
    decks.discard_porthole(state, state.table.active, face_of(answer))
    capture.place(rules, state, card_of(answer), x_of(answer), y_of(answer), chance)


@jit.rule
def ask_exchange(rules, state):
    """Ask which own device is turned up for the bazaar cards (Q7)."""
    table = state.table
    mask = devices.needed_devices(state.hands[table.active])
    if piles.count_bits(mask) == 1:
        exchange_in_turn(rules, state, piles.nth_bit(mask, 0))
    else:
        ask(table, Phase.EXCHANGE, table.active)


@jit.rule
def exchange_in_turn(rules, state, device):
    """Exchange in one's own turn (R-BAZAAR-1)."""
    devices.exchange(rules, state, state.table.active, device)
    state.table.stage = Stage.MAIN


@jit.rule
def answer_offer(rules, state, answer):
    """Exchange at the arrival of a bazaar card, or not (R-BAZAAR-2, Q8)."""
    table = state.table
    if answer == 0:
        table.gained &= ~(1 << table.asked)
    else:
        devices.exchange(rules, state, table.asked, answer - 1)
    table.stage = Stage.OFFERS


@jit.rule
def answer_prefer(rules, state, answer):
    """Keep the captured devices, or leave one for a bazaar card (B-16)."""
    table = state.table
    if answer == 0:
        table.taken = 0
    else:
        devices.leave_device(rules, state, answer - 1)
    table.stage = Stage.OFFERS


@phase
def advance(rules, state, chance):
    """Run the stages that need no decision."""
    table = state.table
    while table.stage != Stage.ASKING and table.cause == Cause.RUNNING:
        if table.stage == Stage.OFFERS:
            ask_offers(rules, table)
        elif table.stage == Stage.MAIN:
            ask_main(rules, state)
        elif table.stage == Stage.TURN:
            begin_turn(rules, state, chance)
        else:
            end_turn(rules, state, chance)


@phase
def ask_offers(rules, table):
    """Ask those who just got a bazaar card whether they exchange, clockwise from the active player (Q8, B-16)."""
    if table.taken != 0:
        ask(table, Phase.PREFER, table.active)
        return
    for step in range(rules.players):
        seat = (table.active + step) % rules.players
        if devices.is_offered(rules, table, seat):
            ask(table, Phase.OFFER, seat)
            return
    table.stage = Stage.MAIN


@jit.rule
def ask_main(rules, state):
    """Ask for the next action of the turn, as long as there is a choice (R-TURN-1)."""
    table = state.table
    if options.has_choice(rules, table, state.hands[table.active]):
        ask(table, Phase.MAIN, table.active)
    else:
        table.stage = Stage.REFILL


@phase
def begin_turn(rules, state, chance):
    """Begin a turn, or miss it (R-TREASURE-8); test the caps first (R-END-3, R-END-4)."""
    table = state.table
    if table.turn >= rules.max_rounds * rules.players:
        devices.stop(rules, table, Cause.TRUNCATED)
    elif table.idle >= rules.idle_rounds * rules.players:
        devices.stop(rules, table, Cause.STALLED)
    else:
        table.turn += 1
        table.played = table.placed = 0
        capture.unlock(rules, table)
        devices.test_win(rules, table)  # a set completed in another's turn (B-21)
        if table.cause != Cause.RUNNING:
            return
        if table.misses[table.active] > 0:
            miss_turn(rules, state)
        else:
            state.tally.turns[table.active] += 1
            redraw(rules, state, chance)
            table.stage = Stage.MAIN


@jit.rule
def miss_turn(rules, state):
    """Do nothing and keep all cards; missed turns add up, and count as idle (R-TREASURE-8)."""
    table = state.table
    table.misses[table.active] -= 1
    state.tally.missed[table.active] += 1
    pass_turn(rules, state)


@phase
def redraw(rules, state, chance):
    """Change a hand of which no card can be played, where that is allowed (B-20)."""
    table = state.table
    hand = state.hands[table.active]
    if rules.stuck_redraw == 1 and not listing.has_play(rules, table, hand):
        while hand.held > 0:
            decks.discard_slot(state, table.active, hand.held - 1)
        decks.refill(rules, state, table.active, chance)


@jit.rule
def end_turn(rules, state, chance):
    """End the turn: draw as many cards as were played, then it is the next player's turn (R-TURN-3, R-TURN-6)."""
    decks.refill(rules, state, state.table.active, chance)
    pass_turn(rules, state)


@phase
def pass_turn(rules, state):
    """Let the next player clockwise move (R-SETUP-9)."""
    table = state.table
    table.idle = 0 if table.placed > 0 else table.idle + 1
    note_leader(rules, state)
    table.active = next_seat(rules, table.active)
    table.stage = Stage.TURN


@jit.rule
def note_leader(rules, state):
    """Count how often the lead goes from one player who has most devices alone to another."""
    table, tally = state.table, state.tally
    most = -1
    leader = -1
    for seat in range(rules.players):
        if table.n_up[seat] >= most:
            leader = seat if table.n_up[seat] > most else -1
            most = table.n_up[seat]
    if leader >= 0 and leader != tally.leader:
        tally.lead_changes += tally.leader >= 0
        tally.leader = leader
