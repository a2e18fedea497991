"""Setup: the cleared table, first player, deck, deal and modules (rules 2.2 and 2.12, T-BASE-5, T-BASE-33)."""

from analyzer.games.tranquility.rules import hands, hazards, refills, sheets
from analyzer.games.tranquility.state import NEVER_TOLD, Card, Chance, Stage
from analyzer.games.tranquility.switches.base import FINISHES, ISLANDS
from analyzer.games.tranquility.switches.readings import FirstPlayer
from analyzer.kernel import lanes, lean, random


@lean.phase
def set_up(rules, state, chance):
    """Set up a game up to the opening hands (rules 2.2)."""
    clear_table(rules, state)
    if rules.has_modules == 1:
        clear_modules(rules, state)
    state.table.first = state.table.active = first_player(rules, chance[Chance.FIRST])
    remove_islands(rules, state.hidden, chance[Chance.REMOVAL])
    shuffle_deck(rules, state.hidden, chance[Chance.SHUFFLE])
    deal_piles(rules, state, chance)
    if rules.has_modules == 1:
        set_up_modules(rules, state, chance)
    if rules.competitive == 1:
        open_market(rules, state)
    else:
        refills.refill(rules, state, state.table.first, rules.players, Stage.STARTS)


@lean.phase
def set_up_modules(rules, state, chance):
    """Place the Rocks, build the Explorer deck."""
    if rules.rocks == 1:
        state.table.rocks_row = random.randbelow(chance[Chance.ROCKS], rules.n_rows)  # T-ROCKS-1
    if rules.explorer == 1:
        sheets.build_explorer_deck(rules, state, chance[Chance.EXPLORER])
        for cell in range(1, rules.cells + 1):
            state.table.border[cell] = rules.is_border[cell]


@lean.phase
def open_market(rules, state):
    """Deal two secret hands and a face-up row from the common pile (T-COMP-7)."""
    table = state.table
    left = table.pile[sheets.COMMON]
    state.hidden.bottom[:] = state.hidden.bottom[sheets.COMMON]
    for seat in range(rules.players):
        table.pile[seat] = left
        hands.draw_cards(state, seat, rules.hand_limit)
        left = table.pile[seat]
        table.pile[seat] = 0
    table.pile[sheets.COMMON] = left
    sheets.turn_up(rules, state)
    table.started = 1  # there is no Start to wait for
    table.stage = Stage.TURN


@lean.rule
def clear_table(rules, state):
    """Empty the grid, the hands and the counts (T-BASE-1, T-BASE-3)."""
    table = state.table
    table.phase = table.stage = table.asked = table.turn = table.cause = 0
    table.started = table.filled = table.cost = table.all_discarded = 0
    table.number[:] = 0
    table.number[rules.cells + 1] = rules.islands + 1
    table.below[:] = 0
    table.above[:] = 0
    lanes.fill_span(table.above, 1, rules.islands, rules.cells + 1)
    table.discarded[:] = 0
    table.held[:] = 0
    table.pile[:] = 0
    table.offer[:] = -1
    table.split[:] = 0
    table.owed[:] = 0
    table.last_action[:] = -1
    table.laid_at[:] = 0
    table.shown[:] = 0
    table.opening[:] = 0
    table.fresh[:] = 0
    table.spent_at[:] = 0
    table.laid_by = -1
    table.row_filled[:] = 0
    table.rocks_row = hazards.NO_ROW
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


@lean.phase
def clear_modules(rules, state):
    """Empty what only modules use."""
    table = state.table
    table.cell = table.refused = table.refill_stage = table.lower_filled = table.rocks_rest = 0
    table.n_storms = table.stock = table.storm = table.storm_seat = table.storm_resume = table.storm_step = 0
    table.window = table.window_part = table.window_step = table.wild_cell = 0
    table.hands_side = table.n_wrong = table.explorers = table.open_finishes = table.n_market = 0
    table.supply = rules.compasses
    table.disclosed[:] = -1
    table.known_monsters[:] = 0
    table.told_at[:] = NEVER_TOLD
    table.is_blocked = 0
    table.explored[:] = 0
    table.found[:] = 0
    table.found_after[:] = 0
    table.returned[:] = 0
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
    table.taken[:] = 0
    table.taken_after[:] = 0
    state.hidden.n_aside[:] = 0
    tally = state.tally
    tally.wilds_played = tally.compasses_gained = tally.compasses_spent = tally.storms = 0
    tally.monsters_played = tally.finishes_refused = tally.rocks_stays = tally.flips = 0
    tally.explorers = tally.hands_dumped = 0


LOTS = 60  # divisible by every number of seats: one lot is fair among any of them, and means the same to all variants


@lean.rule
def way_to_begin(rules):
    """Return how the first player is found (A11)."""
    return rules.first_player


@lean.rule
def first_player(rules, stream):
    """Draw who begins, before anything else and by the same lot in every variant (T-BASE-8, A11)."""
    first = random.randbelow(stream, rules.players)
    return 0 if way_to_begin(rules) == FirstPlayer.FIXED0 else first


@lean.rule
def deal_piles(rules, state, chance):
    """Deal everything face down as evenly as possible (T-BASE-5, T-BASE-33, T-REMOVE-2)."""
    lot = random.randbelow(chance[Chance.FIRST], LOTS)
    measure_piles(rules, state, lot)
    if rules.has_whole_deck == 1:
        deal_whole_deck(rules, state)
    else:
        deal_changed_deck(rules, state, chance, lot)


