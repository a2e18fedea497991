"""What `tune`, `learn`, `tournament`, `leaderboard` show on the terminal: finished studies, nothing computed."""

from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.shell.screens.screens import plain_table
from analyzer.stats.estimate import Estimate, decimals, format_estimate, short_share
from analyzer.studies.leaderboard import Leaderboard
from analyzer.studies.learning.found import Learning
from analyzer.studies.patching.judging import Patch, nearest
from analyzer.studies.patching.patch import NONE, Patching
from analyzer.studies.tournament import Tournament
from analyzer.studies.tuning.found import Tuning

WIDE = 6  # policies up to which a matrix shows the error of every number


def titled(title: str, table: Table) -> RenderableType:
    """Put a title above a table, over the whole width."""
    return Group(Text(title, "bold"), table)


def points(estimate: Estimate) -> str:
    """Write a difference in percentage points, with its sign."""
    text = format_estimate(estimate.shifted(0.0, 100.0))
    is_zero = not any(digit in text.partition(" ")[0] for digit in "123456789")
    return f"+{text}" if estimate.value > 0 and not is_zero else text


def tuning_screen(result: Tuning) -> RenderableType:
    """Show what a tuning found, and what speaks for it."""
    plan, valid = result.plan, result.validation
    against = f" against {', '.join(map(str, plan.arena.fields))}" if plan.arena.fields else ""
    title = f"{plan.arena.game.title}: {plan.space.policy}{against}, tuned with {result.games:,} games"
    parts: list[RenderableType] = [Text(title, "bold"), _verdict(result), "", _knobs(result), "", _rates(result)]
    if len(valid.differences) > 1:
        parts += ["", _cases(result)]
    return Group(*parts, "", Text(f"knobs  {result.file}\nstate  {result.folder}", "dim", no_wrap=True))


def _verdict(result: Tuning) -> Text:
    difference = result.validation.difference
    if difference is None:
        return Text("No candidate beat the start in the final: the knobs stay as they are.", "yellow")
    words = f"{points(difference)} points against the start, on {result.validation.deals:,} fresh deals"
    if difference.low > 0:
        return Text(f"Better for certain: {words}.", "bold green")
    return Text(f"Not better for certain: {words}.", "yellow")


def _knobs(result: Tuning) -> Table:
    table = plain_table("knob", "start#", "found#", "search ended between#")
    for knob in result.plan.space.knobs:
        low, high = result.spreads[knob.name]
        found = result.knobs[knob.name]
        table.add_row(knob.name, f"{knob.start:g}", f"{found:g}", f"{low:g} and {high:g}")
    return table


def _rates(result: Tuning) -> Table:
    what = "share of the wins" if result.plan.arena.is_competitive else "win rate"
    valid = result.validation
    table = plain_table("", f"{what} [95 %]#", "deals#")
    table.add_row("winner, validation", format_estimate(valid.rate, percent=True), f"{valid.rate.n:,}")
    if valid.start is not None:
        table.add_row("start, validation", format_estimate(valid.start, percent=True), f"{valid.start.n:,}")
    search = result.search_rate
    table.add_row("winner, in the search", format_estimate(search, percent=True), f"{search.n:,}")
    table.add_row("winner's curse (points)", points(result.gap), f"{result.gap.n:,}")
    if valid.odds is not None:
        table.add_row("ahead in log odds", format_estimate(valid.odds), f"{valid.odds.n:,}")
    return table


def _cases(result: Tuning) -> RenderableType:
    title = "By case, with points ahead of the start (these intervals hold together)"
    table = plain_table("variant", "players#", "weight#", "winner [95 %]#", "ahead by#")
    plan, valid = result.plan, result.validation
    for case, weight, rate, ahead in zip(plan.arena.cases, plan.weights, valid.cases, valid.differences, strict=True):
        texts = escape(case.setting), str(case.players), f"{weight:.2g}"
        table.add_row(*texts, format_estimate(rate, percent=True), points(ahead))
    return titled(title, table)


