"""What a trained value looks at: the cards of the map and the table, once the plays of a turn are made.

Numbers are scaled to about one.
"""

from analyzer.games.rumini.encoding import card_of, face_of
from analyzer.games.rumini.heuristics.planning import later, put_down
from analyzer.games.rumini.rules import capture, grid, placing
from analyzer.games.rumini.state import CARDS, KIND_OF, KINDS, SIDES, STEP_X, STEP_Y
from analyzer.games.turns import points_ahead, squashed
from analyzer.games.values.declared import Features
from analyzer.kernel import jit, piles, random
from analyzer.kernel.nets.network import features

CARD = features(
    ("one", "1 = one neighbour"),
    ("two", "1 = two"),
    ("three", "1 = three: whoever lays the fourth captures it"),
    ("wanted", "1 = its device is needed"),
    ("wanted_three", "1 = needed, and three neighbours"),
    ("again", "1 = needed, and another open card has it too"),
    ("chest", "1 = it has a chest"),
    ("chest_three", "1 = a chest, and three neighbours"),
    ("own_flag", "1 = the own flag lies on it"),
    ("other_flag", "1 = another's flag"),
    ("captured", "1 = captured before"),
    ("fits", "own porthole cards that name its kind, in threes"),
    ("fits_three", "the same if it has three neighbours"),
    ("ways", "cards around its missing neighbours, in fours"),
    ("ways_three", "the same if it has three neighbours"),
    ("mine", "own porthole cards that would surround it at once, in twos"),
    ("others_lack", "others who may need its device, per other"),
    ("locked", "1 = may not be moved"),
)
TABLE = features(
    ("needs", "devices that the seat lacks, in eights"),
    ("is_near", "1 = it lacks one"),
    ("is_close", "1 = it lacks two"),
    ("rival_needs", "devices that the best other lacks, in eights"),
    ("rival_near", "1 = that one lacks one"),
    ("rival_close", "1 = that one lacks two"),
    ("lead", "devices ahead of the best other, in fours"),
    ("bazaar", "own bazaar cards, in threes"),
    ("rival_bazaar", "most bazaar cards of another, in threes"),
    ("treasures", "own treasure cards, in twos"),
    ("rival_treasures", "most treasure cards of another, in twos"),
    ("held", "own porthole cards, in fives"),
    ("played", "porthole cards played in this turn, in threes"),
    ("won", "devices that the plays gain, in twos"),
    ("sold", "bazaar cards that they gain, in twos"),
    ("chests", "treasure cards that they gain"),
    ("moves", "cards of the map that they move"),
    ("pile", "map cards in piles, in twenties"),
    ("empty", "empty piles, in twos"),
    ("turns", "turns of each player so far, in tens"),
    ("wanted", "needed cards on the map that are not surrounded, in fives"),
    ("ripe", "of these with three neighbours, in twos"),
    ("gifts", "other cards with three neighbours, in threes"),
    ("players", "players, in threes"),
    ("is_pair", "1 = two players"),
)
SCALE = 3.0  # devices ahead that count for half of what they can


@jit.phase
def carry_out(rules, state, answer):
    """Play a porthole card as the rules do, but for what is drawn then; an end of the turn changes nothing."""
    table = state.table
    if answer >= 0:
        table.event = table.gained = table.taken = table.idle = 0
    else:
        answer = later(answer)
    if face_of(answer) >= 0:
        hand = state.hands[table.asked]
        slot = piles.find(hand.cards, hand.held, face_of(answer))
        piles.remove_slot(hand.cards, hand.held, slot)
        hand.held -= 1
        table.played += 1
        table.event += table.laid[card_of(answer)]
        put_down(rules, table, answer)
        win_all(rules, table, hand, card_of(answer))


@jit.rule
def win_all(rules, table, hand, card):
    """Capture what a card surrounds: count devices in `gained`, bazaar cards in `taken`, chests in `idle`."""
    for index in range(SIDES + 1):
        target = capture.around(table, card, index)
        if target != 0 and grid.is_surrounded(table, target):
            if capture.is_worth(rules, table, target):
                win(rules, table, hand, target)
            table.captured[target] += 1


@jit.phase
def win(rules, table, hand, card):
    """Gain a device or a bazaar card, and a treasure card for a chest."""
    table.idle += rules.chest[card]
    table.treasures[hand.seat] += rules.chest[card]
    if capture.is_foreign(table, card):
        return
    device = rules.device_of[card]
    if hand.need[device] > 0:
        hand.need[device] -= 1
        table.n_up[hand.seat] += 1
        table.gained += 1
    else:
        table.bazaar[hand.seat] += 1
        table.taken += 1


# What is seen then


@jit.phase
def look(rules, table, hand, view):
    """Write the features of what a seat sees once its cards are played."""
    seen = view.table[0]
    look_at_players(rules, table, hand, seen)
    look_at_play(rules, table, hand, seen)
    seen.wanted = seen.ripe = seen.gifts = 0
    n = 0
    for card in range(1, CARDS):
        if table.laid[card] == 1 and 0 < table.sides[card] < SIDES and capture.is_worth(rules, table, card):
            look_at_card(rules, table, hand, seen, view.things[n], card)
            n += 1
    view.n = n


