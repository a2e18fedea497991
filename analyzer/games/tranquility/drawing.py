"""Tranquility as a picture: the grid with its gaps and what placements cost, Start and Finish, and the modules."""

from collections.abc import Iterator
from typing import Any

from analyzer.games.shapes import Card as HandCard
from analyzer.games.shapes import Drawing, Piece, Shape, box, disc, label, polygon
from analyzer.games.tranquility import encoding, notation
from analyzer.games.tranquility.rules import actions, hazards, options, placement
from analyzer.games.tranquility.state import Card, Kind, Phase

CELL, GAP, STRIP, MARGIN, WIDE_MARGIN = 100, 8, 52, 30, 84
WIDE = 6  # more columns than this need larger letters to be read on a telephone
_CARDS = {
    int(Card.START): "Start",
    int(Card.FINISH): "Finish",
    int(Card.MONSTER): "Monster",
    int(Card.WILD): "Wild",
    int(Card.YELLOW): "Yellow Storm",
    int(Card.PURPLE): "Purple Storm",
    int(Card.ORANGE): "Orange Storm",
}


def draw(rules: Any, state: Any) -> Drawing:
    """Draw a position as the asked seat sees it."""
    frame = _Frame(rules)
    pieces = (
        *_rows(frame, state.table),
        *_cells(frame, state.table),
        *_hints(frame, state),
        *_ends(frame, state.table),
    )
    columns, seats = _seats(rules, state.table)
    facts = _facts(rules, state.table)
    return Drawing(frame.width, frame.height, pieces, columns, seats, facts, _hand(state), key=_key(rules))


def _key(rules: Any) -> str:
    words = "The path begins at the bottom left. An empty cell shows which numbers still fit it, and in bold a card of"
    words += " the hand with the number of cards it costs there (… if other cards go there too)."
    words += " ✕ after sun or moon: still to be turned." * bool(rules.day_night)
    words += " A second, dashed edge: an Explorer card waits there." * bool(rules.explorer)
    return words + " In a corner: the seat that laid the Island." * bool(rules.competitive)


