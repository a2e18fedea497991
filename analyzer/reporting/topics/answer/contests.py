"""The answer for games against each other, in sentences that one would say aloud; chosen by what the run varied."""

import math
from collections.abc import Sequence
from typing import Any

from analyzer.analysis import frames
from analyzer.analysis.contests import contest_changes, contests
from analyzer.reporting import naming, spoken
from analyzer.reporting.topics.policies.sentences import Best, best_of_each
from analyzer.reporting.topics.seats import turn_order
from analyzer.reporting.topics.seats.scores import SPOKEN
from analyzer.reporting.wording import several
from analyzer.runs.stored.results import Results

MOST_HIDDEN = 0.15  # of the wins: what more may hide at a table, these games do not tell
CHANGED = {"best": "scores", "turns": "length", "first": "the advantage of beginning"}
KINDS = {"reading": "doubtful rule", "other": "other setting", "variant": "variant", "switch": "setting"}


def say(results: Results) -> list[str]:
    """Answer the question of the experiment."""
    if len(frames.factors_of(results).policies) > 1:
        return [*_best(results), *say_beginning(results)] or _scores(results)
    return _changes(results) or [*say_beginning(results), *_scores(results)]


def _best(results: Results) -> list[str]:
    """Say whether any way to play beats the field, or which wins most where there is none."""
    found = best_of_each(results)
    if not found:
        return []
    best, factors = [item for item, _names, _of in found], frames.factors_of(results)
    if factors.field is not None:
        return [_against(naming.policy_words(results, factors.field), best)]
    names = list(dict.fromkeys(item.name for item in best))
    of = f"of {naming.number_words(found[0][2])} ways to play"
    is_tied = any(item.tied for item in best)
    near = ", but not all others can be told apart from it" if is_tied else ""
    if len(names) == 1:
        return [spoken.first_spoken(f"{of} {names[0]} wins most{near}.", f"One {of} wins most{near}.")]
    return [spoken.first_spoken(f"Which {of} wins most depends on the number of players.")]


def _against(field: str, best: Sequence[Best]) -> str:
    names = list(dict.fromkeys(item.name for item in best))
    closest = names[0] if len(names) == 1 else ""
    better = [item for item in best if item.among_all.low > item.fair]
    if better:
        return _beaten(
            field, list(dict.fromkeys(item.name for item in better)), better, is_always=len(better) == len(best)
        )
    is_worse = all(item.among_all.high < item.fair for item in best)
    nobody = (
        f"No other way to play {'is as good as' if is_worse else 'beats'} {field}{'' if is_worse else ' for certain'}"
    )
    which = f"; {closest} comes closest" if closest else "; which comes closest depends on the number of players"
    return spoken.first_spoken(f"{nobody}{which}.", f"{nobody}.", "No other way to play does better for certain.")


def _beaten(field: str, names: Sequence[str], better: Sequence[Best], *, is_always: bool) -> str:
    where = "" if is_always else f" with {naming.counts_words(item.players for item in better)}"
    if len(names) == 1:
        return spoken.first_spoken(f"{names[0]} beats {field}{where}.", f"One other way to play beats {field}{where}.")
    first, *others = [
        (naming.players_words(item.players), naming.number_words(item.players), item.name) for item in better
    ]
    by = several([f"with {first[0]} by {first[2]}", *(f"with {number} by {name}" for _, number, name in others)])
    return spoken.first_spoken(
        f"{field} can be beaten: {by}.",
        f"{field} can be beaten{where}: by {spoken.listed(names, link='or')}.",
        f"{field} can be beaten{where}.",
        "It can be beaten.",
    )


def say_beginning(results: Results) -> list[str]:
    """Say whether beginning is an advantage, at which tables, and what is known of the others."""
    tables, unfair = turn_order.seated(results)
    if not tables:
        return []
    sides = [(words, turn_order.on_side(tables, sign)) for sign, words in turn_order.SIDES]
    told = [_begun(words, own, len(tables)) for words, own in sides if own]
    if told:
        return [*told, *_at_others([table for table in tables if not any(table in own for _, own in sides)])]
    close, wide = _by_reach(tables)
    if unfair and close:
        which = (
            ""
            if len(tables) == 1
            else f" at {naming.number_words(unfair)} of {naming.number_words(len(tables))} tables"
        )
        return [
            spoken.first_spoken(
                f"The turn order matters{which}, though beginning itself is worth at most {_bound(close)}."
            )
        ]
    if not close:
        return [
            f"These games are too few to tell whether beginning is an advantage: it may be worth up to {_bound(wide)}."
        ]
    none = f"No place in the turn order is better for certain: beginning is worth at most {_bound(close)}"
    if not wide:
        return [spoken.first_spoken(f"{none}.")]
    some = f"at {naming.number_words(len(close))} of {naming.number_words(len(tables))} tables"
    return [
        spoken.first_spoken(
            f"{none}, though {_too_few(wide)}.",
            f"No place in the turn order is better for certain; only {some} can these games rule out more than "
            f"{_bound(close)}.",
        )
    ]


def _by_reach(tables: Sequence[turn_order.Seated]) -> tuple[list[turn_order.Seated], list[turn_order.Seated]]:
    """Part the tables where little can be hidden from those where these games are too few to tell."""
    close = [table for table in tables if table.effect.reach <= MOST_HIDDEN]
    return close, [table for table in tables if table not in close]


