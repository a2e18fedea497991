import pytest

from analyzer.errors import BadInput
from analyzer.games.written import WrittenPolicy
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.spec import QUICK_DEALS, swept_policies


def test_the_first_line_is_the_question(write_spec):
    assert load_spec(write_spec()).question == "Does a tiny experiment run?"


def test_all_errors_come_at_once(write_spec):
    path = write_spec(variants='["posidon"]', players="[2, 9]", deals="0", sed="3", policies='["random_leagl"]')
    with pytest.raises(BadInput) as caught:
        load_spec(path)
    text = str(caught.value)
    for expected in (
        "variants[0]",
        "did you mean 'poseidon'",
        "players[1]",
        "1 to 5",
        "deals",
        "sed",
        "'seed'",
        "random_legal",
    ):
        assert expected in text
    assert str(path) in text


def test_switches_name_their_allowed_values(write_spec):
    with pytest.raises(BadInput, match=r"alone\.cost_rule\[0\]: cost_rule = 'mni' is not allowed; allowed: min \| max"):
        load_spec(write_spec(more='[alone]\ncost_rule = ["mni"]\n'))


def test_knob_lists_are_swept():
    swept = swept_policies({"policy": "spacing", "cost": (0.5, 0.7), "room": 9})
    assert list(map(str, swept)) == [
        "spacing(cost=0.5,room=9)",
        "spacing(cost=0.7,room=9)",
    ]


def test_quick_shrinks_and_fixes_the_deals(write_spec):
    quick = load_spec(write_spec(deals=None, until="0.001")).quickened()
    assert (quick.deals, quick.until) == (QUICK_DEALS, None)


def test_a_policy_file_is_found_beside_the_spec(write_spec, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from analyzer.games.tranquility import policy\n"
        "from analyzer.games.tranquility.rules.options import option\n\n"
        "@policy\ndef mine(rules, table, hand, knobs, memory, choice):\n"
        '    """Take the first option."""\n    return option(rules, table, hand, 0)\n',
        encoding="utf-8",
    )
    assert load_spec(write_spec(policies='["mine.py"]')).policies == (WrittenPolicy(file=str(tmp_path / "mine.py")),)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a = = 1", b"[" * 3000, b"\x00"])
def test_a_file_that_is_no_toml_is_told(tmp_path, content):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"broken\.toml"):
        load_spec(path)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(BadInput, match="No such file"):
        load_spec(tmp_path / "none.toml")
