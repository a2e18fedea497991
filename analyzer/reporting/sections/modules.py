"""Modules: what each adds on average and alone, and which pairs differ from the sum of their parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.analysis.comparisons import module_effects
from analyzer.analysis.factors import factors_of
from analyzer.reporting.answers.parts import has_pairs, say_modules, simultaneous_effects
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Section, Table
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.labels import legend, notes, players_words, variant_label
from analyzer.runs.results import Results

MOST_PAIRS = 24
ALONE, AVERAGE = "added to the plain game", "on average over all sums"


def build(results: Results) -> Section | None:
    """Show main effects and interactions of modules."""
    if not has_pairs(results):
        return None
    parts: list[Part] = [Bullets(tuple(say_modules(results))), _main_figure(results), _main_table(results)]
    pairs = _named(results, simultaneous_effects(results, "interaction"))
    parts += [_pair_figure(pairs), _pair_table(pairs)] if len(pairs) else []
    return Section("modules", "Modules", tuple(parts))


def _named(results: Results, table: pd.DataFrame) -> pd.DataFrame:
    several_players = len(factors_of(results).players) > 1
    where = [f", {players_words(count)}" if several_players else "" for count in table["players"]]
    modules = [variant_label(results, name) for name in table["module"]]
    given = [variant_label(results, name) if name else "" for name in table["given"]]
    labels = [f"{a} with {b}{w}" if b else f"{a}{w}" for a, b, w in zip(modules, given, where, strict=True)]
    named = table.assign(module=modules, given=given, label=labels)
    order = sorted(range(len(named)), key=lambda i: -abs(named["probability"].iloc[i].value))
    return named.iloc[order].reset_index(drop=True)


def _parts(estimates: Sequence[Any]) -> dict[str, list[float]]:
    return {part: [getattr(item, part) for item in estimates] for part in ("value", "low", "high")}


def _main_figure(results: Results) -> Figure:
    frames = []
    for kind, group in (("alone", ALONE), ("main", AVERAGE)):
        table = _named(results, simultaneous_effects(results, kind))
        frames.append(pd.DataFrame({"label": table["label"], "group": group, **_parts(table["probability"])}))
    frame = pd.concat([part for part in frames if len(part)], ignore_index=True)
    groups = list(dict.fromkeys(frame["group"]))
    return Figure(
        name="modules",
        title="What each module does to the win rate",
        alt=(
            "Dots with intervals around zero: change of the win rate by module, added to the plain game and on average "
            f"over all sums; the largest is {frame['label'].iloc[0]}."
        ),
        draw="effects",
        frame=frame,
        options={"xlabel": "change of the win rate, in points", "groups": groups, "factor": 100.0},
        size=(WIDTH, lines_high(frame["label"].nunique(), 2)),
        note=notes("Intervals of one kind hold together at 95 %.", legend(frame["label"])),
    )


def _main_table(results: Results) -> Table:
    table = _named(results, module_effects(results))
    words = {"main": AVERAGE, "alone": ALONE, "on top": "on top of"}
    own = table[table["kind"].isin(words)].reset_index(drop=True)
    own = own.assign(
        kind=[f"{words[kind]} {given}".strip() for kind, given in zip(own["kind"], own["given"], strict=True)]
    )
    columns = (
        Column("module", "module"),
        Column("kind", "added"),
        Column("players", "players", Kind.COUNT),
        Column("probability", "change of the win rate", Kind.POINTS),
        Column("logit", "change in steps of the odds", Kind.NUMBER),
    )
    note = notes("Each interval holds by itself at 95 %.", legend(own["module"]))
    return Table("modules", "Effects of modules", columns, own, note, folded=len(own) > 20)


def _pair_figure(pairs: pd.DataFrame) -> Figure:
    top = pairs.head(MOST_PAIRS)
    frame = pd.DataFrame({"label": top["label"], "group": "", **_parts(top["probability"])})
    dropped = f"The {MOST_PAIRS} largest of {len(pairs)}." if len(pairs) > MOST_PAIRS else ""
    return Figure(
        name="interactions",
        title="Pairs of modules against the sum of their parts",
        alt=(
            "Dots with intervals around zero: by how many points two modules together differ from the sum of what each "
            f"does alone; the largest is {frame['label'].iloc[0]}."
        ),
        draw="effects",
        frame=frame,
        options={"xlabel": "win rate above the sum of the parts, in points", "groups": [""], "factor": 100.0},
        size=(WIDTH, lines_high(len(frame))),
        note=notes("To the right: together less hard than both alone.", dropped, "Intervals hold together at 95 %."),
    )


def _pair_table(pairs: pd.DataFrame) -> Table:
    columns = (
        Column("module", "module"),
        Column("given", "with"),
        Column("players", "players", Kind.COUNT),
        Column("probability", "beyond the sum of the parts", Kind.POINTS),
        Column("logit", "the same in steps of the odds", Kind.NUMBER),
    )
    note = notes(
        "All intervals of a column hold together at 95 % (Bonferroni). The two scales are different questions and may "
        "differ in sign.",
        legend(pairs["module"]),
    )
    return Table("interactions", "Interactions of modules", columns, pairs, note, folded=len(pairs) > 20)
