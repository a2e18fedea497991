"""What a field or a code means stands beside it, and changes nothing of what it is."""

import pickle

import numpy as np
import pytest

from analyzer.kernel.jit import Explained, blank, meanings_of, record, row, rule


class Answer(Explained):
    """What is answered."""

    NO = 0, "go on"
    YES = 1, "stop here"


@rule
def _is_yes(thing):
    return thing.answer == Answer.YES


@pytest.mark.parametrize("make", [record, row])
def test_a_layout_is_the_same_with_meanings_and_without(make):
    bare = make(("turn", "i8"), ("cards", "i1", (3,)), ("share", "f8"))
    told = make(("turn", "i8", "number of the turn"), ("cards", "i1", (3,), "by slot: a card"), ("share", "f8"))
    assert told == bare
    assert (told.fields, told.itemsize, told.isalignedstruct) == (bare.fields, bare.itemsize, bare.isalignedstruct)
    assert told.metadata is None
    assert meanings_of(told) == {
        name: {"turn": "number of the turn", "cards": "by slot: a card"}.get(name, "") for name in told.names
    }


def test_two_layouts_of_the_same_bytes_may_mean_different_things():
    one, other = record(("left", "i8", "cards left")), record(("left", "i8", "the seat to the left"))
    assert one == other
    assert (meanings_of(one)["left"], meanings_of(other)["left"]) == ("cards left", "the seat to the left")
    assert meanings_of(record(("left", "i8"))) == {"left": ""}


def test_a_record_inside_another_keeps_its_meanings():
    hand = record(("held", "i8", "cards in hand"))
    state = record(("first", hand, "of the first seat"), ("hands", hand, (2,), "by seat"))
    assert meanings_of(state) == {"first": "of the first seat", "hands": "by seat"}
    assert meanings_of(state["hands"].base) == meanings_of(state["first"]) == {"held": "cards in hand"}


def test_rows_are_sent_without_their_meanings():
    layout = row(("deal", "i8", "number of the deal"))
    assert b"number of the deal" not in pickle.dumps(np.zeros(2, layout))


def test_a_code_is_its_number_and_says_what_it_means():
    thing = blank(record(("answer", "i8")))
    assert not _is_yes(thing)
    thing.answer = Answer.YES
    assert _is_yes(thing)
    assert (Answer(1), Answer["YES"].meaning, int(Answer.YES)) == (Answer.YES, "stop here", 1)
    assert pickle.loads(pickle.dumps(Answer.YES)) is Answer.YES


def test_a_code_without_a_meaning_is_refused():
    with pytest.raises(TypeError, match="the code 2 has no meaning"):

        class Wrong(Explained):
            NO = 2
