"""What lies on the table, in the hands and out of sight, as flat records.

Cells are numbered row by row from the north-western corner. A face is one side of a tile: tile * 2 + side; sea
tiles come first, port tiles from `FIRST_PORT` on, so that turning a tile over is `face ^ 1`.
"""

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD, state_layout
from analyzer.kernel.jit import Explained, record

MAX_SEATS = 5
MAX_CELLS = 16
MAX_SLOTS = 5  # the pay table of the rulebook ends at five
MAX_SEA = 16
MAX_PORTS = 8
FIRST_PORT = 2 * MAX_SEA
FACES = FIRST_PORT + 2 * MAX_PORTS
MAX_ROW = 17
MAX_LAYOUTS = 6
MAX_CHESTS = 20
MAX_STERNS = 9
MAX_MISSIONS = 12
MAX_REVEALED = 3
KIND_MISSION, KIND_STERN, KIND_EXTENSION, KIND_TILE = range(4)  # of components: treatments
HIDDEN_CARD = -1  # a laid card that nobody has seen yet, or no card at all


class Kind(IntEnum):
    """Goods."""

    COTTON = 0
    WINE = 1
    TEA = 2
    COCOA = 3


class Item(IntEnum):
    """What can be given, taken or thrown out, as an answer; a good is its kind + 1."""

    STOP = 0
    COTTON = 1
    WINE = 2
    TEA = 3
    COCOA = 4
    RUM = 5
    TALER = 6


class Way(IntEnum):
    """Directions; the opposite one is `way ^ 1` (notation of section 1)."""

    NORTH = 0
    SOUTH = 1
    EAST = 2
    WEST = 3


class Extension(Explained):
    """Ship extensions (P-EXT-1 to P-EXT-4)."""

    HOLD = 0, "two more spaces in the hold"
    CANNON = 1, "two more cannon slots"
    SAIL = 2, "up to two steps in a round"
    FUSE = 3, "one sure hit"


class Deed(Explained):
    """The action printed on a sea tile (P-SEA-5 to P-SEA-10); NONE on ports."""

    NONE = 0, "no action"
    UPGRADE = 1, "buy an extension"
    GOODS_RUM = 2, "goods for rum, or rum for goods"
    GOODS_GOODS = 3, "one good for two others"
    FREE_RUM = 4, "a rum"
    TALER = 5, "a taler"
    PEACE = 6, "the Isle of Peace: no battle"


class Stern(Explained):
    """Abilities of the stern tiles (P-STERN-1 to P-STERN-9)."""

    ENYVESKEZO = 0, "begins with two more talers"
    KARTACSMESTER = 1, "begins with a cannon"
    EZERMESTER = 2, "begins with an extension"
    SZESZKAZAN = 3, "begins with more rum"
    SEFTES = 4, "may sell a good for a rum instead of a tile's action"
    DELFOKI = 5, "pays a rum less for a step south"
    SZERENCSE_FIA = 6, "gains from equal hits"
    BEKELOVAG = 7, "stays out of all battles of a round, once"
    STRATEGA = 8, "may anchor"


class Quest(Explained):
    """How a mission is fulfilled (P-MISSION-2 to P-MISSION-5)."""

    NEED = 0, "amounts aboard"
    BEAT_PIRATE = 1, "more hits than the pirate"
    HITS_SEA = 2, "hits in one battle at sea"
    KEEP_NO_CANNON = 3, "lost with the first cannon"
    KEEP_NO_MUTINY = 4, "lost with the first mutiny"


class Check(Explained):
    """When a mission is looked at (P-MISSION-2, P-MISSION-3, P-MISSION-5, A-8)."""

    ACTION = 0, "at the end of the own action"
    BATTLE = 1, "at the end of the battles"
    MUTINY = 2, "when a mutiny breaks out"


class Phase(Explained):
    """The question that the asked seat has to answer (section 7 of the rules: D1 to D12)."""

    GIFT_TYPE = 1, "D3: the Extension that the Ezermester begins with"
    GIFT_RUM = 2, "D3: the Szeszkazán's gift: 0 rum only, else a good's Item for one rum"
    PIRATE = 3, "D1: the cell where the pirate begins"
    SHIP = 4, "D2: the cell where the own ship begins"
    RECOVER = 5, "D4: the first of two goods for a rum, or STOP"
    RECOVER_MORE = 6, "D4: the second good"
    CARDS = 7, "D5: the cards laid for this round"
    SEA = 8, "D6: what to do on a sea tile"
    UPGRADE = 9, "D6a: the Extension to buy"
    TRADE_WAY = 10, "D6b: TO_RUM or TO_GOODS"
    TRADE = 11, "D6b: the next good to trade, or STOP"
    SWAP_GIVE = 12, "D6c: the good to give"
    SWAP_TAKE = 13, "D6c: a good to take"
    SEFTES = 14, "D6d: the good that Seftes gives"
    UNLOAD = 15, "D7: what to unload into which slot, or STOP"
    PORT_RUM = 16, "D8: how much rum to take"
    PORT_CHOICE = 17, "A-9 only: the place in `offered` of the next port"
    DISCARD = 18, "D9: the Item thrown out for room"
    KNIGHT = 19, "D10: whether the Peace-knight is used: 0 no, 1 yes"
    LOSE = 20, "D11: the Item lost to the pirate"
    LOOT = 21, "D12: the Item taken from the victim, or STOP"
    JETTISON = 22, "A-13 only: the Item thrown out before looting, or STOP"


