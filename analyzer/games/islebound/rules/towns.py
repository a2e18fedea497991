"""Taking a town, by attack or by diplomacy (I-ATTACK-10, I-ATTACK-12, I-DIPLO)."""

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.encoding import ASK_CUBE, ASK_INFLUENCE
from analyzer.games.islebound.rules import actions, crew, tracks
from analyzer.games.islebound.state import COIN, DUE_NEGOTIATE, NEGOTIATE, NOBODY, Moment, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@phase
def take_town(rules, state, seat, town, trigger):
    """Swap the cube, take the spoils, let the abilities of both sides answer, and go on to the visit."""
    table = state.table
    loser = table.owner[town]
    set_owner(rules, table, seat, town)
    table.goods[seat, COIN] += rules.strength[town]
    tracks.fire(rules, state, seat, trigger)
    if loser != NOBODY:
        tracks.fire(rules, state, loser, Trigger.ON_OWN_TOWN_LOST)
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
        tracks.take_cube(rules, table, seat, tracks.cheapest_cube(rules, table, seat))
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
    tracks.take_cube(rules, table, table.active, space)
    table.stage = table.resume


@rule
def begin_visit(table):
    """Stand before the first step of the town's action box."""
    table.visit_step = 0
    table.times_left = -1
    table.town_wood = 0
    table.town_fish = 0


@phase
def begin_diplomacy(rules, state):
    """Announce the diplomacy and pay for it (I-DIPLO-02)."""
    table = state.table
    seat = table.active
    table.need = actions.influence_needed(rules, table, seat, table.region[seat])
    if (table.orders & ASK_INFLUENCE) != 0:
        ask(table, Phase.INFLUENCE, seat)
        return
    n = default_negotiators(rules, table, seat)
    tracks.pay_influence(
        rules, table, seat, tracks.least_sum(rules, table, seat, actions.least_cubes(rules, table.need - n))
    )
    crew.owe_helpers(rules, table, DUE_NEGOTIATE, n, 0, Stage.ALLIED)


@phase
def default_negotiators(rules, table, seat):
    """Return how many negotiators help: least overpay, then as many as possible (D4)."""
    best, least = 0, 1 << 20
    for n in range(actions.n_negotiators(rules, table.ready[seat, NEGOTIATE]) + 1):
        lacking = actions.least_cubes(rules, table.need - n)
        if lacking <= table.influence[seat]:
            overpaid = tracks.least_sum(rules, table, seat, lacking) + n - table.need
            if overpaid <= least:
                best, least = n, overpaid
    return best


@phase
def is_legal_payment(rules, table, seat, answer):
    """Tell whether an answer to INFLUENCE pays: a mask of own cubes and negotiators (I-DIPLO-02)."""
    n = answer & 15
    mask = answer >> 4
    total = 0
    for space in range(rules.n_spaces):
        if table.space[space] == seat:
            total += (mask & 1) * rules.space_value[space]
            mask >>= 1
    enough = total >= actions.least_cubes(rules, table.need - n)
    return mask == 0 and enough and n <= actions.n_negotiators(rules, table.ready[seat, NEGOTIATE])


@phase
def pay_as_chosen(rules, table, answer):
    """Pay with the cubes and negotiators a policy chose (I-DIPLO-02, I-DIPLO-04)."""
    seat = table.active
    mask = answer >> 4
    for space in range(rules.n_spaces):
        if table.space[space] == seat:
            if mask & 1:
                tracks.take_cube(rules, table, seat, space)
            mask >>= 1
    crew.owe_helpers(rules, table, DUE_NEGOTIATE, answer & 15, 0, Stage.ALLIED)


@phase
def ally(rules, state):
    """Take the town that was paid for (I-DIPLO-03)."""
    table = state.table
    seat = table.active
    town = table.region[seat]
    if owes_cube(table, seat):
        ask_cube(table, Stage.ALLIED)
        return
    state.tally.allied[seat] += 1
    state.tally.alliances_with[town] += 1
    take_town(rules, state, seat, town, Trigger.ON_ALLY_TOWN)
