"""A policy cannot take the process down: its end is told with its name, its seat, the deal and the turn."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import analyzer
from analyzer.cells import make_cell
from analyzer.errors import BadInput, PolicyFault
from analyzer.games.policy_files import loading
from analyzer.kernel.apart import forked, limits
from analyzer.kernel.faults import Died, Fault
from analyzer.play.faults import CutShort
from analyzer.play.hindsight import hindsight
from analyzer.play.prepared import PreparedCell
from analyzer.play.replay.replay import Replay
from analyzer.play.seeding import block_seeds, deal_seeds
from analyzer.play.simulation import simulate
from analyzer.runs.stored.manifest_file import read_manifest
from analyzer.studies.conformance import examine

pytestmark = pytest.mark.compiled
ROOT = Path(__file__).parents[2]
COMPILED = """import numpy as np
from analyzer.kernel.lean import rule
from tests.toy.games.toy import policy
from tests.toy.games.toy.rules import option
{above}

@policy
def mine(rules, table, hand, knobs, memory, choice):
    '''Mine.'''
{body}
"""
PLAIN = COMPILED.replace("@policy", "@policy(compiled=False)")
CRASH = "import ctypes\n"
SEGFAULT = "    ctypes.string_at(0)\n    return 0\n"


@pytest.fixture
def write(tmp_path, toy):
    """Write a policy of the toy game."""

    def write_it(body="    return option(rules, table, hand, 0)\n", above="", text=PLAIN, name="mine.py"):
        file = tmp_path / name
        file.write_text(text.format(body=body, above=above))
        return str(file)

    return write_it


@pytest.fixture
def command(toy):
    """Run a command in a process of its own, and read its exit code, its document and what it said."""

    def run(*arguments, **environment):
        program = [sys.executable, "-m", "analyzer", *map(str, arguments)]
        own = {**os.environ, **environment}
        done = subprocess.run(program, capture_output=True, text=True, timeout=100, check=False, env=own, cwd=ROOT)
        return done.returncode, done.stdout, done.stderr

    return run


def cut_short(policy, **more):
    with pytest.raises(CutShort) as caught:
        simulate("toy", policy=policy, games=300, seed=3, **{"jobs": 1, **more})
    return caught.value


# Compiled policies


class Killer:
    """A copy that ends itself in the middle of a deal."""

    def __init__(self, monkeypatch, deal, number):
        self.deal, self.number, self.drive = deal, number, PreparedCell.drive
        monkeypatch.setattr(PreparedCell, "drive", self)

    def __get__(self, prepared, _owner):
        return lambda *arguments, **more: self(prepared, *arguments, **more)

    def __call__(self, prepared, bench, seeds, rows, pointers=None, first_deal=None):
        if forked.is_copy():
            wanted = [n for n, row in enumerate(rows) if row["deal"] == self.deal]
            self.drive(prepared, bench, seeds[: wanted[0]] if wanted else seeds, rows)
            if wanted:
                os.kill(os.getpid(), self.number)
        return self.drive(prepared, bench, seeds, rows, pointers, first_deal)


@pytest.mark.parametrize(
    ("number", "words"), [(signal.SIGSEGV, "read or wrote where nothing is"), (signal.SIGKILL, "ran out of memory")]
)
def test_the_death_of_a_compiled_policy_is_told_with_name_seat_deal_and_turn(write, monkeypatch, number, words):
    Killer(monkeypatch, 70, number)
    problem = cut_short(write(text=COMPILED))
    assert "policy 'mine' at seat " in str(problem)
    assert f"lost its process to {number.name}: " in str(problem)
    assert words in str(problem)
    assert "(deal 70, turn " in str(problem)
    assert problem.exit_code == 4
    assert problem.result.as_dict()["faults"] == 1


def test_a_shipped_policy_plays_in_this_process(toy):
    """Negative control: nothing is copied for it."""
    prepared = PreparedCell(make_cell("toy", policy="rock"))
    assert not prepared.is_apart
    assert prepared.play(deal_seeds(0, 0), 0) is not None
    assert prepared.place._room is None


KNOBBED = COMPILED.replace("@policy", "@policy(bar=0.5)")


def test_cells_that_differ_in_knobs_alone_share_a_copy_and_play_by_their_own_knobs(write):
    file = write("    return option(rules, table, hand, int(knobs[0] > 0.5))\n", text=KNOBBED)
    cells = [PreparedCell(make_cell("toy", policy=f"{file}(bar={bar})")) for bar in (0.2, 0.8, 0.2)]
    rows = [cell.play(block_seeds(3, 0, 50), 0).tobytes() for cell in cells]
    assert rows[0] == rows[2] != rows[1]
    assert len({id(cell.place) for cell in cells}) == 1
    other = PreparedCell(make_cell("toy", policy=file, variant="fair"))
    assert other.place is not cells[0].place


def test_rows_are_those_of_the_same_policy_in_this_process(write, monkeypatch):
    policy = write("    memory[0] += hand.card\n    return memory[0] % 2\n", text=COMPILED)
    apart = simulate("toy", policy=policy, games=5000, seed=3, jobs=2, rows=True)
    monkeypatch.setattr(PreparedCell, "is_apart", False)
    here = simulate("toy", policy=policy, games=5000, seed=3, jobs=1, rows=True)
    assert apart.rows.tobytes() == here.rows.tobytes()


@pytest.mark.parametrize("backend", ["threads", pytest.param("processes", marks=pytest.mark.slow)])
def test_a_policy_that_asks_for_terabytes_is_at_fault(write, backend):
    body = "    if hand.card > 3:\n        return 0\n    return np.zeros((hand.card + 10) << 42).size\n"
    result = simulate("toy", policy=write(body, text=COMPILED), games=30, jobs=1, backend=backend)
    assert result.summary.fault.fault == Fault.MEMORY
    assert "asked for more memory than the machine has" in result.fault_message()


def test_memory_that_is_asked_for_little_by_little_is_limited(monkeypatch):
    monkeypatch.setattr(limits, "physical_memory", lambda: 1 << 28)

    def greedy():
        kept = []
        try:
            while len(kept) < 4096:
                kept.append(bytes(1 << 20))
        except MemoryError:
            return len(kept)
        return -1

    assert 0 < forked.apart(greedy) < 1024


RECURSION = {
    "itself": "@rule\ndef down(n):\n    return 0 if n < 0 else down(n - 1)\n",
    "two functions": "@rule\ndef up(n):\n    return down(n + 1)\n\n\n@rule\ndef down(n):\n    return up(n - 1)\n",
}


@pytest.mark.parametrize("above", RECURSION.values(), ids=RECURSION.keys())
def test_recursion_is_refused_with_file_and_line(write, above):
    policy = write("    return down(3)\n", above=above, text=COMPILED)
    with pytest.raises(BadInput, match=r"mine\.py, line \d+: .*\(\) calls .*write a loop"):
        simulate("toy", policy=policy, games=5, jobs=1)


def test_a_function_named_like_a_field_does_not_call_itself(write):
    """Negative control."""
    above = "@rule\ndef card(hand):\n    return hand.card % 2\n"
    policy = write("    return card(hand)\n", above=above, text=COMPILED)
    assert simulate("toy", policy=policy, games=5, jobs=1).games == 5


def test_copies_end_with_their_parent(write, tmp_path):
    """Also if the parent is killed, and although the policy never answers."""
    body = "    while memory[0] >= 0:\n        memory[0] += 1\n    return 0\n"
    policy, plain = write(body, text=COMPILED), write("    while True:\n        pass\n", name="plain.py")
    program = "import sys; from analyzer.play.simulation import simulate; simulate('toy', policy=sys.argv[1:], games=5)"
    process = subprocess.Popen([sys.executable, "-c", program, policy, plain], cwd=ROOT)
    wait_for(lambda: len(below(process.pid)) >= 4)  # a copy, a server and its two seats
    children = below(process.pid)
    process.kill()
    process.wait()
    wait_for(lambda: not any(is_alive(pid) for pid in children))


def wait_for(happened):
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


def below(pid):
    """List all processes that descend from one."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(path.parent.name)] = int(fields[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# Loading

