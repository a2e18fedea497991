"""Forecasts what an experiment will cost before it begins, from a short pilot of every cell, and what it can show.

A pilot plays the first deals of a run, which plays them again: whoever hangs or fails in one is named with a deal of
the run. How long games take where they will be played (beside other programs, by all workers at once, on other
machines) is then measured with the cells that will take longest.
"""

import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from analyzer.play.control import Control
from analyzer.play.faults import RulesFault
from analyzer.play.pools.choosing import Pool
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.stopping import Goal
from analyzer.play.tasks import Stopwatch, Task
from analyzer.runs.stored.manifest_file import CellEntry, Manifest
from analyzer.stats.proportions import smallest_difference

MOST_PILOT_DEALS = 1024
PILOT_SECONDS = 0.1
ALL_SECONDS = 4.0  # of all pilots together, where there are many
AGAIN_SECONDS = 1.0  # of the first game, below which it is played twice: other programs may have held it up
LEAST_SECONDS = 0.5  # of a run, from which on it is worth while to measure the workers
TRIAL_SECONDS = 0.1  # that every worker plays for that: long enough that other programs have their turns, too
ENOUGH_SECONDS = 1.0  # after which no further cell is measured
_TRIAL_SHARE = 12  # of a short run: at most one part in so many
_LONGEST = 3  # cells that are measured
STORING_SECONDS = 6e-7  # for every game, by the main process: it shows only where games take hardly longer
LOOK_SECONDS = 10.0  # after which a run is first compared with its forecast
_ENOUGH = 1.0  # seconds of work, as foreseen, that are done by then
_OFF = 2.0  # times longer, or shorter, than was said: then it is said anew
_MOST_WORKERS = 64  # that are measured
_UNITS = (("hours", 3600.0), ("minutes", 60.0))  # of what takes at least two of them


@dataclass(frozen=True)
class Forecast:
    """Games that a cell is expected to take, the seconds for those that are not yet played, and for each of them."""

    games: int
    seconds: float
    each: float = 0.0


@dataclass(frozen=True, eq=False)
class Pilot:
    """What a pilot found out: the games that its cell is expected to take, and the seconds of one of them."""

    prepared: PreparedCell
    games: int
    seconds: float  # on one core
    played: int = 0  # games, earlier
    wins: int = 0  # of a team, in the pilot
    tried: int = 0  # games of the pilot

    @property
    def left(self) -> int:
        """Count the games that are not yet played."""
        return max(self.games - self.played, 0)

    @property
    def work(self) -> float:
        """The seconds of one core that are left to do."""
        return self.left * self.seconds

    def forecast(self, slower: float, jobs: int) -> Forecast:
        """Share out what is left; what is stored is stored by one process alone."""
        each = slower * (self.seconds / jobs + STORING_SECONDS)
        return Forecast(self.games, self.left * each, each)


def pilot(
    prepared: PreparedCell, goal: Goal, seed: int, control: Control, pilot_seconds: float = PILOT_SECONDS
) -> Pilot:
    """Play a few games of a cell, or more while they take hardly any time; the fastest try counts.

    The first games are slow, as code is fetched, and others are while another program has the processor.
    """
    deals = 1
    rows, each = _play(prepared, seed, deals, control)
    if each < AGAIN_SECONDS:
        rows, seconds = _play(prepared, seed, deals, control)
        each = min(each, seconds)
    while each * deals < pilot_seconds / 4 and deals < MOST_PILOT_DEALS and rows is not None:
        deals *= 4
        rows, seconds = _play(prepared, seed, deals, control)
        each = min(each, seconds / deals)
    if rows is None:  # the user has stopped the run
        return Pilot(prepared, goal.most, 0.0)
    cell = prepared.cell
    if cell.is_competitive:
        return Pilot(prepared, goal.foreseen_games(1.0 / cell.players), each)
    wins, tried = int((rows["cause"] == cell.game.causes["WON"]).sum()), len(rows)
    return Pilot(prepared, goal.foreseen_games((wins + 0.5) / (tried + 1.0)), each, wins=wins, tried=tried)


def _play(prepared: PreparedCell, seed: int, deals: int, control: Control) -> tuple[Any, float]:
    if control.is_draining:
        return None, math.inf
    watch = Stopwatch()
    try:
        rows = prepared.play(block_seeds(seed, 0, deals, prepared.cell.held), 0, control)
    except RulesFault:  # told when the run comes to the deal itself
        return None, math.inf
    return rows, math.inf if rows is None else watch.seconds


