"""Dealing device cards again: every deal that fits what everybody saw is as likely as every other.

Of each seat everybody knows some cards (those that are up, and those turned down again), and of some devices that there
are no more. The unseen cards of a device are split among the other seats and the cards set aside, device by device. A
split is drawn in proportion to the number of deals that go on from it, so that no deal has to be thrown away.
"""

import numpy as np

from analyzer.games.rumini import state as codes
from analyzer.games.rumini.rules import decks, setup
from analyzer.games.turns import is_removed
from analyzer.kernel import jit, random

_OTHERS = codes.MAX_SEATS - 1
_ALL = 1e300  # more than there are deals: add up all of them
_UNIT = 1.0 / (1 << 32)
_FACTORIAL = np.array([1.0, 1.0, 2.0, 6.0, 24.0])  # of as many copies as a device may have

# What everybody knows of the other seats, clockwise from the asked one; seats that do not play lack nothing.
SEEN = jit.record(
    ("lacks", "i8", (_OTHERS,)),  # cards that nobody knows
    ("shown", "i8", (codes.DEVICES, _OTHERS)),  # cards that everybody knows
    ("most", "i8", (codes.DEVICES, _OTHERS)),  # cards there may be besides
    ("left", "i8", (codes.DEVICES,)),  # cards that the asked seat does not see
    ("more", "i8", (codes.DEVICES, _OTHERS)),  # how many of them a seat gets
)


@jit.phase
def deal_devices_anew(rules, table, hand, state, stream):
    """Deal the devices that are down before the others, and those set aside (R-SETUP-1 to R-SETUP-3, B-6)."""
    seen = np.zeros(1, SEEN)[0]
    look_around(rules, table, hand, seen)
    split_devices(seen, stream)
    hand_out(rules, table, hand, seen, state)
    lay_devices(rules, table, state)


@jit.rule
def seat_after(rules, hand, step):
    """Return one of the other seats, clockwise from the asked one."""
    return (hand.seat + 1 + step) % rules.players


@jit.rule
def hand_out(rules, table, hand, seen, state):
    """Lay the devices face down before the other seats."""
    for step in range(rules.players - 1):
        seat = seat_after(rules, hand, step)
        for device in range(codes.DEVICES):
            state.hands[seat].need[device] = table.known[seat, device] + seen.more[device, step]


# What is seen


@jit.rule
def look_around(rules, table, hand, seen):
    """Write down what everybody knows of the other seats."""
    for device in range(codes.DEVICES):
        copies = 0 if is_removed(rules, codes.KIND_DEVICE, device) else rules.device_copies
        seen.left[device] = copies - hand.need[device] - table.up[hand.seat, device]
    for step in range(rules.players - 1):
        look_at(table, seen, step, seat_after(rules, hand, step))
        seen.lacks[step] = rules.collect - count_seen(seen, step)
    for step in range(rules.players - 1):
        for device in range(codes.DEVICES):
            seen.most[device, step] = most_unseen(rules, table, seen, device, step, seat_after(rules, hand, step))


@jit.rule
def look_at(table, seen, step, seat):
    """Write down which cards of a seat everybody knows."""
    for device in range(codes.DEVICES):
        seen.shown[device, step] = table.up[seat, device] + table.known[seat, device]
        seen.left[device] -= seen.shown[device, step]


@jit.rule
def count_seen(seen, step):
    """Count the cards of a seat that everybody knows."""
    n = 0
    for device in range(codes.DEVICES):
        n += seen.shown[device, step]
    return n


@jit.rule
def most_unseen(rules, table, seen, device, step, seat):
    """Return how many cards of a device a seat may have that nobody has seen (R-CAPTURE-3, B-6)."""
    if (table.settled[seat] >> device) & 1 == 1:
        return 0
    return min(seen.left[device], 1 - seen.shown[device, step]) if setup.is_dealt_once(rules) else seen.left[device]


# How many deals there are


@jit.phase
def split_devices(seen, stream):
    """Split the unseen cards of each device among the other seats; the rest is set aside."""
    a, b, c = seen.lacks[0], seen.lacks[1], seen.lacks[2]
    deals = count_deals(seen)
    for device in range(codes.DEVICES):
        a, b, c = draw_split(seen, deals, device, a, b, c, stream)


@jit.rule
def draw_split(seen, deals, device, a, b, c, stream):
    """Draw a split of a device, and return what the three seats lack then."""
    wanted = (random.next_u32(stream) + 0.5) * _UNIT * deals[device, a, b, c]
    _, x, y, z = walk_splits(seen, deals, device, a, b, c, wanted)
    seen.more[device, 0], seen.more[device, 1], seen.more[device, 2] = x, y, z
    return a - x, b - y, c - z


@jit.phase
def count_deals(seen):
    """Count the deals of the devices from each one on, by what the three seats still lack."""
    deals = np.zeros((codes.DEVICES + 1, seen.lacks[0] + 1, seen.lacks[1] + 1, seen.lacks[2] + 1))
    deals[codes.DEVICES, 0, 0, 0] = 1.0
    for device in range(codes.DEVICES - 1, -1, -1):
        for a in range(seen.lacks[0] + 1):
            for b in range(seen.lacks[1] + 1):
                for c in range(seen.lacks[2] + 1):
                    deals[device, a, b, c] = walk_splits(seen, deals, device, a, b, c, _ALL)[0]
    return deals


@jit.phase
def walk_splits(seen, deals, device, a, b, c, wanted):
    """Add up the deals of a device's splits, up to the split that reaches `wanted`; return the sum and the split."""
    total = 0.0
    left = seen.left[device]
    most = seen.most[device]
    x = y = z = 0
    for x in range(min(a, most[0]) + 1):
        for y in range(min(b, most[1], left - x) + 1):
            for z in range(min(c, most[2], left - x - y) + 1):
                total += n_ways(seen.shown[device], left, x, y, z) * deals[device + 1, a - x, b - y, c - z]
                if total >= wanted:
                    return total, x, y, z
    return total, x, y, z


@jit.rule
def n_ways(shown, left, x, y, z):
    """Count the ways to choose the copies for a split, but for a factor: equal cards are still different cards."""
    dealt = _FACTORIAL[shown[0] + x] * _FACTORIAL[shown[1] + y] * _FACTORIAL[shown[2] + z]
    return 1.0 / (dealt * _FACTORIAL[left - x - y - z])


# The cards on the table


@jit.phase
def lay_devices(rules, table, state):
    """Lay out the device cards seat by seat; the rest is set aside after them."""
    state.hidden.devices[:] = 0
    for seat in range(rules.players):
        lay_devices_of(rules, table, state, seat)
    set_aside(rules, table, state)


@jit.rule
def lay_devices_of(rules, table, state, seat):
    """Lay out the device cards of a seat."""
    n = seat * rules.collect
    for device in range(codes.DEVICES):
        n = decks.add_copies(state.hidden.devices, n, device, n_cards_of(table, state, seat, device))


@jit.rule
def n_cards_of(table, state, seat, device):
    """Count the cards of a device that a seat was dealt."""
    return state.hands[seat].need[device] + table.up[seat, device]


@jit.rule
def set_aside(rules, table, state):
    """Lay out the device cards that nobody was dealt."""
    n = rules.players * rules.collect
    for device in range(codes.DEVICES):
        n = decks.add_copies(state.hidden.devices, n, device, n_set_aside(rules, table, state, device))


@jit.rule
def n_set_aside(rules, table, state, device):
    """Count the cards of a device that nobody was dealt."""
    n = rules.device_copies
    for seat in range(rules.players):
        n -= n_cards_of(table, state, seat, device)
    return n
