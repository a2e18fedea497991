"""Tranquility (James Emmerson 2020): cooperative; fill the grid in ascending order, then play a Finish."""

from __future__ import annotations

from analyzer.games.interface import Game
from analyzer.games.tranquility.kernel import play_block
from analyzer.games.tranquility.measures import RECORD, measure
from analyzer.games.tranquility.notation import CAUSE_WORDS, WORDS, describe, ending, reasons, render
from analyzer.games.tranquility.rules.options import is_legal, n_options, option
from analyzer.games.tranquility.rules.turn import start, step
from analyzer.games.tranquility.scoring import keeping, scoring
from analyzer.games.tranquility.state import HAND, MAX_SEATS, STATE, TABLE, Cause, Chance, Phase
from analyzer.games.tranquility.switches import RULES, SWITCHES
from analyzer.games.tranquility.variants import VARIANTS, check, complete, grid_of

GAME = Game(
    name="tranquility",
    title="Tranquility",
    is_competitive=False,
    rules_version=1,
    seats=range(1, 6),
    sources=(
        "rulebook of the Hungarian edition",
        "rulebook of the Czech edition",
        "English rulebook 2020/2021, public transcription",
    ),
    recommended="spacing",
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
    grid=grid_of,
    reasons=reasons,
    competitive_switch="competitive",
    is_lean=True,
)
policy = GAME.policy

__all__ = ["GAME", "keeping", "policy", "scoring"]
