"""Mistakes in policy files, reported so that their author can fix them: line, text, problem, nearest name."""

from __future__ import annotations

import difflib
import linecache
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import AnalyzerError, BadInput
from analyzer.kernel.compiler.diagnosis import Mistake, diagnose
from analyzer.kernel.compiler.places import in_words
from analyzer.kernel.compiler.sources import is_own_part

if TYPE_CHECKING:  # which asks this module
    from analyzer.games.interface import Game, Policy
    from analyzer.kernel.seats.seating import NotCompilable

_SHORTER = 70  # of a line of code that is shown


def told(file: str, line: int, what: str) -> str:
    """Say what is wrong and where, with the text of the line."""
    line = _head_of(file, line)
    text = linecache.getline(file, line).strip()
    shown = text if len(text) <= _SHORTER else text[: _SHORTER - 1] + "…"
    place = in_words(file, line)
    return f"{place}: `{shown}`: {what}" if shown else f"{place}: {what}"


def _head_of(file: str, line: int) -> int:
    """Go from the decorators of a function to its `def`, which says more."""
    if not linecache.getline(file, line).startswith("@"):
        return line
    return next((n for n in range(line, line + 50) if linecache.getline(file, n).startswith("def ")), line)


def nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the nearest known name, if any is near."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else "."


def explain(mistake: Mistake, policy: str, file: str, layouts: Mapping[str, np.dtype[Any]], game: str) -> str:
    """Say what is wrong with a policy that cannot be compiled."""
    is_field = mistake.kind == "field"
    what = _field(mistake, layouts, game) if is_field else _WORDS.get(mistake.kind, _other)(mistake)
    return f"policy {policy!r} cannot be used: {told(mistake.file or file, mistake.line, what)}"


def explain_rules(mistake: Mistake, game: str, layouts: Mapping[str, np.dtype[Any]]) -> str:
    """Say what is wrong with a game whose rules cannot be compiled."""
    is_field = mistake.kind == "field"
    what = _field_of_rules(mistake, layouts) if is_field else _WORDS.get(mistake.kind, _other)(mistake)
    return f"game {game!r} cannot be played: {told(mistake.file, mistake.line, what)}"


def where_fields_are(game: str) -> str:
    """Say where the fields of a game are listed."""
    return f"All fields with their meaning: analyzer fields {game} (and docs/policies.md)."


def kind_in_words(kind: str) -> str:
    """Say what a type of numba is, in a user's words."""
    return next((words for start, words in _KINDS if start in kind), "something else")


_KINDS = (
    ("Optional", "nothing at all in some cases"),
    ("none", "nothing"),
    ("str", "text"),
    ("unicode", "text"),
    ("Dict", "a dict"),
    ("List", "a list"),
    ("list", "a list"),
    ("array", "an array"),
    ("Tuple", "several values"),
    ("Record", "a record"),
    ("float", "a number with decimals"),
    ("bool", "a yes or no"),
    ("int", "an integer"),
)


# Fields


def _field(mistake: Mistake, layouts: Mapping[str, np.dtype[Any]], game: str) -> str:
    name, owner = mistake.names[0], _owner(mistake, layouts)
    seen = [other for other, layout in layouts.items() if name in (layout.names or ()) and other in SEEN]
    if seen:
        what = f"{owner} has no field {name!r}, but {seen[0]} has: write {seen[0]}.{name}."
    elif any(name in names_in(layout) for other, layout in layouts.items() if other not in SEEN):
        what = f"{name!r} is hidden: a policy sees what a player at the table sees, and nothing else."
    else:
        what = f"{owner} has no field {name!r}{nearest(name, mistake.known)}"
    return f"{what} {where_fields_are(game)}"


def _field_of_rules(mistake: Mistake, layouts: Mapping[str, np.dtype[Any]]) -> str:
    name, owner = mistake.names[0], _owner(mistake, layouts)
    others = [other for other, layout in layouts.items() if name in (layout.names or ())]
    known = f"; it has {', '.join(mistake.known)}."
    elsewhere = f", but {others[0]} has." if others else nearest(name, mistake.known).replace(".", known)
    return f"{owner} has no field {name!r}{elsewhere}"


def _owner(mistake: Mistake, layouts: Mapping[str, np.dtype[Any]]) -> str:
    known = set(mistake.known)
    return next((owner for owner, layout in layouts.items() if set(layout.names or ()) == known), "this record")


SEEN = ("rules", "table", "hand")


def names_in(layout: np.dtype[Any]) -> set[str]:
    """List the names of all fields of a record, and of the records in it."""
    found = set(layout.names or ())
    for name in layout.names or ():
        found |= names_in(layout[name].base)
    return found


# Everything else


