"""What lies on the table, in the hands and out of sight, as flat records.

Towns, crew kinds, buildings, events, reputation cards and tiles are numbered in the order of the component data.
A region is known by its town; where it lies on the map is its slot: 0..11 are the three regions of the hex slots
N, W, E, S, and 12..15 are the port notches NW, NE, SW, SE. A set of buildings is a bit mask.

All fields are 64 bits wide: a rule is compiled anew for every width of its arguments, and small fields would save
nothing, for a state is hardly ever copied.
"""

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD, state_layout
from analyzer.kernel.jit import Explained, record
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
KIND_BUILDING, KIND_TOWN, KIND_CREW, KIND_EVENT, KIND_REPUTATION, KIND_TILE = range(6)  # of components: treatments
PACK = 7  # buildings dealt to each player by the architect variant
N_PASSES = PACK - 1

COIN, WOOD, FISH, BOOK, PIRATE, SERPENT, ICHOR = range(7)
N_PAYABLE = 6  # the first six can be a cost
INFLUENCE, RENOWN = 6, 7  # columns of gains behind those six
N_GAINS = 8

ADMIN, WORK, COMBAT, NEGOTIATE, SAIL = range(5)
BOTH, CREW = 5, 6  # crew with admin and work at once; crew of any kind
N_READY = 7

DUE_ADMIN, DUE_WORK, DUE_ANY, DUE_COMBAT, DUE_NEGOTIATE = range(5)
N_DUE = 5

SERIES = {  # codes that are counted from 0, by what they number
    "Things a player holds, and the columns of costs and gains.":
        ("COIN", "WOOD", "FISH", "BOOK", "PIRATE", "SERPENT", "ICHOR"),
    "Crew symbols, and the columns of what stands ready on deck.":
        ("ADMIN", "WORK", "COMBAT", "NEGOTIATE", "SAIL"),
    "What is due from the crew: the symbols of costs, then combat crew for dice and negotiators.":
        ("DUE_ADMIN", "DUE_WORK", "DUE_ANY", "DUE_COMBAT", "DUE_NEGOTIATE"),
}  # fmt: skip

NOBODY = -1
NO_CARD = -1
BLOCKED = 9  # an influence space closed by a cube of an unused colour


class Phase(Explained):
    """The question that the asked seat has to answer (section 7 of the rules)."""

    HOME = 1, "D0: the home port"
    DRAFT = 2, "I-VAR-ARCHITECT: the building to keep of a pack"
    PLAN = 3, "D1: where to sail and what to do there"
    FREE = 4, "D2, D6, D7: an event, a building to buy, or go on"
    GOODS = 5, "D5: wood or fish"
    EXCHANGE = 6, "D5: whether to exchange once more"
    RECRUIT = 7, "D5: the crew slot to hire from"
    REPUTATION = 8, "D5: the reputation card to carry out"
    BUILD = 9, "D5: the building to build"
    OFFER = 10, "D10: a trade to offer"
    REPLY = 11, "D10: whether to accept the trade"
    # only if the plan's orders ask for them; otherwise the defaults of section 7 hold
    ACTION = 12, "D2a: the action itself (ASK_ACTION)"
    CREW = 13, "D1b: which crew pays (ASK_CREW)"
    COMMIT = 14, "D3: what attacks (ASK_COMMIT)"
    REROLL = 15, "D3a: the die to roll again (ASK_REROLL)"
    INJURE = 16, "D3c: how many crew are injured for the attack (ASK_INJURE)"
    LOSS = 17, "D3d: the card lost in a retreat (ASK_LOSS)"
    INFLUENCE = 18, "D4: cubes and negotiators that pay a diplomacy (ASK_INFLUENCE)"
    STEP = 19, "D5: whether a step of a visit is carried out (ASK_STEP)"
    HEAL = 20, "D5: the crew that the Miracle Hut heals (ASK_HEAL)"
    DISCARD = 21, "D2: the building an architect discards for a book (ASK_DISCARD)"
    DROP = 22, "D8: what goes overboard (ASK_DROP)"
    ASSIGN = 23, "D3b: the die for the next card (ASK_ASSIGN)"
    CUBE = 24, "D4: the cube that marks a town when the stock is empty (ASK_CUBE)"


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


class Moment(Explained):
    """When free actions are asked for (I-TURN-03, AMB-45)."""

    BEFORE = 0, "before the action"
    BETWEEN = 1, "between the spoils of a town and its visit"
    AFTER = 2, "after the action"


class Action(Explained):
    """The actions of a turn (I-TURN-02)."""

    NONE = 0, "only sail"
    HUNT = 1, "take the coins on the treasure map"
    VISIT = 2, "pay the fee and carry out the steps of the town"
    ATTACK = 3, "take the town by force"
    DIPLOMACY = 4, "take the town by influence"
    RAID = 5, "attack a ship there"


