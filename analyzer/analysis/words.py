"""What a game calls its measures, from the manifest."""

from __future__ import annotations

from analyzer.runs.results import Results


def measure_words(results: Results, name: str) -> str:
    """Write a measure in words; one that has none by its name."""
    return results.manifest.game.words.measures.get(name, name.replace("_", " "))


def own_measures(results: Results) -> tuple[str, ...]:
    """List the measures of a game whose mean says something: those that it has words for."""
    return tuple(results.manifest.game.words.measures)


def deal_measures(results: Results) -> tuple[str, ...]:
    """List what the deal alone decides."""
    return results.manifest.game.words.deals


def end_measures(results: Results) -> tuple[str, ...]:
    """List what is compared between won and lost games, first what is spoken of."""
    return results.manifest.game.words.ends


def played_measures(results: Results) -> dict[str, str]:
    """Give the measures that hold the turn in which something was played, and what that is."""
    return dict(results.manifest.game.words.played)


def board_words(results: Results) -> str:
    """Say how to read the board."""
    return results.manifest.game.words.board


def score_words(results: Results) -> str:
    """Name what scores count."""
    return results.manifest.game.words.score


def glossary_measures(results: Results) -> dict[str, str]:
    """List the measures of a game with their words, those of the deal included."""
    names = dict.fromkeys([*own_measures(results), *deal_measures(results)])
    return {name: measure_words(results, name) for name in names}
