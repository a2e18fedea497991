"""What can be set: `truth.py` says what comes of it."""

from collections.abc import Mapping
from typing import Any

from analyzer.games.components import Components, Tree
from analyzer.games.switches import Source, Switch, Value, rules_layout
from analyzer.games.words import Variant
from tests.stalls.games.stalls.state import CHARMS, Charm


def _switch(name: str, default: Value, high: int, summary: str) -> Switch:
    texts = {"clause": f"STALLS-{name}", "summary": summary}
    return Switch(name=name, default=default, high=high, source=Source.RULEBOOK, **texts)


SWITCHES = (
    _switch("edge", 20, 50, "faces of the die that the first player has ahead of each other"),
    _switch("power", 20, 50, "faces that the strong charm gives"),
    _switch("shell", 0, 50, "faces that the shell gives"),
    _switch("trade", 20, 100, "faces that trading gives"),
    _switch("raid", 10, 50, "faces that raiding gives; dreaming gives none"),
    _switch("gamble", 0, 50, "faces that raiding gives or takes besides, by a lot that is worth nothing"),
    _switch("luck", 20, 50, "most faces that luck gives"),
    _switch("outsider", 0, 1, "whether the last in turn order cannot win: its faces are no part of the throw"),
    _switch(
        "crown", 0, 50, "faces that the last in turn order gives away: trading to the first, raiding to the second"
    ),
)
RULES = rules_layout(SWITCHES, ("price", "i8", (CHARMS,), "by Charm: faces that it costs the seat that it is dealt to"))
COMPONENTS = Components(
    "standard", {"charm": [{"id": charm.name.lower(), "price": 0} for charm in Charm]}, {"charm": Source.RULEBOOK}
)


def complete(rules: Any, values: Mapping[str, Value], tree: Tree) -> None:
    """Fill in the prices."""
    rules.price[:] = [charm["price"] for charm in tree["charm"]]


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
    besides = ("edge", "power", "shell", "gamble", "luck", "crown")
    total = sum(int(values[name]) for name in besides) + max(values["trade"], values["raid"])
    if total > 100:
        return f"edge, power, shell, gamble, luck, crown and plan together are {total} faces; the die has 100"
    price = min(charm["price"] for charm in tree["charm"])
    return f"a charm costs {price} faces; none is the least" if price < 0 else None
