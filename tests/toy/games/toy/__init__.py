"""The toy: a hidden card, a hidden stance and one throw of a die with many faces; or, together, a sum of cards."""

from analyzer.games.interface import Game
from tests.toy.games.toy.features import FEATURES
from tests.toy.games.toy.measures import RECORD, measure, worth
from tests.toy.games.toy.notation import CAUSE_WORDS, describe, ending, render
from tests.toy.games.toy.rules import STRATEGIES, is_legal, is_of, n_options, option, redeal, start, step
from tests.toy.games.toy.state import HAND, MAX_SEATS, STATE, TABLE, Cause, Chance, Phase
from tests.toy.games.toy.switches import RULES, SWITCHES
from tests.toy.games.toy.variants import VARIANTS, check

GAME = Game(
    name="toy", title="The toy", sources=("made for the tests",), rules_version=1, recommended="patient",
    levels={"floor": "random_legal", "casual": "patient", "good": "rock"},
    is_competitive=False, competitive_switch="rivals", seats=range(2, 5), max_seats=MAX_SEATS, is_lean=True,
    switches=SWITCHES, variants=VARIANTS, complete=lambda *_: None, check=check, cause_words=CAUSE_WORDS,
    rules=RULES, table=TABLE, hand=HAND, state=STATE, record=RECORD, n_chance=len(Chance), causes=Cause, phases=Phase,
    start=start, step=step, n_options=n_options, option=option, is_legal=is_legal, measure=measure,
    render=render, describe=describe, ending=ending, redeal=redeal, worth=worth, features=FEATURES,
    strategies=STRATEGIES, is_of=is_of,
)  # fmt: skip
policy = GAME.policy
