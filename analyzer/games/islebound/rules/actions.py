"""Which actions are legal where (I-TURN-02, D1, D2a): for a plan before the move, and for the action itself."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.rules.crew import ability, has_ability, is_covered
from analyzer.games.islebound.rules.goods import n_serpents
from analyzer.games.islebound.rules.move import admins_to_share
from analyzer.games.islebound.state import (
    ADMIN,
    BOTH,
    COIN,
    CREW,
    NEGOTIATE,
    NOBODY,
    PIRATE,
    WORK,
    Action,
)
from analyzer.games.islebound.switches import CrewLimit
from analyzer.kernel.lean import phase, rule

ATTACKABLE, ALLIABLE = 1, 2


@phase
def is_possible(rules, table, seat, town, action, target):
    """Tell whether an action is legal in a region, where the ship lies or will lie when the move is made."""
    if action == Action.NONE:
        return target == 0 and may_decline(rules)
    if action == Action.HUNT:
        return target == 0
    if action == Action.RAID:
        return can_raid(rules, table, seat, town, target)
    if target != 0 or action > Action.RAID:
        return False
    if action == Action.VISIT:
        return can_visit(rules, table, seat, town)
    if action == Action.ATTACK:
        return can_attack(rules, table, seat, town)
    return can_ally(rules, table, seat, town)


@rule
def may_decline(rules):
    """Tell whether a turn may pass without an action (I-TURN-04, AMB-13)."""
    return rules.action_mandatory == 0


@phase
def deck_after_move(rules, table, seat, town):
    """Count admin, work, both, crew and negotiators on deck when the move has been paid for (D1, D1b)."""
    ready = table.ready[seat]
    admin, work, both = ready[ADMIN], ready[WORK], ready[BOTH]
    crew, negotiators = ready[CREW], ready[NEGOTIATE]
    n_left = 0 if table.region[seat] == town else admins_to_share(rules, table, seat, town)
    kind = 0
    while n_left > 0 and kind < rules.n_kinds:
        shows = rules.kind_shows[kind]
        n_gone = min(n_left, table.deck[seat, kind]) * shows[ADMIN]
        n_left -= n_gone
        admin -= n_gone
        work -= n_gone * shows[WORK]
        both -= n_gone * shows[BOTH]
        crew -= n_gone
        negotiators -= n_gone * shows[NEGOTIATE]
        kind += 1
    return admin, work, both, crew, negotiators


@rule
def can_visit(rules, table, seat, town):
    """Tell whether the whole fee can be paid (I-VISIT-04, I-VISIT-05)."""
    if table.owner[town] == seat:
        return True
    if table.goods[seat, COIN] < rules.fee_coin[town]:
        return False
    fee = rules.fee_crew[town]
    if fee[0] + fee[1] + fee[2] == 0:
        return True
    admin, work, both, crew, _ = deck_after_move(rules, table, seat, town)
    return is_covered(rules, admin, work, both, crew, fee[0], fee[1], fee[2])


@rule
def can_attack(rules, table, seat, town):
    """Tell whether a town may be attacked: red, not own, a card to commit (I-ATTACK-01)."""
    is_target = (rules.takes[town] & ATTACKABLE) != 0 and table.owner[town] != seat
    return is_target and table.goods[seat, PIRATE] + n_serpents(table, seat) > 0


@rule
def can_ally(rules, table, seat, town):
    """Tell whether a town may be taken by diplomacy and it can be paid (I-DIPLO-01 to I-DIPLO-03, AMB-29)."""
    if (rules.takes[town] & ALLIABLE) == 0 or table.owner[town] == seat:
        return False
    _, _, _, _, n = deck_after_move(rules, table, seat, town)
    need = influence_needed(rules, table, seat, town) - n_negotiators(rules, n)
    return table.influence[seat] >= least_cubes(rules, need)


@rule
def least_cubes(rules, need):
    """Return the least sum of cubes: at least one cube if the reading asks for it (AMB-29)."""
    return max(need, 1 if rules.diplo_needs_cube == 1 else 0)


@rule
def n_negotiators(rules, n):
    """Count the negotiators that may help (I-DIPLO-02, AMB-06)."""
    return min(n, 1) if rules.negotiator_limit == CrewLimit.ONE else n


@rule
def required(rules, table, town):
    """Return what it takes to take a town: its strength, more if somebody controls it (I-ATTACK-02, I-DIPLO-02)."""
    return rules.strength[town] + (rules.surcharge if table.owner[town] != NOBODY else 0)


@rule
def influence_needed(rules, table, seat, town):
    """Return the influence still needed after the Embassy (I-DIPLO-02, I-BLDG-X05)."""
    bonus = (
        ability(rules, table, seat, Effect.INFLUENCE_BONUS)
        if has_ability(rules, table, seat, Effect.INFLUENCE_BONUS)
        else 0
    )
    return required(rules, table, town) - bonus


@rule
def attack_needed(rules, table, seat, town):
    """Return the attack total still needed after the Sword Academy (I-ATTACK-02, I-BLDG-SWORD_ACADEMY)."""
    bonus = (
        ability(rules, table, seat, Effect.ATTACK_BONUS) if has_ability(rules, table, seat, Effect.ATTACK_BONUS) else 0
    )
    return required(rules, table, town) - bonus


@rule
def can_raid(rules, table, seat, town, target):
    """Tell whether another ship in the region may be raided (I-VAR-RAID, AMB-39)."""
    if rules.raid == 0 or target >= rules.players or target == seat:
        return False
    return table.region[target] == town
