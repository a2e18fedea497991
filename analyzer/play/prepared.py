"""A cell made ready to play: rules filled in, policies and driver compiled."""

from dataclasses import dataclass, field, replace
from threading import local
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.games.search.workspace import Workspace
from analyzer.kernel.faults import Fault, fault_of_exception
from analyzer.kernel.jit import NumbaError
from analyzer.kernel.seats import addresses, seating
from analyzer.kernel.seats.bench import KNOB_SLOTS, AtWork
from analyzer.play.contradictions import check_rows
from analyzer.play.control import Control, Playing
from analyzer.play.faults import rules_raised

# Errors of the machinery, not of a policy: they must not be put down to it.
_OURS = (NumbaError, Warning, MemoryError)


class PreparedCell:
    """A cell that can be played at once."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        game = cell.game
        self.rules = cell.rules
        seats = cell.seats + cell.seats[:1] * (game.max_seats - len(cell.seats))
        self.seats = dict(enumerate(seats))
        self.policies = [seat.seated(game) for seat in seats]
        knobs = np.zeros((len(seats), KNOB_SLOTS))
        for number, seat in enumerate(seats):
            knobs[number, : len(seat.player.knobs)] = list(seat.player.knobs.values())
        self.shown = Shown(self.rules, knobs, [seat.player.policy.plays_guarded for seat in seats])
        self.pointers = seating.pointers(self.policies)
        self.kernel = game.compiled_kernel()
        self._own = local()
        self.bench()  # a look-ahead compiles here what it plays with, not within the first game

    @property
    def plain_policies(self) -> list[str]:
        """Name the policies in plain Python of this cell: only one thread of a process can ask them."""
        policies = [seat.player.policy for seat in self.cell.seats]
        return sorted({policy.name for policy in policies if not policy.is_compiled})

    def bench(self) -> Any:
        """Make a workbench with the knobs of every seat on it."""
        bench = np.zeros(1, self.cell.game.bench)
        self.shown.show(bench)
        bench["desks"]["turned"][0] = [len(seat.player.knobs) for seat in self.seats.values()]
        for number, workspace in self.workspaces.items():
            bench["desks"]["workspace"][0, number] = addresses.address_of_record(workspace.records)
            workspace.records["origin"]["stop"] = 0
        return bench

    @property
    def workspaces(self) -> dict[int, Workspace]:
        """The workspaces of the look-aheads, by seat: one per thread, since nothing in them outlasts a decision."""
        if not hasattr(self._own, "workspaces"):
            game = self.cell.game
            self._own.workspaces = {
                number: seat.workspace(game) for number, seat in self.seats.items() if seat.searched is not None
            }
        found: dict[int, Workspace] = self._own.workspaces
        return found

    def play(self, seeds: Any, first_deal: int, control: Control | None = None) -> Any:
        """Play one game per row of seeds; None if it was told to stop."""
        bench = self.bench()
        spaces = tuple(workspace.records for workspace in self.workspaces.values())
        playing = Playing(self.cell, first_deal, bench, spaces)
        if control is not None:
            control.under_way.append(playing)
            if control.is_stopped:
                control.abandon()
        try:
            rows = self._play_at(bench, seeds, first_deal)
        finally:
            if control is not None:
                control.under_way.remove(playing)
        if spaces and bench["stop"][0]:
            return None  # a look-ahead that is told to stop leaves its last answers to the policy
        if self.shown.writer(bench) is not None:
            rows = np.concatenate([self._blame(seeds[n : n + 1], first_deal + n) for n in range(len(seeds))])
        return rows if bench["done"][0] == len(seeds) else None

    def _play_at(self, bench: Any, seeds: Any, first_deal: int) -> Any:
        """Play until the rows or the time are over; a game in which a policy raises is a faulty row."""
        rows = np.zeros(len(seeds), self.cell.game.record)
        rows["deal"] = first_deal + np.arange(len(seeds))
        while bench["done"][0] < len(seeds) and not bench["stop"][0]:
            try:
                self.kernel(self.rules, self.pointers, bench, seeds, rows)
            except _OURS:
                raise
            except Exception as problem:  # a policy may raise anything; the rules of this project raise nothing
                if self._is_of_rules(bench):
                    raise rules_raised(self.cell.game, problem, first_deal + int(bench["done"][0])) from problem
                self._fail(bench, fault_of_exception(problem), rows[int(bench["done"][0])])
                bench["done"] += 1
        if self.cell.game.is_own:
            check_rows(self, seeds, rows[: int(bench["done"][0])])
        return rows

    def _is_of_rules(self, bench: Any) -> bool:
        """Tell whether the rules were at work when something was raised, also in the games of a look-ahead."""
        inside = (space.records["benches"]["at_work"] for space in self.workspaces.values())
        return any(AtWork.RULES in np.ravel(marks) for marks in (bench["at_work"], *inside))

    def _blame(self, seeds: Any, deal: int) -> Any:
        """Play one game and blame the policy that writes to the rules in it."""
        bench = self.bench()
        rows = self._play_at(bench, seeds, deal)
        seat = self.shown.writer(bench)
        if seat is not None:
            bench["state"]["table"]["asked"] = seat
            self._fail(bench, Fault.WROTE, rows[0])
        return rows

    def _fail(self, bench: Any, fault: Fault, row: Any) -> None:
        self.cell.game.measure(self.rules, bench[0]["state"], int(fault), int(bench["decisions"][0]), row)


@dataclass(eq=False)
class Shown:
    """What lies before the guarded seats of a table: copies of the rules, in every thread that plays, and knobs."""

    rules: Any
    knobs: Any  # by seat
    is_guarded: list[bool]
    _own: local = field(default_factory=local, init=False)

    def show(self, bench: Any) -> None:
        """Lay knobs on all desks of a bench, and fresh copies of the rules before the guarded seats."""
        bench["desks"]["knobs"] = self.knobs
        if not any(self.is_guarded):
            return
        copies = self._copies()
        copies[:] = self.rules
        for seat, is_guarded in enumerate(self.is_guarded):
            bench["desks"]["shown"][0, seat] = copies[seat : seat + 1].ctypes.data if is_guarded else 0

    def writer(self, bench: Any) -> int | None:
        """Tell which seat has written to its rules or knobs."""
        rules, knobs = self.rules.tobytes(), bench["desks"]["knobs"][0]
        guarded = [seat for seat, is_guarded in enumerate(self.is_guarded) if is_guarded]
        for seat in guarded:
            if self._copies()[seat].tobytes() != rules or knobs[seat].tobytes() != self.knobs[seat].tobytes():
                return seat
        return None

    def _copies(self) -> Any:
        if not hasattr(self._own, "copies"):
            self._own.copies = np.repeat(np.asarray(self.rules)[None], len(self.is_guarded))
        return self._own.copies


def guarded(cell: Cell) -> Cell:
    """Give a cell whose policies all play guarded, also those that are shipped."""
    seats = tuple(replace(seat, policy=replace(seat.policy, is_guarded=True)) for seat in cell.seats)
    return replace(cell, seats=seats)
