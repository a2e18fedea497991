"""The rule switches of Portolano, with their clauses (docs/rules/portolano.md) and sources."""

from __future__ import annotations

from enum import IntEnum

from analyzer.games.portolano.state import (
    FACES,
    MAX_CELLS,
    MAX_CHESTS,
    MAX_LAYOUTS,
    MAX_MISSIONS,
    MAX_ROW,
    MAX_SEA,
    MAX_SEATS,
    MAX_SLOTS,
    MAX_STERNS,
)
from analyzer.games.switches import Source, Switch, rules_layout

MAX_FUSES = 7  # one stack of five, the Ezermester's, and one to spare
MAX_GUNS = 24
NEEDS = ("cotton", "wine", "tea", "rum", "chests", "types", "same", "hits")


class EndTrigger(IntEnum):
    """When a good has run out (A-3)."""

    ROW = 0
    COLOUR = 1
    ANY_KIND = 2


class Still(IntEnum):
    """Whether the Szeszkazán's rum comes on top of the start rum (A-4)."""

    ADD = 0
    REPLACE = 1


class MissionLayout(IntEnum):
    """How the mission page of the rulebook is read (A-8)."""

    COLUMNS = 0
    LINEAR = 1


class PortReplace(IntEnum):
    """Which port replaces a full one (A-9)."""

    TOP = 0
    CHOOSE = 1


class StockSide(IntEnum):
    """Which side the ports of the stock show (A-10)."""

    RANDOM = 0
    FRONT = 1


class SupplyLayout(IntEnum):
    """Which supply board side is used (A-18); the names are those of the default data."""

    RANDOM = 0
    L1A = 1
    L1B = 2
    L2A = 3
    L2B = 4
    L3A = 5
    L3B = 6


class SupplyTrim(IntEnum):
    """Which cells of a row stay empty for fewer players (A-29)."""

    HEAD = 0
    BOTH = 1


def _flag(name: str, default: bool, clause: str, summary: str) -> Switch:
    return Switch(name=name, default=default, source=Source.ASSUMED, clause=clause, summary=summary)


def _size(name: str, default: int, low: int, high: int, clause: str, summary: str) -> Switch:
    return Switch(name=name, default=default, low=low, high=high, source=Source.ASSUMED, clause=clause, summary=summary)


def _reading(name: str, default: str, choices: type[IntEnum], clause: str, summary: str) -> Switch:
    return Switch(name=name, default=default, choices=choices, source=Source.ASSUMED, clause=clause, summary=summary)


SWITCHES = (
    Switch(
        name="start_rum",
        default=3,
        low=0,
        high=9,
        source=Source.RULEBOOK,
        source_of=tuple((n, Source.ASSUMED) for n in range(10) if n != 3),
        clause="P-SETUP-12, A-1",
        summary="rum at the start: the third space is worth three, or two",
    ),
    _size("start_talers", 0, 0, 20, "P-SETUP-13", "talers at the start"),
    _size("base_hold", 7, 1, 20, "P-HOLD-1, 3.5", "spaces in the hold of the prow"),
    _size("base_cannon_slots", 1, 0, 6, "P-HOLD-3, A-2", "cannon slots of the prow"),
    _size("die_hit_faces", 3, 0, 20, "P-BATTLE-3", "faces of a die that hit"),
    _size("sea_symbols_variant", 2, 2, 3, "3.2", "symbols at the bottom of a sea tile; 3 adds a missing good"),
    _reading("end_trigger", "row", EndTrigger, "P-END-1, A-3", "what has to run out on the supply board"),
    _reading("szeszkazan", "add", Still, "P-STERN-4, A-4", "its rum comes on top of the start rum, or instead"),
    _flag("recovery_strict", False, "P-SELECT-5, A-5", "recovery also demands that no rum was got meanwhile"),
    _flag("rank_requires_positive", True, "P-SCORE-5, A-6", "no place for a ship worth 0 or without cannons"),
    _flag("flip_intermediate", True, "P-MOVE-10, A-7", "the tile between two steps is turned over too"),
    _reading("mission_layout", "columns", MissionLayout, "P-MISSION-2, A-8", "how the mission page is read"),
    _reading("port_replace", "top", PortReplace, "P-PORT-9, A-9", "the next port of the stock, or one of choice"),
    _reading("port_stock_side", "random", StockSide, "P-SETUP-3, A-10", "side of the ports in the stock"),
    _flag("lucky_zero_tie", True, "P-STERN-7, A-11", "Szerencse fia profits from a tie without any hit"),
    _size("dice_cap", 0, 0, 20, "P-BATTLE-13, A-12", "most dice in one roll; 0 = no limit"),
    _flag("free_discard", False, "P-HOLD-2, A-13", "a victim may throw cargo overboard before it is looted"),
    _flag("loot_optional", True, "P-BATTLE-9, A-14", "loot may be left, or has to be taken"),
    _flag("loss_debt", False, "P-BATTLE-5, A-15", "who cannot pay the pirate owes the rest in talers"),
    _flag("peace_auto", True, "P-SEA-10, A-16", "the Isle of Peace protects by position, or only if used"),
    _flag("box_limited", True, "P-SEA-6, A-17", "what the box lacks cannot be taken"),
    _reading("supply_layout", "random", SupplyLayout, "P-SETUP-4, A-18", "the supply board side in use"),
    _flag("chests_known", True, "P-PORT-7, A-19", "owners may look at their chests"),
    _flag("m10_counts_fuse", True, "P-MISSION-3, A-20", "sure hits count for the mission of three hits"),
    _flag("flip_on_drift", True, "P-MOVE-9, A-21", "a drifting ship turns the tile it leaves"),
    _flag("gift_missions", False, "P-MISSION-2, A-22", "what a start gift fulfils counts before the first round"),
    _size("cocoa_rum", 1, 1, 2, "P-SEA-6, A-23", "rum for a cocoa in goods-rum trade, as far as there is room"),
    _flag("seftes_keeps_peace", True, "P-SEA-12, A-24", "Seftes' trade leaves the Isle of Peace in force"),
    _flag("upgrade_at_once", True, "P-SEA-5, A-25", "an extension serves at once, or from the end of the turn on"),
    _flag("pirate_takes_talers", True, "P-BATTLE-5, A-26", "losses to the pirate may be paid in talers"),
    _flag("drift_port_action", True, "P-MOVE-12, A-27", "a ship that drifts into a port may unload"),
    _flag("exempt_blocks", False, "P-BATTLE-6, A-28", "an exempt ship keeps the others on its tile from fighting"),
    _reading("supply_trim", "head", SupplyTrim, "P-SETUP-4, A-29", "which cells stay empty for fewer players"),
    _flag("lucky_each", True, "P-STERN-7, A-30", "Szerencse fia takes from each tied player, or from one"),
    _flag("loot_discards", True, "P-BATTLE-9, A-31", "own cargo may go overboard to make room for loot"),
    _size("max_rounds", 60, 1, 1000, "P-END-3", "rounds after which a game is scored and counted as truncated"),
)

