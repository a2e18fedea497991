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
    if next_seat(rules, table.asked) == table.first:
        crown(rules, table, answer)
    table.asked = table.active = next_seat(rules, table.asked)
    if table.asked == table.first:
        table.cause = Cause.DECIDED
        throwers = rules.players - rules.outsider
        table.winner = thrown(rules, table, randbelow(chance[Chance.DIE], throwers * (throwers - 1) * FACES))
    table.turn += table.asked != table.first
    return Fault.NONE


@rule
def gain(rules, plan):
    """Return the faces that a plan gives."""
    return rules.trade if plan == Plan.TRADE else (rules.raid if plan == Plan.RAID else 0)


@rule
def crown(rules, table, plan):
    """Let the last in turn order give faces away: to the first by trading, to the second by raiding."""
    if plan == Plan.TRADE:
        table.faces[table.first] += rules.crown
    elif plan == Plan.RAID:
        table.faces[next_seat(rules, table.first)] += rules.crown


@rule
def throws(rules, table, seat):
    """Tell whether a seat has faces of the die; an outsider, who is the last in turn order, has none."""
    return not rules.outsider or next_seat(rules, seat) != table.first


@rule
def gambled(rules, table, seat, plan):
    """Return the faces that raiding gives or takes besides."""
    return rules.gamble * (1 - 2 * (table.luck[seat] & 1)) * (plan == Plan.RAID)


@rule
def thrown(rules, table, face):
    """Return whose face of the die it is: the faces of a seat are those of its pairs, taken together."""
    winner = table.first
    for seat in range(rules.players):
        if face < 0 or not throws(rules, table, seat):
            continue
        winner = seat
        for other in range(rules.players):
            is_rival = other != seat and throws(rules, table, other)
            face -= FACES + table.faces[seat] - table.faces[other] if is_rival else 0
    return winner


@phase
def redeal(rules, table, hand, state, stream):
    """Fill in what a seat does not see: nothing but who the others are."""
    for seat in range(rules.players):
        state.hands[seat].seat = seat