LOADING = {
    "SystemExit": "raise SystemExit(0)",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "MemoryError": "WEIGHTS = np.ones(1 << 50)",
}
CRASHING = {"os._exit(0)": "exit code 0", "ctypes.string_at(0)": "SIGSEGV"}


@pytest.mark.parametrize("text", [COMPILED, PLAIN], ids=["compiled", "plain"])
@pytest.mark.parametrize(("name", "above"), LOADING.items(), ids=LOADING.keys())
def test_what_a_file_raises_while_it_loads_is_bad_input(write, name, above, text):
    with pytest.raises(BadInput, match=rf"mine\.py, line 5: .*{name}"):
        make_cell("toy", policy=write(above=above, text=text))


@pytest.mark.parametrize(("deed", "words"), CRASHING.items(), ids=CRASHING.keys())
def test_a_file_that_ends_the_process_while_it_loads_is_bad_input(write, deed, words):
    with pytest.raises(BadInput, match=rf"mine\.py: it .*{words}.* while it was loaded"):
        make_cell("toy", policy=write(above=f"import ctypes, os\n{deed}"))


def test_a_compiled_file_that_ends_the_process_while_it_loads_is_bad_input(write, monkeypatch):
    monkeypatch.setattr(loading, "_executed", lambda *_: os._exit(3) if forked.is_copy() else pytest.fail("loaded"))
    with pytest.raises(BadInput, match="it ended its process with exit code 3 while it was loaded"):
        make_cell("toy", policy=write(above="# it ends the process", text=COMPILED))


