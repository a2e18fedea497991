"""Islebound (Ryan Laukat 2016): sail, trade, conquer or ally with towns, and raise the finest capital."""

from __future__ import annotations

from analyzer.games.interface import Game
from analyzer.games.islebound.check import check
from analyzer.games.islebound.data import complete
from analyzer.games.islebound.kernel import play_block
from analyzer.games.islebound.measures import RECORD, measure
from analyzer.games.islebound.notation import CAUSE_WORDS, COMPONENTS, WORDS, describe, ending, render
from analyzer.games.islebound.rules.options import is_legal, n_options, option
from analyzer.games.islebound.rules.turn import start, step
from analyzer.games.islebound.sources import SOURCES
from analyzer.games.islebound.state import HAND, MAX_SEATS, STATE, TABLE, Cause, Chance, Phase
from analyzer.games.islebound.switches import RULES, SWITCHES
from analyzer.games.islebound.variants import VARIANTS

GAME = Game(
    name="islebound",
    title="Islebound",
    is_competitive=True,
    rules_version=1,
    seats=range(2, 5),
    sources=SOURCES,
    recommended="balanced",
    switches=SWITCHES,
    variants=VARIANTS,
    rules=RULES,
    table=TABLE,
    hand=HAND,
    state=STATE,
    record=RECORD,
    n_chance=len(Chance),
    max_seats=MAX_SEATS,
    causes=Cause,
    phases=Phase,
    complete=complete,
    check=check,
    start=start,
    step=step,
    n_options=n_options,
    option=option,
    is_legal=is_legal,
    measure=measure,
    play_block=play_block,
    render=render,
    describe=describe,
    ending=ending,
    cause_words=CAUSE_WORDS,
    words=WORDS,
    components=COMPONENTS,
    is_lean=True,
)
policy = GAME.policy

__all__ = ["GAME", "policy"]
