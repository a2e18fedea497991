"""contract.md section 4: bad input gets exit code 2 and one message that says what, where, and the nearest name."""

import pytest

SIMULATE = ("simulate", "tranquility", "--games", "100")

WRONG = {
    "unknown game": (("simulate", "tranqility"), "did you mean 'tranquility'?"),
    "unknown command": (("simulat", "tranquility"), "simulat"),
    "unknown option": ((*SIMULATE, "--playerz", "3"), "--players"),
    "too many players": ((*SIMULATE, "--players", "6"), "1 to 5 players"),
    "no players": ((*SIMULATE, "--players", "0"), "1 to 5 players"),
    "players not a number": ((*SIMULATE, "--players", "three"), "--players"),
    "unknown variant": ((*SIMULATE, "--variant", "posidon"), "did you mean 'poseidon'?"),
    "unknown variant in a sum": ((*SIMULATE, "--variant", "poseidon+strom"), "did you mean 'storm'?"),
    "two values for one switch": ((*SIMULATE, "--variant", "poseidon+triton"), "both set removed"),
    "empty variant": ((*SIMULATE, "--variant", ""), "unknown variant ''"),
    "empty policy": ((*SIMULATE, "--policy", ""), "unknown policy ''"),
    "combination": ((*SIMULATE, "--variant", "competitive+monsters-3"), "T-COMP-7"),
    "unknown switch": ((*SIMULATE, "--set", "hand_limt=4"), "did you mean 'hand_limit'?"),
    "switch without a value": ((*SIMULATE, "--set", "hand_limit"), "switch=value"),
    "switch out of range": ((*SIMULATE, "--set", "hand_limit=99"), "1 to 12"),
    "switch not a number": ((*SIMULATE, "--set", "hand_limit=many"), "1 to 12"),
    "unknown reading": ((*SIMULATE, "--set", "cost_rule=mean"), "min | max | sum"),
    "flag not a flag": ((*SIMULATE, "--set", "early_loss=perhaps"), "true | false"),
    "grid too large": ((*SIMULATE, "--set", "rows=12", "--set", "columns=12"), "144 cells"),
    "more removed than there are": ((*SIMULATE, "--set", "removed=90"), "80 Islands"),
    "unknown policy": ((*SIMULATE, "--policy", "spacin"), "did you mean 'spacing'?"),
    "unknown knob": ((*SIMULATE, "--policy", "spacing(costs=1)"), "did you mean 'cost'?"),
    "knob not a number": ((*SIMULATE, "--policy", "spacing(cost=dear)"), "finite number"),
    "knob not finite": ((*SIMULATE, "--policy", "spacing(cost=nan)"), "finite number"),
    "knob without a value": ((*SIMULATE, "--policy", "spacing(cost)"), "knob=number"),
    "open parenthesis": ((*SIMULATE, "--policy", "spacing(cost=1"), "not closed"),
    "three policies for two seats": ((*SIMULATE, "--policy", "spacing,spacing,random_legal"), "3 policies for 2 seats"),
    "missing policy file": ((*SIMULATE, "--policy", "no/such/file.py"), "No such file"),
    "zero games": (("simulate", "tranquility", "--games", "0"), "games = 0"),
    "negative games": (("simulate", "tranquility", "--games", "-5"), "games = -5"),
    "absurd games": (("simulate", "tranquility", "--games", "99999999999999999999"), "games"),
    "games not a number": (("simulate", "tranquility", "--games", "many"), "--games"),
    "zero jobs": ((*SIMULATE, "--jobs", "0"), "jobs = 0"),
    "absurd jobs": ((*SIMULATE, "--jobs", "100000"), "jobs = 100000"),
    "negative seed": ((*SIMULATE, "--seed", "-1"), "seed = -1"),
    "missing variant file": ((*SIMULATE, "--variant", "nowhere.toml"), "nowhere.toml"),
    "negative deal": (("replay", "tranquility", "--deal", "-1"), "deal = -1"),
    "bench of nothing": (("bench", "chess"), "unknown game 'chess'"),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG.keys())
