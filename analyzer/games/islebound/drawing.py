"""Islebound as a picture: the map with its towns and ships, the influence track and the buildings on sale."""

import math
from collections.abc import Iterator
from typing import Any

from analyzer.games.islebound import encoding, notation
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.rules.end import score_of
from analyzer.games.shapes import Card, Drawing, Piece, Shape, box, disc, label, polygon

WIDTH, HEX = 660.0, 330.0  # of the map, and of one of its four boards
RADIUS = HEX / math.sqrt(3)
TOWN_WIDTH, TOWN_HEIGHT = 146, 108
MIDDLES = ((330, RADIUS), (HEX / 2, 2.5 * RADIUS), (1.5 * HEX, 2.5 * RADIUS), (330, 4 * RADIUS))  # of N, W, E and S
PORTS = ((4, 40), (510, 40), (4, 5 * RADIUS - 150), (510, 5 * RADIUS - 150))  # NW, NE, SW and SE
# where the regions L, R and B lie on a board, from its middle: B below or above (AMB-43)
CUTS = (((-149, -100), (3, -100), (-73, 24)), ((-149, -8), (3, -8), (-73, -132)))
TRACK_TOP = 5 * RADIUS + 14
SPACE, CARD_HEIGHT = 40, 96
_TAKES = {1: "attack", 2: "ally", 3: "attack or ally"}
_PLACEHOLDER = " (placeholder)"
_KEY = (
    "Every region shows its town, what it takes to win it and the fee of a visit; a filled bar with a number is the"
    " seat it belongs to. Discs are the ships of the seats. Below: the influence track, and the buildings on sale with"
    " their price in coins and the books they need."
)


def draw(rules: Any, state: Any) -> Drawing:
    """Draw a position as the asked seat sees it."""
    table = state.table
    pieces = (*_boards(), *_towns(rules, table), *_ships(rules, table), *_track(rules, table), *_row(rules, table))
    seats = tuple(_seat(rules, table, seat) for seat in range(int(rules.players)))
    height = TRACK_TOP + 78 + CARD_HEIGHT
    return Drawing(WIDTH, height, pieces, _COLUMNS, seats, _facts(rules, table), _hand(rules, state), key=_KEY)


# The map


def _boards() -> Iterator[Piece]:
    for number, (x, y) in enumerate(MIDDLES):
        corners = [(math.cos(math.radians(60 * k - 30)), math.sin(math.radians(60 * k - 30))) for k in range(6)]
        shape = polygon([(RADIUS * (1 + u), RADIUS * (1 + v)) for u, v in corners], "sea edge")
        yield Piece(f"board{number}", "", x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, (shape,), 0)


