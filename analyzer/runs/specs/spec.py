"""Experiments: one question, and what has to be played to answer it, as `experiments/*.toml` write it."""

from __future__ import annotations

import math
from itertools import product
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from analyzer.games.chances import Freeze, read_freeze
from analyzer.games.written import (
    FALLIBLE,
    Value,
    WrittenPolicy,
    WrittenVariant,
    read_policy,
)
from analyzer.play.hindsight import BUDGET
from analyzer.play.stopping import LEAST_UNTIL, MAX_GAMES, MAX_SEED, MOST_UNTIL, Goal, planned_games
from analyzer.stats.deciding import LEAST_MARGIN, MARGIN, MOST_MARGIN

QUICK_DEALS = 1000
QUICK_LARGEST = 3  # components that it plays again at another level
QUICK_STUDIES = 5  # and of studies of balance one deal in so many times as many: they have hundreds of cells
QUICK_PART = 20  # a try-out of what has an effort of its own plays one deal in so many

DECIDED = "decided"  # a run that stops when every pair in question is decided
LONGEST = 300  # letters of a name or a question

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Names = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=1000)]
Values = Annotated[tuple[bool | int | float | Name, ...], Meta(min_length=1, max_length=1000)]
Knob = int | float | Annotated[tuple[int | float, ...], Meta(min_length=1, max_length=1000)]
PolicyTable = dict[Name, Knob | Name]
Deals = Annotated[int, Meta(ge=1, le=MAX_GAMES)]
Players = Annotated[tuple[int, ...], Meta(min_length=1, max_length=20)]


Variant = TypeVar("Variant", str, WrittenVariant)  # as a spec has it, and once it is read
Policy = TypeVar("Policy", str, WrittenPolicy)


