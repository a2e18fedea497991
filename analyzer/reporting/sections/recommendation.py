"""Recommendation: the icons that variants should carry by their measured difficulty."""

from __future__ import annotations

from analyzer.analysis.recommendation import Recommendation, recommend
from analyzer.reporting.document import Bullets, Column, Kind, Part, Prose, Section, Table, Tone
from analyzer.reporting.labels import DAGGER, legend, notes, variant_label
from analyzer.reporting.names import played_by, variant_words
from analyzer.reporting.sentences.recommendation import say_recommendation, share_words, where_words
from analyzer.reporting.wording import count
from analyzer.runs.results import Results
from analyzer.stats.icons import DRAWS

PLACE = 95
ICON = "◆"
HOW = (
    "Classes are those whose variants differ least among themselves (least squares on the scale of difficulty); "
    "variants that are easier than the plain game need no icon. The shares speak of the luck of the deals, "
    "for this way to play alone: other players may find other variants hard."
)


def build(results: Results) -> Section | None:
    """Recommend icons."""
    found = recommend(results)
    if found is None:
        return None
    sentences = say_recommendation(results)
    parts: list[Part] = [Prose(sentences[0], Tone.LEAD), Bullets(tuple(sentences[1:])), _table(results, found)]
    return Section("recommendation", "Recommendation", (*parts, Prose(HOW, Tone.NOTE)))


def _table(results: Results, found: Recommendation) -> Table:
    rows = found.table.to_dict("records")
    frame = found.table.assign(
        name=[variant_words(results, row["variant"]) for row in rows],
        variant=[variant_label(results, row["variant"]).removesuffix(DAGGER) for row in rows],
        printed=["" if row["printed"] != row["printed"] else ICON * int(row["printed"]) for row in rows],
        should=[ICON * row["icons"] for row in rows],
        change=[_change(row["printed"], row["icons"]) for row in rows],
        sure=[share_words(row["sureness"]) for row in rows],
        players=[where_words(row, len(found.scale.contexts)) for row in rows],
    )
    columns = [
        Column("name", "variant"),
        Column("typical", "won, mean over players", Kind.PERCENT),
        Column("printed", "printed"),
        Column("should", "recommended"),
        Column("change", "change"),
        Column("sure", "share of draws"),
    ]
    columns += [Column("players", "same with players")] if len(found.scale.contexts) > 1 else []
    note = notes(
        f"Share of draws: of {count(DRAWS)} draws of all difficulties within their errors, in how many the variant "
        "gets this icon. The mean over the numbers of players is that of the log odds, 95 % intervals.",
        legend(frame["name"]),
    )
    return Table("recommendation", played_by(results, "Icons by measured difficulty"), tuple(columns), frame, note)


def _change(printed: float, icons: int) -> str:
    if printed != printed:
        return "new"
    step = icons - int(printed)
    return "" if not step else f"{'+' if step > 0 else '−'}{abs(step)}"