def _corner(rules: Any, table: Any, town: int) -> tuple[float, float]:
    """Return where the box of a town begins."""
    slot = int(table.slot[town])
    if slot >= codes.FIRST_PORT_SLOT:
        return PORTS[slot - codes.FIRST_PORT_SLOT]
    x, y = MIDDLES[slot // codes.BOARD_REGIONS]
    across, down = CUTS[bool(rules.region_cut)][slot % codes.BOARD_REGIONS]
    return x + across, y + down


def _towns(rules: Any, table: Any) -> Iterator[Piece]:
    for town in range(codes.N_TOWNS):
        x, y = _corner(rules, table, town)
        owner = int(table.owner[town])
        whose = "free" if owner == codes.NOBODY else f"belongs to seat {owner}"
        yield Piece(
            f"town{town}",
            f"{notation.town_name(town)}: {whose}",
            x,
            y,
            TOWN_WIDTH,
            TOWN_HEIGHT,
            _town(rules, town, owner),
            1,
        )


def _town(rules: Any, town: int, owner: int) -> tuple[Shape, ...]:
    ground = "wood" if rules.is_port[town] else "land"
    fee = f"fee {rules.fee_coin[town]} coin{'s' * (int(rules.fee_coin[town]) != 1)}"
    shapes = [
        box(2, 2, TOWN_WIDTH - 4, TOWN_HEIGHT - 4, f"{ground} edge", 10),
        label(TOWN_WIDTH / 2, 26, notation.TOWN_NAMES[town], "tiny strong"),
        label(TOWN_WIDTH / 2, 47, f"{_TAKES[int(rules.takes[town])]} {rules.strength[town]}", "tiny"),
        label(TOWN_WIDTH / 2, 67, fee, "tiny muted"),
    ]
    if owner != codes.NOBODY:
        shapes += [box(100, 76, 38, 24, f"seat{owner} edge", 5), label(119, 95, f"of {owner}", "tiny strong inverse")]
    return tuple(shapes)


def _ships(rules: Any, table: Any) -> Iterator[Piece]:
    for seat in range(int(rules.players)):
        town = int(table.region[seat])
        if town >= 0:
            x, y = _corner(rules, table, town)
            shapes = (disc(12, 12, 12, f"seat{seat} edge"), label(12, 18, seat, "tiny strong inverse"))
            yield Piece(
                f"ship{seat}",
                f"ship of seat {seat}: at {notation.town_name(town)}",
                x + 8 + 23 * seat,
                y + 76,
                24,
                24,
                shapes,
                2,
            )


# The renown board and the row


def _track(rules: Any, table: Any) -> Iterator[Piece]:
    """Draw the influence track: the value of each space, and whose cube lies there."""
    for space in range(int(rules.n_spaces)):
        holder = int(table.space[space])
        words = {codes.NOBODY: "empty", codes.BLOCKED: "closed"}.get(holder, f"seat {holder}")
        ground = {codes.NOBODY: "empty", codes.BLOCKED: "closed"}.get(holder, f"seat{holder}")
        sign = {codes.NOBODY: "", codes.BLOCKED: "✕"}.get(holder, str(holder))
        shapes = (
            box(1, 22, SPACE - 2, SPACE - 6, f"{ground} edge", 5),
            label(
                SPACE / 2,
                46,
                sign,
                "small strong" if holder in (codes.NOBODY, codes.BLOCKED) else "small strong inverse",
            ),
            label(SPACE / 2, 16, int(rules.space_value[space]), "tiny muted"),
        )
        x, y = 4 + SPACE * (space % 16), TRACK_TOP + 60 * (space // 16)
        yield Piece(f"space{space}", f"influence space {space + 1}: {words}", x, y, SPACE, SPACE + 16, shapes, 1)


def _row(rules: Any, table: Any) -> Iterator[Piece]:
    n = max(int(rules.n_row), 1)
    width = (WIDTH - 4) / n
    for place in range(0 if rules.architect else n):
        card = int(table.row[place])
        words = f"building {place + 1} on sale: {_short(card) if card >= 0 else 'none'}"
        ground = "tile edge" if card >= 0 else "empty edge dashed"
        shapes = [box(2, 2, width - 4, CARD_HEIGHT - 4, ground, 8), *_on_sale(rules, place, card, width)]
        yield Piece(f"sale{place}", words, 2 + width * place, TRACK_TOP + 74, width, CARD_HEIGHT, tuple(shapes), 1)


def _on_sale(rules: Any, place: int, card: int, width: float) -> list[Shape]:
    if card < 0:
        return []
    books = int(rules.row_books[place])
    need = [f"{books} book{'s' * (books != 1)}"] if books else []
    names = [label(width / 2, 24 + 19 * number, text, "tiny strong") for number, text in enumerate(_lines(card))]
    terms = enumerate([f"{rules.price[card]} coins", *need])
    return [*names, *(label(width / 2, 66 + 19 * number, text, "tiny muted") for number, text in terms)]


def _short(card: int) -> str:
    return notation.building_name(card).removesuffix(_PLACEHOLDER)


def _lines(card: int) -> list[str]:
    """Write a building in at most two lines."""
    first, _, rest = _short(card).partition(" ")
    return [first, rest] if len(_short(card)) > 12 and rest else [_short(card)]


# Beside the map

_COLUMNS = (
    "points",
    *notation.GOODS,
    "crew on deck",
    "exhausted",
    "injured",
    "renown",
    "influence",
    "towns",
    "buildings",
)


def _seat(rules: Any, table: Any, seat: int) -> tuple[str, ...]:
    towns = [notation.town_name(number) for number, owner in enumerate(table.owner) if int(owner) == seat]
    buildings = [
        _short(number) for number in range(len(notation.BUILDING_NAMES)) if int(table.owned[seat]) >> number & 1
    ]
    return (
        str(int(score_of(rules, table, seat))),
        *(str(int(n)) for n in table.goods[seat]),
        *(_crew(counts[seat]) for counts in (table.deck, table.tired, table.hurt)),
        f"{table.tiles[seat]} tiles + {table.track[seat]}",
        str(int(table.influence[seat])),
        ", ".join(towns) or "–",
        ", ".join(buildings) or "–",
    )


def _crew(counts: Any) -> str:
    return ", ".join(f"{n} {notation.KINDS[kind]}" for kind, n in enumerate(counts) if n).replace("_", " ") or "–"


def _facts(rules: Any, table: Any) -> dict[str, str]:
    events = [int(rules.event_town[int(table.event_top[pile])]) for pile in (0, 1) if table.event_left[pile]]
    crew = [notation.KINDS[int(kind)].replace("_", " ") if kind >= 0 else "–" for kind in table.recruit]
    return {
        "round": f"{table.round_no}{', the last one' if int(table.last_round) == int(table.round_no) else ''}",
        "events at": ", ".join(notation.town_name(town) for town in events) or "none",
        "crew for hire": "; ".join(crew),
        "treasure map": f"{table.coins_on_map} coins",
        "supply": f"{table.tiles_left} renown tiles, {table.pirates_left} pirates, {table.serpents_left} serpents",
    }


def _hand(rules: Any, state: Any) -> tuple[Card, ...]:
    hand = state.hands[int(state.table.asked)]
    if not rules.architect:
        return ()
    names = [_short(number) for number in range(len(notation.BUILDING_NAMES)) if int(hand.cards) >> number & 1]
    pack = [_short(number) for number in range(len(notation.BUILDING_NAMES)) if int(hand.pack) >> number & 1]
    return (*(Card(name, "in hand") for name in names), *(Card(f"may draft {name}", "of the pack") for name in pack))


def target(rules: Any, state: Any, answer: int) -> str | None:
    """Name the piece that an answer is about."""
    table, question = state.table, int(state.table.phase)
    if question == codes.Phase.PLAN:
        return f"town{int(encoding.town_of(answer))}"
    if question == codes.Phase.HOME:
        return f"town{answer}"
    if question == codes.Phase.BUILD:
        return f"sale{answer - 1}" if answer > 0 and not rules.architect else None
    if question == codes.Phase.FREE:
        return _target_of_free(rules, table, answer)
    return f"town{int(table.region[int(table.asked)])}" if question == codes.Phase.ACTION else None


def _target_of_free(rules: Any, table: Any, answer: int) -> str | None:
    if encoding.EVENT <= answer < encoding.EVENT + 2:
        return f"town{int(rules.event_town[int(table.event_top[answer - encoding.EVENT])])}"
    return (
        f"sale{answer - encoding.BUY}"
        if not rules.architect and encoding.BUY <= answer < encoding.BUY + int(rules.n_row)
        else None
    )
