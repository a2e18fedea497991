"""Scenes of the modules for tests: any table, written down in the words of the rules, at the beginning of a turn.

A scene is a `Position` whose table is set directly; then the turn begins through the rules. Options have names:
see `Scene.name`.
"""

from __future__ import annotations

from typing import Any

from analyzer.games.tranquility.encoding import cell_of, kind_of, share_of
from analyzer.games.tranquility.notation import card_name, parse_cards
from analyzer.games.tranquility.rules.hazards import STAY
from analyzer.games.tranquility.rules.setup import clear_modules, clear_table
from analyzer.games.tranquility.rules.turn import advance
from analyzer.games.tranquility.state import Card, Explorer, Kind, Stage
from tests.games.tranquility import positions

COLOURS = {int(Card.YELLOW): "yellow", int(Card.PURPLE): "purple", int(Card.ORANGE): "orange"}
EXPLORERS = {"B": int(Explorer.BORDER), "C": int(Explorer.COMPASS), "R": int(Explorer.ROCKS)}
WITHOUT_CELL = {
    int(Kind.DISCARD_TWO): "discard_two",
    int(Kind.FINISH): "finish",
    int(Kind.DUMP): "dump",
    int(Kind.WILD_START): "wild_start",
    int(Kind.WILD_FINISH): "wild_finish",
    int(Kind.FLIP_HANDS): "flip_hands",
    int(Kind.OPEN_FINISH): "open_finish",
}
WITH_CELL = {
    int(Kind.MONSTER): "monster",
    int(Kind.WILD_ISLAND): "wild",
    int(Kind.WILD_MONSTER): "wild_monster",
    int(Kind.FLIP): "flip",
}
NUMBERS = ("OFFER", "TOP", "PURPLE", "WILD_NUMBER", "FREE_DUMP")


class Scene(positions.Position):
    """A game with modules, asked and answered in the words of the rules."""

    def __init__(self, players: int = 2, variant: str = "base", sets: tuple[str, ...] = (), **where: int):
        super().__init__(players, variant, sets, **where)
        self.players = int(self.rules.players)  # `as2p`: one player, two hands

    # options in words

    def name(self, code: int) -> Any:
        phase = self.phase
        if phase == "ACTION":
            kind, cell = int(kind_of(code)), int(cell_of(code))
            if kind in WITHOUT_CELL:
                return WITHOUT_CELL[kind]
            return (WITH_CELL[kind], cell - 1) if kind in WITH_CELL else ("place", kind, cell - 1)
        if phase in NUMBERS:
            return code
        if phase == "ROCKS":
            return "stay" if code == STAY else code
        if phase == "SPLIT":
            return tuple(int(share_of(code, seat)) for seat in range(self.players))
        if phase == "CANCEL" or (phase == "WILD_CLEAR" and self.table.storm):
            return "cancel" if code else "no"
        if phase in ("CLEAR", "WILD_CLEAR"):
            return (COLOURS[code >> 6], code & 63) if code else "none"
        if phase == "EXPLORER_TARGET":
            return code - 1
        if phase == "COMP_DRAW":
            return int(self.table.market[code])
        cards = self.cards(self.asked)
        return tuple(sorted(card for slot, card in enumerate(cards) if code >> slot & 1))

    def do(self, *names: Any) -> Scene:
        """Answer the next questions by name; cards to give up as a text such as `3 F`."""
        for name in names:
            wanted = tuple(sorted(name.split())) if isinstance(name, str) and self.gives else name
            code = next((code for code in self.codes() if self.name(code) == wanted), None)
            assert code is not None, f"{self.phase} of seat {self.asked}: {name!r} is not among {self.options()}"
            self.answer(code)
        return self

    @property
    def gives(self) -> bool:
        """Cards are to be given up."""
        return self.phase in ("PAY", "DISCARD_TWO", "GIVE", "ROCKS_PAY", "YELLOW_DOWN", "FLIP_PAY")

    def kinds(self) -> set[str]:
        """The kinds of action on offer."""
        return {option if isinstance(option, str) else option[0] for option in self.options()}

    def of_kind(self, kind: str) -> list[Any]:
        """What is offered of a kind: path indices, or (number, path index) of Islands."""
        found = [option[1:] for option in self.options() if option[0] == kind]
        return [rest[0] if len(rest) == 1 else rest for rest in found]

    # the table in words

    @property
    def rocks(self) -> int | None:
        return None if self.table.rocks_row < 0 else int(self.table.rocks_row)

    def storms(self) -> dict[str, list[int]]:
        rows = [int(n) for n in self.table.purple[: int(self.rules.n_rows)]]
        seats = {name: [int(n) for n in self.table[name][: self.players]] for name in ("yellow", "orange")}
        return {"purple": rows, **seats}

    def compasses(self) -> tuple[int, int]:
        """Stock and supply."""
        return int(self.table.stock), int(self.table.supply)

    def discarded(self) -> list[int]:
        return [int(n) for n in self.table.discarded[: self.players]]

    # setting a scene

    def lay(self, grid: dict[int, int]) -> None:
        super().lay(grid)
        table, rules = self.table, self.rules
        table.row_filled[:] = 0
        table.lower_filled = 0
        for p, number in grid.items():
            table.row_filled[rules.row_of[p + 1]] += 1
            table.lower_filled += 1 - rules.is_roof[p + 1]
            table.played[number] = 1

    def lay_sides(self, moons: set[int]) -> None:
        """Turn the Islands at these path indices to the moon, all others to the sun."""
        table, rules = self.table, self.rules
        table.n_wrong = 0
        for p in range(self.cells):
            table.side[p + 1] = p in moons
            if table.number[p + 1]:
                table.n_wrong += int(table.side[p + 1] != rules.wanted_side[p + 1])

    def lay_storms(self, yellow: dict[int, int], orange: dict[int, int], purple: dict[int, int]) -> None:
        """Lay Storms before seats, and purple ones on rows by the seat that drew them."""
        for seat, n in yellow.items():
            self.table.yellow[seat] = n
        for seat, n in orange.items():
            self.table.orange[seat] = n
        for row, seat in purple.items():
            self.table.purple[row] += 1
            self.table.purple_by[seat, row] += 1
        self.table.n_storms = sum(yellow.values()) + sum(orange.values()) + len(purple)

    def give_explorers(self, text: str) -> None:
        """Give the Explorer deck, the next card first: B border, C compass, R rocks, F M Y P O."""
        cards = [EXPLORERS[word] if word in EXPLORERS else parse_cards(word)[0] for word in text.split()]
        self.state.hidden.explorer[: len(cards)] = cards[::-1]
        self.table.explorers = len(cards)

    def begin(self) -> Scene:
        """Begin the turn of the active player."""
        self.table.stage = Stage.TURN
        advance(self.rules, self.state, self.chance)
        return self


