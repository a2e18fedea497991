"""Modules: what each adds on average and alone, and which pairs differ from the sum of their parts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from analyzer.analysis import frames, tables
from analyzer.analysis.modules import has_pairs, module_effects, pair_rates, simultaneous_effects
from analyzer.reporting import charts, lists, naming, spoken
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Section, Table, square
from analyzer.reporting.lists import TOGETHER, effects_figure, largest_of, numbers
from analyzer.reporting.wording import several, upper_first, write, written
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.effects import EASIER, HARDER, SCALES_DIFFER, Interaction, largest

PLACE = 50
NEEDS = ("has_sums",)
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
    parts += _grid(results)
    pairs = _named(results, simultaneous_effects(results, "interaction"))
    parts += [_pair_figure(results, pairs), _pair_table(pairs)] if len(pairs) else []
    return Section("modules", "Modules", tuple(parts))


def short_label(results: Results, name: str) -> str:
    """Call a variant by its short title, with the mark of assumed rules."""
    mark = naming.DAGGER if naming.variant_label(results, name).endswith(naming.DAGGER) else ""
    return f"{spoken.variant(results, name)}{mark}"


def _named(results: Results, table: pd.DataFrame) -> pd.DataFrame:
    several_players = len(frames.factors_of(results).players) > 1
    where = [f", {naming.players_words(count)}" if several_players else "" for count in table["players"]]
    modules = [naming.variant_label(results, name) for name in table["module"]]
    given = [naming.variant_label(results, name) if name else "" for name in table["given"]]
    called = {name: short_label(results, name) for name in {*table["module"], *table["given"]} if name}
    pairs = zip(table["module"], table["given"], where, strict=True)
    labels = [f"{called[a]} with {called[b]}{w}" if b else f"{called[a]}{w}" for a, b, w in pairs]
    named = table.assign(module=modules, given=given, label=labels)
    scale = _leading(table)
    order = sorted(range(len(named)), key=lambda i: -abs(named[scale].iloc[i].value))
    return named.iloc[order].reset_index(drop=True)


def _leading(table: pd.DataFrame) -> str:
    """Choose the scale to look at first: the odds where some pair leaves no room for points."""
    return "logit" if (table["leading"] == "odds").any() else "probability"


def _grid(results: Results) -> list[Part]:
    """Show what is won with every module, and with every two of them."""
    found = pair_rates(results)
    if found.empty:
        return []
    order = [name for name in lists.variant_order(results) if name in set(found["module"])]
    order += sorted(set(found["module"]) - set(order))
    called = {name: short_label(results, name) for name in order}
    frame = pd.DataFrame(
        {
            "row": found["module"].map(called),
            "column": found["given"].map(called),
            "value": [rate.value for rate in found["win_rate"]],
            "text": [written(rate, Kind.PERCENT).value.removesuffix(" %") for rate in found["win_rate"]],
        }
    )
    names, case = list(called.values()), found.iloc[0]
    where = naming.players_words(int(case["players"]))
    title = f"Games won with every two modules, in percent ({where}); on the diagonal with one alone"
    note = naming.notes("What was not played, or cannot be, stays empty.", naming.legend(names))
    return [
        Figure(
            name="pairs",
            title=naming.played_by(results, title, str(case["policy"])),
            alt=f"Coloured fields: games won in percent with every two of {len(names)} modules, hardest on top.",
            draw=charts.draw_heat_map,
            is_wide=True,
            frame=frame,
            options={"rows": names, "columns": names},
            size=square(len(names)),
            note=note,
            finding=_ends(frame),
        )
    ]


def _ends(frame: pd.DataFrame) -> str:
    """Name the two modules that are won least together, and those that are won most."""
    pairs = frame[frame["row"] != frame["column"]]
    if pairs.empty:
        return ""
    ends = [pairs.loc[pairs["value"].idxmin()], pairs.loc[pairs["value"].idxmax()]]
    low, high = (f"{row['row']} plus {row['column']} ({row['text']} %)" for row in ends)
    return f"Won least: {low}; most: {high}".replace(naming.DAGGER, "")


def _main_figure(results: Results) -> Figure:
    found = []
    for kind, group in (("alone", ALONE), ("main", AVERAGE)):
        table = _named(results, simultaneous_effects(results, kind))
        found.append(pd.DataFrame({"label": table["label"], "group": group, **numbers(table["probability"])}))
    frame = pd.concat([part for part in found if len(part)], ignore_index=True)
    return effects_figure(
        "modules",
        naming.played_by(results, "What each module does to the win rate"),
        "Dots with intervals around zero: change of the win rate by module, added to the plain game and on average "
        f"over all sums; the largest is {frame['label'].iloc[0]}.",
        frame,
        "change of the win rate, in points",
        naming.notes(TOGETHER, naming.legend(frame["label"])),
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
    note = naming.notes(
        "Each interval holds by itself at 95 %: those of the sentences and figures are wider.",
        naming.legend(own["module"]),
    )
    return Table("modules", "Effects of modules", columns, own, note, folded=len(own) > 20)


def _pair_figure(results: Results, pairs: pd.DataFrame) -> Figure:
    top, scale = pairs.head(MOST_PAIRS), _leading(pairs)
    frame = pd.DataFrame({"label": top["label"], "group": "", **numbers(top[scale])})
    dropped = largest_of(len(top), len(pairs))
    unit, factor = ("points", 100.0) if scale == "probability" else ("steps of the log odds (logits)", 1.0)
    figure = effects_figure(
        "interactions",
        naming.played_by(results, "Pairs of modules against the sum of their parts"),
        f"Dots with intervals around zero: by how many {unit} two modules together differ from the sum of what each "
        f"does alone; the largest is {frame['label'].iloc[0]}.",
        frame,
        f"difference from the sum of the parts, in {unit}",
        naming.notes(SIDES, dropped, TOGETHER, naming.legend(frame["label"])),
        factor,
    )
    return replace(figure, finding=upper_first(pairs_verdict(list(pairs["together"]))))


def _pair_table(pairs: pd.DataFrame) -> Table:
    columns = (
        Column("module", "module"),
        Column("given", "with"),
        Column("players", "players", Kind.COUNT),
        Column("probability", "beyond the sum of the parts", Kind.POINTS),
        Column("logit", "the same in steps of the odds of winning", Kind.CHANGE),
        Column("together", "together"),
    )
    note = naming.notes(
        f"{TOGETHER} The two scales are different questions and may "
        "differ in sign: a pair is called harder or easier together only where both say so, and is open where one of "
        "them cannot tell.",
        naming.legend(pairs["module"]),
    )
    return Table("interactions", "Interactions of modules", columns, pairs, note, folded=len(pairs) > 20)


def say_modules(results: Results) -> list[str]:
    """Say which module does most, added to the plain game and on average, and which pair differs from its sum."""
    if not has_pairs(results):
        return []
    return [*_say_alone(results), *_say_main(results), *_say_pairs(results)]


def _say_alone(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "alone").to_dict("records")
    if not rows:
        return []
    best, rivals = largest_alone(rows)
    rates = tables.win_rates(results)
    own = rates[(rates["setting"] == best["module"]) & (rates["players"] == best["players"])]
    rate = own[own["policy"] == best["policy"]]["win_rate"].iloc[0]
    named = [naming.variant_words(results, name) for name in rivals]
    modules = {row["module"] for row in rows}
    return [alone(naming.variant_words(results, best["module"]), best["probability"], rate, len(modules), named)]


def _say_main(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "main").to_dict("records")
    if not rows:
        return []
    best, rivals = _most(rows, simultaneous_effects(results, "compared").to_dict("records"))
    named = [naming.variant_words(results, name) for name in rivals]
    modules = {row["module"] for row in rows}
    return [module(naming.variant_words(results, best["module"]), best["probability"], len(modules), named)]


def largest_alone(rows: list[dict[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """Find the largest effect, and the modules whose simultaneous intervals reach as far."""
    best = max(rows, key=lambda row: abs(row["probability"].value))
    effect = best["probability"]
    least = min(abs(effect.low), abs(effect.high)) if effect.excludes(0.0) else 0.0
    return best, sorted({row["module"] for row in rows if row["probability"].reach >= least} - {best["module"]})


def _most(rows: list[dict[str, Any]], pairs: list[dict[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """Find the module that does most, and those it cannot be told apart from, on the backgrounds that two share."""
    best = max(rows, key=lambda row: abs(row["probability"].value))
    sign = 1.0 if best["probability"].value > 0 else -1.0
    own = [row for row in rows if (row["players"], row["policy"]) == (best["players"], best["policy"])]
    gaps = {}
    for pair in pairs:
        if (pair["players"], pair["policy"]) == (best["players"], best["policy"]):
            gaps[pair["module"], pair["given"]] = pair["probability"].shifted(factor=sign)
            gaps[pair["given"], pair["module"]] = pair["probability"].shifted(factor=-sign)
    for row in own:  # the means speak of different company: what does more on common backgrounds comes first
        gap = gaps.get((row["module"], best["module"]))
        best = row if gap is not None and gap.low > 0 else best
    others = [row["module"] for row in own if row is not best]
    return best, sorted(name for name in others if not _is_beaten(gaps.get((best["module"], name))))


def _is_beaten(gap: Estimate | None) -> bool:
    return gap is not None and gap.low > 0


def _say_pairs(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "interaction").to_dict("records")
    verdicts = [Interaction(row["together"], row["leading"], row["probability"], row["logit"]) for row in rows]
    number = largest(verdicts)
    if number is None:
        by_odds = any(verdict.leading == "odds" for verdict in verdicts)
        sizes = [abs((verdict.odds if by_odds else verdict.points).value) for verdict in verdicts]
        number = max(range(len(rows)), key=lambda i: sizes[i])
    names = [naming.variant_words(results, rows[number][key]) for key in ("module", "given")]
    return [interaction(names[0], names[1], verdicts[number], [verdict.word for verdict in verdicts])]


def pairs_verdict(words: Sequence[str]) -> str:
    """Say in a clause how many pairs are harder or easier together than the sum of their parts."""
    harder, easier = words.count(HARDER), words.count(EASIER)
    if len(words) == 1:
        found = f"is {words[0]} together than" if harder or easier else "does not differ from"
        return f"the one pair {found} the sum of its parts for certain"
    if not harder and not easier:
        return f"none of {len(words)} pairs differs from the sum of its parts for certain"
    more, less = (naming.number_words(number) if number else "none" for number in (harder, easier))
    is_ = "is" if harder == 1 else "are"
    return (
        f"of {len(words)} pairs {more} {is_} harder together than the sum of their parts and {less} easier, for certain"
    )


def module(name: str, effect: Estimate, of: int, rivals: Sequence[str]) -> str:
    """Say which module does most on average over what it was combined with."""
    points = write(effect, Kind.POINTS)
    if not effect.excludes(0.0):
        return f"No module changes the win rate for certain on average; the largest estimate is {name}, {points}."
    harder = "harder" if effect.value < 0 else "easier"
    if rivals:
        return (
            f"On average over all that it was combined with, {name} makes the game {harder}: {points}; "
            f"{several(list(rivals))} cannot be told apart from it."
        )
    most = f"changes the win rate most of {of} modules and makes" if of > 1 else "makes"
    return f"On average over all that it was combined with, {name} {most} the game {harder}: {points}."


def alone(name: str, effect: Estimate, rate: Estimate, of: int, rivals: Sequence[str]) -> str:
    """Say which module does most to the plain game."""
    points = write(effect, Kind.POINTS)
    if not effect.excludes(0.0):
        none = f"None of the {of} modules changes" if of > 1 else "The one module does not change"
        return f"{none} the plain game for certain; the largest estimate is {name}, {points}."
    others = f"; {several(list(rivals))} cannot be told apart from it" if rivals else ""
    result = f"{points}, to {write(rate, Kind.PERCENT)} of the games won"
    if of == 1:
        return f"Added to the plain game {name} changes the win rate: {result}."
    return f"Of {of} modules added to the plain game {name} changes the win rate most: {result}{others}."


def interaction(first: str, second: str, verdict: Interaction, words: Sequence[str]) -> str:
    """Say which two modules differ most from the sum of their parts, if points and odds agree that they do.

    Points alone would mislead: a win rate cannot fall below zero, so hard modules seem to spare each other. `words` are
    the verdicts on all pairs.
    """
    points, odds = write(verdict.points, Kind.POINTS), f"odds of winning {write(verdict.odds, Kind.CHANGE)} steps"
    sizes = f"{odds}; {points}" if verdict.leading == "odds" else f"{points}; {odds}"
    certain = sum(word in (HARDER, EASIER) for word in words)
    opposite = words.count(SCALES_DIFFER)
    pairs = "one pair" if opposite == 1 else f"{naming.number_words(opposite)} pairs"
    others = f" In {pairs} points and odds point in opposite directions." if opposite else ""
    if verdict.word not in (HARDER, EASIER):
        return (
            f"No pair of modules differs from the sum of its parts for certain both in points and in the odds, which "
            f"know no floor; the largest estimate is {first} with {second} ({sizes}).{others}"
        )
    by = "in the odds" if verdict.leading == "odds" else "in points"
    if len(words) == 1:
        both = f"{upper_first(first)} together with {second} is {verdict.word}"
        return f"{both} than the sum of both effects, for certain in points and in the odds ({sizes})."
    return (
        f"{certain} of {len(words)} pairs of modules {'differs' if certain == 1 else 'differ'} from the sum of "
        f"{'its' if certain == 1 else 'their'} parts for certain, in points and in the odds; most of all, {by}, "
        f"{first} together with {second}: {verdict.word} than the sum of both effects ({sizes}).{others}"
    )
