"""Crew on deck and below: exhausting, injuring, resting, counting (rules 2.11)."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.encoding import ASK_CREW
from analyzer.games.islebound.switches import ButcherScope
from analyzer.kernel.lean import phase, rule


@phase
def to_deck(rules, table, seat, kind, n):
    """Put n crew of a kind on deck (negative: take them away)."""
    table.deck[seat, kind] += n
    for column in range(codes.N_READY):
        table.ready[seat, column] += n * rules.kind_shows[kind, column]


@phase
def exhaust(rules, table, seat, kind):
    """Send one crew below, exhausted (I-CREW-01)."""
    to_deck(rules, table, seat, kind, -1)
    table.tired[seat, kind] += 1


@phase
def injure(rules, table, seat, kind):
    """Send one crew below, face down (I-ATTACK-09, I-CREW-01)."""
    to_deck(rules, table, seat, kind, -1)
    table.hurt[seat, kind] += 1


@phase
def rest_crew(rules, table, seat, healed):
    """Exhausted crew go on deck, injured crew become exhausted (I-CREW-02); one of a kind is healed at once."""
    for kind in range(rules.n_kinds):
        n_tired, n_hurt = table.tired[seat, kind], table.hurt[seat, kind]
        n_healed = 1 if kind == healed else 0
        if n_tired + n_hurt > 0:
            table.tired[seat, kind] = n_hurt - n_healed
            table.hurt[seat, kind] = 0
            to_deck(rules, table, seat, kind, n_tired + n_healed)


@rule
def last_injured(rules, table, seat):
    """Return whom Miracle Hut heals by default: the last injured kind in data order, -1 nobody (D1b)."""
    healed = -1
    if has_ability(rules, table, seat, Effect.ONE_INJURED_CREW_STRAIGHT_TO_DECK):
        for kind in range(rules.n_kinds):
            if table.hurt[seat, kind] > 0:
                healed = kind
    return healed


@rule
def has_ability(rules, table, seat, effect):
    """Tell whether a player owns a building with this effect (I-BUILD-06)."""
    return (table.owned[seat] & rules.effect_mask[effect]) != 0


@phase
def ability(rules, table, seat, effect):
    """Return the sum of the amounts of a player's buildings with this effect."""
    mask = table.owned[seat] & rules.effect_mask[effect]
    total = 0
    building = 0
    while mask != 0:
        if mask & 1:
            total += rules.amount[building]
        mask >>= 1
        building += 1
    return total


@phase
def workers(rules, table, seat):
    """Count the workers for a town's "per worker" (I-VISIT-08, I-BLDG-BUTCHER)."""
    return table.ready[seat, codes.WORK] + workers_below(rules, table, seat)


@phase
def deck_limit(rules, table, seat):
    """Count the crew on deck for a town's limit (I-VISIT-09, AMB-46)."""
    n = table.ready[seat, codes.CREW]
    if rules.butcher_scope == ButcherScope.ALL_DECK_COUNTS:
        n += workers_below(rules, table, seat)
    return n


@rule
def workers_below(rules, table, seat):
    """Count the workers below that the Butcher counts (I-BLDG-BUTCHER, AMB-33)."""
    n = 0
    if has_ability(rules, table, seat, Effect.EXHAUSTED_WORKERS_COUNT_AS_ON_DECK):
        for kind in range(rules.n_kinds):
            n_below = table.tired[seat, kind] + (table.hurt[seat, kind] if rules.butcher_injured == 1 else 0)
            n += n_below * rules.kind_shows[kind, codes.WORK]
    return n


# What a cost asks of the crew


@rule
def can_exhaust(rules, ready, admin, work, other):
    """Tell whether a deck with these counts can pay these symbols."""
    return is_covered(
        rules, ready[codes.ADMIN], ready[codes.WORK], ready[codes.BOTH], ready[codes.CREW], admin, work, other
    )


@rule
def is_covered(rules, n_admin, n_work, n_both, n_crew, admin, work, other):
    """Tell whether so many crew of each sort can pay these symbols, each crew paying one (I-EVENT-06)."""
    n_doubled = min(n_both, min(admin, work)) if may_pay_double(rules) else 0
    enough = n_admin >= admin and n_work >= work and n_admin + n_work - n_both >= admin + work - n_doubled
    return enough and n_crew >= admin + work + other - n_doubled


