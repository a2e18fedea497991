"""Missions: fulfilling and losing them (rules 2.13)."""

from analyzer.games.portolano.rules.hold import seat_at
from analyzer.games.portolano.state import Check, Item, Quest
from analyzer.kernel.jit import phase, rule

RUM, CHESTS, TYPES, SAME = range(3, 7)  # behind the goods
N_AMOUNTS = 7  # cotton, wine, tea, rum, chests, types, same; the eighth need is hits


@rule
def amount(ship, place):
    """Return how much a ship has of what a mission can need (P-MISSION-2, P-MISSION-6)."""
    if place < 3:
        return ship.goods[place]
    if place == 3:
        return ship.rum
    if place == 4:
        return ship.chests
    most = 0
    types = 0
    for extension in range(4):
        most = max(most, ship.extensions[extension])
        types += ship.extensions[extension] > 0
    return types if place == 5 else most


@phase
def is_fulfilled(rules, ship, mission):
    """Tell whether a ship fulfils a mission that is won, not kept (P-MISSION-2, P-MISSION-3)."""
    quest = rules.quest[mission]
    if quest == Quest.BEAT_PIRATE:
        return ship.beat == 1
    if quest == Quest.HITS_SEA:
        return ship.best_hits >= rules.need[mission, N_AMOUNTS]
    for place in range(N_AMOUNTS):
        wanted = rules.need[mission, place]
        if wanted > 0 and amount(ship, place) < wanted:
            return False
    return quest == Quest.NEED


@phase
def would_fulfil(rules, table, seat, what, n):
    """Tell whether n units more fulfil a mission that is looked at after the own action (P-MISSION-1, P-MISSION-2)."""
    for place in range(rules.revealed):
        mission = table.mission[place]
        is_open = rules.check[mission] == Check.ACTION and table.marker[place, seat] == 0
        if is_open and rules.need[mission, what] > 0 and is_met(rules, table.ships[seat], mission, what, n):
            return True
    return False


@rule
def is_met(rules, ship, mission, what, n):
    """Tell whether a ship has all that a mission needs when it gets n units more of one thing."""
    for place in range(N_AMOUNTS):
        if amount(ship, place) + n * (place == what) < rules.need[mission, place]:
            return False
    return True


@rule
def need_of(item):
    """Return the place of an Item among what missions can need; -1 if none needs it."""
    if item == Item.RUM:
        return RUM
    return item - 1 if Item.STOP < item < Item.COCOA else -1


@phase
def check_missions(rules, table, seat, time):
    """Look at one player's missions of this check time (P-MISSION-1, P-MISSION-4)."""
    ship = table.ships[seat]
    for place in range(rules.revealed):
        mission = table.mission[place]
        if rules.check[mission] == time:
            if rules.quest[mission] == Quest.KEEP_NO_CANNON:
                table.marker[place, seat] &= ship.cannons == 0
            elif table.marker[place, seat] == 0 and is_fulfilled(rules, ship, mission):
                table.claimed[place] += 1
                table.marker[place, seat] = table.claimed[place]


@rule
def check_all(rules, table, time):
    """Look at everybody's missions; nearer to the start player comes first (P-MISSION-3)."""
    for place in range(rules.players):
        check_missions(rules, table, seat_at(rules, table, place), time)


@rule
def check_gifts(rules, table):
    """Look at what start gifts fulfil before the first round, or leave it to the first action (A-22)."""
    if rules.gift_missions == 1:
        check_all(rules, table, Check.ACTION)


@rule
def check_underway(rules, table, seat):
    """Look at missions at the round start and while moving; none but in the second reading (A-8)."""
    check_missions(rules, table, seat, Check.MUTINY)


@phase
def lose_mutiny_mission(rules, state, seat):
    """Count a mutiny; the marker on the mission without mutiny goes (P-MISSION-5)."""
    state.tally.mutinies[seat] += 1
    for place in range(rules.revealed):
        if rules.quest[state.table.mission[place]] == Quest.KEEP_NO_MUTINY:
            state.table.marker[place, seat] = 0
