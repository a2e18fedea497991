"""Setup: devices, map piles and start row, porthole and treasure decks, start player (rules 2.1)."""

from analyzer.games.rumini import state as codes
from analyzer.games.rumini.encoding import porthole
from analyzer.games.rumini.rules import decks, grid, knowledge, placing
from analyzer.games.rumini.switches import StartLayout
from analyzer.games.turns import is_removed, leave_out
from analyzer.kernel import jit, random

PATIENCE = 1000  # deals that are tried before distinct devices are dealt in turn


@jit.phase
def set_up(rules, state, chance):
    """Set up a game up to the first turn (rules 2.1)."""
    clear_table(rules, state)
    clear_seats(rules, state)
    knowledge.begin(rules, state.table)
    deal_devices(rules, state, chance[codes.Chance.DEVICES])
    make_piles(rules, state, chance[codes.Chance.MAP])
    lay_start_row(rules, state, chance[codes.Chance.ROW])
    shuffle_treasure(rules, state, chance[codes.Chance.TREASURE])
    shuffle_portholes(rules, state, chance[codes.Chance.PORTHOLES])
    for seat in range(rules.players):
        decks.refill(rules, state, seat, chance)
    state.table.first = random.randbelow(chance[codes.Chance.FIRST], rules.players)
    state.table.active = state.table.first
    state.table.stage = codes.Stage.TURN


@jit.rule
def clear_table(rules, state):
    """Empty the map and the counts."""
    table = state.table
    table.phase = table.stage = table.asked = table.turn = table.cause = 0
    table.winner = -1
    table.idle = table.played = table.placed = table.event = table.gained = table.taken = 0
    table.locked = table.fresh = table.on_table = 0
    table.x[:] = 0
    table.y[:] = 0
    table.laid[:] = 0
    table.beside[:, :] = 0
    table.sides[:] = 0
    table.flag[:] = 0
    table.captured[:] = 0
    table.slots[:] = 0
    table.stock = rules.bazaar_stock
    table.discards = table.treasure_discards = 0
    clear_tally(state.tally)


@jit.rule
def clear_tally(tally):
    """Begin all counts at 0."""
    tally.placements = tally.moves = tally.recaptures = tally.lead_changes = 0
    tally.leader = -1
    for seat in range(codes.MAX_SEATS):
        tally.captures[seat] = tally.bazaar_cards[seat] = tally.treasures_played[seat] = 0
        tally.missed[seat] = tally.turns[seat] = 0
        tally.obtained[seat, :] = 0


@jit.rule
def clear_seats(rules, state):
    """Empty the hands and what every seat has before it."""
    table = state.table
    for seat in range(codes.MAX_SEATS):
        table.up[seat, :] = 0
        table.n_up[seat] = table.bazaar[seat] = table.misses[seat] = 0
        table.held[seat] = table.treasures[seat] = 0
        empty_hand(state.hands[seat], seat)


@jit.rule
def empty_hand(hand, seat):
    """Take everything out of a hand."""
    hand.seat = seat
    hand.held = 0
    hand.cards[:] = 0
    hand.need[:] = 0
    hand.treasure[:] = 0
    hand.fetched[:] = 0


@jit.phase
def deal_devices(rules, state, stream):
    """Deal the device cards face down; the rest is set aside (R-SETUP-1, R-SETUP-2)."""
    devices = state.hidden.devices
    for card in range(codes.DEVICES * rules.device_copies):
        devices[card] = card // rules.device_copies
    shuffle_devices(rules, devices, stream)
    for seat in range(rules.players):
        for card in range(seat * rules.collect, (seat + 1) * rules.collect):
            state.hands[seat].need[devices[card]] += 1


@jit.rule
def shuffle_devices(rules, devices, stream):
    """Shuffle the device cards; where no hand may hold one twice, until that is so (R-SETUP-3, B-6)."""
    n_cards = codes.DEVICES * rules.device_copies
    random.shuffle(stream, devices, n_cards)
    set_removed_aside(rules, devices, n_cards)
    for _ in range(PATIENCE):
        if is_allowed(rules, devices):
            return
        random.shuffle(stream, devices, n_cards)
        set_removed_aside(rules, devices, n_cards)
    deal_in_turn(rules, devices)


@jit.rule
def set_removed_aside(rules, devices, n_cards):
    """Lay devices that are out of the game behind all others: the next ones are dealt in their place."""
    kept = leave_out(rules, codes.KIND_DEVICE, devices, n_cards)
    for device in range(codes.DEVICES if kept < n_cards else 0):
        copies = rules.device_copies if is_removed(rules, codes.KIND_DEVICE, device) else 0
        kept = decks.add_copies(devices, kept, device, copies)


