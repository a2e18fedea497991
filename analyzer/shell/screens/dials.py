"""What `calibrate`, `whatif` and `claims` show on the terminal, built from finished studies, nothing computed."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.shell.screens.screens import plain_table
from analyzer.stats.estimate import decimals, format_estimate
from analyzer.studies.calibration.dials import MEASURES
from analyzer.studies.calibration.found import FOUND, Answer, Calibration
from analyzer.studies.calibration.matching import Matching
from analyzer.studies.claims import CONFIRMED, Check, Verdict
from analyzer.studies.samples import SHARES
from analyzer.studies.whatif import Move, Scene, WhatIf


def calibration_screen(result: Calibration | Matching) -> RenderableType:
    """Show which value gives what is wanted, and the curve."""
    return _matching(result) if isinstance(result, Matching) else _calibration(result)


def _calibration(result: Calibration) -> RenderableType:
    scene = result.scene
    title = f"{scene.game}, {scene.describe()}, {scene.policy}; {result.games:,} games, seed {result.seed}"
    parts: list[RenderableType] = [Text(title, "bold")]
    for answer in result.answers:
        parts += [Text(_sentence(answer.words), "green" if answer.status == FOUND else "yellow")]
    if len(result.answers) == 1:
        parts += ["", _curve(result.answer), Text(_foot(result.answer), "dim")]
    return Group(*parts)


def _curve(answer: Answer) -> Table:
    table = plain_table(f"{answer.switch}#", f"{MEASURES[answer.measure]} [95 %]#", "monotone#", "games#", "")
    shown = {point.value for point in answer.neighbours}
    for point in answer.curve:
        fit = "" if point.fit is None else _number(answer, point.fit)
        mark = "search" if point.is_search else "neighbour" if point.value in shown else ""
        table.add_row(str(point.value), answer.number(point.estimate), fit, f"{point.estimate.n:,}", mark)
    return table


def _number(answer: Answer, value: float) -> str:
    return f"{100 * value:.1f} %" if answer.measure in SHARES else f"{value:.2f}"


def _foot(answer: Answer) -> str:
    times = f"; the curve crosses it {answer.crossings} times" if answer.crossings > 1 else ""
    return f"Monotone: {answer.monotone}{times}. The search used few games on other deals, only to find where to play."


def _matching(result: Matching) -> RenderableType:
    scene = result.wants[0].scene
    title = f"{scene.game}, {scene.variant}; {result.games:,} games, seed {result.seed}"
    wants = ", ".join(f"{want.label} {_goal(result, want.number)}" for want in result.wants)
    table = plain_table("setting", *(f"{want.label}#" for want in result.wants), "off by#", "")
    is_share = result.measure in SHARES
    for item in result.tried:
        found = [format_estimate(estimate, percent=is_share) for estimate in item.estimates]
        off = format_estimate(item.distance.shifted(0.0, 100.0) if is_share else item.distance)
        table.add_row(escape(result.setting(item)), *found, off, "nearest" if item.is_near else "")
    foot = "Off by: root mean square distance from the wanted numbers; nearest: not clearly worse than the first."
    head = [Text(title, "bold"), Text(_sentence(result.words), "green"), Text(f"wanted: {wants}")]
    return Group(*head, "", table, Text(foot, "dim"))


def _goal(result: Matching, number: float) -> str:
    return f"{100 * number:g} %" if result.measure in SHARES else f"{number:g}"


def _sentence(text: str) -> str:
    return f"{text}."


def whatif_screen(result: WhatIf) -> RenderableType:
    """Show what a change does: a table for every level, a column for every number of players."""
    title = f"{result.game}, {result.variant}, what if {', '.join(result.change)}; {result.deals:,} deals per table"
    parts: list[RenderableType] = [Text(title, "bold"), Text(_sentence(result.words), "green")]
    for level in dict.fromkeys(scene.level for scene in result.scenes):
        parts += ["", _moves([scene for scene in result.scenes if scene.level == level])]
    parts += [Text(f"left out: {text}", "yellow") for text in result.skipped]
    foot = "Without→with; below: the change on the same deals (rates: points); * certain at 95 %, all together."
    return Group(*parts, "", Text(foot, "dim"))


def _moves(scenes: Sequence[Scene]) -> Table:
    first = scenes[0]
    heads = (f"{scene.players} player{'s' * (scene.players > 1)}#" for scene in scenes)
    table = plain_table(f"{first.level} ({escape(first.policy)})", *heads)
    for measure in dict.fromkeys(move.measure for scene in scenes for move in scene.moves):
        found = [scene.move(measure) for scene in scenes]
        words = next(move.words for move in found if move is not None)
        table.add_row(escape(words), *(f"{_both(move)}\n{_change(move)}" for move in found))
    return table


def _both(move: Move | None) -> str:
    if move is None:
        return ""
    factor = 100.0 if move.is_share else 1.0
    return f"{factor * move.before.value:.1f}→{factor * move.after.value:.1f}"


def _change(move: Move | None) -> str:
    if move is None or move.difference is None:
        return "" if move is None else "0"
    factor = 100.0 if move.is_share else 1.0
    half = factor * move.difference.half_width
    places = decimals(half)
    mark = "*" if move.is_certain else " "
    return f"{factor * move.difference.value:+.{places}f}±{half:.{places}f}{mark}"


def claims_screen(verdicts: Sequence[Verdict]) -> RenderableType:
    """List the claims with their verdicts, and of each that fails the number that decided."""
    table = plain_table("", "claim", "deals#")
    for verdict in verdicts:
        colour = "green" if verdict.word == CONFIRMED else "yellow" if verdict.holds else "red"
        lines = escape(verdict.claim.says)
        if not verdict.holds:
            lines += f"\n[red]{escape(_found(verdict))}[/red]"
        deals = max(check.found.n for check in verdict.checks)
        table.add_row(f"[{colour}]{verdict.word}[/{colour}]", lines, f"{deals:,}")
    words = Counter(verdict.word for verdict in verdicts)
    foot = ", ".join(f"{number} {word}" for word, number in words.items())
    return Group(table, "", Text(f"{foot}; open: these deals cannot tell", "dim"))


def _found(verdict: Verdict) -> str:
    check = verdict.worst
    ends = [f"{end:g}" for end in (check.low, check.high) if abs(end) != float("inf")]
    bound = f"between {ends[0]} and {ends[1]}" if len(ends) == 2 else _bound(check)
    return f"{verdict.claim.id}: {check.what} is {format_estimate(check.found)}, claimed {bound}"


def _bound(check: Check) -> str:
    return f"at most {check.high:g}" if check.low == float("-inf") else f"at least {check.low:g}"
