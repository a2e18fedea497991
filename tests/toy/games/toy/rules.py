"""The rules: every seat is asked for a stance (among rivals) and whether it keeps its card; then all is shown."""

from analyzer.games.turns import fault_of, next_seat
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow
from tests.toy.games.toy.state import CARDS, STANCES, Cause, Chance, Phase

FACES = 100  # of the die, for each pair of seats


@phase
def start(rules, state, chance):
    """Draw who begins and a card for everybody; ask the first."""
    table = state.table
    table.cause, table.turn, table.winner = Cause.RUNNING, 1, -1
    table.first = table.asked = randbelow(chance[Chance.FIRST], rules.players)
    table.phase = Phase.STANCE if rules.rivals == 1 else Phase.CARD
    table.changed[:] = 0
    for seat in range(rules.players):
        state.hands[seat].card = 1 + randbelow(chance[Chance.CARDS], CARDS)
        state.hands[seat].stance = 0


@rule
def n_options(rules, table, hand):
    """Count the answers."""
    return STANCES if table.phase == Phase.STANCE else 2


@rule
def option(rules, table, hand, index):
    """Return an answer by its place: a stance, or 0 to keep and 1 to change."""
    return index


@rule
def is_legal(rules, table, hand, answer):
    """Tell whether an answer is allowed."""
    return answer >= 0 and answer < n_options(rules, table, hand)


@phase
def step(rules, state, answer, chance):
    """Take the answer of the asked seat and go on."""
    table = state.table
    hand = state.hands[table.asked]
    if not is_legal(rules, table, hand, answer):
        return fault_of(answer)
    if table.phase == Phase.STANCE:
        hand.stance = answer
        table.phase = Phase.CARD
        return Fault.NONE
    table.changed[table.asked] = answer
    if answer == 1:
        hand.card = 1 + randbelow(chance[Chance.CARDS], CARDS)
    table.asked = next_seat(rules, table.asked)
    table.phase = Phase.STANCE if rules.rivals == 1 else Phase.CARD
    if table.asked == table.first:
        end_game(rules, state, chance)
    table.turn += table.asked != table.first
    return Fault.NONE


@phase
def end_game(rules, state, chance):
    """Show the cards: together they reach the target or not; among rivals the die is thrown."""
    table, total = state.table, 0
    for seat in range(rules.players):
        total += state.hands[seat].card
    table.cause = Cause.WON if total >= rules.target else Cause.LOST
    if rules.rivals == 1:
        table.cause = Cause.DECIDED
        table.winner = thrown(rules, state, randbelow(chance[Chance.DIE], rules.players * (rules.players - 1) * FACES))


@rule
def thrown(rules, state, face):
    """Return whose face of the die it is: the faces of a seat are those of its pairs, taken together."""
    for seat in range(rules.players - 1):
        for other in range(rules.players):
            face -= FACES + ahead(rules, state, seat, other) if other != seat else 0
        if face < 0:
            return seat
    return rules.players - 1


@rule
def ahead(rules, state, seat, other):
    """Count the faces that a seat has ahead of another: for beginning, for its card, for its stance."""
    first, mine, theirs = state.table.first, state.hands[seat], state.hands[other]
    beats = (mine.stance - theirs.stance) % STANCES  # 0 equal, 1 wins, 2 loses
    ways = rules.gap * (mine.card - theirs.card) + rules.hit * (beats - STANCES * (beats == 2))
    return ways + rules.edge * (first == seat) - rules.edge * (first == other)


@phase
def redeal(rules, table, hand, state, stream):
    """Deal the cards and the stances of the others anew: each as likely as another."""
    for seat in range(rules.players):
        if seat != table.asked:
            state.hands[seat].card = 1 + randbelow(stream, CARDS)
            state.hands[seat].stance = randbelow(stream, STANCES)


STRATEGIES = {"rock": "take rock", "paper": "take paper", "scissors": "take scissors", "change": "change the card"}


@rule
def is_of(rules, table, hand, answer, number):
    """Tell whether an answer is of the kind at a place of STRATEGIES: a stance, or the change."""
    return answer == number if table.phase == Phase.STANCE else number == STANCES and answer == 1
