"""What kind of decision an answer is, for autopsies: a kind by question, and what makes some of them special."""

from __future__ import annotations

from typing import Any

from analyzer.games.tranquility.encoding import kind_of
from analyzer.games.tranquility.rules.actions import is_island
from analyzer.games.tranquility.rules.options import is_gift
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
    Kind.DISCARD_TWO: ("discard", "two cards, to play none"),
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
PLACEMENT = ("placement", "")
SPECIAL = {Card.FINISH: "a Finish", Card.WILD: "a Wild", Card.MONSTER: "a Monster", Card.START: "a Start"}
"""Cards whose loss is a detail of its own, the weightiest first."""


def kind(rules: Any, state: Any, answer: int) -> tuple[str, str]:
    """Name the kind of decision that an answer is, and its detail."""
    question = Phase(int(state.table.phase))
    if question == Phase.ACTION:
        action = int(kind_of(answer))
        return PLACEMENT if is_island(action) else ACTIONS[Kind(action)]
    found, detail = KINDS[question]
    return (found, _given_up(state, answer) or detail) if is_gift(question) and found != MODULE else (found, detail)


def _given_up(state: Any, mask: int) -> str:
    hand = state.hands[int(state.table.asked)]
    cards = {int(hand.cards[slot]) for slot in range(int(hand.held)) if mask >> slot & 1}
    return next((words for card, words in SPECIAL.items() if int(card) in cards), "")