@jit.phase
def look_at_players(rules, table, hand, seen):
    """Write who lacks how much."""
    own, most, bazaar, treasures = table.n_up[hand.seat], 0, 0, 0
    for seat in range(rules.players):
        if seat != hand.seat:
            most = max(most, table.n_up[seat])
            bazaar = max(bazaar, table.bazaar[seat])
            treasures = max(treasures, table.treasures[seat])
    lacks, theirs = rules.collect - own, rules.collect - most
    seen.needs, seen.is_near, seen.is_close = lacks / 8.0, lacks == 1, lacks == 2
    seen.rival_needs, seen.rival_near, seen.rival_close = theirs / 8.0, theirs == 1, theirs == 2
    seen.lead = (own - most) / 4.0
    seen.bazaar, seen.rival_bazaar = table.bazaar[hand.seat] / 3.0, bazaar / 3.0
    seen.treasures, seen.rival_treasures = table.treasures[hand.seat] / 2.0, treasures / 2.0
    seen.players, seen.is_pair = rules.players / 3.0, rules.players == 2


@jit.phase
def look_at_play(rules, table, hand, seen):
    """Write what the plays brought, and how far the game is."""
    n_left = n_empty = 0
    for kind in range(KINDS):
        n_left += table.left[kind]
        n_empty += table.left[kind] == 0
    seen.held, seen.played = hand.held / 5.0, table.played / 3.0
    seen.won, seen.sold, seen.chests = table.gained / 2.0, table.taken / 2.0, table.idle
    seen.moves, seen.pile, seen.empty = table.event, n_left / 20.0, n_empty / 2.0
    seen.turns = table.turn / (10.0 * rules.players)


@jit.rule
def look_at_card(rules, table, hand, seen, thing, card):
    """Write how far an open card is from being captured, and for whom that is good."""
    n, device = table.sides[card], rules.device_of[card]
    is_wanted, is_three = hand.need[device] > 0, n == SIDES - 1
    thing.one, thing.two, thing.three = n == 1, n == 2, is_three
    thing.wanted, thing.wanted_three = is_wanted, is_wanted and is_three
    thing.again = is_wanted and is_shown_again(rules, table, card, device)
    thing.chest, thing.chest_three = rules.chest[card], rules.chest[card] * is_three
    thing.own_flag = table.flag[card] == hand.seat + 1
    thing.other_flag = table.flag[card] != 0 and table.flag[card] != hand.seat + 1
    thing.captured, thing.locked = table.captured[card] > 0, (table.locked >> card) & 1
    n_fits = fitting(hand, KIND_OF[card])
    thing.fits, thing.fits_three = n_fits / 3.0, n_fits * is_three / 3.0
    look_at_gaps(table, hand, thing, card, is_three)
    thing.others_lack = n_lacking(rules, table, hand.seat, device) / (rules.players - 1.0)
    seen.wanted += is_wanted / 5.0
    seen.ripe += (is_wanted and is_three) / 2.0
    seen.gifts += (is_three and not is_wanted) / 3.0


@jit.phase
def look_at_gaps(table, hand, thing, card, is_three):
    """Write how easily the missing neighbours of a card can be laid: a pair needs a card beside the cell."""
    n_around = n_own = 0
    for side in range(SIDES):
        if table.beside[card, side] == 0:
            x, y = table.x[card] + STEP_X[side], table.y[card] + STEP_Y[side]
            for beside in range(SIDES):
                n_around += grid.card_at(table, x + STEP_X[beside], y + STEP_Y[beside]) != 0
            n_own = n_filling(table, hand, x, y) if is_three else 0
    thing.ways, thing.ways_three, thing.mine = n_around / 4.0, n_around * is_three / 4.0, n_own / 2.0


@jit.phase
def n_filling(table, hand, x, y):
    """Count the own porthole cards with a pair for a cell, one half of which lies beside it."""
    n = 0
    for slot in range(hand.held):
        face = hand.cards[slot]
        n += has_half(table, face, 0, x, y) or has_half(table, face, 1, x, y)
    return n


@jit.rule
def has_half(table, face, way, x, y):
    """Tell whether the half of a pair that stays lies where it must, so that the other fills a cell."""
    side = SIDES - 1 - placing.placed_side(face, way)
    other = grid.card_at(table, x + STEP_X[side], y + STEP_Y[side])
    return other != 0 and KIND_OF[other] == placing.placed_kind(face, 1 - way)


@jit.phase
def is_shown_again(rules, table, card, device):
    """Tell whether another open card shows a device."""
    for other in range(1, CARDS):
        if other != card and table.laid[other] == 1 and rules.device_of[other] == device and table.sides[other] < SIDES:
            return True
    return False


@jit.rule
def fitting(hand, kind):
    """Count the porthole cards in hand that name a kind."""
    n = 0
    for slot in range(hand.held):
        face = hand.cards[slot]
        n += (face >> 2) & 3 == kind or face & 3 == kind
    return n


@jit.rule
def n_lacking(rules, table, own, device):
    """Count the others who may still need a device."""
    n = 0
    for seat in range(rules.players):
        n += seat != own and (table.settled[seat] >> device) & 1 == 0
    return n


# Worlds


@jit.phase
def reshuffle(rules, state, stream):
    """Shuffle the piles that nobody has seen."""
    random.shuffle(stream, state.hidden.deck, state.table.draw_pile)
    random.shuffle(stream, state.hidden.treasure, state.table.treasure_pile)
    for kind in range(KINDS):
        random.shuffle(stream, state.hidden.pile[kind], max(state.table.left[kind] - 1, 0))


@jit.rule
def worth(rules, row, seat):
    """Return what a finished game is worth: how far a seat is ahead of the best other, squashed, and the win."""
    return 0.5 * squashed(points_ahead(rules, row, seat), SCALE) + 0.5 * row.share[seat]


FEATURES = Features(
    thing=CARD,
    table=TABLE,
    most_things=CARDS - 1,
    look=look,
    carry_out=carry_out,
    reshuffle=reshuffle,
    worth=worth,
    trains_with=0.05,
)
