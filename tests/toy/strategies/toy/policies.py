"""Three policies that beat each other in a circle, one whose best knob is known."""

from analyzer.kernel.lean import rule
from tests.toy.games.toy import policy
from tests.toy.games.toy.state import Phase


@rule
def answer(table, hand, stance, keep):
    """Take a stance, and keep a card from a number on."""
    return stance if table.phase == Phase.STANCE else int(hand.card < keep)


@policy(keep=3.0)
def patient(rules, table, hand, knobs, memory, choice):
    """Take rock; `keep` is best at 6, where a card is above the mean of a new one."""
    return answer(table, hand, 0, knobs[0])


@policy(keep=6.0)
def rock(rules, table, hand, knobs, memory, choice):
    """Take rock, which beats scissors."""
    return answer(table, hand, 0, knobs[0])


@policy(keep=6.0)
def paper(rules, table, hand, knobs, memory, choice):
    """Take paper, which beats rock."""
    return answer(table, hand, 1, knobs[0])


@policy(keep=6.0)
def scissors(rules, table, hand, knobs, memory, choice):
    """Take scissors, which beat paper."""
    return answer(table, hand, 2, knobs[0])
