"""What a run decided that stopped when it could: the same looks once more, at what it stored."""

from collections.abc import Sequence

from analyzer.analysis import frames
from analyzer.runs import deciding
from analyzer.runs.deciding import Decider
from analyzer.runs.specs.spec import DECIDED
from analyzer.runs.stored.results import Results
from analyzer.stats.deciding import Verdict
from analyzer.stats.estimate import Estimate


@frames.remembered
def decider_of(results: Results) -> Decider:
    """Look again as a run did that stopped when all was decided."""
    decider = deciding.decider_of(results.manifest)
    asked = dict.fromkeys(cell for couple in decider.couples for cell in couple)
    games = {}
    for cell in asked:
        outcomes = results.outcomes(cell)
        assert outcomes.won is not None
        decider.add(cell, outcomes.won, outcomes.unknown)
        games[cell] = outcomes.deals
    decider.recall(games)
    return decider


def at_the_stop(results: Results, couples: Sequence[tuple[str, str]], found: Sequence[Estimate]) -> list[Estimate]:
    """Give pairs in question the intervals that decided them, whatever was played later; others stay as they are."""
    if results.manifest.experiment.until != DECIDED:
        return list(found)
    decider = decider_of(results)
    known = decider.differences | {(b, a): item.shifted(factor=-1.0) for (a, b), item in decider.differences.items()}
    return [known.get(couple, item) for couple, item in zip(couples, found, strict=True)]


def counts(results: Results) -> dict[Verdict, int]:
    """Count the pairs in question by what was decided of them."""
    decider = decider_of(results)
    verdicts = [decider.verdicts.get(couple, Verdict.OPEN) for couple in decider.couples]
    return {verdict: verdicts.count(verdict) for verdict in Verdict}
