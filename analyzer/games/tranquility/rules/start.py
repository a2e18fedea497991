"""The Start: when it is laid, its price, who gives how much, and the single player (rules 2.4 and 2.7)."""

from analyzer.games.tranquility.encoding import play, share_of
from analyzer.games.tranquility.rules import hands, hazards, known, options, refills, sheets, splits, storms
from analyzer.games.tranquility.state import Card, Cause, Draw, Kind, Phase, Stage
from analyzer.games.tranquility.switches.readings import SoloStart, StartShortage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@rule
def must_play_start(rules, state):
    """Tell whether the active player is forced to play a Start now (T-BASE-19, A2 `defer`)."""
    hand = state.hands[state.table.active]
    if state.table.started == 1 or hands.count_in_hand(hand, Card.START) == 0:
        return False
    return splits.on_shortage(rules) != StartShortage.DEFER or can_pay_start(rules, state)


@phase
def can_pay_start(rules, state):
    """Tell, before anything is laid or drawn, whether the price can be found (A2 `defer`)."""
    table = state.table
    n_cards = -1  # the Start itself
    for seat in range(rules.players):
        monsters = hands.count_in_hand(state.hands[seat], Card.MONSTER)
        n_cards += table.held[seat] - monsters
        n_unseen = (
            refills.n_extra(rules, table, seat) + splits.allowance(rules, table, seat) + solo_reserve(rules, table)
        )
        n_cards += min(n_unseen, table.pile[seat])
    return n_cards >= rules.start_price or is_start_free(rules)


@phase
def lay_start(rules, state, card):
    """Lay the Start, or a Wild as one, and draw the extra cards (T-BASE-20, T-BASE-23, T-BASE-32, T-WILD-5)."""
    table = state.table
    hands.take_from_hand(state, table.active, card)
    table.started = 1
    known.note_start(rules, table, card)
    table.last_action[table.active] = play(Kind.START if card == Card.START else Kind.WILD_START, 0)
    state.tally.start_turn = table.turn
    storms.gain_compass(state)
    sheets.turn_hands_on_event(rules, table, True)
    table.offer[:] = -1
    table.split[:] = 0
    table.owed[:] = 0
    table.top[:] = 0
    table.start_step = 0
    if rules.players == 1:
        begin_solo(rules, state)
    elif rules.players == 2:
        extra = refills.n_extra(rules, table, table.active)
        refills.begin_draw(rules, state, table.active, Draw.EXTRA, extra, rules.players, Stage.PRICE)
    else:
        table.stage = Stage.PRICE


@phase
def ask_price(rules, state):
    """Fix how many cards are to be given, or lose for want of them (A2, T-SOLO-4)."""
    table = state.table
    available = 0
    for seat in range(rules.players):
        available += hands.n_discardable(rules, table, state.hands[seat]) + splits.allowance(rules, table, seat)
    if rules.players == 1:
        available -= splits.allowance(rules, table, 0)
        unseen = table.pile[0] if solo_reading(rules) == SoloStart.BLIND else min(table.top[0], table.pile[0])
        available += unseen
    if available < rules.start_price and splits.on_shortage(rules) == StartShortage.LOSS:
        table.cause = Cause.START_SHORTAGE
        return
    table.cost = min(available, rules.start_price)
    table.asked = table.active
    table.stage = Stage.OFFERS
    if rules.players == 1:
        pay_solo(rules, state)


@phase
def ask_offers(rules, state):
    """Ask the other players, clockwise, how many cards they could give (D-5)."""
    table = state.table
    seat = (table.asked + 1) % rules.players
    table.asked = seat
    if seat == table.active or table.cost == 0:
        table.stage = Stage.SPLIT
    elif options.most_to_offer(rules, table, state.hands[seat]) == 0:
        table.offer[seat] = 0
    else:
        ask(table, Phase.OFFER, seat)


@rule
def hear_offer(rules, state, n_cards):
    """Note what a player could give (D-5)."""
    state.table.offer[state.table.asked] = n_cards
    splits.note_free_cards(rules, state.table, state.table.asked, n_cards)
    state.table.stage = Stage.OFFERS


