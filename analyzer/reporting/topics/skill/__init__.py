"""Difficulty by skill: for which teams every variant is an even game, from those that overlook much to the best."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analyzer.analysis.skill.crossings import skill_crossings
from analyzer.analysis.skill.curves import SkillCurve, skill_curves, skill_points, skill_responses, skill_summary
from analyzer.reporting import lists, naming
from analyzer.reporting.document import WIDTH, Bullets, Column, Figure, Kind, Part, Prose, Section, Slider, Table, Tone
from analyzer.reporting.topics.skill import sentences
from analyzer.reporting.topics.skill.charts import draw_lines, draw_panels
from analyzer.runs.stored.results import Results

PLACE, NEEDS = 18, ("varies_sight",)
MOST_LINES, MOST_PANELS = 8, 24  # curves of one chart, and small charts of one figure
DRAWN = 40  # places of a curve in a figure, or a few more
PER_LINE, LINE_HIGH = 4, 1.5  # small charts, and inches
BAND = "Bands hold for a whole curve at once, 95 %."


def has_curves(results: Results) -> bool:
    """Tell whether the same was played at three sights or more."""
    return bool(skill_curves(results))


def build(results: Results) -> Section | None:
    """Show the curves of all variants over skill; nothing where fewer than three sights were played."""
    if not has_curves(results):
        return None
    dial = sentences.shown_case(results)[1]
    parts: list[Part] = [
        Bullets(tuple(sentences.say_skill(results))),
        Prose(sentences.what_sight_is(sentences.dial_words(results, dial)), Tone.NOTE),
        skill_figure(results, "skill"),
        _slider(results),
        *_summary(results),
        *_crossings(results),
        *_model(results),
        _points(results),
    ]
    return Section("skill", "Difficulty by skill", tuple(parts))


def skill_figure(results: Results, name: str) -> Figure:
    """Draw the curves of the shown case, hardest first: one chart of a few, or a small chart for each."""
    players, dial = sentences.shown_case(results)
    every = ranked(sentences.own_curves(results))
    curves, is_many = every[:MOST_PANELS], len(every) > MOST_LINES
    names = [naming.variant_words(results, found.variant) for found in curves]
    rows = [
        {"label": name, "x": place, "value": fit.value, "low": fit.low, "high": fit.high}
        for name, found in zip(names, curves, strict=True)
        for place, fit in list(found.along.items())[:: max(1, len(found.along) // DRAWN)]
    ]
    return Figure(
        name=name,
        title=f"Games won over sight, {naming.players_words(players)} like {sentences.dial_words(results, dial)}",
        alt=(
            f"Rising curves with bands: games won in percent over sight from {curves[0].sights[0]:g} to "
            f"{curves[0].sights[-1]:g} for {len(curves)} variants, from {names[0]}, the hardest, to {names[-1]}."
        ),
        draw=draw_panels if is_many else draw_lines,
        frame=pd.DataFrame(rows),
        options={"xlabel": "sight: share of good moves that are noticed", "marks": _marks(curves)},
        size=(WIDTH, 0.7 + LINE_HIGH * -(-len(curves) // PER_LINE) if is_many else 4.4),
        note=naming.notes(
            BAND,
            "Grey: all other variants. The number is the sight of an even game." if is_many else "",
            lists.first_of(len(curves), len(every)),
            naming.legend(names),
        ),
    )


def ranked(curves: Sequence[SkillCurve]) -> list[SkillCurve]:
    """Order curves by the sight of an even game, the hardest first; those without by what the best team wins."""
    return sorted(curves, key=lambda found: (-found.even.value, float(found.curve.fit(found.sights[-1:])[0])))


def _marks(curves: Sequence[SkillCurve]) -> list[tuple[float, ...]]:
    """List the number of the curve, value, low and high of every even game within the sights that were played."""
    marks: list[tuple[float, ...]] = []
    for number, found in enumerate(curves):
        where = found.even
        if np.isfinite(where.value):
            low, high = max(where.low, found.sights[0]), min(where.high, found.sights[-1])
            marks.append((float(number), where.value, low, high))
    return marks


def _slider(results: Results) -> Slider:
    """Let a page show the win rates of one policy at any sight that all its curves reach."""
    players, dial = sentences.shown_case(results)
    own = ranked([found for found in skill_curves(results) if found.dial == dial])
    own.sort(key=lambda found: (found.players != players, found.players))  # the shown number of players first
    first, last = max(found.sights[0] for found in own), min(found.sights[-1] for found in own)
    along = [found.along for found in own]
    places = tuple(place for place in along[0] if first - 1e-9 <= place <= last + 1e-9)
    at = sentences.told_sights(own[0].sights, places)
    varies = len({found.players for found in own}) > 1
    frame = pd.DataFrame(
        {
            "variant": [naming.variant_words(results, found.variant) for found in own],
            "players": [found.players for found in own],
            **{f"sight_{place:g}": [curve[place] for curve in along] for place in at},
            "even": [found.even for found in own],
        }
    )
    columns = [Column("variant", "variant"), *([Column("players", "players", Kind.COUNT)] if varies else [])]
    columns += [Column(f"sight_{place:g}", f"won at sight {place:g}", Kind.PERCENT) for place in at]
    return Slider(
        "our_group",
        "Win rates at the skill of a group, hardest first",
        (*columns, Column("even", "even at sight", Kind.NUMBER)),
        frame,
        naming.notes(BAND, naming.legend(frame["variant"])),
        places=places,
        curves=tuple(tuple(curve[place] for place in places) for curve in along),
        groups=tuple(naming.players_words(found.players) for found in own),
        start=places[len(places) // 2],
    )


def _keys(results: Results) -> tuple[Column, ...]:
    """Name a curve as far as the run has several numbers of players and policies."""
    curves = skill_curves(results)
    several = [len({getattr(found, name) for found in curves}) > 1 for name in ("players", "dial")]
    columns = (Column("players", "players", Kind.COUNT), Column("dial", "policy"))
    return tuple(column for column, is_varied in zip(columns, several, strict=True) if is_varied)


def _named(results: Results, table: pd.DataFrame, *names: str) -> pd.DataFrame:
    words = {name: [naming.variant_words(results, str(item)) for item in table[name]] for name in names}
    return table.assign(**words).reset_index(drop=True)


def _summary(results: Results) -> list[Part]:
    """List for whom each variant is: the shown case, and folded every number of players and policy."""
    every, title = skill_summary(results), "For whom each variant is an even game"
    players = sentences.shown_case(results)[0]
    order = {found.variant: place for place, found in enumerate(ranked(sentences.own_curves(results)))}
    own = sentences.shown(results, every).sort_values("variant", key=lambda column: column.map(order))
    parts: list[Part] = [_summary_table(results, "skill", f"{title}, {naming.players_words(players)}", own, ())]
    if len(own) < len(every):
        parts.append(_summary_table(results, "skill_all", f"{title}, all that was played", every, _keys(results)))
    return parts


def _summary_table(results: Results, name: str, title: str, table: pd.DataFrame, keys: Sequence[Column]) -> Table:
    frame = _named(results, table, "variant")
    columns = (
        Column("variant", "variant"),
        *keys,
        Column("even", "even game at sight", Kind.NUMBER),
        Column("from", "40 % at sight", Kind.NUMBER),
        Column("to", "60 % at sight", Kind.NUMBER),
        Column("slope", "a tenth of sight wins", Kind.POINTS),
        Column("first", "won at the lowest sight", Kind.PERCENT),
        Column("last", "won at the highest", Kind.PERCENT),
    )
    note = (
        "95 % intervals. A variant suits teams between the sights at which 40 and 60 % are won; “at most” and “at "
        "least”: no sight that was played has this rate. What a tenth of sight wins is the average from the lowest "
        "sight to the highest."
    )
    return Table(name, title, columns, frame, naming.notes(note, naming.legend(frame["variant"])), folded=bool(keys))


def _crossings(results: Results) -> list[Part]:
    table = skill_crossings(results)
    if table.empty:
        return []
    frame = _named(results, table, "first", "second")
    columns = (
        Column("second", "harder below"),
        Column("first", "harder above"),
        *_keys(results),
        Column("where", "they change places at sight", Kind.NUMBER),
    )
    note = (
        "At the ends of each interval the order is certain, one way and the other, together with all claims of the "
        "report; the value is where the fitted curves meet."
    )
    names = [*frame["first"], *frame["second"]]
    title = "Variants that change places as skill grows, for certain"
    return [Table("skill_crossings", title, columns, frame, naming.notes(note, naming.legend(names)), len(frame) > 8)]


def _model(results: Results) -> list[Part]:
    table = skill_responses(results)
    if table.empty:
        return []
    frame = _named(results, table, "variant")
    columns = (
        Column("variant", "variant"),
        *_keys(results),
        Column("difficulty", "even game at sight", Kind.NUMBER),
        Column("slope", "log odds for a tenth of sight", Kind.CHANGE),
        Column("miss", "largest miss", Kind.POINTS),
        Column("where", "at sight", Kind.TEXT),
        Column("misfit", "p of the misfit", Kind.P_VALUE),
    )
    note = (
        "Log odds of winning = slope × (sight − difficulty), one model of all variants (the item-response form), 95 % "
        "intervals from deals. A small p says that the straight line is not the truth: read the curves then."
    )
    title = "One model of all variants, and what it misses"
    about_model: list[Part] = [Prose(text) for text in sentences.say_model(results)]
    notes = naming.notes(note, naming.legend(frame["variant"]))
    return [*about_model, Table("skill_model", title, columns, frame, notes, folded=True)]


def _points(results: Results) -> Table:
    frame = _named(results, skill_points(results), "variant")
    columns = (
        Column("variant", "variant"),
        *_keys(results),
        Column("sight", "sight", Kind.TEXT),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
        Column("fit", "on the curve", Kind.PERCENT),
    )
    note = naming.notes("Won: of this cell alone, 95 % intervals.", BAND, naming.legend(frame["variant"]))
    return Table("skill_cells", "Games won at every sight", columns, frame, note, folded=True)
