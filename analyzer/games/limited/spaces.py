"""What a limited policy works in, and the compilation of its answers for a game."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from analyzer.games.interface import Game, Policy
from analyzer.games.limited import choosing
from analyzer.games.limited.choosing import CERTAIN, LEAST_RATED, MOST_LISTED, MOST_OPTIONS, MOST_RATED
from analyzer.games.search.workspace import Workspace, seated
from analyzer.games.turns import BAD_SCORE
from analyzer.kernel.compiler.callee import compiled
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.jit import record
from analyzer.kernel.seats.addresses import address_of

EDITION = 3  # of the dial: raised when a fallible policy answers otherwise; then `make skill-grid`
_choosers: dict[Any, Any] = {}  # by the rule that gives a game's options: a game has one


def space_layout(game: Game) -> np.dtype[Any]:
    """Lay out what a limited policy works in."""
    return record(
        ("policy", "i8"),  # the address of the policy inside
        ("rating", "i8"),  # and of what it thinks of an answer; 0 = it does not say
        ("sight", "i8"),  # the chance that an option is noticed, in 2**32 parts
        ("memory", "i8"),  # the share of what it must remember that it still knows, likewise
        ("kinds", "i8"),  # a bit for every kind of answers that is banned
        ("forced", "i8"),  # answers of such a kind that were given since nothing else was allowed
        ("is_forced", "i8"),  # 1 = the last one was
        ("own", "i8"),  # what the policy inside answered last, and what came of it:
        ("n_missed", "i8"),  # groups of options that were overlooked, its own answer's among them
        ("is_blind", "i8"),  # 1 = nothing was noticed, and any legal answer given
        ("kept", "i8"),  # what the policy keeps in the last place of its memory
        ("most", "i8"),  # options that are drawn, of a question with more
        ("n_options", "i8"),  # of the question
        ("n_drawn", "i8"),  # of them that were drawn, to be rated
        ("places", "i8", (MOST_RATED,)),  # of those among the options
        ("drawn", "i8", (MOST_RATED,)),
        ("n_listed", "i8"),
        ("listed", "i8", (MOST_OPTIONS,)),  # all options, where the game lists them
        ("n_answers", "i8"),
        ("answers", "i8", (MOST_LISTED,)),  # the policy's own first, then the others by their ratings
        ("ratings", "f8", (MOST_LISTED,)),
        ("hand", game.hand),  # as the policy remembers it
    )


def chooser_of(game: Game) -> Any:
    """Return what sits in the place of a limited policy, compiled for a seat as `(rules, table, hand, desk)`."""
    if game.option not in _choosers:
        rules = {name: getattr(game, name) for name in ("n_options", "option", "is_legal", "ordered")}
        kinds = {"wins": game.wins or choosing.never_wins, "is_of": game.is_of or choosing.of_no_kind}
        known = {"SPACE": space_layout(game), "BAD_SCORE": BAD_SCORE, "forget": choosing.forget_nothing}
        scope = {**vars(choosing), **known, **kinds, **rules}
        for name in game.memory:
            own = {**scope, "forget_before": scope["forget"], "FIELD": name}
            scope["forget"] = _compiled(game, choosing.forget_field, own)
        asking = choosing.ask_nothing if game.hide is None else choosing.ask_hiding
        scope["ask_without"] = _compiled(game, asking, {**scope, "hide": game.hide})
        scope["is_banned"] = _compiled(game, choosing.is_banned, scope)
        scope["is_out"] = _compiled(game, choosing.is_out, scope, forceinline=True)
        scope["draw_options"] = scope["draw_by_place"] = _compiled(game, choosing.draw_by_place, scope)
        winning = choosing.winning_answer
        if game.list_options is not None:
            scope["list_options"] = game.list_options
            scope["draw_options"] = _compiled(game, choosing.draw_listed, scope)
            winning = choosing.winning_listed
        scope["winning_answer"] = choosing.nothing_wins if game.wins is None else _compiled(game, winning, scope)
        for template in choosing.TEMPLATES:
            scope[template.__name__] = _compiled(game, template, scope)
        _choosers[game.option] = seated(game, copy_for(choosing.choose_at_desk, game.option, scope))
    return _choosers[game.option]


def _compiled(game: Game, template: Any, scope: dict[str, Any], *, forceinline: bool = False) -> Any:
    return compiled(copy_for(template, game.option, scope), forceinline=forceinline, allocates=not game.is_lean)


def make_space(game: Game, policy: Policy, player: Any, share: Mapping[str, float], kinds: Iterable[int]) -> Workspace:
    """Make what a limited policy works in; `player` is the policy in its seat, with trained values if it has any.

    `share` says which share of the options it notices (`sight`), and what it remembers (`memory`): all by default.
    """
    workspace = Workspace(np.zeros(1, space_layout(game)), np.zeros(0, game.record))
    space, rating = workspace.records[0], game.seated_rating(policy)
    space.policy = address_of(player)
    space.rating = 0 if rating is None else address_of(rating)
    space.sight = round(share.get("sight", 1.0) * CERTAIN)
    space.most = max(LEAST_RATED, round(MOST_RATED * share.get("sight", 1.0)))
    space.memory = round(share.get("memory", 1.0) * CERTAIN)
    space.kinds = sum(1 << kind for kind in kinds)
    return workspace