N_ACTIONS = 6


class StepKind(Explained):
    """What a step of a town's action box is."""

    REST = 0, "crew comes back"
    GAIN = 1, "goods, books or renown"
    CHOOSE = 2, "wood or fish"
    EXCHANGE = 3, "pay and gain, again and again"
    RECRUIT = 4, "hire crew"
    REPUTATION = 5, "carry out a reputation card"
    BUILD = 6, "build a building"


class Cause(IntEnum):
    """How a game ended; every game has exactly one cause."""

    RUNNING = 0
    FINISHED = 1
    TRUNCATED = 2
    FAULT = 3


class Chance(Explained):
    """Chance has one stream per purpose, so that a variant never shifts the cards of another."""

    BOARDS = 0, "setup"
    PORTS = 1, "setup"
    FIRST = 2, "turn order"
    EVENTS = 3, "deck"
    REPUTATION = 4, "deck"
    CREW = 5, "deck"
    TILES = 6, "deck"
    BUILDINGS = 7, "deck"
    DICE = 8, "dice"


# Everybody sees the table.
TABLE = record(
    *TABLE_HEAD,
    ("round_no", "i8", "number of the round"),
    ("last_round", "i8", "the number of the last round, 0 until somebody triggers the end"),
    # the turn under way
    ("plan", "i8", "the Action announced with the move"),
    ("target", "i8", "the seat to be raided"),
    ("orders", "i8", "the upper bits of the plan: see encoding"),
    ("moment", "i8", "when free actions are asked for: a Moment"),
    ("acted", "i8", "the Action carried out"),
    ("pile", "i8", "the pile of the event or reputation card being carried out"),
    ("resume", "i8", "for the rules: the Stage after a crew payment"),
    ("due", "i8", (N_DUE,), "by DUE_… symbol: crew still to be paid"),
    ("cards_due", "i8", "building cards still to be discarded for books (architect)"),
    ("after_drop", "i8", "for the rules: the Stage after goods went overboard"),
    ("due_hurts", "i8", "1 if that crew is injured, not exhausted"),
    ("visit_step", "i8", "which step of the town is carried out, from 0 on"),
    ("times_left", "i8", "exchanges the step still allows, -1 before its first"),
    ("step_books", "i8", "books gained by this exchange step"),
    ("town_wood", "i8", "1 once this visit gave wood"),
    ("town_fish", "i8", "1 once this visit gave fish"),
    ("need", "i8", "what the attack or the diplomacy has to reach"),
    ("force", "i8", (4,), "committed pirates, serpents, Ichor, extra dice"),
    ("dice", "i8", (FACES,), "by face (0 = one pip): dice that show it"),
    ("fixed", "i8", (FACES,), "of these, dice that may not be rerolled again (AMB-07)"),
    ("assigned", "i8", "committed cards that got their die from the player"),
    ("total", "i8", "what the cards with assigned dice are worth"),
    ("wood_limit", "i8", "wood this battle may still cost"),
    ("offer", "i8", "the trade offered: see `trade_offer`"),
    ("offers_made", "i8", "offers of this turn"),
    ("drafted", "i8", "buildings each player has kept"),
    # the map
    ("slot", "i8", (N_TOWNS,), "by town: where it lies on the map"),
    ("owner", "i8", (N_TOWNS,), "by town: the seat it belongs to, -1 = nobody"),
    ("coins_on_map", "i8", "coins on the treasure map"),
    # the players
    ("goods", "i8", (MAX_SEATS, 7), "by seat and good: what it holds, columns COIN to ICHOR"),
    ("region", "i8", (MAX_SEATS,), "by seat: the town where the ship lies, -1 before the start"),
    ("home", "i8", (MAX_SEATS,), "by seat: its home port, -1 before it is chosen"),
    ("owned", "i8", (MAX_SEATS,), "by seat: its buildings, as a mask"),
    ("n_owned", "i8", (MAX_SEATS,), "by seat: how many they are"),
    ("towns", "i8", (MAX_SEATS,), "by seat: towns that are its own"),
    ("track", "i8", (MAX_SEATS,), "by seat: place on the renown track"),
    ("tiles", "i8", (MAX_SEATS,), "by seat: renown tiles, or laps, it has made"),
    ("cubes", "i8", (MAX_SEATS,), "by seat: cubes in stock"),
    ("influence", "i8", (MAX_SEATS,), "by seat: value of the own cubes on the influence track"),
    ("crew", "i8", (MAX_SEATS,), "by seat: crew cards in any state"),
    ("deck", "i8", (MAX_SEATS, MAX_KINDS), "by seat and crew kind: crew on deck"),
    ("tired", "i8", (MAX_SEATS, MAX_KINDS), "by seat and crew kind: exhausted crew"),
    ("hurt", "i8", (MAX_SEATS, MAX_KINDS), "by seat and crew kind: injured crew"),
    ("ready", "i8", (MAX_SEATS, N_READY), "by seat and symbol: crew on deck that shows it, columns ADMIN to CREW"),
    ("drops_wood", "i8", (MAX_SEATS,), "by seat: 1 = wood goes overboard before fish"),
    # the renown board
    ("space", "i8", (MAX_TRACK,), "by space of the influence track: -1 empty, a seat, or BLOCKED"),
    ("event_top", "i8", (2,), "by pile: the open event"),
    ("event_left", "i8", (2,), "by pile: events left"),
    ("reputation_top", "i8", (2,), "by pile: the open reputation card"),
    ("reputation_left", "i8", (2,), "by pile: reputation cards left"),
    ("recruit", "i8", (CREW_SLOTS,), "by crew slot: the crew kind there, -1 empty"),
    ("next_recruit", "i8", "top of the face-up crew pile, -1 none"),
    ("recruits_left", "i8", "cards in the crew pile"),
    ("tile_top", "i8", "the open renown tile, -1 none"),
    ("tiles_left", "i8", "renown tiles left"),
    # the supply
    ("pirates_left", "i8", "pirates in the supply"),
    ("serpents_left", "i8", "serpents in the supply"),
    ("ichor_left", "i8", "1 = Ichor is in the supply"),
    ("row", "i8", (MAX_ROW,), "by row slot: the building on sale, -1 none"),
    ("deck_left", "i8", "buildings in the pile"),
    # what all have seen go
    ("events_gone", "i8", "events completed since the piles were last shuffled, as a mask"),
    ("reputation_gone", "i8", "reputation cards carried out, as a mask"),
    ("tiles_gone", "i8", "renown tiles taken, as a mask"),
    # what all have seen of the architects' cards
    ("discards", "i8", "buildings discarded for books, which lie open, as a mask"),
    ("reshuffled", "i8", "discards that the present pile was made of, as a mask, 0 = it is the first pile"),
    ("drawn", "i8", (MAX_SEATS,), "by seat: cards in hand that come from a pile of discards"),
    ("shown", "i8", (MAX_SEATS,), "by seat: cards in hand that came by a trade, as a mask"),
)

