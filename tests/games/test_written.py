"""What users write is read once: texts become objects, and these are written as the same texts again."""

import json
from dataclasses import asdict

import pytest

from analyzer.errors import BadInput
from analyzer.games.written import (
    WrittenPolicy,
    WrittenVariant,
    added_up,
    changed,
    read_changes,
    read_choices,
    read_policies,
    read_policy,
    read_value,
    read_variant,
    write_changes,
    write_value,
)

POLICIES = {
    "spacing": WrittenPolicy("spacing"),
    "good": WrittenPolicy("good"),
    "spacing(cost=0.7,room=9)": WrittenPolicy("spacing", knobs={"cost": 0.7, "room": 9}),
    "a/mine.py": WrittenPolicy(file="a/mine.py"),
    "a/mine.py:patient": WrittenPolicy("patient", "a/mine.py"),
    "mine.py:patient@k.toml(cost=2.0)": WrittenPolicy("patient", "mine.py", "k.toml", {"cost": 2.0}),
    "search(spacing(cost=-1),samples=400,questions=A|B)": WrittenPolicy(
        "search", knobs={"samples": 400}, inside=WrittenPolicy("spacing", knobs={"cost": -1}), questions=("A", "B")
    ),
}


@pytest.mark.parametrize(("text", "written"), POLICIES.items())
def test_a_policy_is_read_and_written_as_the_same_text(text, written):
    assert read_policy(text) == written
    assert str(written) == text
    assert hash(read_policy(text)) == hash(written)


@pytest.mark.parametrize("written", POLICIES.values(), ids=str)
def test_a_policy_travels_as_plain_data(written):
    assert WrittenPolicy.from_plain(json.loads(json.dumps(asdict(written)))) == written


def test_blanks_and_the_order_of_knobs_change_nothing():
    assert read_policy(" search( spacing , samples = 4 ,options=8)") == read_policy(
        "search(spacing,options=8,samples=4)"
    )
    assert hash(read_policy("p(a=1,b=2)")) == hash(read_policy("p(b=2,a=1)"))


def test_a_label_has_the_shortest_numbers_and_a_command_those_that_were_given():
    policy = read_policy("p(a=1.0,b=0.1234567,c=1000000)")
    assert policy.label == "p(a=1,b=0.1234567,c=1e+06)"
    assert str(policy) == "p(a=1.0,b=0.1234567,c=1000000)"


def test_a_list_is_split_outside_of_brackets():
    assert read_policies("a(x=1,y=2), search(b,samples=3) ,c") == (
        read_policy("a(x=1,y=2)"), read_policy("search(b,samples=3)"), WrittenPolicy("c"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("spacing(cost=1", "not closed"),
        ("spacing(cost)", "'cost' is not a knob; write knob=number"),
        ("spacing(cost=dear)", "cost = 'dear' is not a finite number"),
        ("spacing(cost=inf)", "not a finite number"),
        ("spacing(cost=1" + "0" * 400 + ")", "not a finite number"),
    ],
)
def test_what_is_no_policy_is_told(text, words):
    with pytest.raises(BadInput, match=words):
        read_policy(text)


def test_knobs_of_a_table_are_set_on_top():
    assert str(read_policy("p(a=1)").with_knobs({"a": 2, "b": 0.5})) == "p(a=2,b=0.5)"
    for value in ("dear", float("nan")):
        with pytest.raises(BadInput, match="not a finite number"):
            read_policy("p").with_knobs({"a": value})


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("base", WrittenVariant(("base",))),
        ("this+that", WrittenVariant(("this", "that"))),
        ("a+b/house.toml", WrittenVariant(file="a+b/house.toml")),
        ("base[removed=4][cost=max]", WrittenVariant(("base",), changes={"removed": 4, "cost": "max"})),
        ("base[tiles=[1, [2]]]", WrittenVariant(("base",), changes={"tiles": "[1, [2]]"})),
    ],
)
def test_a_variant_is_read_and_written_as_the_same_text(text, written):
    assert read_variant(text) == written
    assert str(written) == text
    assert WrittenVariant.from_plain(json.loads(json.dumps(asdict(written)))) == written


@pytest.mark.parametrize("text", ["base[removed=4", "base[removed=4]x", "base[removed]"])
def test_what_is_no_variant_is_told(text):
    with pytest.raises(BadInput):
        read_variant(text)


def test_variants_are_added_up_by_their_names():
    assert added_up([read_variant("a+b"), read_variant("c")]) == read_variant("a+b+c")
    assert added_up([read_variant("a[x=1]")]) == read_variant("a[x=1]")
    assert added_up([read_variant("a[x=1]"), read_variant("b")]).names == ("a[x=1]", "b")
    assert read_variant("a+b[x=1]").parts == ("a", "b[x=1]")


@pytest.mark.parametrize(
    ("text", "value"),
    [("4", 4), ("-4", -4), ("0.5", 0.5), ("true", True), ("max", "max"), ("True", "True"), ("04", "04"), ("1e3", "1e3"),
     ("nan", "nan"), ("9" * 30, "9" * 30), ("[1, 2]", "[1, 2]"), ("", "")],
)  # fmt: skip
def test_a_value_is_read_so_that_it_is_written_as_before(text, value):
    assert read_value(text) == value
    assert type(read_value(text)) is type(value)
    assert write_value(read_value(text)) == text


def test_changes_are_given_as_texts_or_as_a_mapping():
    wanted = {"removed": 4, "solo": True, "rule": "max", "tiles": "[1, 2]"}
    assert read_changes(["removed=4", " solo = true", "rule=max", "tiles=[1, 2]"]) == wanted
    assert read_changes({"removed": 4, "solo": True, "rule": "max", "tiles": [1, 2]}) == wanted
    assert write_changes(wanted) == ["removed=4", "solo=true", "rule=max", "tiles=[1, 2]"]
    assert read_changes("removed=4") == {"removed": 4}


def test_the_last_of_equal_changes_counts_and_stands_last():
    assert list(read_changes(["a=1", "b=2", "a=3"]).items()) == [("b", 2), ("a", 3)]
    assert list(changed({"a": 1, "b": 2}, {"a": 3}).items()) == [("b", 2), ("a", 3)]


def test_several_values_of_a_switch_are_choices():
    wanted = {"removed": [0, 4], "rule": ["max"], "tiles": ["[1, 2]", "[3]"]}
    assert read_choices(["removed=0,4", "rule=max", "tiles=[1, 2],[3]"]) == wanted
    assert read_choices({"removed": (0, 4), "rule": "max", "tiles": [[1, 2], [3]]}) == wanted


@pytest.mark.parametrize("sets", [4, ["removed"], [4]])
def test_what_are_no_changes_is_told(sets):
    with pytest.raises(BadInput):
        read_changes(sets)
