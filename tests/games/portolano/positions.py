"""Positions for the tests of Portolano: a game set up to order, driven by answers."""

from __future__ import annotations

from analyzer.games.portolano import GAME
from analyzer.games.portolano.notation import parse_card, parse_goods
from analyzer.games.portolano.rules.turn import advance
from analyzer.games.portolano.state import FIRST_PORT, Phase, Stage, Stern
from tests.games import position

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")  # the wind blows north for ever
SURE = ("die_hit_faces=6",)  # every die hits
FRESH = ("talers", "cannons", "worth", "chests", "knight", "drifted", "refilled", "anchored", "exempt", "fought")
BLANK = ("die_hit_faces=0",)  # no die hits


class Position(position.Position):
    """A game of Portolano that can be arranged and driven."""

    game = GAME

    def __init__(self, players: int = 4, sets: tuple[str, ...] = QUIET, seed: int = 11) -> None:
        super().__init__(players, (seed, 22, 33), sets=sets)

    def ship(self, seat):
        return self.table.ships[seat]

    def calm(self, cells=(0, 1, 2, 3, 0), pirate=None, wind="N"):
        """Finish the setup, then arrange: plain sea everywhere, ships without abilities, start player 0."""
        while self.phase in (Phase.GIFT_TYPE, Phase.GIFT_RUM, Phase.PIRATE, Phase.SHIP) and self.table.round_no == 0:
            self.answer(self.options()[0])
        table = self.table
        table.starter = table.first = 0
        table.wind = "NSEW".index(wind)
        for number in range(int(self.rules.cells)):
            self.lay(number, "S01a" if number % 2 else "S02a")
        table.pirate = 2 * int(self.rules.side) + 1 if pirate is None else pirate
        table.marker[:] = 0
        table.claimed[:] = 0
        table.mission[:] = [8, 9, 5]  # nobody fulfils these by chance
        table.box[:] = self.rules.goods_total - table.on_board
        table.stack[:] = self.players
        table.pool = self.rules.cannon_pool
        for seat in range(self.players):
            self.equip(seat, cell=cells[seat], rum=3, stern=Stern.ENYVESKEZO)
        table.round_no = 0
        table.place = 0
        table.stage = Stage.ROUND
        return self

    def equip(self, seat, goods=None, extensions=None, **fields):
        ship = self.ship(seat)
        fresh = dict.fromkeys(FRESH, 0)
        if "stern" in fields:
            ship.goods[:] = 0
            ship.extensions[:] = 0
            fields = {**fresh, **fields}
        for name, value in fields.items():
            setattr(ship, name, int(value))
        if goods is not None:
            ship.goods[:] = parse_goods(goods)
        if extensions is not None:
            ship.extensions[:] = ["hcsf".index(letter) >= 0 and extensions.count(letter) for letter in "hcsf"]
        return self

    def lay(self, cell, name):
        """Lay a tile by name: `S05b`, `H1a`."""
        first = FIRST_PORT if name[0] == "H" else 0
        number = int(name[1:-1]) - 1
        face = first + 2 * number + "ab".index(name[-1])
        self.table.face[cell] = face
        self.table.slot[cell, :] = 0
        self.table.n_open[cell] = self.rules.n_slots[face]
        return self

    def missions(self, *numbers):
        self.table.mission[:] = [number - 1 for number in numbers]
        return self

    def go(self):
        """Run on to the next question."""
        advance(self.rules, self.state, self.chance)
        return self

    def select(self, *cards):
        """Begin the round and lay everybody's cards, in the order of the seats that are asked."""
        self.go()
        for card in cards:
            assert self.phase == Phase.CARDS
            self.answer(parse_card(card))
        return self

    def stop_until(self, *phases):
        """Answer stop (or the lowest option) until one of these questions, or the end of the game."""
        for _ in range(500):
            if self.is_over or self.phase in phases:
                return self
            self.answer(self.options()[0])
        raise AssertionError("the question did not come")

    def end_turns(self):
        """Stop every turn of this round; the next round's cards are asked for."""
        return self.stop_until(Phase.CARDS)
