"""What lies on the table, in the hands and out of sight, as flat records.

Towns, crew kinds, buildings, events, reputation cards and tiles are numbered in the order of the component data.
A region is known by its town; where it lies on the map is its slot: 0..11 are the three regions of the hex slots
N, W, E, S, and 12..15 are the port notches NW, NE, SW, SE. A set of buildings is a bit mask.

All fields are 64 bits wide: a rule is compiled anew for every width of its arguments, and small fields would save
nothing, for a state is hardly ever copied.
"""

from __future__ import annotations

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD, state_layout
from analyzer.kernel.jit import record
from analyzer.kernel.random import STREAM_SIZE

MAX_SEATS = 4
N_TOWNS = 16  # I-MAP-01
N_BOARDS = 4
BOARD_REGIONS = 3
FIRST_PORT_SLOT = 12
MAX_KINDS = 16
MAX_BUILDINGS = 40
MAX_EVENTS = 24
MAX_REPUTATION = 12
MAX_TILES = 28
MAX_RECRUITS = 24
MAX_TRACK = 24
MAX_STEPS = 32
TOWN_STEPS = 4
MAX_ROW = 6
CREW_SLOTS = 3
FACES = 6
MAX_DICE = 10  # I-ATTACK-05
MAX_NEED = 24
PACK = 7  # buildings dealt to each player by the architect variant

# Things a player holds, and the columns of costs and gains.
COIN, WOOD, FISH, BOOK, PIRATE, SERPENT, ICHOR = range(7)
N_PAYABLE = 6  # the first six can be a cost
INFLUENCE, RENOWN = 6, 7  # columns of gains behind those six
N_GAINS = 8

# Crew symbols, and the columns of what stands ready on deck.
ADMIN, WORK, COMBAT, NEGOTIATE, SAIL = range(5)
BOTH, CREW = 5, 6  # crew with admin and work at once; crew of any kind
N_READY = 7

# What is due from the crew: the symbols of costs, then combat crew for dice and negotiators.
DUE_ADMIN, DUE_WORK, DUE_ANY, DUE_COMBAT, DUE_NEGOTIATE = range(5)
N_DUE = 5

NOBODY = -1
NO_CARD = -1
BLOCKED = 9  # an influence space closed by a cube of an unused colour


class Phase(IntEnum):
    """The question that the asked seat has to answer (section 7 of the rules)."""

    HOME = 1
    DRAFT = 2
    PLAN = 3
    FREE = 4
    GOODS = 5
    EXCHANGE = 6
    RECRUIT = 7
    REPUTATION = 8
    BUILD = 9
    OFFER = 10
    REPLY = 11
    # only if the plan's orders ask for them; otherwise the defaults of section 7 hold
    ACTION = 12
    CREW = 13
    COMMIT = 14
    REROLL = 15
    INJURE = 16
    LOSS = 17
    INFLUENCE = 18
    STEP = 19
    HEAL = 20
    DISCARD = 21
    DROP = 22
    ASSIGN = 23
    CUBE = 24


class Stage(IntEnum):
    """Where the game stands between two questions."""

    ASKING = 0
    HOME = 1
    DRAFT = 2
    TURN = 3
    OFFER = 4
    FREE = 5
    ACT = 6
    PAY_CREW = 7
    EVENT = 8
    FEE_PAID = 9
    STEP = 10
    EXCHANGED = 11
    ROLL = 12
    REROLL = 13
    RESOLVE = 14
    WON = 15
    LOST = 16
    ALLIED = 17
    END_TURN = 18
    ASSIGN = 19


class Moment(IntEnum):
    """When free actions are asked for (I-TURN-03, AMB-45)."""

    BEFORE = 0
    BETWEEN = 1
    AFTER = 2


class Action(IntEnum):
    """The actions of a turn (I-TURN-02)."""

    NONE = 0
    HUNT = 1
    VISIT = 2
    ATTACK = 3
    DIPLOMACY = 4
    RAID = 5


N_ACTIONS = 6


class StepKind(IntEnum):
    """What a step of a town's action box is."""

    REST = 0
    GAIN = 1
    CHOOSE = 2
    EXCHANGE = 3
    RECRUIT = 4
    REPUTATION = 5
    BUILD = 6


class Cause(IntEnum):
    """How a game ended; every game has exactly one cause."""

    RUNNING = 0
    FINISHED = 1
    TRUNCATED = 2
    FAULT = 3


class Chance(IntEnum):
    """Chance has one stream per purpose, so that a variant never shifts the cards of another."""

    BOARDS = 0
    PORTS = 1
    FIRST = 2
    EVENTS = 3
    REPUTATION = 4
    CREW = 5
    TILES = 6
    BUILDINGS = 7
    DICE = 8


