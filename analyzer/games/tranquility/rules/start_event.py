"""The Start is laid: when it must be, and what begins then (rules 2.4, T-BASE-32)."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.rules.drawing import begin_draw, n_extra
from analyzer.games.tranquility.rules.hands import count_in_hand, take_from_hand
from analyzer.games.tranquility.rules.sides import turn_hands_on_event
from analyzer.games.tranquility.rules.splits import allowance
from analyzer.games.tranquility.rules.start_solo import begin_solo, is_start_free, solo_reserve
from analyzer.games.tranquility.rules.storms import gain_compass
from analyzer.games.tranquility.state import Card, Draw, Kind, Stage
from analyzer.games.tranquility.switches.readings import StartShortage
from analyzer.kernel.lean import phase, rule


@rule
def on_shortage(rules):
    """Return what happens when the hands do not hold the price (A2)."""
    return rules.start_shortage


@rule
def must_play_start(rules, state):
    """Tell whether the active player is forced to play a Start now (T-BASE-19, A2 `defer`)."""
    hand = state.hands[state.table.active]
    if state.table.started == 1 or count_in_hand(hand, Card.START) == 0:
        return False
    return on_shortage(rules) != StartShortage.DEFER or can_pay_start(rules, state)


@phase
def can_pay_start(rules, state):
    """Tell, before anything is laid or drawn, whether the price can be found (A2 `defer`)."""
    table = state.table
    n_cards = -1  # the Start itself
    for seat in range(rules.players):
        monsters = count_in_hand(state.hands[seat], Card.MONSTER)
        n_cards += table.held[seat] - monsters
        n_unseen = n_extra(rules, table, seat) + allowance(rules, table, seat) + solo_reserve(rules, table)
        n_cards += min(n_unseen, table.pile[seat])
    return n_cards >= rules.start_price or is_start_free(rules)


@phase
def note_start(rules, table, card):
    """Note whose Start lies, and that the others have theirs in the pile or drew it last: else they had laid it."""
    if card == Card.START:
        table.laid_by = table.active
    for seat in range(rules.players):
        table.opening[seat] = max(table.pile[seat] + table.fresh[seat], 1)


@phase
def lay_start(rules, state, card):
    """Lay the Start, or a Wild as one, and draw the extra cards (T-BASE-20, T-BASE-23, T-BASE-32, T-WILD-5)."""
    table = state.table
    take_from_hand(state, table.active, card)
    table.started = 1
    note_start(rules, table, card)
    table.last_action[table.active] = play(Kind.START if card == Card.START else Kind.WILD_START, 0)
    state.tally.start_turn = table.turn
    gain_compass(state)
    turn_hands_on_event(rules, table, True)
    table.offer[:] = -1
    table.split[:] = 0
    table.owed[:] = 0
    table.top[:] = 0
    table.start_step = 0
    if rules.players == 1:
        begin_solo(rules, state)
    elif rules.players == 2:
        extra = n_extra(rules, table, table.active)
        begin_draw(rules, state, table.active, Draw.EXTRA, extra, rules.players, Stage.PRICE)
    else:
        table.stage = Stage.PRICE
