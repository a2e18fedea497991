"""What `run` and `compare` show on the terminal, built from finished tables, nothing computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.analysis import soundness, tables
from analyzer.runs.run import Run
from analyzer.runs.stored.results import Results
from analyzer.runs.stored.verify import Verification
from analyzer.shell.screens.screens import plain_table
from analyzer.stats import Estimate, deciding, format_estimate
from analyzer.studies.compared import Comparison

if TYPE_CHECKING:
    from analyzer.reporting.build import Report


def run_screen(run: Run) -> RenderableType:
    """Show the cells of a run."""
    quick = " (QUICK try-out: too few deals for conclusions)" if run.manifest.quick else ""
    head = Text(f"{run.manifest.experiment.question}{quick}", style="bold")
    foot = Text(
        f"{run.manifest.games:,} games, {run.manifest.status}; {run.folder}\n"
        f"digest {(run.manifest.digest or '-')[:16]}",
        style="dim",
    )
    n_skipped = len(run.manifest.skipped)
    skipped = Text(f"{n_skipped} impossible combinations skipped; manifest.json lists them", style="dim")
    return Group(head, *_cells(run), *([skipped] if n_skipped else []), foot)


def _cells(run: Run) -> list[RenderableType]:
    results = Results(run.folder, run.manifest)
    teams = plain_table("setting", "players#", "policy", "win rate [95 %]!#", "games!#")
    for row in tables.win_rates(results).to_dict("records"):
        rate = format_estimate(row["win_rate"], percent=True)
        teams.add_row(escape(row["setting"]), str(row["players"]), escape(row["policy"]), rate, f"{row['games']:,}")
    rivals = [_first_players(results), _seated(results)] if any(x.is_competitive for x in run.manifest.cells) else []
    return [table for table in (teams, *rivals) if table.row_count]


def _first_players(results: Results) -> Table:
    """Show what whoever begins wins where all play alike: there every seat has the same share."""
    table = plain_table("setting", "players#", "all play", "first player wins [95 %]!#", "games!#")
    rows = soundness.turn_order(results)
    for row in rows[rows["position"] == 0].to_dict("records"):
        share = format_estimate(row["win_share"], percent=True)
        table.add_row(escape(row["setting"]), str(row["players"]), escape(row["policy"]), share, f"{row['games']:,}")
    return table


def _seated(results: Results) -> Table:
    """Show what every seat wins where policies differ."""
    rows, alike = tables.seats(results), set(soundness.turn_order(results)["cell"])
    own = rows[~rows["cell"].isin(alike)]
    setting = ["setting"] if own["setting"].nunique() > 1 else []  # on a narrow screen there is no room for one name
    table = plain_table(*setting, "players#", "seat#", "policy", "wins [95 %]!#", "score [95 %]!#", "games!#")
    for row in own.to_dict("records"):
        share, score = format_estimate(row["win_share"], percent=True), format_estimate(row["score"])
        texts = (*(escape(row[name]) for name in setting), str(row["players"]), str(row["seat"]))
        table.add_row(*texts, escape(row["seat_policy"]), share, score, f"{row['games']:,}")
    return table


def ladder_screen(results: Results) -> RenderableType:
    """Show the win rates of a run, a table for each policy: a row per variant, a column per number of players."""
    rates = tables.win_rates(results)
    levels = {cell.policy: cell.level for cell in results.manifest.cells if cell.level}
    players = sorted(int(n) for n in rates["players"].unique())
    parts: list[RenderableType] = []
    for policy, own in rates.groupby("policy", sort=False):
        who = f"{levels[policy]} players ({policy})" if policy in levels else str(policy)
        parts += [_rates_table(f"Win rate in percent [95 % interval], {escape(who)}", own, players), ""]
    return Group(*parts[:-1])


def _rates_table(title: str, rates: pd.DataFrame, players: list[int]) -> RenderableType:
    table = plain_table("variant", *(f"{n} player{'s' * (n > 1)}#" for n in players), title=title)
    for setting, rows in rates.groupby("setting", sort=False):
        cells = {row["players"]: _narrow(row["win_rate"]) for row in rows.to_dict("records")}
        table.add_row(escape(str(setting)), *(cells.get(n, "") for n in players))
    return table


def _narrow(rate: Estimate) -> str:
    """Write a rate so that a narrow screen can break it only before the interval."""
    return format_estimate(rate.shifted(0.0, 100.0)).replace(", ", "–")


def report_screen(report: Report) -> RenderableType:
    """Say what a report answers, with which warnings, and where it is."""
    notices = [Text(notice, style="yellow") for notice in report.document.notices]
    written = [path for path in (report.html, report.markdown) if path is not None]
    paths = [Text(str(path), no_wrap=True, overflow="ignore") for path in written]
    return Group(Text(report.document.question, style="bold"), *notices, *paths)


def comparison_screen(result: Comparison) -> RenderableType:
    """Show the arms of a comparison and their differences."""
    against = f", at every seat in turn against {result.field}" if result.field else ""
    deals = f"{'' if result.rule is None else 'up to '}{result.games:,} common deals"
    title = f"{result.game}, {result.players} players, {deals}{against}"
    what = "win share" if result.field else "win rate"
    scores = ["mean score [95 %]#"] if result.field else []
    played = [] if result.rule is None else ["deals#"]
    arms = plain_table(f"{result.kind}!", f"{what} [95 %]#", *scores, *played, title=title)
    for arm in result.arms:
        more = [format_estimate(arm.score)] if arm.score else []
        more += [f"{arm.games:,}"] if result.rule is not None else []
        arms.add_row(escape(arm.label), format_estimate(arm.win_rate, percent=True), *more)
    return Group(arms, "", _differences(result))


def _differences(result: Comparison) -> RenderableType:
    scores = ["score difference#"] if result.field else []
    title = f"Differences in percentage points, on the same deals (all intervals together hold at {_level(result)})"
    if result.rule is not None:
        return _decided(result, result.rule, title)
    table = plain_table("first!", "second!", "difference#", "p#", "p (Holm)#", "variance saved#", *scores, title=title)
    for item in result.differences:
        table.add_row(
            escape(item.first),
            escape(item.second),
            format_estimate(item.difference.shifted(0.0, 100.0)),
            _p(item.p_value),
            _p(item.p_holm),
            f"×{item.saved:.2f}",
            *([format_estimate(item.score)] if item.score else []),
        )
    return table


def _level(result: Comparison) -> str:
    return f"{100 * result.level:g} %" + ("" if result.rule is None else ", at every look")


def _decided(result: Comparison, rule: deciding.DecisionRule, title: str) -> RenderableType:
    """Show what was decided of every pair, and after how many deals."""
    words = {
        deciding.Verdict.APART: "told apart",
        deciding.Verdict.EQUAL: f"equal within ±{100 * rule.margin:g}",
        deciding.Verdict.OPEN: "open",
    }
    table = plain_table("first!", "second!", "difference#", "decided", "common deals#", title=title)
    for item in result.differences:
        difference = format_estimate(item.difference.shifted(0.0, 100.0))
        verdict = words[item.verdict or deciding.Verdict.OPEN]
        table.add_row(escape(item.first), escape(item.second), difference, verdict, f"{item.difference.n:,}")
    return table


def _p(value: float) -> str:
    return f"{value:.2g}" if value >= 1e-15 else "< 1e-15"


def verify_screen(found: Verification) -> RenderableType:
    """Show what is damaged in a run directory, or that nothing is."""
    if found.is_whole:
        return Text(f"{found.folder}: {found.files:,} files of {found.cells:,} cells are intact")
    table = plain_table("cell!", "blocks#", "deals#", "problem!")
    for item in found.damages:
        blocks = "" if item.first < 0 else f"{item.first} to {item.last}"
        table.add_row(escape(item.cell), blocks, item.deals, escape(item.what))
    return table
