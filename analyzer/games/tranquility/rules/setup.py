"""Setup: the deck, the removed Islands, the deal, the Starts and the first player (rules 2.2 and 2.12)."""

from __future__ import annotations

from analyzer.games.tranquility.readings import FirstPlayer
from analyzer.games.tranquility.rules.drawing import begin_draw, refill
from analyzer.games.tranquility.rules.explorer import build_explorer_deck
from analyzer.games.tranquility.rules.hands import count_in_hand, draw_cards
from analyzer.games.tranquility.rules.market import COMMON, turn_up
from analyzer.games.tranquility.rules.rocks import NO_ROW
from analyzer.games.tranquility.state import Card, Chance, Draw, Stage
from analyzer.games.tranquility.switches import FINISHES, ISLANDS
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow, shuffle
from analyzer.kernel.spans import fill_span

_ALL_STREAMS = len(Chance)
_BASE_STREAMS = int(Chance.MONSTERS)


@phase
def set_up(rules, state, chance):
    """Set up a game up to the opening hands (rules 2.2)."""
    clear_table(rules, state)
    if rules.has_modules == 1:
        clear_modules(rules, state)
    remove_islands(rules, state.hidden, chance[Chance.REMOVAL])
    shuffle_deck(rules, state.hidden, chance[Chance.DECK])
    if rules.has_modules == 1:
        set_up_modules(rules, state, chance)
    if rules.competitive == 1:
        deal_market(rules, state, chance[Chance.SETUP])
        return
    deal_piles(rules, state, chance[Chance.SETUP])
    state.table.first = first_player(rules, state, chance[Chance.SETUP])
    state.table.active = state.table.first
    refill(rules, state, state.table.first, rules.players, Stage.STARTS)


@rule
def n_streams(rules):
    """Count the chance streams that a game needs: the modules' are the last ones."""
    return _ALL_STREAMS if rules.has_modules == 1 else _BASE_STREAMS


@rule
def clear_table(rules, state):
    """Empty the grid, the hands and the counts (T-BASE-1, T-BASE-3)."""
    table = state.table
    table.phase = table.stage = table.asked = table.turn = table.cause = 0
    table.started = table.filled = table.cost = 0
    table.number[:] = 0
    table.number[rules.cells + 1] = rules.islands + 1
    table.below[:] = 0
    table.above[:] = 0
    fill_span(table.above, 1, rules.islands, rules.cells + 1)
    table.discarded[:] = 0
    table.held[:] = 0
    table.pile[:] = 0
    table.offer[:] = -1
    table.split[:] = 0
    table.owed[:] = 0
    table.last_action[:] = -1
    table.row_filled[:] = 0
    table.rocks_row = NO_ROW
    table.yellow[:] = 0
    table.pending_finish = 0
    for seat in range(rules.players):
        hand = state.hands[seat]
        hand.seat = seat
        hand.held = 0
        hand.cards[:] = 0
        hand.n_of[:] = 0
        hand.lost[:] = 0
    tally = state.tally
    tally.paid = tally.discard_twos = tally.start_turn = tally.finishes_lost = tally.wilds_used = 0
    tally.start_depth = tally.opening_finishes = 0


@phase
def clear_modules(rules, state):
    """Empty what only modules use."""
    table = state.table
    table.cell = table.refused = table.refill_stage = table.lower_filled = table.rocks_rest = 0
    table.n_storms = table.stock = table.storm = table.storm_seat = table.storm_resume = table.storm_step = 0
    table.window = table.window_part = table.window_step = table.wild_cell = 0
    table.hands_side = table.n_wrong = table.explorers = table.open_finishes = table.n_market = 0
    table.supply = rules.compasses
    table.disclosed[:] = -1
    table.orange[:] = 0
    table.purple[:] = 0
    table.purple_by[:] = 0
    table.top[:] = 0
    table.played[:] = 0
    table.side[:] = 0
    table.border[:] = 0
    table.owner[:] = 0
    table.score[:] = 0
    table.market[:] = 0
    state.hidden.n_aside[:] = 0
    tally = state.tally
    tally.wilds_played = tally.compasses_gained = tally.compasses_spent = tally.storms = 0
    tally.monsters_played = tally.finishes_refused = tally.rocks_stays = tally.flips = 0
    tally.explorers = tally.hands_dumped = 0


