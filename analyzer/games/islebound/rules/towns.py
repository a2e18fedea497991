"""Taking a town, by attack or by diplomacy (I-ATTACK-10, I-ATTACK-12, I-DIPLO-03)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.encoding import ASK_CUBE
from analyzer.games.islebound.rules.influence import cheapest_cube, take_cube
from analyzer.games.islebound.rules.renown import fire
from analyzer.games.islebound.state import COIN, NOBODY, Moment, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@phase
def take_town(rules, state, seat, town, trigger):
    """Swap the cube, take the spoils, let the abilities of both sides answer, and go on to the visit."""
    table = state.table
    loser = table.owner[town]
    set_owner(rules, table, seat, town)
    table.goods[seat, COIN] += rules.strength[town]
    fire(rules, state, seat, trigger)
    if loser != NOBODY:
        fire(rules, state, loser, Trigger.ON_OWN_TOWN_LOST)
    table.moment = Moment.BETWEEN
    table.stage = Stage.FREE


@phase
def set_owner(rules, table, seat, town):
    """Mark a town with one's own cube; the owner before takes his back (I-ATTACK-12, I-INFL-04)."""
    loser = table.owner[town]
    if loser != NOBODY:
        table.cubes[loser] += 1
        table.towns[loser] -= 1
    if table.cubes[seat] == 0:
        take_cube(rules, table, seat, cheapest_cube(rules, table, seat))
    table.cubes[seat] -= 1
    table.towns[seat] += 1
    table.owner[town] = seat


@rule
def owes_cube(table, seat):
    """Tell whether a player has to choose the influence cube that marks a town, and wants to (I-INFL-04)."""
    return (table.orders & ASK_CUBE) != 0 and table.cubes[seat] == 0


@rule
def ask_cube(table, resume):
    """Ask for that cube, then go on with a stage."""
    table.resume = resume
    ask(table, Phase.CUBE, table.active)


@rule
def choose_cube(rules, table, space):
    """Take the chosen cube from the track (I-INFL-04)."""
    take_cube(rules, table, table.active, space)
    table.stage = table.resume


@rule
def begin_visit(table):
    """Stand before the first step of the town's action box."""
    table.visit_step = 0
    table.times_left = -1
    table.town_wood = 0
    table.town_fish = 0
