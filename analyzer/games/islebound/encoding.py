"""Answers as integers: what a policy returns for each kind of question.

PLAN: bits 0-1 the seat to be raided, 2-4 the Action, 5-8 the destination, from bit 9 on the standing orders.
HOME: a town. DRAFT: a building. FREE: 0 go on, 1 and 2 the event of a pile, BUY + a row slot (architect:
+ a building), DROP_FISH, DROP_WOOD. GOODS: 0 wood, 1 fish. EXCHANGE: 0 stop, 1 once more (2: paid with fish).
RECRUIT, REPUTATION: 0 none, else slot or pile + 1. BUILD: 0 none, else row slot or building + 1.
OFFER: 0 none, else see `trade_offer`. REPLY: 0 decline, 1 accept. ACTION: bits 0-1 seat, 2-4 the Action.
CREW: a crew kind. COMMIT: four bits each for pirates, serpents, Ichor, extra dice. REROLL: 0 stop, else face + 1.
INJURE: crew to injure. LOSS: 0 pirate, 1 serpent, 2 Ichor.
INFLUENCE: bits 0-3 negotiators, from bit 4 on a mask of one's own cubes on the track, from left to right.
STEP: 0 skip, 1 carry out. HEAL: a crew kind. DISCARD: a building. DROP: wood to throw overboard, the rest is fish.
ASSIGN: the face (0-5) of the die that the next committed card gets. CUBE: an influence space.

Orders: a plan of which only the lower nine bits are set leaves everything else to the defaults of section 7.
"""

from analyzer.kernel.lean import rule

ACTION_SHIFT = 2
TOWN_SHIFT = 5
ORDER_SHIFT = 9
PLAN_CODES = 1 << ORDER_SHIFT
ORDER_BITS = 32

# Orders, counted from bit 9 of a plan: decisions the policy wants to be asked …
ASK_ACTION = 1
ASK_CREW = 2
ASK_COMMIT = 4
ASK_REROLL = 8
ASK_INJURE = 16
ASK_LOSS = 32
ASK_INFLUENCE = 64
# … preferences …
DROP_WOOD_FIRST = 128
NEVER_SKIP = 256
ALWAYS_SKIP = 512
# … and limits: 0 leaves the default
THRESHOLD_SHIFT = 10  # seven bits: percent, default 60
WOOD_SHIFT = 17  # four bits: wood for rerolls + 1, default all
INJURY_SHIFT = 21  # four bits: crew to injure + 1, default 2
# more decisions the policy wants to be asked, above the limits
ASK_STEP = 1 << 25
ASK_HEAL = 1 << 26
ASK_DISCARD = 1 << 27
ASK_DROP = 1 << 28
ASK_ASSIGN = 1 << 29
ASK_CUBE = 1 << 30
ICHOR_FIRST = 1 << 31
DEFAULT_THRESHOLD = 0.6
DEFAULT_INJURIES = 2

GO_ON = 0
EVENT = 1
BUY = 8
DROP_FISH = 100
DROP_WOOD = 101

NAMED = {  # answers, and parts of answers, that have a name
    "ASK_ACTION": "the action, once the ship has sailed",
    "ASK_CREW": "which crew pays",
    "ASK_COMMIT": "what attacks",
    "ASK_REROLL": "dice to roll again",
    "ASK_INJURE": "crew to injure",
    "ASK_LOSS": "the card lost in a retreat",
    "ASK_INFLUENCE": "what pays a diplomacy",
    "DROP_WOOD_FIRST": "wood goes overboard before fish",
    "NEVER_SKIP": "House of Commons never skips a space",
    "ALWAYS_SKIP": "House of Commons always skips one",
    "ASK_STEP": "Rest and Gain steps, also of the visit after a take",
    "ASK_HEAL": "Miracle Hut",
    "ASK_DISCARD": "what an architect discards for a book",
    "ASK_DROP": "what goes overboard",
    "ASK_ASSIGN": "dice to cards",
    "ASK_CUBE": "the cube that marks a town when the stock is empty",
    "ICHOR_FIRST": "a preference: pay a serpent with Ichor",
    "GO_ON": "FREE: no free action",
    "EVENT": "FREE: + pile: its event",
    "BUY": "FREE: + row slot, or building (architect): buy it",
    "DROP_FISH": "FREE: a fish overboard",
    "DROP_WOOD": "FREE: a wood overboard",
}


@rule
def make_plan(town, action, target, orders):
    """Encode a PLAN."""
    return (orders << ORDER_SHIFT) | (town << TOWN_SHIFT) | (action << ACTION_SHIFT) | target


@rule
def town_of(plan):
    """Return the destination of a PLAN."""
    return (plan >> TOWN_SHIFT) & 15


@rule
def action_of(plan):
    """Return the Action of a PLAN or ACTION answer."""
    return (plan >> ACTION_SHIFT) & 7


@rule
def target_of(plan):
    """Return the seat that a PLAN or ACTION answer raids."""
    return plan & 3


@rule
def orders_of(plan):
    """Return the standing orders of a PLAN."""
    return plan >> ORDER_SHIFT


@rule
def order_limits(threshold_percent, wood, injuries):
    """Encode the limits of an attack as orders; wood or injuries below 0 leave the default."""
    return (threshold_percent << THRESHOLD_SHIFT) | ((wood + 1) << WOOD_SHIFT) | ((injuries + 1) << INJURY_SHIFT)


@rule
def threshold_of(orders):
    """Return the chance of success a default commitment has to reach (D3)."""
    percent = (orders >> THRESHOLD_SHIFT) & 127
    return DEFAULT_THRESHOLD if percent == 0 else percent / 100.0


@rule
def wood_limit_of(orders):
    """Return the wood that rerolls may cost (D3a)."""
    given = (orders >> WOOD_SHIFT) & 15
    return 99 if given == 0 else given - 1


@rule
def injury_limit_of(orders):
    """Return the crew that may be injured (D3c)."""
    given = (orders >> INJURY_SHIFT) & 15
    return DEFAULT_INJURIES if given == 0 else given - 1


@rule
def force_of(pirates, serpents, ichor, extra):
    """Encode a COMMIT answer."""
    return pirates | (serpents << 4) | (ichor << 8) | (extra << 12)


@rule
def trade_offer(partner, give, want, n_give, n_want):
    """Encode an OFFER; give and want are goods from WOOD to SERPENT.

    One for one lies in bits 0-7 (0 is no offer), what is added to either side above them.
    """
    pair = (give - 1) * 5 + (want - 1)
    return (1 + partner * 25 + pair) | ((n_give - 1) << 8) | ((n_want - 1) << 12)


@rule
def partner_of(offer):
    """Return the seat an OFFER is made to."""
    return ((offer & 255) - 1) // 25


@rule
def given_of(offer):
    """Return the good that an OFFER gives."""
    return ((offer & 255) - 1) % 25 // 5 + 1


@rule
def wanted_of(offer):
    """Return the good that an OFFER wants."""
    return ((offer & 255) - 1) % 5 + 1


@rule
def n_given_of(offer):
    """Return how many pieces an OFFER gives."""
    return ((offer >> 8) & 15) + 1


@rule
def n_wanted_of(offer):
    """Return how many pieces an OFFER wants."""
    return ((offer >> 12) & 15) + 1