@rule
def remove_islands(rules, hidden, stream):
    """Take out `removed` random Islands unseen (T-REMOVE-1, T-REMOVE-4).

    The first k of one random order: whoever removes twelve removes the same four first.
    """
    hidden.removed[:] = 0
    if rules.removed == 0:
        return
    for island in range(rules.islands):
        hidden.order[island] = island + 1
    for place in range(rules.removed):
        other = place + randbelow(stream, rules.islands - place)
        island = hidden.order[other]
        hidden.order[other] = hidden.order[place]
        hidden.removed[island] = 1


@rule
def shuffle_deck(rules, hidden, stream):
    """Shuffle Islands and Finishes, and leave out what is not in play (T-BASE-5).

    Always at least the standard 80 and 5 are shuffled, so that deal N has the same order in every variant.
    """
    n = 0
    for island in range(1, max(rules.islands, ISLANDS) + 1):
        hidden.order[n] = island
        n += 1
    n_finishes = 0 if rules.explorer == 1 or rules.competitive == 1 else rules.finishes
    for copy in range(max(rules.finishes, FINISHES)):
        hidden.order[n] = Card.FINISH if copy < n_finishes else Card.NONE
        n += 1
    shuffle(stream, hidden.order, n)
    if rules.removed > 0 or n > rules.islands + n_finishes:
        leave_out(rules, hidden, n)


@rule
def leave_out(rules, hidden, n):
    """Close the ranks of the first n cards around those that take no part in this game."""
    kept = 0
    for place in range(n):
        card = hidden.order[place]
        hidden.order[kept] = card
        kept += is_in_play(rules, hidden, card)


@rule
def is_in_play(rules, hidden, card):
    """Tell whether a card of the full deck takes part in this game."""
    return card == Card.FINISH or (0 < card <= rules.islands and hidden.removed[card] == 0)


@phase
def set_up_modules(rules, state, chance):
    """Mix in the module cards, place the Rocks, build the Explorer deck (T-MONSTER-1, T-STORM-1, T-WILD-1)."""
    n = rules.n_dealt - rules.monsters - rules.yellow - rules.purple - rules.orange - rules.wilds
    n = mix_in(state.hidden, n, Card.MONSTER, rules.monsters, chance[Chance.MONSTERS])
    n = mix_in(state.hidden, n, Card.YELLOW, rules.yellow, chance[Chance.STORMS])
    n = mix_in(state.hidden, n, Card.PURPLE, rules.purple, chance[Chance.STORMS])
    n = mix_in(state.hidden, n, Card.ORANGE, rules.orange, chance[Chance.STORMS])
    n = mix_in(state.hidden, n, Card.WILD, rules.wilds, chance[Chance.WILDS])
    if rules.rocks == 1:
        state.table.rocks_row = randbelow(chance[Chance.ROCKS], rules.n_rows)  # T-ROCKS-1
    if rules.explorer == 1:
        build_explorer_deck(rules, state, chance[Chance.EXPLORER])
        for cell in range(1, rules.cells + 1):
            state.table.border[cell] = rules.is_border[cell]


@phase
def mix_in(hidden, n, card, n_copies, stream):
    """Put copies of a card at random places of a shuffled deck of n; the order of the others stays."""
    for _ in range(n_copies):
        place = randbelow(stream, n + 1)
        for later in range(n, place, -1):
            hidden.order[later] = hidden.order[later - 1]
        hidden.order[place] = card
        n += 1
    return n


@rule
def deal_piles(rules, state, stream):
    """Deal everything face down as evenly as possible; odd cards go to adjacent seats (T-BASE-5, 33, T-REMOVE-2)."""
    hidden = state.hidden
    each = rules.n_dealt // rules.players
    odd = rules.n_dealt % rules.players
    lucky = randbelow(stream, rules.players)
    source = 0
    place = 0
    for seat in range(rules.players):
        hidden.bottom[seat] = place
        share = each + (1 if (seat - lucky) % rules.players < odd else 0)
        state.table.pile[seat] = share
        for _ in range(share):
            hidden.deck[place] = hidden.order[source]
            place += 1
            source += 1
        place += 1  # room for the Start


