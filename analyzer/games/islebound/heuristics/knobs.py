"""The knobs of the evaluator: names, defaults and places from one table."""

from analyzer.games.knobs import Knobs

EVALUATOR = Knobs(
    # what one of each is worth, in points; the five goods in the order of their codes
    wood=1.5,
    fish=0.75,
    book=1.0,
    pirate=1.2,
    serpent=1.8,
    cube=0.6,  # per value of its space
    ready=0.5,  # a crew on deck
    crew=2.0,
    town=0.8,
    renown=1.0,
    # how much more or less than its value an action counts
    attack=1.0,
    diplomacy=1.0,
    hunt=1.0,
    build=2.0,  # what a building is worth besides its points
    threshold=0.6,  # least chance of an attack
    dear=1.0,  # buy the dearest building; below 0 the cheapest
    reserve=1.0,  # coins to keep
)

V_WOOD = EVALUATOR.place("wood")
V_FISH = EVALUATOR.place("fish")
V_BOOK = EVALUATOR.place("book")
V_PIRATE = EVALUATOR.place("pirate")
V_SERPENT = EVALUATOR.place("serpent")
V_CUBE = EVALUATOR.place("cube")
V_READY = EVALUATOR.place("ready")
V_CREW = EVALUATOR.place("crew")
V_TOWN = EVALUATOR.place("town")
V_RENOWN = EVALUATOR.place("renown")
W_ATTACK = EVALUATOR.place("attack")
W_DIPLOMACY = EVALUATOR.place("diplomacy")
W_HUNT = EVALUATOR.place("hunt")
V_BUILD = EVALUATOR.place("build")
THRESHOLD = EVALUATOR.place("threshold")
DEAR = EVALUATOR.place("dear")
RESERVE = EVALUATOR.place("reserve")