@pytest.mark.parametrize("text", [COMPILED, PLAIN], ids=["compiled", "plain"])
def test_a_file_that_hangs_while_it_loads_is_bad_input(write, monkeypatch, text):
    monkeypatch.setenv("ANALYZER_PATIENCE", "0.5")
    with pytest.raises(BadInput, match=r"mine\.py.* not loaded within 0\.5 s"):
        make_cell("toy", policy=write(above="while True:\n    pass\n", text=text))


PRINTS = "print('hello')"


def test_what_a_compiled_policy_prints_goes_to_stderr(write, capfd):
    policy = write(f"    {PRINTS}\n    return 0\n", above=PRINTS, text=COMPILED)
    assert simulate("toy", policy=policy, games=3, jobs=1).games == 3
    out, err = capfd.readouterr()
    assert (out, err.count("hello")) == ("", 1 + 3 * 4)  # when it is loaded, and at all answers


def test_a_policy_that_prints_and_dies_leaves_one_document_and_exit_code_4(write, command):
    policy = write(f"    {PRINTS}\n    if table.turn < 2:\n        return 0\n{SEGFAULT}", above=CRASH + PRINTS)
    code, out, err = command("simulate", "toy", "--policy", policy, "--games", 3, "--jobs", 1, "--json")
    assert (code, json.loads(out)["faults"]) == (4, 1)
    assert "policy 'mine' at seat" in err
    assert "SIGSEGV" in err
    assert "(deal 0, turn 2)" in err
    assert err.count("hello") >= 1 + 2 + 3  # where its policies are listed, at two seats, and at three answers


# Plain Python

DEATHS = {"    os._exit(0)\n": "exit code 0", SEGFAULT: "SIGSEGV", "    os.kill(os.getpid(), 9)\n": "SIGKILL"}


@pytest.mark.parametrize(("body", "words"), DEATHS.items(), ids=DEATHS.values())
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_death_of_a_policy_in_plain_python_is_told(write, body, words, jobs):
    policy = write(f"    if table.turn < 2:\n        return 0\n{body}", CRASH + "import os")
    problem = cut_short(policy, jobs=jobs)
    assert "policy 'mine' at seat " in str(problem)
    assert words in str(problem)
    assert ", turn 2)" in str(problem)


ENDINGS = {"raise SystemExit": Fault.RAISED, "raise KeyboardInterrupt": Fault.RAISED, "[0] * (1 << 45)": Fault.MEMORY}


@pytest.mark.parametrize(("deed", "fault"), ENDINGS.items(), ids=ENDINGS.keys())
def test_what_it_raises_to_end_the_process_is_a_fault_of_its_game(write, deed, fault):
    result = simulate("toy", policy=write(f"    {deed}\n"), games=3, jobs=1)
    assert result.summary.fault.fault == fault


@pytest.mark.slow
@pytest.mark.parametrize("text", [COMPILED, PLAIN], ids=["compiled", "plain"])
def test_a_policy_that_never_answers_is_ended_and_named(write, command, text):
    policy = write("    while memory[0] >= 0:\n        memory[0] += 1\n    return 0\n", text=text)
    options = ("--policy", policy, "--games", 3, "--jobs", 1, "--json")
    code, out, err = command("simulate", "toy", *options, ANALYZER_PATIENCE="1")
    assert (code, json.loads(out)["faults"]) == (4, 1)
    assert "policy 'mine' at seat" in err
    assert "did not answer within 1 s (deal 0, turn 1)" in err


