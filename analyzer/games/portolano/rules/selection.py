"""The beginning of a round: recovery and card selection (rules 2.4)."""

from analyzer.games.portolano.encoding import ANCHOR, PAIR_CARDS, SINGLE_CARDS
from analyzer.games.portolano.rules import hold, missions
from analyzer.games.portolano.state import HIDDEN_CARD, Extension, Item, Phase, Stage, Stern
from analyzer.games.turns import ask
from analyzer.kernel.jit import phase, rule


@phase
def begin_round(rules, state):
    """Begin a round: cards are in hand again, battles of the last round are forgotten (P-ROUND-1)."""
    table = state.table
    table.round_no += 1
    table.place = 0
    table.declined = 0
    for seat in range(rules.players):
        ship = table.ships[seat]
        ship.card = HIDDEN_CARD
        state.hands[seat].card = HIDDEN_CARD
        ship.exempt = ship.fought = ship.beat = ship.hits = ship.best_hits = 0
    if table.round_no == 1:
        missions.check_gifts(rules, table)
    for place in range(rules.players):
        missions.check_underway(rules, table, hold.seat_at(rules, table, place))
    table.stage = Stage.RECOVER


@rule
def can_recover(rules, ship):
    """Tell whether two goods may be given for one rum (P-SELECT-5, A-5)."""
    is_dry = ship.rum == 0 and ship.drifted == 1 and hold.n_goods(ship) >= 2
    return is_dry and not (rules.recovery_strict == 1 and ship.refilled == 1)


@phase
def ask_recoveries(rules, state):
    """Ask who can recover, in turn; whoever has no rum then is in mutiny (P-SELECT-4, P-SELECT-5)."""
    table = state.table
    while table.place < rules.players:
        seat = hold.seat_at(rules, table, table.place)
        table.place += 1
        if can_recover(rules, table.ships[seat]):
            ask(table, Phase.RECOVER, seat)
            return
    for seat in range(rules.players):
        if table.ships[seat].rum == 0:
            missions.lose_mutiny_mission(rules, state, seat)
    table.place = 0
    table.stage = Stage.SELECT


@rule
def answer_recovery(table, item):
    """Give the first of two goods, or none; after the second one a rum comes aboard (P-SELECT-5)."""
    ship = table.ships[table.asked]
    table.stage = Stage.RECOVER
    if item == Item.STOP:
        return
    hold.throw_out(table, ship, item)
    if table.phase == Phase.RECOVER:
        ask(table, Phase.RECOVER_MORE, table.asked)
    else:
        hold.add_item(ship, Item.RUM)


@rule
def ask_cards(rules, table):
    """Let everybody with rum lay cards, unseen by the others (P-SELECT-1, P-SELECT-4)."""
    while table.place < rules.players:
        seat = hold.seat_at(rules, table, table.place)
        table.place += 1
        if table.ships[seat].rum > 0:
            ask(table, Phase.CARDS, seat)
            return
    table.place = 0
    table.stage = Stage.TURN


@rule
def lay_cards(state, card):
    """Lay cards face down: only their owner knows them (P-SELECT-1, P-SELECT-6)."""
    state.hands[state.table.asked].card = card
    state.table.stage = Stage.SELECT


@rule
def card_options(ship):
    """Return the cards that may be laid, payable or not (P-SELECT-1 to P-SELECT-3, P-SELECT-6)."""
    mask = SINGLE_CARDS
    if ship.extensions[Extension.SAIL] > 0:
        mask |= PAIR_CARDS
    if ship.stern == Stern.STRATEGA and ship.anchored == 0:
        mask |= 1 << ANCHOR
    return mask
