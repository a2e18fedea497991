"""Every question of `analyzer check` finds the policy that breaks it."""

import numpy as np
import pytest

from analyzer.studies.conformance import QUESTIONS, Examinee

HEAD = """from analyzer.kernel.random import randbelow
from tests.toy.games.toy import policy


"""
DECIDE = "def mine(rules, table, hand, knobs, memory, choice):\n"
DOC = '    """Take the first option."""\n'
BROKEN = {
    "it is documented": f"@policy\n{DECIDE}    return 0\n",
    "it answers legally at every number of players": (
        f"@policy\n{DECIDE}{DOC}    return -5 if rules.players == 4 and table.turn > 2 else 0\n"
    ),
    "it answers legally in every variant": f"@policy\n{DECIDE}{DOC}    return -5 if rules.rivals == 0 else 0\n",
    "it answers legally beside a policy that creates odd positions": (
        f"@policy\n{DECIDE}{DOC}    return -5 if table.changed[1] == 1 else 0\n"
    ),
    "it is random only if it says so": f"@policy\n{DECIDE}{DOC}    return randbelow(choice, 2)\n",
}


@pytest.mark.parametrize("question", BROKEN)
def test_a_policy_that_breaks_it_is_found(toy, question, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(HEAD + BROKEN[question], encoding="utf-8")
    assert QUESTIONS[question](Examinee(toy, str(file), 40))


def test_a_policy_declared_random_that_draws_no_lots_is_found(toy, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@policy(traits=('random',))\n{DECIDE}{DOC}    return 0\n", encoding="utf-8")
    assert "changed none of its answers" in QUESTIONS["it is random only if it says so"](Examinee(toy, str(file), 40))


PEEKING = """    if memory[0] == 0:
        memory[0] = 2 + choice[0]
        return 0
    return memory[0] % 2
"""


def test_one_that_reads_its_stream_once_and_goes_by_it_later_is_found(toy, tmp_path):
    """At each later question alone other random numbers would change nothing."""
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@policy\n{DECIDE}{DOC}{PEEKING}", encoding="utf-8")
    assert "without saying so" in QUESTIONS["it is random only if it says so"](Examinee(toy, str(file), 40))


def seen_by_all(bench):
    """What a cheat would look at: the cards of all seats."""
    return int(np.sum(bench.state.hands["card"]))


def test_one_that_reads_the_cards_of_others_is_found(toy, monkeypatch):
    examinee = Examinee(toy, "rock", 40)
    question = QUESTIONS["it decides the same when the hidden cards are dealt again"]
    assert question(examinee) is None
    monkeypatch.setattr(Examinee, "answer", lambda self, bench: seen_by_all(bench))
    assert "cannot see" in question(examinee)


def test_one_that_writes_is_found(toy, monkeypatch):
    examinee = Examinee(toy, "rock", 40)
    assert len(examinee.positions) > 10
    monkeypatch.setattr(Examinee, "answer", lambda self, bench: bench.state.table.changed.fill(1))
    assert "changes what it is shown" in QUESTIONS["it changes nothing it is shown"](examinee)


def test_one_that_keeps_something_between_games_is_found(toy, monkeypatch):
    lengths = iter(range(10, 100))
    plain = Examinee.simulated
    monkeypatch.setattr(Examinee, "simulated", lambda self: plain(Examinee(self.game, self.policy, next(lengths))))
    assert "two ways" in QUESTIONS["the same deals give the same games"](Examinee(toy, "rock"))
