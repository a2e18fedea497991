"""Treatments as users write them, each read once, and kept among the changes of a variant.

--handicap 'position 3: coins +2'    base[position 3: coins=+2]
--grant 'position 1: building:market'    base[position 1: building:market=+1]
--remove building:market    base[remove building:market=true]
--price 'building:market +2'    base[price building:market=+2]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.errors import BadInput
from analyzer.games.written import Changes, Sets, Value, changed, texts_of, write_changes, write_value

Texts = str | Sequence[str]  # treatments as a call gives them: one, or several
GIVE, REMOVE, PRICE = "give", "remove", "price"  # what a treatment does; a grant gives a component
POSITION, SEAT = "position", "seat"
_GIVEN = re.compile(r"(position|seat)\s*(\d{1,3})\s*:\s*([\w:.-]+)$")
_PUT_OUT = re.compile(r"(remove|price)\s+([\w.-]+:[\w.-]+)$")
_AMOUNT = re.compile(r"(.*?)\s*([+-]\s*\d{1,4})$")
HOW = {  # to write each, by its option
    "handicap": "position 3: coins +2, or seat 0: points -3",
    "grant": "position 1: building:market, or seat 0: building:market",
    "remove": "building:market",
    "price": "building:market +2",
}


def kind_of(component: str) -> str:
    """Give the kind of a component: building of building:market; a resource has none."""
    return component.rpartition(":")[0]


def bare(component: str) -> str:
    """Give the name of a component without its kind: market of building:market."""
    return component.rpartition(":")[2]


@dataclass(frozen=True)
class Treatment:
    """One change to a seat, to a turn position, or to a component for all."""

    action: str  # GIVE, REMOVE or PRICE
    what: str  # coins, building:market
    amount: int
    place: str = ""  # POSITION, counted from 1, or SEAT, counted from 0
    number: int = 0

    @property
    def where(self) -> str:
        """Name it in a message."""
        return f"{self.place} {self.number}: {self.what}" if self.place else f"{self.action} {self.what}"

    @property
    def words(self) -> str:
        """Write it for readers."""
        if self.action == REMOVE:
            return f"{self.what} removed"
        if self.action == PRICE:
            return f"the price of {self.what} {self.amount:+d}"
        if kind_of(self.what):
            return f"{self.what} given to {self.place} {self.number}"
        return f"{self.place} {self.number}: {self.what} {self.amount:+d}"


def read_treatment(name: str, value: Value) -> Treatment | None:
    """Read a change as a treatment: `position 3: coins` = +2, `remove building:market` = true; None if it is none."""
    given, put_out = _GIVEN.match(name), _PUT_OUT.match(name)
    if given is None and put_out is None:
        return None
    if put_out is not None and put_out[1] == REMOVE:
        if value is not True:
            raise BadInput(f"{name} = {value!r}: a removal can only be true")
        return Treatment(REMOVE, put_out[2], 0)
    amount = str(value).replace(" ", "")
    if not re.fullmatch(r"[+-]?\d{1,4}", amount):
        raise BadInput(f"{name} = {value!r} is not a whole number with its sign, such as +2 or -3")
    if put_out is not None:
        return Treatment(PRICE, put_out[2], int(amount))
    assert given is not None
    return Treatment(GIVE, given[3], int(amount), given[1], int(given[2]))


def change_words(name: str, value: Value) -> str:
    """Write a change of a variant for readers, a treatment in words."""
    treatment = read_treatment(name, value)
    return f"{name} = {write_value(value)}" if treatment is None else treatment.words


def read_treatments(texts: Texts, kind: str) -> Changes:
    """Read what an option (`handicap`, `grant`, `remove` or `price`) was given, as changes of a variant."""
    several = [texts] if isinstance(texts, str) else texts
    return changed({}, *(_read_treated(text, kind) for text in several))


def _read_treated(text: str, kind: str) -> Changes:
    name, amount = text.strip(), "+1"
    if kind in ("handicap", "price"):
        match = _AMOUNT.match(name)
        name, amount = (match[1], match[2].replace(" ", "")) if match else ("", "")
    given = _GIVEN.match(name)
    if kind in ("handicap", "grant") and given is not None and (kind == "grant") == (":" in given[3]):
        return {f"{given[1]} {int(given[2])}: {given[3]}": amount}
    if kind in (REMOVE, PRICE) and _PUT_OUT.match(f"{kind} {name}"):
        return {f"{kind} {name}": True if kind == REMOVE else amount}
    raise BadInput(f"--{kind} {text!r}: write {HOW[kind]}")


def treated(sets: Sets, **treatments: Texts) -> Sets:
    """Add treatments to what is set on top of a variant."""
    more = changed({}, *(read_treatments(texts, kind) for kind, texts in treatments.items()))
    if not more:
        return sets
    return {**sets, **more} if isinstance(sets, Mapping) else [*texts_of(sets), *write_changes(more)]


def read_spec_treatment(text: str) -> Changes:
    """Read a treatment of a spec: the option's name in front, several joined by semicolons."""
    parts = (part.strip().partition(" ") for part in text.split(";"))
    found = [read_treatments(rest, kind) for kind, _, rest in parts if kind in HOW or _refuse(text)]
    return changed({}, *found)


def _refuse(text: str) -> bool:
    raise BadInput(f"{text!r}: write one of {'; '.join(f'{kind} {how}' for kind, how in HOW.items())}")
