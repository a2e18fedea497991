"""The rule switches of Islebound, with their clauses (docs/rules/islebound.md) and sources."""

from __future__ import annotations

from enum import IntEnum

from analyzer.games.islebound.abilities import N_EFFECTS, N_TRIGGERS
from analyzer.games.islebound.state import (
    BOARD_REGIONS,
    CREW_SLOTS,
    FACES,
    MAX_BUILDINGS,
    MAX_DICE,
    MAX_EVENTS,
    MAX_KINDS,
    MAX_NEED,
    MAX_RECRUITS,
    MAX_REPUTATION,
    MAX_ROW,
    MAX_STEPS,
    MAX_TILES,
    MAX_TRACK,
    N_BOARDS,
    N_GAINS,
    N_PAYABLE,
    N_READY,
    N_TOWNS,
    TOWN_STEPS,
)
from analyzer.games.switches import ASSUMED, BOOK, flag, reading, rules_layout, size

# The readings of doubtful clauses; the first one is always the default.
RowShift = IntEnum("RowShift", "RIGHT LEFT", start=0)  # AMB-02
FishMoveCap = IntEnum("FishMoveCap", "UNLIMITED TOTAL_4", start=0)  # AMB-04
CrewLimit = IntEnum("CrewLimit", "EACH ONE", start=0)  # AMB-05, AMB-06
DiceCap = IntEnum("DiceCap", "CAP REUSE", start=0)  # AMB-10
RenownOrder = IntEnum("RenownOrder", "ACTIVE_FIRST LEAST_ADVANCED_FIRST", start=0)  # AMB-16
TilesOut = IntEnum("TilesOut", "SEVEN_POINTS NOTHING", start=0)  # AMB-17
CommonsSkip = IntEnum("CommonsSkip", "PER_BATCH PER_CUBE", start=0)  # AMB-24
QuartersUnpayable = IntEnum("QuartersUnpayable", "ILLEGAL FREE", start=0)  # AMB-38
RegionCut = IntEnum("RegionCut", "A B", start=0)  # AMB-43
EndBuildings = IntEnum("EndBuildings", "BY_PLAYERS SIX", start=0)  # AMB-44
ButcherScope = IntEnum("ButcherScope", "PER_WORKER ALL_DECK_COUNTS", start=0)  # AMB-46

