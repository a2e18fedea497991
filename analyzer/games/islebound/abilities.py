"""The vocabulary of the buildings: when an ability works (trigger) and what it does (effect).

The component data names a trigger and an effect for each building; the rules record turns them into lists of
buildings, in data order, that one function per trigger reads.
"""

from enum import IntEnum


class Trigger(IntEnum):
    """When an ability works. The last three are unions that are read in one go, in data order."""

    ON_GAIN_BUILDING = 0
    ON_BUILD_BUILDING = 1
    ON_BUY_BUILDING = 2
    ON_GAIN_THIS = 3
    ON_CONQUER_TOWN = 4
    ON_ALLY_TOWN = 5
    ON_OWN_TOWN_LOST = 6
    ON_ATTACK_TOWN = 7
    ON_DIPLOMACY = 8
    ON_RETREAT = 9
    ON_REST = 10
    ON_HUNT = 11
    ON_EVENT = 12
    ON_RECRUIT = 13
    ON_GAIN_BOOK_EACH = 14
    ON_PLACE_INFLUENCE = 15
    ON_VISIT_OWN_TOWN = 16
    ON_VISIT_OWN_HOME_PORT = 17
    ON_OPPONENT_VISITS_OWN_TOWN = 18
    ON_TOWN_WOOD = 19
    ON_TOWN_FISH = 20
    PASSIVE = 21
    PASSIVE_VISIT = 22
    GAME_END_PER_TOWN = 23
    GAME_END_GOODS = 24
    GAME_END_PER_TWO_SYMBOL_CREW = 25
    GAME_END_COINS = 26
    GAME_END_PER_2_BUILDINGS = 27
    BUYING = 28
    BUILDING = 29
    VISIT_OWN_PORT = 30


N_TRIGGERS = len(Trigger)

UNIONS = {
    Trigger.BUYING: (Trigger.ON_GAIN_BUILDING, Trigger.ON_BUY_BUILDING),
    Trigger.BUILDING: (Trigger.ON_GAIN_BUILDING, Trigger.ON_BUILD_BUILDING),
    Trigger.VISIT_OWN_PORT: (Trigger.ON_VISIT_OWN_TOWN, Trigger.ON_VISIT_OWN_HOME_PORT),
}


class Effect(IntEnum):
    """What an ability does. The first six are gains; they may stand beside any `on_…` trigger that gives."""

    GAIN_COIN = 0
    GAIN_WOOD = 1
    GAIN_FISH = 2
    GAIN_PIRATE = 3
    GAIN_SERPENT = 4
    GAIN_RENOWN = 5
    EXHAUSTED_WORKERS_COUNT_AS_ON_DECK = 6
    MAY_SKIP_FIRST_EMPTY_SPACE = 7
    ONE_INJURED_CREW_STRAIGHT_TO_DECK = 8
    ATTACK_BONUS = 9
    INFLUENCE_BONUS = 10
    GAIN_ICHOR_THEN_ICHOR_FIRST = 11
    BASE_SPEED_PLUS = 12
    HOLD_PLUS = 13
    NO_ADMIN_NEEDED_TO_SHARE_REGION = 14
    LOSE_NO_CARD = 15
    WOOD_DISCOUNT = 16
    RENOWN = 17
    RENOWN_PER_2FISH_AND_PER_1WOOD = 18
    RENOWN_PER_5_COINS = 19


N_EFFECTS = len(Effect)

GIVING = (  # triggers that hand out a gain at once
    Trigger.ON_GAIN_BUILDING,
    Trigger.ON_BUILD_BUILDING,
    Trigger.ON_BUY_BUILDING,
    Trigger.ON_CONQUER_TOWN,
    Trigger.ON_ALLY_TOWN,
    Trigger.ON_OWN_TOWN_LOST,
    Trigger.ON_REST,
    Trigger.ON_HUNT,
    Trigger.ON_EVENT,
    Trigger.ON_RECRUIT,
    Trigger.ON_GAIN_BOOK_EACH,
    Trigger.ON_VISIT_OWN_TOWN,
    Trigger.ON_VISIT_OWN_HOME_PORT,
    Trigger.ON_OPPONENT_VISITS_OWN_TOWN,
    Trigger.ON_TOWN_WOOD,
    Trigger.ON_TOWN_FISH,
)

# Effects that are no gain belong to one trigger each.
TRIGGERS_OF = {
    Effect.EXHAUSTED_WORKERS_COUNT_AS_ON_DECK: (Trigger.PASSIVE_VISIT,),
    Effect.MAY_SKIP_FIRST_EMPTY_SPACE: (Trigger.ON_PLACE_INFLUENCE,),
    Effect.ONE_INJURED_CREW_STRAIGHT_TO_DECK: (Trigger.ON_REST,),
    Effect.ATTACK_BONUS: (Trigger.ON_ATTACK_TOWN,),
    Effect.INFLUENCE_BONUS: (Trigger.ON_DIPLOMACY,),
    Effect.GAIN_ICHOR_THEN_ICHOR_FIRST: (Trigger.ON_GAIN_THIS,),
    Effect.BASE_SPEED_PLUS: (Trigger.PASSIVE,),
    Effect.HOLD_PLUS: (Trigger.PASSIVE,),
    Effect.NO_ADMIN_NEEDED_TO_SHARE_REGION: (Trigger.PASSIVE,),
    Effect.LOSE_NO_CARD: (Trigger.ON_RETREAT,),
    Effect.WOOD_DISCOUNT: (Trigger.ON_BUILD_BUILDING,),
    Effect.RENOWN: (
        Trigger.GAME_END_PER_TOWN,
        Trigger.GAME_END_PER_TWO_SYMBOL_CREW,
        Trigger.GAME_END_PER_2_BUILDINGS,
    ),
    Effect.RENOWN_PER_2FISH_AND_PER_1WOOD: (Trigger.GAME_END_GOODS,),
    Effect.RENOWN_PER_5_COINS: (Trigger.GAME_END_COINS,),
}
