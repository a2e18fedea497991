"""Dealing again what a seat cannot see: the stock of ports, the chests, and the cards the others have laid.

A ship that has laid cards unseen gets a card at random among those it can pay: nobody plans a mutiny. Which side of a
port lies in the stock is dealt like at the start, for the table does not tell which ports have lain there before.
"""

from analyzer.games.portolano.rules import board, hold, port, selection, setup
from analyzer.games.portolano.state import FIRST_PORT, HIDDEN_CARD, MAX_CHESTS, MAX_PORTS, MAX_SEATS, Phase
from analyzer.kernel import jit, piles, random

_PATIENCE = 10_000  # draws of one's own chests before their sum is given up: no sum that occurs is so rare


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
            stock[n] = FIRST_PORT + 2 * tile + setup.side_in_stock(rules, stream)
            n += 1
    random.shuffle(stream, stock, n)


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
    """Deal the chests: those of the asked seat add up to what it has seen, if it may look (P-PORT-7, A-19)."""
    chest = state.hidden.chest
    for place in range(MAX_CHESTS):
        chest[place] = rules.chest_value[place] if place < rules.n_chests else 0
    top = rules.n_chests
    if port.owner_knows(rules):
        top = set_own_aside(chest, top, table.ships[hand.seat].chests, hand.chest_sum, stream)
    random.shuffle(stream, chest, top)
    for seat in range(MAX_SEATS):
        state.hidden.chest_sum[seat] = 0
        if seat != hand.seat:
            state.hands[seat].chest_sum = 0
        if seat < rules.players and not (seat == hand.seat and port.owner_knows(rules)):
            top = give_chests(rules, state, seat, top)


@jit.rule
def set_own_aside(chest, top, n_own, wanted, stream):
    """Put as many chests as the asked seat has, of the sum that it knows, after the others; return how many there are.

    Drawn until the sum is right: as often on average as there are sums, and every set that has it is as likely.
    """
    for _ in range(_PATIENCE):
        found = 0
        for place in range(top - 1, top - 1 - n_own, -1):
            other = random.randbelow(stream, place + 1)
            value = chest[other]
            chest[other] = chest[place]
            chest[place] = value
            found += value
        if found == wanted:
            break
    return top - n_own


@jit.rule
def give_chests(rules, state, seat, top):
    """Give a seat its chests from the top, as they are kept for it (A-19); return how many are left."""
    found = 0
    for _ in range(state.table.ships[seat].chests):
        top -= 1
        found += state.hidden.chest[top]
    if port.owner_knows(rules):
        state.hands[seat].chest_sum = found
    else:
        state.hidden.chest_sum[seat] = found
    return top


# Cards


@jit.phase
def laid_card(rules, table, seat, stream):
    """Return the card that a ship may have laid: its own once it is revealed, else one it can pay, at random."""
    ship = table.ships[seat]
    if ship.card != HIDDEN_CARD or not has_laid(rules, table, seat):
        return ship.card
    payable = payable_cards(table, ship)
    return piles.nth_bit(payable, random.randbelow(stream, piles.count_bits(payable)))


@jit.rule
def has_laid(rules, table, seat):
    """Tell whether a ship has laid cards in this round, be they revealed or not (P-SELECT-1, P-SELECT-4)."""
    was_asked = table.phase > Phase.CARDS or hold.place_of(rules, table, seat) < table.place
    return table.phase >= Phase.CARDS and table.ships[seat].rum > 0 and was_asked


@jit.phase
def payable_cards(table, ship):
    """Return the cards that a ship may lay and can pay; one step with the wind always is among them (P-MOVE-3)."""
    payable = 0
    cards = selection.card_options(ship)
    for card in range(piles.count_bits(cards)):
        answer = piles.nth_bit(cards, card)
        payable |= (board.card_cost(table, ship, answer) <= ship.rum) << answer
    return payable
