"""Go for the mission that pays best (section 6, archetype 7)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import pull, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import CANNON, CLOSES, EXTENSION, KEEP, appraise_cargo, appraise_ship
from analyzer.games.portolano.rules.missions import amount
from analyzer.games.portolano.state import Item, Quest
from analyzer.kernel.jit import phase, rule

KNOBS = Knobs(pull=0.9, fervour=0.8)
PULL, FERVOUR = KNOBS.places("pull", "fervour")
N_CARGO = 4  # needs that are aboard: three goods and rum
CHESTS, TYPES, SAME = 4, 5, 6
BATTLE_ROUNDS = 4  # what a victory in battle takes, by estimate


@phase
def rounds_needed(rules, ship, mission):
    """Estimate the rounds until a mission is fulfilled: one per missing unit, two per chest or extension."""
    if rules.quest[mission] != Quest.NEED:
        return BATTLE_ROUNDS
    rounds = 1
    for place in range(SAME + 1):
        lack = max(rules.need[mission, place] - amount(ship, place), 0) if rules.need[mission, place] > 0 else 0
        rounds += lack if place < N_CARGO else 2 * lack
    return rounds


@phase
def best_mission(rules, table, seat):
    """Return the place of the open mission with the most points per round, -1 if there is none."""
    best = 0.0
    found = -1
    for place in range(rules.revealed):
        mission = table.mission[place]
        if rules.quest[mission] < Quest.KEEP_NO_CANNON and table.marker[place, seat] == 0:
            points = rules.place_points[min(table.claimed[place], rules.players - 1)] + rules.miss_penalty
            rate = points / rounds_needed(rules, table.ships[seat], mission)
            found = place if rate > best else found
            best = max(best, rate)
    return found


@rule
def pursue(rules, ship, mission, worth, fervour):
    """Raise the worth of whatever the mission lacks."""
    for kind in range(3):
        worth[kind + 1] += fervour * (rules.need[mission, kind] > ship.goods[kind])
        worth[KEEP + kind] += fervour * (rules.need[mission, kind] > 0)
    worth[Item.RUM] += fervour * (rules.need[mission, 3] > ship.rum)
    worth[CLOSES] = 1.0 if rules.need[mission, CHESTS] > ship.chests else 0.0
    for extension in range(4):
        has_one = ship.extensions[extension] > 0
        worth[EXTENSION + extension] += 2.0 * fervour * (rules.need[mission, TYPES] > 0 and not has_one)
        worth[EXTENSION + extension] += 2.0 * fervour * (rules.need[mission, SAME] > 0 and has_one)
    worth[CANNON] += fervour * (rules.quest[mission] != Quest.NEED)


@rule
def keeps_no_cannon(rules, table, seat):
    """Tell whether the mission without cannons is still to be kept."""
    keeps = False
    for place in range(rules.revealed):
        is_it = rules.quest[table.mission[place]] == Quest.KEEP_NO_CANNON
        keeps = keeps or (is_it and table.marker[place, seat] == 1)
    return keeps


def want(rules, table, hand, knobs, worth):
    """Value things as the trader does, and more what the best mission lacks."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, 0.9, 0.35)
    place = best_mission(rules, table, hand.seat)
    if place >= 0:
        pursue(rules, ship, table.mission[place], worth, knobs[FERVOUR])
    if keeps_no_cannon(rules, table, hand.seat):
        worth[CANNON] = 0.0
    seek_port(rules, table, ship, worth, 3.0)


@valuing(appraise=want, **KNOBS)
def mission_hunter(rules, table, hand, knobs, worth, cell, face, rum):
    """A mission hunter: pursue the revealed mission with the most points per round, and trade otherwise.

    1. Choose by (points of the open position + the avoided penalty) / estimated rounds. 2. Value more what it
    lacks. 3. Keep the missions that can only be lost.
    """
    return stop_worth(rules, table, table.ships[hand.seat], worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
