"""Rumini as a picture: the map as far as it has grown, with flags and chests."""

from collections.abc import Iterator
from typing import Any

from analyzer.games.rumini import encoding, notation
from analyzer.games.rumini.state import CARDS, DEVICES, KIND_OF, Device, Kind, Phase
from analyzer.games.shapes import Card, Drawing, Piece, Shape, box, disc, label, line, polygon

CELL, GAP, AXIS = 100, 6, 38
LEAST = 5  # columns and rows that are shown, however small the map is
_SHORT = ("map", "water", "spyglass", "casket", "hat", "dropper", "bell", "catcher")  # by Device
_KEY = (
    "Every card shows what it is and the device it gives; ★ a chest. A thick edge: surrounded on all four sides. A flag"
    " has the number of its seat. Columns are counted to the right, rows downwards."
)


def draw(rules: Any, state: Any) -> Drawing:
    """Draw a position as the asked seat sees it."""
    table = state.table
    pieces = tuple(_cards(rules, table))
    left, top, width, height = _view(table)
    seats = tuple(_seat(rules, table, seat) for seat in range(int(rules.players)))
    facts = _facts(rules, table)
    marks = (*_axis(left, width, top, height), *pieces)
    return Drawing(width, height, marks, _COLUMNS, seats, facts, _hand(state), left, top, _KEY)


