"""The rule switches of Rumini, with their clauses (docs/rules/rumini.md) and sources."""

from __future__ import annotations

from enum import IntEnum

from analyzer.games.rumini.state import CARDS, HAND_SLOTS, KINDS, TREASURE_FACES
from analyzer.games.switches import Source, Switch, Value, rules_layout


class StartLayout(IntEnum):
    """How the four start cards adjoin (B-2)."""

    ROW = 0
    ANY = 1


class PilePick(IntEnum):
    """Which card of a face-up pile a porthole card places (B-5)."""

    TOP = 0
    SEARCH = 1


class Recapture(IntEnum):
    """Whether a card surrounded anew is captured again (B-1)."""

    ALWAYS = 0
    ONCE = 1


class LockScope(IntEnum):
    """How long a moved card must stay (B-3)."""

    TURN = 0
    ROUND = 1


class FlagUnneeded(IntEnum):
    """Who gets what when the flag's owner does not need the device (B-8)."""

    BAZAAR = 0
    NOTHING = 1
    BUILDER = 2


class JokerPick(IntEnum):
    """Which card of a pile the joker tile may be (B-10)."""

    TOP = 0
    ANY = 1


class EventWithoutDevice(IntEnum):
    """What an event does to a player who has not obtained its device (B-12)."""

    SKIP = 0
    NO_EFFECT = 1
    FORBIDDEN = 2


class BazaarWhen(IntEnum):
    """When bazaar cards may be exchanged (B-14)."""

    ANY_OWN_TURN = 0
    ON_THIRD_ONLY = 1


def _number(name: str, default: int, low: int, high: int, source: Source, clause: str, summary: str) -> Switch:
    return Switch(name=name, default=default, low=low, high=high, source=source, clause=clause, summary=summary)


def _reading(
    name: str, default: Value, clause: str, summary: str, choices: type[IntEnum] | None = None, **more: Source
) -> Switch:
    source = more.get("source", Source.ASSUMED)
    return Switch(name=name, default=default, choices=choices, source=source, clause=clause, summary=summary)


SWITCHES = (
    _number("hand_size", 4, 1, HAND_SLOTS, Source.RULEBOOK, "R-SETUP-8", "porthole cards in hand"),
    _number("bazaar_for_device", 3, 1, 20, Source.RULEBOOK, "R-BAZAAR-1", "bazaar cards that buy one device"),
    _number("max_rounds", 100, 1, 10_000, Source.ASSUMED, "R-END-3", "turns per player after which a game is cut off"),
    _number("idle_rounds", 3, 1, 1000, Source.ASSUMED, "R-END-4", "rounds without a placement after which it stalls"),
    _reading("recapture", "always", "B-1", "a card surrounded anew is captured again, or only once", Recapture),
    _reading("start_layout", "row", "B-2", "the start cards lie in one row, or adjoin by lot", StartLayout),
    _reading("lock_scope", "turn", "B-3", "a moved card stays until the end of the turn, or of the round", LockScope),
    _reading("lock_placed", True, "B-4", "a card placed from a pile is locked like a moved one"),
    _reading("pile_pick", "top", "B-5", "a porthole card places a pile's top, or any card", PilePick),
    _reading("devices_distinct", False, "B-6", "nobody is dealt the same device twice"),
    _reading(
        "flag_takes_chest", False, "B-7", "the flag's owner gets the treasure of the card", source=Source.RULEBOOK
    ),
    _reading(
        "flag_unneeded",
        "bazaar",
        "B-8",
        "a flagged device that its owner does not need: a bazaar card, nothing, or it goes to the builder",
        FlagUnneeded,
    ),
    _reading("flag_anywhere", False, "B-9", "a flag may go on a surrounded card, and take the place of another flag"),
    _reading("joker_pick", "top", "B-10", "a joker tile is the top card of a pile, or any card of it", JokerPick),
    _reading(
        "joker_adjacent", True, "B-10", "a joker tile must touch a card; else it lies anywhere on the map or around"
    ),
    _reading("joker_moves", True, "B-11", "a joker tile of an empty pile is moved from the table"),
    _reading(
        "event_without_device",
        "skip",
        "B-12",
        "an event for a device not obtained: a missed turn, no effect, or it cannot be given",
        EventWithoutDevice,
    ),
    _reading(
        "bazaar_when",
        "any_own_turn",
        "B-14",
        "bazaar cards are exchanged at any moment of the own turn, or only when one arrives",
        BazaarWhen,
    ),
    _reading("prefer_bazaar", False, "B-16", "a captured device may be left for a bazaar card"),
    _reading("keep_connected", False, "B-18", "the map may never fall apart"),
    _reading("porthole_same_kind", True, "B-19", "there are porthole cards with twice the same kind"),
    _reading("stuck_redraw", False, "B-20", "a hand without any playable card is changed at the start of the turn"),
    _reading("win_at_once", True, "B-21", "a set completed in another's turn wins at once, or at the own next turn"),
    _reading("porthole_reference_new", True, "R-PLACE-5", "a card placed in this turn may be the other half of a pair"),
)

RULES = rules_layout(
    SWITCHES,
    ("collect", "i8"),  # device cards of each player
    ("device_copies", "i8"),
    ("porthole_copies", "i8"),
    ("bazaar_stock", "i8"),  # 0 = unlimited
    ("per_kind", "i8", (KINDS,)),  # map cards
    ("device_of", "i1", (CARDS,)),  # by map card
    ("chest", "i1", (CARDS,)),
    ("treasure", "i1", (TREASURE_FACES,)),  # treasure cards by face
)