@jit.rule
def is_dealt_once(rules):
    """Tell whether no hand may hold a device twice (B-6)."""
    return rules.devices_distinct == 1


@jit.rule
def is_allowed(rules, devices):
    """Tell whether devices may be dealt so (B-6)."""
    return not is_dealt_once(rules) or is_distinct(rules, devices)


@jit.phase
def is_distinct(rules, devices):
    """Tell whether no hand holds a device twice."""
    for seat in range(rules.players):
        seen = 0
        for card in range(seat * rules.collect, (seat + 1) * rules.collect):
            if (seen >> devices[card]) & 1:
                return False
            seen |= 1 << devices[card]
    return True


@jit.phase
def deal_in_turn(rules, devices):
    """Deal device after device, one card to each hand in turn, for settings where hardly any deal is distinct."""
    each = min(rules.device_copies, rules.players)
    n_used = rules.players * rules.collect
    for card in range(n_used):
        devices[(card % rules.players) * rules.collect + card // rules.players] = kept_device(rules, card // each)
    rest = n_used
    for device in range(codes.DEVICES):
        n = 0
        for card in range(n_used):
            n += devices[card] == device
        for _ in range(rules.device_copies - n):
            devices[rest] = device
            rest += 1


@jit.rule
def kept_device(rules, number):
    """Return a device by its place among those that are in the game."""
    device = 0
    while is_removed(rules, codes.KIND_DEVICE, device) or number > 0:
        number -= not is_removed(rules, codes.KIND_DEVICE, device)
        device += 1
    return device


@jit.phase
def make_piles(rules, state, stream):
    """Sort the map cards by kind into shuffled face-up piles; the top card shows (R-SETUP-4)."""
    for kind in range(codes.KINDS):
        n_cards = rules.per_kind[kind]
        pile = state.hidden.pile[kind]
        for place in range(n_cards):
            pile[place] = placing.first_card(kind) + place
        random.shuffle(stream, pile, n_cards)
        state.table.left[kind] = n_cards
        state.table.top[kind] = pile[n_cards - 1]


@jit.phase
def lay_start_row(rules, state, stream):
    """Lay the four top cards in one row, in random order (R-SETUP-5, B-2)."""
    kinds = 0b11100100  # two bits for each cell: the kinds 0, 1, 2, 3
    for x in range(codes.KINDS - 1, -1, -1):
        other = random.randbelow(stream, x + 1)
        kind = (kinds >> (2 * other)) & 3
        last = (kinds >> (2 * x)) & 3
        kinds += (last - kind) << (2 * other)
        card = state.table.top[kind]
        decks.take_from_pile(state, card)
        if rules.start_layout == StartLayout.ROW or state.table.on_table == 0:
            grid.lay(state.table, card, x, 0)
        else:
            lay_beside(state.table, card, stream)


@jit.rule
def lay_beside(table, card, stream):
    """Lay a start card beside a random card, on a random side that is free (B-2)."""
    while True:
        other = random.randbelow(stream, codes.CARDS - 1) + 1
        side = random.randbelow(stream, codes.SIDES)
        if table.laid[other] == 1 and table.beside[other, side] == 0:
            grid.lay(table, card, table.x[other] + codes.STEP_X[side], table.y[other] + codes.STEP_Y[side])
            return


@jit.phase
def shuffle_treasure(rules, state, stream):
    """Shuffle the treasure cards into a face-down deck (R-SETUP-7)."""
    n = 0
    for face in range(codes.TREASURE_FACES):
        for _ in range(rules.treasure[face]):
            state.hidden.treasure[n] = face
            n += 1
    random.shuffle(stream, state.hidden.treasure, n)
    state.table.treasure_pile = n


@jit.phase
def shuffle_portholes(rules, state, stream):
    """Shuffle the porthole cards (R-SETUP-8): always with equal pairs, which are then left out if need be (B-19)."""
    deck = state.hidden.deck
    for card in range(codes.FACES * rules.porthole_copies):
        deck[card] = card % codes.FACES
    random.shuffle(stream, deck, codes.FACES * rules.porthole_copies)
    n = 0
    for card in range(codes.FACES * rules.porthole_copies):
        if is_in_play(rules, deck[card]):
            deck[n] = deck[card]
            n += 1
    state.table.draw_pile = n


@jit.rule
def is_in_play(rules, face):
    """Tell whether there are porthole cards of a face (B-19)."""
    return rules.porthole_same_kind == 1 or not is_equal_pair(face)


@jit.rule
def is_equal_pair(face):
    """Tell whether a porthole card shows the same kind twice."""
    return face == porthole(face >> 4, face & 3, face & 3)
