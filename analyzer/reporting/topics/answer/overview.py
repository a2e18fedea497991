"""The one figure of a report's summary: what the first sentence says, at a glance."""

from dataclasses import replace
from typing import Any

import pandas as pd

from analyzer.analysis import changes, frames, icons, tables, tournaments
from analyzer.analysis.contests import contest_changes, contest_words
from analyzer.analysis.levels import played_levels
from analyzer.analysis.modules import has_pairs, simultaneous_effects
from analyzer.reporting import charts, lists, naming, spoken
from analyzer.reporting.document import WIDTH, Figure, lines_high
from analyzer.reporting.topics import modules, policies, seats, skill, sweep
from analyzer.reporting.topics.levels import levels_figure, shown_players
from analyzer.runs.stored.results import Results

NAME = "overview"
MOST_LINES = 8
ICON = "◆"


def overview(results: Results) -> Figure | None:
    """Choose the figure of the summary by what the run varied, as its first sentence is chosen."""
    factors = frames.factors_of(results)
    if not factors.is_cooperative:
        return _contest(results)
    if factors.varies_sets and len(changes.crossings(results)):
        return sweep.curve_figure(results, NAME)
    if factors.alone:
        return _changes(results, "reading") or _changes(results, "other")
    if factors.has_sums and has_pairs(results):
        return _modules(results)
    if factors.varies_sight and skill.has_curves(results):
        return skill.skill_figure(results, NAME)
    found = icons.recommend(results) if factors.has_icons else None
    if found is not None:
        return _scale(results, found)
    if len(played_levels(results)) > 1:
        return levels_figure(results, NAME, shown_players(results))
    draw = _policies if len(factors.policies) > 1 else _settings if len(factors.sets) > 1 else _variants
    return draw(results)


def _changes(results: Results, kind: str) -> Figure | None:
    every = sorted(changes.changes(results, kind).to_dict("records"), key=lambda row: -abs(row["difference"].value))
    if not every:
        return None
    first: dict[str, dict[str, Any]] = {}  # each where it changes most
    for row in every:
        first.setdefault(naming.change_title(results, row["cell"]), row)
    rows = list(first.values())
    top = rows[:MOST_LINES]
    several = len(frames.factors_of(results).players) > 1
    labels = [_change_label(results, row, several) for row in top]
    return lists.effects_figure(
        NAME,
        naming.played_by(results, "What changes the win rate most, each where it does most"),
        f"Dots with intervals around zero: the {len(top)} largest changes of the win rate; on top {labels[0]}.",
        pd.DataFrame({"label": labels, "group": "", **lists.numbers(row["difference"] for row in top)}),
        "change of the win rate, in points",
        naming.notes(
            f"Each {'reading' if kind == 'reading' else 'setting'} where it changes most."
            if len(rows) < len(every)
            else "",
            lists.largest_of(len(top), len(rows)),
            lists.TOGETHER,
            naming.legend(labels),
        ),
    )


def _change_label(results: Results, row: dict[str, Any], several: bool) -> str:
    is_one = len(frames.factors_of(results).variants) == 1
    game = [] if is_one else [lists.line_name(results, row["reference"], is_short=True)]
    where = [*game, naming.players_words(row["players"])] if several else game
    change = lists.unquoted(naming.change_title(results, row["cell"]))
    return f"{change} ({', '.join(where)})" if where else change


def _modules(results: Results) -> Figure | None:
    table = simultaneous_effects(results, "alone").to_dict("records")
    rows = sorted(table, key=lambda row: -abs(row["probability"].value))[:MOST_LINES]
    if not rows:
        return None
    labels = [modules.short_label(results, row["module"]) for row in rows]
    return lists.effects_figure(
        NAME,
        naming.played_by(results, "What each module does to the plain game"),
        f"Dots with intervals around zero: change of the win rate by each module alone; on top {labels[0]}.",
        pd.DataFrame({"label": labels, "group": "", **lists.numbers(row["probability"] for row in rows)}),
        "change of the win rate, in points",
        naming.notes(lists.TOGETHER, naming.legend(labels)),
    )


def _dots(results: Results, title: str, rows: list[dict[str, Any]], labels: list[str], **options: Any) -> Figure:
    """Draw win rates, one line each."""
    icons = options.pop("icons", [""] * len(rows))
    note, finding = options.pop("note", ""), options.pop("finding", "")
    frame = pd.DataFrame(
        {"label": labels, "group": "", "icons": icons, **lists.numbers(row["win_rate"] for row in rows)},
    )
    return Figure(
        name=NAME,
        title=title,
        alt=f"Dots with intervals: games won in percent; on top {labels[0]}, at the bottom {labels[-1]}.",
        draw=charts.draw_ladder,
        frame=frame,
        options={"groups": [""], **options},
        size=(WIDTH, lines_high(len(labels)) + 0.2),
        note=naming.notes(lists.INTERVALS, note, naming.legend(labels)),
        finding=finding,
    )


def _policies(results: Results) -> Figure | None:
    figure = policies.team_figure(results)
    return None if figure is None else replace(figure, name=NAME)


def _ends_of(labels: list[str], rows: list[dict[str, Any]]) -> str:
    """Name the lowest and the highest of some rates, which are sorted."""
    ends = [f"{labels[number]} ({spoken.percent(rows[number]['win_rate'])})" for number in (0, -1)]
    return f"Won least: {ends[0]}; most: {ends[1]}".replace(naming.DAGGER, "")