def forecast(pilots: Iterable[Pilot], pool: Pool, seed: int, control: Control) -> list[Forecast]:
    """Forecast cells by their pilots, and by how much slower the workers of a pool are when all of them play."""
    found = list(pilots)
    total = sum(one.work for one in found) / pool.jobs
    slower = _measured(found, total, pool, seed, control) if total >= LEAST_SECONDS else {}
    usual = sorted(slower.values())[len(slower) // 2] if slower else 1.0  # one pilot may have been disturbed
    return [one.forecast(slower.get(one, usual), pool.jobs) for one in found]


def _measured(pilots: list[Pilot], total: float, pool: Pool, seed: int, control: Control) -> dict[Pilot, float]:
    """Measure the workers with the longest cells; on a machine so busy that one takes long, that one is enough."""
    seconds, watch = min(TRIAL_SECONDS, total / _TRIAL_SHARE), Stopwatch()
    found: dict[Pilot, float] = {}
    for one in sorted(pilots, key=lambda one: one.work, reverse=True)[:_LONGEST]:
        is_worth_it = one.work > 0 and one.seconds <= total / _TRIAL_SHARE and watch.seconds < ENOUGH_SECONDS
        if is_worth_it and not control.is_draining:
            found[one] = _slowdown(one, seconds, pool, seed, control)
    return found


def _slowdown(pilot: Pilot, seconds: float, pool: Pool, seed: int, control: Control) -> float:
    """Measure how much longer a game takes for a worker, while all are busy, than it took in its pilot."""
    deals = min(max(1, round(seconds / pilot.seconds)), BLOCK)
    task = Task(pilot.prepared, seed, 0, 0, deals)
    places = range(min(pool.jobs, _MOST_WORKERS))
    futures = [pool.submit(replace(task, first=place * deals % (BLOCK - deals + 1)), control) for place in places]
    took = _seconds_of(futures, pool, control)
    return sum(took) / len(took) / (deals * pilot.seconds) if took else 1.0


def _seconds_of(futures: list[Any], pool: Pool, control: Control) -> list[float]:
    """Wait for tasks, unless the user stops the run; give the seconds that each has taken."""
    waiting, parts = list(futures), []
    while waiting and not control.is_draining:
        done = pool.finished(waiting)
        waiting = [future for future in waiting if future not in done]
        parts += [pool.result(future) for future in done]
    for future in waiting:
        future.cancel()
    return [part.seconds for part in parts if part is not None]


def words(forecasts: list[Forecast], finished: int = 0) -> str:
    """Say what to expect."""
    games, seconds = sum(item.games for item in forecasts), sum(item.seconds for item in forecasts)
    done = f", {finished:,} of them already played" if finished else ""
    return f"{len(forecasts)} cells, about {games:,} games{done}; expected time: {_about(seconds)}"


def _about(seconds: float) -> str:
    unit, size = next((own for own in _UNITS if seconds >= 2 * own[1]), ("s", 1.0))
    return f"about {max(seconds / size, 1.0):.0f} {unit}"


class Outlook:
    """Compares a run under way with its forecast: other programs come and go, and machines differ."""

    def __init__(self, forecasts: Iterable[Forecast]) -> None:
        self.total = self.end = sum(item.seconds for item in forecasts)  # as was said
        self.done = 0.0  # seconds of that
        self.watch: Stopwatch | None = None  # from the first games on: before them, workers may have to compile
        self.next_look = LOOK_SECONDS

    def note(self, seconds: float) -> str | None:
        """Take note of work that was expected to take so long; say what to expect now, if that has changed much."""
        if self.watch is None:
            self.watch = Stopwatch()
            self.total -= seconds
            return None
        self.done += seconds
        elapsed = self.watch.seconds
        if elapsed < self.next_look or not min(_ENOUGH, self.total / 20) < self.done < self.total:
            return None
        return self._compared(elapsed)

    def _compared(self, elapsed: float) -> str | None:
        self.next_look = _OFF * elapsed
        end = elapsed * self.total / self.done
        if end - elapsed < LOOK_SECONDS or self.end / _OFF < end < self.end * _OFF:
            return None
        self.end = end
        return f"expected time from now on: {_about(end - elapsed)}"


MOST_ARMS = 50  # cells of a case up to which each is compared with each; of more, each with the first one
Couple = tuple[str, str]  # names of two cells


def questions_of(manifest: Manifest) -> list[Couple]:
    """List the pairs of cells in question: what the same players play, or else who plays the same.

    What is set alone is compared with the same cell without it. Cells with a number of deals of their own, and those
    in which players compete, are in no question.
    """
    entries = [entry for entry in manifest.cells if entry.deals is None and not entry.is_competitive]
    alone = set(manifest.experiment.alone)
    apart = [entry for entry in entries if not alone.isdisjoint(list(entry.changes)[-1:])]
    others = [entry for entry in entries if alone.isdisjoint(list(entry.changes)[-1:])]
    if apart:
        return [(entry.cell, other.cell) for entry in apart for other in others if _is_without(entry, other)]
    settings = _couples(others, lambda entry: (entry.players, *entry.policies))
    return settings or _couples(others, lambda entry: (entry.players, entry.setting))


def _is_without(entry: CellEntry, other: CellEntry) -> bool:
    """Tell whether another cell is the same without what was set last."""
    rest = list(entry.changes.items())[:-1]
    same = entry.variant == other.variant and entry.players == other.players and entry.policies == other.policies
    return same and rest == list(other.changes.items())


def _couples(entries: Iterable[CellEntry], key: Callable[[CellEntry], Hashable]) -> list[Couple]:
    """Pair the cells of each group, each with each, or in a large group each with the first one."""
    groups: dict[Hashable, list[str]] = {}
    for entry in entries:
        groups.setdefault(key(entry), []).append(entry.cell)
    found: list[Couple] = []
    for cells in groups.values():
        found += combinations(cells, 2) if len(cells) <= MOST_ARMS else [(cell, cells[0]) for cell in cells[1:]]
    return found


def can_show(manifest: Manifest) -> list[str]:
    """Say before a run what each number of deals that is fixed beforehand can show."""
    fixed = manifest.experiment.deals
    pairs = max(len(questions_of(manifest)), 1)
    sizes = {entry.deals or fixed for entry in manifest.cells}
    return [showable(deals, pairs) for deals in sorted(size for size in sizes if size is not None)]


def showable(deals: int, pairs: int) -> str:
    """Say which differences of two win rates a number of common deals can show."""
    one, all_of_them = (100 * smallest_difference(deals, comparisons) for comparisons in (1, pairs))
    together = f" ({all_of_them:.2g} where all {pairs} pairs must hold together)" if pairs > 1 else ""
    chance = "with four chances in five, at win rates near 50 %"
    return f"what {deals:,} deals can show: differences of {one:.2g} points and more{together}, {chance}"
