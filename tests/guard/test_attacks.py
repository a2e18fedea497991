"""A policy cannot cheat: what it writes to, or reads beyond, ends with a fault before any result."""

from pathlib import Path

import pytest

from analyzer.cells import make_cell
from analyzer.games.policy_files import shipping
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play import faults
from analyzer.play.replay import replay
from analyzer.play.simulation import simulate
from tests.guard import deeds_tranquility as deeds

FILE = Path(deeds.__file__)
STYLES = ("scored", "decided")
GAMES = 3 if IS_PLAIN else 20
BEFORE, BEHIND, FAR = -216, 536, 9999  # of a hand of 32 cards: another hand, the deck, and nowhere

# deed, index, what it is called
FAULTS = {
    "writes to the table in a helper": (deeds.WRITE_TABLE, 0, Fault.WROTE),
    "writes to a slice of the table": (deeds.WRITE_SLICE, 0, Fault.WROTE),
    "writes to the rules": (deeds.WRITE_RULES, 0, Fault.WROTE),
    "writes to its hand": (deeds.WRITE_HAND, 0, Fault.WROTE),
    "writes to its knobs": (deeds.WRITE_KNOBS, 0, Fault.WROTE),
    "reads before its hand": (deeds.READ_HAND, BEFORE, Fault.BEYOND),
    "reads behind its hand": (deeds.READ_HAND, BEHIND, Fault.BEYOND),
    "reads far behind its hand": (deeds.READ_HAND, FAR, Fault.BEYOND),
    "reads a knob that it does not have": (deeds.READ_KNOBS, 3, Fault.BEYOND),
    "reads the last slot of all knobs": (deeds.READ_KNOBS, 39, Fault.BEYOND),
    "lets a rule read beyond": (deeds.ASK_A_RULE, FAR, Fault.BEYOND),
    "divides by zero": (deeds.DIVIDE, 0, Fault.DIVIDED),
    "divides whole numbers by zero": (deeds.DIVIDE_WHOLE, 0, Fault.DIVIDED),
    "raises": (deeds.RAISE, 0, Fault.RAISED),
}
OF_SCORES = {"scores no number": (deeds.NO_NUMBER, 0, Fault.NOT_A_NUMBER)}
OF_LANES = {"reads lanes behind its hand": (deeds.TAKE_LANES, 30, Fault.BEYOND)}
OF_ANSWERS = {
    "writes behind its memory": (deeds.WRITE_MEMORY, 64, Fault.BEYOND),
    "writes before its memory": (deeds.WRITE_MEMORY, -65, Fault.BEYOND),
    "reads behind its lots": (deeds.READ_CHOICE, 4, Fault.BEYOND),
}
CASES = [(f"{style} {name}", style, *case) for style in STYLES for name, case in FAULTS.items()]
CASES += [(f"scored {name}", "scored", *case) for name, case in OF_SCORES.items()]
CASES += [(f"decided {name}", "decided", *case) for name, case in OF_ANSWERS.items()]
if not IS_PLAIN:  # plain Python takes fewer lanes there instead
    CASES += [(f"decided {name}", "decided", *case) for name, case in OF_LANES.items()]


def played(style, deed, at=0.0):
    policy = f"{FILE}:{style}(deed={deed},at={at})"
    return simulate("tranquility", policy=policy, games=GAMES, jobs=1, rows=True)


@pytest.mark.parametrize(
    ("style", "deed", "at", "fault"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_deed_that_is_not_allowed_is_a_fault_of_every_game(style, deed, at, fault):
    result = played(style, deed, at)
    assert set(result.rows["fault"]) == {fault}
    assert result.count("won") == 0
    assert result.summary.fault.seat in (0, 1)


@pytest.mark.skipif(IS_PLAIN, reason="plain Python stops at the end of an array, guarded or not")
@pytest.mark.parametrize(("deed", "at"), [(deeds.WRITE_TABLE, 0), (deeds.READ_HAND, BEHIND), (deeds.DIVIDE, 0)])
def test_unguarded_the_same_deeds_pass_unseen(monkeypatch, deed, at):
    """Negative control: it is the guard that sees them."""
    monkeypatch.setattr(shipping, "is_shipped", lambda file: True)
    assert not set(played("decided", deed, at).rows["fault"]) & {Fault.WROTE, Fault.BEYOND, Fault.DIVIDED}


@pytest.mark.parametrize("style", STYLES)
def test_an_honest_policy_of_the_same_file_has_no_fault(style):
    assert played(style, deeds.HONEST).fault_message() is None


@pytest.mark.parametrize("at", [-1, -32, 31])
def test_indices_count_from_the_end_as_in_python(at):
    assert played("decided", deeds.READ_HAND, at).fault_message() is None


def test_the_seat_that_wrote_to_its_rules_is_named():
    seats = f"spacing,{FILE}:decided(deed={deeds.WRITE_RULES})"
    result = simulate("tranquility", policy=seats, games=GAMES, jobs=1, rows=True)
    assert set(result.rows["fault_seat"]) == {1}
    assert result.summary.fault.fault == Fault.WROTE


def test_a_replay_shows_who_writes_to_the_rules(monkeypatch):
    monkeypatch.setattr(faults, "place_of_fault", lambda *_: "line 52")
    story = replay.Replay(make_cell("tranquility", policy=f"{FILE}:decided(deed={deeds.WRITE_RULES})"), 0, 0)
    assert len(list(story)) == 1
    assert "changed what it was shown" in story.fault
    assert "line " in story.place