def _settings(results: Results) -> Figure | None:
    """Show the plain game, or the first variant, in every setting of the switches."""
    rates, plain = tables.win_rates(results), frames.factors_of(results).plain
    variant = plain if plain in set(rates["variant"]) else rates["variant"].iloc[0]
    own = rates[(rates["variant"] == variant) & (rates["players"] == lists.shown_cells(results).iloc[0]["players"])]
    rows = _ends(sorted(own.to_dict("records"), key=lambda row: row["win_rate"].value))
    labels = [lists.unquoted(", ".join(naming.short_settings(results, results.entry(row["cell"])))) for row in rows]
    labels = [words or "as printed" for words in labels]
    where = f"{naming.variant_words(results, variant)} with {naming.players_words(int(rows[0]['players']))}"
    names = dict.fromkeys(name for cell in results.manifest.cells for name in cell.changes)
    rule = lists.unquoted(naming.rule_words(results, next(iter(names)))) if len(names) == 1 else "how the rules are set"
    title = naming.played_by(results, f"Games won of {where}, by {rule}")
    return _dots(results, title, rows, labels, finding=_ends_of(labels, rows))


def _ends(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep the lowest and the highest of too many rows."""
    half = MOST_LINES // 2
    return rows if len(rows) <= MOST_LINES else [*rows[:half], *rows[-half:]]


def _variants(results: Results) -> Figure | None:
    rows = sorted(lists.shown_cells(results).to_dict("records"), key=lambda row: row["win_rate"].value)
    if len(rows) < 2:
        return None
    labels = [modules.short_label(results, row["variant"]) for row in rows]
    title = f"Win rate of every variant with {lists.where_words(results, rows[0])}"
    return _dots(results, naming.played_by(results, title), rows, labels)


def _scale(results: Results, found: icons.Recommendation) -> Figure:
    order = lists.variant_order(results)
    rows = sorted(found.table.to_dict("records"), key=lambda row: order.index(row["variant"]))
    labels = [modules.short_label(results, row["variant"]) for row in rows]
    printed, moved = (sum(test(row) for row in rows) for test in (_is_printed, lambda row: row["changes"]))
    title = f"How hard each variant is with {naming.players_words(found.scale.players)}, and the icons it should carry"
    return _dots(
        results,
        naming.played_by(results, title, found.scale.policy),
        rows,
        labels,
        finding=_differ(moved, printed),
        icons=[_icons(row["printed"], row["icons"]) for row in rows],
        head="icons",
        lines=list(found.scale.cuts),
        note=f"{ICON} printed icons, → recommended ones where they differ. Dotted: the fixed cut points.",
    )


def _differ(moved: int, printed: int) -> str:
    """Say of how many variants the icons that fit are others than those that are printed."""
    if not printed:
        return ""
    of = f"{naming.number_words(moved)} of {naming.number_words(printed)} variants"
    return f"Other icons than the printed ones fit good play in {of}" if moved else "Every printed icon fits good play"


def _is_printed(row: dict[str, Any]) -> bool:
    return bool(row["printed"] == row["printed"])


def _icons(printed: float, icons: int) -> str:
    old = "–" if printed != printed else ICON * int(printed)
    return old if old == ICON * icons else f"{old} → {ICON * icons}"


def _contest(results: Results) -> Figure | None:
    if len(tournaments.strategies(results)):
        return _strategies(results)
    for kind in ("reading", "other", "variant", "switch"):
        figure = _contest_changes(results, kind)
        if figure is not None:
            return figure
    return seats.turn_order_figure(results, NAME)


def _strategies(results: Results) -> Figure:
    table = tournaments.strategies(results)
    counts = sorted(table["players"].unique())
    players = int(counts[len(counts) // 2])
    own = table[(table["players"] == players) & (table["setting"] == table["setting"].iloc[0])]
    rows = sorted(own.to_dict("records"), key=lambda row: -row["win_share"].value)
    labels = [naming.policy_words(results, row["policy"]) for row in rows]
    field = frames.factors_of(results).field
    against = f" against {naming.policy_words(results, field)}" if field is not None else ""
    frame = pd.DataFrame(
        {"label": labels, "group": "", "fair": 1.0 / players, **lists.numbers(r["win_share"] for r in rows)}
    )
    return lists.shares_figure(
        NAME,
        f"Games won by each way to play{against}, {naming.players_words(players)}",
        f"Dots with intervals: win share of {len(rows)} ways to play; on top {labels[0]}, at the bottom {labels[-1]}.",
        frame,
        [""],
        lists.INTERVALS,
    )


def _contest_changes(results: Results, kind: str) -> Figure | None:
    table = contest_changes(results, kind)
    table = table.assign(change=lists.change_lines(results, kind, table))[table["difference"].notna()]
    certain = [row for row in table.to_dict("records") if row["difference"].excludes(0.0)]
    counts = {name: sum(row["measure"] == name for row in certain) for name in ("best", "turns", "first")}
    if not certain or not any(counts.values()):
        return None
    measure = max(counts, key=lambda name: counts[name])
    rows = sorted(
        (r for r in table.to_dict("records") if r["measure"] == measure), key=lambda r: -abs(r["difference"].value)
    )
    names = [row["change"] for row in rows[:MOST_LINES]]
    words = contest_words(results)[measure]
    return lists.effects_figure(
        NAME,
        naming.played_by(results, f"What changes the {words} most"),
        f"Dots with intervals around zero: the largest changes of the {words}; on top {names[0]}.",
        pd.DataFrame({"label": names, "group": "", **lists.numbers(row["difference"] for row in rows[:MOST_LINES])}),
        f"change of the {words}" + (", in points" if measure == "first" else ""),
        naming.notes(lists.largest_of(len(names), len(rows)), lists.TOGETHER),
        100.0 if measure == "first" else 1.0,
    )
