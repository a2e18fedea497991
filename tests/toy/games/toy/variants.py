"""Named settings, and what makes no sense."""

from collections.abc import Mapping

from analyzer.games.components import Tree
from analyzer.games.switches import Source, Value
from analyzer.games.words import Variant
from tests.toy.games.toy.rules import FACES
from tests.toy.games.toy.state import CARDS


def _variant(title: str, summary: str, **sets: Value) -> Variant:
    return Variant(title=title, summary=summary, clause="TOY", source=Source.RULEBOOK, sets=sets)


VARIANTS = {
    "base": _variant("Rivals", "rivals: who begins is ahead"),
    "fair": _variant("Fair rivals", "rivals: who begins is not ahead", edge=0),
    "together": _variant("Together", "the cards of all must reach the target", rivals=False),
}


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Refuse more faces than the die has, and a target that no cards reach."""
    if values["edge"] + (CARDS - 1) * values["gap"] + values["hit"] > FACES:
        return f"edge + {CARDS - 1} gap + hit is more than {FACES}"
    return f"{players} cards never reach {values['target']}" if values["target"] > CARDS * players else None
