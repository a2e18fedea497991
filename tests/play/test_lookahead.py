"""Look-ahead around any policy: fair, the same however it is played, and better than the policy it is put around."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.search.lookahead import budget_of
from analyzer.kernel.jit import IS_PLAIN, record
from analyzer.kernel.streams import open_streams
from analyzer.play.control import Control
from analyzer.play.prepared import PreparedCell
from analyzer.play.replay.replay import Replay
from analyzer.play.seeding import block_seeds, deal_seeds
from analyzer.play.simulation import simulate
from analyzer.studies.conformance import QUESTIONS, Examinee, duplicate, spoil
from analyzer.studies.conformance import ask as answer
from tests.conftest import ROOT

BOARD = ("rows=2", "columns=3", "islands=20", "finishes=3", "hand_limit=3", "start_price=2")
compiled_only = pytest.mark.skipif(IS_PLAIN, reason="many games played out; parity is tested below")
OWN_FILE = '''"""A policy of somebody else."""
from tests.toy.games.toy import policy


@policy(keep=6.0)
def stubborn(rules, table, hand, knobs, memory, choice):
    """Take rock, and keep a card from a number on."""
    return 0 if table.phase == 0 else int(hand.card < knobs[0])
'''


def rows_of(game, policy, games, **more):
    return simulate(game, policy=policy, games=games, seed=3, jobs=1, rows=True, **more).rows


# Strength


@compiled_only
def test_it_finds_the_best_answer_of_the_toy_game(toy):
    """With enough samples a card is kept from 6 on, whatever the policy keeps; here the die knows cards alone."""
    prepared = PreparedCell(
        make_cell(toy, policy="search(patient(keep=1),samples=40000,caution=0)", sets=["edge=0", "hit=0"])
    )
    bench = prepared.bench()[0]
    for card in (3, 4, 7, 8):
        open_streams(bench, 2, deal_seeds(1, card)[0])
        prepared.cell.game.start(prepared.rules, bench.state, bench.chance)
        bench.state.table.phase = prepared.cell.game.phases.CARD
        bench.state.hands[int(bench.state.table.asked)].card = card
        assert answer(prepared, bench) == int(card < 6)


@compiled_only
@pytest.mark.statistical
def test_it_beats_lots_in_the_toy_game_and_lots_do_not_beat_lots(toy):
    games, sets = 3000, ["edge=0", "hit=0", "gap=11"]
    policy = "search(random_legal,samples=400,caution=0),random_legal"
    better = rows_of(toy, policy, games, sets=sets)["share"][:, 0].mean()
    equal = rows_of(toy, "random_legal,random_legal", games, sets=sets)["share"][:, 0].mean()
    error = 0.5 / games**0.5
    assert better - 0.5 > 4 * error
    assert abs(equal - 0.5) < 4 * error


@compiled_only
@pytest.mark.slow  # the test above asks the same of the toy game
@pytest.mark.statistical
def test_it_beats_lots_in_tranquility():
    games = 150
    won = [
        rows_of("tranquility", policy, games, players=2, sets=BOARD)["cause"] == 1
        for policy in ("search(random_legal,samples=40,caution=1)", "random_legal")
    ]
    error = np.sqrt(sum(part.mean() * (1 - part.mean()) for part in won) / games)
    assert won[0].mean() - won[1].mean() > 4 * error


# Fairness


@compiled_only
@pytest.mark.parametrize("variant", ["poseidon", "storm+wild+monsters-3"])
def test_it_decides_the_same_when_the_hidden_cards_are_dealt_anew(variant):
    noise = np.random.Generator(np.random.PCG64(3))
    prepared = PreparedCell(
        make_cell("tranquility", players=3, variant=variant, policy="search(spacing,samples=40,caution=0)")
    )
    benches, asked = prepared.bench(), 0
    bench, game, differs = benches[0], prepared.cell.game, False
    open_streams(bench, 3, deal_seeds(8, 0)[0])
    game.start(prepared.rules, bench.state, bench.chance)
    while int(bench.state.table.cause) == 0 and asked < 60:
        asked += 1
        plain, spoiled, other = (duplicate(benches)[0] for _ in range(3))
        spoil(spoiled.state, noise)
        other.desks["choice"][:] = [11, 22, 33, 44]
        before = plain.state.tobytes()
        chosen = answer(prepared, plain)
        assert plain.state.tobytes() == before, "it changes nothing it is shown"
        assert answer(prepared, spoiled) == chosen
        assert plain.desks.tobytes() == spoiled.desks.tobytes(), "it draws the same lots"
        differs |= answer(prepared, other) != chosen
        assert int(game.step(prepared.rules, bench.state, answer(prepared, bench), bench.chance)) == 0
    assert differs, "it is declared random: other lots, other answers"


@compiled_only
def test_its_positions_are_those_of_any_policy(toy):
    """The same check as for every policy of the catalog, on the toy game."""
    question = QUESTIONS["it decides the same when the hidden cards are dealt again"]
    assert question(Examinee(toy, "search(random_legal,samples=12)")) is None


# The same rows


@compiled_only
def test_jobs_do_not_change_its_digest():
    cell = {"players": 2, "sets": BOARD, "policy": "search(spacing,samples=24),search(random_legal,samples=12)"}
    digests = {simulate("tranquility", games=40, seed=5, jobs=jobs, **cell).summary.digest for jobs in (1, 2, 4)}
    assert len(digests) == 1


PARITY = """
import sys
from analyzer.play.simulation import simulate
print(simulate("tranquility", games=2, seed=2, jobs=1, players=2, sets=sys.argv[2:], policy=sys.argv[1]).summary.digest)
"""


@compiled_only
@pytest.mark.parametrize(
    "sets",
    [
        pytest.param((*BOARD, "wilds=1", "monsters=1", "yellow=1", "compasses=2"), marks=pytest.mark.slow),
        BOARD,
    ],
)
def test_compiled_and_plain_rows_are_equal(sets):
    digests = set()
    for plain in "01":
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": plain}
        command = [sys.executable, "-W", "ignore", "-c", PARITY, "search(spacing,samples=3)", *sets]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT, check=False)
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout)
    assert len(digests) == 1


# Settings


def answers_of(policy, **more):
    """Let a seat decide at its first question; return what it answered and its workspace."""
    prepared = PreparedCell(make_cell("tranquility", players=2, policy=policy, **more))
    bench = prepared.bench()[0]
    open_streams(bench, 2, deal_seeds(8, 1)[0])
    prepared.cell.game.start(prepared.rules, bench.state, bench.chance)
    return answer(prepared, bench), prepared.workspaces[int(bench.state.table.asked)].records[0]


def test_the_budget_is_the_number_of_games_played_out():
    _, space = answers_of("search(spacing,samples=60,options=5)")
    assert int(space.n_answers) == 5
    assert len(set(space.answers[:5].tolist())) == 5
    assert space.answers[0] == space.own
    plays = space.plays[:5].tolist()
    assert 50 <= sum(plays) <= 60
    assert plays[0] == plays[1] > plays[4] > 0, "the policy's own answer meets every sample; the worse drop out"


@compiled_only
def test_a_shortlist_holds_what_the_policy_rates_best():
    prepared = PreparedCell(make_cell("tranquility", players=2, policy="search(spacing,samples=8,options=4)"))
    bench = prepared.bench()[0]
    open_streams(bench, 2, deal_seeds(8, 1)[0])
    game = prepared.cell.game
    game.start(prepared.rules, bench.state, bench.chance)
    seat = int(bench.state.table.asked)
    desk, space = bench.desks[seat], prepared.workspaces[seat].records[0]
    answer(prepared, bench)
    view = (prepared.rules, bench.state.table, bench.state.hands[seat])
    rate = game.seated_rating(prepared.cell.seats[0].player.policy)
    options = [int(game.option(*view, index)) for index in range(int(game.n_options(*view)))]
    ratings = {option: float(rate(*view, desk, option)) for option in options if option != int(space.own)}
    listed = [ratings[int(option)] for option in space.answers[1:4]]
    assert len(ratings) > 4
    assert sorted(listed) == sorted(ratings.values())[-3:]


@compiled_only
def test_a_question_that_is_not_wanted_is_answered_as_the_policy_does():
    answered, space = answers_of("search(spacing,samples=60,questions=SPLIT|GIVE)")
    assert int(space.n_answers) == 0
    assert answered == int(space.own)
    assert int(answers_of("search(spacing,samples=60,questions=ACTION)")[1].n_answers) == 8


def test_questions_that_are_not_named_get_a_budget_of_their_own():
    """Played out in tests/games/islebound/test_lookahead.py: team games have no such setting."""
    space = np.zeros(1, record(("samples", "i8"), ("others", "i8"), ("questions", "i8"))).view(np.recarray)[0]
    space.samples, space.others, space.questions = 60, 12, 1 << 3 | 1 << 5
    assert [budget_of(space, question) for question in range(3, 7)] == [60, 12, 60, 12]


def test_great_caution_leaves_every_answer_to_the_policy():
    cautious = rows_of("tranquility", "search(spacing,samples=10,advantage=1)", 2, players=2, sets=BOARD)
    plain = rows_of("tranquility", "spacing", 2, players=2, sets=BOARD)
    assert cautious.tobytes() == plain.tobytes()


@compiled_only
def test_a_policy_of_a_file_is_searched(tmp_path, toy):
    (tmp_path / "own.py").write_text(OWN_FILE, encoding="utf-8")
    policy = f"search({tmp_path}/own.py:stubborn(keep=2),samples=16)"
    assert make_cell(toy, policy=policy).seats[0].label == "search(stubborn(keep=2),samples=16)"
    rows = rows_of(toy, policy, 20)
    assert (rows["fault"] == 0).all()
    other = policy.replace("keep=2", "keep=9")
    assert rows.tobytes() != rows_of(toy, other, 20).tobytes()


@compiled_only
def test_a_replay_shows_what_was_compared():
    cell = make_cell("tranquility", players=2, policy="search(spacing,samples=16)", sets=BOARD)
    steps = list(Replay(cell, seed=1, deal=0))
    shown = [step for step in steps if step.reasons]
    assert shown
    assert all(sum(reason.startswith("*") for reason in step.reasons) == 1 for step in shown)
    assert any("the policy's own answer" in reason for step in shown for reason in step.reasons)
    assert all("samples" in reason for step in shown for reason in step.reasons)


@compiled_only
def test_a_game_that_is_told_to_stop_is_not_kept():
    prepared = PreparedCell(make_cell("tranquility", players=2, policy="search(spacing,samples=16)", sets=BOARD))

    class Stopped(Control):
        """Stops as soon as there is something to stop."""

        def __init__(self):
            super().__init__()
            self.under_way = Noticing(self)

    class Noticing(list):
        """A list that stops whatever is put in."""

        def __init__(self, control):
            super().__init__()
            self.control = control

        def append(self, item):
            super().append(item)
            self.control.stop()

    control = Stopped()
    assert prepared.play(block_seeds(1, 0, 5), 0, control) is None
    assert control.under_way == []


# Going on from a position


@pytest.mark.parametrize("policy", ["spacing", "random_legal"])
def test_a_driver_that_resumes_gives_the_row_of_the_game_that_was_interrupted(policy):
    prepared = PreparedCell(make_cell("tranquility", players=3, policy=policy))
    benches, seeds = prepared.bench(), deal_seeds(4, 2)
    bench, game = benches[0], prepared.cell.game
    whole = prepared.play(seeds, 2)
    open_streams(bench, 3, seeds[0])
    game.start(prepared.rules, bench.state, bench.chance)
    for _ in range(10):
        assert int(game.step(prepared.rules, bench.state, answer(prepared, bench), bench.chance)) == 0
    bench.decisions, bench.resumes, bench.forced = 10, 1, answer(prepared, bench)
    rows = np.zeros(1, game.record)
    rows["deal"] = 2
    prepared.kernel(prepared.rules, prepared.pointers, benches, seeds, rows)
    assert rows.tobytes() == whole.tobytes()
