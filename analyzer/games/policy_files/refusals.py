"""Why a policy or a game cannot be compiled: in whose file the mistake is, and what is told of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError, BadInput
from analyzer.games.policy_files import mistakes
from analyzer.kernel.compiler.diagnosis import diagnose
from analyzer.kernel.compiler.sources import is_own_part

if TYPE_CHECKING:  # which asks this module
    import numpy as np

    from analyzer.games.interface import Game, Policy
    from analyzer.kernel.seats.seating import NotCompilable


def refusal(game: Game, policy: Policy, refused: NotCompilable) -> BadInput:
    """Say what is wrong with a policy, or with a rule of an own game that it calls."""
    if refused.problem is None:
        what = f"it returns {mistakes.kind_in_words(refused.answer)}, but an action is an integer."
        return BadInput(f"policy {policy.name!r} cannot be used: {mistakes.told(policy.file, policy.line, what)}")
    mistake = diagnose(refused.problem, is_own_part)
    if _has_rules(game, mistake.file):
        return BadInput(mistakes.explain_rules(mistake, game.name, _layouts(game)))
    return BadInput(mistakes.explain(mistake, policy.name, policy.file, _layouts(game), game.name))


def refused_rules(game: Game, problem: Exception) -> Exception:
    """Say what the compiler finds in the rules of an own game; anything else, as a mistake of ours, stays as it is."""
    mistake = None if isinstance(problem, AnalyzerError) else diagnose(problem, is_own_part)
    if mistake is None or not mistake.file:
        return problem
    return BadInput(mistakes.explain_rules(mistake, game.name, _layouts(game)))


def _layouts(game: Game) -> dict[str, np.dtype[Any]]:
    own = {"rules": game.rules, "table": game.table, "hand": game.hand, "state": game.state}
    inside = [name for name in game.state.names or () if name not in ("table", "hands")]
    return own | {f"state.{name}": game.state[name] for name in inside} | {"row": game.record}


def _has_rules(game: Game, file: str) -> bool:
    rules = (getattr(part, "py_func", part) for part in game.written.values() if part is not None)
    folders = {Path(rule.__code__.co_filename).parent for rule in rules}
    return game.is_own and any(Path(file).is_relative_to(folder) for folder in folders)
