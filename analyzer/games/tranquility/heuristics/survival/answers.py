"""Answers to all other questions by the same values, and what gap survival thinks of any answer."""

from analyzer.games.tranquility.encoding import cell_of, kind_of, one_share, share_of
from analyzer.games.tranquility.heuristics import small_answers, values
from analyzer.games.tranquility.heuristics.survival import actions, gaps, supply, weights
from analyzer.games.tranquility.rules import hands, hazards, options, placement, splits, storms, windows
from analyzer.games.tranquility.state import MAX_ISLANDS, Kind, Phase
from analyzer.kernel import lean, piles


@lean.phase
def rocks_row(rules, table, hand, knobs, memory):
    """Move the Rocks to the row that is missed least; pay for leaving them where that is worth two cards."""
    row, loss = row_to_close(rules, table, hand, knobs, memory, True)
    if hazards.can_stay(rules, table, hand):
        spared = loss - row_loss(rules, table, hand, knobs, memory, table.rocks_row, True)
        given = gaps.cheapest(hand, memory, hazards.rocks_payment_mask(rules, table, hand), hazards.STAY_COST)
        if knobs[weights.ROW] * spared > given + hazards.STAY_COST * supply.card_price(rules, table, hand, knobs):
            return hazards.STAY
    return row


@lean.phase
def row_to_close(rules, table, hand, knobs, memory, is_for_rocks):
    """Choose the row that costs least while it is closed, and what it costs."""
    chosen, least = hazards.NO_ROW, 0.0
    for row in range(rules.n_rows):
        may_lie = hazards.takes_rocks(rules, table, row) if is_for_rocks else storms.takes_purple(rules, table, row)
        if may_lie:
            loss = row_loss(rules, table, hand, knobs, memory, row, is_for_rocks)
            if chosen == hazards.NO_ROW or loss < least:
                chosen, least = row, loss
    return chosen, least


@lean.rule
def row_loss(rules, table, hand, knobs, memory, row, is_for_rocks):
    """Return what it costs to close a row: nothing for the Rocks where a Storm closes it already."""
    if is_for_rocks and table.purple[row] > 0:
        return 0.0
    loss = 0.0
    for cell in range(1, rules.cells + 1):
        if rules.row_of[cell] == row and table.number[cell] == 0:
            loss += cell_loss(rules, table, hand, knobs, memory, cell)
    return loss


@lean.rule
def cell_loss(rules, table, hand, knobs, memory, cell):
    """Return what an empty cell counts for: more in a gap in danger, more where one's own hand has a number for it."""
    low, high = placement.laid_before(table, cell), placement.laid_behind(rules, table, cell)
    n_cells = high - low - 1
    danger = -gaps.gap_worth(rules, knobs, memory, low, high, table.number[low], table.number[high], 0)
    n_held = 0
    for slot in range(hand.held):
        card = hand.cards[slot]
        n_held += card <= MAX_ISLANDS and table.below[card] == low
    return 1.0 + knobs[weights.ROW_DANGER] * danger / n_cells + knobs[weights.ROW_HELD] * n_held / n_cells


@lean.phase
def module_answer(rules, table, hand, knobs, memory):
    """Answer a module's question."""
    question = table.phase
    if question == Phase.CANCEL:
        return actions.cancel_worst(rules, table, knobs)
    if question == Phase.CLEAR:
        return storm_for_a_compass(rules, table, hand, knobs)
    if question == Phase.WILD_CLEAR:
        return storm_for_a_wild(rules, table, hand, knobs)
    if question == Phase.WILD_NUMBER:
        number, _ = actions.best_number(rules, table, hand, knobs, memory, table.wild_cell)
        return number
    if question == Phase.EXPLORER_TARGET:
        target, _ = actions.best_meal(rules, table, knobs, memory)
        return target
    if question == Phase.ROCKS:
        return rocks_row(rules, table, hand, knobs, memory)
    if question == Phase.PURPLE:
        row, _ = row_to_close(rules, table, hand, knobs, memory, False)
        return row
    return rare_answer(rules, table, hand, knobs, memory)


@lean.rule
def rare_answer(rules, table, hand, knobs, memory):
    """Take the card that is needed most; dump a hand and give top cards where that is worth more than the hand."""
    question = table.phase
    if question == Phase.COMP_DRAW:
        return card_to_draw(rules, table, hand, knobs, memory)
    if question == Phase.FREE_DUMP:
        return int(table.stock == 0 and actions.free_dump_worth(rules, table, hand, knobs, memory) > 0.0)
    return tops_to_give(rules, table, hand, knobs, memory)


@lean.rule
def tops_to_give(rules, table, hand, knobs, memory):
    """Give unseen top cards as long as they are worth less than the hand's least: unseen, they are worth its mean."""
    chosen, least = 0, 0.0
    mean = 0.0
    for slot in range(hand.held):
        mean += memory[supply.KEEP + slot] / (values.UNIT * hand.held)
    for index in range(options.n_tops(rules, table, hand)):
        n_unseen = options.nth_top(rules, table, hand, index)
        n_more = table.owed[hand.seat] - n_unseen
        given = n_unseen * knobs[weights.UNSEEN] * mean + gaps.cheapest(
            hand, memory, hands.discardable_mask(rules, table, hand), n_more
        )
        if index == 0 or given < least:
            chosen, least = n_unseen, given
    return chosen


