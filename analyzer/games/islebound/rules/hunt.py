"""Hunt for treasure, and the raid of the variant (I-HUNT-01, I-VAR-RAID)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.encoding import wood_limit_of
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.rules.renown import fire
from analyzer.games.islebound.state import COIN, COMBAT, FACES, PIRATE, WOOD, Chance
from analyzer.games.islebound.switches import DiceCap
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow


@phase
def hunt(rules, state):
    """Take all coins of the treasure map, or one from the supply (I-HUNT-01, I-BLDG-JEWELLER)."""
    table = state.table
    found = max(table.coins_on_map, 1)
    table.goods[table.active, COIN] += found
    state.tally.hunted[table.active] += found
    table.coins_on_map = 0
    fire(rules, state, table.active, Trigger.ON_HUNT)


@rule
def capped_dice(rules, n):
    """Return how many dice are rolled: no more than there are, unless dice are used again (I-ATTACK-05, AMB-10)."""
    return min(n, rules.n_dice) if rules.dice_cap == DiceCap.CAP else n


@phase
def raid(rules, state):
    """Let two ships roll; the one with more hits takes the difference in coins (I-VAR-RAID)."""
    table = state.table
    attacker, defender = table.active, table.target
    n_attacker, n_defender = raid_dice(rules, table, attacker), raid_dice(rules, table, defender)
    hits = roll_hits(rules, state, n_attacker)
    counter = roll_hits(rules, state, n_defender)
    while reroll_raid(rules, state, attacker, n_attacker, hits, counter):
        hits += roll_hits(rules, state, 1)
    while reroll_raid(rules, state, defender, n_defender, counter, hits):
        counter += roll_hits(rules, state, 1)
    if hits > counter:
        take_coins(table, attacker, defender, hits - counter)
    else:
        take_coins(table, defender, attacker, counter - hits)
    spend_raiders(rules, state, attacker)
    spend_raiders(rules, state, defender)


@rule
def raid_dice(rules, table, seat):
    """Count a ship's dice: combat crew on deck and pirates (I-VAR-RAID)."""
    return capped_dice(rules, table.ready[seat, COMBAT] + table.goods[seat, PIRATE])


@rule
def roll_hits(rules, state, n):
    """Roll dice and count the hits (I-VAR-RAID)."""
    hits = 0
    for _ in range(n):
        hits += 1 + randbelow(state.hidden.chance[Chance.DICE], FACES) >= rules.hit_face
    return hits


@phase
def reroll_raid(rules, state, seat, n, hits, others):
    """Pay 1 wood for another throw of a miss while behind, if raids know rerolls (AMB-49)."""
    limit = wood_limit_of(state.table.orders) if seat == state.table.active else 99
    may = rules.raid_rerolls == 1 and min(state.table.goods[seat, WOOD], limit) > 0
    if may and hits < others and hits < n:
        spend(state, seat, WOOD, 1)
        return True
    return False


@rule
def take_coins(table, winner, loser, n):
    """Move coins, at most what the loser has (I-VAR-RAID)."""
    moved = min(n, table.goods[loser, COIN])
    table.goods[winner, COIN] += moved
    table.goods[loser, COIN] -= moved


@rule
def spend_raiders(rules, state, seat):
    """Return the pirates that rolled to the supply, if raids spend them (AMB-40)."""
    if rules.raid_spends == 1:
        n = state.table.goods[seat, PIRATE]
        spend(state, seat, PIRATE, n)
        state.table.pirates_left += n
