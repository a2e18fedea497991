"""Trades between ships in one region (I-VAR-MERCHANT, D10).

The protocol: after the move the active player may name a partner in the region and an exchange of n pieces of one
good for m of another; the partner accepts or declines. A declined or accepted offer uses up one of the turn's
`offer_limit` offers. A traded book, pirate or serpent is not "gained": no ability answers to it.
"""

from __future__ import annotations

from analyzer.games.islebound.encoding import given_of, n_given_of, n_wanted_of, partner_of, wanted_of
from analyzer.games.islebound.rules.goods import trim_hold
from analyzer.games.islebound.rules.move import n_ships
from analyzer.games.islebound.state import BOOK, SERPENT, WOOD, Moment, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@phase
def consider_offer(rules, table):
    """Ask for an offer while there is a partner and an offer left, else go on to the free actions."""
    table.moment = Moment.BEFORE
    table.stage = Stage.FREE
    may_offer = rules.merchant == 1 and table.offers_made < rules.offer_limit
    if may_offer and n_ships(rules, table, table.active, table.region[table.active]) > 0:
        ask(table, Phase.OFFER, table.active)


@phase
def is_legal_offer(rules, table, offer):
    """Tell whether both sides hold what they would give; never like for like (I-VAR-MERCHANT)."""
    if offer == 0:
        return True
    if offer < 0 or offer >= 1 << 16 or (offer & 255) == 0:
        return False
    seat, partner = table.active, partner_of(offer)
    if partner >= rules.players or partner == seat or table.region[partner] != table.region[seat]:
        return False
    give, want = given_of(offer), wanted_of(offer)
    if give == want or not is_tradable(rules, give) or not is_tradable(rules, want):
        return False
    return table.goods[seat, give] >= n_given_of(offer) and table.goods[partner, want] >= n_wanted_of(offer)


@rule
def is_tradable(rules, good):
    """Tell what may be traded: fish, wood, books, pirates, serpents; no coins, buildings, Ichor."""
    return WOOD <= good <= SERPENT and not (good == BOOK and rules.architect == 1)


@phase
def make_offer(table, offer):
    """Put an offer to the partner."""
    if offer == 0:
        table.stage = Stage.FREE
        return
    table.offer = offer
    table.offers_made += 1
    ask(table, Phase.REPLY, partner_of(offer))


@phase
def reply(rules, state, answer):
    """Carry out an accepted trade (I-VAR-MERCHANT)."""
    table = state.table
    table.stage = Stage.OFFER
    if answer == 1:
        seat, partner = table.active, partner_of(table.offer)
        move_goods(table, seat, partner, given_of(table.offer), n_given_of(table.offer))
        move_goods(table, partner, seat, wanted_of(table.offer), n_wanted_of(table.offer))
        trim_hold(rules, table, seat)
        trim_hold(rules, table, partner)
        state.tally.trades[seat] += 1
    table.offer = 0


@rule
def move_goods(table, giver, taker, good, n):
    """Move traded goods."""
    table.goods[giver, good] -= n
    table.goods[taker, good] += n
