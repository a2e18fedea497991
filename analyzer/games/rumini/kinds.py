"""What kind of decision an answer is, for autopsies: by question, and in one's own turn by what is done."""

from typing import Any

from analyzer.games.rumini.encoding import END, EXCHANGE, face_of
from analyzer.games.rumini.state import Phase
from analyzer.games.words import kind_and_detail

KINDS = {  # by question: its kind, and the detail
    Phase.FLAG: ("flag", ""),
    Phase.JOKER: ("joker", ""),
    Phase.PIRATE: ("pirate", ""),
    Phase.TARGET: ("event", "who gets it"),
    Phase.EVENT: ("event", "a turn or the device"),
    Phase.EXCHANGE: ("bazaar", "which device"),
    Phase.OFFER: ("bazaar", "in another's turn"),
    Phase.PREFER: ("bazaar", "a captured device left"),
}
TURN = {END: ("end of turn", ""), EXCHANGE: ("bazaar", "to exchange now")}
PLACEMENT, TREASURE = ("placement", ""), ("treasure card", "")


def _named(state: Any, answer: int) -> tuple[str, str]:
    question = Phase(int(state.table.phase))
    if question != Phase.MAIN:
        return KINDS[question]
    return PLACEMENT if face_of(answer) >= 0 else TURN.get(answer, TREASURE)


kind, detail = kind_and_detail(_named)