class Stage(IntEnum):
    """Where the game stands between two questions (P-SETUP-14 to 16, P-ROUND-1)."""

    ASKING = 0
    GIFTS = 1
    SHIPS = 2
    ROUND = 3
    RECOVER = 4
    SELECT = 5
    TURN = 6
    SEA = 7
    TRADE = 8
    SWAP = 9
    UNLOAD = 10
    PAY_OUT = 11
    PORT_RUM = 12
    CLOSE_PORT = 13
    END_ACTION = 14
    WIND = 15
    PIRATE_BATTLE = 16
    LOSE = 17
    DUELS = 18
    LOOT = 19
    LOOT_MORE = 20
    END_ROUND = 21


class Cause(IntEnum):
    """How a game ended; every game has exactly one cause."""

    RUNNING = 0
    ENDED = 1
    TRUNCATED = 2
    FAULT = 3


class Chance(Explained):
    """Chance has one stream per purpose, so that a variant never shifts the draws of another."""

    BOARD = 0, "setup"
    PORTS = 1, "setup"
    SUPPLY = 2, "setup"
    MISSIONS = 3, "deck"
    STERNS = 4, "setup"
    CHESTS = 5, "deck"
    FIRST = 6, "turn order"
    WIND = 7, "wind"
    DICE = 8, "dice"


# One player's ship; everybody sees it. Cargo, coins and guns never hide.
SHIP = record(
    ("cell", "i1", "where it lies, -1 before the start"),
    ("rum", "i1", "rum aboard"),
    ("goods", "i1", (4,), "goods aboard, by Kind"),
    ("talers", "i2", "its talers"),
    ("cannons", "i1", "its cannons"),
    ("extensions", "i1", (4,), "its extensions, by Extension"),
    ("worth", "i2", "sum of the extensions' numbers (P-SCORE-3)"),
    ("chests", "i1", "treasure chests won"),
    ("stern", "i1", "ability of its stern tile: a code of Stern"),
    ("knight", "i1", "1 while the Peace-knight marker is unused (P-STERN-8)"),
    ("card", "i1", "cards laid for this round, once revealed: see CARDS, else HIDDEN_CARD"),
    ("drifted", "i1", "1 = drifted in its last turn (P-SELECT-5)"),
    ("refilled", "i1", "1 = got rum since then (A-5)"),
    ("anchored", "i1", "1 = anchored in its last turn (P-STERN-9)"),
    ("exempt", "i1", "1 fights nobody this round: Peace-knight spent, or A-16; -1 gave up the peace (A-24)"),
    ("fought", "i1", "1 = fought the pirate this round (P-BATTLE-1)"),
    ("beat", "i1", "1 = beat the pirate this round (M9)"),
    ("hits", "i1", "hits in the battle at hand"),
    ("best_hits", "i1", "most hits in its sea battles this round, as M10 counts them"),
)

