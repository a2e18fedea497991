"""Sharing the Start's price: all ways to split it within everybody's cap (T-BASE-21, D-4)."""

from analyzer.games.tranquility.encoding import one_share, share_of
from analyzer.games.tranquility.rules.hands import n_discardable
from analyzer.games.tranquility.rules.hazards import note_at_most
from analyzer.games.tranquility.switches.readings import YellowStart
from analyzer.kernel.lean import phase, rule

TOP_CARDS = 2  # T-STORM-Y3


@rule
def on_shortage(rules):
    """Return what happens when the hands do not hold the price (A2)."""
    return rules.start_shortage


@rule
def is_both_or_none(rules):
    """Tell whether a Yellow owner gives both top cards or none (T-STORM-Y3)."""
    return rules.yellow_start == YellowStart.EXACTLY2_OR_0


@rule
def allowance(rules, table, seat):
    """Count the unseen top cards that a seat may give (T-STORM-Y3, T-STORM-Y9)."""
    if table.yellow[seat] == 0:
        return 0
    if is_both_or_none(rules) and table.pile[seat] < TOP_CARDS:
        return 0
    return min(TOP_CARDS, table.pile[seat])


@rule
def note_free_cards(rules, table, seat, n_cards):
    """Note that cards which can be given are no Monsters (T-MONSTER-4), but for unseen top cards."""
    if rules.has_monsters == 1:
        n_free = max(n_cards - allowance(rules, table, seat), 0)
        note_at_most(table, seat, table.held[seat] - n_free)


@rule
def cap(rules, table, hand, seat):
    """Return the most that a seat can be asked for: what everybody can see, or its binding offer (rules 7)."""
    if rules.has_monsters == 0:
        return table.held[seat] + allowance(rules, table, seat)
    if seat == table.active:
        return n_discardable(rules, table, hand) + allowance(rules, table, seat)
    return table.offer[seat]


@phase
def is_legal_split(rules, table, hand, split):
    """Tell whether the shares add up to the price and nobody gives more than the cap (T-BASE-21)."""
    if split < 0 or split >= one_share(rules.players, 1):
        return False
    total = 0
    for seat in range(rules.players):
        if share_of(split, seat) > cap(rules, table, hand, seat):
            return False
        total += share_of(split, seat)
    return total == table.cost


@phase
def total_cap(rules, table, hand):
    """Add up what all seats can be asked for."""
    total = 0
    for seat in range(rules.players):
        total += cap(rules, table, hand, seat)
    return total


@phase
def has_one_split(rules, table, hand):
    """Tell whether the shares are given without a choice."""
    n_givers = 0
    for seat in range(rules.players):
        n_givers += cap(rules, table, hand, seat) > 0
    return table.cost == 0 or table.cost == total_cap(rules, table, hand) or n_givers == 1


@phase
def n_splits(rules, table, hand):
    """Count the ways to share the price."""
    n = 0
    split = first_split(rules, table, hand)
    while split >= 0:
        n += 1
        split = next_split(rules, table, hand, split)
    return n


@phase
def nth_split(rules, table, hand, index):
    """Return the `index`-th way to share the price."""
    split = first_split(rules, table, hand)
    for _ in range(index):
        split = next_split(rules, table, hand, split)
    return split


@rule
def first_split(rules, table, hand):
    """Return the split in which the lowest seats give all they can; -1 if all together have too little."""
    return fill_split(rules, table, hand, 0, 0, table.cost)


@phase
def next_split(rules, table, hand, split):
    """Return the next split in a fixed order, or -1 after the last."""
    rest = share_of(split, rules.players - 1)
    for seat in range(rules.players - 2, -1, -1):
        share = share_of(split, seat)
        if share > 0:
            following = fill_split(rules, table, hand, split - one_share(seat, 1), seat + 1, rest + 1)
            if following >= 0:
                return following
        split -= one_share(seat, share)
        rest += share
    return -1


@phase
def fill_split(rules, table, hand, split, seat, rest):
    """Let the seats from `seat` on give the rest, the lowest first; -1 if they cannot."""
    for giver in range(seat, rules.players):
        share = min(rest, cap(rules, table, hand, giver))
        split += one_share(giver, share - share_of(split, giver))
        rest -= share
    return split if rest == 0 else -1
