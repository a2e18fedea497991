"""Switches that are turned: their names and ranges as a user writes them, and the values that a game allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analyzer.cells import CellReference
from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game
from analyzer.games.written import Changes, changed
from analyzer.studies.names import listed

MOST_VALUES = 1000
MOST_DIALS = 2
Between = Sequence[str] | Mapping[str, tuple[int, int]] | str | None


@dataclass(frozen=True)
class Dial:
    """A switch with the values that it may be turned to, rising."""

    name: str
    values: tuple[int, ...]
    trend: int = 0  # of a team's win rate, as the rules have it

    def at(self, value: int) -> Changes:
        """Set it to a value."""
        return {self.name: value}

    @property
    def ends(self) -> tuple[int, int]:
        """Give the lowest and the highest value."""
        return self.values[0], self.values[-1]

    def thinned(self, most: int) -> tuple[int, ...]:
        """Choose values that are spread evenly, the first and the last among them."""
        size = len(self.values)
        if size <= most:
            return self.values
        return tuple(self.values[round(number * (size - 1) / (most - 1))] for number in range(most))


def read_dials(game: Game, switches: Sequence[str] | str, between: Between) -> tuple[Dial, ...]:
    """Read one or two switches, with all values that their own bounds allow."""
    names = listed(switches)
    if not 1 <= len(names) <= MOST_DIALS or len(set(names)) < len(names):
        raise BadInput(f"--switch {','.join(names)}: give one switch, or two different ones")
    ranges = _read_ranges(between)
    for name in ranges:
        if name not in names:
            raise unknown("switch to calibrate", name, names, where="--between")
    return tuple(_dial(game, name, ranges.get(name)) for name in names)


def _read_ranges(between: Between) -> dict[str, tuple[int, int]]:
    if isinstance(between, Mapping):
        return {name: (int(low), int(high)) for name, (low, high) in between.items()}
    return dict(_read_range(text) for text in listed(between))


def _read_range(text: str) -> tuple[str, tuple[int, int]]:
    name, _, ends = text.partition("=")
    low, colon, high = ends.partition(":")
    try:
        found = int(low), int(high)
    except ValueError:
        colon = ""
    if not colon or found[0] >= found[1]:
        raise BadInput(f"--between {text!r}: write switch=lowest:highest, as in removed=0:20")
    return name.strip(), found


def _dial(game: Game, name: str, ends: tuple[int, int] | None) -> Dial:
    switch = game.switch_by_name.get(name)
    if switch is None:
        _check_component(game, name, ends)
        low, high, trend = (*ends, 0) if ends else (0, 0, 0)
    elif switch.choices is not None or isinstance(switch.default, bool):
        raise BadInput(
            f"--switch {name}: its values ({switch.allowed}) have no order to search in; "
            f"`analyzer compare {game.name} --set {name}=…` compares them"
        )
    else:
        low, high = _within(name, ends, switch.low, switch.high)
        trend = switch.trend
    if high - low >= MOST_VALUES:
        raise BadInput(f"--switch {name}: {high - low + 1:,} values; narrow it with --between {name}={low}:{low + 100}")
    return Dial(name, tuple(range(low, high + 1)), trend)


def _check_component(game: Game, name: str, ends: tuple[int, int] | None) -> None:
    """Reject a name that is neither a switch nor a component value."""
    tree = game.components.tree if game.components is not None else {}
    if name.split(".")[0] not in tree:
        raise unknown("switch", name, [*game.switch_by_name, *tree], where="--switch")
    if ends is None:
        raise BadInput(f"--switch {name}: is a component value; give a range to search: --between {name}=1:9")


def _within(name: str, ends: tuple[int, int] | None, low: int, high: int) -> tuple[int, int]:
    if ends is None:
        return low, high
    if ends[0] < low or ends[1] > high:
        raise BadInput(f"--between {name}={ends[0]}:{ends[1]} is out of range; allowed: {low} to {high}")
    return ends


def narrowed(dial: Dial, scenes: Sequence[CellReference], others: Changes | None = None) -> Dial:
    """Keep the values that make a cell in every scene, with other switches set on top."""
    problems = {value: problem_of(scenes, changed(others or {}, dial.at(value))) for value in dial.values}
    found = tuple(value for value, problem in problems.items() if not problem)
    if len(found) < 2:
        problem = next(filter(None, problems.values()), "")
        raise BadInput(f"--switch {dial.name}: fewer than two values are possible here; {problem}")
    return replace(dial, values=found)


def problem_of(scenes: Sequence[CellReference], changes: Changes) -> str:
    """Say why something set on top makes no cell in some scene; nothing if it does."""
    try:
        for scene in scenes:
            turned(scene, changes)
    except BadInput as problem:
        return str(problem)
    return ""


def turned(scene: CellReference, changes: Changes) -> CellReference:
    """Set switches on top of a scene, or say why that is impossible."""
    return replace(scene, changes=changed(scene.changes, changes)).make().reference
