"""Setup: the deal, the modules and the first player (rules 2.2 and 2.12)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.clearing import clear_modules, clear_table
from analyzer.games.tranquility.rules.deck import mix_in, remove_islands, shuffle_deck
from analyzer.games.tranquility.rules.drawing import refill
from analyzer.games.tranquility.rules.explorer import build_explorer_deck
from analyzer.games.tranquility.rules.hands import draw_cards
from analyzer.games.tranquility.rules.market import COMMON, turn_up
from analyzer.games.tranquility.state import Card, Chance, Stage
from analyzer.games.tranquility.switches.readings import FirstPlayer
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow


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
