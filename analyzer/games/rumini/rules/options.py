"""Section 7 of the rules: what may be answered to each question, from what the asked player sees.

`n_options`, `option` and `is_legal` take the table and one's own hand only, so the list of options cannot tell
more than the player may know. The list of MAIN: end the turn, exchange, treasure faces, plays.
"""

from analyzer.games.rumini.encoding import CARD_SHIFT, END, EXCHANGE, TREASURE, card_of, face_of, x_of, y_of
from analyzer.games.rumini.rules import devices, listing, placing
from analyzer.games.rumini.state import CARDS, DEVICES, FACES, TREASURE_FACES, Phase, Treasure
from analyzer.kernel import jit, piles


@jit.phase
def n_options(rules, table, hand):
    """Count the options of the question at hand."""
    phase = table.phase
    if phase == Phase.MAIN:
        return (
            piles.count_bits(general_actions(rules, table, hand))
            - 1
            - listing.walk_plays(rules, table, hand, listing.ALL)
        )
    if phase == Phase.JOKER:
        return -1 - listing.walk_jokers(rules, table, listing.ALL)
    if phase == Phase.FLAG:
        return devices.flag_targets(rules, table, 0)[0]
    if phase == Phase.PIRATE:
        return devices.pirate_targets(rules, table, hand.seat, 0)[0]
    if phase == Phase.TARGET:
        return devices.event_targets(rules, table, hand.seat, table.event)[0]
    if phase == Phase.EVENT:
        return 2
    if phase == Phase.PREFER:
        return 1 + piles.count_bits(table.taken)
    return piles.count_bits(devices.needed_devices(hand)) + (phase == Phase.OFFER)


@jit.phase
def option(rules, table, hand, index):
    """Return the `index`-th option of the question at hand."""
    phase = table.phase
    if phase == Phase.MAIN:
        return nth_action(rules, table, hand, index)
    if phase == Phase.JOKER:
        return listing.walk_jokers(rules, table, index)
    if phase == Phase.FLAG:
        return devices.flag_targets(rules, table, index)[1]
    if phase == Phase.PIRATE:
        return devices.pirate_targets(rules, table, hand.seat, index)[1]
    if phase == Phase.TARGET:
        return piles.nth_bit(devices.event_targets(rules, table, hand.seat, table.event)[1], index)
    if phase == Phase.EVENT:
        return index
    if phase == Phase.PREFER:
        return piles.nth_bit(table.taken << 1 | 1, index)
    return nth_exchange(table, hand, index)


@jit.phase
def is_legal(rules, table, hand, answer):
    """Tell whether an answer is one of the options."""
    phase = table.phase
    if phase == Phase.MAIN:
        return is_legal_action(rules, table, hand, answer)
    if phase == Phase.JOKER:
        return is_legal_tile(rules, table, answer)
    if phase == Phase.FLAG:
        return 0 < answer < CARDS and devices.is_flag_target(rules, table, answer)
    if phase == Phase.PIRATE:
        return devices.is_pirate_target(rules, table, hand.seat, answer)
    if phase == Phase.TARGET:
        return devices.is_event_target(rules, table, hand.seat, table.event, answer)
    return is_legal_reply(table, hand, answer)


@jit.rule
def is_legal_reply(table, hand, answer):
    """Tell whether an answer to EVENT, EXCHANGE, OFFER or PREFER is allowed (Q6 to Q8, B-16)."""
    phase = table.phase
    if phase == Phase.EVENT:
        return 0 <= answer <= 1
    if phase == Phase.OFFER:
        return answer == 0 or devices.is_needed(hand, answer - 1)
    if phase == Phase.PREFER:
        return 0 <= answer <= DEVICES and ((table.taken << 1 | 1) >> answer) & 1 == 1
    return devices.is_needed(hand, answer)


# Q1


@jit.rule
def can_exchange(rules, table, hand):
    """Tell whether bazaar cards may be exchanged in one's own turn (R-BAZAAR-1, R-BAZAAR-2)."""
    return devices.has_price(rules, table, hand.seat) and not devices.is_only_on_arrival(rules)


@jit.phase
def can_play_treasure(rules, table, hand, face):
    """Tell whether a treasure face is held and has a target (R-TREASURE-6, R-TREASURE-11)."""
    if face < 0 or face >= TREASURE_FACES or hand.treasure[face] == 0:
        return False
    if face == Treasure.FLAG:
        return devices.flag_targets(rules, table, 0)[0] > 0
    if face == Treasure.JOKER:
        return listing.has_joker_place(rules, table)
    if face == Treasure.PIRATE:
        return devices.pirate_targets(rules, table, hand.seat, 0)[0] > 0
    return devices.event_targets(rules, table, hand.seat, face - Treasure.EVENT)[0] > 0


@jit.phase
def general_actions(rules, table, hand):
    """Return the answers to MAIN that play no porthole card, as bits."""
    mask = 1 << END
    if can_exchange(rules, table, hand):
        mask |= 1 << EXCHANGE
    if table.treasures[hand.seat] > 0:
        for face in range(TREASURE_FACES):
            if can_play_treasure(rules, table, hand, face):
                mask |= 1 << (TREASURE + face)
    return mask


@jit.phase
def has_choice(rules, table, hand):
    """Tell whether anything but ending the turn is possible (R-TURN-1, R-TURN-2)."""
    return listing.has_play(rules, table, hand) or general_actions(rules, table, hand) != 1 << END


@jit.rule
def nth_action(rules, table, hand, index):
    """Return the `index`-th option of MAIN."""
    mask = general_actions(rules, table, hand)
    n = piles.count_bits(mask)
    if index < n:
        return piles.nth_bit(mask, index)
    return listing.walk_plays(rules, table, hand, index - n)


@jit.phase
def is_legal_action(rules, table, hand, answer):
    """Tell whether an answer to MAIN is allowed (R-TURN-1, R-TURN-2, R-TURN-5)."""
    face = face_of(answer)
    if face >= 0:
        is_held = face < FACES and piles.find(hand.cards, hand.held, face) >= 0
        card = card_of(answer)
        return (
            is_held and 0 < card < CARDS and placing.is_legal_play(rules, table, face, card, x_of(answer), y_of(answer))
        )
    if answer == END:
        return True
    if answer == EXCHANGE:
        return can_exchange(rules, table, hand)
    return can_play_treasure(rules, table, hand, answer - TREASURE)


# Q3, Q7, Q8


@jit.rule
def is_legal_tile(rules, table, answer):
    """Tell whether an answer to JOKER names a map card and a cell that are allowed."""
    card = answer >> CARD_SHIFT
    return 0 < card < CARDS and placing.is_legal_joker(rules, table, card, x_of(answer), y_of(answer))


@jit.rule
def nth_exchange(table, hand, index):
    """Return the `index`-th option of EXCHANGE or OFFER: distinct own down devices, in OFFER after a no."""
    if table.phase == Phase.OFFER:
        return 0 if index == 0 else piles.nth_bit(devices.needed_devices(hand), index - 1) + 1
    return piles.nth_bit(devices.needed_devices(hand), index)
