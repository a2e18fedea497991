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
from analyzer.games.switches import Source, Switch, Value, rules_layout


class RowShift(IntEnum):
    """Which way the building row closes a gap (AMB-02)."""

    RIGHT = 0
    LEFT = 1


class FishMoveCap(IntEnum):
    """How far fish can take a ship (AMB-04)."""

    UNLIMITED = 0
    TOTAL_4 = 1


class CrewLimit(IntEnum):
    """How many crew of one skill may help (AMB-05, AMB-06)."""

    EACH = 0
    ONE = 1


class DiceCap(IntEnum):
    """What more cards than dice mean (AMB-10)."""

    CAP = 0
    REUSE = 1


class RenownOrder(IntEnum):
    """Who resolves first when several gain renown (AMB-16)."""

    ACTIVE_FIRST = 0
    LEAST_ADVANCED_FIRST = 1


class TilesOut(IntEnum):
    """What a lap is worth when the tiles are gone (AMB-17)."""

    SEVEN_POINTS = 0
    NOTHING = 1


class CommonsSkip(IntEnum):
    """How often House of Commons skips a space (AMB-24)."""

    PER_BATCH = 0
    PER_CUBE = 1


class QuartersUnpayable(IntEnum):
    """What closed quarters mean without an admin (AMB-38)."""

    ILLEGAL = 0
    FREE = 1


class RegionCut(IntEnum):
    """How the light lines cut a board (AMB-43)."""

    A = 0
    B = 1


class EndBuildings(IntEnum):
    """How many buildings trigger the end (AMB-44)."""

    BY_PLAYERS = 0
    SIX = 1


class ButcherScope(IntEnum):
    """Which counts the Butcher raises (AMB-46)."""

    PER_WORKER = 0
    ALL_DECK_COUNTS = 1


def _variant(name: str, clause: str, summary: str) -> Switch:
    return Switch(name=name, default=False, source=Source.RULEBOOK, clause=clause, summary=summary)


def _reading(
    name: str, default: Value, clause: str, summary: str, choices: type[IntEnum] | None = None, stated: bool = False
) -> Switch:
    """Make a switch between readings; with `stated` the default is the rulebook's word."""
    source = Source.RULEBOOK if stated else Source.ASSUMED
    other: tuple[tuple[Value, Source], ...] = ()
    if stated and choices is not None:
        other = tuple((member.name.lower(), Source.ASSUMED) for member in choices if member.name.lower() != default)
    elif stated:
        other = ((not default, Source.ASSUMED),)
    return Switch(
        name=name, default=default, source=source, clause=clause, summary=summary, choices=choices, source_of=other
    )


SWITCHES = (
    # variants
    _variant("advanced", "I-VAR-ADV", "the sea boards lie on their advanced side"),
    _variant("merchant", "I-VAR-MERCHANT", "players whose ships share a region may trade"),
    _variant("closed_quarters", "I-VAR-QUARTERS", "two players: a board with the other ship costs an admin"),
    _variant("raid", "I-VAR-RAID", "ships in one region may be raided"),
    _variant("six_buildings", "I-VAR-SIX", "six buildings in the row, the first behind four books"),
    _variant("architect", "I-VAR-ARCHITECT", "buildings are drafted into hands; books are building cards"),
    # readings
    Switch(
        name="serpent_low_face",
        default=0,
        low=0,
        high=1,
        source=Source.ASSUMED,
        clause="AMB-01",
        summary="least attack value of a serpent on a 1 or 2",
    ),
    _reading("row_shift", "right", "AMB-02", "which way the row closes a gap", RowShift, stated=True),
    _reading("fish_move_cap", "unlimited", "AMB-04", "fish may take a move beyond 4 regions, or not", FishMoveCap),
    _reading("combat_crew_limit", "each", "AMB-05", "combat crew that may add a die to one attack", CrewLimit),
    _reading("negotiator_limit", "each", "AMB-06", "negotiators that may help one diplomacy", CrewLimit),
    _reading("reroll_repeat", True, "AMB-07", "the same die may be rerolled again"),
    _reading("injure_on_fail", False, "AMB-09", "crew may be injured although the attack still fails"),
    _reading("dice_cap", "cap", "AMB-10", "at most ten dice, or dice are used again", DiceCap),
    _reading("share_exempt_own", False, "AMB-11", "an own town may be shared without an admin"),
    _reading("share_cost_per_ship", False, "AMB-12", "one admin for each other ship there", stated=True),
    _reading("action_mandatory", False, "AMB-13", "an action must be taken", stated=True),
    _reading("conquest_visit_counts", True, "AMB-15", "the visit after a take triggers abilities of visits"),
    _reading("renown_order", "active_first", "AMB-16", "who resolves a common gain of renown first", RenownOrder),
    _reading("tiles_out", "seven_points", "AMB-17", "what a lap is worth when the tiles are gone", TilesOut),
    _reading("farwold_skip", True, "AMB-19", "the reputation card may be skipped", stated=True),
    _reading("double_symbol_pay", False, "AMB-21", "one crew may pay both symbols it shows"),
    _reading("palace_sets", False, "AMB-23", "the Palace counts sets of two fish and one wood"),
    _reading("commons_skip", "per_batch", "AMB-24", "how often House of Commons skips a space", CommonsSkip),
    _reading("limit_includes_bonus", False, "AMB-25", "the limit of a reputation card includes the bonus"),
    _reading("self_trigger", False, "AMB-26", "an ability answers to the gain of its own building"),
    _reading("ichor_on_buy", True, "AMB-27", "Underriver Gate brings Ichor also when it is bought"),
    _reading("diplo_needs_cube", False, "AMB-29", "diplomacy needs at least one cube"),
    _reading("adv_replaces", True, "AMB-31", "advanced Fel's Garden and Undervall lose their rest"),
    _reading("butcher_injured", False, "AMB-33", "the Butcher counts injured workers too"),
    _reading("quarters_unpayable", "illegal", "AMB-38", "closed quarters without an admin", QuartersUnpayable),
    _reading("raid_spends", False, "AMB-40", "pirates that roll in a raid are spent"),
    _reading("six_bonus_build", True, "AMB-42", "the coin of the four-book slot also for building"),
    _reading("region_cut", "a", "AMB-43", "how the boards are cut into regions", RegionCut),
    _reading("end_buildings", "by_players", "AMB-44", "buildings that trigger the end", EndBuildings, stated=True),
    _reading("free_action_interrupts", False, "AMB-45", "free actions between the spoils and the visit"),
    _reading("butcher_scope", "per_worker", "AMB-46", "which counts the Butcher raises", ButcherScope),
    Switch(
        name="book_trigger_min",
        default=1,
        low=1,
        high=2,
        source=Source.ASSUMED,
        clause="AMB-47",
        summary="books gained at once from which Library and School of War answer",
    ),
    _reading("adv_morlim_free", False, "AMB-48", "advanced Morlim's crew costs nothing"),
    _reading("raid_rerolls", False, "AMB-49", "wood rerolls dice in a raid"),
    # bounds of the simulation
    Switch(
        name="offer_limit",
        default=2,
        low=0,
        high=20,
        source=Source.ASSUMED,
        clause="I-VAR-MERCHANT",
        summary="offers the active player may make in one turn (merchant)",
    ),
    Switch(
        name="round_limit",
        default=80,
        low=1,
        high=10_000,
        source=Source.ASSUMED,
        clause="I-END-05",
        summary="rounds after which a game is cut off, scored and counted as truncated",
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
