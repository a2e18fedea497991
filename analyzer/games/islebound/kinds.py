"""What kind of decision an answer is, for autopsies: by question, and of a plan by its action."""

from typing import Any

from analyzer.games.islebound.encoding import BUY, DROP_FISH, GO_ON, action_of
from analyzer.games.islebound.state import Action, Phase
from analyzer.games.words import kind_and_detail

KINDS = {  # by question: its kind, and the detail
    Phase.HOME: ("home port", ""),
    Phase.DRAFT: ("building", "kept of a pack"),
    Phase.GOODS: ("goods", ""),
    Phase.EXCHANGE: ("goods", "an exchange"),
    Phase.RECRUIT: ("crew", "hired"),
    Phase.REPUTATION: ("reputation card", ""),
    Phase.BUILD: ("building", "built"),
    Phase.OFFER: ("trade", "an offer"),
    Phase.REPLY: ("trade", "a reply"),
    Phase.CREW: ("crew", "that pays"),
    Phase.COMMIT: ("attack", "what attacks"),
    Phase.REROLL: ("attack", "dice rolled again"),
    Phase.INJURE: ("attack", "crew injured"),
    Phase.LOSS: ("attack", "a card lost"),
    Phase.INFLUENCE: ("diplomacy", "what pays"),
    Phase.STEP: ("visit", "a step"),
    Phase.HEAL: ("visit", "crew healed"),
    Phase.DISCARD: ("building", "discarded for a book"),
    Phase.DROP: ("goods", "thrown overboard"),
    Phase.ASSIGN: ("attack", "dice to cards"),
    Phase.CUBE: ("diplomacy", "the cube that marks a town"),
}
PLANS = {
    Action.NONE: ("plan", "only sails"),
    Action.HUNT: ("plan", "a treasure hunt"),
    Action.VISIT: ("plan", "a visit"),
    Action.ATTACK: ("plan", "an attack"),
    Action.DIPLOMACY: ("plan", "an alliance"),
    Action.RAID: ("plan", "a raid"),
}


def _named(state: Any, answer: int) -> tuple[str, str]:
    question = Phase(int(state.table.phase))
    if question in (Phase.PLAN, Phase.ACTION):
        return PLANS[Action(int(action_of(answer)))]
    return _free(answer) if question == Phase.FREE else KINDS[question]


def _free(answer: int) -> tuple[str, str]:
    if answer == GO_ON:
        return "free action", "none"
    if answer >= DROP_FISH:
        return "goods", "thrown overboard"
    return ("building", "bought") if answer >= BUY else ("event", "")


kind, detail = kind_and_detail(_named)
