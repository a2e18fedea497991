"""Portolano in text: boards, ships and answers for replays, positions for tests."""

from typing import Any

from analyzer.games.portolano import encoding
from analyzer.games.portolano import state as codes
from analyzer.games.portolano.rules.board import card_cost
from analyzer.games.words import Words

GOODS_LETTERS = "CWTB"
KIND_WORDS = ("cotton", "wine", "tea", "cocoa")
WAY_LETTERS = "NSEW"
CAUSE_WORDS = {
    "ended": "ended: a good had run out on the supply board",
    "truncated": "cut off by the round limit and scored",
    "fault": "stopped by a policy's fault",
}
WORDS = Words(
    measures={
        "rounds": "rounds",
        "top_score": "highest score",
        "longest_wait": "most rounds on end without a token from the supply board",
    }
)
_DEEDS = {
    codes.Deed.UPGRADE: "upg",
    codes.Deed.GOODS_RUM: "g>r",
    codes.Deed.GOODS_GOODS: "g>g",
    codes.Deed.FREE_RUM: "rum",
}
_DEEDS |= {codes.Deed.TALER: "tal", codes.Deed.PEACE: "pea"}


def parse_card(text: str) -> int:
    """Read laid cards: `N`, `SE`, `EE` (east and 2x), `anchor`."""
    if text == "anchor":
        return encoding.ANCHOR
    ways = [WAY_LETTERS.index(letter) for letter in text]
    return ways[0] if len(ways) == 1 else encoding.PAIRS + 4 * ways[0] + ways[1]


def card_name(card: int) -> str:
    """Write laid cards."""
    if card == codes.HIDDEN_CARD:
        return "no card"
    if card == encoding.ANCHOR:
        return "anchor"
    if card < encoding.PAIRS:
        return WAY_LETTERS[card]
    return WAY_LETTERS[(card - encoding.PAIRS) >> 2] + WAY_LETTERS[(card - encoding.PAIRS) & 3]


def parse_goods(text: str) -> list[int]:
    """Read goods such as `CCWB` as counts by kind."""
    return [text.count(letter) for letter in GOODS_LETTERS]


def goods_name(goods: Any) -> str:
    """Write counts by kind as letters."""
    return "".join(letter * int(n) for letter, n in zip(GOODS_LETTERS, goods, strict=True)) or "-"


def cell_name(rules: Any, cell: int) -> str:
    """Write a cell as row and column, from the north-western corner."""
    row, column = divmod(int(cell), int(rules.side))
    return f"({row},{column})"


def tile_name(rules: Any, table: Any, cell: int) -> str:
    """Write the visible face of a tile: `upg:CW` with what can be picked up, or `CxWT+3` for a port."""
    face = int(table.face[cell])
    if face >= codes.FIRST_PORT:
        slots = "".join(_slot(rules, table, cell, face, slot) for slot in range(int(rules.n_slots[face])))
        return f"{slots}+{rules.port_rum[face]}"
    printed = "".join(letter for kind, letter in enumerate("CWT") if int(rules.printed[face]) >> kind & 1)
    return f"{_DEEDS[codes.Deed(int(rules.deed[face]))]}:{printed}{'K' if rules.shows_cannon[face] else ''}"


def _slot(rules: Any, table: Any, cell: int, face: int, slot: int) -> str:
    letter = GOODS_LETTERS[int(rules.slot_kind[face, slot])]
    return letter if table.slot[cell, slot] == 0 else letter.lower()


def render(rules: Any, state: Any) -> str:
    """Draw the board (port slots in small letters are taken), the supply, and every ship."""
    table = state.table
    rows = [_row_text(rules, table, row) for row in range(int(rules.side))]
    seats = [_ship_text(rules, table, seat) for seat in range(int(rules.players))]
    return "\n".join([_public_text(rules, table), *rows, *seats, _asked_text(state)])


def legend(rules: Any) -> list[str]:
    """Say what the codes of the board mean."""
    return [
        "C cotton, W wine, T tea, B cocoa, K cannon; N, S, E, W the four ways",
        "after a tile: the numbers of the ships there, P the pirate",
        "sea tiles: upg upgrade, g>r goods and rum, g>g goods for goods, rum a rum, tal a taler, pea Isle of Peace;"
        " after the colon what can be picked up",
        "ports: their places (small letters are taken) + the rum they give; supply: cotton/wine/tea",
        "extensions: h hold, c cannon, s sail, f fuse; M1 to M12 missions; markers: the place at each mission, 0 none",
    ]


def price(rules: Any, state: Any, answer: int) -> tuple[int, str] | None:
    """Return what an answer costs at once: the rum of a move."""
    if int(state.table.phase) != codes.Phase.CARDS:
        return None
    return int(card_cost(state.table, state.table.ships[int(state.table.asked)], answer)), "rum"


def _public_text(rules: Any, table: Any) -> str:
    left = [int(rules.row_length[table.layout, row] - table.head[row]) for row in range(3)]
    missions = " ".join(f"M{int(mission) + 1}" for mission in table.mission[: int(rules.revealed)])
    return (
        f"  round {table.round_no}, wind {WAY_LETTERS[int(table.wind)]}, start player {table.starter}; "
        f"supply {left[0]}/{left[1]}/{left[2]}, cannons {table.pool}, "
        f"extensions {'/'.join(str(int(n)) for n in table.stack)}; missions {missions}"
    )