# Everybody sees the table.
TABLE = record(
    *TABLE_HEAD,
    ("round_no", "i8"),
    ("last_round", "i8"),  # 0 until somebody triggers the end
    # the turn under way
    ("plan", "i8"),  # the Action announced with the move
    ("target", "i8"),  # the seat to be raided
    ("orders", "i8"),  # the upper bits of the plan: see encoding
    ("moment", "i8"),
    ("acted", "i8"),  # the Action carried out
    ("pile", "i8"),  # of the event or reputation card being carried out
    ("resume", "i8"),  # the Stage after a crew payment
    ("due", "i8", (N_DUE,)),  # crew symbols still to be paid
    ("cards_due", "i8"),  # building cards still to be discarded for books (architect)
    ("after_drop", "i8"),  # the Stage after goods went overboard
    ("due_hurts", "i8"),  # 1 if that crew is injured, not exhausted
    ("visit_step", "i8"),
    ("times_left", "i8"),  # exchanges the step still allows, -1 before its first
    ("step_books", "i8"),  # books gained by this exchange step
    ("town_wood", "i8"),  # 1 once this visit gave wood
    ("town_fish", "i8"),
    ("need", "i8"),  # what the attack or the diplomacy has to reach
    ("force", "i8", (4,)),  # committed pirates, serpents, Ichor, extra dice
    ("dice", "i8", (FACES,)),  # dice by face
    ("fixed", "i8", (FACES,)),  # of these, dice that may not be rerolled again (AMB-07)
    ("assigned", "i8"),  # committed cards that got their die from the player
    ("total", "i8"),  # what these cards are worth
    ("wood_limit", "i8"),  # wood this battle may still cost
    ("offer", "i8"),
    ("offers_made", "i8"),
    ("drafted", "i8"),  # buildings each player has kept
    # the map
    ("slot", "i8", (N_TOWNS,)),  # where each town lies
    ("owner", "i8", (N_TOWNS,)),
    ("coins_on_map", "i8"),
    # the players
    ("goods", "i8", (MAX_SEATS, 7)),
    ("region", "i8", (MAX_SEATS,)),  # the town where the ship lies, -1 before the start
    ("home", "i8", (MAX_SEATS,)),
    ("owned", "i8", (MAX_SEATS,)),  # buildings as a mask
    ("n_owned", "i8", (MAX_SEATS,)),
    ("towns", "i8", (MAX_SEATS,)),
    ("track", "i8", (MAX_SEATS,)),
    ("tiles", "i8", (MAX_SEATS,)),
    ("cubes", "i8", (MAX_SEATS,)),  # in stock
    ("influence", "i8", (MAX_SEATS,)),  # value of the own cubes on the influence track
    ("crew", "i8", (MAX_SEATS,)),  # crew cards in any state
    ("deck", "i8", (MAX_SEATS, MAX_KINDS)),
    ("tired", "i8", (MAX_SEATS, MAX_KINDS)),
    ("hurt", "i8", (MAX_SEATS, MAX_KINDS)),
    ("ready", "i8", (MAX_SEATS, N_READY)),  # symbols on deck: always the sum over `deck`
    ("drops_wood", "i8", (MAX_SEATS,)),  # 1 = wood goes overboard before fish
    # the renown board
    ("space", "i8", (MAX_TRACK,)),  # influence track: -1 empty, a seat, or BLOCKED
    ("event_top", "i8", (2,)),
    ("event_left", "i8", (2,)),
    ("reputation_top", "i8", (2,)),
    ("reputation_left", "i8", (2,)),
    ("recruit", "i8", (CREW_SLOTS,)),  # crew kinds, -1 empty
    ("next_recruit", "i8"),  # top of the face-up crew pile, -1 none
    ("recruits_left", "i8"),
    ("tile_top", "i8"),
    ("tiles_left", "i8"),
    # the supply
    ("pirates_left", "i8"),
    ("serpents_left", "i8"),
    ("ichor_left", "i8"),
    ("row", "i8", (MAX_ROW,)),
    ("deck_left", "i8"),
)

# Its owner sees a hand (only the architect variant has any).
HAND = record(
    ("seat", "i8"),
    ("cards", "i8"),  # buildings in hand, as a mask
    ("pack", "i8"),  # buildings to choose from in the draft, as a mask
)

# Nobody sees the order of the piles; the top is the last card.
HIDDEN = record(
    ("buildings", "i8", (MAX_BUILDINGS,)),
    ("discards", "i8"),  # discarded buildings (architect), as a mask
    ("events", "i8", (2, MAX_EVENTS)),
    ("reputation", "i8", (2, MAX_REPUTATION)),
    ("recruits", "i8", (MAX_RECRUITS,)),
    ("tiles", "i8", (MAX_TILES,)),
    ("order", "i8", (MAX_BUILDINGS,)),  # room for shuffling
    ("chance", "i8", (len(Chance), STREAM_SIZE)),  # the streams of the deal, taken over at the start
)

# What the analyst counts.
TALLY = record(
    ("actions", "i8", (MAX_SEATS, N_ACTIONS)),
    ("conquered", "i8", (MAX_SEATS,)),
    ("allied", "i8", (MAX_SEATS,)),
    ("retreats", "i8", (MAX_SEATS,)),
    ("events", "i8", (MAX_SEATS,)),
    ("hunted", "i8", (MAX_SEATS,)),  # coins
    ("fees", "i8", (MAX_SEATS,)),  # coins paid to other players
    ("bought", "i8", (MAX_SEATS,)),
    ("built", "i8", (MAX_SEATS,)),
    ("spent", "i8", (MAX_SEATS, N_PAYABLE)),
    ("trades", "i8", (MAX_SEATS,)),
    ("trigger_round", "i8"),
    ("trigger_seat", "i8"),
    ("building_seat", "i8", (MAX_BUILDINGS,)),
    ("building_turn", "i8", (MAX_BUILDINGS,)),
    ("building_way", "i8", (MAX_BUILDINGS,)),  # 1 bought, 2 built
    ("attacks_on", "i8", (N_TOWNS,)),  # successful
    ("alliances_with", "i8", (N_TOWNS,)),
)

STATE = state_layout(TABLE, HAND, HIDDEN, TALLY, MAX_SEATS)
