"""Where one thread plays one cell: what lies before guarded seats, and the processes in which policies play."""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.games.search.workspace import Workspace
from analyzer.games.values.files import cell_name
from analyzer.kernel.apart import forked
from analyzer.kernel.apart.chairs import Chair
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.seats.python_seats import chairs
from analyzer.play.seeding import BLOCK

if TYPE_CHECKING:
    from analyzer.play.apart.rooms import Room
    from analyzer.play.prepared import PreparedCell

GUARD = int(forked.CAN_FORK and not IS_PLAIN)  # what a manifest says: 1 = such policies play in processes of their own


MOST_PLACES = 4  # of one thread that are kept for cells to come

_threads = threading.local()


def place_of(prepared: PreparedCell) -> Place:
    """Give a place to a cell; cells that differ in knobs alone share one, as those that are tuned do.

    The knobs lie on the bench. A look-ahead has them in its workspace, and plain Python is known by no address.
    """
    players = [seat.player.policy for seat in prepared.seats.values()]
    if not prepared.is_apart or any(seat.needs_space for seat in prepared.seats.values()):
        return Place(prepared)
    if not all(policy.is_compiled for policy in players) or any(seat.player.values for seat in prepared.seats.values()):
        return Place(prepared)
    known = _known()
    key = prepared.cell.game.name, prepared.cell.players, prepared.rules.tobytes(), prepared.pointers.tobytes()
    if key not in known:
        known[key] = Place(prepared)
    known.move_to_end(key)
    while len(known) > MOST_PLACES:
        known.popitem(last=False)
    return known[key]


def _known() -> OrderedDict[Any, Place]:
    """Give the places of this thread, the one that was asked for last at the end."""
    if not hasattr(_threads, "places"):
        _threads.places = OrderedDict()
    found: OrderedDict[Any, Place] = _threads.places
    return found


class Place:
    """The place of a thread."""

    def __init__(self, prepared: PreparedCell) -> None:
        game = prepared.cell.game
        self.is_apart = prepared.is_apart
        self.copies = self._laid(np.repeat(np.asarray(prepared.rules)[None], len(prepared.seats)))
        made = {n: seat.workspace(game) for n, seat in prepared.seats.items() if seat.needs_space}
        laid = {n: Workspace(self._laid(space.records), space.rows) for n, space in made.items()}
        self.workspaces = {n: space for n, space in laid.items() if prepared.seats[n].searched is not None}
        self.limits = {n: space for n, space in laid.items() if n not in self.workspaces}
        self.values = _value_spaces(prepared)
        self.layouts = (game.rules, game.table, game.hand)
        players = {n: seat.player.policy for n, seat in prepared.seats.items() if n < prepared.cell.players}
        self.plain = {} if IS_PLAIN else {n: player for n, player in players.items() if not player.is_compiled}
        self.chairs: dict[int, Chair] = {}  # by address
        self._room: Room | None = None
        weakref.finalize(self, _close, self.chairs, os.getpid())

    def _laid(self, array: Any) -> Any:
        """Lay an array where a copy of this process writes to it, too."""
        return forked.shared_copy(array) if self.is_apart else array

    def sit(self) -> None:
        """Let the policies in plain Python take their seats, each in a process of its own."""
        for seat, policy in self.plain.items():
            address = self.copies[seat : seat + 1].ctypes.data
            if address not in self.chairs:
                chair = Chair(policy.file, policy.name, policy.decide, self.layouts, self.copies[seat])
                self.chairs[address] = chairs[address] = chair

    def stand_up(self) -> None:
        """Close the processes of the seats; the next question opens others."""
        _close(self.chairs, os.getpid())
        self.chairs.clear()

    def room(self, prepared: PreparedCell, games: int = 1) -> Room:
        """Give the room of a copy; begin with larger ones if many games are to fit in."""
        from analyzer.play.apart.rooms import Room  # most cells need none

        if self._room is None or not self._room.has_room(prepared, games):
            if self._room is not None:
                self._room.close()
            self._room = Room(prepared, max(games, BLOCK))
        return self._room

    def leave(self, words: str) -> bool:
        """End what a policy does not end by itself, from another thread; tell whether anything could be."""
        copy = None if self._room is None else self._room.copy
        if copy is not None:
            copy.leave(words)
        for chair in list(self.chairs.values()):
            chair.leave(words)
        return copy is not None or bool(self.chairs)


def _value_spaces(prepared: PreparedCell) -> dict[int, Any]:
    """Make what decisions by trained values work in, by seat; equal seats share it, since nothing in it lasts."""
    cell, made = prepared.cell, dict[Any, Any]()
    name = cell_name(cell.setting.name, cell.players)
    for seat in (seat.player for seat in prepared.seats.values() if seat.player.values is not None):
        if seat.values not in made:
            made[seat.values] = seat.value_space(cell.game, cell.game.features.family(cell.setting.values), name)
    return {n: made[seat.player.values] for n, seat in prepared.seats.items() if seat.player.values is not None}


def _close(own: dict[int, Chair], owner: int) -> None:
    if os.getpid() != owner:
        return
    for address, chair in own.items():
        chairs.pop(address, None)
        chair.close()
