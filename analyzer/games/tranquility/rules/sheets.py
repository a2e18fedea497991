"""The sheet variants: Day and Night, the competitive game, the Pyramid's Explorer deck (rules 3.2 to 3.4)."""

from analyzer.games.tranquility.rules import hands, hazards, refills
from analyzer.games.tranquility.state import Card, Chance, Explorer, Phase, Stage
from analyzer.games.tranquility.switches.readings import DayFlip, PyramidFinish, PyramidMonster
from analyzer.games.turns import ask
from analyzer.kernel import lean, piles, random


@lean.rule
def turning(rules):
    """Return when the hands turn (T-DAY-6)."""
    return rules.day_flip


@lean.rule
def lay_side(rules, table, cell):
    """Lay an Island in the orientation of the hands (T-DAY-1, T-DAY-3)."""
    table.side[cell] = table.hands_side
    table.n_wrong += table.hands_side != rules.wanted_side[cell]


@lean.rule
def flip(rules, state, cell):
    """Turn an Island in the grid (T-DAY-4)."""
    table = state.table
    was_wrong = table.side[cell] != rules.wanted_side[cell]
    table.side[cell] = 1 - table.side[cell]
    table.n_wrong += 1 - 2 * was_wrong
    state.tally.flips += 1


@lean.rule
def turn_hands(table):
    """Turn all hands to the other side (T-DAY-6)."""
    table.hands_side = 1 - table.hands_side


@lean.phase
def turn_hands_on_event(rules, table, is_start):
    """Turn the hands when the Start is laid, or at the end of a round (T-DAY-6)."""
    if rules.day_night == 0:
        return
    if is_start and turning(rules) == DayFlip.ON_START:
        table.hands_side = 1
    if not is_start and turning(rules) == DayFlip.EACH_ROUND:
        turn_hands(table)


@lean.rule
def may_turn_hands(rules):
    """Tell whether turning all hands is an action (T-DAY-6)."""
    return turning(rules) == DayFlip.BY_ACTION


@lean.rule
def is_sides_right(rules, table):
    """Tell whether the sides allow the win (T-DAY-2, T-DAY-7)."""
    return rules.day_night == 0 or table.n_wrong == 0


COMMON = 0  # the seat under whose name the common pile lies


@lean.phase
def turn_up(rules, state):
    """Fill the face-up row from the common pile (T-COMP-3, T-COMP-4)."""
    table = state.table
    while table.n_market < rules.comp_row and table.pile[COMMON] > 0:
        table.pile[COMMON] -= 1
        table.market[table.n_market] = state.hidden.deck[state.hidden.bottom[COMMON] + table.pile[COMMON]]
        table.n_market += 1


@lean.phase
def ask_market(rules, state):
    """Let the active player choose face-up cards one at a time until the hand is full (D-18, T-COMP-5)."""
    table = state.table
    if table.held[table.active] >= rules.hand_limit or table.n_market == 0:
        table.stage = Stage.PASS
    elif table.n_market == 1:
        take_market(rules, state, 0)
    else:
        ask(table, Phase.COMP_DRAW, table.active)


@lean.phase
def take_market(rules, state, slot):
    """Take a face-up card; the row is filled up at once."""
    table = state.table
    note_taken(table, table.market[slot])
    hands.take_into_hand(state, table.active, table.market[slot])
    piles.remove_slot(table.market, table.n_market, slot)
    table.n_market -= 1
    turn_up(rules, state)
    table.stage = Stage.MARKET


@lean.rule
def note_taken(table, card):
    """Note who takes a face-up card, after how many discards: it is in that hand, or among later discards."""
    table.taken[card] = table.active + 1
    table.taken_after[card] = table.discarded[table.active]


@lean.rule
def score_play(rules, table, seat, cell):
    """Score one's own Island (T-COMP-2, T-COMP-4)."""
    table.owner[cell] = seat + 1
    table.score[seat] += rules.comp_play


@lean.rule
def score_discard(rules, table, seat, n_cards):
    """Charge discarded cards (T-COMP-2, T-COMP-4)."""
    table.score[seat] -= rules.comp_discard * n_cards


