"""Dealing again what a seat cannot see: the stock of ports, the chests, and the cards the others have laid.

A ship that has laid cards unseen gets a card at random among those it can pay: nobody plans a mutiny. Ports that were
seen in the stock, or on their way into it, keep their side; only their order is dealt.
"""

from analyzer.games.portolano.rules import board, hold, port, selection, setup
from analyzer.games.portolano.state import FIRST_PORT, HIDDEN_CARD, MAX_PORTS, MAX_SEATS, Phase, Stage
from analyzer.kernel import jit, piles, random


@jit.phase
def redeal(rules, table, hand, state, stream):
    """Fill a state that holds the table and the hand of one seat with everything else, at random."""
    setup.clear_tally(state.tally)
    state.hidden.order[:] = 0
    deal_stock(rules, table, state.hidden, stream)
    deal_chests(rules, table, hand, state, stream)
    for seat in range(MAX_SEATS):
        if seat != hand.seat:
            state.hands[seat].seat = seat
            state.hands[seat].card = laid_card(rules, table, seat, stream) if seat < rules.players else HIDDEN_CARD


# Ports


@jit.phase
def deal_stock(rules, table, hidden, stream):
    """Shuffle the ports that lie neither on the board nor among the used ones (P-SETUP-3, P-PORT-9)."""
    stock = hidden.stock
    stock[:] = 0
    if table.phase == Phase.PORT_CHOICE:  # the asked seat is looking through it
        for place in range(table.stock_left):
            stock[place] = table.offered[place]
        return
    n = 0
    for tile in range(rules.n_ports):
        if not is_open(rules, table, tile):
            stock[n] = FIRST_PORT + 2 * tile + side_up(rules, table, tile, stream)
            n += 1
    random.shuffle(stream, stock, n)


@jit.rule
def side_up(rules, table, tile, stream):
    """Return the side of a port in the stock: as it was seen, else as it may lie since the start (P-PORT-10, A-10)."""
    seen = (table.stock_seen >> 2 * tile) & 3
    return seen >> 1 if seen > 0 else setup.side_in_stock(rules, stream)


@jit.rule
def is_open(rules, table, tile):
    """Tell whether everybody sees where a port tile is."""
    found = False
    for cell in range(rules.cells):
        found |= table.face[cell] >> 1 == (FIRST_PORT >> 1) + tile
    for place in range(min(table.n_used, MAX_PORTS)):
        found |= table.used[place] >> 1 == (FIRST_PORT >> 1) + tile
    return found


# Chests


@jit.phase
def deal_chests(rules, table, hand, state, stream):
    """Deal the chests: those of the asked seat are the ones it has seen, if it may look (P-PORT-7, A-19)."""
    chest = state.hidden.chest
    chest[:] = 0
    top = pile_chests(rules, chest, 0, hand.chests, 0)
    pile_chests(rules, chest, top, hand.chests, 1)
    random.shuffle(stream, chest, top)
    for seat in range(MAX_SEATS):
        state.hidden.chest_sum[seat] = 0
        if seat != hand.seat:
            state.hands[seat].chest_sum = state.hands[seat].chests = 0
        if seat < rules.players and not (seat == hand.seat and port.owner_knows(rules)):
            top = give_chests(rules, state, seat, top)


@jit.rule
def pile_chests(rules, pile, n, own, is_own):
    """Put the chests that the asked seat knows as its own, or all others, after the first n; return how many lie."""
    for chest in range(rules.n_chests):
        if (own >> chest) & 1 == is_own:
            pile[n] = rules.chest_value[chest]
            n += 1
    return n


@jit.rule
def give_chests(rules, state, seat, top):
    """Give a seat its chests from the top, as they are kept for it (A-19); return how many are left."""
    for _ in range(state.table.ships[seat].chests):
        top -= 1
        port.keep_chest(rules, state, seat, state.hidden.chest[top])
    return top


# Cards


@jit.phase
def laid_card(rules, table, seat, stream):
    """Return the card that a ship may have laid: its own once it is revealed, else one it can pay, at random."""
    ship = table.ships[seat]
    if not is_face_down(rules, table, seat):
        return ship.card
    payable = payable_cards(table, ship)
    return piles.nth_bit(payable, random.randbelow(stream, piles.count_bits(payable)))


@jit.rule
def is_face_down(rules, table, seat):
    """Tell whether a ship has laid cards that are still to be revealed; without rum it lays none (P-SELECT-4)."""
    place = hold.place_of(rules, table, seat)
    is_laid = place < table.place if table.phase == Phase.CARDS else place > table.place and is_in_turns(table)
    return is_laid and table.ships[seat].rum > 0


@jit.rule
def is_in_turns(table):
    """Tell whether the question is one of the player turns, when ships reveal their cards one by one (P-ROUND-2)."""
    is_discard = table.phase == Phase.DISCARD and table.resume < Stage.WIND  # or in a battle, after all turns
    return Phase.CARDS < table.phase < Phase.DISCARD or is_discard


@jit.phase
def payable_cards(table, ship):
    """Return the cards that a ship may lay and can pay; one step with the wind always is among them (P-MOVE-3)."""
    payable = 0
    cards = selection.card_options(ship)
    for card in range(piles.count_bits(cards)):
        answer = piles.nth_bit(cards, card)
        payable |= (board.card_cost(table, ship, answer) <= ship.rum) << answer
    return payable