@rule
def may_pay_double(rules):
    """Tell whether one crew may pay both symbols it shows (AMB-21)."""
    return rules.double_symbol_pay == 1


@phase
def owe_crew(rules, table, admin, work, other, resume):
    """Let the active player pay crew symbols, then go on with a stage (D1b)."""
    table.due[:] = 0
    table.due[codes.DUE_ADMIN] = admin
    table.due[codes.DUE_WORK] = work
    table.due[codes.DUE_ANY] = other
    collect(rules, table, 0, resume)


@phase
def owe_helpers(rules, table, symbol, n, hurts, resume):
    """Let the active player exhaust or injure n crew of one symbol, then go on with a stage (D1b)."""
    table.due[:] = 0
    table.due[symbol] = n
    collect(rules, table, hurts, resume)


@rule
def collect(rules, table, hurts, resume):
    """Pay what is due by the defaults, or ask for each symbol if the orders say so."""
    table.due_hurts = hurts
    table.resume = resume
    table.stage = codes.Stage.PAY_CREW
    if (table.orders & ASK_CREW) == 0:
        symbol = due_symbol(table)
        while symbol >= 0:
            pay_symbol(rules, table, first_payer(rules, table))
            symbol = due_symbol(table)
        table.stage = resume if table.cards_due == 0 else codes.Stage.PAY_CREW


@phase
def due_symbol(table):
    """Return the next symbol to be paid, -1 if none is due; order admin, work, any (D1b)."""
    for symbol in range(codes.N_DUE):
        if table.due[symbol] > 0:
            return symbol
    return -1


@phase
def first_payer(rules, table):
    """Return the first crew kind in data order that can pay the next symbol (D1b)."""
    for kind in range(rules.n_kinds):
        if can_pay_next(rules, table, kind):
            return kind
    return -1


@phase
def can_pay_next(rules, table, kind):
    """Tell whether a crew kind on deck shows the next symbol and leaves the rest of the cost payable (D1b)."""
    seat = table.active
    symbol = due_symbol(table)
    if kind >= rules.n_kinds or table.deck[seat, kind] == 0 or not shows_due(rules, kind, symbol):
        return False
    if symbol >= codes.DUE_COMBAT or symbol == codes.DUE_ANY:
        return True
    shows, ready = rules.kind_shows[kind], table.ready[seat]
    admin = table.due[codes.DUE_ADMIN] - (1 if symbol == codes.DUE_ADMIN else 0)
    work = table.due[codes.DUE_WORK] - (1 if symbol == codes.DUE_WORK or pays_both(rules, table, kind, symbol) else 0)
    return is_covered(
        rules,
        ready[codes.ADMIN] - shows[codes.ADMIN],
        ready[codes.WORK] - shows[codes.WORK],
        ready[codes.BOTH] - shows[codes.BOTH],
        ready[codes.CREW] - 1,
        admin,
        work,
        table.due[codes.DUE_ANY],
    )


@rule
def shows_due(rules, kind, symbol):
    """Tell whether a crew kind shows a due symbol."""
    if symbol == codes.DUE_ANY:
        return True
    column = symbol if symbol < codes.DUE_ANY else (codes.COMBAT if symbol == codes.DUE_COMBAT else codes.NEGOTIATE)
    return rules.kind_shows[kind, column] == 1


@rule
def pays_both(rules, table, kind, symbol):
    """Tell whether a crew pays admin and work at once (AMB-21)."""
    is_double = symbol == codes.DUE_ADMIN and table.due[codes.DUE_WORK] > 0 and rules.kind_shows[kind, codes.BOTH] == 1
    return is_double and may_pay_double(rules)


@phase
def pay_symbol(rules, table, kind):
    """Let one crew pay the next symbol."""
    symbol = due_symbol(table)
    if pays_both(rules, table, kind, symbol):
        table.due[codes.DUE_WORK] -= 1
    table.due[symbol] -= 1
    if table.due_hurts == 1:
        injure(rules, table, table.active, kind)
    else:
        exhaust(rules, table, table.active, kind)
