"""What a game calls its measures, from the manifest; a run written before it said so has the names of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.runs.results import Results


def measure_words(results: Results, name: str) -> str:
    """Write a measure in words."""
    words = {**results.manifest["game"].get("deal_measures", {}), **_words(results).get("measures", {})}
    return str(words.get(name, name.replace("_", " ")))


def own_measures(results: Results) -> tuple[str, ...]:
    """List the measures of a game whose mean says something: those that it has words for."""
    return tuple(_words(results).get("measures", ()))


def deal_measures(results: Results) -> tuple[str, ...]:
    """List what the deal alone decides."""
    return tuple(_words(results).get("deals", results.manifest["game"].get("deal_measures", ())))


def end_measures(results: Results) -> tuple[str, ...]:
    """List what is compared between won and lost games, first what is spoken of."""
    return tuple(_words(results).get("ends", ("turns",)))


def played_measures(results: Results) -> dict[str, str]:
    """Give the measures that hold the turn in which something was played, and what that is."""
    return dict(_words(results).get("played", {}))


def board_words(results: Results) -> str:
    """Say how to read the board."""
    return str(_words(results).get("board", ""))


def score_words(results: Results) -> str:
    """Name what scores count."""
    return str(_words(results).get("score", "points"))


def _words(results: Results) -> Mapping[str, Any]:
    found: Mapping[str, Any] = results.manifest["game"].get("words", {})
    return found


def glossary_measures(results: Results) -> dict[str, str]:
    """List the measures of a game with their words, those of the deal included."""
    names = dict.fromkeys([*own_measures(results), *deal_measures(results)])
    return {name: measure_words(results, name) for name in names}
