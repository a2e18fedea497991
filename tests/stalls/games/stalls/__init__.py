"""Stalls: charms and luck that lie before every seat, one plan each, and one throw of a die with many faces."""

from analyzer.games.interface import Game
from tests.stalls.games.stalls.measures import RECORD, measure
from tests.stalls.games.stalls.notation import CAUSE_WORDS, describe, ending, render
from tests.stalls.games.stalls.rules import is_legal, n_options, option, redeal, start, step
from tests.stalls.games.stalls.state import HAND, MAX_SEATS, STATE, TABLE, Cause, Chance, Phase
from tests.stalls.games.stalls.strategies import RIVALS, STRATEGIES, is_of
from tests.stalls.games.stalls.switches import COMPONENTS, RULES, SWITCHES, VARIANTS, check, complete
from tests.stalls.games.stalls.treatments import MATERIALS, RESOURCES

GAME = Game(
    name="stalls", title="Stalls", sources=("made for the tests",), rules_version=1, recommended="wise",
    levels={"floor": "random_legal", "casual": "trader", "good": "wise"},
    is_competitive=True, seats=range(2, 5), max_seats=MAX_SEATS, is_lean=True,
    switches=SWITCHES, variants=VARIANTS, complete=complete, check=check, cause_words=CAUSE_WORDS,
    rules=RULES, table=TABLE, hand=HAND, state=STATE, record=RECORD,
    n_chance=len(Chance), chances=Chance, causes=Cause, phases=Phase,
    start=start, step=step, n_options=n_options, option=option, is_legal=is_legal, measure=measure,
    redeal=redeal,
    render=render, describe=describe, ending=ending,
    components=COMPONENTS, resources=RESOURCES, materials=MATERIALS, strategies=STRATEGIES, rivals=RIVALS,
    is_of=is_of,
)  # fmt: skip
policy = GAME.policy
