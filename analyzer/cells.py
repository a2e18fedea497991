"""A cell is what is played: a game, a variant (all switches set), a number of players, and who sits where."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.catalog import find_policy, hand_over, load_game
from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game, Policy
from analyzer.games.seating import LEVELS, SEARCH, SETTINGS, Seat, read_knobs, wrap
from analyzer.games.settings import Setting, problem_with, read_setting

Sets = Sequence[str] | Mapping[str, Any]  # what is set on top of a variant
PolicyGiven = str | Policy | Sequence[str | Policy] | None  # who plays: one for all seats, or one per seat
_KNOB = re.compile(r"\s*(\w+)\s*=\s*([^\s,]+)\s*$")


@dataclass(frozen=True)
class CellReference:
    """A cell as a user wrote it: the one text from which it is made again, tomorrow or by a worker."""

    game: str
    players: int
    variant: str
    sets: tuple[str, ...] = ()
    policy: str = ""

    def make(self) -> Cell:
        """Make the cell."""
        return make_cell(
            self.game, players=self.players, variant=self.variant, sets=self.sets, policy=self.policy or None
        )

    def describe(self) -> str:
        """Name the cell in a message."""
        sets = "".join(f"[{text}]" for text in self.sets)
        return f"{self.variant}{sets} with {self.players} player{'' if self.players == 1 else 's'}"

    def arguments(self) -> list[str]:
        """Write the cell as the commands take it."""
        sets = [part for text in self.sets for part in ("--set", text)]
        options = ["--players", str(self.players), "--variant", self.variant, *sets, "--policy", self.policy]
        return [self.game, *options]


@dataclass(frozen=True)
class Cell:
    """One thing to play."""

    game: Game
    setting: Setting
    players: int
    seats: tuple[Seat, ...]
    reference: CellReference

    @property
    def is_competitive(self) -> bool:
        """Tell whether the seats play against each other."""
        switch = self.game.competitive_switch
        return self.game.is_competitive or bool(switch and self.setting.values[switch])

    @property
    def seating(self) -> str:
        """Name the policies, each once."""
        return " / ".join(dict.fromkeys(seat.label for seat in self.seats))

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Cell: {self.game.name}, {self.setting.name}, {self.players} players, {self.seating}>"

    @property
    def rules(self) -> Any:
        """Make the rules record of this cell."""
        return self.game.make_rules(self.setting.values, self.players, self.setting.tree)


def make_cell(
    game: str,
    *,
    players: int | None = None,
    variant: str | None = None,
    sets: Sets = (),
    policy: PolicyGiven = None,
) -> Cell:
    """Make a cell of what a user wrote, with the defaults of the contract."""
    loaded = load_game(_text("game", game))
    sets, policy = set_texts(sets), policy_text(policy)
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise BadInput(f"players = {players!r} is not a whole number")
    count = min(n for n in loaded.seats if n > 1) if players is None else players
    if count not in loaded.seats:
        raise BadInput(f"{game} has {loaded.seats.start} to {loaded.seats.stop - 1} players, not {count}")
    chosen = next(iter(loaded.variants)) if variant is None else variant
    setting = read_setting(loaded, _text("variant", chosen), sets)
    problem = problem_with(loaded, setting, count)
    if problem:
        raise BadInput(f"variant {setting.name!r} with {count} players: {problem}")
    seated = loaded.recommended if policy is None else policy
    reference = CellReference(game, count, chosen, tuple(sets), seated)
    return Cell(loaded, setting, count, read_seats(loaded, seated, count), reference)


def set_texts(sets: Sets) -> list[str]:
    """Write what is set on top of a variant as `switch=value`: from such texts, or from a mapping."""
    if isinstance(sets, Mapping):
        return [f"{name}={_literal(value)}" for name, value in sets.items()]
    if isinstance(sets, str):
        return [sets]
    if not isinstance(sets, Sequence) or not all(isinstance(text, str) for text in sets):
        raise BadInput(f'sets = {sets!r}: give a mapping, {{"switch": value}}, or a list of texts, ["switch=value"]')
    return list(sets)


def _literal(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def policy_text(policy: PolicyGiven) -> str | None:
    """Write who plays as a reference: from a text, a policy, or a list of them with one per seat."""
    if policy is None or isinstance(policy, str):
        return policy
    if isinstance(policy, Policy):
        return hand_over(policy)
    if isinstance(policy, Sequence) and policy:
        return ",".join(policy_text(item) or "" for item in policy)
    if callable(policy):
        name = getattr(policy, "__name__", "it")
        raise BadInput(f"policy {name!r} is a plain function; decorate it with @policy or @scoring of its game")
    raise BadInput(f"policy = {policy!r} is neither a name, nor a policy, nor a list of them")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{name} = {value!r} is not text but {type(value).__name__}; give a name")
    return value


def read_seats(game: Game, text: str, players: int) -> tuple[Seat, ...]:
    """Read who sits where: one policy for all seats, or one per seat."""
    parts = split_list(text)
    if len(parts) not in (1, players):
        raise BadInput(f"{len(parts)} policies for {players} seats; give one for all seats, or one per seat")
    seats = [read_seat(game, part) for part in parts]
    return tuple(seats * players if len(seats) == 1 else seats)


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


def read_seat(game: Game, text: str) -> Seat:
    """Read who sits at a seat.

    A policy with knobs (`spacing(cost=0.7)`), with knobs from a file (`spacing@mine.toml`), a look-ahead around one
    (`search(spacing, samples=400)`), or a level of the game.
    """
    head, bracket, rest = (part.strip() for part in text.partition("("))
    if bracket and not rest.endswith(")"):
        raise BadInput(f"policy {text!r}: the parenthesis after the knobs is not closed")
    items = [part for part in split_list(rest[:-1]) if part] if bracket else []
    if head == SEARCH:
        return _read_search(game, text, items)
    if head in LEVELS:
        return _read_level(game, head, items)
    name, _, file = head.partition("@") if head.endswith(".toml") else (head, "", "")
    policy = find_policy(game.name, name)
    tuned = read_knobs(file, game.name, policy) if file else {}
    own = dict(_read_knob(policy.name, policy.knobs, item) for item in items)
    return Seat(policy, {**policy.knobs, **tuned, **own}, file=file, tuned=tuned)


def _read_search(game: Game, text: str, items: list[str]) -> Seat:
    """Read a look-ahead: a policy first, then the look-ahead's own settings."""
    if not items or _KNOB.match(items[0]):
        raise BadInput(f"policy {text!r}: name the policy to look ahead with, as in {SEARCH}({game.recommended})")
    named = [item for item in items[1:] if item.partition("=")[0].strip() == "questions"]
    questions = tuple(name.strip() for item in named for name in item.partition("=")[2].split("|"))
    own = dict(_read_knob(SEARCH, SETTINGS, item) for item in items[1:] if item not in named)
    return wrap(game, read_seat(game, items[0]), own, questions)


def _read_level(game: Game, level: str, items: list[str]) -> Seat:
    if level not in game.levels:
        raise unknown(f"level of {game.name}", level, game.levels)
    if items:
        raise BadInput(f"level {level!r} has no knobs; it stands for {game.levels[level]}")
    return replace(read_seat(game, game.levels[level]), level=level)


def _read_knob(policy: str, knobs: Mapping[str, float], item: str) -> tuple[str, float]:
    match = _KNOB.match(item)
    if match is None:
        raise BadInput(f"policy {policy!r}: {item!r} is not a knob; write knob=number")
    name, text = match.groups()
    if name not in knobs:
        raise unknown(f"knob of policy {policy!r}", name, knobs)
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"policy {policy!r}: {name} = {text!r} is not a finite number")
    return name, value