@phase
def ask_split(rules, state):
    """Ask the active player, for the team, who gives how many (D-4)."""
    table = state.table
    hand = state.hands[table.active]
    table.phase = Phase.SPLIT
    table.asked = table.active
    if table.cost == 0:
        agree_split(rules, state, 0)  # nobody was asked for an offer
        return
    if splits.total_cap(rules, table, hand) < table.cost:
        raise_offers(rules, state)
    if splits.has_one_split(rules, table, hand):
        agree_split(rules, state, splits.nth_split(rules, table, hand, 0))
    else:
        ask(table, Phase.SPLIT, table.active)


@rule
def raise_offers(rules, state):
    """Let all others offer what they have, when binding offers fall short (rules 7, notes)."""
    for seat in range(rules.players):
        if seat != state.table.active:
            offer_all(rules, state.table, state.hands[seat])


@rule
def offer_all(rules, table, hand):
    """Let a player offer everything, which tells how many Monsters are left."""
    table.offer[hand.seat] = options.most_to_offer(rules, table, hand)
    hazards.note_monsters(table, hand.seat, hands.count_in_hand(hand, Card.MONSTER), True)


@phase
def agree_split(rules, state, split):
    """Fix the shares (T-BASE-21)."""
    table = state.table
    for seat in range(rules.players):
        table.split[seat] = share_of(split, seat)
        table.owed[seat] = table.split[seat]
    table.start_step = 0
    table.stage = Stage.TOPS if rules.has_storms == 1 else Stage.GIVES


@phase
def ask_tops(rules, state):
    """Ask each Yellow owner who gives something how many unseen top cards are among it (D-7)."""
    table = state.table
    while table.start_step < rules.players:
        seat = (table.active + table.start_step) % rules.players
        table.start_step += 1
        if table.yellow[seat] > 0 and table.owed[seat] > 0:
            hand = state.hands[seat]
            table.asked = seat
            n = options.n_tops(rules, table, hand)
            if n > 1:
                ask(table, Phase.TOP, seat)
                return
            # with nothing else to give, the share comes from the pile whatever the reading
            give_tops(state, options.nth_top(rules, table, hand, 0) if n == 1 else table.owed[seat])
    table.start_step = 0
    table.stage = Stage.GIVES


@phase
def hear_top(rules, state, n_cards):
    """Take the unseen top cards of the asked player (T-STORM-Y3, T-SOLO-5)."""
    if rules.players == 1:
        draw_for_solo(rules, state, n_cards)
    else:
        give_tops(state, n_cards)
        state.table.stage = Stage.TOPS


@rule
def give_tops(state, n_cards):
    """Count unseen top cards towards a share (T-STORM-Y9)."""
    table = state.table
    table.top[table.asked] = n_cards
    table.owed[table.asked] -= n_cards
    lose_top_cards(state, table.asked, n_cards)
    table.told_at[table.asked] -= n_cards  # they do not come into the hand


@phase
def lose_top_cards(state, seat, n_cards):
    """Discard top cards of a pile unseen, without any effect (T-STORM-Y3, T-MONSTER-13)."""
    table = state.table
    for _ in range(n_cards):
        table.pile[seat] -= 1
        card = state.hidden.deck[state.hidden.bottom[seat] + table.pile[seat]]
        table.returned[seat, :] = 0  # a Storm that went back into the pile may be among them
        table.discarded[seat] += 1
        table.all_discarded += 1
        state.tally.finishes_lost += card == Card.FINISH
        state.tally.wilds_used += card == Card.WILD


