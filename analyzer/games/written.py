"""What users write: policies, variants and changes of rules, each read from its text once, and written here alone.

    spacing(cost=0.7)   mine.py:patient   spacing@tuned.toml   search(spacing,samples=400,questions=A|B)   good
    fallible(good,sight=0.6)   banned(good,attack|diplomacy)
    base   this+that   house.toml   base[removed=4]
    removed=4

This is syntax only: which names there are, and what they stand for, is found out where a seat or a setting is made.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from analyzer.errors import BadInput

SEARCH = "search"  # the name of a look-ahead
FALLIBLE = "fallible"  # of a policy that overlooks options
BANNED = "banned"  # of a policy that never answers in some ways
WRAPPERS = (SEARCH, FALLIBLE, BANNED)  # each has a policy inside
LEVELS = ("floor", "novice", "casual", "good", "strong", "expert", "hindsight")  # names that no policy may have

Number = int | float
Value = bool | int | float | str  # of a switch, or of a component; a list or a table stays the text that it is
Changes = dict[str, Value]  # switch or path of a component -> value
Sets = Sequence[str] | Mapping[str, Any]  # changes as users give them
Files = Callable[[str], str]  # gives another path for a path
_KNOB = re.compile(r"\s*(\w+)\s*=\s*([^\s,]+)\s*$")
_LONGEST_NUMBER = 18  # signs that surely fit into 64 bits


@dataclass(frozen=True)
class WrittenPolicy:
    """Who plays: a policy or a level by its name, a policy in a file of its own, or a wrapper around one."""

    name: str = ""  # may be left out behind a file
    file: str = ""  # in which the policy lies
    tuned: str = ""  # the file that its knobs come from
    knobs: dict[str, Number] = field(default_factory=dict)  # set on top; of a wrapper its own
    inside: WrittenPolicy | None = None  # what a look-ahead, or another wrapper, is wrapped around
    questions: tuple[str, ...] = ()  # that a look-ahead looks into; none named = all
    kinds: tuple[str, ...] = ()  # of answers that are banned

    def __hash__(self) -> int:
        """Hash it, with its knobs in any order."""
        own = self.name, self.file, self.tuned, self.inside, self.questions, self.kinds
        return hash((own, frozenset(self.knobs.items())))

    def __str__(self) -> str:
        """Write it as a command takes it, its numbers as they were given."""
        return self._written(str)

    @property
    def label(self) -> str:
        """Write it as tables show it, its numbers as short as can be."""
        return self._written(short_number)

    @property
    def head(self) -> str:
        """Name it without its knobs."""
        name = f"{self.file}:{self.name}" if self.file and self.name else self.file or self.name
        return f"{name}@{self.tuned}" if self.tuned else name

    def _written(self, number: Callable[[float], str]) -> str:
        items = self._items(number)
        return f"{self.head}({','.join(items)})" if items else self.head

    def _items(self, number: Callable[[float], str]) -> list[str]:
        inside = [] if self.inside is None else [self.inside._written(number)]
        kinds = ["|".join(self.kinds)] if self.kinds else []
        questions = [f"questions={'|'.join(self.questions)}"] if self.questions else []
        return [*inside, *kinds, *(f"{name}={number(value)}" for name, value in self.knobs.items()), *questions]

    @property
    def sight(self) -> float:
        """The chance with which an option is noticed: 1 where nothing is overlooked."""
        return float(self.knobs.get("sight", 1.0)) if self.name == FALLIBLE and self.inside else 1.0

    @property
    def memory(self) -> float:
        """The share of what it must remember that it still knows: 1 where nothing is forgotten."""
        return float(self.knobs.get("memory", 1.0)) if self.name == FALLIBLE and self.inside else 1.0

    @property
    def dial(self) -> str:
        """Write the policy whose sight is a matter of skill: the one inside, or this one where it sees all."""
        return self.inside.label if self.name == FALLIBLE and self.inside else self.label

    @property
    def settings(self) -> str:
        """Write what stands in its brackets."""
        return ",".join(self._items(str))

    def with_knobs(self, given: Mapping[str, object]) -> WrittenPolicy:
        """Give it with more knobs set."""
        return replace(self, knobs=self.knobs | {name: self._finite(name, value) for name, value in given.items()})

    def _finite(self, name: str, value: object) -> Number:
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise BadInput(f"policy {self.head!r}: {name} = {str(value)!r} is not a finite number")
        return value

    def with_files(self, change: Files) -> WrittenPolicy:
        """Give it with other paths: of its own file, of its file of knobs, and of those inside a wrapper."""
        return replace(
            self,
            file=change(self.file) if self.file else "",
            tuned=change(self.tuned) if self.tuned else "",
            inside=None if self.inside is None else self.inside.with_files(change),
        )

    @classmethod
    def from_plain(cls, content: Mapping[str, Any]) -> WrittenPolicy:
        """Make it of plain data, as `asdict` gives it."""
        inside = content.get("inside", content.get("searched"))  # as it was called once
        known = {name: content[name] for name in ("name", "file", "tuned", "knobs") if name in content}
        return cls(
            **known,
            inside=None if inside is None else cls.from_plain(inside),
            questions=tuple(content.get("questions", ())),
            kinds=tuple(content.get("kinds", ())),
        )


def renewed(content: dict[str, Any]) -> dict[str, Any]:
    """Give plain data of a policy as it is today: what a look-ahead has inside was called `searched` once."""
    is_old = "searched" in content and "tuned" in content
    return {**content, "inside": content["searched"]} if is_old else content


@dataclass(frozen=True)
class WrittenVariant:
    """A variant: names that are added up, or a file, and what is changed in it."""

    names: tuple[str, ...] = ()
    file: str = ""
    changes: Changes = field(default_factory=dict)

    def __hash__(self) -> int:
        """Hash it, with its changes in any order."""
        return hash((self.names, self.file, frozenset(self.changes.items())))

    def __str__(self) -> str:
        """Write it as a command takes it."""
        return (self.file or "+".join(self.names)) + brackets(self.changes)

    @property
    def parts(self) -> tuple[str, ...]:
        """Name what is added up; what is changed belongs to the last part."""
        *first, last = self.names or (self.file,)
        return (*first, last + brackets(self.changes) if self.changes else last)

    def with_files(self, change: Files) -> WrittenVariant:
        """Give it with another path, if it is a file."""
        return replace(self, file=change(self.file)) if self.file else self

    @classmethod
    def from_plain(cls, content: Mapping[str, Any]) -> WrittenVariant:
        """Make it of plain data, as `asdict` gives it."""
        return cls(**{**content, "names": tuple(content.get("names", ()))})


def short_number(value: float) -> str:
    """Write a number so that it is read again as the same one."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def split_list(text: str) -> list[str]:
    """Split at commas, but not at those inside brackets."""
    parts = [""]
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def read_policies(text: str) -> tuple[WrittenPolicy, ...]:
    """Read policies with commas between them."""
    return tuple(map(read_policy, split_list(text)))


