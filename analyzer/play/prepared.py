"""A cell made ready to play: rules filled in, policies and driver compiled."""

import os
from collections.abc import ItemsView
from dataclasses import dataclass, replace
from threading import local
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import BadInput, PolicyFault
from analyzer.games.search.workspace import Workspace
from analyzer.games.seating import Seat
from analyzer.kernel.apart import clean, forked
from analyzer.kernel.faults import Died, Fault, Late, fault_of_exception, reason_of
from analyzer.kernel.jit import IS_PLAIN, NumbaError
from analyzer.kernel.seats import addresses, seating
from analyzer.kernel.seats import bench as desks
from analyzer.play.apart.places import Place, place_of
from analyzer.play.contradictions import check_rows
from analyzer.play.control import Control, Playing
from analyzer.play.faults import rules_raised

# Errors of the machinery, not of a policy: they must not be put down to it.
_OURS = (NumbaError, Warning, MemoryError)


class PreparedCell:
    """A cell that can be played at once."""

    def __init__(self, cell: Cell) -> None:
        if clean.IN_SEAT in os.environ:  # this process was started to play a policy
            raise BadInput(
                "a file is loaded to play one of its policies, and plays games by itself: put these calls below "
                'if __name__ == "__main__":'
            )
        self.cell = cell
        game = cell.game
        self.rules = cell.rules
        seats = cell.seats + cell.seats[:1] * (game.max_seats - len(cell.seats))
        self.seats = dict(enumerate(seats))
        self.policies = [seat.seated(game) for seat in seats]
        self.knobs = np.zeros((len(seats), desks.KNOB_SLOTS))
        for number, seat in enumerate(seats):
            self.knobs[number, : len(seat.player.knobs)] = list(seat.player.knobs.values())
        self.pointers = seating.pointers(self.policies)
        self.kernel = game.compiled_kernel()
        policies = [seat.player.policy for seat in seats]
        is_foreign = any(policy.is_compiled and policy.is_foreign for policy in policies)
        self._may_die = is_foreign and forked.CAN_FORK and not IS_PLAIN
        self._has_plain = not IS_PLAIN and not all(policy.is_compiled for policy in policies)
        self.guarded = [number for number, policy in enumerate(policies) if policy.plays_guarded]
        self.has_spaces = any(seat.inside is not None or seat.values is not None for seat in seats)
        self._needs_place = bool(self.guarded) or self.has_spaces
        self.shown = Shown(self)
        self._ratings: dict[int, Any] = {}
        self._own = local()
        self.bench()  # a look-ahead compiles here what it plays with, not within the first game

    @property
    def plain_policies(self) -> list[str]:
        """Name the policies in plain Python of this cell, which are slow."""
        policies = [seat.player.policy for seat in self.cell.seats]
        return sorted({policy.name for policy in policies if not policy.is_compiled})

    @property
    def is_apart(self) -> bool:
        """Tell whether a copy of this process plays it: where a compiled policy is not shipped."""
        return self._may_die and not forked.is_copy()

    @property
    def place(self) -> Place:
        """Where this thread plays: what lies before guarded seats, and the processes of policies."""
        if not hasattr(self._own, "place"):
            self._own.place = place_of(self)
        found: Place = self._own.place
        return found

    def bench(self) -> Any:
        """Make a workbench with the knobs of every seat on it."""
        bench = np.zeros(1, self.cell.game.bench)
        bench["desks"]["knobs"] = self.knobs
        bench["desks"]["turned"][0] = [len(seat.player.knobs) for seat in self.seats.values()]
        if self.guarded:
            self.shown.show(bench)
        for number, space in self.place.values.items() if self._needs_place else ():
            bench["desks"]["values"][0, number] = addresses.address_of_record(space)
        for number, workspace in self._all_workspaces() if self.has_spaces else ():
            bench["desks"]["workspace"][0, number] = addresses.address_of_record(workspace.records)
        for workspace in self.workspaces.values():
            workspace.records["origin"]["stop"] = 0
        return bench

    @property
    def workspaces(self) -> dict[int, Workspace]:
        """The workspaces of the look-aheads, by seat: one per thread, since nothing in them outlasts a decision."""
        return self.place.workspaces if self._needs_place else {}

    @property
    def limits(self) -> dict[int, Workspace]:
        """What the limited policies work in, by seat."""
        return self.place.limits

    def _all_workspaces(self) -> ItemsView[int, Workspace]:
        return {**self.workspaces, **self.limits}.items()

    # Asking policies: whoever wants something of one, asks here

    def drive(self, benches: Any, seeds: Any, rows: Any, pointers: Any = None, first_deal: int | None = None) -> None:
        """Let the driver play what lies on a bench, from its next game on."""
        try:
            if self.is_apart:
                self.place.room(self, len(seeds)).drive(self, benches, seeds, rows)
            else:
                if self._has_plain:
                    self.place.sit()
                self.kernel(self.rules, self.pointers if pointers is None else pointers, benches, seeds, rows)
        except Exception as problem:
            self._tell_death(problem, benches, first_deal)
            raise

    def ask(self, seen: tuple[Any, ...], desk: Any) -> int:
        """Ask the asked seat's policy for its answer; `seen` are rules, table and hand."""
        return int(self._asking("ask", seen, desk))

    def rate(self, seen: tuple[Any, ...], desk: Any, answer: int) -> float:
        """Ask the asked seat's policy what it thinks of an answer."""
        return float(self._asking("rate", seen, desk, answer))

    def rating(self, seat: int) -> Any:
        """Compile what the policy of a seat thinks of answers; None where it does not say."""
        if seat not in self._ratings:
            self._ratings[seat] = self.cell.game.seated_rating(self.seats[seat].player.policy)
        return self._ratings[seat]

    def reasons(self, seen: tuple[Any, ...], desk: Any, answer: int) -> list[str]:
        """Let the asked seat's policy say why it chose an answer."""
        return list(self._asking("reasons", seen, desk, answer))

    def _asking(self, what: str, seen: tuple[Any, ...], desk: Any, *more: Any) -> Any:
        try:
            if self.is_apart:
                return getattr(self.place.room(self), what)(self, seen, desk, *more)
            if self._has_plain:
                self.place.sit()
            return getattr(self, f"_{what}")(seen, desk, *more)
        except Exception as problem:
            self._tell_death(problem, None, None, seen[1])
            raise

    def _ask(self, seen: tuple[Any, ...], desk: Any) -> Any:
        return self.policies[int(seen[1].asked)](*seen, desk)

    def _rate(self, seen: tuple[Any, ...], desk: Any, answer: int) -> Any:
        return self.rating(int(seen[1].asked))(*seen, desk, answer)

    def _reasons(self, seen: tuple[Any, ...], desk: Any, answer: int) -> Any:
        assert self.cell.game.reasons is not None
        return self.cell.game.reasons(self.seats[int(seen[1].asked)].player.policy, *seen, desk.knobs, answer)

    def _tell_death(self, problem: Exception, benches: Any, first_deal: int | None, table: Any = None) -> None:
        """Say which policy has lost its process, and where; nothing if it was something else."""
        reason = reason_of(problem)
        if not isinstance(reason, Died) or forked.is_copy():
            return
        self.place.stand_up()
        if isinstance(reason, Late):
            raise PolicyFault(str(reason)) from None
        found = benches["state"]["table"][0] if table is None else table
        seat, turn = int(found["asked"]), f"turn {int(found['turn'])}"
        when = turn if first_deal is None else f"deal {first_deal + int(benches['done'][0])}, {turn}"
        name = self.seats[seat].policy.name
        raise PolicyFault(f"policy {name!r} at seat {seat} {reason} ({when}). Finished games are saved") from None

    # Playing

    def play(self, seeds: Any, first_deal: int, control: Control | None = None) -> Any:
        """Play one game per row of seeds; None if it was told to stop."""
        if self._has_plain and (control is None or not control.is_draining):
            self.place.sit()
        bench = self._shared_bench(len(seeds)) if self.is_apart else self.bench()
        spaces = tuple(workspace.records for workspace in self.workspaces.values())
        leave = (self.place.leave,) if self._needs_place else ()
        playing = Playing(self.cell, first_deal, bench, spaces, *leave)
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
        done = int(bench["done"][0])
        if self.guarded and self.shown.writer(bench) is not None:
            rows = np.concatenate([self._blame(seeds[n : n + 1], first_deal + n) for n in range(len(seeds))])
        return rows if done == len(seeds) else None

    def _shared_bench(self, games: int) -> Any:
        """Make a bench that a copy plays on and that is seen from here."""
        room = self.place.room(self, games)
        room.bench.view(np.uint8)[:] = self.bench().view(np.uint8)
        return room.bench

    def _play_at(self, bench: Any, seeds: Any, first_deal: int) -> Any:
        """Play until the rows or the time are over; a game in which a policy raises is a faulty row."""
        rows = np.zeros(len(seeds), self.cell.game.record)
        rows["deal"] = first_deal + np.arange(len(seeds))
        while bench["done"][0] < len(seeds) and not bench["stop"][0]:
            try:
                self.drive(bench, seeds, rows, first_deal=first_deal)
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
        return any(desks.AtWork.RULES in np.ravel(marks) for marks in (bench["at_work"], *inside))

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

    prepared: PreparedCell

    def show(self, bench: Any) -> None:
        """Lay fresh copies of the rules before the guarded seats of a bench."""
        copies = self.prepared.place.copies
        copies[:] = self.prepared.rules
        for seat in self.prepared.guarded:
            bench["desks"]["shown"][0, seat] = copies[seat : seat + 1].ctypes.data

    def writer(self, bench: Any) -> int | None:
        """Tell which seat has written to its rules or knobs."""
        rules, knobs, copies = self.prepared.rules.tobytes(), bench["desks"]["knobs"][0], self.prepared.place.copies
        for seat in self.prepared.guarded:
            if copies[seat].tobytes() != rules or knobs[seat].tobytes() != self.prepared.knobs[seat].tobytes():
                return seat
        return None


def guarded(cell: Cell) -> Cell:
    """Give a cell whose policies all play guarded, also those that are shipped."""
    return replace(cell, seats=tuple(_guarded(seat) for seat in cell.seats))


def _guarded(seat: Seat) -> Seat:
    inside = None if seat.inside is None else _guarded(seat.inside)
    return replace(seat, policy=replace(seat.policy, is_guarded=True), inside=inside)
