"""Answers as integers: what a policy returns for each kind of question.

ACTION: kind * 64 + cell. PAY, DISCARD_TWO, GIVE, ROCKS_PAY, YELLOW_DOWN, FLIP_PAY: a bit mask of hand slots.
OFFER, TOP: a number of cards. SPLIT: six bits per seat. ROCKS: a row, or 12 to leave them. PURPLE: a row.
CANCEL, FREE_DUMP: 0 no, 1 yes. CLEAR: 0 none, else card * 64 + the seat before which it lies (a purple one: the row).
WILD_CLEAR: as CANCEL for a Storm just drawn (`table.storm`), else as CLEAR. WILD_NUMBER: the Island. EXPLORER_TARGET:
a cell. COMP_DRAW: a place in `table.market`.
"""

from analyzer.kernel.lean import rule

CELL_BITS = 6
CELL_MASK = 63
SPLIT_BITS = 6
SPLIT_MASK = 63


@rule
def play(kind, cell):
    """Encode the answer `play this at that cell`; cell 0 where there is none."""
    return (kind << CELL_BITS) | cell


@rule
def kind_of(action):
    """Return what an ACTION answer does: an Island's number, or a Kind."""
    return action >> CELL_BITS


@rule
def cell_of(action):
    """Return the cell of an ACTION answer, 0 if it has none."""
    return action & CELL_MASK


@rule
def share_of(split, seat):
    """Return how many cards a seat gives in a SPLIT answer."""
    return (split >> (SPLIT_BITS * seat)) & SPLIT_MASK


@rule
def one_share(seat, n_cards):
    """Encode that a seat gives n cards; the answers of all seats are added up."""
    return n_cards << (SPLIT_BITS * seat)