def _bound(tables: Sequence[turn_order.Seated]) -> str:
    reach = 100.0 * max(table.effect.reach for table in tables)
    return f"{math.ceil(round(reach, 6))} points either way"


def _too_few(tables: Sequence[turn_order.Seated]) -> str:
    where = spoken.listed([table.where.replace(naming.DAGGER, "") for table in tables], most=2, link="or with")
    return f"with {where} these games are too few to tell"


def _at_others(tables: Sequence[turn_order.Seated]) -> list[str]:
    """Say what beginning may be worth at the tables where it cannot be told from nothing."""
    if not tables:
        return []
    close, wide = _by_reach(tables)
    rest = "the other table" if len(tables) == 1 else f"the other {naming.number_words(len(tables))}"
    if not close:
        return [f"At {rest} these games are too few to tell."]
    others = f"{naming.number_words(len(close))} other{'' if len(close) == 1 else 's'}"
    bound = f"At {others if wide else rest} it is worth at most {_bound(close)}"
    return [spoken.first_spoken(f"{bound}; {_too_few(wide)}." if wide else "", f"{bound}.")]


def _begun(words: str, own: Sequence[turn_order.Seated], of: int) -> str:
    more = "more" if own[0].effect.value > 0 else "less"
    size, where = f"{spoken.points(own[0].effect)} {more} often", own[0].where.replace(naming.DAGGER, "")
    if of == 1:
        return spoken.first_spoken(f"Beginning is {words}: the first player wins {size}.")
    number = naming.number_words(len(own))
    every = "both tables" if of == 2 else f"all {number} tables"
    at = every if len(own) == of else f"{number} of {naming.number_words(of)} tables"
    most = "" if len(own) == 1 else " most of all"
    return spoken.first_spoken(
        f"Beginning is {words} at {at},{most} with {where}: the first wins {size}.",
        f"Beginning is {words} at {at}: the first player wins up to {size}.",
        f"Beginning is {words} at {at}.",
    )


def certain_changes(results: Results, kind: str, measure: str) -> dict[str, Any]:
    """Give by its name what each change of a kind does most to a measure, if that is certain; the largest first."""
    rows = [row for row in contest_changes(results, kind).to_dict("records") if row["measure"] == measure]
    sure = [row for row in rows if row["difference"] is not None and row["difference"].excludes(0.0)]
    found: dict[str, Any] = {}
    for row in sorted(sure, key=lambda item: -abs(item["difference"].value)):
        found.setdefault(change_name(results, kind, row["cell"]), row["difference"])
    return found


def change_name(results: Results, kind: str, cell: str) -> str:
    """Call a change of a kind: a variant by its title, all else by the rule that is set."""
    entry = results.entry(cell)
    return (
        spoken.variant(results, entry.variant)
        if kind == "variant"
        else naming.rule_words(results, list(entry.changes)[-1])
    )


def tried_changes(results: Results, kind: str) -> list[str]:
    """Name the changes of a kind that were tried."""
    return list(dict.fromkeys(change_name(results, kind, cell) for cell in contest_changes(results, kind)["cell"]))


def _changes(results: Results) -> list[str]:
    for kind, what in KINDS.items():
        tried = tried_changes(results, kind)
        if tried:
            return _say_changes(results, kind, what, len(tried))
    return []


def _say_changes(results: Results, kind: str, what: str, of: int) -> list[str]:
    found = {measure: certain_changes(results, kind, measure) for measure in SPOKEN}
    some = {name: own for name, own in found.items() if own}
    if not some:
        which = f"None of the {spoken.counted(of, what)}" if of > 1 else f"Not even the one {what} that was tried"
        return [
            spoken.first_spoken(
                f"{which} changes scores, length or the advantage of beginning as far as these games show."
            )
        ]
    top = next(iter(some[max(some, key=lambda name: len(some[name]))]))
    number = len({name for own in some.values() for name in own})
    verb = "changes" if number == 1 else "change"
    some_of = (
        f"all {naming.number_words(of)}"
        if number == of
        else f"{naming.number_words(number)} of the {naming.number_words(of)}"
    )
    count = f"{some_of} {what}s" if of > 1 else f"The {what}"
    lead = f"{count} {verb} {several([CHANGED[name] for name in some], 'or' if number > 1 else 'and')}"
    most = f", most of all {top}" if number > 1 else f": {top}" if of > 1 else ""
    beginning = _on_beginning(found["first"], list(some), top)
    return [spoken.first_spoken(f"{lead}{most}.", f"{lead}.", "Some of them do."), beginning]


def _on_beginning(found: dict[str, Any], changed: Sequence[str], top: str) -> str:
    if changed == ["first"]:
        return "Scores and length do not change by an amount that these games could show."
    if not found:
        return "None of them changes the advantage of beginning by an amount that these games could show."
    name, change = next(iter(found.items()))
    most, also = ("", "It also") if name == top else (" most", name)
    return spoken.first_spoken(
        f"{also} shifts the advantage of beginning{most}, by {spoken.points(change)}.",
        "The advantage of beginning changes, too.",
    )


def _scores(results: Results) -> list[str]:
    table = contests(results)
    if table.empty:
        return []
    row, unit = table.iloc[0], results.manifest.game.words.score
    best, margin = spoken.amount(row["best"]), spoken.amount(row["margin"])
    return [
        spoken.first_spoken(
            f"The winner has about {best} {unit}, {margin} more than the second.",
            spoken.begun(f"about {best} {unit} win."),
        )
    ]
