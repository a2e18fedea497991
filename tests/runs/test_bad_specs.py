"""Wrong specs: hand-made and mutated ones give exit code 2 and a message that names the key; nothing is written."""

import random
import sys

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.reporting.topics import section_names
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand
from analyzer.shell import cli

# (what the message must name, lines that replace or extend the good spec)
BAD = [
    ("game", {"game": None}),
    ("game", {"game": "3"}),
    ("game", {"game": '""'}),
    ("tranquility", {"game": '"tranquillity"'}),
    ("game", {"game": '"chess"'}),
    ("game", {"game": '["tranquility"]'}),
    ("variants", {"variants": '"base"'}),
    ("variants", {"variants": "[]"}),
    ("variants", {"variants": "[1, 2]"}),
    ("variants[1]", {"variants": '["base", "posidon"]'}),
    ("variants[0]", {"variants": '[""]'}),
    ("variants[0]", {"variants": '["poseidon+triton"]'}),
    ("variants[0]", {"variants": '["poseidon+"]'}),
    ("variants[0]", {"variants": '["missing.toml"]'}),
    ("variants", {"variants": '["base", "base"]'}),
    ("sums", {"sums": '{ of = ["storm"], up_to = 2 }'}),
    ("sums", {"variants": None, "sums": '{ of = ["storm"], up_to = 9 }'}),
    ("sums", {"variants": None, "sums": "{ up_to = 2 }"}),
    ("sums.of[0]", {"variants": None, "sums": '{ of = ["strom"] }'}),
    ("sums", {"variants": None, "sums": '{ of = ["storm"], upto = 2 }'}),
    ("players", {"players": "3"}),
    ("players", {"players": "[]"}),
    ("players[0]", {"players": "[0]"}),
    ("players[1]", {"players": "[2, 6]"}),
    ("players", {"players": "[2.0]"}),
    ("players", {"players": "[true]"}),
    ("players", {"players": "[2, 2]"}),
    ("players", {"players": '["2"]'}),
    ("policies", {"policies": '"spacing"'}),
    ("policies", {"policies": "[]"}),
    ("policies[0]", {"policies": '["spacng"]'}),
    ("policies[0]", {"policies": '["spacing(cost=)"]'}),
    ("policies[0]", {"policies": '["spacing(cost=0.5"]'}),
    ("policies[0]", {"policies": '["spacing(csot=0.5)"]'}),
    ("policies[0]", {"policies": '["spacing(cost=nan)"]'}),
    ("policies[0]", {"policies": '[{ policy = "spacing", cots = 1.0 }]'}),
    ("policies[0]", {"policies": "[{ cost = 1.0 }]"}),
    ("policies[0]", {"policies": '[{ policy = "spacing", cost = "dear" }]'}),
    ("policies", {"policies": '[{ policy = "spacing", cost = [] }]'}),
    ("policies", {"policies": '["spacing", "spacing"]'}),
    ("policies[0]", {"policies": '["nowhere.py"]'}),
    ("policies[0]", {"policies": '["nowhere.py:mine"]'}),
    ("field", {"field": '"spacng"'}),
    ("field", {"field": '"spacing"', "policies": None}),
    ("field", {"field": '"spacing"', "line_ups": '[["spacing", "spacing"]]'}),
    ("line_ups", {"line_ups": '["spacing"]'}),
    ("line_ups[0][1]", {"line_ups": '[["spacing", "spacng"]]'}),
    ("line-up", {"line_ups": '[["spacing", "spacing", "spacing"]]', "players": "[2]"}),
    ("rotate", {"rotate": '"yes"'}),
    ("switches", {"switches": "[1]"}),
    ("switches.removed", {"more": "[switches]\nremoved = 3\n"}),
    ("switches.removed[0]", {"more": "[switches]\nremoved = [121]\n"}),
    ("switches.remvoed", {"more": "[switches]\nremvoed = [3]\n"}),
    ("switches.rocks[0]", {"more": '[switches]\nrocks = ["maybe"]\n'}),
    ("switches", {"more": "[switches]\nremoved = []\n"}),
    ("alone.one_card[0]", {"more": '[alone]\none_card = ["lost"]\n'}),
    ("alone.one_card", {"more": '[alone]\none_card = ["loss", "loss"]\n'}),
    ("alone", {"alone": '"one_card"'}),
    ("deals", {"deals": None}),
    ("deals", {"deals": "0"}),
    ("deals", {"deals": "-5"}),
    ("deals", {"deals": "1.5"}),
    ("deals", {"deals": '"many"'}),
    ("deals", {"deals": "10000000000000"}),
    ("until", {"until": "0.01"}),
    ("until", {"deals": None, "until": "0"}),
    ("until", {"deals": None, "until": "0.6"}),
    ("until", {"deals": None, "until": "nan"}),
    ("until", {"deals": None, "until": '"narrow"'}),
    ("max_deals", {"max_deals": "1000"}),
    ("max_deals", {"deals": None, "until": "0.01", "max_deals": "0"}),
    ("seed", {"seed": "-1"}),
    ("seed", {"seed": "9223372036854775808"}),
    ("seed", {"seed": "1e3"}),
    ("rows", {"rows": "1"}),
    ("sections", {"sections": '"ladder"'}),
    ("sections[0]", {"sections": '["lader"]'}),
    ("sections", {"sections": '["ladder", "ladder"]'}),
    ("skip_impossible", {"skip_impossible": '"true"'}),
    ("skip_impossible", {"variants": '["competitive"]'}),
    ("variants", {"variants": '["pyramid+storm"]'}),
    ("question", {"question": "7"}),
    ("deal", {"deal": "7"}),
    ("policy", {"policy": '"spacing"'}),
    ("variant", {"variant": '"base"'}),
]


