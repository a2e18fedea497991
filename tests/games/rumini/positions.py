"""Positions for the tests of Rumini: a game that was set up, then arranged by hand."""

from __future__ import annotations

import json
from typing import Any

from analyzer.games.rumini import GAME
from analyzer.games.rumini.encoding import TREASURE, card_of, face_of, play, put, x_of, y_of
from analyzer.games.rumini.notation import parse_face
from analyzer.games.rumini.rules.grid import find_card, lay
from analyzer.games.rumini.state import PER_KIND, Device, Kind, Phase, Stage, Treasure
from tests.games import position

PAIRS = ("V(ship, ship)", "V(island, island)", "V(shark, shark)", "V(lighthouse, lighthouse)")
START_ROW = {"island:mapmaker": (0, 0), "ship:hat": (1, 0), "shark:mapmaker": (2, 0), "lighthouse:mapmaker": (3, 0)}


def card(name: str) -> int:
    """Find the number of a map card written as kind:device, in the standard data."""
    kind, device = name.split(":")
    return 1 + Kind[kind.upper()] * PER_KIND + Device[device.upper()]


def treasure_face(name: str) -> int:
    """Find a treasure face: flag, joker, pirate, or event:device."""
    head, _, device = name.partition(":")
    return int(Treasure[head.upper()]) + (int(Device[device.upper()]) if device else 0)


class Position(position.Position):
    """A game whose map, hands and devices are set as a test wants them; seat 0 is asked for its action."""

    game = GAME

    def __init__(self, players: int = 2, deal: int = 0, data: dict[str, Any] | None = None, **switches: Any) -> None:
        sets = [f"{name}={_written(value)}" for name, value in {**switches, **(data or {})}.items()]
        super().__init__(players, (5, 7, deal), sets=sets)

    # arranging

    def arrange(self, cards: dict[str, tuple[int, int]] | None = None) -> Position:
        """Lay exactly these cards, the others in the piles; every hand is PAIRS, nobody has treasure; seat 0 begins."""
        table = self.table
        for name in ("x", "y", "laid", "beside", "sides", "flag", "captured", "slots", "bazaar", "misses"):
            getattr(table, name)[...] = 0
        table.on_table = table.locked = table.fresh = 0
        laid = {card(name): place for name, place in (START_ROW if cards is None else cards).items()}
        for kind in range(len(Kind)):
            numbers = range(1 + kind * PER_KIND, 1 + kind * PER_KIND + int(self.rules.per_kind[kind]))
            self.pile(kind, [number for number in numbers if number not in laid])
        for number, (x, y) in laid.items():
            lay(table, number, x, y)
        for seat in range(int(self.rules.players)):
            self.hand(seat, *PAIRS).treasure(seat)
        table.idle = 0
        return self.turn_of(0)

    def pile(self, kind: int, numbers: list[int]) -> None:
        """Set a pile from its bottom to its top."""
        self.state.hidden.pile[kind, : len(numbers)] = numbers
        self.table.left[kind] = len(numbers)
        self.table.top[kind] = numbers[-1] if numbers else 0

    def empty_pile(self, *kinds: str) -> Position:
        """Empty the piles of some kinds (their cards are out of the game)."""
        for kind in kinds:
            self.pile(int(Kind[kind.upper()]), [])
        return self

    def turn_of(self, seat: int) -> Position:
        """Let a seat begin its turn."""
        self.table.active = self.table.asked = seat
        self.table.turn = 1
        self.table.played = self.table.placed = self.table.gained = 0
        self.table.phase, self.table.stage = int(Phase.MAIN), int(Stage.ASKING)
        return self

    def hand(self, seat: int, *faces: str) -> Position:
        """Give a seat exactly these porthole cards."""
        held = self.state.hands[seat]
        held.held = self.table.held[seat] = len(faces)
        held.cards[:] = 0
        held.cards[: len(faces)] = [parse_face(face) for face in faces]
        return self

    def devices(self, seat: int, down: str = "", up: str = "") -> Position:
        """Set the down and up devices of a seat; it wins when all the down ones are turned up."""
        hand = self.state.hands[seat]
        hand.need[:] = 0
        self.table.up[seat] = self.table.known[seat] = self.table.settled[seat] = 0
        for name in down.split():
            hand.need[Device[name.upper()]] += 1
        for name in up.split():
            self.table.up[seat, Device[name.upper()]] += 1
        self.table.n_up[seat] = self.rules.collect - len(down.split())
        return self

    def treasure(self, seat: int, *names: str) -> Position:
        """Give a seat exactly these treasure cards."""
        hand = self.state.hands[seat]
        hand.treasure[:] = 0
        for name in names:
            hand.treasure[treasure_face(name)] += 1
        hand.fetched[:] = hand.treasure
        self.table.treasures[seat] = self.table.fetched[seat] = len(names)
        return self

    def next_treasure(self, name: str) -> Position:
        """Put a treasure card on top of the deck."""
        self.state.hidden.treasure[self.table.treasure_pile - 1] = treasure_face(name)
        return self

    # asking and answering

    def plays(self) -> set[tuple[int, int, int, int]]:
        """List the plays among the options: porthole card, map card, x, y."""
        chosen = [answer for answer in self.options() if face_of(answer) >= 0]
        assert len(set(chosen)) == len(chosen)
        return {(int(face_of(a)), int(card_of(a)), int(x_of(a)), int(y_of(a))) for a in chosen}

    def cells(self) -> set[tuple[int, int]]:
        """List the cells of all plays."""
        return {(x, y) for _, _, x, y in self.plays()}

    def play(self, face: str, name: str, x: int, y: int) -> Position:
        """Play a porthole card."""
        return self.answer(play(parse_face(face), card(name), x, y))

    def joker(self, name: str, x: int, y: int) -> Position:
        """Answer JOKER."""
        return self.answer(put(card(name), x, y))

    def use(self, name: str) -> Position:
        """Play a treasure card."""
        return self.answer(TREASURE + treasure_face(name))

    def need(self, seat: int, device: str) -> int:
        return int(self.state.hands[seat].need[Device[device.upper()]])

    def at(self, x: int, y: int) -> int:
        return int(find_card(self.table, x, y))


def _written(value: Any) -> str:
    """Write a value as a user does after `--set`."""
    return value if isinstance(value, str) else json.dumps(value)
