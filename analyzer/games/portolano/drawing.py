"""Portolano as a picture: the sea with its tiles and ports, the wind, the ships and the pirate."""

from collections.abc import Iterator
from typing import Any

from analyzer.games.portolano import data, encoding, notation
from analyzer.games.portolano.state import FIRST_PORT, HIDDEN_CARD, Deed, Extension, Phase, Stern, Way
from analyzer.games.shapes import Card, Drawing, Piece, Shape, box, disc, label, line, polygon

TILE, GAP, STRIP = 150, 6, 64
_DEEDS = {
    Deed.UPGRADE: "upgrade",
    Deed.GOODS_RUM: "goods ⇄ rum",
    Deed.GOODS_GOODS: "swap goods",
    Deed.FREE_RUM: "a rum",
    Deed.TALER: "a taler",
    Deed.PEACE: "Isle of Peace",
}
_KEY = (
    "North is up, and the sea goes on at the opposite edge. C cotton, W wine, T tea, B cocoa, K cannon: what can be"
    " picked up. A port shows its places, a crossed one is taken, and the rum it gives. Numbers in discs are the ships"
    " of the seats."
)


def draw(rules: Any, state: Any) -> Drawing:
    """Draw a position as the asked seat sees it."""
    table, side = state.table, int(rules.side)
    pieces = (_wind(rules, table), *_tiles(rules, table), *_ships(rules, table))
    seats = tuple(_seat(rules, table, seat) for seat in range(int(rules.players)))
    facts = _facts(rules, table)
    return Drawing(TILE * side, STRIP + TILE * side, pieces, _COLUMNS, seats, facts, _hand(state), key=_KEY)


def _place(rules: Any, cell: int) -> tuple[float, float]:
    row, column = divmod(int(cell), int(rules.side))
    return TILE * column, STRIP + TILE * row


# The sea


def _wind(rules: Any, table: Any) -> Piece:
    """Draw where the wind blows to."""
    way = Way(int(table.wind))
    tip = {Way.NORTH: (0, -22), Way.SOUTH: (0, 22), Way.EAST: (22, 0), Way.WEST: (-22, 0)}[way]
    x, y = 30 + tip[0], 30 + tip[1]
    wings = [(-tip[1] * 0.45, tip[0] * 0.45), (tip[1] * 0.45, -tip[0] * 0.45)]
    head = [(x, y), *((30 + tip[0] * 0.2 + wing[0], 30 + tip[1] * 0.2 + wing[1]) for wing in wings)]
    words = f"wind: blows to the {way.name.lower()}"
    shapes = (
        disc(30, 30, 27, "sea edge"),
        line(30 - tip[0], 30 - tip[1], x, y, "thick"),
        polygon(head, "ink"),
        label(66, 37, f"wind to the {way.name.lower()}", "small left"),
    )
    return Piece("wind", words, 0, 0, 250, 60, shapes)


def _tiles(rules: Any, table: Any) -> Iterator[Piece]:
    for cell in range(int(rules.cells)):
        face = int(table.face[cell])
        x, y = _place(rules, cell)
        parts = _port(rules, table, cell, face) if face >= FIRST_PORT else _sea(rules, face)
        words, ground, shapes = parts
        back = box(GAP / 2, GAP / 2, TILE - GAP, TILE - GAP, f"{ground} edge", 10)
        place = label(12, 24, notation.cell_name(rules, cell), "tiny muted left")
        yield Piece(
            f"tile{cell}", f"{notation.cell_name(rules, cell)}: {words}", x, y, TILE, TILE, (back, place, *shapes), 0
        )


def _sea(rules: Any, face: int) -> tuple[str, str, list[Shape]]:
    deed = _DEEDS[Deed(int(rules.deed[face]))]
    offered = [notation.GOODS_LETTERS[kind] for kind in range(3) if int(rules.printed[face]) >> kind & 1]
    offered += ["K"] if rules.shows_cannon[face] else []
    shapes: list[Shape] = [label(TILE / 2, 52, deed, "tiny strong")]
    first = TILE / 2 - 17 * len(offered)
    for place, letter in enumerate(offered):
        x = first + 34 * place
        shapes += [box(x + 2, 64, 30, 30, "tile edge", 4), label(x + 17, 86, letter, "small")]
    return f"sea, {deed}; to pick up: {' '.join(offered) or 'nothing'}", "sea", shapes


def _port(rules: Any, table: Any, cell: int, face: int) -> tuple[str, str, list[Shape]]:
    n = int(rules.n_slots[face])
    shapes: list[Shape] = [label(TILE / 2, 52, f"port, {rules.port_rum[face]} rum", "tiny strong")]
    words, first = [], TILE / 2 - 14 * n
    for slot in range(n):
        kind, is_taken = int(rules.slot_kind[face, slot]), bool(table.slot[cell, slot])
        x = first + 28 * slot
        shapes += [
            box(x + 1, 64, 26, 30, "closed edge" if is_taken else "tile edge", 4),
            label(x + 14, 86, notation.GOODS_LETTERS[kind], "small muted" if is_taken else "small"),
        ]
        if is_taken:
            shapes += [line(x + 3, 66, x + 25, 92, "edge"), line(x + 25, 66, x + 3, 92, "edge")]
        words.append(f"{notation.KIND_WORDS[kind]}{' taken' * is_taken}")
    return f"port for {', '.join(words)}; {rules.port_rum[face]} rum", "land", shapes


