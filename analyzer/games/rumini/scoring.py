"""Choosing the action of a turn: the best play of a porthole card, and which treasure card to use now."""

from __future__ import annotations

from analyzer.games.rumini.encoding import EXCHANGE, TREASURE, play
from analyzer.games.rumini.heuristics import (
    NEEDED,
    NEVER,
    best_flag,
    best_joker,
    best_robbery,
    placement_value,
)
from analyzer.games.rumini.rules.listing import is_repeated
from analyzer.games.rumini.rules.options import can_exchange, can_play_treasure
from analyzer.games.rumini.rules.placing import (
    WAYS,
    first_card,
    is_allowed_cell,
    is_reference,
    next_source,
    placed_kind,
    placed_side,
)
from analyzer.games.rumini.state import DEVICES, SIDES, Treasure
from analyzer.games.rumini.tables import STEP_X, STEP_Y
from analyzer.kernel.jit import phase, rule

NOTHING = -1
ALMOST = 0.999  # so that exactly the value of a device is enough


@phase
def best_play(rules, table, hand, knobs, gift):
    """Return the value and the answer of the best play of a porthole card; NOTHING if there is none."""
    best = NEVER
    answer = NOTHING
    for slot in range(hand.held):
        if not is_repeated(hand, slot):
            for way in range(WAYS):
                best, answer = better_play(rules, table, hand, knobs, gift, hand.cards[slot], way, best, answer)
    return best, answer


@phase
def better_play(rules, table, hand, knobs, gift, face, way, best, answer):
    """Return the best play so far or a better one of a porthole card in one of its ways."""
    kind = placed_kind(face, way)
    side = placed_side(face, way)
    first = first_card(placed_kind(face, 1 - way))
    for other in range(first, first + rules.per_kind[placed_kind(face, 1 - way)]):
        if table.laid[other] == 0 or table.beside[other, side] != 0 or not is_reference(rules, table, other):
            continue
        x, y = table.x[other] + STEP_X[side], table.y[other] + STEP_Y[side]
        card = next_source(rules, table, kind, 0)
        while card != 0:
            if card != other:
                value = placement_value(rules, table, hand, knobs, gift, 0, card, x, y)
                if value > best and is_allowed_cell(rules, table, card, x, y):
                    best = value
                    answer = play(face, card, x, y)
            card = next_source(rules, table, kind, card)
    return best, answer


@phase
def use_at_once(rules, table, hand, knobs):
    """Use what helps at once: exchange, rob a needed device, capture by a joker, give events; NOTHING else."""
    if can_exchange(rules, table, hand):
        return EXCHANGE
    if table.treasures[hand.seat] == 0:
        return NOTHING
    if is_pirate_useful(rules, table, hand):
        return TREASURE + Treasure.PIRATE
    if is_joker_useful(rules, table, hand, knobs):
        return TREASURE + Treasure.JOKER
    for device in range(DEVICES):
        if can_play_treasure(rules, table, hand, Treasure.EVENT + device):
            return TREASURE + Treasure.EVENT + device
    return NOTHING


@rule
def is_pirate_useful(rules, table, hand):
    """Tell whether a pirate gains a needed device, or stops one who lacks a single device."""
    return hand.treasure[Treasure.PIRATE] > 0 and best_robbery(rules, table, hand)[0] > 0


@rule
def is_joker_useful(rules, table, hand, knobs):
    """Tell whether a joker tile captures a needed device."""
    return hand.treasure[Treasure.JOKER] > 0 and best_joker(rules, table, hand, knobs, ALMOST * knobs[NEEDED])[1] >= 0


@rule
def is_flag_useful(rules, table, hand, least_sides):
    """Tell whether a needed card with enough sides built can get a flag."""
    return hand.treasure[Treasure.FLAG] > 0 and best_flag(rules, table, hand)[0] >= least_sides


@rule
def use_at_end(rules, table, hand):
    """Put a flag on a needed card before the turn ends, if half of it is built; NOTHING else."""
    if is_flag_useful(rules, table, hand, SIDES // 2):
        return TREASURE + Treasure.FLAG
    return NOTHING
