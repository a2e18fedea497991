"""Who sits at a seat: a policy with its knobs, a wrapper around one, where its knobs come from, and its level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game, Policy
from analyzer.games.limited import spaces
from analyzer.games.policy_files.shipping import digest_of_own
from analyzer.games.search.lookahead import MOST_OPTIONS
from analyzer.games.search.workspace import Workspace, bits_of, make_workspace, searcher_of
from analyzer.games.user_files import parse_toml, read_user_text
from analyzer.games.values.files import Values, read_values
from analyzer.games.written import BANNED, FALLIBLE, SEARCH, WrittenPolicy, short_number

SETTINGS = {"samples": 400.0, "options": 8.0, "advantage": 0.005, "caution": 2.0}  # knobs of a look-ahead
LIMITS = {
    "samples": (1, 1_000_000),
    "options": (2, MOST_OPTIONS),
    "advantage": (0, 1),
    "caution": (0, 10),
    "margin": (0, 1000),
    "others": (0, 1_000_000),
    "turns": (0, 1000),
    "prior": (0, 1_000_000),
}
RIVALS = {"margin": 0.0, "others": 0.0}  # where players compete
VALUED = {"caution": 0.5, "advantage": 0.0, "turns": 3.0, "prior": 300.0}  # where a trained value judges samples
WHOLE = ("samples", "options", "others", "turns")
ALWAYS_SHOWN = ("samples", "sight")  # in a label, also where they are as usual


@dataclass(frozen=True)
class Seat:
    """A policy at a seat, with the knobs it plays with."""

    policy: Policy
    knobs: Mapping[str, float]
    inside: Seat | None = None  # the policy that a look-ahead, or another wrapper, is wrapped around
    wrapper: str = ""  # which it is
    questions: tuple[str, ...] = ()  # that a look-ahead looks into; none named = all
    kinds: tuple[str, ...] = ()  # of answers that are banned
    file: str = ""  # where tuned knobs come from
    tuned: Mapping[str, float] | None = None  # what that file says
    level: str = ""  # the level by which a user named it
    values: Values | None = None  # trained values that it decides by

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Seat: {self.label}>"

    @property
    def label(self) -> str:
        """Write the policy as a user may, with the knobs that differ from its defaults."""
        return self.shown.label

    @property
    def shown(self) -> WrittenPolicy:
        """The policy with the knobs that differ from its defaults, of a wrapper also its budget or sight."""
        if self.inside is not None:
            usual = {**self.policy.knobs, **dict.fromkeys(ALWAYS_SHOWN)}
            own = {name: value for name, value in self.knobs.items() if value != usual[name]}
            inside = self.inside.shown
            return WrittenPolicy(self.wrapper, knobs=own, inside=inside, questions=self.questions, kinds=self.kinds)
        usual = {**self.policy.knobs, **(self.tuned or {})}
        own = {knob: value for knob, value in self.knobs.items() if value != usual[knob]}
        return WrittenPolicy(self.policy.name, tuned=self.file, knobs=own)

    @property
    def identity(self) -> list[Any]:
        """Return what makes this seat play as it does, for the name of a cell."""
        if self.inside is None:
            trained = [] if self.values is None else [self.values.digest]
            return [self.policy.name, dict(self.knobs), *digest_of_own(self.policy.file), *trained]
        own = [self.wrapper, dict(self.knobs), sorted(self.questions + self.kinds), self.inside.identity]
        return [*own, spaces.EDITION] if self.wrapper == FALLIBLE else own

    @property
    def searched(self) -> Seat | None:
        """The policy that a look-ahead is wrapped around; None if this is no look-ahead."""
        return self.inside if self.wrapper == SEARCH else None

    @property
    def player(self) -> Seat:
        """The seat without wrappers: whose knobs lie on the desk."""
        return self if self.inside is None else self.inside.player

    @property
    def sight(self) -> float:
        """The chance with which an option is noticed: 1 where nothing is overlooked."""
        return self.knobs["sight"] if self.wrapper == FALLIBLE else 1.0

    @property
    def banned(self) -> tuple[str, ...]:
        """The kinds of answers that are banned, here or inside."""
        return self.kinds or (self.inside.banned if self.inside is not None else ())

    @property
    def is_limited(self) -> bool:
        """Tell whether it overlooks options, forgets something, or some answers are banned."""
        is_fallible = self.wrapper == FALLIBLE and min(self.knobs.values()) < 1.0
        return is_fallible or bool(self.banned)

    @property
    def needs_space(self) -> bool:
        """Tell whether it works in more than its desk."""
        return self.inside is not None and (self.wrapper == SEARCH or self.is_limited)

    def seated(self, game: Game) -> Any:
        """Compile who sits here as `(rules, table, hand, desk)`, or fetch it from the cache."""
        if self.searched is not None:
            return self._searching(game)
        if self.inside is not None:
            return spaces.chooser_of(game) if self.is_limited else self.player.seated(game)
        if self.values is None:
            return game.seated_policy(self.policy)
        from analyzer.games.values.spaces import decider_of  # most policies have no trained values

        return decider_of(game, self.policy)

    def _searching(self, game: Game) -> Any:
        if not foresees(game, self.player):
            return searcher_of(game)[0]
        from analyzer.games.search.valued import foreseer_of

        return foreseer_of(game, self.player.policy)[0]

    def value_space(self, game: Game, family: str, cell: str) -> Any:
        """Make what decisions by trained values at this seat work in, for a cell of a family of settings."""
        from analyzer.games.values.spaces import make_space

        assert self.values is not None
        return make_space(game, self.policy, self.values.weights_for(family, cell), self.values.mix)

    def workspace(self, game: Game) -> Workspace:
        """Make what a wrapper at this seat works in."""
        if self.searched is None:
            numbers = [list(game.strategies).index(kind) for kind in self.banned]
            share = self.knobs if self.wrapper == FALLIBLE else {}
            return spaces.make_space(game, self.player.policy, self.player.seated(game), share, numbers)
        wanted = self.questions or tuple(phase.name for phase in game.phases)
        inside, questions = self.searched, bits_of(game, wanted)
        made = make_workspace(game, inside.policy, questions, self.knobs, inside.seated(game))
        if foresees(game, inside):
            from analyzer.games.search.valued import add_foresight

            add_foresight(made, game, inside.policy)
        return made


def foresees(game: Game, searched: Seat) -> bool:
    """Tell whether a look-ahead around a policy ends in its trained values: where the game says at which questions."""
    return searched.values is not None and len(game.features.stops) > 0


def settings_of(game: Game, searched: Seat) -> dict[str, float]:
    """Return the settings of a look-ahead around a policy, as they are where nobody sets them."""
    if foresees(game, searched):
        return {**SETTINGS, **VALUED}
    return {**SETTINGS, **(RIVALS if game.is_competitive else {}), **game.search}


_NOT_SEARCHED = {
    SEARCH: "a look-ahead cannot be wrapped around another",
    FALLIBLE: "a look-ahead plays every answer out, so it would find again what its policy overlooks; "
    "write fallible(...) around a policy without look-ahead",
    BANNED: "a look-ahead compares all answers, also those that its policy never gives",
}


def wrap(game: Game, searched: Seat, settings: Mapping[str, float], questions: tuple[str, ...]) -> Seat:
    """Wrap a look-ahead around a policy."""
    if searched.inside is not None:
        raise BadInput(f"{SEARCH}({searched.label}): {_NOT_SEARCHED[searched.wrapper]}")
    if game.redeal is None:
        raise BadInput(f"{SEARCH}({searched.label}): {game.name} has no rule `redeal` yet, so it cannot be searched")
    if game.worth is None:
        raise BadInput(f"{SEARCH}({searched.label}): {game.name} has no rule worth(rules, row, seat) for a team yet")
    if "clairvoyant" in searched.policy.traits:
        raise BadInput(f"{SEARCH}({searched.label}): {searched.policy.name!r} sees hidden cards; nothing to search")
    for name in questions:
        if name not in game.phases.__members__:
            raise unknown(f"question of {game.name}", name, game.phases.__members__)
    if settings.get("others", 0) and not questions:
        others = f"others = {short_number(settings['others'])}"
        raise BadInput(f"{SEARCH}({searched.label}): {others}: name the questions that get `samples`, too")
    policy = Policy(
        name=f"{SEARCH}({searched.policy.name})",
        game=game.name,
        summary=f"Play every answer out on hidden cards dealt again, by {searched.policy.name}; keep the best.",
        file=searched.policy.file,
        decide=None,
        knobs=settings_of(game, searched),
        traits=frozenset({"look-ahead", "random"}),
    )
    return Seat(policy, _checked(searched, {**policy.knobs, **settings}), searched, SEARCH, questions)


def _checked(searched: Seat, settings: dict[str, float]) -> dict[str, float]:
    for name, value in settings.items():
        low, high = LIMITS[name]
        if not low <= value <= high or (name in WHOLE and value != int(value)):
            kind = "a whole number" if name in WHOLE else "a number"
            raise BadInput(
                f"{SEARCH}({searched.label}): {name} = {short_number(value)}; allowed: {kind} {low} to {high}"
            )
    return settings


def read_tuned(file: str, game: Game, policy: Policy) -> tuple[dict[str, float], Values | None]:
    """Read what a TOML file sets in a policy: a table `knobs`, trained values, or both; for which game and policy."""
    content = _parsed(read_user_text(Path(file), "knob file"), f"knob file {file}")
    for key, name in (("game", game.name), ("policy", policy.name)):
        if content.get(key, name) != name and file != policy.values:  # its own were trained for the policy below it
            raise BadInput(f"{file}: these knobs are for {key} {content[key]!r}, not for {name!r}")
    values = read_values(file, game, content)
    return _read_knobs(file, policy, content.get("knobs", None if values is None else {})), values


@lru_cache(maxsize=8)  # hundreds of cells read one file, and values are long
def _parsed(text: str, where: str) -> Mapping[str, Any]:
    return parse_toml(text, where)


def _read_knobs(file: str, policy: Policy, knobs: Any) -> dict[str, float]:
    if not isinstance(knobs, dict):
        raise BadInput(f"{file}: there is no table [knobs] with lines such as {_example(policy)}")
    return {name: _read_value(file, policy, name, value) for name, value in knobs.items()}


def _read_value(file: str, policy: Policy, name: str, value: Any) -> float:
    if name not in policy.knobs:
        raise unknown(f"knob of policy {policy.name!r}", name, policy.knobs, where=f"{file}: knobs")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) < float("inf"):
        raise BadInput(f"{file}: knobs.{name} = {value!r} is not a finite number")
    return float(value)


def _example(policy: Policy) -> str:
    return next((f"{name} = {short_number(value)}" for name, value in policy.knobs.items()), "name = 1.0")
