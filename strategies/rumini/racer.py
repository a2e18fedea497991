"""A schemer that weighs captures and gifts by how near the end of the game is."""

import numpy as np

from analyzer.games.rumini import weighing
from analyzer.games.rumini.encoding import EXCHANGE
from analyzer.games.rumini.heuristics.placements import CHEST, NEEDED, SIDE, UNNEEDED
from analyzer.games.rumini.heuristics.planning import plan_position
from analyzer.games.rumini.heuristics.plays import NOTHING
from analyzer.games.rumini.heuristics.small_answers import rate_by_weights, small_answer
from analyzer.games.rumini.rules.options import can_exchange
from analyzer.games.rumini.state import Phase, Treasure
from analyzer.kernel.jit import phase, rule
from strategies.rumini import schemer as base

KNOBS = base.KNOBS.tuned(base.__file__).adding(
    last=50.0,  # what the last device adds, and the bazaar card that buys it
    second=1.0,  # the same for the last but one
    late=0.5,  # the share of a chest's worth that is gone at the end
    alarm=0.2,  # by what share gifts weigh more when an opponent lacks one device
    tile=6.0,  # a needed card with three sides while the hand holds a joker tile
    beam=30.0,
    strict=1.0,
    wait=1.0,  # exchange 0 = at once, 1 = after the plays of the turn
)
LAST, SECOND, LATE, ALARM, TILE, WAIT = KNOBS.places("last", "second", "late", "alarm", "tile", "wait")
BEAM, STRICT = KNOBS.places("beam", "strict")
N_WEIGHTS = 4


def rate(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer by the weights, gifts included."""
    return rate_by_weights(rules, table, hand, knobs, knobs[base.GIFT], answer)


@weighing(knobs=KNOBS, traits=("look-ahead",), rate=rate)
def racer(rules, table, hand, knobs, memory, choice):
    """A schemer that knows how near the end is: the last device counts more, chests less, gifts to who is close more.

    1. Do what `schemer` does at once, but exchange bazaar cards after the plays of the turn, or to win. 2. Follow the
    best plan by the weights of the moment. 3. Without one play on as `schemer` does.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    is_buyer = can_exchange(rules, table, hand)
    if is_buyer and not may_wait(rules, table, hand, knobs):
        return EXCHANGE
    answer = base.use_treasure(rules, table, hand, knobs)
    if answer == NOTHING and hand.held > 0:
        answer = planned_play(rules, table, hand, knobs)
    if answer != NOTHING:
        return answer
    return EXCHANGE if is_buyer else base.go_without(rules, table, hand, knobs)


@rule
def lacks(rules, table, seat):
    """Count the devices that a seat still lacks."""
    return rules.collect - table.n_up[seat]


@rule
def may_wait(rules, table, hand, knobs):
    """Tell whether an exchange may wait until the plays are made: not if it wins."""
    return knobs[WAIT] > 0.5 and lacks(rules, table, hand.seat) > 1


@phase
def planned_play(rules, table, hand, knobs):
    """Return the first play of the best plan by the weights of the moment; NOTHING if none helps."""
    weights = np.empty(N_WEIGHTS)
    weigh(rules, table, hand, knobs, weights)
    gift = knobs[base.GIFT] * (1.0 + (knobs[ALARM] if fewest_lacking(rules, table, hand) <= 1 else 0.0))
    ready = knobs[base.READY] + (knobs[TILE] if hand.treasure[Treasure.JOKER] > 0 else 0.0)
    fresh, width, is_strict = knobs[base.FRESH], int(knobs[BEAM]), knobs[STRICT] > 0.5
    return plan_position(rules, table, hand, weights, hand.held, gift, ready, fresh, width, is_strict)


@rule
def weigh(rules, table, hand, knobs, weights):
    """Set the weights of the moment."""
    own, other = lacks(rules, table, hand.seat), fewest_lacking(rules, table, hand)
    more = knobs[LAST] if own == 1 else (knobs[SECOND] if own == 2 else 0.0)
    is_bought = table.bazaar[hand.seat] % rules.bazaar_for_device == rules.bazaar_for_device - 1
    weights[NEEDED] = knobs[NEEDED] + more
    weights[UNNEEDED] = knobs[UNNEEDED] + (more if is_bought else 0.0)
    weights[CHEST] = knobs[CHEST] * (1.0 - knobs[LATE] * (rules.collect - min(own, other)) / rules.collect)
    weights[SIDE] = knobs[SIDE]


@rule
def fewest_lacking(rules, table, hand):
    """Count the devices that the leading opponent lacks."""
    fewest = rules.collect
    for seat in range(rules.players):
        if seat != hand.seat:
            fewest = min(fewest, lacks(rules, table, seat))
    return fewest
