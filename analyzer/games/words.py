"""What a game calls its things: its variants, the icons printed on them, and the words of its reports."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
