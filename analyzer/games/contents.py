"""The table of contents of a game's folder: which module has what, in every game under the same name.

No other module knows the names of a game's modules: whoever wants something of a game asks its `Game`.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from analyzer.games import glossary
from analyzer.games.interface import Game

# by module: what it is called there, and in the table of contents
ALWAYS = {
    "state": {
        "TABLE": "table",
        "HAND": "hand",
        "STATE": "state",
        "MAX_SEATS": "max_seats",
        "Cause": "causes",
        "Phase": "phases",
    },
    "switches": {"SWITCHES": "switches", "RULES": "rules"},
    "variants": {"VARIANTS": "variants"},
    "data": {"complete": "complete"},
    "check": {"check": "check"},
    "rules.turn": {"start": "start", "step": "step"},
    "rules.options": {"n_options": "n_options", "option": "option", "is_legal": "is_legal"},
    "measures": {"RECORD": "record", "measure": "measure"},
    "notation": {
        "render": "render",
        "describe": "describe",
        "ending": "ending",
        "CAUSE_WORDS": "cause_words",
        "WORDS": "words",
    },
}
PERHAPS = {
    "state": {"MEMORY": "memory"},
    "rules.options": {"list_options": "list_options"},
    "data": {"COMPONENTS": "components", "grid_of": "grid"},
    "notation": {"reasons": "reasons", "legend": "legend", "price": "price", "WHY": "why"},
    "measures": {"worth": "worth"},
    "rules.redeal": {"redeal": "redeal", "ordered": "ordered"},
    "drawing": {"draw": "draw", "target": "target"},
    "kinds": {"kind": "kind", "detail": "detail"},
    "features": {"FEATURES": "features"},
    "strategies": {"STRATEGIES": "strategies", "RIVALS": "rivals", "is_of": "is_of", "wins": "wins", "hide": "hide"},
    "rules.treatments": {"RESOURCES": "resources", "MATERIALS": "materials"},
}


def game_of(package: str, **own: Any) -> Game:
    """Make a game of the modules of its package; `own` is what only this game can say: title, players, sources."""
    state, encoding = (import_module(f"{package}.{name}") for name in ("state", "encoding"))
    return Game(
        name=package.rpartition(".")[2],
        n_chance=len(state.Chance),
        chances=state.Chance,
        glossary=glossary.glossary_of(package, state, encoding),
        **{**dict(_always(package)), **dict(_perhaps(package)), **own},
    )


def _always(package: str) -> Iterator[tuple[str, Any]]:
    for module, names in ALWAYS.items():
        part = import_module(f"{package}.{module}")
        yield from ((entry, getattr(part, name)) for name, entry in names.items())


def _perhaps(package: str) -> Iterator[tuple[str, Any]]:
    for module, names in PERHAPS.items():
        if find_spec(f"{package}.{module}") is not None:
            part = import_module(f"{package}.{module}")
            yield from ((entry, getattr(part, name)) for name, entry in names.items() if hasattr(part, name))
