"""Rumini in text: positions for tests, maps and answers for replays."""

from typing import Any

from analyzer.games.rumini.encoding import END, EXCHANGE, GIVE_UP, TREASURE, card_of, face_of, porthole, x_of, y_of
from analyzer.games.rumini.state import CARDS, DEVICES, KIND_OF, Cause, Device, Kind, Phase, Treasure
from analyzer.games.words import Words

CAUSE_WORDS = {
    "won": "won: all devices up",
    "stalled": "stalled: nobody placed a card for some rounds",
    "truncated": "cut off by the round limit",
    "fault": "stopped by a policy's fault",
}
WORDS = Words(
    measures={
        "placements": "cards placed or moved",
        "moves": "cards moved on the map",
        "recaptures": "captures of cards captured before",
        "lead_changes": "changes of the lead",
    },
    score="devices",
)
_LETTERS = "SIKL"  # ship, island, shark (K), lighthouse


def kind_name(kind: int) -> str:
    """Write a kind."""
    return Kind(int(kind)).name.lower()


def device_name(device: int) -> str:
    """Write a device."""
    return Device(int(device)).name.lower().replace("_", " ")


def card_name(rules: Any, card: int) -> str:
    """Write a map card: its kind, its device, and a star for a chest."""
    chest = "*" if rules.chest[card] else ""
    return f"{kind_name(KIND_OF[card])} ({device_name(rules.device_of[card])}{chest})"


def face_name(face: int) -> str:
    """Write a porthole card such as H(shark, island)."""
    return f"{'HV'[face >> 4]}({kind_name(face >> 2 & 3)}, {kind_name(face & 3)})"


def parse_face(text: str) -> int:
    """Read a porthole card such as `H(shark, island)`."""
    first, second = (Kind[word.strip().upper()] for word in text[2:-1].split(","))
    return int(porthole("HV".index(text[0]), int(first), int(second)))


def treasure_name(face: int) -> str:
    """Write a treasure card."""
    if face < Treasure.EVENT:
        return Treasure(face).name.lower()
    return f"event ({device_name(face - Treasure.EVENT)})"


def render(rules: Any, state: Any) -> str:
    """Draw the map, the piles, what the seats have in front of them, and the hand of the asked seat."""
    table = state.table
    seats = [_seat_text(rules, table, seat) for seat in range(int(rules.players))]
    return "\n".join([*_map_rows(table), _piles_text(rules, table), *seats, _hand_text(state)])


def legend(rules: Any) -> list[str]:
    """Say what the codes of the map mean."""
    return [
        "S ship, I island, K shark, L lighthouse (a small letter: not surrounded), ! a flag on it, · free",
        "H(a, b) a porthole card: a on the left, b on the right; V(a, b): a above, b below; * a chest",
    ]


def _map_rows(table: Any) -> list[str]:
    """Draw kinds as letters; a small letter is not surrounded, an exclamation mark is a flag."""
    cards = [card for card in range(1, CARDS) if table.laid[card]]
    places = {(int(table.x[card]), int(table.y[card])): card for card in cards}
    columns = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    lines = range(min(y for _, y in places), max(y for _, y in places) + 1)
    rows = [f"  {y:>4} " + "".join(_cell_text(table, places.get((x, y), 0)) for x in columns) for y in lines]
    return [f"  from column {columns[0]}:", *(row.rstrip() for row in rows)]


def _cell_text(table: Any, card: int) -> str:
    if card == 0:
        return " · "
    letter = _LETTERS[KIND_OF[card]]
    return f" {letter if table.sides[card] == 4 else letter.lower()}{'!' if table.flag[card] else ' '}"


def _piles_text(rules: Any, table: Any) -> str:
    piles = [
        f"{card_name(rules, int(table.top[kind]))} of {table.left[kind]}"
        if table.left[kind]
        else f"no {kind_name(kind)}"
        for kind in range(len(Kind))
    ]
    return "  piles: " + ", ".join(piles)


def _seat_text(rules: Any, table: Any, seat: int) -> str:
    up = [device_name(device) for device in range(DEVICES) for _ in range(int(table.up[seat, device]))]
    parts = [
        f"seat {seat}: {table.n_up[seat]} of {rules.collect} up [{', '.join(up)}]",
        f"bazaar {table.bazaar[seat]}",
        f"treasure {table.treasures[seat]}",
    ]
    if table.misses[seat]:
        parts.append(f"misses {table.misses[seat]}")
    return "  " + ", ".join(parts)


def _hand_text(state: Any) -> str:
    hand = state.hands[int(state.table.asked)]
    faces = " ".join(face_name(int(face)) for face in hand.cards[: int(hand.held)])
    needs = [device_name(device) for device in range(DEVICES) for _ in range(int(hand.need[device]))]
    held = [treasure_name(face) for face, n in enumerate(hand.treasure) for _ in range(int(n))]
    return f"  seat {hand.seat} holds [{faces}] [{', '.join(held)}], needs [{', '.join(needs)}]"


def describe(rules: Any, state: Any, answer: int) -> str:
    """Put the answer to the question at hand into words."""
    phase = int(state.table.phase)
    if phase == Phase.MAIN:
        return _describe_action(rules, state, answer)
    if phase == Phase.JOKER:
        return f"joker: {_placement_text(rules, state, answer)}"
    if phase == Phase.FLAG:
        return f"puts a flag on {card_name(rules, answer)} at {_place_text(state, answer)}"
    if phase == Phase.PIRATE:
        return f"robs seat {answer // DEVICES} of the {device_name(answer % DEVICES)}"
    if phase == Phase.TARGET:
        return f"gives the event ({device_name(state.table.event)}) to seat {answer}"
    return _describe_reply(state, answer)


def _describe_reply(state: Any, answer: int) -> str:
    phase = int(state.table.phase)
    if phase == Phase.EVENT:
        device = device_name(state.table.event)
        return f"turns the {device} down" if answer == GIVE_UP else "misses a turn"
    if phase == Phase.OFFER:
        return f"exchanges for the {device_name(answer - 1)}" if answer else "does not exchange"
    if phase == Phase.PREFER:
        return f"leaves the {device_name(answer - 1)} for a bazaar card" if answer else "keeps what was captured"
    return f"turns up the {device_name(answer)}"


def _describe_action(rules: Any, state: Any, answer: int) -> str:
    if face_of(answer) >= 0:
        return f"plays {face_name(face_of(answer))}: {_placement_text(rules, state, answer)}"
    if answer == END:
        return "ends the turn"
    if answer == EXCHANGE:
        return "exchanges bazaar cards"
    return f"plays a treasure card: {treasure_name(answer - TREASURE)}"


def _placement_text(rules: Any, state: Any, answer: int) -> str:
    card = card_of(answer)
    origin = f" from {_place_text(state, card)}" if state.table.laid[card] else ""
    return f"{card_name(rules, card)}{origin} to ({x_of(answer)},{y_of(answer)})"


def _place_text(state: Any, card: int) -> str:
    return f"({state.table.x[card]},{state.table.y[card]})"


def ending(rules: Any, state: Any) -> str:
    """Say how the game ended."""
    table = state.table
    cause = Cause(int(table.cause)).name.lower()
    who = f"seat {table.winner}" if table.winner >= 0 else "nobody alone"
    devices = ", ".join(str(int(n)) for n in table.n_up[: int(rules.players)])
    return f"turn {table.turn}: {CAUSE_WORDS.get(cause, cause)}; winner: {who}; devices up: {devices}"
