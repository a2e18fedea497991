"""Tournament: every policy against every other, as a matrix, with ratings and the mixture that nobody beats."""

from collections.abc import Mapping, Sequence

import pandas as pd

from analyzer.analysis import certainty, tournaments
from analyzer.reporting import charts, lists, naming
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Section, Table, square
from analyzer.reporting.wording import several, write, written
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.mixtures import Mixture

PLACE = 82
NEEDS = ("is_competitive",)
MOST_NAMES = 16  # of a matrix
LEAST_REACH = 0.05  # of the colours: differences of a few points stay pale


def build(results: Results) -> Section | None:
    """Show who beats whom."""
    parts: list[Part] = []
    for number, contest in enumerate(tournaments.contests_of(results)):
        ending = f"_{number + 1}" if number else ""
        sentences = Bullets(tuple(say_tournament(results, contest)))
        parts += [sentences, _matrix(results, contest, ending), _ratings(results, contest, ending)]
    return Section("tournament", "Tournament", (*parts, _pairs(results))) if parts else None


def _where(contest: tournaments.Contest) -> str:
    return f"{contest.setting}, {naming.players_words(contest.players)}"


def _matrix(results: Results, contest: tournaments.Contest, ending: str) -> Figure:
    shares, means = tournaments.payoffs_of(results, contest), tournaments.mean_shares(results, contest)
    order = sorted(contest.policies, key=lambda name: -means[name].value if name in means else 0.0)[:MOST_NAMES]
    fields = [
        {
            "row": own,
            "column": others,
            "value": share.value - contest.fair,
            "text": written(share, Kind.PERCENT).value.removesuffix(" %"),
            "is_certain": share.excludes(contest.fair),
        }
        for (own, others), share in shares.items()
        if own in order and others in order
    ]
    frame = pd.DataFrame(fields)
    dropped = f"The {MOST_NAMES} best of {len(contest.policies)}." if len(contest.policies) > MOST_NAMES else ""
    return Figure(
        name=f"tournament{ending}",
        title=f"Games won by the row among the column, in percent ({_where(contest)})",
        alt=(
            f"Coloured fields: share of the wins of each of {len(order)} policies among each other, {order[0]} on top; "
            "the numbers are in the table below."
        ),
        draw=charts.draw_matrix,
        is_wide=True,
        frame=frame,
        options={"names": order, "reach": max(LEAST_REACH, float(frame["value"].abs().max()))},
        size=square(len(order), per_field=0.62),
        note=naming.notes(
            f"One seat is played by the row, the others by the column; {100 * contest.fair:.3g} % would be fair. Bold: "
            "certain, with all claims of the report at 95 %.",
            dropped,
        ),
    )


def _ratings(results: Results, contest: tournaments.Contest, ending: str) -> Table:
    means, ratings = tournaments.mean_shares(results, contest), tournaments.elo_ratings(results, contest)
    mixture = tournaments.safest_mixture(results, contest)
    weights = dict(zip(contest.policies, mixture.weights, strict=True)) if mixture else {}
    rows = [
        {"policy": name, "rating": ratings.get(name), "mean": means.get(name), "weight": weights.get(name)}
        for name in sorted(contest.policies, key=lambda name: -ratings[name].value if ratings else 0.0)
    ]
    columns = (
        Column("policy", "policy"),
        Column("rating", "rating (Elo points)", Kind.NUMBER),
        Column("mean", "won among all others", Kind.PERCENT),
        Column("weight", "part of the mixture that nobody beats", Kind.PERCENT),
    )
    note = (
        "95 % intervals. Ratings are against the mean of all, and their errors come from resampled deals: they hold "
        "when some deals suit some policies. The mixture is found by linear programming; its intervals are what other "
        "deals could have given."
    )
    return Table(f"ratings{ending}", f"Ratings and mixture ({_where(contest)})", columns, pd.DataFrame(rows), note)


