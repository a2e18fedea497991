"""Rumini (the torn map, 2014): build the map, surround cards, be the first to collect all magic devices."""

from __future__ import annotations

from pathlib import Path

from analyzer.games.components import load_components
from analyzer.games.interface import Game
from analyzer.games.rumini.kernel import play_block
from analyzer.games.rumini.measures import RECORD, measure
from analyzer.games.rumini.notation import CAUSE_WORDS, WORDS, describe, ending, render
from analyzer.games.rumini.rules.options import is_legal, n_options, option
from analyzer.games.rumini.rules.turn import start, step
from analyzer.games.rumini.state import HAND, MAX_SEATS, STATE, TABLE, Cause, Chance, Phase
from analyzer.games.rumini.switches import RULES, SWITCHES
from analyzer.games.rumini.variants import VARIANTS, check, complete

GAME = Game(
    name="rumini",
    title="Rumini",
    is_competitive=True,
    rules_version=1,
    seats=range(2, 5),
    sources=("Hungarian rule sheet", "card counts and faces: assumed, see docs/rules/rumini.md"),
    recommended="greedy_capture",
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
    components=load_components(Path(__file__).with_name("components.toml")),
)
policy = GAME.policy

__all__ = ["GAME", "policy"]