SWITCHES = (
    # variants
    flag("advanced", False, "I-VAR-ADV", BOOK, "the sea boards lie on their advanced side"),
    flag("merchant", False, "I-VAR-MERCHANT", BOOK, "players whose ships share a region may trade"),
    flag("closed_quarters", False, "I-VAR-QUARTERS", BOOK, "two players: a board with the other ship costs an admin"),
    flag("raid", False, "I-VAR-RAID", BOOK, "ships in one region may be raided"),
    flag("six_buildings", False, "I-VAR-SIX", BOOK, "six buildings in the row, the first behind four books"),
    flag("architect", False, "I-VAR-ARCHITECT", BOOK, "buildings are drafted into hands; books are building cards"),
    # readings
    size("serpent_low_face", 0, 0, 1, "AMB-01", ASSUMED, "least attack value of a serpent on a 1 or 2"),
    reading("row_shift", RowShift, "AMB-02", BOOK, "which way the row closes a gap", others=ASSUMED),
    reading("fish_move_cap", FishMoveCap, "AMB-04", ASSUMED, "fish may take a move beyond 4 regions, or not"),
    reading("combat_crew_limit", CrewLimit, "AMB-05", ASSUMED, "combat crew that may add a die to one attack"),
    reading("negotiator_limit", CrewLimit, "AMB-06", ASSUMED, "negotiators that may help one diplomacy"),
    flag("reroll_repeat", True, "AMB-07", ASSUMED, "the same die may be rerolled again"),
    flag("injure_on_fail", False, "AMB-09", ASSUMED, "crew may be injured although the attack still fails"),
    reading("dice_cap", DiceCap, "AMB-10", ASSUMED, "at most ten dice, or dice are used again"),
    flag("share_exempt_own", False, "AMB-11", ASSUMED, "an own town may be shared without an admin"),
    flag("share_cost_per_ship", False, "AMB-12", BOOK, "one admin for each other ship there", others=ASSUMED),
    flag("action_mandatory", False, "AMB-13", BOOK, "an action must be taken", others=ASSUMED),
    flag("conquest_visit_counts", True, "AMB-15", ASSUMED, "the visit after a take triggers abilities of visits"),
    reading("renown_order", RenownOrder, "AMB-16", ASSUMED, "who resolves a common gain of renown first"),
    reading("tiles_out", TilesOut, "AMB-17", ASSUMED, "what a lap is worth when the tiles are gone"),
    flag("farwold_skip", True, "AMB-19", BOOK, "the reputation card may be skipped", others=ASSUMED),
    flag("double_symbol_pay", False, "AMB-21", ASSUMED, "one crew may pay both symbols it shows"),
    flag("palace_sets", False, "AMB-23", ASSUMED, "the Palace counts sets of two fish and one wood"),
    reading("commons_skip", CommonsSkip, "AMB-24", ASSUMED, "how often House of Commons skips a space"),
    flag("limit_includes_bonus", False, "AMB-25", ASSUMED, "the limit of a reputation card includes the bonus"),
    flag("self_trigger", False, "AMB-26", ASSUMED, "an ability answers to the gain of its own building"),
    flag("ichor_on_buy", True, "AMB-27", ASSUMED, "Underriver Gate brings Ichor also when it is bought"),
    flag("diplo_needs_cube", False, "AMB-29", ASSUMED, "diplomacy needs at least one cube"),
    flag("adv_replaces", True, "AMB-31", ASSUMED, "advanced Fel's Garden and Undervall lose their rest"),
    flag("butcher_injured", False, "AMB-33", ASSUMED, "the Butcher counts injured workers too"),
    reading("quarters_unpayable", QuartersUnpayable, "AMB-38", ASSUMED, "closed quarters without an admin"),
    flag("raid_spends", False, "AMB-40", ASSUMED, "pirates that roll in a raid are spent"),
    flag("six_bonus_build", True, "AMB-42", ASSUMED, "the coin of the four-book slot also for building"),
    reading("region_cut", RegionCut, "AMB-43", ASSUMED, "how the boards are cut into regions"),
    reading("end_buildings", EndBuildings, "AMB-44", BOOK, "buildings that trigger the end", others=ASSUMED),
    flag("free_action_interrupts", False, "AMB-45", ASSUMED, "free actions between the spoils and the visit"),
    reading("butcher_scope", ButcherScope, "AMB-46", ASSUMED, "which counts the Butcher raises"),
    size(
        "book_trigger_min",
        1,
        1,
        2,
        "AMB-47",
        ASSUMED,
        "books gained at once from which Library and School of War answer",
    ),
    flag("adv_morlim_free", False, "AMB-48", ASSUMED, "advanced Morlim's crew costs nothing"),
    flag("raid_rerolls", False, "AMB-49", ASSUMED, "wood rerolls dice in a raid"),
    # bounds of the simulation
    size(
        "offer_limit", 2, 0, 20, "I-VAR-MERCHANT", ASSUMED, "offers the active player may make in one turn (merchant)"
    ),
    size(
        "round_limit",
        80,
        1,
        10_000,
        "I-END-05",
        ASSUMED,
        "rounds after which a game is cut off, scored and counted as truncated",
    ),
)

_N_SETS = (MAX_DICE + 1) * (MAX_DICE + 2) * (MAX_DICE + 3) // 6

