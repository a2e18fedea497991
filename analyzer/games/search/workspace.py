"""What a look-ahead works in, and the compilation of a game's look-ahead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.interface import Game, Policy
from analyzer.games.policy_files.mistakes import refused_rules
from analyzer.games.search import lookahead
from analyzer.games.search.lookahead import MOST_OPTIONS, TEMPLATES, search_at_desk
from analyzer.games.turns import is_over
from analyzer.kernel.compiler.callee import IS_PLAIN, compiled, entry_point
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.jit import record
from analyzer.kernel.random import STREAM_SIZE
from analyzer.kernel.seats.addresses import address_of, address_of_record
from analyzer.kernel.seats.bench import DESK
from analyzer.kernel.seats.seating import compile_for
from analyzer.kernel.streams import WORDS


def workspace_layout(bench: np.dtype[Any], max_seats: int) -> np.dtype[Any]:
    """Lay out what a look-ahead works in: games played on from a position, and what came of each answer."""
    return record(
        ("origin", bench),  # the position with the hidden part dealt again
        ("benches", bench, (1,)),  # where it is played on
        ("pointers", "i8", (max_seats,)),  # who plays on
        ("seeds", "i8", (1, WORDS)),
        ("stream", "i8", (STREAM_SIZE,)),
        ("row", "i8"),  # where the row of a game lies (its address), as the following:
        ("driver", "i8"),
        ("policy", "i8"),  # the policy that the look-ahead is wrapped around
        ("to_the_end", "i8"),  # the look-ahead without trained values, where there are none for a cell
        ("rating", "i8"),  # and what it thinks of an answer; 0 = it does not say
        ("questions", "i8"),  # a bit for every question that gets `samples`
        ("samples", "i8"),
        ("others", "i8"),  # the same for all other questions
        ("budget", "i8"),  # what of it the question in hand gets
        ("options", "i8"),
        ("advantage", "f8"),
        ("caution", "f8"),
        ("margin", "f8"),  # points ahead that count for half of what they can; 0 = the game's own worth decides
        ("turns", "i8"),  # that are played on before a trained value judges
        ("prior", "f8"),  # samples that the score by value and rating counts for
        ("stops", "i8"),  # a bit for every question at which the value may judge
        ("until", "i8"),  # the last turn that is played on
        ("is_left", "i8"),  # 1 = the value has judged
        ("foreseen", "f8"),  # and this is what it said
        ("own", "i8"),  # what the policy answers itself
        ("own_gain", "f8"),  # and what that was worth in the last sample
        ("n_answers", "i8"),
        ("n_left", "i8"),  # answers that are still compared
        ("answers", "i8", (MOST_OPTIONS,)),
        ("ratings", "f8", (MOST_OPTIONS,)),
        ("lots", "i8", (MOST_OPTIONS,)),
        ("gains", "f8", (MOST_OPTIONS,)),  # the sum of what the games were worth
        ("squares", "f8", (MOST_OPTIONS,)),  # of the differences to the policy's own answer
        ("plays", "i8", (MOST_OPTIONS,)),
    )


_searchers: dict[Any, tuple[Any, Any]] = {}  # by the rule that deals again: a game has one


def searcher_of(game: Game) -> tuple[Any, Any]:
    """Return the look-ahead of a game, compiled for a seat as `(rules, table, hand, desk)`, and what it works in."""
    if game.redeal not in _searchers:
        layout = workspace_layout(game.bench, game.max_seats)
        _searchers[game.redeal] = (_compile(game, layout), layout)
    return _searchers[game.redeal]


def _compile(game: Game, layout: np.dtype[Any]) -> Any:
    scope = {**vars(lookahead), **names_of(game, layout)}
    add_copies(game, scope, TEMPLATES)
    return seated(game, copy_for(search_at_desk, game.redeal, scope))


def names_of(game: Game, layout: np.dtype[Any]) -> dict[str, Any]:
    """Name what templates of a look-ahead take from a game."""
    rules = {name: getattr(game, name) for name in ("n_options", "option", "is_legal", "ordered", "redeal", "worth")}
    codes = {"MARKS": game.is_own, "CUT_OFF": int(game.causes["TRUNCATED"])}
    return {"WORKSPACE": layout, "ROW": game.record, "is_over": is_over, **codes, **rules}


def add_copies(game: Game, scope: dict[str, Any], templates: Iterable[Any]) -> None:
    """Copy templates for a game, each of which may call those before it."""
    for template in templates:
        copy = copy_for(template, game.redeal, scope)
        scope[template.__name__] = compiled(copy, forceinline=False, allocates=not game.is_lean)


def seated(game: Game, copy: Any) -> Any:
    """Compile a look-ahead for a seat."""
    searcher = entry_point(copy, allocates=not game.is_lean)
    if IS_PLAIN:
        return searcher
    try:
        return compile_for(searcher, (game.rules, game.table, game.hand, DESK))
    except Exception as problem:  # numba raises many unrelated classes for code it cannot compile
        raise refused_rules(game, problem) from problem


@dataclass(frozen=True)
class Workspace:
    """What a look-ahead works in: a record, and apart from it the row of a game."""

    records: Any
    rows: Any


def make_workspace(game: Game, policy: Policy, questions: int, settings: Mapping[str, float], player: Any) -> Workspace:
    """Make the workspace of a seat that looks ahead with a policy; `settings` are the knobs of the look-ahead."""
    workspace = Workspace(np.zeros(1, searcher_of(game)[1]), np.zeros(1, game.record))
    space = workspace.records[0]
    rating = game.seated_rating(policy)
    space.row = address_of_record(workspace.rows)
    space.driver = address_of(game.compiled_kernel())
    space.policy = address_of(player)
    space.rating = 0 if rating is None else address_of(rating)
    space.pointers[:] = space.policy
    space.origin.resumes = 1
    space.questions = questions
    for name, value in settings.items():
        setattr(space, name, value)
    return workspace


def bits_of(game: Game, questions: Iterable[str]) -> int:
    """Write questions as a bit each."""
    return sum(1 << int(game.phases[name]) for name in questions)