def _global(mistake: Mistake) -> str:
    name, kind = mistake.names
    advice = {
        "function": f"{name}() is an ordinary Python function: put @rule above it "
        "(from analyzer.kernel.lean import rule), so that it is compiled too.",
        "dict": f"{name} is a dict, which a policy cannot use: use an array (np.array) or if/elif.",
        "list": f"{name} is a list: make it an array, {name} = np.array([...]).",
        "set": f"{name} is a set: make it an array, or test with `in` a tuple of numbers.",
        "analyzer.games.interface.Policy": f"{name} is a policy, not a function: call {name}.decide "
        f"under another name (decide_it = {name}.decide at the top of the file).",
    }
    return advice.get(kind, f"{name} is a Python object ({kind.rpartition('.')[2]}) that compiled code cannot use.")


def _operation(mistake: Mistake) -> str:
    """Say what does not go together; an operation of the assembled policy itself is about its answer."""
    symbol, arguments = mistake.names
    if symbol in ("gt", "lt", "ne", "ge", "le", "neg") and not _is_simple(arguments.split(",")[0]):
        return f"a number is needed here, but this is {kind_in_words(arguments.split(', ')[0])}."
    kinds = " and ".join(dict.fromkeys(kind_in_words(part) for part in _split(arguments)))
    return f"{_SIGNS.get(symbol, symbol + '()')} does not work with {kinds}."


_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "eq": "==", "getitem": "[ ]",
    "setitem": "[ ] =", "iadd": "+=", "isub": "-=", "gt": ">", "lt": "<", "ge": ">=", "le": "<=", "ne": "!=",
}  # fmt: skip


def _is_simple(kind: str) -> bool:
    return kind.startswith(("int", "float", "uint", "bool", "Literal[int]"))


def _split(arguments: str) -> list[str]:
    """Split at commas outside brackets; long types are cut short."""
    parts, depth = [""], 0
    for sign in arguments:
        depth += (sign in "([<{") - (sign in ")]>}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _unify(mistake: Mistake) -> str:
    one, other, name = mistake.names
    variable = "the answer" if name.startswith("$") else repr(name.partition(".")[0])
    kinds = kind_in_words(one), kind_in_words(other)
    return f"{variable} is {kinds[0]} in one case and {kinds[1]} in another; it must always be the same kind."


def _cast(mistake: Mistake) -> str:
    given, needed = map(kind_in_words, mistake.names)
    return f"{needed} is needed here, but this is {given}."


def _numpy(mistake: Mistake) -> str:
    name = ".".join(mistake.names).replace("numpy.", "np.", 1)
    return f"{name} cannot be used in compiled code; write a loop, or use math, abs(), min(a, b), max(a, b)."


def _other(mistake: Mistake) -> str:
    text = mistake.names[0] if mistake.names else ""
    is_dump = any(sign in text for sign in ("Record(", "array(", "<", "Function("))
    return "this cannot be compiled; write it more simply." if is_dump else f"this cannot be compiled: {text}"


_WORDS: Mapping[str, Callable[[Mistake], str]] = {
    "numpy": _numpy,
    "numpy arguments": lambda found: f"{found.names[0]}() cannot be used with these arguments in compiled code.",
    "global": _global,
    "name": lambda found: f"there is no variable {found.names[0]!r}.",
    "attribute": lambda found: f"{kind_in_words(found.names[1])} has no {found.names[0]!r}.",
    "missing argument": lambda found: f"wrong number of arguments: {found.names[0]!r} is missing.",
    "many arguments": lambda _: "wrong number of arguments: too many are given, or the function takes too few.",
    "keyword": lambda found: f"there is no argument {found.names[0]!r}.",
    "unify": _unify,
    "cast": _cast,
    "operation": _operation,
}


def refusal(game: Game, policy: Policy, refused: NotCompilable) -> BadInput:
    """Say what is wrong with a policy, or with a rule of an own game that it calls."""
    if refused.problem is None:
        what = f"it returns {kind_in_words(refused.answer)}, but an action is an integer."
        return BadInput(f"policy {policy.name!r} cannot be used: {told(policy.file, policy.line, what)}")
    mistake = diagnose(refused.problem, is_own_part)
    if _has_rules(game, mistake.file):
        return BadInput(explain_rules(mistake, game.name, _layouts(game)))
    return BadInput(explain(mistake, policy.name, policy.file, _layouts(game), game.name))


def refused_rules(game: Game, problem: Exception) -> Exception:
    """Say what the compiler finds in the rules of an own game; anything else, as a mistake of ours, stays as it is."""
    mistake = None if isinstance(problem, AnalyzerError) else diagnose(problem, is_own_part)
    if mistake is None or not mistake.file:
        return problem
    return BadInput(explain_rules(mistake, game.name, _layouts(game)))


def _layouts(game: Game) -> dict[str, np.dtype[Any]]:
    own = {"rules": game.rules, "table": game.table, "hand": game.hand, "state": game.state}
    inside = [name for name in game.state.names or () if name not in ("table", "hands")]
    return own | {f"state.{name}": game.state[name] for name in inside} | {"row": game.record}


def _has_rules(game: Game, file: str) -> bool:
    rules = (getattr(part, "py_func", part) for part in game.written.values() if part is not None)
    folders = {Path(rule.__code__.co_filename).parent for rule in rules}
    return game.is_own and any(Path(file).is_relative_to(folder) for folder in folders)
