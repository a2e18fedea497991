"""What an assumed value may be instead: a range with its reason, from the data file or by a rule for all.

The table `ranges` of a data file holds rules by path; `*` is any part, and the longest rule above a value decides:

    "building.*.coin" = { share = 0.4, least = 2, reason = "the printed prices that are known lie so far apart" }
    "die_faces" = { low = 6, high = 8, reason = "dice of six to eight faces are sold" }
    "mission.*.check" = { choices = ["action", "battle"], reason = "either moment is possible" }
    "sea.*.*.action" = { alike = true, reason = "any tile may do what another tile does" }
    "port.*.*.slots" = { turned = true, reason = "the same slots, from another one on" }
    "map" = { fixed = true, reason = "drawn by hand; no number says how else it may be" }
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.games.components import Components, flatten
from analyzer.games.switches import Role, Source, Switch
from analyzer.games.written import Value

SHARE, LEAST = 0.3, 1  # of a value on either side, where no rule says otherwise
BY_RULE = "a rule for all: up to 30 % more or less, at least 1; nothing becomes 0"
NONE = "0 says that there is none, and stays"
TEXT = "text: no range says what else it may be"
READING = "each allowed reading is possible"


@dataclass(frozen=True)
class Plausible:
    """An assumed value and what it may be instead; with one value alone it stays as it is."""

    name: str  # of a switch, or path of a component
    default: Value
    values: tuple[Value, ...]  # as changes have them, each as likely as another
    reason: str
    numbers: tuple[float, ...] | None = None  # by which they are ordered; None: there is no order

    @property
    def is_varied(self) -> bool:
        """Tell whether it may be anything else."""
        return len(self.values) > 1

    @property
    def told(self) -> str:
        """Say what it may be."""
        if not self.is_varied:
            return "stays"
        if self.numbers is None or isinstance(self.default, str):
            return " | ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)
        return f"{self.values[0]} to {self.values[-1]}"


def plausible_values(switches: Sequence[Switch], data: Components | None) -> list[Plausible]:
    """List all that is assumed of a game: switches first, then component values."""
    rules = {} if data is None else data.ranges
    found = [_of_switch(switch, rules) for switch in switches if _is_assumed(switch)]
    return [*found, *(() if data is None else _of_components(data))]


def _is_assumed(switch: Switch) -> bool:
    return switch.role == Role.RULE and switch.authority(switch.default) == Source.ASSUMED


def _of_switch(switch: Switch, rules: Mapping[str, Any]) -> Plausible:
    default, name = switch.default, switch.name
    if isinstance(default, bool):
        return Plausible(name, default, (False, True), READING, (0.0, 1.0))
    if switch.choices is not None:
        return Plausible(name, default, tuple(member.name.lower() for member in switch.choices), READING)
    rule = _rule_for(name, rules)
    numbers = [number for number in _numbers(int(default), rule) if switch.low <= number <= switch.high]
    return _ordered(name, default, numbers, _reason(rule, BY_RULE) if len(numbers) > 1 or "low" in rule else NONE)


def _of_components(data: Components) -> Iterator[Plausible]:
    flat = dict(flatten(data.tree))
    for path, value in flat.items():
        if data.authority(path) == Source.ASSUMED:
            yield _of_component(path, value, _texts_of(path, value, _rule_for(path, data.ranges), flat))


def _texts_of(path: str, value: Any, rule: Mapping[str, Any], flat: Mapping[str, Any]) -> Mapping[str, Any]:
    """Write out what a text may be: what others of its kind are, or the same from another place on."""
    if rule.get("alike"):
        last, n = path.rpartition(".")[2], path.count(".")
        kin = [one for other, one in flat.items() if _is_kin(other, path.split(".")[0], last, n)]
        return {**rule, "choices": list(dict.fromkeys(map(_written, kin)))}
    if rule.get("turned"):
        return {**rule, "choices": list(dict.fromkeys(_written(value[n:] + value[:n]) for n in range(len(value))))}
    return rule


def _is_kin(path: str, first: str, last: str, n: int) -> bool:
    parts = path.split(".")
    return parts[0] == first and parts[-1] == last and len(parts) == n + 1


def _written(value: Any) -> Any:
    return str(value) if isinstance(value, list) else value


def _of_component(path: str, value: Any, rule: Mapping[str, Any]) -> Plausible:
    if "choices" in rule:
        return Plausible(path, _written(value), tuple(rule["choices"]), _reason(rule))
    if rule.get("fixed") or isinstance(value, str | dict) or not _is_numeric(value):
        return Plausible(path, str(value), (str(value),), _reason(rule, TEXT))
    if isinstance(value, bool):
        return Plausible(path, value, (False, True), _reason(rule, READING), (0.0, 1.0))
    if isinstance(value, list):
        return _shifted(path, value, rule)
    numbers = _numbers(value, rule)
    return _ordered(path, value, numbers, _reason(rule, BY_RULE) if len(numbers) > 1 or "low" in rule else NONE)


def _is_numeric(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return bool(values) and all(isinstance(one, int | float) for one in values)


def _ordered(name: str, default: Value, numbers: Sequence[int | float], reason: str) -> Plausible:
    return Plausible(name, default, tuple(numbers), reason, tuple(map(float, numbers)))


def _numbers(value: float, rule: Mapping[str, Any]) -> list[float]:
    """List the whole numbers around a value; of one that is no whole number, eleven from end to end."""
    if "low" in rule:
        low, high = rule["low"], rule["high"]
    elif value == 0:
        return [value]
    else:
        reach = max(rule.get("share", SHARE) * abs(value), rule.get("least", LEAST) if isinstance(value, int) else 0.0)
        reach = math.floor(reach + 0.5) if isinstance(value, int) else reach
        low, high = value - reach, value + reach
    if isinstance(value, int):
        if "low" not in rule:  # nothing becomes 0
            low, high = (max(low, 1), high) if value > 0 else (low, min(high, -1))
        return list(range(int(low), int(high) + 1))
    return [low + (high - low) * step / 10 for step in range(11)]


def _shifted(path: str, values: list[float], rule: Mapping[str, Any]) -> Plausible:
    """Let all numbers of a list be more or less together; those that are 0 stay."""
    mean = sum(map(abs, values)) / len(values)
    reach = max(round(rule.get("share", SHARE) * mean), int(rule.get("least", LEAST)))
    texts: dict[str, float] = {}
    for shift in sorted(range(-reach, reach + 1), key=abs):  # of two that give the same list the smaller one counts
        moved = [max(value + shift, 1) if value > 0 else value for value in values]
        texts.setdefault(str(moved), float(shift))
    ordered = sorted(texts, key=lambda text: texts[text])
    reason = _reason(rule, f"{BY_RULE}; all numbers of the list together")
    return Plausible(path, str(values), tuple(ordered), reason, tuple(texts[text] for text in ordered))


def _reason(rule: Mapping[str, Any], otherwise: str = "") -> str:
    return str(rule.get("reason", otherwise))


def _rule_for(path: str, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """Find the longest rule above a path; of two as long the one with fewer stars."""
    parts = path.split(".")
    fitting = [pattern for pattern in rules if _fits(pattern.split("."), parts)]
    best = max(fitting, key=lambda pattern: (pattern.count("."), -pattern.count("*")), default=None)
    return {} if best is None else rules[best]


def _fits(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    is_above = len(pattern) <= len(parts)
    return is_above and all(own in ("*", part) for own, part in zip(pattern, parts, strict=False))