def _pairs(results: Results) -> Table:
    columns = (
        Column("setting", "setting"),
        Column("players", "players", Kind.COUNT),
        Column("row", "policy"),
        Column("column", "among"),
        Column("seats", "seats", Kind.COUNT),
        Column("share", "games won", Kind.PERCENT),
        Column("fair", "fair share", Kind.PERCENT),
    )
    note = f"On the same deals, over all seats. {lists.TOGETHER}"
    return Table("payoffs", "Every policy among every other", columns, tournaments.payoffs(results), note, folded=True)


MOST_CYCLES = 3
FULL = 0.9995  # a weight from which on it is written as the whole


def say_tournament(results: Results, contest: tournaments.Contest) -> list[str]:
    """Say who wins a tournament, whether there are circles, and which mixture nobody beats."""
    shares, ratings = tournaments.payoffs_of(results, contest), tournaments.elo_ratings(results, contest)
    mixture = tournaments.safest_mixture(results, contest)
    sentences = [unbeaten(shares, contest)]
    sure = tournaments.elo_ratings(results, contest, certainty.each(results))
    sentences += [best_rated(ratings, sure)] if ratings else []
    sentences += circles(tournaments.cycles(results, contest))
    return [*sentences, *([nobody_beats(contest.policies, mixture, contest.fair, shares)] if mixture else [])]


def unbeaten(shares: Mapping[tuple[str, str], Estimate], contest: tournaments.Contest) -> str:
    """Say who wins against everybody else for certain, or who is beaten by nobody for certain."""
    wins, losses = set(), set()
    for (own, others), share in shares.items():
        wins |= {(own, others)} if share.low > contest.fair else set()
        losses |= {own} if share.high < contest.fair else set()
    where = f"With {naming.players_words(contest.players)}"
    met = {own: {others for name, others in shares if name == own} for own, _ in shares}
    champions = [own for own, others in met.items() if all((own, other) in wins for other in others)]
    if champions and len(met) > 1:
        return f"{where} {champions[0]} wins more than its fair share against each of the others for certain."
    never = [own for own in met if own not in losses]
    if not never:
        return f"{where} every policy loses to another for certain."
    lose = "loses" if len(never) == 1 else "lose"
    return f"{where} no policy wins against all others for certain; {several(never)} {lose} to none for certain."


def best_rated(ratings: Mapping[str, Estimate], sure: Mapping[str, Estimate]) -> str:
    """Say who has the highest rating, and whether the next can be told apart by the wider intervals of `sure`."""
    first, second = sorted(ratings, key=lambda name: -ratings[name].value)[:2]
    high, low = (write(ratings[name], Kind.NUMBER) for name in (first, second))
    if sure[first].low > sure[second].high:
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


def nobody_beats(
    policies: Sequence[str], mixture: Mixture, fair: float, shares: Mapping[tuple[str, str], Estimate]
) -> str:
    """Say which mixture nobody beats, and what the best newcomer wins against it; alone is only who beats all others.

    `shares` are what each policy wins among each other one.
    """
    used = [(name, weight) for name, weight in zip(policies, mixture.weights, strict=True) if weight.value > 0]
    used.sort(key=lambda item: -item[1].value)
    reply = f"{write(mixture.best_reply, Kind.PERCENT)} where {100 * fair:.3g} % would be fair"
    if used[0][1].low > FULL and all(
        share.high < fair for (_, others), share in shares.items() if others == used[0][0]
    ):
        return f"The field that no newcomer beats is {used[0][0]} alone: the best newcomer wins {reply}."
    if not mixture.is_certain:
        return (
            "Which field no newcomer beats cannot be told: no policy is needed in it for certain, because all are too "
            f"much alike or met too seldom. Against the safest mixture found the best newcomer wins {reply}."
        )
    parts = several([f"{name} {write(weight, Kind.PERCENT)}" for name, weight in used])
    return f"The field that no newcomer beats is a mixture: {parts}; the best newcomer wins {reply}."
