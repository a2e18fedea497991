"""What can be set: `truth.py` says what comes of it."""

from collections.abc import Mapping

from analyzer.games.components import Tree
from analyzer.games.switches import Source, Switch, Value, rules_layout
from analyzer.games.words import Variant


def _switch(name: str, default: Value, high: int, summary: str) -> Switch:
    texts = {"clause": f"STALLS-{name}", "summary": summary}
    return Switch(name=name, default=default, high=high, source=Source.RULEBOOK, **texts)


SWITCHES = (
    _switch("edge", 20, 50, "faces of the die that the first player has ahead of each other"),
    _switch("power", 20, 50, "faces that the strong charm gives"),
    _switch("trade", 20, 100, "faces that trading gives"),
    _switch("raid", 10, 50, "faces that raiding gives; dreaming gives none"),
    _switch("luck", 20, 50, "most faces that luck gives"),
    _switch("outsider", 0, 1, "whether the last in turn order cannot win: its faces are no part of the throw"),
    _switch(
        "crown", 0, 50, "faces that the last in turn order gives away: trading to the first, raiding to the second"
    ),
)
RULES = rules_layout(SWITCHES)


def _variant(title: str, summary: str, **sets: Value) -> Variant:
    return Variant(title=title, summary=summary, clause="STALLS", source=Source.RULEBOOK, sets=sets)


VARIANTS = {
    "base": _variant("Stalls", "who begins is ahead, one charm is strong, one plan is best"),
    "kingmaker": _variant(
        "Kings of the stalls",
        "the last has no chance and decides who wins",
        edge=0,
        power=0,
        trade=0,
        raid=0,
        luck=9,
        outsider=1,
        crown=40,
    ),
    "even": _variant("Even stalls", "nothing makes a difference but luck", edge=0, power=0, trade=0, raid=0),
}


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Refuse more faces than the die has."""
    if values["outsider"] and players < 3:
        return "with an outsider at least two others must play"
    total = sum(int(values[name]) for name in ("edge", "power", "luck", "crown"))
    total += max(values["trade"], values["raid"])
    return f"edge, power, luck and plan together are {total} faces; the die has 100" if total > 100 else None
