"""The action of a turn: the best play of a porthole card, and which treasure card to use now."""

from analyzer.games.rumini.encoding import END, EXCHANGE, TREASURE, play
from analyzer.games.rumini.heuristics import placements, small_answers
from analyzer.games.rumini.rules import listing, options, placing
from analyzer.games.rumini.state import DEVICES, SIDES, STEP_X, STEP_Y, Treasure
from analyzer.kernel.jit import phase, rule

NOTHING = -1
ALMOST = 0.999  # so that exactly the value of a device is enough


@rule
def play_greedily(rules, table, hand, knobs):
    """Answer MAIN: use what helps at once, play the best porthole card, then end the turn."""
    answer = use_at_once(rules, table, hand, knobs)
    if answer == NOTHING:
        answer = best_play(rules, table, hand, knobs, 0.0)[1]
    return or_end(rules, table, hand, answer)


@rule
def or_end(rules, table, hand, answer):
    """Return an answer to MAIN; instead of NOTHING put a flag, or end the turn."""
    if answer == NOTHING:
        answer = use_at_end(rules, table, hand)
    return answer if answer != NOTHING else END


@phase
def best_play(rules, table, hand, knobs, gift):
    """Return the value and the answer of the best play of a porthole card; NOTHING if there is none."""
    best = placements.NEVER
    answer = NOTHING
    for slot in range(hand.held):
        if not listing.is_repeated(hand, slot):
            for way in range(placing.WAYS):
                best, answer = better_play(rules, table, hand, knobs, gift, hand.cards[slot], way, best, answer)
    return best, answer


@phase
def better_play(rules, table, hand, knobs, gift, face, way, best, answer):
    """Return the best play so far or a better one of a porthole card in one of its ways."""
    kind = placing.placed_kind(face, way)
    side = placing.placed_side(face, way)
    first = placing.first_card(placing.placed_kind(face, 1 - way))
    for other in range(first, first + rules.per_kind[placing.placed_kind(face, 1 - way)]):
        if not placing.has_place_beside(rules, table, other, side):
            continue
        x, y = table.x[other] + STEP_X[side], table.y[other] + STEP_Y[side]
        card = placing.next_source(rules, table, kind, 0)
        while card != 0:
            if card != other:
                value = placements.placement_value(rules, table, hand, knobs, gift, 0, card, x, y)
                if value > best and placing.is_allowed_cell(rules, table, card, x, y):
                    best = value
                    answer = play(face, card, x, y)
            card = placing.next_source(rules, table, kind, card)
    return best, answer


@phase
def use_at_once(rules, table, hand, knobs):
    """Use what helps at once: exchange, rob a needed device, capture by a joker, give events; NOTHING else."""
    if options.can_exchange(rules, table, hand):
        return EXCHANGE
    if table.treasures[hand.seat] == 0:
        return NOTHING
    if is_pirate_useful(rules, table, hand):
        return TREASURE + Treasure.PIRATE
    if is_joker_useful(rules, table, hand, knobs):
        return TREASURE + Treasure.JOKER
    for device in range(DEVICES):
        if options.can_play_treasure(rules, table, hand, Treasure.EVENT + device):
            return TREASURE + Treasure.EVENT + device
    return NOTHING


@rule
def is_pirate_useful(rules, table, hand):
    """Tell whether a pirate gains a needed device, or stops one who lacks a single device."""
    return hand.treasure[Treasure.PIRATE] > 0 and small_answers.best_robbery(rules, table, hand)[0] > 0


@rule
def is_joker_useful(rules, table, hand, knobs):
    """Tell whether a joker tile captures a needed device."""
    return (
        hand.treasure[Treasure.JOKER] > 0
        and placements.best_joker(rules, table, hand, knobs, ALMOST * knobs[placements.NEEDED])[1] >= 0
    )


@rule
def is_flag_useful(rules, table, hand, least_sides):
    """Tell whether a needed card with enough sides built can get a flag."""
    return hand.treasure[Treasure.FLAG] > 0 and small_answers.best_flag(rules, table, hand)[0] >= least_sides


@rule
def use_at_end(rules, table, hand):
    """Put a flag on a needed card before the turn ends, if half of it is built; NOTHING else."""
    if is_flag_useful(rules, table, hand, SIDES // 2):
        return TREASURE + Treasure.FLAG
    return NOTHING