# Nobody sees more than its seat

REACHING = """import ctypes, gc, sys
import numpy as np


def found(hand):
    '''Look for another hand in every frame and every object.'''
    frame, seen = sys._getframe(), []
    while frame is not None:
        seen += [value for value in frame.f_locals.values()]
        frame = frame.f_back
    seen += gc.get_objects()
    arrays = [value for value in seen if type(value) is np.ndarray and value.dtype.names]
    return [array for array in arrays if 'hands' in array.dtype.names or 'state' in array.dtype.names]
"""


def test_a_policy_that_reaches_into_frames_and_objects_finds_no_state(write):
    """It answers illegally if it finds one: a fault would tell."""
    policy = write("    return -1 if found(hand) else 0\n", above=REACHING)
    assert simulate("toy", policy=policy, games=20, jobs=1).summary.fault is None


def test_the_same_reach_finds_the_state_where_games_are_played(toy):
    """Negative control: it is the process that keeps it out."""
    scope = {}
    exec(REACHING, scope)
    bench = PreparedCell(make_cell("toy", policy="rock")).bench()
    assert any(array is bench for array in scope["found"](None))


def test_a_policy_cannot_hand_its_cards_to_its_partner(write):
    """Every seat has a process of its own: what one keeps in a global variable, the other does not see."""
    above = "SEEN = {}\n"
    body = "    SEEN[table.asked] = hand.card\n    return -1 if len(SEEN) > 1 else 0\n"
    result = simulate("toy", policy=write(body, above=above), players=3, games=20, jobs=1)
    assert result.summary.fault is None


def test_a_file_in_plain_python_is_never_loaded_where_games_are_played(write, tmp_path):
    above = f"import os\nwith open({str(tmp_path / 'pids')!r}, 'a') as file:\n    print(os.getpid(), file=file)\n"
    assert simulate("toy", policy=write(above=above), games=5, jobs=1).games == 5
    assert str(os.getpid()) not in (tmp_path / "pids").read_text().split()


def test_a_script_that_plays_games_when_it_is_loaded_is_refused(write):
    above = "import analyzer\n"
    text = PLAIN + "\nanalyzer.simulate('toy', policy='rock', games=1)\n"
    with pytest.raises(BadInput, match="__main__"):
        simulate("toy", policy=write(above=above, text=text), games=1)


@pytest.mark.parametrize(
    "deed", ["rules.option = None", "rules.option.py_func = None", "np.ctypeslib.os._exit(0)", "rules.A['b'] = 1"]
)
def test_a_compiled_file_may_not_change_the_rules_or_reach_the_system(write, deed):
    with pytest.raises(BadInput, match=r"mine\.py, line 6: .*may not change what it imports|bypasses the limits"):
        make_cell("toy", policy=write(above=f"from tests.toy.games.toy import rules\n{deed}", text=COMPILED))


# Everywhere else that policies are asked


def test_a_replay_tells_of_a_death(write):
    policy = write(f"    if table.turn < 2:\n        return 0\n{SEGFAULT}", above=CRASH)
    story = Replay(make_cell("toy", policy=policy), 0, 0)
    assert len(list(story)) > 1
    assert "policy 'mine' at seat" in story.fault
    assert "SIGSEGV" in story.fault


def test_a_replay_of_a_compiled_policy_asks_its_copy(write, monkeypatch):
    policy = write("    memory[0] += hand.card\n    return memory[0] % 2\n", text=COMPILED)
    apart = [(step.seat, step.answer) for step in Replay(make_cell("toy", policy=policy), 4, 2)]
    monkeypatch.setattr(PreparedCell, "is_apart", False)
    assert apart == [(step.seat, step.answer) for step in Replay(make_cell("toy", policy=policy), 4, 2)]


def test_a_check_tells_of_a_death(write):
    policy = write(f"    if table.turn < 2:\n        return 0\n{SEGFAULT}", above=CRASH)
    findings = {finding.question: finding.problem for finding in examine("toy", policy, games=3)}
    assert "SIGSEGV" in findings["it answers legally at every number of players"]
    assert "SIGSEGV" in findings["it decides the same when the hidden cards are dealt again"]


