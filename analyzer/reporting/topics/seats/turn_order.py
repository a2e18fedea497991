"""What the turn order is worth, and beginning above all, at tables where all play alike."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from analyzer.analysis import certainty, frames, soundness
from analyzer.reporting import spoken
from analyzer.reporting.document import Kind
from analyzer.reporting.naming import alike, cell_words, number_words, players_words, policy_words, position_words
from analyzer.reporting.wording import several, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

MOST_TABLES = 4  # that a sentence names one by one
SIDES = ((1.0, "an advantage"), (-1.0, "a disadvantage"))


class Seated(NamedTuple):
    """A table where all play alike: where it stands, and how much more the first player wins than the others."""

    where: str
    effect: Estimate


def say_turn_order(results: Results, *, is_told: bool = False) -> list[str]:
    """Say whether beginning, or another place in the turn order, is an advantage; `is_told`: that none is, is known."""
    rows = _rows(results)
    if not rows:
        return []
    tables = [Seated(table_words(results, row), row["first_player"]) for row in rows]
    begun = beginning(tables)
    number = min(range(len(rows)), key=lambda i: (rows[i]["test"].p_value, -abs(rows[i]["largest"].value)))
    place, largest = int(rows[number]["largest_position"]), rows[number]["largest"]
    who = f"the {position_words(place)} of {tables[number].where}"
    unfair = _unfair(results, rows)
    if unfair:
        return [*begun, turn_order(who, largest, unfair, len(rows))]
    return begun or [no_place(who, largest, len(rows), is_told=is_told)]


def seated(results: Results) -> tuple[list[Seated], int]:
    """List the tables where all play alike, with at how many of them places in the turn order differ for certain."""
    rows = _rows(results)
    return [Seated(table_words(results, row), row["first_player"]) for row in rows], _unfair(results, rows)


def say_beginning_shortly(results: Results) -> str:
    """Say in a clause whether it matters when one's turn comes; nothing where that was not asked."""
    return beginning_verdict(*seated(results))


def finding(results: Results) -> str:
    """Say in a heading at how many tables beginning is worth something; nothing without such tables."""
    tables, unfair = seated(results)
    if not tables:
        return ""
    sides = [(words, on_side(tables, sign)) for sign, words in SIDES]
    told = [f"{words}{_at_some(len(own), len(tables))}" for words, own in sides if own]
    if told:
        return f"Beginning is {several(told)}"
    if unfair:
        return f"The turn order matters{_at_some(unfair, len(tables))}"
    return "No place in the turn order can be told from a fair one"


def _at_some(some: int, of: int) -> str:
    return "" if of == 1 else f" {_of_tables(some, of)}"


def _unfair(results: Results, rows: list[dict[str, Any]]) -> int:
    """Count the tables at which places in the turn order differ for certain."""
    return sum(certainty.is_certain(results, row["test"]) for row in rows)


def _rows(results: Results) -> list[dict[str, Any]]:
    """List the tables with intervals that hold together; those with one reading set alone stand in a table."""
    rows: list[dict[str, Any]] = soundness.turn_effects(results, certainty.each(results)).to_dict("records")
    if not frames.factors_of(results).alone:
        return rows
    return [row for row in rows if not results.entry(row["cell"]).changes]


def table_words(results: Results, row: dict[str, Any]) -> str:
    """Say at which table something holds, as far as the run varied it."""
    factors = frames.factors_of(results)
    parts = [players_words(int(row["players"]))]
    if len(factors.variants) > 1 or len(factors.sets) > 1:
        parts.append(f"in {cell_words(results, row['cell'])}")
    if len(factors.policies) > 1 and len(alike(results)) > 1:
        seated = list(dict.fromkeys(results.entry(row["cell"]).policies))
        who, ending = spoken.players(results, seated[0])
        if len(seated) == 1 and not ending:  # two casual players
            parts[0] = f"{number_words(int(row['players']))} {who}"
        else:
            like = "who all play like" if len(seated) == 1 else "who play like"
            parts.append(f"{like} {several([policy_words(results, name) for name in seated])}")
    return " ".join(parts)


# Sentences


def in_percentage(points: str) -> str:
    """Say which points are meant: where points are also what players score."""
    return points.replace(" point", " percentage point")


