"""Seats: who sits better, what beginning is worth, scores, margins, lead changes and length."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.contests import MEASURES, contest_changes, contests, other_measures, score_spread
from analyzer.analysis.factors import factors_of
from analyzer.analysis.soundness import first_player_rates, seat_effects
from analyzer.analysis.tables import causes, seats
from analyzer.reporting.answers.contests import say_changes, say_endings, say_scores, say_seats
from analyzer.reporting.answers.parts import change_words
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Prose, Section, Table
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.labels import label, legend, notes, players_words, seat_words
from analyzer.reporting.prose.contests import first_seat_of_team
from analyzer.runs.results import Results

MOST_LINES = 16
KINDS = ("reading", "variant", "switch")


def build(results: Results) -> Section | None:
    """Show what the seat is worth, and how competitive games end."""
    if not factors_of(results).is_competitive:
        return _team(results)
    sentences = [*say_seats(results), *say_scores(results), *say_endings(results), *say_changes(results)]
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    parts += [*_seats(results), *_scores(results), *_changes(results), _endings(results), *_own_measures(results)]
    return Section("seats", "Seats, scores and length", tuple(parts)) if parts else None


def _name(results: Results, row: dict[str, Any]) -> str:
    """Name a competitive cell as far as the run varied it."""
    factors = factors_of(results)
    parts = [label(results, row["cell"])] if len(factors.variants) > 1 or len(factors.sets) > 1 else []
    parts += [players_words(int(row["players"]))] if len(factors.players) > 1 or not parts else []
    parts += [str(row["policy"])] if len(factors.policies) > 1 else []
    return ", ".join(parts)


def _seats(results: Results) -> list[Part]:
    effects = seat_effects(results)
    if effects.empty:
        return []
    table = seats(results)
    alike = table[table["cell"].isin(effects["cell"])]
    cells = list(effects["cell"])[:MOST_LINES]
    rows = [
        {"label": _name(results, row), "group": seat_words(row["seat"]), "fair": 1.0 / row["players"]}
        | {part: getattr(row["win_share"], part) for part in ("value", "low", "high")}
        for row in alike[alike["cell"].isin(cells)].to_dict("records")
    ]
    frame = pd.DataFrame(rows)
    groups = sorted(set(frame["group"]))
    lines = frame["label"].nunique()
    figure = Figure(
        name="seats",
        title="Games won from each seat, where all play alike",
        alt=f"Dots with intervals: win share of every seat, {lines} lines; dotted marks show the fair share.",
        draw="shares",
        frame=frame,
        options={"xlabel": "games won, in percent (dotted: fair share)", "groups": groups},
        size=(WIDTH, lines_high(lines, len(groups))),
        note=notes("95 % intervals.", _limit(len(cells), len(effects)), legend(frame["label"])),
    )
    return [figure, _effect_table(results, effects), _seat_table(results, table)]


def _limit(shown: int, of: int) -> str:
    return f"The first {shown} of {of} games; all are in the table." if shown < of else ""


def _effect_table(results: Results, effects: pd.DataFrame) -> Table:
    named = effects.assign(
        name=[_name(results, row) for row in effects.to_dict("records")],
        seat=[seat_words(seat) for seat in effects["largest_seat"]],
    )
    columns = (
        Column("name", "game"),
        Column("games", "games", Kind.COUNT),
        Column("test", "p, all seats equal", Kind.P_VALUE),
        Column("seat", "furthest from fair"),
        Column("largest", "by", Kind.POINTS),
        Column("first_player", "beginning, against the others", Kind.POINTS),
    )
    note = notes("p-values are not adjusted for the number of games listed; 95 % intervals.", legend(named["name"]))
    return Table("seat_effects", "What the seat is worth", columns, named, note, folded=len(named) > 20)


def _seat_table(results: Results, table: pd.DataFrame) -> Table:
    named = table.assign(
        name=[_name(results, row) for row in table.to_dict("records")], place=[seat_words(s) for s in table["seat"]]
    )
    columns = (
        Column("name", "game"),
        Column("place", "seat"),
        Column("seat_policy", "policy"),
        Column("win_share", "games won", Kind.PERCENT),
        Column("score", "mean score", Kind.NUMBER),
    )
    return Table("seats", "Every seat of every game", columns, named, legend(named["name"]), folded=True)


def _scores(results: Results) -> list[Part]:
    table = contests(results)
    effects = set(seat_effects(results)["cell"])
    named = table.assign(name=[_name(results, row) for row in table.to_dict("records")])
    columns = [Column("name", "game")]
    columns += [Column(key, words, Kind.PERCENT if key == "first" else Kind.NUMBER) for key, words in MEASURES.items()]
    parts: list[Part] = []
    spread = score_spread(results)
    for measure, words in (("score", "scores of all seats"), ("margin", "points between first and second")):
        own = spread[(spread["measure"] == measure) & spread["cell"].isin(effects or set(spread["cell"]))]
        if len(own):
            parts.append(_spread_figure(results, measure, words, own))
    note = notes("Means with 95 % intervals.", legend(named["name"]))
    return [
        *parts,
        Table("contests", "Scores, margins and length", tuple(columns), named, note, folded=len(named) > 20),
    ]


def _spread_figure(results: Results, measure: str, words: str, own: pd.DataFrame) -> Figure:
    top = own.head(MOST_LINES)
    parts = ("low", "first_quarter", "median", "third_quarter", "high")
    frame = pd.DataFrame({part: [q.value for q in top[part]] for part in parts})
    frame["label"] = [_name(results, row) for row in top.to_dict("records")]
    return Figure(
        name=f"spread_{measure}",
        title=f"How {words} spread",
        alt=f"Boxes: median, middle half and middle nine tenths of the {words}; first {frame['label'].iloc[0]}.",
        draw="spread",
        frame=frame,
        options={"xlabel": words},
        size=(WIDTH, lines_high(len(frame))),
        note=notes(
            "Diamond: median; box: the middle half; line: the middle nine tenths of the games.",
            _limit(len(top), len(own)),
        ),
    )


def _changes(results: Results) -> list[Part]:
    parts: list[Part] = []
    for kind in KINDS:
        table = contest_changes(results, kind)
        if len(table):
            parts += _change_parts(results, kind, table)
    return parts


def _change_parts(results: Results, kind: str, table: pd.DataFrame) -> list[Part]:
    several = table["players"].nunique() > 1
    names = [
        change_words(results, row["cell"]) + (f", {players_words(row['players'])}" if several else "")
        for row in table.to_dict("records")
    ]
    named = table.assign(change=names, what=[MEASURES[measure] for measure in table["measure"]])
    parts: list[Part] = []
    for measure, words in (
        ("best", "points of the winning score"),
        ("turns", "turns"),
        ("first", "points of win share"),
    ):
        own = named[(named["measure"] == measure) & named["difference"].notna()]
        parts += [_change_figure(kind, measure, words, own)] if len(own) else []
    found = named.set_index(["change", "measure"])["difference"]
    changed = list(dict.fromkeys(names))
    values = {key: [found[(change, key)] for change in changed] for key in MEASURES}
    frame = pd.DataFrame({"change": changed, **values}, dtype=object)
    columns = [Column("change", kind)]
    columns += [Column(key, words, Kind.POINTS if key == "first" else Kind.NUMBER) for key, words in MEASURES.items()]
    note = (
        "Change on the same deals; all intervals of the table hold together at 95 % (Bonferroni). – : no deal differs."
    )
    title = {"reading": "What each reading changes", "variant": "What each variant changes"}.get(
        kind, "What switches change"
    )
    return [*parts, Table(f"contest_{kind}", title, tuple(columns), frame, note, folded=len(frame) > 20)]


def _change_figure(kind: str, measure: str, words: str, own: pd.DataFrame) -> Figure:
    factor = 100.0 if measure == "first" else 1.0
    order = sorted(own.to_dict("records"), key=lambda row: -abs(row["difference"].value))[:MOST_LINES]
    frame = pd.DataFrame(
        {
            "label": [row["change"] for row in order],
            "group": "",
            **{part: [getattr(row["difference"], part) for row in order] for part in ("value", "low", "high")},
        }
    )
    return Figure(
        name=f"contest_{kind}_{measure}",
        title=f"Change of the {MEASURES[measure]}",
        alt=f"Dots with intervals around zero: change of the {MEASURES[measure]}, {frame['label'].iloc[0]} on top.",
        draw="effects",
        frame=frame,
        options={"xlabel": f"change in {words}", "groups": [""], "factor": factor},
        size=(WIDTH, lines_high(len(frame))),
        note=notes("Intervals hold together at 95 %.", _largest(len(frame), len(own))),
    )


def _largest(shown: int, of: int) -> str:
    return f"The {shown} largest of {of}." if shown < of else ""


def _endings(results: Results) -> Table:
    table = causes(results)
    own = table[table["cell"].isin(contests(results)["cell"])].reset_index(drop=True)
    named = own.assign(name=[_name(results, row) for row in own.to_dict("records")])
    columns = (
        Column("name", "game"),
        Column("words", "end"),
        Column("count", "games", Kind.COUNT),
        Column("share", "share", Kind.PERCENT),
    )
    return Table(
        "contest_endings",
        "How games end",
        columns,
        named,
        notes("95 % intervals.", legend(named["name"])),
        folded=True,
    )


def _own_measures(results: Results) -> list[Part]:
    table = other_measures(results)
    if table.empty:
        return []
    named = table.assign(
        name=[_name(results, row) for row in table.to_dict("records")],
        what=[measure.replace("_", " ") for measure in table["measure"]],
    )
    columns = (Column("what", "measure"), Column("name", "game"), Column("mean", "mean", Kind.NUMBER))
    frame = named.sort_values("what", kind="stable").reset_index(drop=True)
    return [Table("measures", "What else was measured", columns, frame, "95 % intervals.", folded=True)]


def _team(results: Results) -> Section | None:
    """Show whether it matters to a team who begins."""
    table = first_player_rates(results)
    several = table.groupby("cell")["first"].transform("nunique") > 1 if len(table) else []
    table = table[several] if len(table) else table
    if table.empty:
        return None
    named = table.assign(
        name=[f"{_name(results, row)}" for row in table.to_dict("records")],
        place=[seat_words(int(seat)) for seat in table["first"]],
    )
    first = named[named["cell"] == named["cell"].iloc[0]].to_dict("records")
    order = sorted(first, key=lambda row: row["win_rate"].value)
    ends = [(row["place"], row["win_rate"]) for row in (order[0], order[-1])]
    columns = (
        Column("name", "game"),
        Column("place", "who began"),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    text = first_seat_of_team(first[0]["name"], *ends[0], *ends[1], len(order))
    note = notes("95 % intervals.", legend(named["name"]))
    return Section(
        "seats",
        "Seats",
        (Prose(text), Table("first_player", "Win rate by who begins", columns, named, note, folded=True)),
    )
