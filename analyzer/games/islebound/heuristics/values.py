"""What things are worth to a policy: the shared evaluator of section 6, in points.

A policy weighs things by its knobs (`knobs`). Near the end goods lose their worth, for only coins and renown score
(I-END-03).
"""

from __future__ import annotations

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.heuristics.knobs import V_BOOK, V_BUILD, V_CREW, V_CUBE, V_RENOWN, V_WOOD
from analyzer.games.islebound.rules.buildings import card_at, wood_price
from analyzer.games.islebound.rules.recruit import reputation_gain
from analyzer.games.islebound.state import BOOK, COIN, FISH, INFLUENCE, RENOWN, WOOD
from analyzer.kernel.lean import phase, rule

LONG_GAME = 30  # rounds
MEAN_SPACE = 2.0  # value of a space where the next cube may go


@rule
def future(rules, table):
    """Return what goods still count: less as the game drags on, half before the last round, nothing in it."""
    if table.last_round == 0:
        return patience(table)
    return 0.5 if table.round_no < table.last_round else 0.0


@rule
def patience(table):
    """Return what counts besides coins and buildings: all for 30 rounds, then less, so that games come to an end."""
    return 1.0 if table.round_no <= LONG_GAME else max(0.2, 1.0 - 0.04 * (table.round_no - LONG_GAME))


@rule
def renown_value(table, knobs):
    """Value one renown."""
    return patience(table) * knobs[V_RENOWN]


@rule
def rounds_left(rules, table):
    """Guess how many rounds are left: about three for each building the leader still needs."""
    if table.last_round > 0:
        return table.last_round - table.round_no
    most = 0
    for seat in range(rules.players):
        most = max(most, table.n_owned[seat])
    return 1 + 3 * (rules.end_count - most)


@phase
def item_value(rules, table, seat, knobs, item):
    """Value one piece of a good, card or cube."""
    if item == COIN:
        return 1.0
    if item == RENOWN:
        return renown_value(table, knobs)
    if item == BOOK and rules.architect == 1 and lacks_cards(rules, table, seat):
        return knobs[V_BOOK] + max(knobs[V_BUILD], 2.0 * knobs[V_RENOWN])  # more than any town pays for it
    scale = future(rules, table)
    if item == INFLUENCE:
        return scale * knobs[V_CUBE] * MEAN_SPACE
    return scale * knobs[V_WOOD + item - 1]


@rule
def lacks_cards(rules, table, seat):
    """Tell whether an architect's hand holds no more buildings than are missing to the end (I-VAR-ARCHITECT)."""
    return table.last_round == 0 and table.goods[seat, BOOK] <= rules.end_count - table.n_owned[seat]


@rule
def book_extra(rules, table, seat, knobs):
    """Value what a player's abilities add to a gained book (Library, School of War)."""
    if (table.owned[seat] & rules.trigger_mask[Trigger.ON_GAIN_BOOK_EACH]) == 0:
        return 0.0
    return renown_value(table, knobs)


@rule
def crew_value(rules, table, knobs):
    """Value a new crew: less and less towards the end."""
    return knobs[V_CREW] * min(1.0, rounds_left(rules, table) / 8.0)


@phase
def card_value(rules, table, seat, knobs, pile):
    """Value a reputation card: one's own renown, less what the others gain on average."""
    if table.reputation_left[pile] == 0:
        return -1.0
    card = table.reputation_top[pile]
    others = 0.0
    for other in range(rules.players):
        if other != seat:
            others += reputation_gain(rules, table, other, card)
    own = rules.reputation_bonus[card] + reputation_gain(rules, table, seat, card)
    return renown_value(table, knobs) * (own - others / (rules.players - 1))


@phase
def build_value(rules, table, hand, knobs, place):
    """Value building a card: its points and the step towards the end, less the goods."""
    card = card_at(rules, table, hand, place)
    wood = wood_price(rules, table, hand.seat, card) * item_value(rules, table, hand.seat, knobs, WOOD)
    fish = rules.build_fish[card] * item_value(rules, table, hand.seat, knobs, FISH)
    return rules.price[card] + knobs[V_BUILD] - wood - fish
