"""The knobs that a search may turn: where they start, how far a step goes, and how a candidate is written."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analyzer.catalog import policies_of
from analyzer.cells import make_seat
from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game
from analyzer.games.seating import Seat
from analyzer.games.written import WrittenPolicy, read_policy
from analyzer.studies.names import listed

DIGITS = 4  # of a knob; more would promise what no search can tell apart
_BOUNDS = re.compile(r"\s*(\w+)\s*=\s*([^:\s]*)\s*:\s*([^:\s]*)\s*$")


@dataclass(frozen=True)
class Knob:
    """One knob: its start, the length of a step, and its bounds."""

    name: str
    start: float
    scale: float
    low: float = -math.inf
    high: float = math.inf

    def at(self, steps: float) -> float:
        """Turn the knob so many steps from its start."""
        rounded = float(f"{self.start + self.scale * steps:.{DIGITS}g}")
        return min(self.high, max(self.low, rounded))

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds in steps from the start."""
        return (self.low - self.start) / self.scale, (self.high - self.start) / self.scale


@dataclass(frozen=True)
class KnobSpace:
    """A policy, its knobs at the start, and those of them that may be turned."""

    policy: WrittenPolicy  # without knobs
    base: Mapping[str, float]
    defaults: Mapping[str, float]
    knobs: tuple[Knob, ...]

    @property
    def start(self) -> WrittenPolicy:
        """The policy as it is before the search."""
        return self.turned(self.base)

    def candidate(self, steps: Sequence[float]) -> WrittenPolicy:
        """Give the policy with every knob so many steps from its start."""
        turned = {knob.name: knob.at(float(by)) for knob, by in zip(self.knobs, steps, strict=True)}
        return self.turned({**self.base, **turned})

    def turned(self, knobs: Mapping[str, float]) -> WrittenPolicy:
        """Give the policy with the knobs that differ from its defaults."""
        own = {name: float(value) for name, value in knobs.items() if value != self.defaults[name]}
        return replace(self.policy, knobs=own)


def make_space(
    game: Game,
    policy: str,
    knobs: Sequence[str] | str | None = None,
    bounds: Mapping[str, tuple[float, float]] | str | None = None,
    step: float = 0.3,
) -> KnobSpace:
    """Read which knobs of a policy may be turned; a step is relative to the knob, and for a knob at 0 to 1."""
    if not 0.0 < step <= 10.0:
        raise BadInput(f"step = {step} is out of range; allowed: above 0, up to 10")
    written = read_policy(policy)
    seat = make_seat(game, written)
    if not seat.knobs:
        raise BadInput(f"policy {policy!r} has no knobs to tune")
    limits = read_bounds(seat, bounds)
    names = listed(knobs) or list(seat.knobs)
    for name in [*names, *limits]:
        if name not in seat.knobs:
            raise unknown(f"knob of policy {seat.policy.name!r}", name, seat.knobs)
    if len(set(names)) < len(names):
        raise BadInput(f"--knobs {','.join(names)}: give each knob once")
    chosen = tuple(_knob(seat, name, step, limits.get(name)) for name in names)
    return KnobSpace(_bare(game, seat, written), dict(seat.knobs), dict(seat.policy.knobs), chosen)


def _knob(seat: Seat, name: str, step: float, limits: tuple[float, float] | None) -> Knob:
    start = float(seat.knobs[name])
    low, high = limits or (-math.inf, math.inf)
    if not low <= start <= high or low >= high:
        raise BadInput(f"--bounds {name}={low:g}:{high:g}: the knob starts at {start:g}, which must lie between them")
    return Knob(name, start, step * (abs(start) or 1.0), low, high)


def _bare(game: Game, seat: Seat, written: WrittenPolicy) -> WrittenPolicy:
    """Give the policy without its knobs."""
    if policies_of(game.name).get(seat.policy.name) is seat.policy:
        return WrittenPolicy(seat.policy.name)
    if not written.file:
        raise BadInput(
            f"policy {str(written)!r} cannot be tuned: name a policy or a file, such as {game.recommended!r}"
        )
    return WrittenPolicy(written.name, written.file)


def read_bounds(seat: Seat, given: Mapping[str, tuple[float, float]] | str | None) -> dict[str, tuple[float, float]]:
    """Read bounds of knobs, `cost=0:2,near=:5`; an end that is left out is open."""
    if given is None or not isinstance(given, str):
        return dict(given or {})
    found = {}
    for item in listed(given):
        match = _BOUNDS.match(item)
        if match is None:
            raise BadInput(f"--bounds {item}: write knob=low:high, such as {next(iter(seat.knobs))}=0:2")
        name, low, high = match.groups()
        found[name] = (_end(item, low, -math.inf), _end(item, high, math.inf))
    return found


def _end(item: str, text: str, default: float) -> float:
    try:
        return float(text) if text else default
    except ValueError as problem:
        raise BadInput(f"--bounds {item}: {text!r} is not a number") from problem
