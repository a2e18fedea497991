"""Setup: the map, the piles, the players, their home ports, and the architect's draft (rules 2.1)."""

from __future__ import annotations

from analyzer.games.islebound.rules.buildings import draw_card
from analyzer.games.islebound.rules.clearing import clear_table
from analyzer.games.islebound.rules.crew import to_deck
from analyzer.games.islebound.rules.events import lay_out_events
from analyzer.games.islebound.rules.piles import split_piles
from analyzer.games.islebound.rules.recruit import draw_recruit
from analyzer.games.islebound.rules.towns import set_owner
from analyzer.games.islebound.state import (
    BOARD_REGIONS,
    BOOK,
    COIN,
    CREW_SLOTS,
    FIRST_PORT_SLOT,
    N_BOARDS,
    N_TOWNS,
    NO_CARD,
    NOBODY,
    PACK,
    Chance,
    Phase,
    Stage,
)
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import STREAM_SIZE, randbelow, shuffle, shuffle_numbers


@phase
def set_up(rules, state, chance):
    """Set up a game up to the choice of home ports (rules 2.1)."""
    clear_table(rules, state)
    take_over_chance(state.hidden.chance, chance)
    lay_map(rules, state)
    state.table.first = randbelow(state.hidden.chance[Chance.FIRST], rules.players)  # I-SETUP-06
    for seat in range(rules.players):
        equip(rules, state, seat)
    lay_out_events(rules, state)
    lay_out_reputation(rules, state)
    lay_out_crew(rules, state)
    lay_out_tiles(rules, state)
    lay_out_buildings(rules, state)
    state.table.stage = Stage.HOME


@rule
def take_over_chance(streams, chance):
    """Keep the streams of the deal in the state, word by word: an assignment of rows would count references."""
    for stream in range(len(streams)):
        for word in range(STREAM_SIZE):
            streams[stream, word] = chance[stream, word]


@rule
def lay_map(rules, state):
    """Lay the boards and the ports in random order, unrotated (I-SETUP-01 to I-SETUP-03)."""
    table, order = state.table, state.hidden.order
    shuffle_numbers(state.hidden.chance[Chance.BOARDS], order, N_BOARDS)
    for hex_slot in range(N_BOARDS):
        for region in range(BOARD_REGIONS):
            table.slot[rules.board_town[order[hex_slot], region]] = hex_slot * BOARD_REGIONS + region
    shuffle_numbers(state.hidden.chance[Chance.PORTS], order, N_BOARDS)
    for notch in range(N_BOARDS):
        table.slot[rules.port_town[order[notch]]] = FIRST_PORT_SLOT + notch


@phase
def equip(rules, state, seat):
    """Give a player coins, cubes and the starting crew (I-SETUP-04)."""
    table, hand = state.table, state.hands[seat]
    hand.seat = seat
    hand.cards = 0
    hand.pack = 0
    table.goods[seat, COIN] = rules.start_coins
    table.cubes[seat] = rules.cubes
    for kind in range(rules.n_kinds):
        if rules.starters[kind] > 0:
            to_deck(rules, table, seat, kind, rules.starters[kind])
            table.crew[seat] += rules.starters[kind]


@rule
def lay_out_reputation(rules, state):
    """Shuffle the reputation cards into two face-up piles (I-SETUP-10)."""
    table, order = state.table, state.hidden.order
    shuffle_numbers(state.hidden.chance[Chance.REPUTATION], order, rules.n_reputation)
    split_piles(table.reputation_top, table.reputation_left, state.hidden.reputation, order, rules.n_reputation)


@rule
def lay_out_crew(rules, state):
    """Shuffle the two-symbol crew and fill the three slots (I-SETUP-11)."""
    table, recruits = state.table, state.hidden.recruits
    n = rules.n_recruits
    for place in range(n):
        recruits[place] = rules.recruits[place]
    shuffle(state.hidden.chance[Chance.CREW], recruits, n)
    table.recruits_left = n
    table.next_recruit = recruits[n - 1] if n > 0 else NO_CARD
    for slot in range(CREW_SLOTS - 1, -1, -1):
        table.recruit[slot] = draw_recruit(state)


@rule
def lay_out_tiles(rules, state):
    """Shuffle the renown tiles into a face-up pile (I-SETUP-12)."""
    table, tiles = state.table, state.hidden.tiles
    shuffle_numbers(state.hidden.chance[Chance.TILES], tiles, rules.n_tiles)
    table.tiles_left = rules.n_tiles
    table.tile_top = tiles[rules.n_tiles - 1] if rules.n_tiles > 0 else NO_CARD


@rule
def lay_out_buildings(rules, state):
    """Shuffle the buildings; deal the row, or packs for the draft (I-SETUP-14, I-VAR-ARCHITECT)."""
    table, hidden = state.table, state.hidden
    shuffle_numbers(state.hidden.chance[Chance.BUILDINGS], hidden.buildings, rules.n_buildings)
    table.deck_left = rules.n_buildings
    for slot in range(rules.n_row - 1, -1, -1):
        table.row[slot] = draw_card(state)
    if rules.architect == 1:
        for seat in range(rules.players):
            for _ in range(PACK):
                state.hands[seat].pack |= 1 << draw_card(state)


# Home ports


@phase
def ask_home(rules, state):
    """Ask for the next home port: the last in turn order first, the start player last (I-SETUP-07)."""
    table = state.table
    for place in range(rules.players - 1, -1, -1):
        seat = (table.first + place) % rules.players
        if table.home[seat] == NOBODY:
            ask(table, Phase.HOME, seat)
            return
    table.active = table.first
    table.stage = Stage.DRAFT if rules.architect == 1 else Stage.TURN


@rule
def is_free_port(rules, table, town):
    """Tell whether a town is a port that nobody has chosen."""
    return 0 <= town < N_TOWNS and rules.is_port[town] == 1 and table.owner[town] == NOBODY


@phase
def choose_home(rules, table, town):
    """Take a port as home, with ship and cube, without spoils (I-SETUP-08)."""
    seat = table.asked
    set_owner(rules, table, seat, town)
    table.home[seat] = town
    table.region[seat] = town
    table.stage = Stage.HOME


# The architect's draft


@phase
def ask_draft(rules, state):
    """Ask everybody in turn for one building of their own pack; nobody sees another's pack (I-VAR-ARCHITECT)."""
    table = state.table
    for place in range(rules.players):
        seat = (table.first + place) % rules.players
        if table.goods[seat, BOOK] == table.drafted:
            ask(table, Phase.DRAFT, seat)
            return
    table.drafted += 1
    if table.drafted == PACK:
        table.stage = Stage.TURN
    else:
        pass_packs(rules, state)


@rule
def pass_packs(rules, state):
    """Pass the packs to the left (I-VAR-ARCHITECT)."""
    last = state.hands[rules.players - 1].pack
    for seat in range(rules.players - 1, 0, -1):
        state.hands[seat].pack = state.hands[seat - 1].pack
    state.hands[0].pack = last


@phase
def keep_building(state, building):
    """Keep one building of the pack (I-VAR-ARCHITECT)."""
    seat = state.table.asked
    state.hands[seat].pack &= ~(1 << building)
    state.hands[seat].cards |= 1 << building
    state.table.goods[seat, BOOK] += 1
    state.table.stage = Stage.DRAFT