def learning_screen(result: Learning) -> RenderableType:
    """Show what was learned, and what it wins on fresh deals."""
    plan, valid = result.plan, result.validation
    title = f"{plan.game.title}: {plan.policy} with trained values, {plan.budget:,} games"
    better = sum(ahead.low > 0 for ahead in valid.differences)
    words = f"Better for certain in {better} of {len(valid.differences)} cases, on {valid.deals:,} fresh deals each."
    where = f"values  {result.file}\nstate   {result.folder}"
    verdict = Text(words, "bold green" if better else "yellow")
    tables = (_held_out(result), "", _learned_cases(result))
    return Group(Text(title, "bold"), verdict, "", *tables, "", Text(where, "dim", no_wrap=True))


def _held_out(result: Learning) -> RenderableType:
    """Show the last measure of every stage on samples that were never learned from."""
    table = plain_table("family", "stage", "measure", "held out [95 %]#", "n#")
    last = {(one.family, one.stage): one for one in result.curve}
    for one in last.values():
        table.add_row(escape(one.family), one.stage, one.measure, format_estimate(one.value), f"{one.value.n:,}")
    return titled("At the end of each stage", table)


def _learned_cases(result: Learning) -> RenderableType:
    title = "With values, without, and points ahead on the same deals (these intervals hold together)"
    table = plain_table("variant", "players#", "with [95 %]#", "without [95 %]#", "ahead by#")
    valid = result.validation
    rows = zip(result.plan.arena.cases, valid.rates, valid.starts, valid.differences, strict=True)
    for case, rate, start, ahead in rows:
        rates = (format_estimate(one, percent=True) for one in (rate, start))
        table.add_row(escape(case.setting), str(case.players), *rates, points(ahead))
    return titled(title, table)


def tournament_screen(result: Tournament) -> RenderableType:
    """Show who beats whom, the ratings, circles and the mixture that nobody beats."""
    contest = result.contest
    title = f"{result.run.manifest.game.title}, {contest.setting}, {contest.players} players, "
    head = Text(f"{title}{contest.deals:,} deals in each of {len(contest.cells)} seatings", "bold")
    parts: list[RenderableType] = [head, ""]
    if result.newcomer is not None:
        parts.append(_gauntlet(result))
    else:
        parts += [_matrix(result), "", _ratings(result), *_circles(result)]
    if not result.is_full:
        parts.append(Text("Too many seatings to play them all: each pair met at one seat, in turn.", "yellow"))
    return Group(*parts, "", Text(f"{result.run.games:,} games; report: analyzer report {result.run.folder}", "dim"))


def _matrix(result: Tournament) -> RenderableType:
    """Show the payoffs with numbered columns, so that the names stand only once."""
    order, fair = result.ranking, result.contest.fair
    is_wide = len(order) <= WIDE
    width = max(share.half_width for share in result.payoffs.values())
    places = decimals(100 * width)
    error = "" if is_wide else f"; all within ±{100 * width:.{places}f}"
    title = f"Games won by the row among the column in %; fair {100 * fair:.3g}{error}; bold: certain"
    table = plain_table("", *(f"{place}#" for place in range(1, len(order) + 1)))
    for place, own in enumerate(order, start=1):
        shares = [result.payoffs.get((own, others)) for others in order]
        table.add_row(
            f"{place} {escape(own)}", *(_payoff(share, fair, None if is_wide else places) for share in shares)
        )
    return titled(title, table)


def _payoff(share: Estimate | None, fair: float, places: int | None) -> Text:
    """Write a share with its own error, or with a given number of digits where one error holds for all."""
    if share is None:
        return Text("·", "dim")
    text = short_share(share) if places is None else f"{100 * share.value:.{places}f}"
    return Text(text, "bold" if share.excludes(fair) else "")


def _ratings(result: Tournament) -> RenderableType:
    weights = dict(zip(result.contest.policies, result.mixture.weights, strict=True)) if result.mixture else {}
    columns = ["rating [95 %]#"] * bool(result.ratings) + ["won among all#"]
    columns += ["mixture in % [95 %]#"] * bool(weights)
    table = plain_table("", *columns)
    for place, name in enumerate(result.ranking, start=1):
        cells = [format_estimate(result.ratings[name])] if result.ratings else []
        cells.append(f"{short_share(result.means[name])} %")
        cells += [_weight(weights[name])] if weights else []
        table.add_row(f"{place} {escape(name)}", *cells)
    return titled("Ratings (Elo points around the mean) and the mixture that nobody beats", table)


