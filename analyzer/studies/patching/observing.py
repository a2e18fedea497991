"""Plays patches and looks at what is wanted: every number of a want, at every table, deal by deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from analyzer.analysis.shares import Shares, share_of
from analyzer.cells import Cell
from analyzer.errors import BadInput
from analyzer.games.treatments.declared import grantable, kind_of
from analyzer.games.written import Changes
from analyzer.stats import Estimate, means
from analyzer.studies.balance.asking import Table
from analyzer.studies.patching import wants
from analyzer.studies.patching.wants import Want
from analyzer.studies.samples import RATE, TURNS, Sample, Sampler

SEAT = 0  # that begins with a component: which turn position it has is drawn
PLAIN = ""  # the cell in which nobody begins with one
_MEANS = {wants.LENGTH: TURNS, wants.BEST: "best", wants.MARGIN: "margin", wants.RATE: RATE}


@dataclass(frozen=True)
class Quantity:
    """One number that a want is about: of which want, at which table, and which of several."""

    want: Want
    table: int
    name: str  # position 2, charm:strong, or nothing

    def ends(self, players: int) -> tuple[float, float]:
        """Give the ends between which it must lie."""
        return self.want.ends(players)


@dataclass
class Seen:
    """What was seen of a patch: its numbers, deal by deal."""

    values: dict[Quantity, Shares] = field(default_factory=dict)

    def joined(self, other: Seen) -> Seen:
        """Add what was seen on other deals."""
        return Seen({key: _joined(self.values.get(key), new) for key, new in other.values.items()})

    def estimate(self, quantity: Quantity, level: float) -> Estimate:
        """Estimate one number; unknown games bound it from both sides."""
        values, what = self.values[quantity], quantity.want.what
        if what == wants.MEDIAN:
            return means.quantile(values.low, 0.5, level)
        if what in (wants.RATE, wants.FIRST, wants.POSITIONS, wants.DECIDED):
            return share_of(values, level)
        low, high = means.mean_of(values.low, level), means.mean_of(values.high, level)
        return replace(low, value=0.5 * (low.value + high.value), high=high.high)

    def value(self, quantity: Quantity) -> float:
        """Give its value alone, which is quicker."""
        values = self.values[quantity]
        middle = 0.5 * (values.low + values.high)
        known = middle[~np.isnan(middle)]
        return float(np.median(known) if quantity.want.what == wants.MEDIAN else known.mean())


def _joined(first: Shares | None, second: Shares) -> Shares:
    if first is None:
        return second
    return Shares(np.append(first.low, second.low), np.append(first.high, second.high))


@dataclass(frozen=True)
class Scene:
    """What is wanted, at which tables, and who plays."""

    tables: tuple[Table, ...]
    wants: tuple[Want, ...]
    sampler: Sampler
    suspects: tuple[str, ...] | None = None  # components that may break a want; None: all are looked at
    others: Mapping[tuple[int, str], float] = field(default_factory=dict)  # by table: what others of its kind gain

    def wanting(self, want: Want) -> Scene:
        """Want one thing more."""
        return replace(self, wants=(*self.wants, want))

    @property
    def looks_at_components(self) -> bool:
        """Tell whether a want is about components."""
        return any(want.what == wants.COMPONENTS for want in self.wants)

    def components(self, cell: Cell) -> list[str]:
        """List the components that somebody must begin with."""
        if not self.looks_at_components:
            return []
        every = list(grantable(cell.game, cell.setting.tree))
        return every if self.suspects is None else [name for name in every if name in self.suspects]

    def cells_each(self, changes: Changes) -> int:
        """Count the cells of a patch."""
        return sum(len(list(self.cells(table, changes))) for table in self.tables)

    def cells(self, table: Table, changes: Changes) -> Iterator[tuple[str, Cell]]:
        """Make the cells of a patch at a table: as it is, and with each component given to a seat."""
        plain = table.treated(changes).make()
        yield PLAIN, plain
        for name in self.components(plain):
            try:
                yield name, table.treated({**changes, f"seat {SEAT}: {name}": "+1"}).make()
            except BadInput:
                continue  # with this patch nobody can begin with it

    def problem(self, changes: Changes) -> str | None:
        """Say what is wrong with a patch, if anything is."""
        try:
            cells = [(table.treated(changes).make(), table.reference.make()) for table in self.tables]
        except BadInput as problem:
            return str(problem)
        is_alike = all(new.is_competitive == old.is_competitive for new, old in cells)
        return None if is_alike else "it turns a team into rivals, or back"

    def look(self, changes: Changes, deals: int, seed: int) -> Seen:
        """Play a patch at every table."""
        found: dict[Quantity, Shares] = {}
        for number in range(len(self.tables)):
            samples = self._played(number, changes, deals, seed)
            for want in self.wants:
                found |= {Quantity(want, number, name): one for name, one in self._numbers(want, number, samples)}
        return Seen(found)

    def narrowed(self, suspects: Sequence[str], deals: int, seed: int) -> Scene:
        """Look at some components alone from now on; what the others of their kind gain is taken as it is now."""
        others: dict[tuple[int, str], float] = {}
        for number in range(len(self.tables)):
            samples = self._played(number, {}, deals, seed)
            gains = {name: _gain(sample, samples[PLAIN]) for name, sample in samples.items() if name != PLAIN}
            for name in gains:
                rest = [gain for other, gain in gains.items() if other != name and kind_of(other) == kind_of(name)]
                others[number, name] = float(np.mean(rest)) if rest else 0.0
        return replace(self, suspects=tuple(suspects), others=others)

    def _played(self, number: int, changes: Changes, deals: int, seed: int) -> dict[str, Sample]:
        table = self.tables[number]
        return {name: self.sampler.play(cell, deals, seed) for name, cell in self.cells(table, changes)}

    def _numbers(self, want: Want, table: int, samples: Mapping[str, Sample]) -> Iterator[tuple[str, Shares]]:
        plain = samples[PLAIN]
        if want.what == wants.COMPONENTS:
            yield from self._worths(table, samples)
        elif want.what == wants.POSITIONS:
            places = _by_position(plain)
            yield from ((f"position {place + 1}", one) for place, one in enumerate(places))
        elif want.what == wants.FIRST:
            yield wants.FIRST, _by_position(plain)[0]
        elif want.what == wants.DECIDED:
            yield wants.DECIDED, decided(plain)
        elif want.what == wants.MEDIAN:
            yield want.what, plain.measures[TURNS]
        else:
            yield want.what, plain.measures[_MEANS[want.what]]

    def _worths(self, table: int, samples: Mapping[str, Sample]) -> Iterator[tuple[str, Shares]]:
        """Give what a seat gains by each component, above the mean of the others of its kind."""
        shares = {name: _seat_share(sample) for name, sample in samples.items()}
        for name in shares:
            if name != PLAIN:
                yield name, _above(name, shares, self.others.get((table, name)))


def _above(name: str, shares: Mapping[str, Shares], typical: float | None) -> Shares:
    own, plain = shares[name], shares[PLAIN]
    others = [one for other, one in shares.items() if other not in (PLAIN, name) and kind_of(other) == kind_of(name)]
    if typical is not None or not others:
        less = typical or 0.0
        return Shares(own.low - plain.high - less, own.high - plain.low - less)
    low, high = (np.mean([getattr(one, end) for one in others], axis=0) for end in ("low", "high"))
    return Shares(own.low - high, own.high - low)


def _by_position(sample: Sample) -> list[Shares]:
    """Give the share of the win by turn position, deal by deal."""
    players = sample.cell.players
    seats = (sample.rows["first"].astype(np.int64)[:, None] + np.arange(players)) % players
    known = sample.rows["share"][:, :players] * ~sample.is_unknown[:, None]
    shares = np.take_along_axis(known, seats, axis=1)
    return [_between(column, sample.is_unknown) for column in shares.T]


def decided(sample: Sample) -> Shares:
    """Tell for every deal whether somebody won and somebody did not; a game that was cut off is not decided."""
    shares = sample.rows["share"][:, : sample.cell.players]
    is_decided = ((shares.max(axis=1) > shares.min(axis=1)) & ~sample.is_unknown).astype(np.float64)
    return Shares(is_decided, is_decided)


def _seat_share(sample: Sample) -> Shares:
    return _between(sample.rows["share"][:, SEAT] * ~sample.is_unknown, sample.is_unknown)


def _between(known: Any, unknown: Any) -> Shares:
    return Shares(known.astype(np.float64), known + 1.0 * unknown)


def _gain(sample: Sample, plain: Sample) -> float:
    both = ~(sample.is_unknown | plain.is_unknown)
    return float((sample.rows["share"][:, SEAT] - plain.rows["share"][:, SEAT])[both].mean()) if both.any() else 0.0
