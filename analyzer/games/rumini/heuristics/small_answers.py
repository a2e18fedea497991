"""The answers to every question but MAIN, and what a policy with weights thinks of any answer."""

from analyzer.games.rumini.encoding import END, GIVE_UP, MISS, card_of, face_of, rob, x_of, y_of
from analyzer.games.rumini.heuristics.placements import CHEST, NEVER, best_joker, is_wanted, placement_value
from analyzer.games.rumini.rules import capture, devices
from analyzer.games.rumini.state import CARDS, DEVICES, SIDES, Phase
from analyzer.kernel.jit import phase, rule


@phase
def small_answer(rules, table, hand, knobs):
    """Answer every question but MAIN by the heuristics above."""
    phase = table.phase
    if phase == Phase.EXCHANGE:
        return device_to_buy(rules, table, hand)
    if phase == Phase.OFFER:
        return device_to_buy(rules, table, hand) + 1
    if phase == Phase.EVENT:
        return answer_to_event(rules, table, hand)
    if phase == Phase.PREFER:
        return 0  # a device is worth three bazaar cards
    if phase == Phase.TARGET:
        return strongest_opponent(rules, table, hand, table.event)
    if phase == Phase.JOKER:
        return best_joker(rules, table, hand, knobs, NEVER)[1]
    if phase == Phase.PIRATE:
        return best_robbery(rules, table, hand)[1]
    return best_flag(rules, table, hand)[1]


@phase
def best_flag(rules, table, hand):
    """Return the sides (0 = not needed) and the number of the card to flag: the needed one with the most sides."""
    most = -1
    chosen = 0
    for card in range(1, CARDS):
        if devices.is_flag_target(rules, table, card):
            n = table.sides[card] if is_wanted(rules, hand, 0, card) and capture.is_worth(rules, table, card) else 0
            if n > most:
                most = n
                chosen = card
    return most, chosen


@rule
def opponent(rules, hand, step):
    """Return the opponent that sits `step` seats clockwise: so that ties fall on nobody by the number of a seat."""
    return (hand.seat + step) % rules.players


@phase
def best_robbery(rules, table, hand):
    """Return the value of a pirate's best target (2 = a needed device, 1 = of one who lacks one device, 0) and it."""
    best = -1
    chosen = -1
    for step in range(1, rules.players):
        victim = opponent(rules, hand, step)
        is_close = table.n_up[victim] >= rules.collect - 1
        for device in range(DEVICES):
            if devices.is_pirate_target(rules, table, hand.seat, rob(victim, device)):
                value = 2 if hand.need[device] > 0 else (1 if is_close else 0)
                score = (value << 8) + table.n_up[victim]
                if score > best:
                    best = score
                    chosen = rob(victim, device)
    return best >> 8, chosen


@phase
def strongest_opponent(rules, table, hand, device):
    """Return who gets an event: the opponent with the most devices up, rather one who has the named device."""
    best = -1
    chosen = -1
    for step in range(1, rules.players):
        seat = opponent(rules, hand, step)
        if devices.is_event_target(rules, table, hand.seat, device, seat):
            score = 2 * table.n_up[seat] + (table.up[seat, device] > 0)
            if score > best:
                best = score
                chosen = seat
    return chosen


@rule
def answer_to_event(rules, table, hand):
    """Miss the turn, unless few own devices are up and many down: then the device costs less than a turn."""
    n_up = table.n_up[hand.seat]
    return GIVE_UP if n_up <= 2 and rules.collect - n_up > 2 else MISS


@phase
def device_to_buy(rules, table, hand):
    """Return the needed device that is farthest from being captured: whose best card lacks the most sides."""
    least = SIDES + 1
    chosen = 0
    for device in range(DEVICES):
        if hand.need[device] > 0:
            n = best_sides(rules, table, device)
            if n < least:
                least = n
                chosen = device
    return chosen


@rule
def best_sides(rules, table, device):
    """Return the most sides built around a card that shows a device and is not surrounded."""
    most = 0
    for card in range(1, CARDS):
        if table.laid[card] == 1 and rules.device_of[card] == device and table.sides[card] < SIDES:
            most = max(most, table.sides[card])
    return most


@phase
def rate_by_weights(rules, table, hand, knobs, gift, answer):
    """Rate an answer: a placement by its value, a flag by the sides of its card, else the policy's own answer first."""
    if table.phase == Phase.MAIN:
        return rate_action(rules, table, hand, knobs, gift, answer)
    if table.phase == Phase.JOKER:
        return placement_value(rules, table, hand, knobs, gift, 0, card_of(answer), x_of(answer), y_of(answer))
    if table.phase == Phase.FLAG:
        return 1.0 * table.sides[answer] if is_wanted(rules, hand, 0, answer) else 0.0
    return 1.0 if small_answer(rules, table, hand, knobs) == answer else 0.0


@rule
def rate_action(rules, table, hand, knobs, gift, answer):
    """Rate an answer to MAIN: a play by its placement, exchanges and treasure like a chest, the end by nothing."""
    if face_of(answer) >= 0:
        return placement_value(rules, table, hand, knobs, gift, 0, card_of(answer), x_of(answer), y_of(answer))
    return 0.0 if answer == END else knobs[CHEST]
