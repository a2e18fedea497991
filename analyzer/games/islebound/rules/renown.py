"""The renown track, its tiles, and what abilities hand out (rules 2.12, I-BUILD-06).

A tile's reward can itself give renown (a book with a Library), so that rewards only add to the track and the loop
in `gain_renown` goes on until no lap is left: no rule calls itself.
"""

from __future__ import annotations

import numpy as np

from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.rules.goods import gain_goods, take_book
from analyzer.games.islebound.rules.influence import place_cubes
from analyzer.games.islebound.state import BOOK, COIN, FISH, INFLUENCE, NO_CARD, PIRATE, SERPENT, WOOD
from analyzer.games.islebound.switches import TilesOut
from analyzer.kernel.lean import phase, rule

GIVEN = np.array([COIN, WOOD, FISH, PIRATE, SERPENT])  # by effect, from GAIN_COIN on


@phase
def gain_renown(rules, state, seat, n):
    """Move on the renown track; every lap takes the top tile and its reward at once (I-RENOWN-01, I-RENOWN-02)."""
    table = state.table
    table.track[seat] += n
    while table.track[seat] >= rules.lap:
        table.track[seat] -= rules.lap
        if table.tiles_left > 0:
            table.tiles[seat] += 1
            reward(rules, state, seat, take_tile(state))
        elif rules.tiles_out == TilesOut.SEVEN_POINTS:
            table.tiles[seat] += 1  # I-RENOWN-04


@rule
def take_tile(state):
    """Take the top tile and turn up the next (I-SETUP-12)."""
    table = state.table
    tile = table.tile_top
    table.tiles_left -= 1
    table.tile_top = state.hidden.tiles[table.tiles_left - 1] if table.tiles_left > 0 else NO_CARD
    return tile


@phase
def reward(rules, state, seat, tile):
    """Hand out a tile's reward (I-RENOWN-02)."""
    gain, n = rules.tile_gain[tile], rules.tile_amount[tile]
    if gain == INFLUENCE:
        place_cubes(rules, state.table, seat, n)
    elif gain == BOOK:
        for nth in range(n):
            if take_book(rules, state, seat):
                for _ in range(n_answers(rules, nth + 1)):
                    answer_book(rules, state, seat)
    else:
        gain_goods(rules, state.table, seat, gain, n)


@rule
def answer_book(rules, state, seat):
    """Let the abilities answer to a book from a tile; renown is only added, the caller's loop settles it."""
    mask = state.table.owned[seat] & rules.trigger_mask[Trigger.ON_GAIN_BOOK_EACH]
    if mask != 0:
        for place in range(rules.trigger_count[Trigger.ON_GAIN_BOOK_EACH]):
            building = rules.trigger_list[Trigger.ON_GAIN_BOOK_EACH, place]
            if (mask >> building) & 1:
                if rules.effect[building] == Effect.GAIN_RENOWN:
                    state.table.track[seat] += rules.amount[building]
                else:
                    give(rules, state.table, seat, rules.effect[building], rules.amount[building])


@rule
def fire(rules, state, seat, trigger):
    """Let a player's buildings with this trigger answer, in data order (I-BUILD-06)."""
    mask = state.table.owned[seat] & rules.trigger_mask[trigger]
    if mask != 0:
        answer(rules, state, seat, trigger, mask)


@phase
def answer(rules, state, seat, trigger, mask):
    """Carry out the effects of the buildings of a mask that have this trigger."""
    for place in range(rules.trigger_count[trigger]):
        building = rules.trigger_list[trigger, place]
        if (mask >> building) & 1:
            if rules.effect[building] == Effect.GAIN_RENOWN:
                gain_renown(rules, state, seat, rules.amount[building])
            else:
                give(rules, state.table, seat, rules.effect[building], rules.amount[building])


@phase
def give(rules, table, seat, effect, n):
    """Hand out an effect that gives goods or cards; other effects are read where they matter."""
    if effect < Effect.GAIN_RENOWN:
        gain_goods(rules, table, seat, GIVEN[effect], n)


@phase
def gain_book(rules, state, seat, nth):
    """Gain one book, the nth of its batch, with what answers to it (I-BLDG-LIBRARY, I-BLDG-SCHOOL_OF_WAR)."""
    if take_book(rules, state, seat):
        for _ in range(n_answers(rules, nth)):
            fire(rules, state, seat, Trigger.ON_GAIN_BOOK_EACH)


@rule
def n_answers(rules, nth):
    """Count the answers to the nth book of a batch: if only two at once count, the second counts twice (AMB-47)."""
    least = rules.book_trigger_min
    return 0 if nth < least else (least if nth == least else 1)