class Sums(Struct, Generic[Variant], frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All sums of up to `up_to` variants, the plain game included."""

    of: Annotated[tuple[Variant, ...], Meta(min_length=1, max_length=1000)]
    up_to: Annotated[int, Meta(ge=1, le=4)] = 2


Share = Annotated[float, Meta(ge=0, le=1)]


class Skill(Struct, Generic[Policy], frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A policy at several places of a dial: how many of its options it notices, and what it remembers."""

    policy: Policy
    sight: Annotated[tuple[Share, ...], Meta(min_length=1, max_length=1000)]
    memory: Share = 1.0

    @property
    def policies(self) -> list[WrittenPolicy]:
        """Name who plays, by sight; whoever overlooks and forgets nothing is the policy itself."""
        assert isinstance(self.policy, WrittenPolicy)
        kept = {} if self.memory == 1.0 else {"memory": self.memory}
        fallible = WrittenPolicy(FALLIBLE, inside=self.policy)
        shares = [{"sight": sight, **kept} for sight in self.sight]
        return [self.policy if set(share.values()) == {1.0} else fallible.with_knobs(share) for share in shares]


class Effort(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a level or policy plays that is too slow, or too quick, for the numbers of the others."""

    deals: Deals
    players: Players | None = None  # only with so many
    everywhere: tuple[Name, ...] = ()  # but these variants with every number of players
    deals_of: dict[Name, Deals] = {}  # of variants that need more of them, or fewer

    def deals_for(self, variant: WrittenVariant) -> int:
        """Give the deals of a variant."""
        return self.deals_of.get(str(variant), self.deals)

    def covers(self, variant: WrittenVariant, players: int) -> bool:
        """Tell whether a cell is played at all."""
        return self.players is None or players in self.players or str(variant) in self.everywhere


class Solving(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many deals are solved in hindsight, with how many games each."""

    deals: Deals
    budget: Deals = BUDGET
    players: Players | None = None  # only with so many


STUDIES = (
    "turn-order",
    "components",
    "prices",
    "strategies",
    "exploits",
    "course",
    "luck",
)  # of balance, in the order of a report
LEAST_GAMES, MOST_GAMES, GAMES = 1_000, 10**9, 1_000_000  # that studies of balance play together


class Balancing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which studies of balance are made of the cells of a spec, and what they may play besides."""

    only: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()  # names of studies; none: all that the game has
    budget: Annotated[int, Meta(ge=LEAST_GAMES, le=MOST_GAMES)] = GAMES  # games of all studies together, about
    largest: Annotated[int, Meta(ge=0, le=1000)] = 10  # components that levels with an effort of their own play again

    def quickened(self) -> Balancing:
        """Shrink to a try-out."""
        return Balancing(
            only=self.only,
            budget=max(LEAST_GAMES, self.budget // QUICK_PART),
            largest=min(self.largest, QUICK_LARGEST),
        )


class Side(Struct, Generic[Variant, Policy], frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a contrast: what names one cell of the spec; without `set` one on top of which nothing is set."""

    variant: Variant | None = None
    players: int | None = None
    policy: Policy | None = None  # or a level
    set: dict[str, Value] = {}


class Contrast(
    Struct, Generic[Variant, Policy], frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Two cells to compare: whether `a` is as hard as `b`, within the margin."""

    a: Side[Variant, Policy]
    b: Side[Variant, Policy]
    margin: Annotated[float, Meta(ge=LEAST_MARGIN, le=MOST_MARGIN)] = MARGIN


# how a spec may say what an experiment holds, by key: as texts, and of what length; what these become may be longer
LIMITS: dict[str, Any] = {
    "game": Name,
    "question": Name,
    "variants": Names,
    "sums": Sums[Name],
    "levels": Names,
    "policies": Annotated[tuple[Name | PolicyTable, ...], Meta(min_length=1, max_length=1000)],
    "skill": Skill[Name],
    "field": Name,
    "line_ups": Annotated[tuple[Names, ...], Meta(min_length=1, max_length=1000)],
    "treatments": Names,
    "effort": dict[Name, Effort],
    "freeze": Names,
    "contrast": Annotated[tuple[Contrast[Name, Name], ...], Meta(max_length=50)],
    "sections": Annotated[tuple[Name, ...], Meta(max_length=50)],
}


class Experiment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question, and what has to be played to answer it."""

    game: str
    question: str = ""
    variants: tuple[WrittenVariant, ...] | None = None
    sums: Sums[WrittenVariant] | None = None
    players: Players | None = None
    levels: tuple[str, ...] | None = None
    policies: tuple[WrittenPolicy, ...] | None = None
    skill: Skill[WrittenPolicy] | None = None
    field: WrittenPolicy | None = None
    line_ups: tuple[tuple[WrittenPolicy, ...], ...] | None = None
    rotate: bool = True
    switches: dict[str, tuple[Value, ...]] = {}
    alone: dict[str, tuple[Value, ...]] = {}
    treatments: tuple[str, ...] = ()  # each beside the untreated table
    effort: tuple[tuple[WrittenPolicy, Effort], ...] = ()  # pairs, since a key of JSON is a text
    hindsight: Solving | None = None
    contrast: tuple[Contrast[WrittenVariant, WrittenPolicy], ...] = ()
    balance: Balancing | None = None
    deals: Deals | None = None
    until: Annotated[float, Meta(ge=LEAST_UNTIL, le=MOST_UNTIL)] | Literal["decided"] | None = None
    margin: Annotated[float, Meta(ge=LEAST_MARGIN, le=MOST_MARGIN)] = MARGIN  # within which two cells are equal
    max_deals: Deals | None = None
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] = 0
    freeze: tuple[str, ...] = ()
    freeze_deal: Annotated[int, Meta(ge=0, lt=MAX_GAMES)] | None = None
    freeze_seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] | None = None
    rows: bool | None = None
    sections: tuple[str, ...] = ()
    skip_impossible: bool = False

    @property
    def frozen(self) -> Freeze | None:
        """The streams of chance that do not vary as the others do."""
        return read_freeze(self.freeze, self.freeze_deal, self.freeze_seed)

    @property
    def most_deals(self) -> int:
        """The deals of a cell, or the most of them if the run stops by width or when all is decided."""
        if self.deals is not None:
            return self.deals
        assert self.until is not None
        width = self.width
        return self.max_deals or (4 * planned_games(self.margin / 4) if width is None else 2 * planned_games(width))

    @property
    def width(self) -> float | None:
        """The half-width by which cells stop, if they do."""
        return None if self.until == DECIDED or self.until is None else float(self.until)

    @property
    def goal(self) -> Goal:
        """How much is played of a cell, unless its level or policy has an effort of its own."""
        return Goal(self.most_deals, self.width, self.until == DECIDED)

    def effort_of(self, policy: WrittenPolicy) -> Effort | None:
        """Give the effort that a level or policy has of its own, if it has one."""
        return next((own for known, own in reversed(self.effort) if known == policy), None)

    def quickened(self) -> Experiment:
        """Shrink to a try-out: few deals, fixed beforehand."""
        deals = min(self.most_deals, QUICK_DEALS)
        part = QUICK_PART * (1 if self.balance is None else QUICK_STUDIES)
        effort = tuple((policy, _quickened(own, part)) for policy, own in self.effort)
        hindsight = None if self.hindsight is None else _quickened(self.hindsight, part)
        return msgspec.structs.replace(
            self,
            deals=deals,
            until=None,
            margin=MARGIN,
            max_deals=None,
            effort=effort,
            hindsight=hindsight,
            balance=self.balance and self.balance.quickened(),
        )


Part = TypeVar("Part", Effort, Solving)


def _quickened(effort: Part, part: int) -> Part:
    whole = msgspec.structs.replace(effort, deals_of={}) if isinstance(effort, Effort) else effort
    return msgspec.structs.replace(whole, deals=min(max(1, effort.deals // part), QUICK_DEALS))


def question_above(text: str) -> str:
    """Read the question from the comment in the first line of a spec; empty if there is none."""
    first = text.split("\n", 1)[0]
    return first.removeprefix("#").strip()[:LONGEST] if first.startswith("#") else ""


def count_policies(entry: str | PolicyTable) -> int:
    """Count what `swept_policies` would give."""
    given = [] if isinstance(entry, str) else [value for name, value in entry.items() if name != "policy"]
    return math.prod(len(value) for value in given if isinstance(value, tuple))


def swept_policies(entry: str | PolicyTable) -> list[WrittenPolicy]:
    """Read an entry of `policies`; lists of knob values are swept in every combination."""
    if isinstance(entry, str):
        return [read_policy(entry)]
    policy = read_policy(str(entry["policy"]))
    given = {name: value for name, value in entry.items() if name != "policy"}
    values = product(*(value if isinstance(value, tuple) else (value,) for value in given.values()))
    return [policy.with_knobs(dict(zip(given, chosen, strict=True))) for chosen in values]
