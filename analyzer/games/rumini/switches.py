"""The rule switches of Rumini, with their clauses (docs/rules/rumini.md) and sources."""

from enum import IntEnum

from analyzer.games.rumini.state import CARDS, HAND_SLOTS, KINDS, TREASURE_FACES
from analyzer.games.switches import ASSUMED, BOOK, SIMULATION, flag, reading, rules_layout, size

# The readings of doubtful clauses; the first one is always the default.
StartLayout = IntEnum("StartLayout", "ROW ANY", start=0)  # B-2
PilePick = IntEnum("PilePick", "TOP SEARCH", start=0)  # B-5
Recapture = IntEnum("Recapture", "ALWAYS ONCE", start=0)  # B-1
LockScope = IntEnum("LockScope", "TURN ROUND", start=0)  # B-3
FlagUnneeded = IntEnum("FlagUnneeded", "BAZAAR NOTHING BUILDER", start=0)  # B-8
JokerPick = IntEnum("JokerPick", "TOP ANY", start=0)  # B-10
EventWithoutDevice = IntEnum("EventWithoutDevice", "SKIP NO_EFFECT FORBIDDEN", start=0)  # B-12
BazaarWhen = IntEnum("BazaarWhen", "ANY_OWN_TURN ON_THIRD_ONLY", start=0)  # B-14

SWITCHES = (
    size("hand_size", 4, 1, HAND_SLOTS, "R-SETUP-8", BOOK, "porthole cards in hand"),
    size("bazaar_for_device", 3, 1, 20, "R-BAZAAR-1", BOOK, "bazaar cards that buy one device"),
    size(
        "max_rounds",
        100,
        1,
        10_000,
        "R-END-3",
        ASSUMED,
        "turns per player after which a game is cut off",
        role=SIMULATION,
    ),
    size(
        "idle_rounds",
        3,
        1,
        1000,
        "R-END-4",
        ASSUMED,
        "rounds without a placement after which a game stalls",
        role=SIMULATION,
    ),
    reading("recapture", Recapture, "B-1", ASSUMED, "a card surrounded again is captured again, or only once"),
    reading("start_layout", StartLayout, "B-2", ASSUMED, "the start cards lie in one row, or adjoin at random"),
    reading("lock_scope", LockScope, "B-3", ASSUMED, "a moved card stays until the end of the turn, or of the round"),
    flag("lock_placed", True, "B-4", ASSUMED, "a card placed from a pile is locked like a moved one"),
    reading("pile_pick", PilePick, "B-5", ASSUMED, "a porthole card places a pile's top, or any card"),
    flag("devices_distinct", False, "B-6", ASSUMED, "nobody is dealt the same device twice"),
    flag("flag_takes_chest", False, "B-7", BOOK, "the flag's owner gets the treasure of the card"),
    reading(
        "flag_unneeded",
        FlagUnneeded,
        "B-8",
        ASSUMED,
        "a flagged device that its owner does not need: a bazaar card, nothing, or it goes to the builder",
    ),
    flag(
        "flag_anywhere", False, "B-9", ASSUMED, "a flag may go on a surrounded card, and take the place of another flag"
    ),
    flag("flag_moves", True, "R-TREASURE-3", ASSUMED, "a flag moves with its card; otherwise it is then discarded"),
    reading("joker_pick", JokerPick, "B-10", ASSUMED, "a joker tile is the top card of a pile, or any card of it"),
    flag(
        "joker_adjacent",
        True,
        "B-10",
        ASSUMED,
        "a joker tile must touch a card; otherwise it may lie anywhere on the map or around it",
    ),
    flag("joker_moves", True, "B-11", ASSUMED, "a joker tile of an empty pile is moved from the table"),
    reading(
        "event_without_device",
        EventWithoutDevice,
        "B-12",
        ASSUMED,
        "an event for a device not obtained: a missed turn, no effect, or it cannot be given",
    ),
    reading(
        "bazaar_when",
        BazaarWhen,
        "B-14",
        ASSUMED,
        "bazaar cards are exchanged at any moment of your own turn, or only when one arrives",
    ),
    flag("prefer_bazaar", False, "B-16", ASSUMED, "a captured device may be left for a bazaar card"),
    flag("keep_connected", False, "B-18", ASSUMED, "the map may never fall apart"),
    flag("porthole_same_kind", True, "B-19", ASSUMED, "there are porthole cards with the same kind twice"),
    flag(
        "stuck_redraw", False, "B-20", ASSUMED, "a hand without any playable card is changed at the start of the turn"
    ),
    flag(
        "win_at_once",
        True,
        "B-21",
        ASSUMED,
        "a set completed in another's turn wins at once, or on its owner's next turn",
    ),
    flag(
        "porthole_reference_new",
        True,
        "R-PLACE-5",
        ASSUMED,
        "a card placed in this turn may be the other half of a pair",
    ),
)

RULES = rules_layout(
    SWITCHES,
    ("collect", "i8", "device cards that each player needs"),
    ("device_copies", "i8", "device cards of each Device"),
    ("porthole_copies", "i8", "porthole cards of each face"),
    ("bazaar_stock", "i8", "bazaar cards in the game, 0 = unlimited"),
    ("per_kind", "i8", (KINDS,), "by Kind: map cards"),
    ("device_of", "i1", (CARDS,), "by map card: its Device"),
    ("chest", "i1", (CARDS,), "by map card: 1 = it shows a chest"),
    ("treasure", "i1", (TREASURE_FACES,), "by Treasure face: cards in the game"),
)