def _view(table: Any) -> tuple[float, float, float, float]:
    """Frame the map, with room for the numbers of columns and rows."""
    cards = [card for card in range(1, CARDS) if table.laid[card]]
    spans = []
    for places in ([int(table.x[card]) for card in cards], [int(table.y[card]) for card in cards]):
        first, last = min(places), max(places)
        spare = max(LEAST - (last - first + 1), 0)
        spans.append((first - spare // 2, last + spare - spare // 2))
    (x1, x2), (y1, y2) = spans
    width, height = CELL * (x2 - x1 + 1), CELL * (y2 - y1 + 1)
    return CELL * x1 - AXIS, CELL * y1 - AXIS, width + AXIS, height + AXIS


def _axis(left: float, width: float, top: float, height: float) -> Iterator[Piece]:
    """Write the numbers of the columns above, those of the rows at the left."""
    columns, rows = _steps(left + AXIS, width - AXIS), _steps(top + AXIS, height - AXIS)
    across = [label(place + CELL / 2, top + 24, int(place // CELL), "tiny muted") for place in columns]
    down = [label(left + 30, place + 56, int(place // CELL), "tiny muted right") for place in rows]
    yield Piece("axis", "", 0, 0, 0, 0, (*across, *down), 0)


def _steps(first: float, length: float) -> list[float]:
    return [first + CELL * step for step in range(int(length // CELL))]


# Map cards


def _cards(rules: Any, table: Any) -> Iterator[Piece]:
    for card in range(1, CARDS):
        if not table.laid[card]:
            continue
        x, y = int(table.x[card]), int(table.y[card])
        yield Piece(
            f"card{card}",
            _words(rules, table, card, x, y),
            CELL * x,
            CELL * y,
            CELL,
            CELL,
            _card(rules, table, card),
            1,
        )


def _words(rules: Any, table: Any, card: int, x: int, y: int) -> str:
    words = f"{notation.card_name(rules, card)}: at ({x},{y})"
    words += ", surrounded" if table.sides[card] == 4 else ""
    return words + (f", flag of seat {int(table.flag[card]) - 1}" if table.flag[card] else "")


def _card(rules: Any, table: Any, card: int) -> tuple[Shape, ...]:
    kind = int(KIND_OF[card])
    ground = "land" if kind in (Kind.ISLAND, Kind.LIGHTHOUSE) else "sea"
    edge = "edge thick" if table.sides[card] == 4 else "edge"
    shapes = [box(GAP / 2, GAP / 2, CELL - GAP, CELL - GAP, f"{ground} {edge}", 8), *_PICTURES[kind]]
    shapes.append(label(CELL / 2, 88, _SHORT[int(rules.device_of[card])], "tiny"))
    if rules.chest[card]:
        shapes.append(label(84, 30, "★", ""))
    if table.flag[card]:
        seat = int(table.flag[card]) - 1
        shapes += [
            line(14, 10, 14, 60, "thick"),
            polygon([(14, 10), (44, 10), (44, 36), (14, 36)], f"seat{seat} edge"),
            label(29, 31, seat, "small strong inverse"),
        ]
    return tuple(shapes)


_PICTURES: dict[int, list[Shape]] = {
    int(Kind.SHIP): [
        polygon([(24, 50), (76, 50), (66, 66), (34, 66)], "ink"),
        polygon([(49, 16), (49, 46), (72, 46)], "ink"),
    ],
    int(Kind.ISLAND): [
        polygon([(20, 66), (34, 44), (50, 36), (66, 44), (80, 66)], "ink"),
        line(50, 38, 50, 18, "thick"),
        polygon([(34, 22), (50, 12), (66, 22), (50, 20)], "ink"),
    ],
    int(Kind.SHARK): [
        polygon([(22, 60), (40, 50), (52, 22), (60, 50), (78, 60)], "ink"),
        line(16, 66, 84, 66, "edge"),
    ],
    int(Kind.LIGHTHOUSE): [
        polygon([(40, 66), (44, 28), (56, 28), (60, 66)], "ink"),
        disc(50, 20, 8, "sun edge"),
        line(20, 14, 38, 18, "edge"),
        line(62, 18, 80, 14, "edge"),
    ],
}


# Beside the map

_COLUMNS = ("devices up", "which", "bazaar cards", "portholes", "treasures", "turns to miss")


def _seat(rules: Any, table: Any, seat: int) -> tuple[str, ...]:
    up = [notation.device_name(device) for device in range(DEVICES) for _ in range(int(table.up[seat, device]))]
    counts = (table.bazaar[seat], table.held[seat], table.treasures[seat], table.misses[seat])
    return (f"{table.n_up[seat]} of {rules.collect}", ", ".join(up) or "–", *(str(int(n)) for n in counts))


def _facts(rules: Any, table: Any) -> dict[str, str]:
    piles = {f"pile of {notation.kind_name(kind)}s": _pile(rules, table, kind) for kind in range(len(Kind))}
    decks = f"{table.draw_pile} to draw, {table.discards} discarded"
    return {**piles, "porthole cards": decks, "treasure cards": f"{table.treasure_pile} to draw"}


def _pile(rules: Any, table: Any, kind: int) -> str:
    if not table.left[kind]:
        return "empty"
    return f"{notation.device_name(int(rules.device_of[int(table.top[kind])]))} on top of {table.left[kind]}"


def _hand(state: Any) -> tuple[Card, ...]:
    hand = state.hands[int(state.table.asked)]
    faces = [Card(_face(int(face)), notation.face_name(int(face))) for face in hand.cards[: int(hand.held)]]
    held = [face for face, n in enumerate(hand.treasure) for _ in range(int(n))]
    needs = [Device(device) for device in range(DEVICES) for _ in range(int(hand.need[device]))]
    treasures = [Card(notation.treasure_name(face), "treasure card") for face in held]
    return (
        *faces,
        *treasures,
        *(Card(f"needs {notation.device_name(need)}", "own device, still down") for need in needs),
    )


def _face(face: int) -> str:
    """Write a porthole card as it looks: side by side, or one above the other."""
    between = " over " if face >> 4 else " beside "
    return f"{notation.kind_name(face >> 2 & 3)}{between}{notation.kind_name(face & 3)}"


def target(rules: Any, state: Any, answer: int) -> str | list[int] | None:
    """Name the place that a card goes to, or the card that gets a flag."""
    question = int(state.table.phase)
    if question == Phase.FLAG:
        return f"card{answer}"
    is_play = question == Phase.MAIN and encoding.face_of(answer) >= 0
    if not is_play and question != Phase.JOKER:
        return None
    return (
        [CELL * int(encoding.x_of(answer)), CELL * int(encoding.y_of(answer)), CELL, CELL]
        if encoding.card_of(answer)
        else None
    )