def test_wrong_input_is_told_in_one_message(analyzer, arguments, words):
    result = analyzer(*arguments)
    assert result.code == 2, result.err
    assert result.out == ""
    assert words in " ".join(result.err.split())
    assert "Traceback" not in result.err


def test_a_process_tells_the_same(process):
    """What the other tests see in this process is what a user gets."""
    result = process(*WRONG["unknown game"][0])
    assert (result.code, result.out) == (2, "")
    assert WRONG["unknown game"][1] in result.err
    assert len(result.err.splitlines()) == 1


FILES = {
    "does not parse": ("def broken(:\n", "line 1"),
    "raises on import": ("1 / 0\n", "ZeroDivisionError"),
    "imports nothing": ("x = 1\n", "no policy in this file"),
    "two policies": (
        "from analyzer.games.tranquility import scoring\n\n\n"
        "@scoring\ndef one(rules, table, hand, knobs, card, cell, cost):\n    '''One.'''\n    return 1.0\n\n\n"
        "@scoring\ndef two(rules, table, hand, knobs, card, cell, cost):\n    '''Two.'''\n    return 2.0\n",
        "several policies",
    ),
    "does not compile": (
        "from analyzer.games.tranquility import policy\n\n\n"
        "@policy\ndef vague(rules, table, hand, knobs, memory, choice):\n    '''Vague.'''\n    return table.nonsense\n",
        "cannot be used",
    ),
    "returns a float": (
        "from analyzer.games.tranquility import policy\n\n\n"
        "@policy\ndef soft(rules, table, hand, knobs, memory, choice):\n    '''Soft.'''\n    return 0.5\n",
        "an action is an integer",
    ),
    "returns nothing": (
        "from analyzer.games.tranquility import policy\n\n\n"
        "@policy\ndef mute(rules, table, hand, knobs, memory, choice):\n    '''Mute.'''\n    pass\n",
        "an action is an integer",
    ),
}


@pytest.mark.parametrize(("text", "words"), FILES.values(), ids=FILES.keys())
def test_wrong_policy_file_is_refused_before_the_first_game(analyzer, tmp_path, text, words):
    file = tmp_path / "mine.py"
    file.write_text(text)
    result = analyzer(*SIMULATE, "--policy", file)
    assert result.code == 2, result.err
    assert words in " ".join(result.err.split())
    assert "Traceback" not in result.err


HEAD = "from analyzer.games.tranquility import policy, scoring\n\n\n"
DECIDE = "def faulty(rules, table, hand, knobs, memory, choice):\n    '''Fault.'''\n"
FAULTS = {
    "illegal": (f"{HEAD}@policy\n{DECIDE}    return -3\n", "not among its options"),
    "raises": (f"{HEAD}@policy\n{DECIDE}    if table.turn > 0:\n        raise ValueError\n    return 0\n", "raised"),
    "not a number": (
        f"{HEAD}@scoring\ndef faulty(rules, table, hand, knobs, card, cell, cost):\n"
        "    '''Fault.'''\n    return float(cell) * float('nan')\n",
        "not a number",
    ),
}


@pytest.mark.parametrize(("text", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_faulty_policy_ends_with_exit_code_4_and_keeps_the_rows(analyzer, tmp_path, text, words):
    file = tmp_path / "mine.py"
    file.write_text(text)
    result = analyzer(*SIMULATE, "--policy", file, "--json")
    assert result.code == 4, result.err
    document = result.document
    assert document["faults"] == document["games"] == sum(document["outcomes"].values()) == 100
    assert words in result.err
    assert "'faulty'" in result.err
    assert "deal 0" in result.err
    command = result.err.split("See it: analyzer ")[1].strip()
    replayed = analyzer(*command.replace("'", "").split())
    assert replayed.code == 4
    assert "Traceback" not in replayed.err