def scene(
    variant: str = "base",
    *,
    players: int = 2,
    sets: tuple[str, ...] = (),
    grid: dict[int, int] | None = None,
    hands: dict[int, str] | None = None,
    piles: dict[int, str] | None = None,
    started: bool = True,
    turn_of: int = 0,
    rocks: int | None = None,
    yellow: dict[int, int] | None = None,
    orange: dict[int, int] | None = None,
    purple: dict[int, int] | None = None,
    stock: int = 0,
    supply: int | None = None,
    explorers: str = "",
    open_finishes: int = 0,
    moons: set[int] | None = None,
    hands_side: int = 0,
    turn: int = 20,
    begin: bool = True,
) -> Scene:
    """Set a scene; hands and piles that are not named hold unused Islands (a short hand has no pile)."""
    game = Scene(players, variant, sets)
    rules, table = game.rules, game.table
    clear_table(rules, game.state)
    clear_modules(rules, game.state)
    game.lay(grid or {})
    game.lay_sides(moons or set())
    game.lay_storms(yellow or {}, orange or {}, purple or {})
    given = {seat: parse_cards(text) for seat, text in (hands or {}).items()}
    stacked = {seat: parse_cards(text) for seat, text in (piles or {}).items()}
    used = {*(grid or {}).values(), *(card for cards in (*given.values(), *stacked.values()) for card in cards)}
    unused = [number for number in range(int(rules.islands), 0, -1) if number not in used]
    whole = int(rules.hand_limit)
    limits = [min(3, whole) if seat in (yellow or {}) else whole for seat in range(game.players)]
    for seat, limit in enumerate(limits):
        game.give_hand(seat, given.get(seat) if seat in given else [unused.pop() for _ in range(limit)])
    each = min(len(unused) // game.players, 6)
    for seat, limit in enumerate(limits):
        is_full = int(table.held[seat]) >= limit
        game.give_pile(seat, stacked.get(seat) if seat in stacked else [unused.pop() for _ in range(each * is_full)])
    table.started = int(started)
    table.active = table.asked = table.first = turn_of
    table.turn = turn
    table.rocks_row = -1 if rocks is None else rocks
    table.stock = stock
    table.supply = int(rules.compasses) if supply is None else supply
    table.open_finishes = open_finishes
    table.hands_side = hands_side
    for cell in range(1, game.cells + 1):
        table.border[cell] = rules.is_border[cell] if rules.explorer and not table.number[cell] else 0
    game.give_explorers(explorers)
    return game.begin() if begin else game


def row(number: int, first: int, columns: int = 6) -> dict[int, int]:
    """Fill a row of the grid with consecutive numbers."""
    return {columns * number + column: first + column for column in range(columns)}


def rows(*numbers: int) -> dict[int, int]:
    """Fill rows of the grid, far from consecutive."""
    return {6 * r + c: 13 * r + 2 * c + 1 for r in numbers for c in range(6)}


def full() -> dict[int, int]:
    """All 36 cells of the grid filled with ascending numbers."""
    return {p: 1 + 2 * p for p in range(36)}


def hand_names(cards: list[int]) -> list[str]:
    return [card_name(card) for card in cards]
