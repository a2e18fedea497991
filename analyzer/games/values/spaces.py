"""What decisions and lessons by values work in, and the compilation of both for a policy."""

from typing import Any

import numpy as np

from analyzer.games.interface import Game, Policy
from analyzer.games.policy_files.mistakes import refused_rules
from analyzer.games.values import deciding, declared, lessons
from analyzer.kernel import jit, random, streams
from analyzer.kernel.compiler import callee, templates
from analyzer.kernel.seats import addresses, seating
from analyzer.kernel.seats import bench as desks

_deciders: dict[Any, Any] = {}  # by the policy's function: what sits in its place
_learners: dict[Any, tuple[Any, Any, Any]] = {}


def layout_of(game: Game) -> np.dtype[Any]:
    """Lay out what decisions by values work in."""
    return declared.space_layout(game.features, game.state, game.table, game.hand)


def decider_of(game: Game, policy: Policy) -> Any:
    """Return a policy that decides by values, compiled for a seat as `(rules, table, hand, desk)`."""
    if policy.decide not in _deciders:
        scope = parts_of(game, policy)
        _deciders[policy.decide] = _seated(
            game, templates.copy_for(deciding.value_at_desk, home_of(game, policy), scope)
        )
    return _deciders[policy.decide]


def make_space(game: Game, policy: Policy, weights: Any, mix: float) -> Any:
    """Make what a decision works in, as an array of one record; without weights the policy plays by itself."""
    spaces = np.zeros(1, layout_of(game))
    _fill_space(game, policy, spaces[0])
    if weights is not None:
        spaces["net"] = weights
        spaces["is_on"], spaces["mix"] = 1, mix
    return spaces


def _fill_space(game: Game, policy: Policy, space: Any) -> None:
    rating = game.seated_rating(policy)
    space.policy = addresses.address_of(game.seated_policy(policy))
    space.rating = 0 if rating is None else addresses.address_of(rating)


# Lessons


def lesson_layout(game: Game) -> np.dtype[Any]:
    """Lay out what a lesson works in: the game, the position that is played out, and what is noted."""
    view = game.features.view
    return jit.record(
        ("space", layout_of(game)),
        ("outer", game.bench, (1,)),  # the game with the lesson
        ("origin", game.bench),  # a world
        ("benches", game.bench, (1,)),  # where it is played out
        ("pointers", "i8", (game.max_seats,)),  # who plays it out
        ("all_own", "i8", (game.max_seats,)),  # who plays the game with the lesson
        ("own", "i8"),  # the address of the function in the seats
        ("driver", "i8"),
        ("row", "i8"),
        ("outer_row", "i8"),
        ("deal", "i8", (1, streams.WORDS)),
        ("seeds", "i8", (1, streams.WORDS)),
        ("stream", "i8", (random.STREAM_SIZE,)),
        ("mode", "i8"),
        ("wanted", "i8"),  # the moment of the lesson
        ("moment", "i8"),  # questions so far
        ("n_pending", "i8"),
        ("pending", "i8", (4,)),
        ("n_chosen", "i8"),
        ("chosen", "i8", (declared.MOST_PLANS,)),
        ("n_noted", "i8"),
        ("seats", "i8", (lessons.KEPT,)),
        ("worths", "f8", (lessons.KEPT,)),
        ("ratings", "f8", (lessons.KEPT,)),
        ("views", view, (lessons.KEPT,)),
    )


def make_lesson(game: Game, policy: Policy, bench: Any) -> tuple[Any, Any]:
    """Make what lessons of a policy work in, with a bench for its seats; also give the rows of its games."""
    seated, _, layout = learner_of(game, policy)
    found, rows = np.zeros(1, layout), (np.zeros(1, game.record), np.zeros(1, game.record))
    _fill_space(game, policy, found[0].space)
    found["outer"][0, 0] = bench[0]
    found["own"] = found["all_own"] = addresses.address_of(seated)
    found["driver"] = addresses.address_of(game.compiled_kernel())
    found["row"], found["outer_row"] = map(addresses.address_of_record, rows)
    found["outer"]["desks"]["workspace"] = addresses.address_of_record(found)
    return found, rows


def learner_of(game: Game, policy: Policy) -> tuple[Any, Any, Any]:
    """Return who sits in the seats of lessons, what collects samples from them, and the layout of a lesson."""
    if policy.decide not in _learners:
        layout, home = lesson_layout(game), home_of(game, policy)
        scope = {
            **parts_of(game, policy),
            **vars(lessons),
            "LESSON": layout,
            "ROW": game.record,
            "worth": game.features.worth or game.worth,
            "reshuffle": game.features.reshuffle or _compiled(game, lessons.leave_as_it_is),
        }
        _add_copies(game, home, scope, [getattr(lessons, name) for name in lessons.TEMPLATES])
        seated = _seated(game, templates.copy_for(lessons.learn_at_desk, home, scope))
        _add_copies(game, home, scope, [lessons.play_lesson])
        collector = callee.entry_point(templates.copy_for(lessons.collect, home, scope), allocates=True)
        _learners[policy.decide] = seated, collector, layout
    return _learners[policy.decide]


# Copies


def plans_of(game: Game, policy: Policy) -> Any:
    """Give what lists the plans of a policy; None where they are all its options."""
    return policy.plans or game.features.plans.get(policy.name)


def home_of(game: Game, policy: Policy) -> Any:
    """Give the function on whose behalf templates are copied: that of the policy, or of a rule of the game."""
    return plans_of(game, policy) or game.option


def parts_of(game: Game, policy: Policy) -> dict[str, Any]:
    """Copy what decisions and lessons share."""
    features, home = game.features, home_of(game, policy)
    scope: dict[str, Any] = {
        **vars(deciding),
        "SPACE": layout_of(game),
        "look": features.look,
        "carry_out": features.carry_out,
        "n_options": game.n_options,
        "option": game.option,
        "plans": plans_of(game, policy),
    }
    listing = deciding.list_options if plans_of(game, policy) is None else deciding.list_own_plans
    _add_copies(game, home, scope, [listing, *deciding.TEMPLATES])
    scope["list_plans"] = scope[listing.__name__]
    return scope


def _add_copies(game: Game, home: Any, scope: dict[str, Any], functions: list[Any]) -> None:
    """Copy templates, each of which may call those before it."""
    for template in functions:
        scope[template.__name__] = _compiled(game, templates.copy_for(template, home, scope))


def _compiled(game: Game, function: Any) -> Any:
    return callee.compiled(function, forceinline=False, allocates=not game.is_lean)


def _seated(game: Game, copy: Any) -> Any:
    seated = callee.entry_point(copy, allocates=not game.is_lean)
    if callee.IS_PLAIN:
        return seated
    try:
        return seating.compile_for(seated, (game.rules, game.table, game.hand, desks.DESK))
    except Exception as problem:  # numba raises many unrelated classes for code it cannot compile
        raise refused_rules(game, problem) from problem
