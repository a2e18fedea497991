"""Portolano (Geri Ádám 2019): competitive; collect goods at sea, sell them in ports, build the ship, fight."""

from __future__ import annotations

from pathlib import Path

from analyzer.games.components import load_components
from analyzer.games.interface import Game
from analyzer.games.portolano.kernel import play_block
from analyzer.games.portolano.measures import RECORD, measure
from analyzer.games.portolano.notation import CAUSE_WORDS, WORDS, describe, ending, render
from analyzer.games.portolano.rules.options import is_legal, n_options, option
from analyzer.games.portolano.rules.turn import start, step
from analyzer.games.portolano.scoring import valuing
from analyzer.games.portolano.state import HAND, MAX_SEATS, STATE, TABLE, Cause, Chance, Phase
from analyzer.games.portolano.switches import RULES, SWITCHES
from analyzer.games.portolano.tables import complete
from analyzer.games.portolano.variants import VARIANTS, check

GAME = Game(
    name="portolano",
    title="Portolano",
    is_competitive=True,
    rules_version=1,
    seats=range(2, 6),
    sources=(
        "rulebook of the Hungarian edition, A-games 2019",
        "docs/rules/portolano.md: clauses, reconstructed component data, readings",
    ),
    recommended="trader",
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

__all__ = ["GAME", "policy", "valuing"]
