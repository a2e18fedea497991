"""The rules: charms and luck are dealt, every seat chooses a plan, and a die decides."""

from analyzer.games.turns import fault_of, is_removed, next_seat
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow
from tests.stalls.games.stalls.state import CHARMS, NOBODY, Cause, Chance, Charm, Phase, Plan
from tests.stalls.games.stalls.treatments import treat

FACES = 100  # of the die, for each pair of seats
PLANS = 3


@phase
def start(rules, state, chance):
    """Draw who begins, deal charms and luck; ask the first."""
    table = state.table
    table.cause, table.turn, table.winner, table.phase = Cause.RUNNING, 1, NOBODY, Phase.PLAN
    table.first = table.asked = table.active = randbelow(chance[Chance.FIRST], rules.players)
    table.gifts[:] = 0
    for seat in range(rules.players):
        state.hands[seat].seat = seat
        table.luck[seat] = randbelow(chance[Chance.LUCK], rules.luck + 1)
        table.faces[seat] = table.luck[seat] + rules.edge * (seat == table.first)
        table.plan[seat] = NOBODY
    for charm in range(CHARMS):
        owner = luckiest(rules, table) if charm == Charm.TROPHY else randbelow(chance[Chance.CHARMS], rules.players)
        table.owner[charm] = NOBODY if is_removed(rules, 0, charm) else owner
    for charm in range(CHARMS):
        if table.owner[charm] != NOBODY:
            table.faces[table.owner[charm]] += dealt_power(rules, charm) - rules.price[charm]
    treat(rules, state)


@rule
def dealt_power(rules, charm):
    """Return the faces that a charm gives to the seat that it is dealt to."""
    return rules.power * (charm == Charm.STRONG) + rules.shell * (charm == Charm.SHELL)


@rule
def luckiest(rules, table):
    """Return the seat with the most luck: it takes the trophy, which is worth nothing."""
    best = 0
    for seat in range(rules.players):
        best = seat if table.luck[seat] > table.luck[best] else best
    return best


@rule
def n_options(rules, table, hand):
    """Count the answers."""
    return PLANS


@rule
def option(rules, table, hand, index):
    """Return an answer by its place: a Plan."""
    return index


@rule
def is_legal(rules, table, hand, answer):
    """Tell whether an answer is allowed."""
    return answer >= 0 and answer < PLANS


@phase
def step(rules, state, answer, chance):
    """Take the plan of the asked seat and go on."""
    table = state.table
    if not is_legal(rules, table, state.hands[table.asked], answer):
        return fault_of(answer)
    table.plan[table.asked] = answer
    table.faces[table.asked] += gain(rules, answer) + gambled(rules, table, table.asked, answer)
    table.asked = table.active = next_seat(rules, table.asked)
    if table.asked == table.first:
        table.cause = Cause.DECIDED
        table.winner = thrown(rules, table, randbelow(chance[Chance.DIE], rules.players * (rules.players - 1) * FACES))
    table.turn += table.asked != table.first
    return Fault.NONE


@rule
def gain(rules, plan):
    """Return the faces that a plan gives."""
    return rules.trade if plan == Plan.TRADE else (rules.raid if plan == Plan.RAID else 0)


@rule
def gambled(rules, table, seat, plan):
    """Return the faces that raiding gives or takes besides."""
    return rules.gamble * (1 - 2 * (table.luck[seat] & 1)) * (plan == Plan.RAID)


@rule
def thrown(rules, table, face):
    """Return whose face of the die it is: the faces of a seat are those of its pairs, taken together."""
    for seat in range(rules.players - 1):
        for other in range(rules.players):
            face -= FACES + table.faces[seat] - table.faces[other] if other != seat else 0
        if face < 0:
            return seat
    return rules.players - 1