def read_policy(text: str) -> WrittenPolicy:
    """Read who plays at a seat."""
    head, bracket, rest = (part.strip() for part in text.partition("("))
    if bracket and not rest.endswith(")"):
        raise BadInput(f"policy {text!r}: the parenthesis after the knobs is not closed")
    items = [part for part in split_list(rest[:-1]) if part] if bracket else []
    if head in WRAPPERS:
        return _read_wrapper(head, items)
    place, _, tuned = head.partition("@") if head.endswith(".toml") else (head, "", "")
    path, _, name = place.partition(".py:")
    file = f"{path}.py" if name else place if place.endswith((".py", ".toml")) else ""
    name = name if file else place
    return WrittenPolicy(name, file, tuned, dict(_read_knob(name or file, item) for item in items))


def _read_wrapper(name: str, items: list[str]) -> WrittenPolicy:
    """Read what is wrapped around a policy: the policy first, then the wrapper's own settings."""
    if not items or _KNOB.match(items[0]):
        return WrittenPolicy(name, knobs=dict(_read_knob(name, item) for item in items))
    questions = [item for item in items[1:] if name == SEARCH and item.partition("=")[0].strip() == "questions"]
    kinds = [item for item in items[1:] if name == BANNED and not _KNOB.match(item)]
    knobs = dict(_read_knob(name, item) for item in items[1:] if item not in (*questions, *kinds))
    asked = (_names(item.partition("=")[2]) for item in questions)
    return WrittenPolicy(
        name,
        knobs=knobs,
        inside=read_policy(items[0]),
        questions=tuple(one for names in asked for one in names),
        kinds=tuple(one for item in kinds for one in _names(item)),
    )


def _names(text: str) -> list[str]:
    """Read names with strokes between them, in quotes or without."""
    return [name.strip().strip("'\"").strip() for name in text.strip().strip("'\"").split("|")]


