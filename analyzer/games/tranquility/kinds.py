"""What kind of decision an answer is, for autopsies: a kind by question, and what makes some of them special."""

from typing import Any

from analyzer.games.tranquility.encoding import kind_of
from analyzer.games.tranquility.rules import actions, options
from analyzer.games.tranquility.state import Card, Kind, Phase

MODULE = "module"
KINDS = {  # by question: its kind, and the detail
    Phase.PAY: ("payment", ""),
    Phase.DISCARD_TWO: ("discard", ""),
    Phase.SPLIT: ("Start split", ""),
    Phase.OFFER: ("Start split", "an offer"),
    Phase.GIVE: ("Start payment", ""),
    Phase.TOP: ("Start payment", "top cards"),
    Phase.ROCKS: (MODULE, "Rocks"),
    Phase.ROCKS_PAY: (MODULE, "Rocks"),
    Phase.YELLOW_DOWN: (MODULE, "a Storm"),
    Phase.PURPLE: (MODULE, "a Storm"),
    Phase.CANCEL: (MODULE, "a Compass"),
    Phase.CLEAR: (MODULE, "a Compass"),
    Phase.WILD_CLEAR: (MODULE, "a Wild"),
    Phase.WILD_NUMBER: (MODULE, "a Wild"),
    Phase.FLIP_PAY: (MODULE, "a flip"),
    Phase.EXPLORER_TARGET: (MODULE, "an Explorer"),
    Phase.COMP_DRAW: ("card taken", ""),
    Phase.FREE_DUMP: (MODULE, "a Compass"),
}
ACTIONS = {  # by what an ACTION answer does, if it plays no Island
    Kind.DISCARD_TWO: ("discard", ""),
    Kind.START: ("Start", ""),
    Kind.FINISH: ("Finish", ""),
    Kind.OPEN_FINISH: ("Finish", ""),
    Kind.WILD_FINISH: ("Finish", "with a Wild"),
    Kind.WILD_START: ("Start", "with a Wild"),
    Kind.MONSTER: (MODULE, "a Monster"),
    Kind.DUMP: (MODULE, "a Compass"),
    Kind.WILD_ISLAND: (MODULE, "a Wild"),
    Kind.WILD_MONSTER: (MODULE, "a Wild"),
    Kind.FLIP: (MODULE, "a flip"),
    Kind.FLIP_HANDS: (MODULE, "a flip"),
}
PLACEMENT = "placement"
INSTEAD = {PLACEMENT: "a placement", "discard": "a discard", "Finish": "the Finish", "Start": "the Start"}
SPECIAL = {Card.FINISH: "a Finish", Card.WILD: "a Wild", Card.MONSTER: "a Monster"}
"""Cards whose loss is a detail of its own, the weightiest first."""


def kind(rules: Any, state: Any, answer: int) -> str:
    """Name the kind of decision that an answer is."""
    question = Phase(int(state.table.phase))
    if question != Phase.ACTION:
        return KINDS[question][0]
    action = int(kind_of(answer))
    return PLACEMENT if actions.is_island(action) else ACTIONS[Kind(action)][0]


def detail(rules: Any, state: Any, answer: int, better: int) -> str:
    """Say what is wrong with an answer, beside a better one; "" if there is no word for it."""
    question = Phase(int(state.table.phase))
    if question == Phase.ACTION:
        return _detail_of_action(rules, state, answer, better)
    if options.is_gift(question) and KINDS[question][0] != MODULE:
        return _detail_of_gift(state, answer, better) or KINDS[question][1]
    return KINDS[question][1]


def _detail_of_action(rules: Any, state: Any, answer: int, better: int) -> str:
    own, other = kind(rules, state, answer), kind(rules, state, better)
    if own != other:
        return f"instead of {INSTEAD.get(other, other)}"
    if own == PLACEMENT:
        return "of another Island" if kind_of(answer) != kind_of(better) else "in the wrong cell"
    return ACTIONS[Kind(int(kind_of(answer)))][1]


def _detail_of_gift(state: Any, answer: int, better: int) -> str:
    for card, words in SPECIAL.items():
        given, less = (_count(state, mask, int(card)) for mask in (answer, better))
        if given != less:
            return f"{words} given up" if given > less else f"{words} kept"
    return ""


def _count(state: Any, mask: int, card: int) -> int:
    hand = state.hands[int(state.table.asked)]
    return sum(int(hand.cards[slot]) == card and mask >> slot & 1 for slot in range(int(hand.held)))