@phase
def ask_gives(rules, state):
    """Ask each player who gives something, active player first, which cards (D-6)."""
    table = state.table
    while table.start_step < rules.players:
        seat = (table.active + table.start_step) % rules.players
        table.start_step += 1
        table.asked = seat
        if table.owed[seat] > 0:
            hand = state.hands[seat]
            if table.owed[seat] < hands.n_discardable(rules, table, hand):
                ask(table, Phase.GIVE, seat)
                return
            give(rules, state, hands.discardable_mask(rules, table, hand))
    table.cost = 0
    table.start_step = 0
    if rules.has_storms == 1:
        table.stage = Stage.EXCESS
    else:
        end_start(rules, table)


@phase
def give(rules, state, mask):
    """Give up one's own share (T-BASE-20, T-BASE-22)."""
    table = state.table
    hands.discard(rules, state, table.asked, mask)
    table.owed[table.asked] = 0
    table.stage = Stage.GIVES


@phase
def ask_excess(rules, state):
    """Let Yellow owners discard what still exceeds three, outside the price (T-STORM-Y8)."""
    table = state.table
    while table.start_step < rules.players:
        seat = (table.active + table.start_step) % rules.players
        table.start_step += 1
        if table.yellow[seat] > 0:
            storms.ask_yellow_down(rules, state, seat, Stage.EXCESS)
            if table.stage == Stage.ASKING:
                return
    end_start(rules, table)


@rule
def end_start(rules, table):
    """Go on to the Rocks step and the refill of all hands (T-BASE-32)."""
    table.refill_stage = Stage.START_REFILL
    table.stage = Stage.ROCKS if rules.has_modules == 1 else Stage.START_REFILL


@phase
def refill_all(rules, state):
    """Refill every hand, active player first, clockwise (T-BASE-20, A8)."""
    refills.refill(rules, state, state.table.active, rules.players, Stage.PASS)


SOLO_DRAW = 8  # `draw8` of T-SOLO-2


@rule
def solo_reading(rules):
    """Return what the Start costs a single player (T-SOLO-2)."""
    return rules.solo_start


@rule
def is_start_free(rules):
    """Tell whether the Start costs nothing (T-SOLO-2 `none`)."""
    return rules.players == 1 and solo_reading(rules) == SoloStart.NONE


@rule
def solo_reserve(rules, table):
    """Count the pile cards that a single player may draw or lose for the Start (T-SOLO-2)."""
    if rules.players > 1:
        return 0
    return SOLO_DRAW if solo_reading(rules) == SoloStart.DRAW8 else table.pile[0]


@rule
def begin_solo(rules, state):
    """Let a single player announce unseen top cards, then draw (T-SOLO-2, T-SOLO-5, D-7)."""
    table = state.table
    hand = state.hands[0]
    table.asked = 0
    if is_start_free(rules):
        end_start(rules, table)
    elif table.yellow[0] > 0 and solo_reading(rules) != SoloStart.BLIND and options.n_tops(rules, table, hand) > 1:
        ask(table, Phase.TOP, 0)
    else:
        draw_for_solo(rules, state, 0)


@phase
def draw_for_solo(rules, state, n_top):
    """Draw what the reading grants (T-SOLO-2, T-SOLO-5)."""
    table = state.table
    table.top[0] = n_top
    if solo_reading(rules) == SoloStart.DRAW8:
        refills.begin_draw(rules, state, 0, Draw.EXTRA, SOLO_DRAW, 1, Stage.PRICE)
    elif solo_reading(rules) == SoloStart.BLIND:
        table.stage = Stage.PRICE
    else:
        refills.begin_draw(rules, state, 0, Draw.PAYABLE, rules.start_price - n_top, 1, Stage.PRICE)


@rule
def pay_solo(rules, state):
    """Take the unseen part from the pile; the rest is owed from the hand (T-SOLO-2, T-SOLO-5)."""
    table = state.table
    free = hands.n_discardable(rules, table, state.hands[0])
    unseen = min(table.top[0], table.cost)
    if solo_reading(rules) == SoloStart.BLIND:
        unseen = max(unseen, table.cost - free)
    unseen = min(unseen, table.pile[0])
    lose_top_cards(state, 0, unseen)
    table.owed[0] = min(table.cost - unseen, free)
    table.stage = Stage.GIVES
