"""Look at more plans than `schemer`, and weigh captures by how near the end of the game is."""

import numpy as np

from analyzer.games.rumini import weighing
from analyzer.games.rumini.encoding import EXCHANGE
from analyzer.games.rumini.heuristics.placements import CHEST, NEEDED, SIDE, UNNEEDED
from analyzer.games.rumini.heuristics.planning import plan_position
from analyzer.games.rumini.heuristics.plays import NOTHING
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.rules.options import can_exchange
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import phase, rule
from strategies.rumini import schemer

KNOBS = schemer.KNOBS.tuned(schemer.__file__).adding(
    last=50.0,  # what the last device adds, and the bazaar card that buys it
    late=0.5,  # the share of a chest's worth that is gone at the end
    beam=60.0,  # sequences of plays that are followed, each in one order alone
)
LAST, LATE, BEAM = KNOBS.places("last", "late", "beam")
WIDEST = 1000.0
N_WEIGHTS = 1 + max(NEEDED, UNNEEDED, CHEST, SIDE)


@weighing(knobs=KNOBS, traits=("look-ahead",), rate=schemer.rate)
def racer(rules, table, hand, knobs, memory, choice):
    """A schemer with an eye on the end: look at more plans, and weigh each by how near somebody is to winning.

    1. To win, exchange bazaar cards. 2. Use treasure cards as `schemer` does. 3. Follow the best of many plans; the
    last device counts more, chests less the nearer anybody is to the end. 4. Then exchange, when it is clear what was
    captured. 5. Play on as `schemer` does without a plan.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    is_buyer = can_exchange(rules, table, hand)
    if is_buyer and lacks(rules, table, hand.seat) == 1:
        return EXCHANGE
    answer = schemer.use_treasure(rules, table, hand, knobs)
    if answer == NOTHING and hand.held > 0:
        answer = planned_play(rules, table, hand, knobs)
    if answer != NOTHING:
        return answer
    return EXCHANGE if is_buyer else schemer.go_without(rules, table, hand, knobs)


@rule
def lacks(rules, table, seat):
    """Count the devices that a seat still lacks."""
    return rules.collect - table.n_up[seat]


@phase
def planned_play(rules, table, hand, knobs):
    """Return the first play of the best plan by the weights of the moment; NOTHING if none helps."""
    weights = np.empty(N_WEIGHTS)
    weigh(rules, table, hand, knobs, weights)
    gift, ready, fresh = knobs[schemer.GIFT], knobs[schemer.READY], knobs[schemer.FRESH]
    width = int(min(max(knobs[BEAM], 1.0), WIDEST))
    return plan_position(rules, table, hand, weights, hand.held, gift, ready, fresh, width, True)


@rule
def weigh(rules, table, hand, knobs, weights):
    """Set the weights of the moment."""
    more = knobs[LAST] if lacks(rules, table, hand.seat) == 1 else 0.0
    price = rules.bazaar_for_device
    weights[NEEDED] = knobs[NEEDED] + more
    weights[UNNEEDED] = knobs[UNNEEDED] + (more if table.bazaar[hand.seat] % price == price - 1 else 0.0)
    weights[CHEST] = knobs[CHEST] * (1.0 - knobs[LATE] * most_up(rules, table) / rules.collect)
    weights[SIDE] = knobs[SIDE]


@rule
def most_up(rules, table):
    """Count the devices of whoever has most."""
    most = 0
    for seat in range(rules.players):
        most = max(most, table.n_up[seat])
    return most
