"""Carrying out answers: actions, payments, Finishes, Monsters, Wilds, flips, and the rest (T-BASE-10, T-BASE-31)."""

from analyzer.games.tranquility.encoding import cell_of, kind_of
from analyzer.games.tranquility.rules import hands, hazards, placement, sheets, start, storms, windows
from analyzer.games.tranquility.state import Card, Cause, Kind, Phase, Stage
from analyzer.games.tranquility.switches.readings import MonsterFinish
from analyzer.games.turns import ask
from analyzer.kernel import lean, piles


@lean.rule
def take_action(rules, state, action):
    """Carry out the action (T-BASE-10)."""
    table = state.table
    kind = kind_of(action)
    cell = cell_of(action)
    if kind == Kind.DISCARD_TWO:
        state.tally.discard_twos += 1
        ask_payment(rules, state, Phase.DISCARD_TWO, 2)
    elif kind < Kind.START:
        play_card(rules, state, kind, kind, cell)
    else:
        take_other_action(rules, state, kind, cell)
    table.last_action[table.active] = action


@lean.rule
def play_card(rules, state, card, number, cell):
    """Place an Island, or a Wild as one, and pay for it (T-BASE-12 to T-BASE-15, T-BASE-18, T-WILD-3)."""
    table = state.table
    cost = placement.cost_at(rules, table, number, cell)
    hands.take_from_hand(state, table.active, card)
    placement.put_island(rules, table, number, cell)
    if rules.has_modules == 1:
        note_placement(rules, table, number, cell)
    state.tally.paid += cost
    ask_payment(rules, state, Phase.PAY, cost)


@lean.phase
def note_placement(rules, table, number, cell):
    """Note what modules want to know of a placement (T-ARCH-5, T-DAY-1, T-WILD-3, T-COMP-2)."""
    table.cell = cell
    table.lower_filled += 1 - rules.is_roof[cell]
    table.played[number] = 1
    sheets.lay_side(rules, table, cell)
    if rules.competitive == 1:
        sheets.score_play(rules, table, table.active, cell)


@lean.rule
def ask_payment(rules, state, question, cost):
    """Ask which cards are given up, where there is a choice (T-BASE-14, T-BASE-17, A9)."""
    table = state.table
    hand = state.hands[table.active]
    table.cost = cost
    if cost == 0:
        end_action(rules, table)
    elif cost == hands.n_discardable(rules, table, hand):
        pay(rules, state, hands.discardable_mask(rules, table, hand))
    else:
        ask(table, question, table.active)


@lean.rule
def pay(rules, state, mask):
    """Give up the chosen cards and end the action (T-BASE-14, T-BASE-17)."""
    table = state.table
    hands.discard(rules, state, table.active, mask)
    if rules.competitive == 1:
        sheets.score_discard(rules, table, table.active, piles.count_bits(mask))
    table.cost = 0
    end_action(rules, table)


@lean.rule
def end_action(rules, table):
    """Go on to the results, or straight to the refill where there are none (T-BASE-30)."""
    table.stage = Stage.RESULTS if rules.has_modules == 1 else Stage.REFILL


@lean.phase
def take_other_action(rules, state, kind, cell):
    """Carry out an action other than an Island and Discard-two."""
    table = state.table
    if kind == Kind.FINISH:
        try_finish(rules, state, Card.FINISH)
    elif kind == Kind.OPEN_FINISH:
        try_finish(rules, state, Card.NONE)
    elif kind == Kind.WILD_FINISH:
        try_finish(rules, state, Card.WILD)
    elif kind == Kind.MONSTER:
        play_monster(rules, state, Card.MONSTER, cell)
    elif kind == Kind.DUMP:
        storms.dump_hand(rules, state, table.active)
        end_action(rules, table)
    elif kind == Kind.FLIP or kind == Kind.FLIP_HANDS:
        flip_for_card(rules, state, kind, cell)
    else:
        play_wild(rules, state, kind, cell)


@lean.rule
def try_finish(rules, state, card):
    """Win, unless a held Monster refuses the Finish (T-BASE-24, T-MONSTER-6, T-MONSTER-11, T-WILD-8)."""
    table = state.table
    if rules.has_monsters == 0 or not hazards.is_monster_held(rules, state):
        table.cause = Cause.WON
        state.tally.wilds_played += card == Card.WILD
    elif rules.monster_finish == MonsterFinish.PENDING:
        lay_pending_finish(rules, state, card)
    else:
        hazards.disclose(rules, state)
        table.stage = Stage.ACT


