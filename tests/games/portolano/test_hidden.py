"""Hidden means hidden: what a seat cannot know never changes what it is shown, may answer, or decides."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.catalog import policies_of
from analyzer.games.portolano import GAME
from analyzer.games.portolano.rules.options import options
from analyzer.games.portolano.rules.turn import step
from analyzer.games.portolano.state import Cause, Phase
from tests.games.position import duplicate, make_desk


def redeal(state, seat, lots):
    """Change everything that a seat cannot know: laid cards, others' chests, pile orders."""
    other = state.copy()
    for number in range(GAME.max_seats):
        if number != seat:
            other.hands[number].card = int(lots.integers(-1, 21))
            other.hands[number].chest_sum = int(lots.integers(0, 12))
    other.hidden.stock[:] = lots.permutation(np.array(other.hidden.stock))
    other.hidden.chest[:] = lots.permutation(np.array(other.hidden.chest))
    other.hidden.order[:] = 0
    return other


def ask(policy, rules, state, seat, choice):
    return int(GAME.seated_policy(policy)(rules, state.table, state.hands[seat], make_desk(policy, choice)))


@pytest.mark.parametrize("name", list(policies_of("portolano")))
def test_no_decision_changes_when_hidden_things_are_redealt(position, name):
    policy = policies_of("portolano")[name]
    game = position(4, ("port_replace=choose",), seed=5)
    lots = np.random.default_rng(17)
    seen = set()
    for number in range(140):
        if game.is_over:
            break
        seat = int(game.table.asked)
        choice = [number + 1, 2, 3, 4]
        answer = ask(policy, game.rules, game.state, seat, choice)
        other = redeal(game.state, seat, lots)
        assert ask(policy, game.rules, other, seat, choice) == answer
        assert options(game.rules, other.table, other.hands[seat]) == options(
            game.rules, game.table, game.state.hands[seat]
        )
        seen.add(game.phase)
        game.answer(answer)
    assert {Phase.CARDS, Phase.SEA} <= seen


@pytest.mark.parametrize("name", ["trader", "one_ply", "gunboat"])
def test_no_decision_depends_on_what_others_have_just_laid(position, name):
    """Two branches of one round: the first seats lay different cards; nothing of it can be seen by the next."""
    policy = policies_of("portolano")[name]
    game = position(4, (), seed=9)
    rounds = 0
    while rounds < 5 and game.table.cause == Cause.RUNNING:
        if game.phase == Phase.CARDS and int(game.table.round_no) > rounds:
            rounds = int(game.table.round_no)
            one, two = duplicate(game.state), duplicate(game.state)
            step(game.rules, one, 0, game.chance)
            step(game.rules, two, 3, game.chance)
            if one.table.phase == Phase.CARDS:
                seat = int(one.table.asked)
                assert one.table.tobytes() == two.table.tobytes()
                assert ask(policy, game.rules, one, seat, [1, 2, 3, 4]) == ask(
                    policy, game.rules, two, seat, [1, 2, 3, 4]
                )
                assert one.hands[int(game.table.asked)].card != two.hands[int(game.table.asked)].card
        game.answer(ask(policy, game.rules, game.state, int(game.table.asked), [1, 2, 3, 4]))
    assert rounds == 5
