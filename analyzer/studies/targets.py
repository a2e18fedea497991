"""What is wanted of a game: one number, or a table of them by level of play and number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.cells import Cell, CellReference, make_seats
from analyzer.errors import BadInput, unknown
from analyzer.games.user_files import read_user_toml
from analyzer.games.written import read_policies
from analyzer.studies.samples import FIRST, RATE, SHARES, TURNS

TABLES = ("players", "levels")
MEASURES = {RATE: "win rate", TURNS: "number of turns", FIRST: "share of the first player"}


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
    measure = given if given is not None else (FIRST if cell.is_competitive else RATE)
    if measure not in MEASURES:
        raise unknown("measure", measure, MEASURES, where="--measure")
    if measure == RATE and cell.is_competitive:
        raise BadInput(f"--measure {RATE}: in {cell.setting.name} somebody always wins; choose {FIRST} or {TURNS}")
    if measure == FIRST and not cell.is_competitive:
        raise BadInput(f"--measure {FIRST}: in {cell.setting.name} all win or lose together; choose {RATE} or {TURNS}")
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
    is_share = measure in SHARES
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
