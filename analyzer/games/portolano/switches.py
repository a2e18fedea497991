"""The rule switches of Portolano, with their clauses (docs/rules/portolano.md) and sources."""

from enum import IntEnum

from analyzer.games.portolano import state as codes
from analyzer.games.switches import ASSUMED, BOOK, SIMULATION, flag, reading, rules_layout, size

MAX_FUSES = 7  # one stack of five, the Ezermester's, and one to spare
MAX_GUNS = 24
NEEDS = ("cotton", "wine", "tea", "rum", "chests", "types", "same", "hits")

# The readings of doubtful clauses; the first one is always the default.
EndTrigger = IntEnum("EndTrigger", "ROW COLOUR ANY_KIND", start=0)
Still = IntEnum("Still", "ADD REPLACE", start=0)
MissionLayout = IntEnum("MissionLayout", "COLUMNS LINEAR", start=0)
PortReplace = IntEnum("PortReplace", "TOP CHOOSE", start=0)
StockSide = IntEnum("StockSide", "RANDOM FRONT", start=0)
SupplyLayout = IntEnum("SupplyLayout", "RANDOM L1A L1B L2A L2B L3A L3B", start=0)  # as in the default data
SupplyTrim = IntEnum("SupplyTrim", "HEAD BOTH", start=0)

SWITCHES = (
    size(
        "start_rum",
        3,
        0,
        9,
        "P-SETUP-12, A-1",
        BOOK,
        "rum at the start: the third space is worth three, or two",
        others=ASSUMED,
    ),
    size("start_talers", 0, 0, 20, "P-SETUP-13", ASSUMED, "talers at the start"),
    size("base_hold", 7, 1, 20, "P-HOLD-1, 3.5", ASSUMED, "spaces in the hold of the prow"),
    size("base_cannon_slots", 1, 0, 6, "P-HOLD-3, A-2", ASSUMED, "cannon slots of the prow"),
    size("die_hit_faces", 3, 0, 20, "P-BATTLE-3", ASSUMED, "faces of a die that hit"),
    size("sea_symbols_variant", 2, 2, 3, "3.2", ASSUMED, "symbols at the bottom of a sea tile; 3 adds a missing good"),
    reading("end_trigger", EndTrigger, "P-END-1, A-3", ASSUMED, "what has to run out on the supply board"),
    reading("szeszkazan", Still, "P-STERN-4, A-4", ASSUMED, "its rum comes on top of the start rum, or instead"),
    flag(
        "recovery_strict", False, "P-SELECT-5, A-5", ASSUMED, "recovery also requires that no rum was gained meanwhile"
    ),
    flag("rank_requires_positive", True, "P-SCORE-5, A-6", ASSUMED, "no place for a ship worth 0 or without cannons"),
    flag("flip_intermediate", True, "P-MOVE-10, A-7", ASSUMED, "the tile between two steps is turned over too"),
    reading("mission_layout", MissionLayout, "P-MISSION-2, A-8", ASSUMED, "how the mission page is read"),
    reading(
        "port_replace", PortReplace, "P-PORT-9, A-9", ASSUMED, "the next port of the stock, or a port of your choice"
    ),
    reading("port_stock_side", StockSide, "P-SETUP-3, A-10", ASSUMED, "side of the ports in the stock"),
    flag("lucky_zero_tie", True, "P-STERN-7, A-11", ASSUMED, "Szerencse fia profits from a tie without any hit"),
    size("dice_cap", 0, 0, 20, "P-BATTLE-13, A-12", ASSUMED, "most dice in one roll; 0 = no limit"),
    flag("free_discard", False, "P-HOLD-2, A-13", ASSUMED, "a victim may throw cargo overboard before it is looted"),
    flag("loot_optional", True, "P-BATTLE-9, A-14", ASSUMED, "loot may be left, or must be taken"),
    flag("loss_debt", False, "P-BATTLE-5, A-15", ASSUMED, "who cannot pay the pirate owes the rest in talers"),
    flag("peace_auto", True, "P-SEA-10, A-16", ASSUMED, "the Isle of Peace protects by position, or only if used"),
    flag("box_limited", True, "P-SEA-6, A-17", ASSUMED, "what the box lacks cannot be taken"),
    reading("supply_layout", SupplyLayout, "P-SETUP-4, A-18", ASSUMED, "the supply board side in use"),
    flag("chests_known", True, "P-PORT-7, A-19", ASSUMED, "owners may look at their chests"),
    flag("m10_counts_fuse", True, "P-MISSION-3, A-20", ASSUMED, "sure hits count for the mission of three hits"),
    flag("flip_on_drift", True, "P-MOVE-9, A-21", ASSUMED, "a drifting ship turns the tile it leaves"),
    flag(
        "gift_missions", False, "P-MISSION-2, A-22", ASSUMED, "what a start gift fulfils counts before the first round"
    ),
    size("cocoa_rum", 1, 1, 2, "P-SEA-6, A-23", ASSUMED, "rum for a cocoa in goods-rum trade, as far as there is room"),
    flag("seftes_keeps_peace", True, "P-SEA-12, A-24", ASSUMED, "Seftes' trade leaves the Isle of Peace in force"),
    flag("upgrade_at_once", True, "P-SEA-5, A-25", ASSUMED, "an extension works at once, or only after the turn"),
    flag("pirate_takes_talers", True, "P-BATTLE-5, A-26", ASSUMED, "losses to the pirate may be paid in talers"),
    flag("drift_port_action", True, "P-MOVE-12, A-27", ASSUMED, "a ship that drifts into a port may unload"),
    flag(
        "exempt_blocks", False, "P-BATTLE-6, A-28", ASSUMED, "an exempt ship keeps the others on its tile from fighting"
    ),
    reading("supply_trim", SupplyTrim, "P-SETUP-4, A-29", ASSUMED, "which cells stay empty for fewer players"),
    flag("lucky_each", True, "P-STERN-7, A-30", ASSUMED, "Szerencse fia takes from each tied player, or from one"),
    flag("loot_discards", True, "P-BATTLE-9, A-31", ASSUMED, "your own cargo may go overboard to make room for loot"),
    flag("flip_on_circle", False, "P-PIRATE-4, A-32", ASSUMED, "a pirate that circles back to its own tile turns it"),
    size(
        "max_rounds",
        60,
        1,
        1000,
        "P-END-3",
        ASSUMED,
        "rounds after which a game is scored and counted as truncated",
        role=SIMULATION,
    ),
)

