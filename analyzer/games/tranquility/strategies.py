"""Kinds of answers that can be banned, and which answers win at once."""

from analyzer.games.tranquility.encoding import cell_of, kind_of
from analyzer.games.tranquility.rules import actions, placement
from analyzer.games.tranquility.state import Kind, Phase
from analyzer.kernel.lean import rule

STRATEGIES = {
    "discard": "discard two cards instead of playing an Island",
    "dear": "play an Island that costs three cards or more",
    "wild": "play a Wild",
    "flip": "flip a card or the hands (Day and Night)",
    "dump": "dump a hand for a Compass",
}
DISCARD, DEAR, WILD, FLIP, DUMP = range(len(STRATEGIES))
DEAR_FROM = 3  # cards


@rule
def wins(rules, table, hand, answer):
    """Tell whether an answer plays a Finish, with which a team wins."""
    kind = kind_of(answer)
    is_finish = kind == Kind.FINISH or kind == Kind.OPEN_FINISH or kind == Kind.WILD_FINISH
    return table.phase == Phase.ACTION and is_finish and rules.competitive == 0


@rule
def is_of(rules, table, hand, answer, number):
    """Tell whether an answer is of the kind at a place of STRATEGIES."""
    if table.phase == Phase.WILD_CLEAR or table.phase == Phase.FREE_DUMP:
        return answer > 0 and number == (WILD if table.phase == Phase.WILD_CLEAR else DUMP)
    if table.phase != Phase.ACTION:
        return False
    kind = kind_of(answer)
    if actions.is_island(kind):
        return number == DEAR and placement.cost_at(rules, table, kind, cell_of(answer)) >= DEAR_FROM
    return is_action_of(kind, number)


@rule
def is_action_of(kind, number):
    """Tell whether an action other than an Island is of a kind."""
    if number == DISCARD:
        return kind == Kind.DISCARD_TWO
    if number == DUMP:
        return kind == Kind.DUMP
    if number == FLIP:
        return kind == Kind.FLIP or kind == Kind.FLIP_HANDS
    is_wild = kind == Kind.WILD_START or kind == Kind.WILD_FINISH or kind == Kind.WILD_ISLAND
    return number == WILD and (is_wild or kind == Kind.WILD_MONSTER)
