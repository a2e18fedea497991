"""Plan the whole turn with the map that it leaves to the others."""

from dataclasses import replace

from analyzer.games.rumini import weighing
from analyzer.games.rumini.encoding import EXCHANGE, TREASURE
from analyzer.games.rumini.heuristics.placements import WEIGHTS
from analyzer.games.rumini.heuristics.planning import BEAM, list_position, plan_position
from analyzer.games.rumini.heuristics.plays import NOTHING, best_play, is_joker_useful, is_pirate_useful, or_end
from analyzer.games.rumini.heuristics.small_answers import rate_by_weights, small_answer
from analyzer.games.rumini.rules.options import can_exchange
from analyzer.games.rumini.state import Phase, Treasure
from analyzer.games.values.deciding import rank_plan
from analyzer.games.values.declared import NO_ANSWER
from analyzer.kernel.jit import phase, rule
from strategies.rumini.spoiler import best_event

KNOBS = WEIGHTS.setting(unneeded=3.0, chest=10.0, side=0.5).adding(
    gift=3.0,  # a card that is left with three sides
    ready=3.0,  # a needed card with three sides
    fresh=0.9,  # a card played, for a new one
    least=1.0,
    threat=7.0,
)
GIFT, READY, FRESH, LEAST, THREAT = KNOBS.places("gift", "ready", "fresh", "least", "threat")


def rate(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer by the weights, gifts included."""
    return rate_by_weights(rules, table, hand, knobs, knobs[GIFT], answer)


@weighing(knobs=KNOBS.tuned(__file__), traits=("look-ahead",), rate=rate)
def schemer(rules, table, hand, knobs, memory, choice):
    """A planner with an eye on the map: play what captures most, build its own cards, and leave no gifts.

    1. Exchange, rob a needed device, capture a needed device by a joker tile, give events to those who lack at most
    `threat` devices. 2. Follow the best plan, made again after every card. 3. Without one play `least` cards a turn at
    their best places, so that the hand changes. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    answer = use_now(rules, table, hand, knobs)
    if answer == NOTHING and hand.held > 0:
        worth = (knobs[GIFT], knobs[READY], knobs[FRESH])
        answer = plan_position(rules, table, hand, knobs, hand.held, *worth, BEAM, False)
    return answer if answer != NOTHING else go_without(rules, table, hand, knobs)


@phase
def go_without(rules, table, hand, knobs):
    """Answer where no plan helps: play a card at its best place, while few are played, or end the turn."""
    answer = best_play(rules, table, hand, knobs, knobs[GIFT])[1] if table.played < knobs[LEAST] else NOTHING
    return or_end(rules, table, hand, answer)


@phase
def use_now(rules, table, hand, knobs):
    """Use what helps at once: exchange, pirate, joker tile, and events against who is close; NOTHING else."""
    return EXCHANGE if can_exchange(rules, table, hand) else use_treasure(rules, table, hand, knobs)


@phase
def use_treasure(rules, table, hand, knobs):
    """Use the treasure card that helps at once: pirate, joker tile, event; NOTHING else."""
    if table.treasures[hand.seat] == 0:
        return NOTHING
    if is_pirate_useful(rules, table, hand):
        return TREASURE + Treasure.PIRATE
    if is_joker_useful(rules, table, hand, knobs):
        return TREASURE + Treasure.JOKER
    device = best_event(rules, table, hand, knobs[THREAT])
    return TREASURE + Treasure.EVENT + device if device >= 0 else NOTHING


REACH = 4.0  # how much less than the best a play may be worth to be a plan
MOST = 5  # plays that are plans


@phase
def list_plans(rules, table, hand, knobs, memory, choice, found):
    """List the best plays and the end of the turn; one answer alone where the policy would do something else."""
    found.n = 0
    if table.phase != Phase.MAIN:
        return
    answer = use_now(rules, table, hand, knobs)
    if answer != NOTHING:
        list_one(found, 0.0, answer)
    else:
        list_plays(rules, table, hand, knobs, found)


@phase
def list_plays(rules, table, hand, knobs, found):
    """List the plays that are nearly the best, and the end of the turn where it may come."""
    idle = list_position(rules, table, hand, knobs, knobs[GIFT], knobs[READY], knobs[FRESH], found)
    found.n = min(found.n, MOST)
    if found.n == 0:
        list_one(found, idle, go_without(rules, table, hand, knobs))
    elif table.played >= knobs[LEAST]:
        list_one(found, idle, or_end(rules, table, hand, NOTHING))
    while found.ratings[found.n - 1] < found.ratings[0] - REACH:
        found.n -= 1


@rule
def list_one(found, rating, answer):
    """List a plan of one answer by its rating."""
    rank_plan(found, 0, rating, answer, NO_ANSWER, NO_ANSWER)


schemer = replace(schemer, plans=list_plans)
