"""The rule switches of Islebound, with their clauses (docs/rules/islebound.md) and sources."""

from enum import IntEnum

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import N_EFFECTS, N_TRIGGERS
from analyzer.games.switches import ASSUMED, BOOK, SIMULATION, flag, reading, rules_layout, size, uses

# The readings of doubtful clauses; the first one is always the default.
RowShift = IntEnum("RowShift", "RIGHT LEFT", start=0)  # AMB-02
FishMoveCap = IntEnum("FishMoveCap", "UNLIMITED TOTAL_4", start=0)  # AMB-04
CrewLimit = IntEnum("CrewLimit", "EACH ONE", start=0)  # AMB-05, AMB-06
DiceCap = IntEnum("DiceCap", "CAP REUSE", start=0)  # AMB-10
RenownOrder = IntEnum("RenownOrder", "ACTIVE_FIRST LEAST_ADVANCED_FIRST", start=0)  # AMB-16
TilesOut = IntEnum("TilesOut", "SEVEN_POINTS NOTHING", start=0)  # AMB-17
CommonsSkip = IntEnum("CommonsSkip", "PER_BATCH PER_CUBE", start=0)  # AMB-24
QuartersScope = IntEnum("QuartersScope", "ENDS_THERE MOVES_THROUGH", start=0)  # AMB-50
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
    size("serpent_low_face", 0, 0, 1, "AMB-01", ASSUMED, "lowest attack value of a serpent on a 1 or 2"),
    reading("row_shift", RowShift, "AMB-02", BOOK, "which way the row closes a gap", others=ASSUMED),
    reading("fish_move_cap", FishMoveCap, "AMB-04", ASSUMED, "whether fish may extend a move beyond 4 regions"),
    reading("combat_crew_limit", CrewLimit, "AMB-05", ASSUMED, "combat crew that may add a die to one attack"),
    reading("negotiator_limit", CrewLimit, "AMB-06", ASSUMED, "negotiators that may help one diplomacy"),
    flag("reroll_repeat", True, "AMB-07", ASSUMED, "the same die may be rerolled more than once"),
    flag("injure_on_fail", False, "AMB-09", ASSUMED, "crew may be injured although the attack still fails"),
    reading("dice_cap", DiceCap, "AMB-10", ASSUMED, "at most ten dice, or dice are used again"),
    flag("share_exempt_own", False, "AMB-11", ASSUMED, "your own town may be shared without an admin"),
    flag("share_cost_per_ship", False, "AMB-12", BOOK, "one admin for each other ship there", others=ASSUMED),
    flag("action_mandatory", False, "AMB-13", BOOK, "an action must be taken", others=ASSUMED),
    flag("conquest_visit_counts", True, "AMB-15", ASSUMED, "the visit after taking a town triggers visit abilities"),
    reading("renown_order", RenownOrder, "AMB-16", ASSUMED, "who resolves a shared gain of renown first"),
    reading("tiles_out", TilesOut, "AMB-17", ASSUMED, "what a lap is worth when the tiles are gone"),
    flag("farwold_skip", True, "AMB-19", BOOK, "the reputation card may be skipped", others=ASSUMED),
    flag("double_symbol_pay", False, "AMB-21", ASSUMED, "one crew may pay both symbols it shows"),
    flag("palace_sets", False, "AMB-23", ASSUMED, "the Palace counts sets of two fish and one wood"),
    reading("commons_skip", CommonsSkip, "AMB-24", ASSUMED, "how often House of Commons skips a space"),
    flag("limit_includes_bonus", False, "AMB-25", ASSUMED, "the limit of a reputation card includes the bonus"),
    flag("self_trigger", False, "AMB-26", ASSUMED, "the gain of its own building triggers an ability"),
    flag("ichor_on_buy", True, "AMB-27", ASSUMED, "Underriver Gate also brings Ichor when it is bought"),
    flag("diplo_needs_cube", False, "AMB-29", ASSUMED, "diplomacy needs at least one cube"),
    flag("adv_replaces", True, "AMB-31", ASSUMED, "advanced Fel's Garden and Undervall lose their rest"),
    flag("butcher_injured", False, "AMB-33", ASSUMED, "the Butcher counts injured workers too"),
    reading(
        "quarters_unpayable", QuartersUnpayable, "AMB-38", ASSUMED, "what happens in closed quarters without an admin"
    ),
    flag("raid_spends", False, "AMB-40", ASSUMED, "pirates that roll in a raid are spent"),
    flag("six_bonus_build", True, "AMB-42", ASSUMED, "the coin of the four-book slot also counts for building"),
    reading("region_cut", RegionCut, "AMB-43", ASSUMED, "how the boards are cut into regions"),
    reading("end_buildings", EndBuildings, "AMB-44", BOOK, "buildings that trigger the end", others=ASSUMED),
    flag(
        "free_action_interrupts", False, "AMB-45", ASSUMED, "free actions are possible between the spoils and the visit"
    ),
    reading("butcher_scope", ButcherScope, "AMB-46", ASSUMED, "which counts the Butcher raises"),
    size(
        "book_trigger_min",
        1,
        1,
        2,
        "AMB-47",
        ASSUMED,
        "books gained at once that trigger Library and School of War",
    ),
    flag("adv_morlim_free", False, "AMB-48", ASSUMED, "advanced Morlim's crew costs nothing"),
    flag("raid_rerolls", False, "AMB-49", ASSUMED, "wood rerolls dice in a raid"),
    reading(
        "quarters_scope",
        QuartersScope,
        "AMB-50",
        ASSUMED,
        "whether closed quarters cost an admin where a move ends, or also on the way",
        needs=uses("closed_quarters"),
    ),
    flag(
        "trade_cards",
        False,
        "AMB-51",
        ASSUMED,
        "architects may trade the building cards that are their books",
        needs=lambda values: bool(values["merchant"] and values["architect"]),
    ),
    # bounds of the simulation
    size(
        "offer_limit",
        2,
        0,
        20,
        "I-VAR-MERCHANT",
        ASSUMED,
        "offers the active player may make in one turn (merchant)",
        role=SIMULATION,
    ),
    size(
        "round_limit",
        80,
        1,
        10_000,
        "I-END-05",
        ASSUMED,
        "rounds after which a game is cut off, scored and counted as truncated",
        role=SIMULATION,
    ),
)

