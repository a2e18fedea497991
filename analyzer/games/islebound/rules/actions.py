"""Which actions are legal where (I-TURN-02, D1, D2a): for a plan before the move, and for the action itself."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.encoding import wood_limit_of
from analyzer.games.islebound.rules import goods, move, tracks
from analyzer.games.islebound.rules.crew import ability, has_ability, is_covered
from analyzer.games.islebound.switches import CrewLimit, DiceCap
from analyzer.kernel import lean, random

ATTACKABLE, ALLIABLE = 1, 2


@lean.phase
def is_possible(rules, table, seat, town, action, target):
    """Tell whether an action is legal in a region, where the ship lies or will lie when the move is made."""
    if action == codes.Action.NONE:
        return target == 0 and may_decline(rules)
    if action == codes.Action.HUNT:
        return target == 0
    if action == codes.Action.RAID:
        return can_raid(rules, table, seat, town, target)
    if target != 0 or action > codes.Action.RAID:
        return False
    if action == codes.Action.VISIT:
        return can_visit(rules, table, seat, town)
    if action == codes.Action.ATTACK:
        return can_attack(rules, table, seat, town)
    return can_ally(rules, table, seat, town)


@lean.rule
def may_decline(rules):
    """Tell whether a turn may pass without an action (I-TURN-04, AMB-13)."""
    return rules.action_mandatory == 0


@lean.phase
def deck_after_move(rules, table, seat, town):
    """Count admin, work, both, crew and negotiators on deck when the move has been paid for (D1, D1b)."""
    ready = table.ready[seat]
    admin, work, both = ready[codes.ADMIN], ready[codes.WORK], ready[codes.BOTH]
    crew, negotiators = ready[codes.CREW], ready[codes.NEGOTIATE]
    n_left = 0 if table.region[seat] == town else move.admins_to_share(rules, table, seat, town)
    kind = 0
    while n_left > 0 and kind < rules.n_kinds:
        shows = rules.kind_shows[kind]
        n_gone = min(n_left, table.deck[seat, kind]) * shows[codes.ADMIN]
        n_left -= n_gone
        admin -= n_gone
        work -= n_gone * shows[codes.WORK]
        both -= n_gone * shows[codes.BOTH]
        crew -= n_gone
        negotiators -= n_gone * shows[codes.NEGOTIATE]
        kind += 1
    return admin, work, both, crew, negotiators


@lean.rule
def can_visit(rules, table, seat, town):
    """Tell whether the whole fee can be paid (I-VISIT-04, I-VISIT-05)."""
    if table.owner[town] == seat:
        return True
    if table.goods[seat, codes.COIN] < rules.fee_coin[town]:
        return False
    fee = rules.fee_crew[town]
    if fee[0] + fee[1] + fee[2] == 0:
        return True
    admin, work, both, crew, _ = deck_after_move(rules, table, seat, town)
    return is_covered(rules, admin, work, both, crew, fee[0], fee[1], fee[2])


@lean.rule
def can_attack(rules, table, seat, town):
    """Tell whether a town may be attacked: red, not own, a card to commit (I-ATTACK-01)."""
    is_target = (rules.takes[town] & ATTACKABLE) != 0 and table.owner[town] != seat
    return is_target and table.goods[seat, codes.PIRATE] + goods.n_serpents(table, seat) > 0


@lean.rule
def can_ally(rules, table, seat, town):
    """Tell whether a town may be taken by diplomacy and it can be paid (I-DIPLO-01 to I-DIPLO-03, AMB-29)."""
    if (rules.takes[town] & ALLIABLE) == 0 or table.owner[town] == seat:
        return False
    _, _, _, _, n = deck_after_move(rules, table, seat, town)
    need = influence_needed(rules, table, seat, town) - n_negotiators(rules, n)
    return table.influence[seat] >= least_cubes(rules, need)


@lean.rule
def least_cubes(rules, need):
    """Return the least sum of cubes: at least one cube if the reading asks for it (AMB-29)."""
    return max(need, 1 if rules.diplo_needs_cube == 1 else 0)


@lean.rule
def n_negotiators(rules, n):
    """Count the negotiators that may help (I-DIPLO-02, AMB-06)."""
    return min(n, 1) if rules.negotiator_limit == CrewLimit.ONE else n


@lean.rule
def required(rules, table, town):
    """Return what it takes to take a town: its strength, more if somebody controls it (I-ATTACK-02, I-DIPLO-02)."""
    return rules.strength[town] + (rules.surcharge if table.owner[town] != codes.NOBODY else 0)


@lean.rule
def influence_needed(rules, table, seat, town):
    """Return the influence still needed after the Embassy (I-DIPLO-02, I-BLDG-X05)."""
    bonus = (
        ability(rules, table, seat, Effect.INFLUENCE_BONUS)
        if has_ability(rules, table, seat, Effect.INFLUENCE_BONUS)
        else 0
    )
    return required(rules, table, town) - bonus


@lean.rule
def attack_needed(rules, table, seat, town):
    """Return the attack total still needed after the Sword Academy (I-ATTACK-02, I-BLDG-SWORD_ACADEMY)."""
    bonus = (
        ability(rules, table, seat, Effect.ATTACK_BONUS) if has_ability(rules, table, seat, Effect.ATTACK_BONUS) else 0
    )
    return required(rules, table, town) - bonus


@lean.rule
def can_raid(rules, table, seat, town, target):
    """Tell whether another ship in the region may be raided (I-VAR-RAID, AMB-39)."""
    if rules.raid == 0 or target >= rules.players or target == seat:
        return False
    return table.region[target] == town


@lean.phase
def hunt(rules, state):
    """Take all coins of the treasure map, or one from the supply (I-HUNT-01, I-BLDG-JEWELLER)."""
    table = state.table
    found = max(table.coins_on_map, 1)
    table.goods[table.active, codes.COIN] += found
    state.tally.hunted[table.active] += found
    table.coins_on_map = 0
    tracks.fire(rules, state, table.active, Trigger.ON_HUNT)


@lean.rule
def capped_dice(rules, n):
    """Return how many dice are rolled: no more than there are, unless dice are used again (I-ATTACK-05, AMB-10)."""
    return min(n, rules.n_dice) if rules.dice_cap == DiceCap.CAP else n


@lean.phase
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


@lean.rule
def raid_dice(rules, table, seat):
    """Count a ship's dice: combat crew on deck and pirates (I-VAR-RAID)."""
    return capped_dice(rules, table.ready[seat, codes.COMBAT] + table.goods[seat, codes.PIRATE])


