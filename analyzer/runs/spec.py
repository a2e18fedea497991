"""Experiments: one question, and what has to be played to answer it, as `experiments/*.toml` write it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from analyzer.play.hindsight import BUDGET
from analyzer.play.limits import LEAST_UNTIL, MAX_GAMES, MAX_SEED, MOST_UNTIL
from analyzer.play.stopping import Goal, planned_games

QUICK_DEALS = 1000
QUICK_PART = 20  # a try-out of what has an effort of its own plays one deal in so many

LONGEST = 300  # letters of a name or a question

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Names = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=1000)]
Value = bool | int | float | str
Values = Annotated[tuple[bool | int | float | Name, ...], Meta(min_length=1, max_length=1000)]
Knob = int | float | Annotated[tuple[int | float, ...], Meta(min_length=1, max_length=1000)]
PolicyTable = dict[Name, Knob | Name]
Deals = Annotated[int, Meta(ge=1, le=MAX_GAMES)]
Players = Annotated[tuple[int, ...], Meta(min_length=1, max_length=20)]

# how much a spec may say, by key; what it becomes may be longer: names turn into paths, and knobs into policies
LIMITS: dict[str, Any] = {
    "game": Name,
    "question": Name,
    "variants": Names,
    "levels": Names,
    "policies": Annotated[tuple[Name | PolicyTable, ...], Meta(min_length=1, max_length=1000)],
    "field": Name,
    "line_ups": Annotated[tuple[Names, ...], Meta(min_length=1, max_length=1000)],
    "sections": Annotated[tuple[Name, ...], Meta(max_length=50)],
}


class Sums(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All sums of up to `up_to` variants, the plain game included."""

    of: Names
    up_to: Annotated[int, Meta(ge=1, le=4)] = 2


class Effort(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a level or policy plays that is too slow, or too quick, for the numbers of the others."""

    deals: Deals
    players: Players | None = None  # only with so many
    everywhere: tuple[Name, ...] = ()  # but these variants with every number of players

    def covers(self, variant: str, players: int) -> bool:
        """Tell whether a cell is played at all."""
        return self.players is None or players in self.players or variant in self.everywhere


class Solving(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many deals are solved in hindsight, with how many games each."""

    deals: Deals
    budget: Deals = BUDGET
    players: Players | None = None  # only with so many


class Experiment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question, and what has to be played to answer it."""

    game: str
    question: str = ""
    variants: tuple[str, ...] | None = None
    sums: Sums | None = None
    players: Players | None = None
    levels: tuple[str, ...] | None = None
    policies: tuple[str, ...] | None = None
    field: str | None = None
    line_ups: tuple[tuple[str, ...], ...] | None = None
    rotate: bool = True
    switches: dict[str, tuple[Value, ...]] = {}
    alone: dict[str, tuple[Value, ...]] = {}
    effort: dict[str, Effort] = {}
    hindsight: Solving | None = None
    deals: Deals | None = None
    until: Annotated[float, Meta(ge=LEAST_UNTIL, le=MOST_UNTIL)] | None = None
    max_deals: Deals | None = None
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] = 0
    rows: bool | None = None
    sections: tuple[str, ...] = ()
    skip_impossible: bool = False

    @property
    def most_deals(self) -> int:
        """The deals of a cell, or the most of them if the run stops by width."""
        if self.deals is not None:
            return self.deals
        assert self.until is not None
        return self.max_deals or 2 * planned_games(self.until)

    @property
    def goal(self) -> Goal:
        """How much is played of a cell, unless its level or policy has an effort of its own."""
        return Goal(self.most_deals, self.until)

    def own_goal_of(self, policy: str) -> Goal | None:
        """Tell how much is played of a cell in which this level or policy sits, if it has an effort of its own."""
        effort = self.effort.get(policy)
        return None if effort is None else Goal(effort.deals)

    def quickened(self) -> Experiment:
        """Shrink to a try-out: few deals, fixed beforehand."""
        deals = min(self.most_deals, QUICK_DEALS)
        effort = {name: _quickened(own) for name, own in self.effort.items()}
        hindsight = None if self.hindsight is None else _quickened(self.hindsight)
        return msgspec.structs.replace(
            self, deals=deals, until=None, max_deals=None, effort=effort, hindsight=hindsight
        )


Part = TypeVar("Part", Effort, Solving)


def _quickened(effort: Part) -> Part:
    deals = min(max(1, effort.deals // QUICK_PART), QUICK_DEALS)
    return msgspec.structs.replace(effort, deals=deals)


def question_above(text: str) -> str:
    """Read the question from the comment in the first line of a spec; empty if there is none."""
    first = text.split("\n", 1)[0]
    return first.removeprefix("#").strip()[:LONGEST] if first.startswith("#") else ""


def count_policies(entry: str | PolicyTable) -> int:
    """Count what `policy_texts` would write."""
    given = [] if isinstance(entry, str) else [value for name, value in entry.items() if name != "policy"]
    return math.prod(len(value) for value in given if isinstance(value, tuple))


def policy_texts(entry: str | PolicyTable) -> list[str]:
    """Write an entry of `policies` as policies with knobs; lists of knob values are swept in every combination."""
    if isinstance(entry, str):
        return [entry]
    texts = [""]
    for name, given in entry.items():
        if name != "policy":
            values = given if isinstance(given, tuple) else (given,)
            texts = [f"{text}{name}={value}," for text in texts for value in values]
    return [f"{entry['policy']}({text[:-1]})" if text else str(entry["policy"]) for text in texts]


def switch_texts(name: str, values: tuple[Value, ...]) -> Iterator[str]:
    """Write the values of a switch as `--set` takes them."""
    return (f"{name}={str(value).lower() if isinstance(value, bool) else value}" for value in values)
