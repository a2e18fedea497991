"""A cell is what is played: a game, a variant (all switches set), a number of players, and who sits where."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from analyzer.catalog import find_policy, hand_over, load_game
from analyzer.errors import BadInput, unknown
from analyzer.games.chances import Freeze, held_of
from analyzer.games.interface import Game, Policy
from analyzer.games.limited.seats import KNOBS, LEVEL_FILE, limit, read_level_file
from analyzer.games.seating import Seat, read_tuned, settings_of, wrap
from analyzer.games.settings import Setting, problem_with, read_setting
from analyzer.games.written import (
    LEVELS,
    SEARCH,
    WRAPPERS,
    Changes,
    Number,
    Sets,
    WrittenPolicy,
    WrittenVariant,
    brackets,
    read_changes,
    read_policies,
    read_policy,
    read_variant,
    write_changes,
)
from analyzer.kernel.streams import Held

OnePolicy = str | Policy | WrittenPolicy
PolicyGiven = OnePolicy | Sequence[OnePolicy] | None  # who plays: one for all seats, or one per seat


@dataclass(frozen=True)
class CellReference:
    """A cell as a user wrote it: all that it is made of again, tomorrow or by a worker."""

    game: str
    players: int
    variant: WrittenVariant
    changes: Changes = field(default_factory=dict)  # set on top of the variant
    policies: tuple[WrittenPolicy, ...] = ()  # one for all seats, or one per seat
    freeze: Freeze | None = None  # the streams of chance that do not vary as the others do

    def __hash__(self) -> int:
        """Hash it, with its changes in any order."""
        return hash(
            (self.game, self.players, self.variant, frozenset(self.changes.items()), self.policies, self.freeze)
        )

    @property
    def policy(self) -> str:
        """Write who plays as the commands take it."""
        return ",".join(map(str, self.policies))

    def make(self) -> Cell:
        """Make the cell."""
        return make_cell(
            self.game,
            players=self.players,
            variant=self.variant,
            sets=self.changes,
            policy=self.policies or None,
            freeze=self.freeze,
        )

    @classmethod
    def from_plain(cls, content: Mapping[str, Any]) -> CellReference:
        """Make it of plain data, as `asdict` gives it."""
        policies = tuple(map(WrittenPolicy.from_plain, content["policies"]))
        variant, freeze = WrittenVariant.from_plain(content["variant"]), content.get("freeze")
        frozen = None if freeze is None else Freeze(**{**freeze, "streams": tuple(freeze["streams"])})
        return cls(**{**content, "variant": variant, "policies": policies, "freeze": frozen})

    def describe(self) -> str:
        """Name the cell in a message."""
        frozen = "" if self.freeze is None else f", frozen: {self.freeze}"
        players = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"{self.variant}{brackets(self.changes)} with {players}{frozen}"

    def arguments(self) -> list[str]:
        """Write the cell as the commands take it."""
        sets = [part for text in write_changes(self.changes) for part in ("--set", text)]
        options = ["--players", str(self.players), "--variant", str(self.variant), *sets, "--policy", self.policy]
        return [self.game, *options, *(() if self.freeze is None else self.freeze.arguments())]

    def replay_command(self, seed: int, deal: int | None = None) -> str:
        """Write the command that replays a deal of the cell; without a deal, all of it up to the number."""
        number = [] if deal is None else [str(deal)]
        return shlex.join(["analyzer", "replay", *self.arguments(), "--seed", str(seed), "--deal", *number])


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
        setting = self.setting
        return self.game.make_rules(setting.values, self.players, setting.tree, setting.treatments)

    @property
    def held(self) -> Held | None:
        """The streams of chance that come from another deal."""
        return None if self.reference.freeze is None else held_of(self.game, self.reference.freeze)


def make_cell(
    game: str,
    *,
    players: int | None = None,
    variant: str | WrittenVariant | None = None,
    sets: Sets = (),
    policy: PolicyGiven = None,
    freeze: Freeze | None = None,
) -> Cell:
    """Make a cell of what a user wrote, with the defaults of the contract."""
    loaded = load_game(_text("game", game))
    changes, policies = read_changes(sets), who_plays(policy)
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise BadInput(f"players = {players!r} is not a whole number")
    count = min(n for n in loaded.seats if n > 1) if players is None else players
    if count not in loaded.seats:
        raise BadInput(f"{game} has {loaded.seats.start} to {loaded.seats.stop - 1} players, not {count}")
    chosen = _variant(loaded, variant)
    setting = read_setting(loaded, chosen, changes)
    problem = problem_with(loaded, setting, count)
    if problem:
        raise BadInput(f"variant {setting.name!r} with {count} players: {problem}")
    seated = read_policies(loaded.recommended) if policies is None else policies
    reference = CellReference(game, count, chosen, changes, seated, freeze)
    if freeze is not None:
        held_of(loaded, freeze)
    return Cell(loaded, setting, count, make_seats(loaded, seated, count), reference)


def _variant(game: Game, given: str | WrittenVariant | None) -> WrittenVariant:
    if given is None:
        return WrittenVariant((next(iter(game.variants)),))
    return given if isinstance(given, WrittenVariant) else read_variant(_text("variant", given))


def who_plays(policy: PolicyGiven) -> tuple[WrittenPolicy, ...] | None:
    """Read who plays: from a text, a policy, or a list of them with one per seat."""
    if policy is None:
        return None
    if isinstance(policy, str):
        return read_policies(policy)
    if isinstance(policy, WrittenPolicy):
        return (policy,)
    if isinstance(policy, Policy):
        return (hand_over(policy),)
    if isinstance(policy, Sequence) and policy:
        return tuple(one for item in policy for one in who_plays(item) or (WrittenPolicy(),))
    if callable(policy):
        name = getattr(policy, "__name__", "it")
        raise BadInput(f"policy {name!r} is a plain function; decorate it with @policy or @scoring of its game")
    raise BadInput(f"policy = {policy!r} is neither a name, nor a policy, nor a list of them")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{name} = {value!r} is not text but {type(value).__name__}; give a name")
    return value


def make_seats(game: Game, policies: Sequence[WrittenPolicy], players: int) -> tuple[Seat, ...]:
    """Find who sits where: one policy for all seats, or one per seat."""
    if len(policies) not in (1, players):
        raise BadInput(f"{len(policies)} policies for {players} seats; give one for all seats, or one per seat")
    seats = [make_seat(game, policy) for policy in policies]
    return tuple(seats * players if len(seats) == 1 else seats)


def read_seat(game: Game, text: str) -> Seat:
    """Read who sits at a seat, as a user writes it."""
    return make_seat(game, read_policy(text))


def make_seat(game: Game, written: WrittenPolicy) -> Seat:
    """Find who sits at a seat: a policy with its knobs, a wrapper around one, or a level of the game."""
    if written.name in WRAPPERS and not written.file:
        return _wrapped(game, written)
    if written.head in LEVELS:
        return _seat_of_level(game, written)
    if written.file.endswith(LEVEL_FILE):
        file = Path(written.file)
        name = file.name if file.stem in LEVELS else file.stem
        return replace(make_seat(game, read_level_file(game, written)), level=name)
    policy = find_policy(game.name, written.name, written.file)
    own = _known_knobs(policy.name, policy.knobs, written.knobs)
    if not (written.tuned or policy.values):
        return Seat(policy, {**policy.knobs, **own}, tuned={})
    tuned, values = read_tuned(written.tuned or policy.values, game, policy)
    return Seat(policy, {**policy.knobs, **tuned, **own}, file=written.tuned, tuned=tuned, values=values)


def _wrapped(game: Game, written: WrittenPolicy) -> Seat:
    name = written.name
    if written.inside is None:
        role = "look ahead with" if name == SEARCH else "put it around"
        raise BadInput(f"policy {str(written)!r}: name the policy to {role}, as in {name}({game.recommended})")
    inside = make_seat(game, written.inside)
    known = settings_of(game, inside) if name == SEARCH else KNOBS[name]
    own = _known_knobs(name, known, written.knobs)
    if name == SEARCH:
        return wrap(game, inside, own, written.questions)
    return limit(game, name, inside, own, written.kinds)


def _seat_of_level(game: Game, written: WrittenPolicy) -> Seat:
    level = written.name
    if level not in game.levels:
        raise unknown(f"level of {game.name}", level, game.levels)
    if written.knobs:
        raise BadInput(f"level {level!r} has no knobs; it stands for {game.levels[level]}")
    return replace(make_seat(game, read_policy(game.levels[level])), level=level)


def _known_knobs(policy: str, known: Mapping[str, float], given: Mapping[str, Number]) -> dict[str, float]:
    for name in given:
        if name not in known:
            raise unknown(f"knob of policy {policy!r}", name, known)
    return {name: float(value) for name, value in given.items()}