class _Frame:
    """Where cells lie: a pyramid is centred, row 0 is at the bottom."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.cells = range(1, int(rules.cells) + 1)
        self.columns = 1 + max(int(rules.column_of[cell]) for cell in self.cells)
        self.is_wide = self.columns > WIDE
        self.margin = WIDE_MARGIN if rules.has_rocks or rules.has_storms else MARGIN
        self.has_ends = not rules.competitive
        self.top = STRIP if self.has_ends else 4
        self.width = self.margin + CELL * self.columns + 4
        self.bottom = self.top + CELL * int(rules.n_rows)
        self.height = self.bottom + (STRIP + 4 if self.has_ends else 4)

    def row_y(self, row: int) -> float:
        return self.bottom - CELL * (row + 1)

    def place(self, cell: int) -> tuple[float, float]:
        row = int(self.rules.row_of[cell])
        last = max(int(self.rules.column_of[other]) for other in self.cells if self.rules.row_of[other] == row)
        shift = CELL * (self.columns - 1 - last) / 2
        return self.margin + shift + CELL * int(self.rules.column_of[cell]), self.row_y(row)


# Cells


def _cells(frame: _Frame, table: Any) -> Iterator[Piece]:
    for cell in frame.cells:
        x, y = frame.place(cell)
        number = int(table.number[cell])
        shapes = [*_ground(frame.rules, table, cell), label(11, 24, cell, "tiny muted left")]
        shapes += _island(frame.rules, table, cell, number) if number else []
        words = f"cell {cell}: {_cell_words(frame.rules, table, cell, number)}"
        yield Piece(f"cell{cell}", words, x, y, CELL, CELL, tuple(shapes), 1)


def _cell_words(rules: Any, table: Any, cell: int, number: int) -> str:
    if number == 0:
        return "empty, an Explorer card waits here" if table.border[cell] else "empty"
    words = f"Island {number}"
    if rules.day_night:
        words += f", {'moon' if table.side[cell] else 'sun'} up"
    return f"{words}, laid by seat {int(table.owner[cell]) - 1}" if rules.competitive else words


def _ground(rules: Any, table: Any, cell: int) -> list[Shape]:
    number = int(table.number[cell])
    inner = CELL - GAP
    is_shut = not number and rules.is_roof[cell] and table.lower_filled < rules.n_lower
    role = "tile edge" if number else ("closed edge dashed" if is_shut else "empty edge")
    shapes = [box(GAP / 2, GAP / 2, inner, inner, role, 8)]
    if is_shut:
        shapes.append(label(CELL / 2, 84, "roof: later", "tiny muted"))
    if table.border[cell]:
        shapes.append(box(GAP / 2 + 5, GAP / 2 + 5, inner - 10, inner - 10, "dashed", 5))
    return shapes


def _island(rules: Any, table: Any, cell: int, number: int) -> list[Shape]:
    shapes = [label(CELL / 2, 74 if rules.competitive else 64, number, "large strong")]
    if rules.day_night:
        shapes += _side(rules, table, cell)
    if rules.competitive:
        seat = int(table.owner[cell]) - 1
        shapes += [box(62, 8, 30, 24, f"seat{seat}", 6), label(77, 26, seat, "tiny strong inverse")]
    return shapes


def _side(rules: Any, table: Any, cell: int) -> list[Shape]:
    """Draw the side that is up, and whether it has to be turned."""
    is_moon = int(table.side[cell])
    words = "moon" if is_moon else "sun"
    words += "" if is_moon == int(rules.wanted_side[cell]) else " ✕"
    return [disc(20, 84, 8, "moon" if is_moon else "sun"), label(34, 90, words, "tiny left")]


# Gaps and costs


def _hints(frame: _Frame, state: Any) -> Iterator[Piece]:
    """Write into empty cells which numbers still fit, and what the asked hand can place there at which cost."""
    placements = _placements(frame.rules, state)
    for cell in frame.cells:
        if int(state.table.number[cell]):
            continue
        x, y = frame.place(cell)
        shapes = [_fitting(frame.rules, state.table, cell, "muted" if frame.is_wide else "small muted")]
        if cell in placements:
            card, cost = min(placements[cell], key=lambda item: item[1])
            shapes += [label(88, 24, "…", "tiny strong right")] if len(placements[cell]) > 1 else []
            between = "·" if frame.is_wide else " for "
            shapes.append(label(CELL / 2, 80, f"{card}{between}{cost}", "strong" if frame.is_wide else "tiny strong"))
        yield Piece(f"hint{cell}", "", x, y, CELL, CELL, tuple(shapes), 2)


def _fitting(rules: Any, table: Any, cell: int, role: str) -> Shape:
    """Write the numbers that fit a cell and leave room for the empty cells around it."""
    below, above = int(placement.laid_before(table, cell)), int(placement.laid_behind(rules, table, cell))
    least = (int(table.number[below]) if below else 0) + cell - below
    most = (int(table.number[above]) if above <= rules.cells else int(rules.islands) + 1) - (above - cell)
    if least > most:
        return label(CELL / 2, 54, "✕ none fits", "tiny danger")
    return label(CELL / 2, 54, least if least == most else f"{least}–{most}", role)


def _placements(rules: Any, state: Any) -> dict[int, list[tuple[int, int]]]:
    table, found = state.table, dict[int, list[tuple[int, int]]]()
    if int(table.phase) != Phase.ACTION or int(table.cause):
        return found
    seen = (rules, table, state.hands[int(table.asked)])
    for index in range(int(options.n_options(*seen))):
        action = int(options.option(*seen, index))
        card, cell = int(encoding.kind_of(action)), int(encoding.cell_of(action))
        if actions.is_island(card):
            found.setdefault(cell, []).append((card, int(placement.cost_at(rules, table, card, cell))))
    return found


# Rows, Start and Finish


def _rows(frame: _Frame, table: Any) -> Iterator[Piece]:
    for row in range(int(frame.rules.n_rows)):
        has_rocks, n_storms = int(table.rocks_row) == row, int(table.purple[row])
        shapes = [label(frame.margin - 10, 26 if frame.margin == WIDE_MARGIN else 60, row + 1, "tiny muted right")]
        closers = ["the Rocks"] * has_rocks + [f"{n_storms} purple Storm{'s' * (n_storms != 1)}"] * (n_storms > 0)
        words = f"row {row + 1}: {'closed by ' * bool(closers)}{' and '.join(closers) or 'open'}"
        if closers:
            shapes.append(box(2, 4, frame.width - 4, CELL - 8, "closed hatch", 10))
        if has_rocks:
            shapes += [polygon([(8, 46), (20, 20), (29, 34), (38, 16), (54, 46)], "ink"), _mark(34, 62, "Rocks")]
        if n_storms:
            shapes.append(_mark(34, 84, "Storm"))
        yield Piece(f"row{row}", words, 0, frame.row_y(row), frame.width, CELL, tuple(shapes), 0)


def _mark(x: float, y: float, text: str) -> Shape:
    return label(x, y, text, "tiny strong")


def _ends(frame: _Frame, table: Any) -> Iterator[Piece]:
    """Draw the Start below the first row and the Finish above the last one."""
    if not frame.has_ends:
        return
    laid = f"laid by seat {table.laid_by}" if table.started and int(table.laid_by) >= 0 else "laid"
    start = laid if table.started else "not yet laid"
    yield _end("start", f"Start: {start}", frame.margin + 4, frame.bottom + 6, bool(table.started))
    is_won = int(table.cause) == 1
    finish = "played" if is_won else "not yet played"
    yield _end("finish", f"Finish: {finish}", frame.width - 244, 4, is_won)


def _end(key: str, words: str, x: float, y: float, is_there: bool) -> Piece:
    shapes = (
        box(0, 0, 240, STRIP - 12, "tile edge" if is_there else "empty edge dashed", 8),
        label(120, 27, words, "tiny"),
    )
    return Piece(key, words, x, y, 240, STRIP - 12, shapes, 1)


# Beside the board


def _seats(rules: Any, table: Any) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    columns = ["hand", "draw pile", "discarded"]
    columns += ["Storms"] if rules.has_storms else []
    columns += ["points"] if rules.competitive else []
    rows = []
    for seat in range(int(rules.players)):
        row = [str(table.held[seat]), str(table.pile[seat]), str(table.discarded[seat])]
        row += [_storm_words(table, seat)] if rules.has_storms else []
        row += [str(table.score[seat])] if rules.competitive else []
        rows.append(tuple(row))
    return tuple(columns), tuple(rows)


def _storm_words(table: Any, seat: int) -> str:
    parts = [
        f"{int(n)} {colour}" for colour, n in (("yellow", table.yellow[seat]), ("orange", table.orange[seat])) if n
    ]
    return ", ".join(parts) or "–"


def _facts(rules: Any, table: Any) -> dict[str, str]:
    facts = {"filled": f"{table.filled} of {rules.cells} cells"}
    if rules.has_storms:
        facts |= {"Compasses": f"{table.stock}, {table.supply} in the supply"}
    if rules.explorer:
        facts |= {"Explorer deck": f"{table.explorers} cards", "open Finishes": str(int(table.open_finishes))}
    if rules.day_night:
        facts |= {
            "hands show": "the moon" if table.hands_side else "the sun",
            "on the wrong side": f"{table.n_wrong} Islands",
        }
    if rules.competitive:
        facts["face up"] = " ".join(notation.card_name(card) for card in table.market[: int(table.n_market)]) or "none"
    return facts


def _hand(state: Any) -> tuple[HandCard, ...]:
    hand = state.hands[int(state.table.asked)]
    return tuple(_card(int(card)) for card in hand.cards[: int(hand.held)])


def _card(card: int) -> HandCard:
    words = _CARDS.get(card, f"Island {card}")
    return HandCard(_CARDS.get(card, str(card)), words)


def target(rules: Any, state: Any, answer: int) -> str | None:
    """Name the piece that an answer is about."""
    question = int(state.table.phase)
    if question == Phase.ACTION:
        return _target_of_action(answer)
    if question in (Phase.ROCKS, Phase.PURPLE):
        return None if answer == hazards.STAY else f"row{answer}"
    if question == Phase.WILD_NUMBER:
        return f"cell{int(state.table.wild_cell)}"
    return f"cell{answer}" if question == Phase.EXPLORER_TARGET else None


def _target_of_action(answer: int) -> str | None:
    kind, cell = int(encoding.kind_of(answer)), int(encoding.cell_of(answer))
    if cell:
        return f"cell{cell}"
    if kind in (Kind.START, Kind.WILD_START):
        return "start"
    return "finish" if kind in (Kind.FINISH, Kind.WILD_FINISH, Kind.OPEN_FINISH) else None
