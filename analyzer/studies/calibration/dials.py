"""What a calibration turns and what it wants: switches with their ranges, and numbers by level and players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.cells import Cell, CellReference, make_seats
from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game
from analyzer.games.user_files import read_user_toml
from analyzer.games.written import Changes, changed, read_policies
from analyzer.studies import arenas, samples

TABLES = ("players", "levels")
MEASURES = {samples.RATE: "win rate", samples.TURNS: "number of turns", samples.FIRST: "share of the first player"}


@dataclass(frozen=True)
class Wanted:
    """A number that a scene, a case with those who play it, should have."""

    scene: CellReference
    number: float

    @property
    def label(self) -> str:
        """Name the scene."""
        return f"{self.scene.players} player{'s' * (self.scene.players > 1)}, {self.scene.policy}"


def read_measure(cell: Cell, given: str | None) -> str:
    """Choose what is calibrated: by default the win rate of a team, among rivals the share of the first player."""
    measure = given if given is not None else (samples.FIRST if cell.is_competitive else samples.RATE)
    if measure not in MEASURES:
        raise unknown("measure", measure, MEASURES, where="--measure")
    if measure == samples.RATE and cell.is_competitive:
        raise BadInput(
            f"--measure {samples.RATE}: in {cell.setting.name} somebody always wins; "
            f"choose {samples.FIRST} or {samples.TURNS}"
        )
    if measure == samples.FIRST and not cell.is_competitive:
        raise BadInput(
            f"--measure {samples.FIRST}: in {cell.setting.name} all win or lose together; "
            f"choose {samples.RATE} or {samples.TURNS}"
        )
    return measure


def is_table(target: object) -> bool:
    """Tell whether a target is a table of wants: a mapping, or the name of a file."""
    return isinstance(target, Mapping | Path) or (isinstance(target, str) and target.strip().endswith(".toml"))


def read_number(given: object, measure: str, where: str = "--target") -> float:
    """Read a wanted number: `50%`, `50 %` or `0.5` of a rate, `40` of turns."""
    text = str(given).replace(" ", "")
    is_percent = text.endswith("%")
    try:
        number = float(text.removesuffix("%")) / (100.0 if is_percent else 1.0)
    except ValueError:
        number = -1.0
    is_share = measure in samples.SHARES
    if isinstance(given, bool) or not (0.0 < number < 1.0 if is_share else 0.0 < number < 1e9 and not is_percent):
        allowed = "between 0 and 100 %, as in 50% or 0.5" if is_share else "a number above 0"
        allowed += ", or FILE.toml"
        raise BadInput(f"{where} = {given!r} is not a {MEASURES[measure]}; allowed: {allowed}")
    return number


def read_wants(target: Mapping[str, Any] | Path | str, cell: Cell, measure: str) -> list[Wanted]:
    """Read a table of wants: `[players]`, `[levels]`, or `[levels.casual]` with a number for each count of players."""
    where, content = _content(target)
    for name in content:
        if name not in TABLES:
            raise unknown("table", str(name), TABLES, where=where)
    wants = [*_by_players(content.get("players", {}), cell.reference, measure, f"{where}, players")]
    for level, given in _table(content.get("levels", {}), f"{where}, levels").items():
        scene = _seated(cell, str(level), f"{where}, levels")
        if isinstance(given, Mapping):
            wants += _by_players(given, scene, measure, f"{where}, levels.{level}")
        else:
            wants.append(Wanted(scene, read_number(given, measure, f"{where}, levels: {level}")))
    if not wants:
        raise BadInput(f'{where}: no targets; write [players] with 3 = "50%", or [levels] with good = "70%"')
    return wants


def _content(target: Mapping[str, Any] | Path | str) -> tuple[str, Mapping[str, Any]]:
    if isinstance(target, Mapping):
        return "target", target
    file = Path(str(target).strip())
    return str(file), read_user_toml(file, "--target")


def _table(given: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise BadInput(f"{where} = {given!r} is not a table")
    return given


def _by_players(given: Any, scene: CellReference, measure: str, where: str) -> Iterator[Wanted]:
    for count, number in _table(given, where).items():
        if not str(count).isdecimal():
            raise BadInput(f"{where}: {count!r} is not a number of players")
        cell = replace(scene, players=int(count)).make()
        yield Wanted(cell.reference, read_number(number, measure, f"{where}: {count}"))


def _seated(cell: Cell, level: str, where: str) -> CellReference:
    try:
        policies = read_policies(level)
        make_seats(cell.game, policies, cell.players)
    except BadInput as problem:
        raise BadInput(f"{where}: {problem}") from problem
    return replace(cell.reference, policies=policies)


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
    names = arenas.listed(switches)
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
    return dict(_read_range(text) for text in arenas.listed(between))


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