@lean.rule
def lay_pending_finish(rules, state, card):
    """Leave the Finish on the table until no Monster is held (T-MONSTER-6 `pending`)."""
    table = state.table
    if card != Card.NONE:
        hands.take_from_hand(state, table.active, card)
        table.found[table.active] = max(table.found[table.active] - 1, 0)
        state.tally.wilds_used += card == Card.WILD
        state.tally.wilds_played += card == Card.WILD
    table.pending_finish = 1
    hazards.note_monsters(table, table.active, 0, True)
    table.is_blocked = 1
    end_action(rules, table)


@lean.rule
def play_monster(rules, state, card, cell):
    """Play a Monster, or a Wild as one, on an Island (T-MONSTER-3, T-WILD-8)."""
    table = state.table
    hands.take_from_hand(state, table.active, card)
    if card == Card.MONSTER:
        hazards.note_played(table, table.active)
    hazards.eat(rules, state, cell)
    end_action(rules, table)


@lean.rule
def flip_for_card(rules, state, kind, cell):
    """Flip an Island, or turn all hands, for one card (T-DAY-4, T-DAY-6, D-16)."""
    if kind == Kind.FLIP:
        sheets.flip(rules, state, cell)
    else:
        sheets.turn_hands(state.table)
    ask_payment(rules, state, Phase.FLIP_PAY, 1)


@lean.phase
def play_wild(rules, state, kind, cell):
    """Play a Wild as a Start, a Monster or an Island (T-WILD-2, T-WILD-5, T-WILD-6)."""
    table = state.table
    hand = state.hands[table.active]
    if kind == Kind.WILD_ISLAND:
        table.wild_cell = cell
        funds = placement.budget(rules, table, hand)
        if placement.n_numbers(rules, table, hand.seat, cell, funds) == 1:
            place_wild(rules, state, placement.nth_number(rules, table, hand.seat, cell, funds, 0))
        else:
            ask(table, Phase.WILD_NUMBER, table.active)
        return
    use_wild(state)
    if kind == Kind.WILD_START:
        start.lay_start(rules, state, Card.WILD)
    else:
        play_monster(rules, state, Card.WILD, cell)


@lean.phase
def place_wild(rules, state, number):
    """Place a Wild as the named number (T-WILD-3, D-15)."""
    use_wild(state)
    play_card(rules, state, Card.WILD, number, state.table.wild_cell)


@lean.rule
def use_wild(state):
    """Count a Wild that is played."""
    state.tally.wilds_used += 1
    state.tally.wilds_played += 1


@lean.phase
def hear_other(rules, state, answer):
    """Carry out an answer to a question other than the action and its payment."""
    question = state.table.phase
    if question == Phase.OFFER:
        start.hear_offer(rules, state, answer)
    elif question == Phase.SPLIT:
        start.agree_split(rules, state, answer)
    elif question == Phase.GIVE:
        start.give(rules, state, answer)
    elif question == Phase.TOP:
        start.hear_top(rules, state, answer)
    elif question == Phase.FLIP_PAY:
        pay(rules, state, answer)
    else:
        hear_module(rules, state, answer)


@lean.phase
def hear_module(rules, state, answer):
    """Carry out an answer to a question of the Rocks, the Storms, the Wilds or the sheet variants."""
    table = state.table
    question = table.phase
    if question == Phase.ROCKS:
        hazards.hear_rocks(rules, state, answer)
    elif question == Phase.ROCKS_PAY:
        hazards.pay_rocks(rules, state, answer)
    elif question == Phase.WILD_NUMBER:
        place_wild(rules, state, answer)
    elif question == Phase.EXPLORER_TARGET:
        hazards.eat(rules, state, answer)
        table.stage = Stage.ROCKS
    elif question == Phase.COMP_DRAW:
        sheets.take_market(rules, state, answer)
    else:
        hear_storm(rules, state, answer)


@lean.phase
def hear_storm(rules, state, answer):
    """Carry out an answer to a question of the Storms."""
    question = state.table.phase
    if question == Phase.YELLOW_DOWN:
        storms.discard_down(rules, state, answer)
    elif question == Phase.PURPLE:
        storms.lay_purple(state.table, answer)
    elif question == Phase.CANCEL:
        storms.hear_cancel(rules, state, answer)
    elif question == Phase.CLEAR:
        windows.hear_clear(rules, state, answer)
    elif question == Phase.WILD_CLEAR:
        windows.hear_wild_clear(rules, state, answer)
    else:
        windows.hear_free_dump(rules, state, answer)
