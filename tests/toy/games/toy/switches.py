"""What can be set: `truth.py` says what comes of it."""

from analyzer.games.switches import ASSUMED, BOOK, Source, Switch, Value, rules_layout
from tests.toy.games.toy.state import CARDS, MAX_SEATS


def _switch(name: str, default: Value, high: int, summary: str, trend: int = 0, source: Source = BOOK) -> Switch:
    texts = {"clause": f"TOY-{name}", "summary": summary}
    return Switch(name=name, default=default, high=high, source=source, trend=trend, **texts)


SWITCHES = (
    _switch("rivals", True, 0, "the seats play against each other, or together"),
    _switch("edge", 20, 100, "faces of the die that the first player has ahead of each other", source=ASSUMED),
    _switch("gap", 4, 11, "faces of the die for each point that a card is above another", source=ASSUMED),
    _switch("hit", 30, 100, "faces of the die for a stance that beats another", source=ASSUMED),
    _switch("target", 13, CARDS * MAX_SEATS, "the sum of cards that wins together", trend=-1),
)
RULES = rules_layout(SWITCHES)
