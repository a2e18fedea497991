"""Modules: what each adds on average and alone, and which pairs differ from the sum of their parts."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.factors import factors_of
from analyzer.analysis.modules import has_pairs, module_effects, simultaneous_effects
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Section, Table
from analyzer.reporting.labels import legend, notes, players_words, variant_label
from analyzer.reporting.names import played_by
from analyzer.reporting.parts.lists import effects_figure, largest_of, numbers
from analyzer.reporting.sentences.modules import say_modules
from analyzer.runs.results import Results

PLACE = 50
MOST_PAIRS = 24
SIDES = (
    "Right of zero the two together are won more often than the sum of their effects would have it, left of zero less "
    "often."
)
ALONE, AVERAGE = "added to the plain game", "on average over all sums"


def build(results: Results) -> Section | None:
    """Show main effects and interactions of modules."""
    if not has_pairs(results):
        return None
    parts: list[Part] = [Bullets(tuple(say_modules(results))), _main_figure(results), _main_table(results)]
    pairs = _named(results, simultaneous_effects(results, "interaction"))
    parts += [_pair_figure(results, pairs), _pair_table(pairs)] if len(pairs) else []
    return Section("modules", "Modules", tuple(parts))


def _named(results: Results, table: pd.DataFrame) -> pd.DataFrame:
    several_players = len(factors_of(results).players) > 1
    where = [f", {players_words(count)}" if several_players else "" for count in table["players"]]
    modules = [variant_label(results, name) for name in table["module"]]
    given = [variant_label(results, name) if name else "" for name in table["given"]]
    labels = [f"{a} with {b}{w}" if b else f"{a}{w}" for a, b, w in zip(modules, given, where, strict=True)]
    named = table.assign(module=modules, given=given, label=labels)
    scale = _leading(table)
    order = sorted(range(len(named)), key=lambda i: -abs(named[scale].iloc[i].value))
    return named.iloc[order].reset_index(drop=True)


def _leading(table: pd.DataFrame) -> str:
    """Choose the scale to look at first: the odds where some pair leaves no room for points."""
    return "logit" if (table["leading"] == "odds").any() else "probability"


def _main_figure(results: Results) -> Figure:
    frames = []
    for kind, group in (("alone", ALONE), ("main", AVERAGE)):
        table = _named(results, simultaneous_effects(results, kind))
        frames.append(pd.DataFrame({"label": table["label"], "group": group, **numbers(table["probability"])}))
    frame = pd.concat([part for part in frames if len(part)], ignore_index=True)
    return effects_figure(
        "modules",
        played_by(results, "What each module does to the win rate"),
        "Dots with intervals around zero: change of the win rate by module, added to the plain game and on average "
        f"over all sums; the largest is {frame['label'].iloc[0]}.",
        frame,
        "change of the win rate, in points",
        notes("Intervals of one kind hold together at 95 %.", legend(frame["label"])),
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
        Column("logit", "change in steps of the odds of winning", Kind.CHANGE),
    )
    note = notes(
        "Each interval holds by itself at 95 %: those of the sentences and figures are wider.", legend(own["module"])
    )
    return Table("modules", "Effects of modules", columns, own, note, folded=len(own) > 20)


def _pair_figure(results: Results, pairs: pd.DataFrame) -> Figure:
    top, scale = pairs.head(MOST_PAIRS), _leading(pairs)
    frame = pd.DataFrame({"label": top["label"], "group": "", **numbers(top[scale])})
    dropped = largest_of(len(top), len(pairs))
    unit, factor = ("points", 100.0) if scale == "probability" else ("steps of the log odds (logits)", 1.0)
    return effects_figure(
        "interactions",
        played_by(results, "Pairs of modules against the sum of their parts"),
        f"Dots with intervals around zero: by how many {unit} two modules together differ from the sum of what each "
        f"does alone; the largest is {frame['label'].iloc[0]}.",
        frame,
        f"difference from the sum of the parts, in {unit}",
        notes(SIDES, dropped, "Intervals hold together at 95 %.", legend(frame["label"])),
        factor,
    )


def _pair_table(pairs: pd.DataFrame) -> Table:
    columns = (
        Column("module", "module"),
        Column("given", "with"),
        Column("players", "players", Kind.COUNT),
        Column("probability", "beyond the sum of the parts", Kind.POINTS),
        Column("logit", "the same in steps of the odds of winning", Kind.CHANGE),
        Column("together", "together"),
    )
    note = notes(
        "All intervals of a column hold together at 95 % (Bonferroni). The two scales are different questions and may "
        "differ in sign: a pair is called harder or easier together only where both say so, and is open where one of "
        "them cannot tell.",
        legend(pairs["module"]),
    )
    return Table("interactions", "Interactions of modules", columns, pairs, note, folded=len(pairs) > 20)
