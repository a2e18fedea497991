"""What taking a town is worth: its fees, the chance of an attack, the cards and cubes that are used up."""

from __future__ import annotations

from analyzer.games.islebound.heuristics.knobs import V_CUBE, V_SERPENT, V_TOWN
from analyzer.games.islebound.heuristics.values import future, rounds_left
from analyzer.games.islebound.rules.commitment import p_success
from analyzer.games.islebound.rules.goods import n_serpents
from analyzer.games.islebound.state import COMBAT, CREW, ICHOR, MAX_DICE, NEGOTIATE, PIRATE, SERPENT
from analyzer.kernel.lean import phase, rule

_INJURIES = 2  # the default limit (D3c)


@rule
def town_worth(rules, table, knobs):
    """Value owning a town: fees saved and earned while the game lasts."""
    return knobs[V_TOWN] * rounds_left(rules, table) / 4.0


@phase
def chance_of(rules, table, seat, need, crew_gone):
    """Return the chance to reach a need with all cards, combat crew and up to two injuries."""
    goods = table.goods[seat]
    ichor = goods[ICHOR]
    serpents = min(goods[SERPENT], MAX_DICE - ichor)
    pirates = min(goods[PIRATE], MAX_DICE - ichor - serpents)
    extra = min(table.ready[seat, COMBAT], MAX_DICE - ichor - serpents - pirates)
    helpers = max(0, min(_INJURIES, table.ready[seat, CREW] - crew_gone - extra))
    need -= helpers * rules.injury_bonus
    return p_success(rules, pirates, serpents, ichor, extra, need)


@rule
def force_value(rules, table, knobs, need):
    """Value the cards that an attack on a need uses up: a serpent is good for 1.67, a pirate for 1."""
    return future(rules, table) * need * knobs[V_SERPENT] / 1.67


@rule
def influence_value(rules, table, seat, knobs, need):
    """Value the cubes that a diplomacy uses up."""
    return future(rules, table) * knobs[V_CUBE] * max(0, need - table.ready[seat, NEGOTIATE])


@rule
def has_cards(table, seat):
    """Tell whether there is anything to attack with."""
    return table.goods[seat, PIRATE] + n_serpents(table, seat) > 0