@rule
def first_player(rules, state, stream):
    """Choose who begins: among those dealt the fewest cards, by default (T-BASE-8, A11)."""
    reading = rules.first_player
    if reading == FirstPlayer.FIXED0:
        return 0
    fewest = 1000
    for seat in range(rules.players):
        fewest = min(fewest, state.table.pile[seat])
    most_allowed = fewest if reading == FirstPlayer.FEWEST_RANDOM else 1000
    n_tied = 0
    for seat in range(rules.players):
        n_tied += state.table.pile[seat] <= most_allowed
    lot = randbelow(stream, n_tied)
    for seat in range(rules.players):
        if state.table.pile[seat] <= most_allowed:
            if lot == 0:
                return seat
            lot -= 1
    return 0


@phase
def shuffle_starts_in(rules, state, chance):
    """Let each player shuffle the own Start into the own pile, after the hands were drawn (T-BASE-4, T-BASE-7)."""
    if rules.has_modules == 1 and amend_opening(rules, state, chance):
        return
    state.tally.start_depth = rules.n_dealt
    for seat in range(rules.players):
        state.tally.opening_finishes += count_in_hand(state.hands[seat], Card.FINISH)
        depth = shuffle_start_in(state, seat, chance[Chance.SETUP])
        state.tally.start_depth = min(state.tally.start_depth, depth)
    state.table.stage = Stage.TURN


@rule
def shuffle_start_in(state, seat, stream):
    """Put a Start at a random place of a pile; return how many cards lie above it."""
    hidden = state.hidden
    top = hidden.bottom[seat] + state.table.pile[seat]
    state.table.pile[seat] += 1
    place = hidden.bottom[seat] + randbelow(stream, state.table.pile[seat])
    hidden.deck[top] = hidden.deck[place]
    hidden.deck[place] = Card.START
    return top - place


@phase
def amend_opening(rules, state, chance):
    """Draw anew hands of Monsters alone and shuffle Storms back, by the switches; tell whether cards are drawn."""
    for seat in range(rules.players):
        if rules.monster_mulligan == 1 and is_all_monsters(state, seat):
            return_hand(state, seat, chance[Chance.RESHUFFLE])
            begin_draw(rules, state, seat, Draw.LIMIT, 0, 1, Stage.STARTS)
            return True
    for seat in range(rules.players):
        for _ in range(state.hidden.n_aside[seat]):
            state.hidden.n_aside[seat] -= 1
            put_on_pile(state, seat, state.hidden.aside[seat, state.hidden.n_aside[seat]])
            shuffle_pile(state, seat, chance[Chance.RESHUFFLE])
    return False


@rule
def is_all_monsters(state, seat):
    """Tell whether a hand holds Monsters alone although its pile holds something else (T-MONSTER-9)."""
    hand = state.hands[seat]
    if hand.held == 0 or count_in_hand(hand, Card.MONSTER) < hand.held:
        return False
    bottom = state.hidden.bottom[seat]
    for place in range(bottom, bottom + state.table.pile[seat]):
        card = state.hidden.deck[place]
        if card != Card.MONSTER and card < Card.YELLOW:  # a Storm never enters the hand
            return True
    return False


@rule
def return_hand(state, seat, stream):
    """Shuffle a hand back into its pile."""
    hand = state.hands[seat]
    for slot in range(hand.held):
        put_on_pile(state, seat, hand.cards[slot])
    hand.held = 0
    hand.cards[:] = 0
    hand.n_of[:] = 0
    state.table.held[seat] = 0
    shuffle_pile(state, seat, stream)


@rule
def put_on_pile(state, seat, card):
    """Put a card on top of a pile."""
    state.hidden.deck[state.hidden.bottom[seat] + state.table.pile[seat]] = card
    state.table.pile[seat] += 1


@rule
def shuffle_pile(state, seat, stream):
    """Shuffle a pile."""
    bottom = state.hidden.bottom[seat]
    shuffle(stream, state.hidden.deck[bottom : bottom + state.table.pile[seat]], state.table.pile[seat])


@phase
def deal_market(rules, state, stream):
    """Deal two secret hands and a face-up row from one common pile (T-COMP-7)."""
    table = state.table
    hidden = state.hidden
    for place in range(rules.n_dealt):
        hidden.deck[place] = hidden.order[place]
    hidden.bottom[:] = 0
    left = rules.n_dealt
    for seat in range(rules.players):
        table.pile[seat] = left
        draw_cards(state, seat, rules.hand_limit)
        left = table.pile[seat]
        table.pile[seat] = 0
    table.pile[COMMON] = left
    turn_up(rules, state)
    table.first = randbelow(stream, rules.players)
    table.active = table.first
    table.started = 1  # there is no Start to wait for
    table.stage = Stage.TURN
