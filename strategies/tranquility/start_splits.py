"""Ways to share the eight cards that the Start costs; everything else is played like `spacing`.

The recommended way (`level_split`, in `spacing`) takes each card from whoever holds the most. What do the others cost?
"""

from analyzer.games.tranquility import policy
from analyzer.games.tranquility.encoding import one_share, share_of
from analyzer.games.tranquility.heuristics.small_answers import spare_offer
from analyzer.games.tranquility.rules.splits import cap
from analyzer.games.tranquility.state import Phase
from analyzer.kernel.lean import phase
from strategies.tranquility.spacing import placement_score, spacing

decide_spacing = spacing.decide
KNOBS = spacing.knobs  # the same, so that only the split differs

EVENLY, BY_SPARE, BY_PAYER = range(3)


@phase
def share_price(rules, table, hand, way):
    """Take the price card by card from whoever is first in line then; ties go to the nearest after the active seat."""
    split = 0
    for _ in range(table.cost):
        giver, best = -1, 0.0
        for step in range(rules.players):
            seat = (table.active + step) % rules.players
            given = share_of(split, seat)
            if given < cap(rules, table, hand, seat):
                claim = claim_on(rules, table, hand, way, seat, given)
                if giver < 0 or claim > best:
                    giver, best = seat, claim
        split += one_share(giver, 1)
    return split


@phase
def claim_on(rules, table, hand, way, seat, given):
    """Say how much sooner than others a seat gives its next card."""
    left = table.held[seat] - given
    if way == EVENLY:
        return -1.0 * given
    if way == BY_PAYER:
        return 100.0 if seat == table.active else 1.0 * left
    spare = spare_offer(rules, table, hand) if seat == table.active else max(table.offer[seat], 0)
    return 100.0 + spare - given if given < spare else 1.0 * left


@policy(score=placement_score, **KNOBS)
def even_split(rules, table, hand, knobs, memory, choice):
    """Spacing with the Start shared evenly: card by card around the table, whatever the hands hold."""
    if table.phase == Phase.SPLIT:
        return share_price(rules, table, hand, EVENLY)
    return decide_spacing(rules, table, hand, knobs, memory, choice)


@policy(score=placement_score, **KNOBS)
def spare_split(rules, table, hand, knobs, memory, choice):
    """Spacing with spare cards given first: let those give first for the Start who announced cards that fit nowhere."""
    if table.phase == Phase.SPLIT:
        return share_price(rules, table, hand, BY_SPARE)
    return decide_spacing(rules, table, hand, knobs, memory, choice)


@policy(score=placement_score, **KNOBS)
def payer_split(rules, table, hand, knobs, memory, choice):
    """Spacing with the payer giving most: whoever lays the Start gives all they can, the fullest hands the rest."""
    if table.phase == Phase.SPLIT:
        return share_price(rules, table, hand, BY_PAYER)
    return decide_spacing(rules, table, hand, knobs, memory, choice)