@lean.rule
def storm_for_a_compass(rules, table, hand, knobs):
    """Clear the worst Storm, unless the Compass is better kept for a purple one."""
    worst, most = actions.worst_storm(rules, table, knobs)
    if most < actions.reserve(rules, table, knobs, worst >> storms.PLACE_BITS):
        return 0
    return storm_to_clear(rules, table, hand, knobs)


@lean.rule
def storm_to_clear(rules, table, hand, knobs):
    """Clear the worst Storm, or the worst of those within reach."""
    worst, _ = actions.worst_storm(rules, table, knobs)
    if windows.is_clearable(rules, table, hand.seat, worst):
        return worst
    return small_answers.small_answer(rules, table, hand)


@lean.rule
def storm_for_a_wild(rules, table, hand, knobs):
    """Spend a Wild as a Compass where the team has none and a Storm costs more than the Wild is worth."""
    if table.stock > 0:
        return 0
    if table.storm > 0:
        return storms.CANCEL_STORM if actions.drawn_cost(rules, table, knobs) > knobs[weights.WILD] else 0
    _, most = actions.worst_storm(rules, table, knobs)
    return storm_to_clear(rules, table, hand, knobs) if most > knobs[weights.WILD] else 0


@lean.phase
def card_to_draw(rules, table, hand, knobs, memory):
    """Choose the face-up card whose best placement gains most: it is played for the same points (T-COMP-5)."""
    chosen, best = 0, 0.0
    price = supply.card_price(rules, table, hand, knobs)
    for slot in range(table.n_market):
        gain = best_use(rules, table, hand, knobs, memory, table.market[slot], price)
        if slot == 0 or gain > best:
            chosen, best = slot, gain
    return chosen


@lean.rule
def best_use(rules, table, hand, knobs, memory, card, price):
    """Return what the best placement of a card that the seat does not hold yet would gain."""
    best = actions.NOTHING
    for cell in range(table.below[card] + 1, table.above[card]):
        if placement.can_place(rules, table, hand.seat, card, cell, rules.hand_limit - 1):
            best = max(best, actions.placement_worth(rules, table, hand, knobs, memory, card, cell, price, 0))
    return best - actions.worth_before(rules, table, knobs, memory, card)


@lean.rule
def offer_by_worth(rules, table, hand, knobs, memory):
    """Offer every card that is worth less than a limit; where offers bind (Monsters), offer all there is."""
    if rules.has_monsters == 1:
        return options.most_to_offer(rules, table, hand)
    return n_spare(rules, table, hand, knobs, memory)


@lean.rule
def n_spare(rules, table, hand, knobs, memory):
    """Count the cards in hand that are worth less than a limit."""
    n = 0
    mask = hands.discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        n += (mask >> slot) & 1 == 1 and memory[supply.KEEP + slot] < knobs[weights.OFFER] * values.UNIT
    return n


@lean.phase
def split_by_supply(rules, table, hand, knobs, memory):
    """Share the price card by card: by the piles, first what was offered; ties go to the nearest after the active."""
    split = 0
    own = n_spare(rules, table, hand, knobs, memory)
    for _ in range(table.cost):
        giver, best = -1, 0.0
        for step in range(rules.players):
            seat = (table.active + 1 + step) % rules.players
            given = share_of(split, seat)
            if given < splits.cap(rules, table, hand, seat):
                offered = own if seat == hand.seat else table.offer[seat]
                claim = (
                    knobs[weights.PILE_SHARE] * table.pile[seat] - given + knobs[weights.OFFERED] * (given < offered)
                )
                if giver < 0 or claim > best:
                    giver, best = seat, claim
        split += one_share(giver, 1)
    return split


@lean.phase
def rate_answer(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer by what the policy goes by when it decides itself."""
    gaps.appraise(rules, table, hand, knobs, memory)
    if options.is_gift(table.phase):
        _, given = gaps.cheapest_in_turn(rules, table, hand, knobs, memory, answer, hand.held)
        return -given
    if table.phase == Phase.ACTION:
        return action_worth(rules, table, hand, knobs, memory, answer)
    return 0.0


@lean.rule
def action_worth(rules, table, hand, knobs, memory, action):
    """Return what an action is worth."""
    kind, cell = kind_of(action), cell_of(action)
    if kind == Kind.DISCARD_TWO:
        return waiting_worth(rules, table, hand, knobs, memory)
    if kind == Kind.FINISH or kind == Kind.WILD_FINISH or kind == Kind.OPEN_FINISH:
        return actions.MUST
    if kind > MAX_ISLANDS:
        return actions.module_worth(rules, table, hand, knobs, memory, kind, cell)
    payable = hands.discardable_mask(rules, table, hand) & ~(1 << piles.find(hand.cards, hand.held, kind))
    price = supply.card_price(rules, table, hand, knobs)
    worth = actions.placement_worth(rules, table, hand, knobs, memory, kind, cell, price, payable)
    return worth - actions.worth_before(rules, table, knobs, memory, kind)


@lean.rule
def waiting_worth(rules, table, hand, knobs, memory):
    """Return what it is worth to discard the two cards that are missed least."""
    given = gaps.cheapest(hand, memory, hands.discardable_mask(rules, table, hand), 2)
    return supply.wait_worth(rules, table, hand, knobs) - given
