"""Tournament: every policy against every other, as a matrix, with ratings and the mixture that nobody beats."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.tournaments import (
    Contest,
    contests_of,
    elo_ratings,
    mean_shares,
    payoffs,
    payoffs_of,
    safest_mixture,
)
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Section, Table
from analyzer.reporting.figures.matrix import draw_matrix
from analyzer.reporting.figures.sizes import square
from analyzer.reporting.labels import notes, players_words
from analyzer.reporting.sentences.tournaments import say_tournament
from analyzer.reporting.wording import written
from analyzer.runs.results import Results

PLACE = 82
MOST_NAMES = 16  # of a matrix
LEAST_REACH = 0.05  # of the colours: differences of a few points stay pale


def build(results: Results) -> Section | None:
    """Show who beats whom."""
    parts: list[Part] = []
    for number, contest in enumerate(contests_of(results)):
        ending = f"_{number + 1}" if number else ""
        sentences = Bullets(tuple(say_tournament(results, contest)))
        parts += [sentences, _matrix(results, contest, ending), _ratings(results, contest, ending)]
    return Section("tournament", "Tournament", (*parts, _pairs(results))) if parts else None


def _where(contest: Contest) -> str:
    return f"{contest.setting}, {players_words(contest.players)}"


def _matrix(results: Results, contest: Contest, ending: str) -> Figure:
    shares, means = payoffs_of(results, contest), mean_shares(results, contest)
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
        draw=draw_matrix,
        is_wide=True,
        frame=frame,
        options={"names": order, "reach": max(LEAST_REACH, float(frame["value"].abs().max()))},
        size=square(len(order), per_field=0.62),
        note=notes(
            f"One seat is played by the row, the others by the column; {100 * contest.fair:.3g} % would be fair. Bold: "
            "certain, all of them together at 95 %.",
            dropped,
        ),
    )


def _ratings(results: Results, contest: Contest, ending: str) -> Table:
    means, ratings = mean_shares(results, contest), elo_ratings(results, contest)
    mixture = safest_mixture(results, contest)
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
    note = "On the same deals, over all seats; per setting all intervals hold together at 95 % (Bonferroni)."
    return Table("payoffs", "Every policy among every other", columns, payoffs(results), note, folded=True)