def _ships(rules: Any, table: Any) -> Iterator[Piece]:
    if int(table.ships[0].cell) >= 0 or int(table.phase) in (Phase.SHIP, Phase.PIRATE):
        x, y = _place(rules, int(table.pirate))
        if int(table.phase) != Phase.PIRATE:
            yield _pirate(rules, table, x, y)
    for seat in range(int(rules.players)):
        cell = int(table.ships[seat].cell)
        if cell >= 0:
            x, y = _place(rules, cell)
            words = f"ship of seat {seat}: at {notation.cell_name(rules, cell)}"
            shapes = (disc(13, 13, 13, f"seat{seat} edge"), label(13, 20, seat, "small strong inverse"))
            yield Piece(f"ship{seat}", words, x + 8 + 28 * seat, y + 108, 26, 26, shapes, 2)


def _pirate(rules: Any, table: Any, x: float, y: float) -> Piece:
    words = f"pirate: at {notation.cell_name(rules, int(table.pirate))}"
    shapes = (polygon([(0, 0), (72, 0), (62, 28), (10, 28)], "ink"), label(36, 20, "pirate", "tiny strong paper"))
    return Piece("pirate", words, x + 70, y + 6, 72, 28, shapes, 2)


# Beside the sea

_COLUMNS = ("ability", "rum", "goods", "talers", "cannons", "extensions", "worth", "chests", "cards laid", "missions")


def _seat(rules: Any, table: Any, seat: int) -> tuple[str, ...]:
    ship = table.ships[seat]
    kinds = [f"{int(n)} {kind.name.lower()}" for kind, n in zip(Extension, ship.extensions, strict=True) if n]
    markers = [
        f"{_ordinal(int(table.marker[place, seat]))} at {_mission(table, place)}"
        for place in _claimed(rules, table, seat)
    ]
    return (
        Stern(int(ship.stern)).name.capitalize().replace("_", " "),
        str(ship.rum),
        notation.goods_name(ship.goods).replace("-", "–"),
        str(ship.talers),
        str(ship.cannons),
        ", ".join(kinds) or "–",
        str(ship.worth),
        str(ship.chests),
        notation.card_name(int(ship.card)) if int(ship.card) != HIDDEN_CARD else "–",
        ", ".join(markers) or "–",
    )


def _claimed(rules: Any, table: Any, seat: int) -> list[int]:
    return [place for place in range(int(rules.revealed)) if table.marker[place, seat]]


def _ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _mission(table: Any, place: int) -> str:
    return f"M{int(table.mission[place]) + 1}"


def _facts(rules: Any, table: Any) -> dict[str, str]:
    left = [int(rules.row_length[table.layout, row] - table.head[row]) for row in range(3)]
    stack = zip(Extension, table.stack, strict=True)
    return {
        "round": f"{table.round_no}, seat {table.starter} begins{', the last one' * bool(table.closing)}",
        "supply": ", ".join(f"{n} {word}" for n, word in zip(left, notation.KIND_WORDS[:3], strict=True)),
        "cannons left": str(int(table.pool)),
        "extensions left": ", ".join(f"{int(n)} {kind.name.lower()}" for kind, n in stack),
        "missions": "; ".join(_mission_words(table, place) for place in range(int(rules.revealed))),
    }


def _mission_words(table: Any, place: int) -> str:
    mission = data.COMPONENTS.tree["mission"][int(table.mission[place])]
    need = ", ".join(f"{n} {name}" for name, n in mission["need"].items())
    return f"{_mission(table, place)} {need or mission['kind'].replace('_', ' ')}"


def _hand(state: Any) -> tuple[Card, ...]:
    """Show what only the owner sees: its own cards of this round, and what its chests are worth."""
    table, hand = state.table, state.hands[int(state.table.asked)]
    found = []
    if int(hand.card) != HIDDEN_CARD:
        found.append(
            Card(f"laid: {notation.card_name(int(hand.card))}", "the cards of this round, face down until the turn")
        )
    if int(table.ships[int(table.asked)].chests):
        found.append(Card(f"chests: {hand.chest_sum}", "what your own chests are worth"))
    return tuple(found)


def target(rules: Any, state: Any, answer: int) -> str | None:
    """Name the tile that an answer leads to."""
    table = state.table
    question, cell = int(table.phase), int(table.ships[int(table.asked)].cell)
    if question in (Phase.PIRATE, Phase.SHIP):
        return f"tile{answer}"
    if question == Phase.CARDS and answer != encoding.ANCHOR:
        cell = int(rules.next_cell[encoding.first_way(answer), cell])
        cell = int(rules.next_cell[encoding.second_way(answer), cell]) if encoding.is_pair(answer) else cell
    return f"tile{cell}" if question in (Phase.CARDS, Phase.UNLOAD, Phase.SEA, Phase.PORT_RUM) else None