@lean.rule
def roll_hits(rules, state, n):
    """Roll dice and count the hits (I-VAR-RAID)."""
    hits = 0
    for _ in range(n):
        hits += 1 + random.randbelow(state.hidden.chance[codes.Chance.DICE], codes.FACES) >= rules.hit_face
    return hits


@lean.phase
def reroll_raid(rules, state, seat, n, hits, others):
    """Pay 1 wood for another throw of a miss while behind, if raids know rerolls (AMB-49)."""
    limit = wood_limit_of(state.table.orders) if seat == state.table.active else 99
    may = rules.raid_rerolls == 1 and min(state.table.goods[seat, codes.WOOD], limit) > 0
    if may and hits < others and hits < n:
        goods.spend(state, seat, codes.WOOD, 1)
        return True
    return False


@lean.rule
def take_coins(table, winner, loser, n):
    """Move coins, at most what the loser has (I-VAR-RAID)."""
    moved = min(n, table.goods[loser, codes.COIN])
    table.goods[winner, codes.COIN] += moved
    table.goods[loser, codes.COIN] -= moved


@lean.rule
def spend_raiders(rules, state, seat):
    """Return the pirates that rolled to the supply, if raids spend them (AMB-40)."""
    if rules.raid_spends == 1:
        n = state.table.goods[seat, codes.PIRATE]
        goods.spend(state, seat, codes.PIRATE, n)
        state.table.pirates_left += n
