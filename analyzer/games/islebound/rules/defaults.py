"""What section 7 lets the engine decide, as answers: for a policy that ordered a question and has no wish this time."""

from analyzer.games.islebound.encoding import ACTION_SHIFT, injury_limit_of
from analyzer.games.islebound.rules import actions, attack, crew, dice, goods, towns, tracks
from analyzer.games.islebound.state import CREW, FACES, FISH, WOOD, Action, Phase
from analyzer.kernel.lean import phase, rule


@phase
def default_answer(rules, table, hand):
    """Answer a question that only orders bring up as the engine would without them."""
    question = table.phase
    if question == Phase.ACTION:
        return default_action(rules, table, hand.seat)
    if question == Phase.CREW:
        return crew.first_payer(rules, table)
    if question == Phase.STEP:
        return 1
    if question == Phase.HEAL:
        return crew.last_injured(rules, table, hand.seat)
    if question == Phase.DISCARD:
        return goods.cheapest(rules, hand.cards)
    if question == Phase.DROP:
        return default_drop(rules, table, hand.seat)
    if question == Phase.CUBE:
        return tracks.cheapest_cube(rules, table, hand.seat)
    return default_in_battle(rules, table, hand.seat)


@phase
def default_in_battle(rules, table, seat):
    """Answer a question about an attack or the price of a diplomacy."""
    question = table.phase
    if question == Phase.COMMIT:
        return attack.best_force(rules, table, seat)
    if question == Phase.REROLL:
        return dice.best_reroll(rules, table) + 1 if dice.wants_reroll(rules, table, seat) else 0
    if question == Phase.INJURE:
        n = attack.n_missing(rules, table)
        return n if n <= min(injury_limit_of(table.orders), table.ready[seat, CREW]) else 0
    if question == Phase.LOSS:
        return attack.first_loss(table)
    if question == Phase.ASSIGN:
        return default_die(rules, table)
    return default_payment(rules, table, seat)


@rule
def default_action(rules, table, seat):
    """Return the planned action, or none (a hunt where one has to be taken) if it has lapsed (D2a)."""
    if actions.is_possible(rules, table, seat, table.region[seat], table.plan, table.target):
        return (table.plan << ACTION_SHIFT) | table.target
    return (Action.NONE if actions.may_decline(rules) else Action.HUNT) << ACTION_SHIFT


@rule
def default_drop(rules, table, seat):
    """Return the wood that goes overboard: fish first, unless the orders say otherwise (D8)."""
    over = goods.overflow(rules, table, seat)
    if table.drops_wood[seat] == 1:
        return min(over, table.goods[seat, WOOD])
    return max(0, over - table.goods[seat, FISH])


@phase
def default_die(rules, table):
    """Return the die of the next card in an assignment of the greatest total, the lowest face on a tie (D3b)."""
    n_pirates = max(0, table.force[0] - table.assigned)
    n_serpents = max(0, table.force[1] - max(0, table.assigned - table.force[0]))
    n_ichor = table.force[2] - max(0, table.assigned - table.force[0] - table.force[1])
    best, best_sum = -1, -1
    for face in range(FACES):
        if table.dice[face] > 0:
            table.dice[face] -= 1
            if n_pirates > 0:
                total = rules.value_pirate[face] + dice.best_total(
                    rules, table.dice, n_pirates - 1, n_serpents, n_ichor
                )
            elif n_serpents > 0:
                total = rules.value_serpent[face] + dice.best_total(rules, table.dice, 0, n_serpents - 1, n_ichor)
            else:
                total = rules.value_ichor[face] + dice.best_total(rules, table.dice, 0, 0, n_ichor - 1)
            table.dice[face] += 1
            if total > best_sum:
                best, best_sum = face, total
    return best


@phase
def default_payment(rules, table, seat):
    """Return negotiators and cubes that pay for a diplomacy (D4)."""
    n = towns.default_negotiators(rules, table, seat)
    total = tracks.least_sum(rules, table, seat, actions.least_cubes(rules, table.need - n))
    mask = 0
    for space in range(rules.n_spaces - 1, -1, -1):
        if table.space[space] == seat:
            mask <<= 1
            if (tracks.sums_with(rules, table, seat, 0, space) >> total) & 1 == 0:
                total -= rules.space_value[space]
                mask |= 1
    return n | (mask << 4)