def test_a_look_ahead_around_a_policy_in_plain_python_asks_its_own_process(write):
    """The seats that it imagines are asked there, too: nobody else hears of them."""
    above = "SEEN = set()\n"
    body = "    SEEN.add(table.asked)\n    memory[0] = len(SEEN)\n    return 0\n"
    policy = write(body, above=above)
    result = simulate("toy", policy=f"search({policy},samples=4),rock", variant="together", games=5, jobs=1)
    assert (result.games, result.summary.fault) == (5, None)


def test_a_copy_that_dies_is_followed_by_another(write):
    prepared = PreparedCell(make_cell("toy", policy=write(text=COMPILED)))
    first = prepared.play(deal_seeds(0, 0), 0)
    prepared.place._room.copy.leave("")
    with pytest.raises(PolicyFault):
        prepared.play(deal_seeds(0, 0), 0)
    assert prepared.play(deal_seeds(0, 0), 0).tobytes() == first.tobytes()


def test_how_a_process_ended_is_said():
    with pytest.raises(Died, match="ended its process with exit code 7"):
        forked.apart(lambda: os._exit(7))
    assert forked.apart(lambda: {"done": [1, "two"]}) == {"done": [1, "two"]}
    with pytest.raises(TimeoutError):
        forked.apart(lambda: time.sleep(60), 0.2)


def test_finished_blocks_are_kept_when_a_policy_dies(write, tmp_path):
    above = f"{CRASH}from analyzer.kernel.random import randbelow"
    policy = write(f"    if hand.card > 1 or randbelow(choice, 300):\n        return 0\n{SEGFAULT}", above)
    spec, asked = tmp_path / "spec.toml", f'game = "toy"\npolicies = ["rock", "{policy}"]\ndeals = 5000\n'
    spec.write_text(f"# Does it last?\n{asked}")
    with pytest.raises(PolicyFault, match="SIGSEGV"):
        analyzer.run(spec, out=tmp_path / "run", jobs=1)
    kept = read_manifest(tmp_path / "run")
    assert (kept.status != "complete", kept.guard, kept.own_policies) == (True, 1, ["mine"])
    assert any((tmp_path / "run" / "cells").rglob("*"))


SUM = "    memory[0] += hand.card\n    return memory[0] % 2\n"


def test_compiled_and_plain_policies_sit_at_one_table(write):
    compiled, plain = write(SUM, text=COMPILED, name="compiled.py"), write(SUM, name="plain.py")
    both = [simulate("toy", policy=[compiled, other], games=100, jobs=1, rows=True) for other in (compiled, plain)]
    assert both[0].rows.tobytes() == both[1].rows.tobytes()


def test_a_policy_in_plain_python_dies_beside_a_compiled_one(write):
    compiled, plain = write(SUM, text=COMPILED, name="compiled.py"), write(SEGFAULT, above=CRASH, name="plain.py")
    assert "policy 'mine' at seat 1 lost its process" in str(cut_short([compiled, plain]))


def test_a_policy_without_a_file_plays_in_a_copy(toy):
    """As one that is written in a notebook."""
    scope = {"__name__": "notebook"}
    exec(compile(PLAIN.format(body=SUM, above=""), "a cell", "exec"), scope)
    result = simulate("toy", policy=scope["mine"], games=20, jobs=1)
    assert (result.games, result.summary.fault) == (20, None)


@pytest.mark.parametrize("text", [COMPILED, PLAIN], ids=["compiled", "plain"])
def test_hindsight_solves_with_it(write, text, monkeypatch):
    asked = {"variant": "together", "deals": 3, "budget": 60, "jobs": 1}
    found = hindsight("toy", policy=write(SUM, text=text), **asked)
    monkeypatch.setattr(PreparedCell, "is_apart", False)
    assert found.as_dict() == hindsight("toy", policy=write(SUM, text=text), **asked).as_dict()


def test_hindsight_tells_of_a_death(write, monkeypatch):
    monkeypatch.setattr("analyzer.play.hindsight.LISTED", 0)  # of a tree this small it would never ask
    policy = write(SEGFAULT, above=CRASH)
    with pytest.raises(PolicyFault, match="policy 'mine'.* lost its process to SIGSEGV"):
        hindsight("toy", policy=policy, variant="together", deals=2, budget=300, jobs=1)
