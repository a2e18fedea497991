"""Policies in plain Python: the games of their compiled twins, the same guards, any library."""

import pytest

from analyzer.errors import BadInput
from analyzer.kernel.faults import ChangedWhatItSaw, Fault
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

HEAD = """from {game} import policy
from {game}.rules{options} import is_legal, n_options, option
from analyzer.kernel.random import randbelow
{imports}

@policy({marks}spare=1.0)
def mine(rules, table, hand, knobs, memory, choice):
    \"\"\"Choose by a little arithmetic, by lot and by memory.\"\"\"
"""
# Arithmetic on short fields, rules of the game, lots, memory: whatever could differ between the two.
TWIN = """    memory[0] += {seen} + table.turn
    number = n_options(rules, table, hand)
    wanted = memory[0] % number
    if randbelow(choice, 3) == 0:
        wanted = randbelow(choice, number)
    answer = option(rules, table, hand, wanted)
    return answer if is_legal(rules, table, hand, answer) else option(rules, table, hand, 0)
"""
TOY = TWIN.format(seen="200 * table.changed[0] + 37 * hand.card + rules.target")


@pytest.fixture
def write(tmp_path, toy):
    """Write a policy of a body, compiled or not."""

    def write_it(body, *, compiled=False, imports="", name="mine.py", game="tests.toy.games.toy", options=""):
        file = tmp_path / name
        marks = "" if compiled else "compiled=False, "
        file.write_text(HEAD.format(marks=marks, imports=imports, game=game, options=options) + body)
        return f"{file}:mine"

    return write_it


def twins(write, body, **options):
    return write(body, **options), write(body, compiled=True, name="twin.py", **options)


@pytest.mark.parametrize("variant", ["base", "together"])
def test_rows_are_those_of_the_compiled_twin(write, variant):
    common = {"players": 3, "variant": variant, "games": 300, "seed": 8, "jobs": 1, "rows": True}
    plain, twin = (simulate("toy", policy=policy, **common) for policy in twins(write, TOY))
    assert plain.rows.tobytes() == twin.rows.tobytes()
    assert twin.summary.fault is None
    assert not (twin.rows["share"][:, 0] == twin.rows["share"][0, 0]).all() if variant == "base" else True


@pytest.mark.slow  # the tests above ask the same of the toy game
def test_rows_of_a_large_game_are_those_of_the_compiled_twin(write):
    body = TWIN.format(seen="100 * hand.cards[0] * hand.cards[1] + hand.held")
    policies = twins(write, body, game="analyzer.games.tranquility", options=".options")
    common = {"players": 3, "variant": "monsters-4", "games": 5 if IS_PLAIN else 60, "jobs": 1, "rows": True}
    plain, twin = (simulate("tranquility", policy=policy, **common) for policy in policies)
    assert plain.rows.tobytes() == twin.rows.tobytes()
    assert plain.summary.measures["turns"].total > 5 * plain.games


def test_a_policy_may_call_another_library(write):
    body = "    return int(statistics.median(range(n_options(rules, table, hand))))\n"
    assert simulate("toy", policy=write(body, imports="import statistics\n"), games=5, jobs=1).summary.fault is None
    compiled = write("    return 0\n", compiled=True, imports="import statistics\n", name="compiled.py")
    with pytest.raises(BadInput, match="may not import statistics"):
        simulate("toy", policy=compiled, games=5)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("    return -5\n", Fault.ILLEGAL),
        ("    return 2**70\n", Fault.ILLEGAL),
        ("    raise KeyError('nothing')\n", Fault.RAISED),
        ("    return table.changed[10**6]\n", Fault.BEYOND),
        ("    return 1 // (table.turn - table.turn)\n", Fault.DIVIDED),
        ("    table.turn = 3\n    return 0\n", Fault.WROTE),
        ("    table.changed[0] = 3\n    return 0\n", Fault.WROTE),
        ("    knobs[0] = 3.0\n    return 0\n", Fault.WROTE),
        ("    return int(knobs[30])\n", Fault.BEYOND),
    ],
)
@pytest.mark.compiled
def test_what_it_does_wrong_is_a_fault_of_its_game(write, body, fault):
    result = simulate("toy", policy=write(body), games=3, jobs=1)
    assert result.summary.fault.fault == fault
    assert result.count("fault") == 3


@pytest.mark.compiled
@pytest.mark.parametrize("answer", ["2.0", "None", "'left'"])
def test_what_is_no_integer_is_refused_with_file_and_line(write, answer):
    with pytest.raises(BadInput, match=r"mine\.py, line \d+: it returned .*an action is an integer"):
        simulate("toy", policy=write(f"    return {answer}\n"), games=3, jobs=1)


@pytest.mark.compiled
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_several_workers_play_the_same_games(write, backend):
    policy = write(TOY)
    alone = simulate("toy", policy=policy, games=400, seed=8, jobs=1)
    together = simulate("toy", policy=policy, games=400, seed=8, jobs=2, backend=backend)
    assert together.summary.digest == alone.summary.digest


def test_a_sight_reads_wide_numbers_and_writes_nothing():
    import numpy as np

    from analyzer.kernel.seats.sight import Sight, shown

    inner = np.dtype((np.record, [("gold", "i1")]))
    layout = np.dtype((np.record, [("cards", "i1", (2,)), ("turn", "i1"), ("seats", inner, (2,))]))
    record = np.zeros(1, layout)[0]
    record["cards"], record["turn"], record["seats"]["gold"] = 100, 100, 100
    sight = Sight(record)
    assert sight.turn + sight.turn == 200
    assert sight.cards[0] + sight.cards[1] == 200
    assert [seat.gold + seat.gold for seat in sight.seats] == [200, 200]
    assert len(sight.seats) == 2
    assert shown(sight) is record
    with pytest.raises(ChangedWhatItSaw):
        sight.turn = 1
    with pytest.raises(ChangedWhatItSaw):
        sight.seats[0].gold = 1
    with pytest.raises(ValueError, match="read-only"):
        sight.cards[0] = 1
    with pytest.raises(AttributeError, match="no field 'trun'"):
        _ = sight.trun