@pytest.mark.parametrize(("key", "changes"), BAD, ids=range(len(BAD)))
def test_it_is_refused_with_the_key_and_nothing_is_written(key, changes, write_spec, tmp_path, monkeypatch, capsys):
    path = write_spec(**changes)
    monkeypatch.setattr(sys, "argv", ["analyzer", "run", str(path), "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    shown = capsys.readouterr()
    assert caught.value.code == 2
    assert key in shown.err
    assert str(path) in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""
    assert sorted(item.name for item in tmp_path.iterdir()) == [path.name]


def test_there_are_enough_of_them():
    assert len(BAD) >= 60


def test_a_spec_without_a_question_is_refused(tmp_path):
    path = tmp_path / "mute.toml"
    path.write_text('game = "tranquility"\ndeals = 5\n', encoding="utf-8")
    with pytest.raises(BadInput, match="question"):
        load_spec(path)


def test_a_key_without_end_is_told_by_its_beginning(write_spec):
    """Fuzzing found a message of 22,931 letters."""
    with pytest.raises(BadInput, match="unknown switch 'rem9") as caught:
        load_spec(write_spec(switches=f"{{ rem{'9' * 5000} = [0, 4] }}"))
    assert len(str(caught.value)) < 6000
    assert "9" * 1001 not in str(caught.value)


def test_python_refuses_a_section_that_no_report_has_before_the_first_game(write_spec, tmp_path):
    path = write_spec(sections='["lader"]')
    with pytest.raises(BadInput, match=r"sections\[0\]: .*lader.*ladder"):
        analyzer.run(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


# Mutations. The good spec uses every key; each junk value is wrong for the keys that do not list it.

GOOD = {
    "game": '"tranquility"',
    "question": '"What is it?"',
    "variants": '["base", "poseidon+storm", "rocks"]',
    "players": "[2, 3, 4]",
    "policies": '["spacing", "random_legal", { policy = "spacing", cost = [0.5, 0.7] }]',
    "line_ups": '[["spacing", "random_legal"]]',
    "rotate": "true",
    "switches": '{ cost_rule = ["min", "max"], removed = [0, 4] }',
    "alone": '{ one_card = ["loss"], turn_limit = [50, 60] }',
    "deals": "1000",
    "seed": "3",
    "rows": "false",
    "sections": '["answer", "ladder"]',
    "skip_impossible": "true",
}
JUNK = [
    "-1", "0", "1.5", "1e300", "-inf", "nan", '""', '"zzz"', "[]", '["zzz"]', "[[]]", "{}", "{ zzz = [1] }", "true",
    "1979-05-27", "07:32:00", "123456789012345678901234567890", "[[[[1]]]]", '[{ zzz = "zzz" }]', '"\\u0000"',
]  # fmt: skip
FINE = {  # junk that happens to be right
    "question": {'"zzz"', '"\\u0000"', '""'},
    "rotate": {"true"},
    "rows": {"true"},
    "skip_impossible": {"true"},
    "switches": {"{}"},
    "alone": {"{}"},
    "sections": {"[]"},
    "seed": {"0"},
}
NAMES = {
    "game": ["tranquility"],
    "variants": ["base", "poseidon", "storm", "rocks"],
    "policies": ["spacing", "random_legal", "cost"],
    "line_ups": ["spacing", "random_legal"],
    "switches": ["cost_rule", "min", "max", "removed"],
    "alone": ["one_card", "loss", "turn_limit"],
    "sections": ["answer", "ladder"],
}


def misspell(dice, word):
    """Change a word by one letter so that it is none of the words in use."""
    place = dice.randrange(len(word))
    letter = dice.choice([letter for letter in "qxzj0" if letter != word[place]])
    return dice.choice([word[:place] + letter + word[place + 1 :], word[:place] + letter + word[place:]])


def mutate(dice):
    """Make one wrong spec; return its text and what the message must name."""
    lines = dict(GOOD)
    kind = dice.choice(["key", "value", "name", "missing", "more", "syntax"])
    key = dice.choice(list(lines))
    if kind == "key":
        wrong = misspell(dice, key)
        lines = {wrong if name == key else name: value for name, value in lines.items()}
        key = wrong
    elif kind == "value":
        junk = [value for value in JUNK if value not in FINE.get(key, ())]
        lines[key] = dice.choice(junk)
    elif kind == "name":
        key = dice.choice(list(NAMES))
        word = dice.choice(NAMES[key])
        lines[key] = lines[key].replace(word, misspell(dice, word))
    elif kind == "missing":
        key = dice.choice(["game", "deals"])
        del lines[key]
    elif kind == "more":
        key, value = dice.choice([("until", "0.01"), ("max_deals", "7"), ("sums", '{ of = ["storm"] }'), ("zzz", "1")])
        lines[key] = value
    text = "\n".join(f"{name} = {value}" for name, value in lines.items())
    if kind == "syntax":
        cut = text.index(f"{key} = ") + len(f"{key} = ")
        text, key = text[:cut] + dice.choice(["=", "]", '"', "{", "\x01", "'''"]) + text[cut:], "not valid TOML"
    return f"# Right?\n{text}\n", key


@pytest.mark.parametrize("mutants", [500, pytest.param(4000, marks=pytest.mark.slow)])
def test_mutated_specs_are_refused(tmp_path, mutants):
    dice = random.Random(20261116)
    path = tmp_path / "mutant.toml"
    for number in range(mutants):
        text, key = mutate(dice)
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput) as caught:
            expand(load_spec(path, section_names), path)
        told = str(caught.value)
        assert key in told, (number, key, text, told)
        assert "mutant.toml" in told
    assert [item.name for item in tmp_path.iterdir()] == ["mutant.toml"]


def test_the_unmutated_spec_is_right(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text("# Right?\n" + "\n".join(f"{key} = {value}" for key, value in GOOD.items()), encoding="utf-8")
    assert expand(load_spec(path, section_names), path).cells
    assert set(section_names()) > {"answer", "ladder"}
