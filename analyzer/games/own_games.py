"""What is checked of a game before it is played, so that its author reads one message and not the compiler's.

A game of this project passes the conformance tests; what lies outside of it may lack a part, or have one that does
not fit: each is told with the file and the line of the function that it is about, or else of the game.
"""

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.interface import RULES, Game
from analyzer.games.policy_files.functions import check_rules
from analyzer.games.policy_files.mistakes import nearest, told
from analyzer.games.turns import TABLE_HEAD, row_layout
from analyzer.kernel.compiler.callee import IS_PLAIN, Callee

Finding = tuple[Any, str]  # the function that it is about, or None; what is wrong
# what the program hands to each function of a game
ARGUMENTS = {
    "start": "rules, state, chance",
    "step": "rules, state, answer, chance",
    "n_options": "rules, table, hand",
    "option": "rules, table, hand, index",
    "is_legal": "rules, table, hand, answer",
    "measure": "rules, state, fault, decisions, out",
    "redeal": "rules, table, hand, state, stream",
    "worth": "rules, row, seat",
    "ordered": "table, answer, own",
    "wins": "rules, table, hand, answer",
    "is_of": "rules, table, hand, answer, number",
    "hide": "hand, kinds",
    "list_options": "rules, table, hand, out",
    "complete": "rules, switches, data",
    "check": "switches, players, data",
    "render": "rules, state",
    "describe": "rules, state, answer",
    "ending": "rules, state",
}
ANSWERING = ("step", "n_options", "option", "is_legal", "worth", "ordered")
PERHAPS = ("redeal", "worth", "wins", "is_of", "hide", "list_options")
CAUSES = ("TRUNCATED", "FAULT")


def checked_game(module: ModuleType, name: str) -> Game:
    """Take the game out of its package; refuse one that lacks a part."""
    game, file = getattr(module, "GAME", None), str(module.__file__)
    if not isinstance(game, Game):
        raise BadInput(f"game {name!r} cannot be loaded: {file}: there is no GAME; write GAME = Game(…)")
    for function, what in _findings(game, name):
        code = getattr(getattr(function, "py_func", function), "__code__", None)
        where, line = (code.co_filename, code.co_firstlineno) if code is not None else (file, 0)
        raise BadInput(f"game {name!r} cannot be played: {told(where, line, what)}")
    if game.is_own:  # those of this project are tested, and many
        check_rules(name, {rule: part for rule, part in game.written.items() if part is not None}, ANSWERING)
    return game


def _findings(game: Game, name: str) -> Iterator[Finding]:
    if game.name != name:
        yield None, f"the game is called {game.name!r}, and its folder {name!r}; give both the same name."
    yield from _of_functions(game)
    yield from _of_limits(game)
    yield from _of_layouts(game)
    yield from _of_codes(game)
    yield from _of_switches(game)


def _of_functions(game: Game) -> Iterator[Finding]:
    for name, arguments in ARGUMENTS.items():
        function = game.written.get(name, getattr(game, name))
        if function is None and name in PERHAPS:
            continue
        if not callable(function):
            yield None, f"{name} = {function!r} is not a function; it takes ({arguments})."
        elif name in RULES and not IS_PLAIN and not isinstance(function, Callee):
            yield function, f"{name}() is not compiled: put @rule or @phase (from analyzer.kernel.lean) above it."
        elif not _takes(function, len(arguments.split(", "))):
            yield function, f"{name} is called with {len(arguments.split(', '))} arguments: ({arguments})."


def _of_limits(game: Game) -> Iterator[Finding]:
    if game.strategies and game.is_of is None:
        yield None, f"strategies are named, but is_of({ARGUMENTS['is_of']}) is missing."
    for name in game.memory:
        if name not in (game.hand.names or ()) or not game.hand[name].shape:
            yield None, f"memory = {name!r} is no array of the hand, which counts cards by their codes."


def _takes(function: Any, number: int) -> bool:
    try:
        inspect.signature(getattr(function, "py_func", function)).bind(*range(number))
    except (TypeError, ValueError):
        return False
    return True


def _of_layouts(game: Game) -> Iterator[Finding]:
    needed = {
        "table": (game.table, [field[0] for field in TABLE_HEAD], "begin it with *TABLE_HEAD"),
        "state": (game.state, ["table", "hands"], "make it with state_layout(…)"),
        "record": (game.record, row_layout(1).names, "make it with row_layout(…)"),
        "rules": (game.rules, ["players", "n_streams", *game.switch_by_name], "make it with rules_layout(SWITCHES)"),
    }
    for name, (layout, fields, remedy) in needed.items():
        known = getattr(layout, "names", None) or ()
        for field in fields or ():
            if field not in known:
                yield None, f"{name} has no field {field!r}: {remedy}."
    if not game.seats or game.seats.stop - 1 > game.max_seats:
        yield None, f"seats = {game.seats}, but there is room for {game.max_seats} (max_seats)."


def _of_codes(game: Game) -> Iterator[Finding]:
    known = game.causes.__members__
    wins = () if game.is_competitive and not game.competitive_switch else ("WON",)
    for cause in (*CAUSES, *wins):
        if cause not in known:
            yield None, f"the causes of the end lack {cause}{nearest(cause, known)}"


def _of_switches(game: Game) -> Iterator[Finding]:
    known = game.switch_by_name
    if not game.variants:
        yield None, "there is no variant; a game has at least one, without changes."
    for name, variant in game.variants.items():
        for switch in variant.sets:
            if switch not in known:
                yield None, f"variant {name!r} sets {switch!r}, which is no switch{nearest(switch, known)}"
    if game.competitive_switch and game.competitive_switch not in known:
        switch = game.competitive_switch
        yield None, f"competitive_switch = {switch!r} is no switch{nearest(switch, known)}"