# Its owner sees a hand (only the architect variant has any).
HAND = record(
    ("seat", "i8", "the own seat"),
    ("cards", "i8", "buildings in hand, as a mask"),
    ("pack", "i8", "buildings to choose from in the draft, as a mask"),
    # what its owner remembers of the draft
    (
        "passed",
        "i8",
        (N_PASSES,),
        "by round: buildings passed on, without those that came back or were shown",
    ),
    ("takers", "i8", (N_PASSES,), "by round: the seats that kept one of these each, as a mask"),
)

# Nobody sees the order of the piles; the top is the last card.
HIDDEN = record(
    ("buildings", "i8", (MAX_BUILDINGS,)),
    ("events", "i8", (2, MAX_EVENTS)),
    ("reputation", "i8", (2, MAX_REPUTATION)),
    ("recruits", "i8", (MAX_RECRUITS,)),
    ("tiles", "i8", (MAX_TILES,)),
    ("order", "i8", (MAX_BUILDINGS,), "room for shuffling"),
    ("chance", "i8", (len(Chance), STREAM_SIZE), "the streams of the deal, taken over at the start"),
)

# What the analyst counts.
TALLY = record(
    ("actions", "i8", (MAX_SEATS, N_ACTIONS)),
    ("conquered", "i8", (MAX_SEATS,)),
    ("allied", "i8", (MAX_SEATS,)),
    ("retreats", "i8", (MAX_SEATS,)),
    ("events", "i8", (MAX_SEATS,)),
    ("hunted", "i8", (MAX_SEATS,), "coins"),
    ("fees", "i8", (MAX_SEATS,), "coins paid to other players"),
    ("bought", "i8", (MAX_SEATS,)),
    ("built", "i8", (MAX_SEATS,)),
    ("spent", "i8", (MAX_SEATS, N_PAYABLE)),
    ("trades", "i8", (MAX_SEATS,)),
    ("trigger_round", "i8"),
    ("trigger_seat", "i8"),
    ("building_seat", "i8", (MAX_BUILDINGS,)),
    ("building_turn", "i8", (MAX_BUILDINGS,)),
    ("building_way", "i8", (MAX_BUILDINGS,), "1 bought, 2 built"),
    ("attacks_on", "i8", (N_TOWNS,), "successful"),
    ("alliances_with", "i8", (N_TOWNS,)),
)

STATE = state_layout(TABLE, HAND, HIDDEN, TALLY, MAX_SEATS)