@lean.rule
def more_from(rules, first, n_cards, lot):
    """Return the first of the adjacent seats with a card more; whoever begins is not among them (T-BASE-8).

    To draw the first player first and these seats then is to draw them the other way round.
    """
    n_piles = rules.n_piles
    is_spared = way_to_begin(rules) == FirstPlayer.FEWEST_RANDOM
    n_ways = n_piles - (n_cards % n_piles if is_spared else 0)
    return (first + 1 + lot * n_ways // LOTS) % n_piles


@lean.rule
def share(rules, n_cards, more, seat):
    """Return how many of n cards a seat is dealt; odd cards go to adjacent seats (T-BASE-5)."""
    n_piles = rules.n_piles
    return n_cards // n_piles + ((seat - more) % n_piles < n_cards % n_piles)


@lean.rule
def measure_piles(rules, state, lot):
    """Lay down where every pile begins and how high it is."""
    more = more_from(rules, state.table.first, rules.n_dealt, lot)
    place = 0
    for seat in range(rules.n_piles):
        place += 1  # room for the Start
        state.hidden.bottom[seat] = place
        state.table.pile[seat] = share(rules, rules.n_dealt, more, seat)
        place += state.table.pile[seat]


@lean.rule
def deal_whole_deck(rules, state):
    """Deal the full deck, one pile after the other, each from its top down."""
    hidden = state.hidden
    source = 0
    for seat in range(rules.n_piles):
        height = state.table.pile[seat]
        top = hidden.bottom[seat] + height - 1
        for depth in range(height):
            hidden.deck[top - depth] = hidden.order[source + depth]
        source += height


@lean.phase
def deal_changed_deck(rules, state, chance, lot):
    """Deal another deck than the full one, with as few changes as possible."""
    state.hidden.deck[:] = Card.NONE
    if rules.has_modules == 1:
        strew(rules, state, Card.MONSTER, rules.monsters, chance[Chance.MONSTERS])
        strew(rules, state, Card.YELLOW, rules.yellow, chance[Chance.STORMS])
        strew(rules, state, Card.PURPLE, rules.purple, chance[Chance.STORMS])
        strew(rules, state, Card.ORANGE, rules.orange, chance[Chance.STORMS])
        strew(rules, state, Card.WILD, rules.wilds, chance[Chance.WILDS])
    keep_order(rules, state, more_from(rules, state.table.first, rules.n_shuffled, lot))
    fill_gaps(rules, state)


@lean.phase
def strew(rules, state, card, n_copies, stream):
    """Put copies of a card at random free places (T-MONSTER-1, T-STORM-1, T-WILD-1).

    Seat and depth are drawn apart, so that piles of another height keep the seat; what is no free place is drawn again.
    """
    left = n_copies
    while left > 0:
        seat = random.randbelow(stream, rules.n_piles)
        depth = random.randbelow(stream, rules.highest)
        place = state.hidden.bottom[seat] + state.table.pile[seat] - 1 - depth
        if depth < state.table.pile[seat] and state.hidden.deck[place] == Card.NONE:
            state.hidden.deck[place] = card
            left -= 1


@lean.rule
def keep_order(rules, state, more):
    """Deal every pile its cards of the full deal that are in play; those too many wait where the order begins."""
    hidden = state.hidden
    source = waiting = 0
    for seat in range(rules.n_piles):
        bottom = hidden.bottom[seat]
        place = bottom + state.table.pile[seat] - 1
        for _ in range(share(rules, rules.n_shuffled, more, seat)):
            card = hidden.order[source]
            source += 1
            if is_in_play(rules, hidden, card):
                while place >= bottom and hidden.deck[place] != Card.NONE:  # a module card lies there
                    place -= 1
                if place >= bottom:
                    hidden.deck[place] = card
                else:
                    hidden.order[waiting] = card
                    waiting += 1


@lean.rule
def fill_gaps(rules, state):
    """Put the cards that wait below the piles that have too few."""
    hidden = state.hidden
    source = 0
    for seat in range(rules.n_piles):
        bottom = hidden.bottom[seat]
        for place in range(bottom, bottom + state.table.pile[seat]):
            if hidden.deck[place] == Card.NONE:
                hidden.deck[place] = hidden.order[source]
                source += 1


@lean.rule
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
        other = place + random.randbelow(stream, rules.islands - place)
        island = hidden.order[other]
        hidden.order[other] = hidden.order[place]
        hidden.removed[island] = 1


@lean.rule
def shuffle_deck(rules, hidden, stream):
    """Shuffle Islands and Finishes (T-BASE-5): at least the standard 80 and 5, so that every variant has one order."""
    n = 0
    for island in range(1, max(rules.islands, ISLANDS) + 1):
        hidden.order[n] = island
        n += 1
    n_finishes = 0 if rules.explorer == 1 or rules.competitive == 1 else rules.finishes
    for copy in range(max(rules.finishes, FINISHES)):
        hidden.order[n] = Card.FINISH if copy < n_finishes else Card.NONE
        n += 1
    random.shuffle(stream, hidden.order, n)


@lean.rule
def is_in_play(rules, hidden, card):
    """Tell whether a card of the full deck takes part in this game."""
    return card == Card.FINISH or (0 < card <= rules.islands and hidden.removed[card] == 0)
