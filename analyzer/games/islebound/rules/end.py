"""The end: scores and winners (rules 2.13)."""

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.state import COIN, FISH, WOOD
from analyzer.kernel.lean import phase, rule


@phase
def score_of(rules, table, seat):
    """Return a player's points: coins, buildings, abilities of the game end, track, tiles (I-END-03)."""
    points = table.goods[seat, COIN] + building_points(rules, table, seat) + end_points(rules, table, seat)
    return points + table.track[seat] + rules.lap * table.tiles[seat]


@phase
def building_points(rules, table, seat):
    """Return the sum of the building numbers (I-BUILD-08)."""
    points = 0
    for building in range(rules.n_buildings):
        if (table.owned[seat] >> building) & 1:
            points += rules.price[building]
    return points


@phase
def end_points(rules, table, seat):
    """Return the points of the "Game end" abilities (I-END-03)."""
    mask = table.owned[seat] & rules.end_mask
    points = 0
    building = 0
    while mask != 0:
        if mask & 1:
            points += rules.amount[building] * end_count(rules, table, seat, rules.trigger[building])
        mask >>= 1
        building += 1
    return points


@phase
def end_count(rules, table, seat, trigger):
    """Count what a "Game end" ability counts (I-BLDG-MUSEUM, SAILORS_GUILD, PALACE, X08, X09)."""
    if trigger == Trigger.GAME_END_PER_TOWN:
        return table.towns[seat]
    if trigger == Trigger.GAME_END_PER_TWO_SYMBOL_CREW:
        return n_doubles(rules, table, seat)
    if trigger == Trigger.GAME_END_COINS:
        return table.goods[seat, COIN] // 5
    if trigger == Trigger.GAME_END_PER_2_BUILDINGS:
        return table.n_owned[seat] // 2
    return palace_count(rules, table.goods[seat, FISH] // 2, table.goods[seat, WOOD])


@rule
def palace_count(rules, fish_pairs, wood):
    """Count the Palace's goods: pairs of fish and wood apart, or sets of both (I-BLDG-PALACE, AMB-23)."""
    return min(fish_pairs, wood) if rules.palace_sets == 1 else fish_pairs + wood


@rule
def n_doubles(rules, table, seat):
    """Count the crew cards with two symbols, in any state (I-BLDG-SAILORS_GUILD)."""
    n = 0
    for kind in range(rules.n_kinds):
        n_crew = table.deck[seat, kind] + table.tired[seat, kind] + table.hurt[seat, kind]
        n += n_crew * rules.kind_is_double[kind]
    return n


@rule
def is_ahead(table, score, seat, other):
    """Tell whether a player beats another: points, then wood and fish left (I-END-04)."""
    if score[seat] != score[other]:
        return score[seat] > score[other]
    goods, others = table.goods[seat], table.goods[other]
    return goods[WOOD] + goods[FISH] > others[WOOD] + others[FISH]


@phase
def share_wins(rules, table, score, share):
    """Write each player's share of the win; players still tied share it (I-END-04)."""
    n_winners = 0
    for seat in range(rules.players):
        is_beaten = False
        for other in range(rules.players):
            is_beaten = is_beaten or is_ahead(table, score, other, seat)
        share[seat] = 0.0 if is_beaten else 1.0
        n_winners += not is_beaten
    for seat in range(rules.players):
        share[seat] /= n_winners