# What follows from the switches, the number of players and the component data.
RULES = rules_layout(
    SWITCHES,
    ("side", "i8"),
    ("cells", "i8"),
    ("ports_laid", "i8"),
    ("n_sea", "i8"),
    ("n_ports", "i8"),
    ("next_cell", "i1", (4, MAX_CELLS)),
    ("distance", "i1", (MAX_CELLS, MAX_CELLS)),
    ("has_upgrade", "i1", (MAX_SEA,)),
    ("deed", "i1", (FACES,)),
    ("printed", "i1", (FACES,)),  # bit k: good k at the bottom of a sea tile
    ("shows_cannon", "i1", (FACES,)),
    ("n_slots", "i1", (FACES,)),
    ("slot_kind", "i1", (FACES, MAX_SLOTS)),
    ("port_rum", "i1", (FACES,)),
    ("n_layouts", "i8"),
    ("row_token", "i1", (MAX_LAYOUTS, 3, MAX_ROW)),  # cells in use only, head first
    ("row_length", "i1", (MAX_LAYOUTS, 3)),
    ("goods_total", "i2", (4,)),
    ("n_chests", "i8"),
    ("chest_value", "i1", (MAX_CHESTS,)),
    ("port_pay", "i2", (MAX_SLOTS + 1,)),
    ("hold_bonus", "i8"),
    ("slot_bonus", "i8"),
    ("ext_cost", "i8"),
    ("cannon_pool", "i8"),
    ("dice_same", "i8"),
    ("dice_near", "i8"),
    ("die_faces", "i8"),
    ("die_hits", "i8"),
    ("wind_weight", "i8", (4,)),
    ("wind_total", "i8"),
    ("n_sterns", "i8"),
    ("stern_code", "i1", (MAX_STERNS,)),
    ("revealed", "i8"),
    ("n_missions", "i8"),
    ("quest", "i1", (MAX_MISSIONS,)),
    ("check", "i1", (MAX_MISSIONS,)),
    ("need", "i1", (MAX_MISSIONS, len(NEEDS))),
    ("ship_points", "i2", (4,)),  # first, second, tie for first, tie for second
    ("gun_points", "i2", (4,)),
    ("place_points", "i2", (MAX_SEATS,)),
    ("keep_points", "i8"),
    ("miss_penalty", "i8"),
    # expected talers won and units lost against the pirate, by [near or same tile, fuses in use, dice rolled]
    ("pirate_gain", "f8", (2, MAX_FUSES, MAX_GUNS)),
    ("pirate_loss", "f8", (2, MAX_FUSES, MAX_GUNS)),
)
