"""Kinds of answers that can be banned: what a seat may do without in a whole game."""

from analyzer.games.islebound.encoding import BUY, DROP_FISH, EVENT, action_of
from analyzer.games.islebound.state import Action, Phase
from analyzer.kernel.lean import rule

STRATEGIES = {
    "attack": "take a town by force",
    "diplomacy": "take a town by influence",
    "hunt": "take the coins on the treasure map",
    "visit": "carry out the steps of a town",
    "raid": "attack a ship (variant)",
    "buy": "buy a building",
    "build": "build a building in a town that does",
    "hire": "hire crew",
    "event": "carry out an event",
    "reputation": "carry out a reputation card",
    "trade": "offer a trade, or accept one",
}
RIVALS = ("attack", "diplomacy")
PLANS = (Action.ATTACK, Action.DIPLOMACY, Action.HUNT, Action.VISIT, Action.RAID)
BUYING, BUILDING, HIRING, EVENTS, REPUTATION, TRADING = range(len(PLANS), len(STRATEGIES))


@rule
def is_of(rules, table, hand, answer, number):
    """Tell whether an answer is of the kind at a place of STRATEGIES."""
    question = table.phase
    if question == Phase.PLAN or question == Phase.ACTION:
        return number < len(PLANS) and action_of(answer) == PLANS[min(number, len(PLANS) - 1)]
    if question == Phase.FREE:
        is_bought = number == BUYING and BUY <= answer < DROP_FISH
        return is_bought or (number == EVENTS and EVENT <= answer < BUY)
    return answer > 0 and number == kind_of_question(question)


@rule
def kind_of_question(question):
    """Return the kind that any answer but the first is of, where a question has one; -1 elsewhere."""
    if question == Phase.BUILD:
        return BUILDING
    if question == Phase.RECRUIT:
        return HIRING
    if question == Phase.REPUTATION:
        return REPUTATION
    return TRADING if question == Phase.OFFER or question == Phase.REPLY else -1