@lean.phase
def build_explorer_deck(rules, state, stream):
    """Shuffle the Explorer deck (T-PYR-2, T-PYR-6)."""
    n = 0
    n = add_copies(state.hidden.explorer, n, Card.MONSTER, rules.explorer_monsters)
    n = add_copies(state.hidden.explorer, n, Card.YELLOW, rules.explorer_storms)
    n = add_copies(state.hidden.explorer, n, Card.PURPLE, rules.explorer_storms)
    n = add_copies(state.hidden.explorer, n, Card.ORANGE, rules.explorer_storms)
    n = add_copies(state.hidden.explorer, n, Explorer.COMPASS, rules.explorer_compasses)
    n = add_copies(state.hidden.explorer, n, Explorer.ROCKS, rules.explorer_rocks)
    n = add_copies(state.hidden.explorer, n, Card.FINISH, rules.finishes)
    n = add_copies(state.hidden.explorer, n, Explorer.BORDER, rules.n_borders)
    random.shuffle(stream, state.hidden.explorer, n)
    state.table.explorers = n


@lean.phase
def add_copies(deck, n, card, n_copies):
    """Add copies of a card to a deck of n cards; return the new size."""
    for place in range(n, n + n_copies):
        deck[place] = card
    return n + n_copies


@lean.phase
def explore(rules, state, cell, chance):
    """Draw and resolve the top Explorer card, if the cell lies on a border card (T-PYR-3, T-PYR-7, T-PYR-8)."""
    table = state.table
    if table.border[cell] == 0 or table.explorers == 0:
        return
    table.border[cell] = rules.pyr_retrigger
    table.explorers -= 1
    state.tally.explorers += 1
    card = state.hidden.explorer[table.explorers]
    table.explored[card] += 1
    if card == Explorer.COMPASS:
        table.stock += 1
        state.tally.compasses_gained += 1
    elif card == Explorer.ROCKS:
        place_rocks(rules, table, chance[Chance.ROCKS])
    elif card >= Card.YELLOW:
        refills.reveal_storm(table, table.active, card, Stage.ROCKS)
    elif card == Card.FINISH:
        find_finish(rules, state)
    elif card == Card.MONSTER:
        meet_monster(rules, state)


@lean.rule
def find_finish(rules, state):
    """Lay an Explorer Finish open, or take it (T-PYR-7)."""
    if rules.pyr_finish == PyramidFinish.OPEN:
        state.table.open_finishes += 1
        state.table.shown[Card.FINISH] += 1
    else:
        take_finish(state, state.table.active)


@lean.rule
def take_finish(state, seat):
    """Take an Explorer Finish into the hand, and let everybody note after how many discards."""
    hands.take_into_hand(state, seat, Card.FINISH)
    state.table.found_after[seat, state.table.found[seat]] = state.table.discarded[seat]
    state.table.found[seat] += 1


@lean.rule
def meet_monster(rules, state):
    """Take an Explorer Monster, or let it eat at once (T-PYR-7, T-PYR-10, D-17)."""
    table = state.table
    if rules.pyr_monster == PyramidMonster.HAND:
        hands.take_into_hand(state, table.active, Card.MONSTER)
        table.known_monsters[table.active] += 1
        return
    table.shown[Card.MONSTER] += 1
    if hazards.n_targets(rules, table) > 1:
        ask(table, Phase.EXPLORER_TARGET, table.active)
    elif hazards.n_targets(rules, table) == 1:
        hazards.eat(rules, state, hazards.nth_target(rules, table, 0))


@lean.phase
def place_rocks(rules, table, stream):
    """Put the Rocks on a random open row; no Rocks step this turn (T-PYR-7, T-PYR-10)."""
    n_open = 0
    for row in range(rules.n_rows):
        n_open += table.row_filled[row] < rules.row_length[row]
    lot = random.randbelow(stream, max(n_open, 1))
    if hazards.n_complete_rows(rules, table) >= hazards.COMPLETE_ROWS:
        return
    for row in range(rules.n_rows):
        if table.row_filled[row] < rules.row_length[row]:
            if lot == 0:
                table.rocks_row = row
                table.rocks_rest = 1
                return
            lot -= 1
