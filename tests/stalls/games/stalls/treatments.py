"""What a seat may begin with besides, and what may be taken out of the game."""

from analyzer.games.treatments.declared import Material, Resource, owned
from analyzer.games.turns import AMOUNT, FIRST_GRANT, POINTS, WHAT, treated_seat
from analyzer.kernel.lean import phase, rule
from tests.stalls.games.stalls.state import Charm

FACES = 1


@phase
def treat(rules, state):
    """Give every seat what it begins with besides: faces, or a charm."""
    for number in range(rules.n_handicaps):
        seat, what = treated_seat(rules, state.table, number), rules.handicaps[number, WHAT]
        if what >= FIRST_GRANT:
            state.table.gifts[seat] |= 1 << (what % FIRST_GRANT)
            state.table.faces[seat] += power_of(rules, state.table, seat, what % FIRST_GRANT)
        elif what != POINTS:
            state.table.faces[seat] += rules.handicaps[number, AMOUNT]


@rule
def power_of(rules, table, seat, charm):
    """Return the faces that a charm gives; the fickle one gives or takes them, by a lot that is worth nothing."""
    if charm == Charm.FICKLE:
        return rules.power * (1 - 2 * (table.luck[seat] & 1))
    return rules.power * (charm == Charm.STRONG) + rules.shell * (charm == Charm.SHELL)


RESOURCES = (
    Resource(name="faces", code=FACES, low=-50, high=50, summary="faces of the die"),
    Resource(name="points", code=POINTS, low=-50, high=50, summary="points, added at the end; they win nothing"),
)
MATERIALS = (
    Material(
        name="charm",
        code=0,
        names=lambda _: [charm.name.lower() for charm in Charm],
        removal="nobody is dealt it, and nothing takes its place",
        grant="the seat owns it from the start, and nobody is dealt it",
        had=owned("owner", len(Charm)),
        price="charm.{}.price",
        paid_in="faces",
    ),
)