_N_SETS = (codes.MAX_DICE + 1) * (codes.MAX_DICE + 2) * (codes.MAX_DICE + 3) // 6

RULES = rules_layout(
    SWITCHES,
    # sizes and prices of the data set, resolved for this variant and number of players
    ("start_coins", "i8", "coins at the start"),
    ("start_speed", "i8", "speed without crew that sails"),
    ("max_speed", "i8", "most speed from crew"),
    ("hold", "i8", "wood and fish that a ship can carry"),
    ("lap", "i8", "renown that makes a lap, and a tile"),
    ("surcharge", "i8", "what an owned town needs above its strength"),
    ("end_count", "i8", "buildings that trigger the end"),
    ("n_row", "i8", "buildings on sale; 0 for architects"),
    ("row_books", "i8", (codes.MAX_ROW,), "by row slot: books that are needed"),
    ("slot_cost", "i8", (codes.CREW_SLOTS,), "by crew slot: coins"),
    ("cubes", "i8", "cubes in stock at the start"),
    ("pirates", "i8", "pirates in the supply"),
    ("serpents", "i8", "serpents in the supply"),
    ("n_dice", "i8", "dice there are"),
    ("blocked", "i8", "influence spaces closed from the left"),
    ("injury_bonus", "i8", "what an injured crew adds to an attack"),
    ("hit_face", "i8", "pips from which a die hits in a raid"),
    ("value_pirate", "i8", (codes.FACES,), "by face: what a die on a pirate is worth"),
    ("value_serpent", "i8", (codes.FACES,), "by face: what a die on a serpent is worth"),
    ("value_ichor", "i8", (codes.FACES,), "by face: what a die on Ichor is worth"),
    ("face_order", "i8", (codes.FACES,), "faces by what a serpent gains over a pirate, most first"),
    (
        "set_index",
        "i8",
        (codes.MAX_DICE + 1, codes.MAX_DICE + 1, codes.MAX_DICE + 1),
        "by pirates, serpents, extra dice: a set",
    ),
    (
        "p_success",
        "f8",
        (2, _N_SETS, codes.MAX_NEED + 1),
        "by Ichor, set, need: the chance to reach it without rerolls",
    ),
    ("n_spaces", "i8", "spaces of the influence track"),
    ("space_value", "i8", (codes.MAX_TRACK,), "by space: what a cube there is worth"),
    # map and towns
    ("distance", "i8", (codes.N_TOWNS, codes.N_TOWNS), "by slot and slot: fewest moves between them"),
    (
        "way_round",
        "i8",
        (codes.N_BOARDS, codes.N_TOWNS, codes.N_TOWNS),
        "by board's place, slot and slot: fewest moves that do not enter that board, 99 = there is no such way",
    ),
    ("board_town", "i8", (codes.N_BOARDS, codes.BOARD_REGIONS), "by board and region: the town there"),
    ("board_of", "i8", (codes.N_TOWNS,), "by town: its board, -1 for a port"),
    ("port_town", "i8", (codes.N_BOARDS,), "the towns that are ports"),
    ("is_port", "i8", (codes.N_TOWNS,), "by town: 1 = a port"),
    ("takes", "i8", (codes.N_TOWNS,), "by town: how it is taken: 1 attack, 2 diplomacy, 3 either"),
    ("strength", "i8", (codes.N_TOWNS,), "by town: what an attack or a diplomacy has to reach"),
    ("fee_coin", "i8", (codes.N_TOWNS,), "by town: coins for a visit"),
    ("fee_crew", "i8", (codes.N_TOWNS, 3), "by town: crew for a visit: admin, work, any"),
    ("town_step", "i8", (codes.N_TOWNS, codes.TOWN_STEPS), "by town: the steps of a visit, -1 behind the last"),
    ("step_kind", "i8", (codes.MAX_STEPS,), "by step: its StepKind"),
    ("step_by_deck", "i8", (codes.MAX_STEPS,), "by step: 1 = at most as often as crew stand on deck"),
    ("step_cost", "i8", (codes.MAX_STEPS, codes.N_PAYABLE), "by step and good: what it costs"),
    ("step_crew", "i8", (codes.MAX_STEPS, 3), "by step: crew it costs: admin, work, any"),
    ("step_either", "i8", (codes.MAX_STEPS,), "by step: wood or fish to pay, as the player likes"),
    ("step_gain", "i8", (codes.MAX_STEPS, codes.N_GAINS), "by step: what it gives, columns COIN to RENOWN"),
    ("step_per_worker", "i8", (codes.MAX_STEPS, 2), "by step: wood and fish for each worker on deck"),
    ("step_discount", "i8", (codes.MAX_STEPS,), "by step: coins off the price of a recruit"),
    # crew
    ("n_kinds", "i8", "crew kinds there are"),
    (
        "kind_shows",
        "i8",
        (codes.MAX_KINDS, codes.N_READY),
        "by crew kind and symbol: 1 = it shows it, columns ADMIN to CREW",
    ),
    ("kind_is_double", "i8", (codes.MAX_KINDS,), "by crew kind: 1 = it shows two symbols"),
    ("starters", "i8", (codes.MAX_KINDS,), "by crew kind: cards that each player begins with"),
    ("n_recruits", "i8", "cards of the crew pile"),
    ("recruits", "i8", (codes.MAX_RECRUITS,), "the crew pile before shuffling: crew kinds"),
    # cards
    ("n_buildings", "i8", "buildings there are"),
    ("price", "i8", (codes.MAX_BUILDINGS,), "by building: coins to buy it"),
    ("build_wood", "i8", (codes.MAX_BUILDINGS,), "by building: wood to build it"),
    ("build_fish", "i8", (codes.MAX_BUILDINGS,), "by building: fish to build it"),
    ("trigger", "i8", (codes.MAX_BUILDINGS,), "by building: its Trigger (abilities.py)"),
    ("effect", "i8", (codes.MAX_BUILDINGS,), "by building: its Effect (abilities.py)"),
    ("amount", "i8", (codes.MAX_BUILDINGS,), "by building: how much of the effect"),
    ("trigger_mask", "i8", (N_TRIGGERS,), "by Trigger: its buildings, as a mask"),
    ("trigger_list", "i8", (N_TRIGGERS, codes.MAX_BUILDINGS), "by Trigger: its buildings, in data order"),
    ("trigger_count", "i8", (N_TRIGGERS,), "by Trigger: how many they are"),
    ("effect_mask", "i8", (N_EFFECTS,), "by Effect: its buildings, as a mask"),
    ("end_mask", "i8", "buildings that count at the end, as a mask"),
    ("n_events", "i8", "events there are"),
    ("event_town", "i8", (codes.MAX_EVENTS,), "by event: the town where it is carried out"),
    ("event_cost", "i8", (codes.MAX_EVENTS, codes.N_PAYABLE), "by event and good: what it costs"),
    ("event_crew", "i8", (codes.MAX_EVENTS, 3), "by event: crew it costs: admin, work, any"),
    ("event_cubes", "i8", (codes.MAX_EVENTS,), "by event: cubes it brings to the influence track"),
    ("n_reputation", "i8", "reputation cards there are"),
    ("reputation_bonus", "i8", (codes.MAX_REPUTATION,), "by card: renown for who carries it out"),
    (
        "reputation_per",
        "i8",
        (codes.MAX_REPUTATION,),
        "counted: building, fish, wood, book, pirate, serpent, crew, town",
    ),
    ("reputation_limit", "i8", (codes.MAX_REPUTATION,), "by card: most renown that counting gives, 0 = no limit"),
    ("n_tiles", "i8", "renown tiles there are"),
    ("tile_gain", "i8", (codes.MAX_TILES,), "by tile: what it gives, columns COIN to INFLUENCE"),
    ("tile_amount", "i8", (codes.MAX_TILES,), "by tile: how much"),
)
