"""Tells how far a patch is from what is wanted: by its values, and as far as its games are certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.games.treatments.written import change_words
from analyzer.games.written import Changes, write_changes
from analyzer.stats import Estimate, format_estimate
from analyzer.studies.calibration.found import estimate_document
from analyzer.studies.patching.observing import Quantity, Scene, Seen

MET, FITS, OPEN, MISSED = "met for certain", "met", "open", "missed"
LEVEL = 0.95


def gap(value: float, quantity: Quantity, players: int) -> float:
    """Give how far a number lies outside of what is wanted, in halves of what is allowed."""
    low, high = quantity.ends(players)
    return max(low - value, value - high, 0.0) / quantity.want.scale


def tightness(value: float, quantity: Quantity, players: int) -> float:
    """Give where a number lies within what is wanted: 0 in the middle, 1 at an end, more outside."""
    low, high = quantity.ends(players)
    return max(0.0, 1.0 + max(low - value, value - high) / quantity.want.scale)


def fit_of(values: Mapping[Quantity, float], scene: Scene) -> tuple[float, float]:
    """Add up how far all numbers lie outside, and give how tightly the tightest fits."""
    players = {one: scene.tables[one.table].players for one in values}
    lost = sum(gap(value, one, players[one]) for one, value in values.items())
    return lost, max(tightness(value, one, players[one]) for one, value in values.items())


def values_of(seen: Seen) -> dict[Quantity, float]:
    """Give all values of a patch."""
    return {one: seen.value(one) for one in seen.values}


@dataclass(frozen=True)
class Finding:
    """One number of a patch on fresh deals, and what is wanted of it."""

    quantity: Quantity
    table: str
    found: Estimate
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Say whether it is met for certain, met, open or missed."""
        if self.found.high < self.low or self.found.low > self.high:
            return MISSED
        if self.low <= self.found.low and self.found.high <= self.high:
            return MET
        return FITS if self.low <= self.found.value <= self.high else OPEN

    @property
    def words(self) -> str:
        """Write it."""
        name = self.quantity.name
        return f"{name} {format_estimate(self.found, percent=self.quantity.want.is_share)} ({self.table})"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        ends = [None if abs(end) == float("inf") else end for end in (self.low, self.high)]
        return {
            "want": str(self.quantity.want),
            "what": self.quantity.name,
            "table": self.table,
            "wanted": ends,
            "found": estimate_document(self.found),
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Patch:
    """Some changes, and what became of all that is wanted, on fresh deals."""

    changes: Changes
    size: float  # steps of all its changes together
    findings: tuple[Finding, ...]
    fit: float  # of the number that fits least: 0 in the middle of what is wanted, 1 at its end
    worst: Finding  # that number
    command: str  # that replays a deal of it

    @property
    def n_changes(self) -> int:
        """Count the changes."""
        return len(self.changes)

    @property
    def verdict(self) -> str:
        """Give the worst verdict of all its numbers."""
        found = {finding.verdict for finding in self.findings}
        return next(word for word in (MISSED, OPEN, FITS, MET) if word in found)

    @property
    def is_named(self) -> bool:
        """Tell whether every number lies within what is wanted."""
        return self.verdict in (MET, FITS)

    @property
    def words(self) -> str:
        """Write its changes for readers."""
        return ", ".join(change_words(name, value) for name, value in self.changes.items()) or "nothing"

    def is_beaten_by(self, other: Patch) -> bool:
        """Tell whether another one is nowhere worse and somewhere better."""
        own, its = ((one.n_changes, one.size, one.fit) for one in (self, other))
        return own != its and all(b <= a for a, b in zip(own, its, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "changes": write_changes(self.changes),
            "words": self.words,
            "n_changes": self.n_changes,
            "size": self.size,
            "fit": self.fit,
            "verdict": self.verdict,
            "findings": [finding.as_dict() for finding in self.findings],
            "command": self.command,
        }


def judged(changes: Changes, size: float, seen: Seen, scene: Scene, level: float, seed: int) -> Patch:
    """Judge a patch by what was seen of it; `level` is that of each interval."""
    findings, fits = [], []
    for one in seen.values:
        table = scene.tables[one.table]
        found = seen.estimate(one, level)
        findings.append(Finding(one, table.label, found, *one.ends(table.players)))
        fits.append(tightness(found.value, one, table.players))
    command = scene.tables[0].treated(changes).replay_command(seed, 0)
    worst = findings[fits.index(max(fits))]
    return Patch(changes, size, tuple(findings), max(fits), worst, command)


def front(patches: Sequence[Patch]) -> list[Patch]:
    """Keep the patches that no other beats, the fewest changes first."""
    kept = [one for one in patches if not any(one.is_beaten_by(other) for other in patches)]
    return sorted(kept, key=lambda one: (one.n_changes, one.size, one.fit))


def nearest(patches: Sequence[Patch], n: int = 3) -> list[Patch]:
    """Give the patches that come nearest to what is wanted."""
    return sorted(patches, key=lambda one: one.fit)[:n]