# What follows from the switches, the number of players and the component data.
RULES = rules_layout(
    SWITCHES,
    ("side", "i8", "cells along a side of the board"),
    ("cells", "i8", "cells of the board"),
    ("ports_laid", "i8", "ports on the board"),
    ("n_sea", "i8", "sea tiles"),
    ("n_ports", "i8", "port tiles"),
    ("next_cell", "i1", (4, codes.MAX_CELLS), "by Way and cell: the cell there; the board has no edge"),
    ("distance", "i1", (codes.MAX_CELLS, codes.MAX_CELLS), "by cell and cell: fewest steps between them"),
    ("has_upgrade", "i1", (codes.MAX_SEA,), "by sea tile: 1 = one of its sides upgrades"),
    ("deed", "i1", (codes.FACES,), "by face: the Deed printed on it"),
    ("printed", "i1", (codes.FACES,), "by face: bit k: good k at the bottom of a sea tile"),
    ("shows_cannon", "i1", (codes.FACES,), "by face: 1 = a cannon can be taken"),
    ("n_slots", "i1", (codes.FACES,), "by face: slots of a port"),
    ("slot_kind", "i1", (codes.FACES, codes.MAX_SLOTS), "by face and slot: the Kind it takes"),
    ("port_rum", "i1", (codes.FACES,), "by face: most rum that a port gives"),
    ("n_layouts", "i8", "sides of supply boards"),
    ("row_token", "i1", (codes.MAX_LAYOUTS, 3, codes.MAX_ROW), "by layout, row, place from the head: its Kind"),
    ("row_length", "i1", (codes.MAX_LAYOUTS, 3), "by layout and row: cells in use"),
    ("goods_total", "i2", (4,), "by Kind: tokens in the game"),
    ("n_chests", "i8", "chests in the game"),
    ("chest_value", "i1", (codes.MAX_CHESTS,), "by chest: its points"),
    ("port_pay", "i2", (codes.MAX_SLOTS + 1,), "by units unloaded: talers paid"),
    ("hold_bonus", "i8", "spaces that a HOLD extension adds"),
    ("slot_bonus", "i8", "cannon slots that a CANNON extension adds"),
    ("ext_cost", "i8", "talers for an extension"),
    ("cannon_pool", "i8", "cannons in the game"),
    ("dice_same", "i8", "dice of the pirate against a ship on its own cell"),
    ("dice_near", "i8", "dice of the pirate against a ship on a neighbouring cell"),
    ("die_faces", "i8", "faces of a die"),
    ("die_hits", "i8", "hits that a face with a symbol counts"),
    ("wind_weight", "i8", (4,), "by Way: how often it is drawn, relative to wind_total"),
    ("wind_total", "i8", "sum of the weights"),
    ("n_sterns", "i8", "stern tiles in the game"),
    ("stern_code", "i1", (codes.MAX_STERNS,), "by stern tile: its Stern"),
    ("revealed", "i8", "missions revealed in a game"),
    ("n_missions", "i8", "missions there are"),
    ("quest", "i1", (codes.MAX_MISSIONS,), "by mission: its Quest"),
    ("check", "i1", (codes.MAX_MISSIONS,), "by mission: its Check"),
    ("need", "i1", (codes.MAX_MISSIONS, len(NEEDS)), "by mission: cotton, wine, tea, rum, chests, types, alike, hits"),
    ("ship_points", "i2", (4,), "points for the dearest ship: first, second, tie for first, tie for second"),
    ("gun_points", "i2", (4,), "points for the most cannons: first, second, tie for first, tie for second"),
    ("place_points", "i2", (codes.MAX_SEATS,), "points for a mission, by place of the marker"),
    ("keep_points", "i8", "points for a mission that is kept to the end"),
    ("miss_penalty", "i8", "points lost for a mission without a marker"),
    # what a battle with the pirate brings on average, by [near or same cell, fuses in use, dice rolled]
    ("pirate_gain", "f8", (2, MAX_FUSES, MAX_GUNS), "talers to be expected: 0 near or 1 same cell, fuses, dice"),
    ("pirate_loss", "f8", (2, MAX_FUSES, MAX_GUNS), "units lost to be expected, by the same"),
)