def _weight(weight: Estimate) -> str:
    return f"{100 * weight.value:.1f} [{100 * weight.low:.1f}, {100 * weight.high:.1f}]"


def _circles(result: Tournament) -> list[RenderableType]:
    lines: list[RenderableType] = [
        Text(f"Cycle: {' beats '.join([*names, names[0]])}", "yellow") for names in result.cycles[:5]
    ]
    lines += [Text(f"… and {len(result.cycles) - 5} more cycles", "yellow")] if len(result.cycles) > 5 else []
    if result.mixture is not None:
        reply = f"{short_share(result.mixture.best_reply)} %"
        lines.append(
            Text(f"Against the mixture the best newcomer wins {reply}; fair: {100 * result.contest.fair:.3g} %")
        )
    return ["", *lines]


def _gauntlet(result: Tournament) -> RenderableType:
    fair = result.contest.fair
    title = f"{result.newcomer} at every seat in turn among the others (fair {100 * fair:.3g} %)"
    table = plain_table("among", "games won [95 %]#", "")
    for (_own, others), share in result.payoffs.items():
        table.add_row(escape(others), format_estimate(share, percent=True), _word(share, fair))
    mean = result.means[result.newcomer or ""]
    table.add_row("all of them", format_estimate(mean, percent=True), _word(mean, fair))
    return titled(title, table)


def _word(share: Estimate, fair: float) -> str:
    if not share.excludes(fair):
        return "too close"
    return "beats it" if share.value > fair else "loses"


def leaderboard_screen(result: Leaderboard) -> RenderableType:
    """Show the policies in order, case by case."""
    manifest = result.run.manifest
    against = f", at every seat in turn against {result.field}" if result.field else ""
    parts: list[RenderableType] = [Text(f"{manifest.game.title}, {result.deals:,} deals{against}", "bold")]
    for (setting, players), rows in groupby(result.standings, key=itemgetter("setting", "players")):
        parts += ["", _board(f"{setting}, {players} players", list(rows))]
    foot = "Differences in points, to the next, on the same deals; all pairs of a table hold together at 95 %."
    return Group(*parts, "", Text(foot, "dim"), Text(f"analyzer report {result.run.folder}", "dim"))


def _board(title: str, rows: list[dict[str, Any]]) -> RenderableType:
    what = "win rate" if rows[0]["fair"] is None else "win share"
    table = plain_table("", "policy", f"{what} [95 %]#", "ahead by#", "decisions/s#")
    for row in rows:
        ahead = points(row["ahead"]) if row["ahead"] is not None else ""
        speed = f"{row['speed']:,.0f}" if row["speed"] is not None else ""
        rate = format_estimate(row["rate"], percent=True)
        table.add_row(str(row["place"]), escape(row["policy"]), rate, ahead, speed)
    return titled(title, table)


def patch_screen(result: Patching) -> RenderableType:
    """Show the game as it is, and the patches that no other beats."""
    wants = "; ".join(map(str, result.wants))
    title = f"{result.game}, {result.variant}; {result.games:,} games, seed {result.seed}"
    patches = nearest(result.tried) if result.status == NONE else [one for one in result.patches if one.n_changes]
    foot = (
        f"{result.deals:,} fresh deals each; all intervals hold together at 95 %. Steps: how far numbers move, 1 for a "
        "reading. Fit: 0 in the middle of what is wanted, 1 at its end, more outside."
    )
    shown = _table([result.now, *patches])
    colour = "yellow" if result.status == NONE else "green"
    commands = [Text(f"see it: {one.command}", "dim") for one in patches[:1]]
    head = [Text(title, "bold"), Text(f"{result.words}.", colour), Text(f"wanted: {wants}")]
    return Group(*head, "", shown, Text(foot, "dim"), *commands)


def _table(patches: list[Patch]) -> Table:
    table = plain_table("change", "changes#", "steps#", "fit#", "what fits least", "")
    for one in patches:
        name = one.words if one.n_changes else "as it is"
        table.add_row(
            escape(name), f"{one.n_changes}", f"{one.size:g}", f"{one.fit:.2f}", escape(one.worst.words), one.verdict
        )
    return table
