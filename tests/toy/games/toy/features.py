"""What a trained value sees of the toy: the seats, of which one's own card is known, and the target."""

from analyzer.games.values.declared import Features
from analyzer.kernel.lean import phase
from analyzer.kernel.nets.network import features
from tests.toy.games.toy.state import CARDS, MAX_SEATS, Phase

NEW = 0  # a card that is still to be drawn
SEAT = features(
    ("card", "the own card, in tens"),
    ("is_own", "1 = the own seat, with a card that is known"),
    ("is_new", "1 = it changed its card"),
    ("is_done", "1 = it was asked already"),
)
TABLE = features(("target", "the target, in tens"))


@phase
def carry_out(rules, state, answer):
    """Take the answer of the asked seat; a new card is not drawn yet."""
    table = state.table
    hand = state.hands[table.asked]
    if table.phase == Phase.STANCE:
        hand.stance = answer
        return
    table.changed[table.asked] = answer
    hand.card = NEW if answer == 1 else hand.card


@phase
def look(rules, table, hand, view):
    """Write the features of what the asked seat sees."""
    view.n = rules.players
    view.table[0].target = rules.target / CARDS
    for seat in range(rules.players):
        thing = view.things[seat]
        is_own = seat == table.asked
        thing.is_own = is_own and hand.card != NEW
        thing.card = hand.card / CARDS if is_own else 0.0
        thing.is_new = table.changed[seat]
        thing.is_done = (seat - table.first) % rules.players <= (table.asked - table.first) % rules.players


FEATURES = Features(
    thing=SEAT, table=TABLE, most_things=MAX_SEATS, look=look, carry_out=carry_out, family=lambda values: "toy"
)
