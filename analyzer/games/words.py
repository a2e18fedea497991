"""What a game calls its things: its variants, the icons printed on them, the words of its reports, and decisions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.games.switches import Source, Value


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A named setting of rule switches."""

    summary: str
    clause: str
    source: Source
    title: str = ""  # what a reader calls it, such as "Poseidon (12 Islands removed)"
    sets: Mapping[str, Value] = field(default_factory=dict)
    icons: int | None = None  # printed difficulty


@dataclass(frozen=True, kw_only=True)
class IconScale:
    """Say which icon a variant should carry: one where `policy` wins at least the first of `cuts`, one more below each.

    The policy is named by its own text: a level of play may one day be another policy.
    """

    policy: str
    players: int
    cuts: tuple[float, ...]  # falling win rates, round ones


@dataclass(frozen=True)
class Figures:
    """What was measured of a level of play, as docs/strength.md tells with commands: its cost and what it wins."""

    cost: str  # CPU time of a seat in a game
    wins: str


@dataclass(frozen=True, kw_only=True)
class Words:
    """What reports call the things of a game, and which of its measures they speak of; keys are fields of a row."""

    measures: Mapping[str, str] = field(default_factory=dict)  # whose mean says something; other fields are codes
    deals: tuple[str, ...] = ()  # measures that the deal alone decides
    ends: tuple[str, ...] = ("turns",)  # measures compared between won and lost games; the first is spoken of
    played: Mapping[str, str] = field(default_factory=dict)  # the turn in which something was played (0 = never)
    board: str = ""  # how to read the places that `Game.grid` lists
    score: str = "points"  # what scores count
    icons: IconScale | None = None  # which icon a variant should carry, where icons are printed


# Decisions, for autopsies: kind and detail, both made of one function of the game

Named = Callable[[Any, int], tuple[str, str]]  # state and answer -> the kind of the decision, and the detail
Kind = Callable[[Any, Any, int], str]
Detail = Callable[[Any, Any, int, int], str]


def kind_and_detail(named: Named) -> tuple[Kind, Detail]:
    """Make what `kinds.py` of a game offers."""

    def kind(_rules: Any, state: Any, answer: int) -> str:
        return named(state, answer)[0]

    def detail(_rules: Any, state: Any, answer: int, better: int) -> str:
        """Say more of an answer, beside a better one; "" if there is no word for it."""
        own, other = named(state, answer), named(state, better)
        return own[1] if own[0] == other[0] else f"instead of {other[0]}"

    return kind, detail
