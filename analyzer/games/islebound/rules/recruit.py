"""Recruiting crew and choosing reputation cards: the two market steps of towns (I-CREW-03, I-TOWN-FARWOLD)."""

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.rules import crew, events, tracks, visit
from analyzer.games.islebound.rules.goods import drop_overflow, n_serpents, spend
from analyzer.games.islebound.state import BOOK, COIN, CREW_SLOTS, FISH, NO_CARD, PIRATE, WOOD
from analyzer.games.islebound.switches import RenownOrder
from analyzer.kernel.lean import phase, rule

PER_BUILDING, PER_FISH, PER_WOOD, PER_BOOK, PER_PIRATE, PER_SERPENT, PER_CREW, PER_TOWN = range(8)


@rule
def recruit_price(rules, table, slot):
    """Return what the crew of a slot costs in this town (I-CREW-03)."""
    return max(0, rules.slot_cost[slot] - rules.step_discount[visit.step_at(rules, table)])


@rule
def can_recruit(rules, table, seat, slot):
    """Tell whether the crew of a slot can be taken (I-CREW-03, I-CREW-04)."""
    if slot >= CREW_SLOTS or table.recruit[slot] == NO_CARD:
        return False
    return table.goods[seat, COIN] >= recruit_price(rules, table, slot)


@phase
def recruit(rules, state, answer):
    """Take a crew card to the deck and slide the others right, or take none (I-CREW-03)."""
    table = state.table
    if answer > 0:
        slot = answer - 1
        spend(state, table.active, COIN, recruit_price(rules, table, slot))
        crew.to_deck(rules, table, table.active, table.recruit[slot], 1)
        table.crew[table.active] += 1
        for place in range(slot, 0, -1):
            table.recruit[place] = table.recruit[place - 1]
        table.recruit[0] = draw_recruit(state)
        tracks.fire(rules, state, table.active, Trigger.ON_RECRUIT)
    visit.next_step(table)


@rule
def draw_recruit(state):
    """Draw the top of the face-up crew pile, -1 if it is empty (I-CREW-04)."""
    table = state.table
    drawn = table.next_recruit
    if table.recruits_left > 0:
        table.recruits_left -= 1
    table.next_recruit = state.hidden.recruits[table.recruits_left - 1] if table.recruits_left > 0 else NO_CARD
    return drawn


# Reputation


@rule
def can_choose_reputation(rules, table, answer):
    """Tell whether an answer to REPUTATION is possible: a card that lies there, or none (AMB-19)."""
    if answer == 0:
        is_empty = table.reputation_left[0] + table.reputation_left[1] == 0
        return is_empty or rules.farwold_skip == 1
    return answer <= 2 and table.reputation_left[answer - 1] > 0


@phase
def choose_reputation(rules, state, answer):
    """Carry out a reputation card: the bonus, then everybody's share (I-TOWN-FARWOLD-01 to -03, -06, -07)."""
    table = state.table
    if answer > 0:
        card = table.reputation_top[answer - 1]
        table.reputation_gone |= 1 << card
        events.discard_top(table.reputation_top, table.reputation_left, state.hidden.reputation, answer - 1)
        tracks.gain_renown(rules, state, table.active, rules.reputation_bonus[card])
        drop_overflow(rules, table, table.active)  # what a tile gave is counted at once, so nobody can be asked
        done = 0
        for _ in range(rules.players):
            seat = next_to_gain(rules, table, done)
            done |= 1 << seat
            tracks.gain_renown(rules, state, seat, reputation_gain(rules, table, seat, card))
    visit.next_step(table)


@phase
def next_to_gain(rules, table, done):
    """Return who gains next: clockwise from the active player, or the least advanced (I-RENOWN-03, AMB-16)."""
    found = -1
    for place in range(rules.players):
        seat = (table.active + place) % rules.players
        if (done >> seat) & 1 == 0:
            if found < 0:
                found = seat
            elif rules.renown_order == RenownOrder.LEAST_ADVANCED_FIRST:
                found = seat if advance_of(rules, table, seat) < advance_of(rules, table, found) else found
    return found


@rule
def advance_of(rules, table, seat):
    """Return all the renown a player has gained so far."""
    return table.tiles[seat] * rules.lap + table.track[seat]


@phase
def reputation_gain(rules, table, seat, card):
    """Return a player's renown by the lower half of a card (I-TOWN-FARWOLD-02, I-TOWN-FARWOLD-08, AMB-25)."""
    n = reputation_count(rules, table, seat, rules.reputation_per[card])
    limit = rules.reputation_limit[card]
    if limit == 0:
        return n
    if rules.limit_includes_bonus == 1 and seat == table.active:
        limit = max(0, limit - rules.reputation_bonus[card])
    return min(n, limit)


@phase
def reputation_count(rules, table, seat, per):
    """Count what a reputation card counts: crew in any state, Ichor as a serpent, ports as towns."""
    goods = table.goods[seat]
    if per == PER_BUILDING:
        return table.n_owned[seat]
    if per == PER_FISH:
        return goods[FISH]
    if per == PER_WOOD:
        return goods[WOOD]
    if per == PER_BOOK:
        return goods[BOOK]
    if per == PER_PIRATE:
        return goods[PIRATE]
    if per == PER_SERPENT:
        return n_serpents(table, seat)
    return table.crew[seat] if per == PER_CREW else table.towns[seat]
