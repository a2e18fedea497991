"""Kinds of answers that can be banned: what a seat may do without in a whole game."""

from analyzer.games.rumini import encoding, state
from analyzer.games.rumini.heuristics.placements import sides_after
from analyzer.games.rumini.rules import capture, grid
from analyzer.games.rumini.state import SIDES, Phase, Treasure
from analyzer.kernel.jit import phase, rule

STRATEGIES = {
    "capture": "surround a card",
    "flag": "mark a card by a flag",
    "joker": "place a joker tile",
    "pirate": "rob a device",
    "event": "give an event to an opponent",
    "bazaar": "buy a device with bazaar cards",
    **{device.name.lower().replace("_", "-"): "have this device up, got in any way" for device in state.Device},
}
RIVALS = ("flag", "joker", "pirate", "event", "bazaar")
CAPTURE, FLAG, JOKER, PIRATE, EVENT, BAZAAR, FIRST_DEVICE = range(7)
ANY = -1


@rule
def is_of(rules, table, hand, answer, number):
    """Tell whether an answer is of the kind at a place of STRATEGIES."""
    device = number - FIRST_DEVICE
    if table.phase == Phase.JOKER:
        return is_placement_of(rules, table, answer, number)
    if table.phase != Phase.MAIN:
        return is_offer(table, answer) if number == BAZAAR else device >= 0 and device_asked(table, answer) == device
    if encoding.face_of(answer) >= 0:
        return is_placement_of(rules, table, answer, number)
    return (answer == encoding.EXCHANGE and number == BAZAAR) or is_treasure(answer, number)


@rule
def hide(hand, kinds):
    """Take the treasure cards that are banned out of a hand, so that a policy plans without them."""
    for face in range(state.TREASURE_FACES):
        kind = EVENT if face >= Treasure.EVENT else FLAG + face
        if (kinds >> kind) & 1 == 1:
            hand.treasure[face] = 0


@rule
def is_treasure(answer, number):
    """Tell whether a treasure card of a kind is played."""
    face = answer - encoding.TREASURE
    if face < 0 or number < FLAG or number > EVENT:
        return False
    return face >= Treasure.EVENT if number == EVENT else face == number - FLAG


@rule
def is_offer(table, answer):
    """Tell whether bazaar cards are spent in another's turn."""
    return table.phase == Phase.OFFER and answer > 0


@rule
def device_asked(table, answer):
    """Return the device that an answer to a question about devices gets; -1 if none."""
    if table.phase == Phase.PIRATE:
        return answer % state.DEVICES
    if table.phase == Phase.EXCHANGE:
        return answer
    return answer - 1 if table.phase == Phase.OFFER else -1


@rule
def is_placement_of(rules, table, answer, number):
    """Tell whether a placement is of a kind: a capture, or that of a device."""
    if number == CAPTURE or number >= FIRST_DEVICE:
        device = ANY if number == CAPTURE else number - FIRST_DEVICE
        return captures(rules, table, encoding.card_of(answer), encoding.x_of(answer), encoding.y_of(answer), device)
    return False


@phase
def captures(rules, table, card, x, y, device):
    """Tell whether a placement surrounds a card that is worth it and shows a device, or any."""
    n_around, found = 0, False
    for side in range(SIDES):
        other = grid.card_at(table, x + state.STEP_X[side], y + state.STEP_Y[side])
        if other != 0 and other != card:
            n_around += 1
            found |= sides_after(table, other, card) == SIDES and is_prize(rules, table, other, device)
    return found or (n_around == SIDES and is_prize(rules, table, card, device))


@rule
def is_prize(rules, table, card, device):
    """Tell whether a surrounded card gives a device."""
    return capture.is_worth(rules, table, card) and (device == ANY or rules.device_of[card] == device)