def _read_knob(policy: str, item: str) -> tuple[str, Number]:
    match = _KNOB.match(item)
    if match is None:
        raise BadInput(f"policy {policy!r}: {item!r} is not a knob; write knob=number")
    name, text = match.groups()
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"policy {policy!r}: {name} = {text!r} is not a finite number")
    is_whole = len(text) <= _LONGEST_NUMBER and text == f"{value:.0f}" and text != "-0"
    return name, int(value) if is_whole else value


def read_variant(text: str) -> WrittenVariant:
    """Read a variant: `base[removed=4][hand_limit=6]` is `base` with two changes."""
    name, texts = _split_brackets(text)
    changes = read_changes(texts) if texts else {}
    if name.endswith(".toml"):
        return WrittenVariant(file=name, changes=changes)
    return WrittenVariant(read_names(name), changes=changes)


def read_names(text: str) -> tuple[str, ...]:
    """Read a sum of names."""
    return tuple(text.split("+"))


def _split_brackets(text: str) -> tuple[str, list[str]]:
    name, bracket, rest = text.partition("[")
    found: list[str] = []
    depth = 0
    for sign in bracket + rest:
        depth += sign == "["
        if sign == "[" and depth == 1:
            found.append("")
        elif depth:
            found[-1] += sign
        else:
            raise BadInput(f"variant {text!r}: nothing may come between or after the brackets")
        depth -= sign == "]"
    if depth:
        raise BadInput(f"variant {text!r}: a bracket is not closed; write variant[switch=value]")
    return name, [inside[:-1] for inside in found]


def added_up(variants: Iterable[WrittenVariant]) -> WrittenVariant:
    """Add variants up; one that is no sum of names stays a name that nothing has."""
    several = tuple(variants)
    plain = ((str(one),) if one.file or one.changes else one.names for one in several)
    return several[0] if len(several) == 1 else WrittenVariant(tuple(name for names in plain for name in names))


def read_changes(sets: Sets) -> Changes:
    """Read what is set on top of a variant: texts `switch=value`, or a mapping; the last of equal names counts."""
    if isinstance(sets, Mapping):
        return {str(name): read_value(write_value(value).strip()) for name, value in sets.items()}
    return changed({}, *({name: read_value(value)} for name, value in map(_read_change, texts_of(sets))))


def read_choices(sets: Sets) -> dict[str, list[Value]]:
    """Read what is set on top of a variant, where several values of a switch may be listed."""
    given = sets.items() if isinstance(sets, Mapping) else map(_read_change, texts_of(sets))
    return {str(name): [read_value(part) for part in _listed(values)] for name, values in given}


def _listed(values: Any) -> list[str]:
    several = values if isinstance(values, list | tuple | range) else [values]
    return [part for value in several for part in split_list(write_value(value))]


def texts_of(sets: Sequence[str]) -> list[str]:
    """List changes that were given as texts."""
    if isinstance(sets, str):
        return [sets]
    if not isinstance(sets, Sequence) or not all(isinstance(text, str) for text in sets):
        raise BadInput(f'sets = {sets!r}: give a mapping, {{"switch": value}}, or a list of texts, ["switch=value"]')
    return list(sets)


def _read_change(text: str) -> tuple[str, str]:
    name, sign, value = (part.strip() for part in text.partition("="))
    if not sign:
        raise BadInput(f"--set {text!r}: write switch=value")
    return name, value


def changed(changes: Changes, *more: Changes) -> Changes:
    """Set more on top of changes; what is set again stands last."""
    for new in more:
        changes = {name: value for name, value in changes.items() if name not in new} | new
    return changes


def read_value(text: str) -> Value:
    """Read a value: a number or a truth value where it is written as one, else the text as it is."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float) if len(text) <= _LONGEST_NUMBER else ():
        with suppress(ValueError):
            value = kind(text)
            if math.isfinite(value) and write_value(value) == text:
                return value
    return text


def write_value(value: object) -> str:
    """Write a value as `--set` takes it."""
    return value if isinstance(value, str) else json.dumps(value)


def write_changes(changes: Mapping[str, Value]) -> list[str]:
    """Write changes as `--set` takes them."""
    return [f"{name}={write_value(value)}" for name, value in changes.items()]


def brackets(changes: Mapping[str, Value]) -> str:
    """Write changes behind the name of a variant."""
    return "".join(f"[{text}]" for text in write_changes(changes))