RULES = rules_layout(
    SWITCHES,
    # sizes and prices of the data set, resolved for this variant and number of players
    ("start_coins", "i8"),
    ("start_speed", "i8"),
    ("max_speed", "i8"),
    ("hold", "i8"),
    ("lap", "i8"),
    ("surcharge", "i8"),
    ("end_count", "i8"),
    ("n_row", "i8"),
    ("row_books", "i8", (MAX_ROW,)),
    ("slot_cost", "i8", (CREW_SLOTS,)),
    ("cubes", "i8"),
    ("pirates", "i8"),
    ("serpents", "i8"),
    ("n_dice", "i8"),
    ("blocked", "i8"),
    ("injury_bonus", "i8"),
    ("hit_face", "i8"),
    ("value_pirate", "i8", (FACES,)),
    ("value_serpent", "i8", (FACES,)),
    ("value_ichor", "i8", (FACES,)),
    ("face_order", "i8", (FACES,)),  # faces by what a serpent gains over a pirate, most first
    ("set_index", "i8", (MAX_DICE + 1, MAX_DICE + 1, MAX_DICE + 1)),  # of pirates, serpents, extra dice
    ("p_success", "f8", (2, _N_SETS, MAX_NEED + 1)),  # by Ichor, set, need
    ("n_spaces", "i8"),
    ("space_value", "i8", (MAX_TRACK,)),
    # map and towns
    ("distance", "i8", (N_TOWNS, N_TOWNS)),  # between slots
    ("board_town", "i8", (N_BOARDS, BOARD_REGIONS)),
    ("board_of", "i8", (N_TOWNS,)),  # -1 for a port
    ("port_town", "i8", (N_BOARDS,)),
    ("is_port", "i8", (N_TOWNS,)),
    ("takes", "i8", (N_TOWNS,)),  # 1 attack, 2 diplomacy, 3 either
    ("strength", "i8", (N_TOWNS,)),
    ("fee_coin", "i8", (N_TOWNS,)),
    ("fee_crew", "i8", (N_TOWNS, 3)),
    ("town_step", "i8", (N_TOWNS, TOWN_STEPS)),  # -1 behind the last
    ("step_kind", "i8", (MAX_STEPS,)),
    ("step_by_deck", "i8", (MAX_STEPS,)),  # 1 = at most as often as crew stand on deck
    ("step_cost", "i8", (MAX_STEPS, N_PAYABLE)),
    ("step_crew", "i8", (MAX_STEPS, 3)),
    ("step_either", "i8", (MAX_STEPS,)),  # wood or fish to pay
    ("step_gain", "i8", (MAX_STEPS, N_GAINS)),
    ("step_per_worker", "i8", (MAX_STEPS, 2)),  # wood, fish
    ("step_discount", "i8", (MAX_STEPS,)),
    # crew
    ("n_kinds", "i8"),
    ("kind_shows", "i8", (MAX_KINDS, N_READY)),
    ("kind_is_double", "i8", (MAX_KINDS,)),
    ("starters", "i8", (MAX_KINDS,)),  # for each player
    ("n_recruits", "i8"),
    ("recruits", "i8", (MAX_RECRUITS,)),
    # cards
    ("n_buildings", "i8"),
    ("price", "i8", (MAX_BUILDINGS,)),
    ("build_wood", "i8", (MAX_BUILDINGS,)),
    ("build_fish", "i8", (MAX_BUILDINGS,)),
    ("trigger", "i8", (MAX_BUILDINGS,)),
    ("effect", "i8", (MAX_BUILDINGS,)),
    ("amount", "i8", (MAX_BUILDINGS,)),
    ("trigger_mask", "i8", (N_TRIGGERS,)),
    ("trigger_list", "i8", (N_TRIGGERS, MAX_BUILDINGS)),
    ("trigger_count", "i8", (N_TRIGGERS,)),
    ("effect_mask", "i8", (N_EFFECTS,)),
    ("end_mask", "i8"),
    ("n_events", "i8"),
    ("event_town", "i8", (MAX_EVENTS,)),
    ("event_cost", "i8", (MAX_EVENTS, N_PAYABLE)),
    ("event_crew", "i8", (MAX_EVENTS, 3)),
    ("event_cubes", "i8", (MAX_EVENTS,)),
    ("n_reputation", "i8"),
    ("reputation_bonus", "i8", (MAX_REPUTATION,)),
    ("reputation_per", "i8", (MAX_REPUTATION,)),
    ("reputation_limit", "i8", (MAX_REPUTATION,)),
    ("n_tiles", "i8"),
    ("tile_gain", "i8", (MAX_TILES,)),
    ("tile_amount", "i8", (MAX_TILES,)),
)
