"""Which actions are legal where (I-TURN-02, D1, D2a): for a plan before the move, and for the action itself.

A plan is judged on the deck as the sharing admin leaves it: `used` is the crew kind that pays for sharing, -1 none.
"""

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
from analyzer.kernel.jit import phase, rule

ATTACKABLE, ALLIABLE = 1, 2


@phase
def is_possible(rules, table, seat, town, action, target, moved):
    """Tell whether an action is legal in a region; `moved` = 0 for a plan, whose move is still to be made."""
    if action == Action.NONE:
        return target == 0 and may_decline(rules)
    if action == Action.HUNT:
        return target == 0
    if action == Action.RAID:
        return can_raid(rules, table, seat, town, target)
    if target != 0 or action > Action.RAID:
        return False
    if action == Action.VISIT:
        return can_visit(rules, table, seat, town, moved)
    if action == Action.ATTACK:
        return can_attack(rules, table, seat, town)
    return can_ally(rules, table, seat, town, moved)


@rule
def may_decline(rules):
    """Tell whether a turn may pass without an action (I-TURN-04, AMB-13)."""
    return rules.action_mandatory == 0


@phase
def sharers(rules, table, seat, town, moved):
    """Return the admins that the planned move still takes off the deck."""
    if moved == 1 or table.region[seat] == town:
        return 0
    return admins_to_share(rules, table, seat, town)


@phase
def deck_without(rules, table, seat, column, n_admins):
    """Count a symbol on deck once the first n admins in data order are gone (D1, D1b)."""
    n = table.ready[seat, column]
    for kind in range(rules.n_kinds):
        if n_admins > 0 and rules.kind_shows[kind, ADMIN] == 1:
            n_gone = min(n_admins, table.deck[seat, kind])
            n_admins -= n_gone
            n -= n_gone * rules.kind_shows[kind, column]
    return n


@rule
def can_visit(rules, table, seat, town, moved):
    """Tell whether the whole fee can be paid (I-VISIT-04, I-VISIT-05)."""
    if table.owner[town] == seat:
        return True
    if table.goods[seat, COIN] < rules.fee_coin[town]:
        return False
    fee = rules.fee_crew[town]
    if fee[0] + fee[1] + fee[2] == 0:
        return True
    gone = sharers(rules, table, seat, town, moved)
    return is_covered(
        rules,
        deck_without(rules, table, seat, ADMIN, gone),
        deck_without(rules, table, seat, WORK, gone),
        deck_without(rules, table, seat, BOTH, gone),
        deck_without(rules, table, seat, CREW, gone),
        fee[0],
        fee[1],
        fee[2],
    )


@rule
def can_attack(rules, table, seat, town):
    """Tell whether a town may be attacked: red, not own, a card to commit (I-ATTACK-01)."""
    is_target = (rules.takes[town] & ATTACKABLE) != 0 and table.owner[town] != seat
    return is_target and table.goods[seat, PIRATE] + n_serpents(table, seat) > 0


@rule
def can_ally(rules, table, seat, town, moved):
    """Tell whether a town may be taken by diplomacy and it can be paid (I-DIPLO-01 to I-DIPLO-03, AMB-29)."""
    if (rules.takes[town] & ALLIABLE) == 0 or table.owner[town] == seat:
        return False
    if rules.diplo_needs_cube == 1 and table.influence[seat] == 0:
        return False
    gone = sharers(rules, table, seat, town, moved)
    n = table.ready[seat, NEGOTIATE] if gone == 0 else deck_without(rules, table, seat, NEGOTIATE, gone)
    return table.influence[seat] + n_negotiators(rules, n) >= influence_needed(rules, table, seat, town)


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
    bonus = ability(rules, table, seat, Effect.INFLUENCE_BONUS) if has_ability(
        rules, table, seat, Effect.INFLUENCE_BONUS
    ) else 0
    return required(rules, table, town) - bonus


@rule
def attack_needed(rules, table, seat, town):
    """Return the attack total still needed after the Sword Academy (I-ATTACK-02, I-BLDG-SWORD_ACADEMY)."""
    bonus = ability(rules, table, seat, Effect.ATTACK_BONUS) if has_ability(
        rules, table, seat, Effect.ATTACK_BONUS
    ) else 0
    return required(rules, table, town) - bonus


@rule
def can_raid(rules, table, seat, town, target):
    """Tell whether another ship in the region may be raided (I-VAR-RAID, AMB-39)."""
    if rules.raid == 0 or target >= rules.players or target == seat:
        return False
    return table.region[target] == town