# Everybody sees the table.
TABLE = record(
    *TABLE_HEAD,
    # ships stand here: numpy does not align an array of records behind bytes
    ("ships", SHIP, (MAX_SEATS,), "the ships, by seat"),
    ("round_no", "i8", "number of the round"),
    ("closing", "i8", "1 in the last round (P-END-1)"),
    ("starter", "i8", "start player of this round"),
    ("place", "i8", "whose turn within a stage, counted clockwise from the start player"),
    ("wind", "i8", "the wind of this round: a Way"),
    ("pirate", "i8", "the cell of the pirate"),
    ("layout", "i8", "the side of the supply board in use"),
    ("taken", "i8", "1 = this turn's pick-up is done (P-SEA-1)"),
    ("acted", "i8", "1 = this turn's tile action is done"),
    ("unloaded", "i8", "units unloaded in this visit (P-PORT-4)"),
    ("trade_way", "i8", "0 goods to rum, 1 rum to goods"),
    ("traded", "i8", "items traded so far in this goods-rum trade"),
    ("given", "i8", "the kind given in a goods-goods trade"),
    ("pending", "i8", "extension type + 1 that serves from the end of the turn on (A-25)"),
    ("due", "i8", "units still to be taken, lost or looted"),
    ("incoming", "i8", "the Item that needs room"),
    ("resume", "i8", "for the rules: the Stage after it has come aboard"),
    ("declined", "i8", "1 once the Peace knight said no this round"),
    ("lucky_used", "i8", "1 = Szerencse fia has taken its tie in this battle (A-30)"),
    ("battle_cell", "i8", "the cell of the player battle at hand"),
    ("n_order", "i8", "ships in that battle"),
    ("pair", "i8", "for the rules: number of the pair of taker and victim in the battle at hand"),
    ("order", "i1", (MAX_SEATS,), "seats in the order of P-BATTLE-8"),
    ("face", "i1", (MAX_CELLS,), "by cell: the face of the tile that lies up"),
    ("slot", "i1", (MAX_CELLS, MAX_SLOTS), "by cell and slot: 0 empty, kind + 1, 5 = under the cocoa before it"),
    ("n_open", "i1", (MAX_CELLS,), "by cell: empty slots of a port"),
    ("head", "i1", (3,), "by supply row (cotton, wine, tea): tokens taken from it"),
    ("on_board", "i1", (4,), "by Kind: tokens left on the supply board"),
    ("laid", "i1", (4,), "by Kind: tokens on the supply board at the start"),
    ("box", "i2", (4,), "by Kind: goods left in the box"),
    ("stack", "i1", (4,), "by Extension: how many are left = number on top (P-SETUP-10)"),
    ("pool", "i8", "cannons left"),
    ("chests_left", "i8", "chests left in the pile"),
    ("stock_left", "i8", "port tiles left in the stock"),
    ("stock_seen", "i8", "bit f: all have seen that face FIRST_PORT + f lies up in the stock"),
    ("n_used", "i8", "ports that were filled"),
    ("used", "i1", (MAX_PORTS,), "faces of the ports that were filled"),
    ("offered", "i1", (MAX_PORTS,), "faces to choose from (A-9)"),
    ("mission", "i1", (MAX_REVEALED,), "the revealed missions"),
    ("marker", "i1", (MAX_REVEALED, MAX_SEATS), "by mission and seat: 0 none, else its place, from 1 on"),
    ("claimed", "i1", (MAX_REVEALED,), "by mission: markers laid so far"),
)

# Its owner sees a hand: the cards laid face down, and the value of the own chests, unless A-19 forbids it.
HAND = record(
    ("seat", "i8", "the own seat"),
    ("card", "i8", "the own cards of this round: see CARDS, else HIDDEN_CARD"),
    ("chest_sum", "i8", "value of the own chests; 0 if they may not be looked at (A-19)"),
    ("chests", "i8", "bit k: one of the own chests is worth rules.chest_value[k]; 0 without A-19"),
)

# Nobody sees the rest.
HIDDEN = record(
    ("stock", "i1", (MAX_PORTS,), "faces; the top is the last one"),
    ("chest", "i1", (MAX_CHESTS,)),
    ("chest_sum", "i8", (MAX_SEATS,), "of chests that not even their owner may look at (A-19)"),
    ("order", "i8", (MAX_SEA,), "work space of the setup; wide, since a record of bytes only is not aligned"),
)

# What the analyst counts.
TALLY = record(
    ("mutinies", "i2", (MAX_SEATS,)),
    ("pirate_won", "i2", (MAX_SEATS,)),
    ("pirate_lost", "i2", (MAX_SEATS,)),
    ("duels_won", "i2", (MAX_SEATS,)),
    ("duels_lost", "i2", (MAX_SEATS,)),
    ("units_sold", "i2", (MAX_SEATS,)),
    ("chest_points", "i2", (MAX_SEATS,)),
    ("knight_points", "i2", (MAX_SEATS,)),
    ("ship_points", "i2", (MAX_SEATS,)),
    ("gun_points", "i2", (MAX_SEATS,)),
    ("cargo_points", "i2", (MAX_SEATS,)),
    ("mission_points", "i2", (MAX_SEATS,)),
    ("score", "i4", (MAX_SEATS,)),
    ("share", "f8", (MAX_SEATS,)),
    ("last_pick_up", "i8", "round of the last token taken from the supply board"),
    ("longest_wait", "i8", "rounds without such a token (a stall above 20)"),
)

STATE = state_layout(TABLE, HAND, HIDDEN, TALLY, MAX_SEATS)