def beginning(tables: Sequence[Seated]) -> list[str]:
    """Say at which tables beginning is an advantage or a disadvantage for certain, and how large; one sentence each."""
    sides = [(words, on_side(tables, sign)) for sign, words in SIDES]
    others = [table for table in tables if not any(table in own for _, own in sides)]
    sentences = [_worth(words, own, len(tables)) for words, own in sides if own]
    if sentences and others:
        rest = "the other table" if len(others) == 1 else f"the other {number_words(len(others))} tables"
        sentences[-1] = f"{sentences[-1]}; at {rest} it is worth {_at_most(others)}"
    return [f"{sentence}." for sentence in sentences]


def _at_most(tables: Sequence[Seated]) -> str:
    """Say what beginning may be worth where it cannot be told from nothing: what all intervals together leave."""
    reach = 100.0 * max(table.effect.reach for table in tables)
    digits = 1 if reach < 10 else 0
    bound = math.ceil(round(reach * 10**digits, 6)) / 10**digits  # never less than the interval
    return f"at most ± {bound:.{digits}f} percentage points, for certain"


def on_side(tables: Sequence[Seated], sign: float) -> list[Seated]:
    """Take the tables where beginning helps (or harms) for certain, the largest effect first."""
    own = [table for table in tables if table.effect.excludes(0.0) and sign * table.effect.value > 0]
    return sorted(own, key=lambda table: -abs(table.effect.value))


def _worth(words: str, own: Sequence[Seated], of: int) -> str:
    wins = f"the first player wins {_size(own[0].effect)} often than the others on average"
    if of == 1:
        return f"Beginning is {words}: with {own[0].where} {wins}"
    where = f"{_of_tables(len(own), of)} where all play alike"
    if len(own) > MOST_TABLES:
        return f"Beginning is {words} {where}, most of all with {own[0].where}: there {wins}"
    more = [f"with {table.where} {_size(table.effect)} often" for table in own[1:]]
    return f"Beginning is {words} {where}: {'; '.join([f'with {own[0].where} {wins}', *more])}"


def _of_tables(some: int, of: int) -> str:
    if some < of:
        return f"at {some} of {of} tables"
    return "at both tables" if of == 2 else f"at all {of} tables"


def _size(effect: Estimate) -> str:
    size = effect.shifted(factor=-1.0) if effect.value < 0 else effect
    return f"{in_percentage(write(size, Kind.POINTS)).replace('+', '')} {'more' if effect.value > 0 else 'less'}"


def turn_order(who: str, excess: Estimate, unfair: int, of: int) -> str:
    """Say at how many tables places in the turn order differ for certain, and which is furthest from a fair share."""
    where = "where all play alike" if of == 1 else f"at {unfair} of {of} tables where all play alike"
    return f"The turn order matters {where}; furthest from a fair share is {who}: {_share(excess)}."


def no_place(who: str, excess: Estimate, of: int, *, is_told: bool = False) -> str:
    """Say that no place in the turn order can be told from a fair one; shortly where that was said before."""
    tables = "" if of == 1 else f" at any of the {of} tables where all play alike"
    furthest = f"{who}: {_share(excess)}, which may be chance."
    if is_told:
        return f"Furthest from a fair share{tables} is {furthest}"
    return f"No place in the turn order can be told from a fair one{tables}; furthest from a fair share is {furthest}"


def _share(excess: Estimate) -> str:
    return in_percentage(write(excess, Kind.POINTS))


def beginning_verdict(tables: Sequence[Seated], unfair: int) -> str:
    """Say in a clause whether beginning is worth something for certain, and where; at `unfair` tables places differ."""
    if not tables:
        return ""
    clauses = []
    for sign, words in SIDES:
        own = on_side(tables, sign)
        clauses += [f"beginning is {words}{_at(own, tables)}"] if own else []
    if clauses:
        return several(clauses)
    if unfair:
        return f"the turn order matters{'' if len(tables) == 1 else f' at {unfair} of {len(tables)} tables'}"
    return f"no place in the turn order can be told from a fair one, and beginning is worth {_at_most(tables)}"


def _at(own: Sequence[Seated], tables: Sequence[Seated]) -> str:
    """Say at which tables, by their names if these are few."""
    if len(tables) == 1:
        return ""
    named = [table.where for table in tables if table in own]
    is_short = len(named) < len(tables) and len(named) < 3
    return f" {_of_tables(len(own), len(tables))}{f' ({several(named)})' if is_short else ''}"
