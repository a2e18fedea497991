"""The compilation of a look-ahead with trained values, and its workspace."""

from typing import Any

from analyzer.games.interface import Game, Policy
from analyzer.games.search import foresight, lookahead
from analyzer.games.search.workspace import Workspace, add_copies, bits_of, names_of, searcher_of, seated
from analyzer.games.values import spaces
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.seats.addresses import address_of

_foreseers: dict[Any, tuple[Any, Any]] = {}  # by the policy's function


def foreseer_of(game: Game, policy: Policy) -> tuple[Any, Any]:
    """Return the look-ahead with trained values around a policy, and who plays its samples on, compiled for a seat."""
    if policy.decide not in _foreseers:
        own = {**vars(lookahead), **vars(foresight), **names_of(game, searcher_of(game)[1])}
        declared = game.features
        own |= {"is_lost": declared.is_lost or foresight.never_lost, "is_team": declared.is_team or foresight.no_team}
        scope = {**own, **spaces.parts_of(game, policy)}
        add_copies(game, scope, foresight.TEMPLATES)
        seats = (foresight.foresee_at_desk, foresight.play_on_at_desk)
        one, other = (seated(game, copy_for(seat, spaces.home_of(game, policy), scope)) for seat in seats)
        _foreseers[policy.decide] = one, other
    return _foreseers[policy.decide]


def add_foresight(workspace: Workspace, game: Game, policy: Policy) -> None:
    """Let samples end in a trained value."""
    space = workspace.records[0]
    space.to_the_end = address_of(searcher_of(game)[0])
    space.pointers[:] = address_of(foreseer_of(game, policy)[1])
    space.stops = bits_of(game, game.features.stops)
