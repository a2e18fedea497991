"""Hearing answers to questions other than the action and its payment: each goes to the rule that carries it out."""

from __future__ import annotations

from analyzer.games.tranquility.rules.market import take_market
from analyzer.games.tranquility.rules.monsters import eat
from analyzer.games.tranquility.rules.playing import pay, place_wild
from analyzer.games.tranquility.rules.rocks import hear_rocks, pay_rocks
from analyzer.games.tranquility.rules.start_giving import give
from analyzer.games.tranquility.rules.start_price import agree_split, hear_offer, hear_top
from analyzer.games.tranquility.rules.storms import discard_down, hear_cancel, lay_purple
from analyzer.games.tranquility.rules.windows import hear_clear, hear_free_dump, hear_wild_clear
from analyzer.games.tranquility.state import Phase, Stage
from analyzer.kernel.lean import phase


@phase
def hear_other(rules, state, answer):
    """Carry out an answer to a question other than the action and its payment."""
    question = state.table.phase
    if question == Phase.OFFER:
        hear_offer(state, answer)
    elif question == Phase.SPLIT:
        agree_split(rules, state, answer)
    elif question == Phase.GIVE:
        give(rules, state, answer)
    elif question == Phase.TOP:
        hear_top(rules, state, answer)
    elif question == Phase.FLIP_PAY:
        pay(rules, state, answer)
    else:
        hear_module(rules, state, answer)


@phase
def hear_module(rules, state, answer):
    """Carry out an answer to a question of the Rocks, the Storms, the Wilds or the sheet variants."""
    table = state.table
    question = table.phase
    if question == Phase.ROCKS:
        hear_rocks(rules, state, answer)
    elif question == Phase.ROCKS_PAY:
        pay_rocks(rules, state, answer)
    elif question == Phase.WILD_NUMBER:
        place_wild(rules, state, answer)
    elif question == Phase.EXPLORER_TARGET:
        eat(rules, state, answer)
        table.stage = Stage.ROCKS
    elif question == Phase.COMP_DRAW:
        take_market(rules, state, answer)
    else:
        hear_storm(rules, state, answer)


@phase
def hear_storm(rules, state, answer):
    """Carry out an answer to a question of the Storms."""
    question = state.table.phase
    if question == Phase.YELLOW_DOWN:
        discard_down(rules, state, answer)
    elif question == Phase.PURPLE:
        lay_purple(state.table, answer)
    elif question == Phase.CANCEL:
        hear_cancel(rules, state, answer)
    elif question == Phase.CLEAR:
        hear_clear(rules, state, answer)
    elif question == Phase.WILD_CLEAR:
        hear_wild_clear(rules, state, answer)
    else:
        hear_free_dump(rules, state, answer)
