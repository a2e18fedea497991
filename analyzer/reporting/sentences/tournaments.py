"""Who beats whom: the best of a tournament, circles, and the mixture that nobody beats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.analysis.tournaments import Contest, cycles, elo_ratings, payoffs_of, safest_mixture
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import players_words
from analyzer.reporting.wording import several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.mixtures import Mixture

MOST_CYCLES = 3
FULL = 0.9995  # a weight from which on it is written as the whole


def say_tournament(results: Results, contest: Contest) -> list[str]:
    """Say who wins a tournament, whether there are circles, and which mixture nobody beats."""
    shares, ratings = payoffs_of(results, contest), elo_ratings(results, contest)
    mixture = safest_mixture(results, contest)
    sentences = [unbeaten(shares, contest)]
    sentences += [best_rated(ratings, contest.players)] if ratings else []
    sentences += circles(cycles(results, contest))
    return [*sentences, *([nobody_beats(contest.policies, mixture, contest.fair)] if mixture else [])]


def unbeaten(shares: Mapping[tuple[str, str], Estimate], contest: Contest) -> str:
    """Say who wins against everybody else for certain, or who is beaten by nobody for certain."""
    wins, losses = set(), set()
    for (own, others), share in shares.items():
        wins |= {(own, others)} if share.low > contest.fair else set()
        losses |= {own} if share.high < contest.fair else set()
    where = f"With {players_words(contest.players)}"
    met = {own: {others for name, others in shares if name == own} for own, _ in shares}
    champions = [own for own, others in met.items() if all((own, other) in wins for other in others)]
    if champions and len(met) > 1:
        return f"{where} {champions[0]} wins more than its fair share against each of the others for certain."
    never = [own for own in met if own not in losses]
    if not never:
        return f"{where} every policy loses to another for certain."
    lose = "loses" if len(never) == 1 else "lose"
    return f"{where} no policy wins against all others for certain; {several(never)} {lose} to none for certain."


def best_rated(ratings: Mapping[str, Estimate], players: int) -> str:
    """Say who has the highest rating, and whether the next can be told apart."""
    first, second = sorted(ratings, key=lambda name: -ratings[name].value)[:2]
    high, low = (write(ratings[name], Kind.NUMBER) for name in (first, second))
    if ratings[first].low > ratings[second].high:
        return f"The highest rating is that of {first}, {high} Elo points above the mean; {second} follows with {low}."
    return f"{first} ({high} Elo points above the mean) and {second} ({low}) are too close for a first place."


def circles(found: Sequence[Sequence[str]]) -> list[str]:
    """Say which policies beat each other in a circle."""
    if not found:
        return []
    shown = [" beats ".join([*names, names[0]]) for names in found[:MOST_CYCLES]]
    more = f" ({len(found) - MOST_CYCLES} more circles)" if len(found) > MOST_CYCLES else ""
    return [
        f"For certain they beat each other in a circle: {'; '.join(shown)}{more}. One number per policy hides that."
    ]


def nobody_beats(policies: Sequence[str], mixture: Mixture, fair: float) -> str:
    """Say which mixture nobody beats, and what the best newcomer wins against it."""
    used = [(name, weight) for name, weight in zip(policies, mixture.weights, strict=True) if weight.value > 0]
    used.sort(key=lambda item: -item[1].value)
    reply = f"{write(mixture.best_reply, Kind.PERCENT)} where {100 * fair:.3g} % would be fair"
    if used[0][1].value > FULL:
        return f"The field that no newcomer beats is {used[0][0]} alone: the best newcomer wins {reply}."
    parts = several([f"{name} {write(weight, Kind.PERCENT)}" for name, weight in used])
    return f"The field that no newcomer beats is a mixture: {parts}; the best newcomer wins {reply}."