def _row_text(rules: Any, table: Any, row: int) -> str:
    cells = range(row * int(rules.side), (row + 1) * int(rules.side))
    return "  " + " | ".join(
        f"{tile_name(rules, table, cell)} {_visitors(rules, table, cell)}".ljust(13) for cell in cells
    )


def _visitors(rules: Any, table: Any, cell: int) -> str:
    ships = "".join(str(seat) for seat in range(int(rules.players)) if int(table.ships[seat].cell) == cell)
    return ships + ("P" if int(table.pirate) == cell and int(table.ships[0].cell) >= 0 else "")


def _ship_text(rules: Any, table: Any, seat: int) -> str:
    ship = table.ships[seat]
    extensions = "".join(letter * int(n) for letter, n in zip("hcsf", ship.extensions, strict=True)) or "-"
    markers = "".join(str(int(table.marker[place, seat])) for place in range(int(rules.revealed)))
    return (
        f"  seat {seat} {codes.Stern(int(ship.stern)).name.lower()}: rum {ship.rum}, goods {goods_name(ship.goods)}, "
        f"talers {ship.talers}, cannons {ship.cannons}, extensions {extensions} worth {ship.worth}, "
        f"chests {ship.chests}, markers {markers or '-'}"
    )


def _asked_text(state: Any) -> str:
    return f"  seat {state.table.asked} is asked: {codes.Phase(int(state.table.phase)).name.lower()}"


def describe(rules: Any, state: Any, answer: int) -> str:
    """Put the answer to the question at hand into words."""
    phase = codes.Phase(int(state.table.phase))
    if phase in (codes.Phase.PIRATE, codes.Phase.SHIP):
        return f"puts the {phase.name.lower()} on {cell_name(rules, answer)}"
    if phase in (codes.Phase.GIFT_TYPE, codes.Phase.UPGRADE):
        return f"takes a {codes.Extension(answer).name.lower()} extension"
    if phase == codes.Phase.CARDS:
        cost = card_cost(state.table, state.table.ships[int(state.table.asked)], answer)
        return f"lays {card_name(answer)}, cost {cost}"
    if phase == codes.Phase.SEA:
        return _describe_sea(answer)
    if phase == codes.Phase.UNLOAD:
        return _describe_unload(answer)
    return _describe_small(phase, answer)


def _describe_sea(answer: int) -> str:
    if answer == encoding.STOP:
        return "stops"
    if answer < encoding.TAKE_CANNON:
        return f"takes from the {KIND_WORDS[answer - 1]} row"
    return {
        encoding.TAKE_CANNON: "takes a cannon",
        encoding.ACT: "uses the tile's action",
        encoding.SEFTES: "sells a good for rum",
    }[answer]


def _describe_unload(answer: int) -> str:
    if answer == encoding.STOP:
        return "stops unloading"
    if answer >= encoding.COCOA_TWO:
        return f"unloads cocoa on slots {answer - encoding.COCOA_TWO + 1} and {answer - encoding.COCOA_TWO + 2}"
    if answer >= encoding.COCOA_ONE:
        return f"unloads cocoa on slot {answer - encoding.COCOA_ONE + 1}"
    return f"unloads on slot {answer - encoding.OWN_KIND + 1}"


_ITEM_VERBS = {
    codes.Phase.RECOVER: "gives for rum",
    codes.Phase.RECOVER_MORE: "gives for rum",
    codes.Phase.TRADE: "trades",
    codes.Phase.SWAP_GIVE: "gives",
    codes.Phase.SWAP_TAKE: "takes",
    codes.Phase.SEFTES: "gives for rum",
    codes.Phase.DISCARD: "throws out",
    codes.Phase.LOSE: "loses",
    codes.Phase.LOOT: "takes as loot",
    codes.Phase.JETTISON: "throws overboard",
}


def _describe_small(phase: codes.Phase, answer: int) -> str:
    if phase in _ITEM_VERBS:
        return f"{_ITEM_VERBS[phase]} {codes.Item(answer).name.lower()}" if answer != encoding.STOP else "stops"
    if phase == codes.Phase.TRADE_WAY:
        return "trades rum for goods" if answer == encoding.TO_GOODS else "trades goods for rum"
    if phase == codes.Phase.GIFT_RUM:
        return "takes 4 rum" if answer == 0 else f"takes 3 rum and {KIND_WORDS[answer - 1]}"
    if phase == codes.Phase.KNIGHT:
        return "declares peace" if answer else "lets battles come"
    return f"takes {answer} rum" if phase == codes.Phase.PORT_RUM else f"chooses port {answer} of the stock"


def ending(rules: Any, state: Any) -> str:
    """Say how the game ended."""
    table, tally = state.table, state.tally
    cause = codes.Cause(int(table.cause)).name.lower()
    scores = ", ".join(f"seat {seat}: {tally.score[seat]}" for seat in range(int(rules.players)))
    winners = " and ".join(str(seat) for seat in range(int(rules.players)) if tally.share[seat] > 0)
    return f"round {table.round_no}: {CAUSE_WORDS[cause]}; {scores}; won by seat {winners}"
