"""The report of a fit, made of its printed document: the group's skill, every variant, and what cannot be said."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.reporting import charts, lists, theme, wording
from analyzer.reporting import document as doc
from analyzer.reporting.build import Report, write_report
from analyzer.reporting.studies import estimate_in
from analyzer.stats import Estimate

Found = Mapping[str, Any]  # what a command prints with --json
FORETOLD, COUNTED = "expected", "counted in the log"
LIMITS = (
    "The dial is that of a bot that overlooks options at random. People overlook other things, and not at random: "
    "the expected rates are a first guess, and no data of people went into them.",
    "The plays are taken as independent, and as those of one group whose skill stays the same.",
    "Several groups in one log cannot be seen if they play the same variants in turn and no column tells them apart.",
    "Rules that your group plays otherwise are not seen either: choose the variant, or set its switches in the log.",
)
PRIOR_WORDS = {
    "even": "every sight as likely",
    "low": "low sights likelier",
    "high": "high sights likelier",
    "middle": "sights in the middle likelier",
}


def fit_report(found: Found, folder: Path) -> Report:
    """Write what a log says of its group."""
    return write_report(fit(found), folder, f"{found['game']}_fit")


def fit(found: Found) -> doc.Document:
    """Tell what a log says of its group: the answer, the variants, how sure it is, and the limits."""
    sections = [
        doc.Section("answer", "Answer", (*_leads(found), _posterior(found))),
        doc.Section("variants", "What to expect of every variant", tuple(_variants(found))),
        doc.Section("basis", "How sure this is", tuple(_basis(found))),
        doc.Section("limits", "What this cannot say", (doc.Bullets(LIMITS),)),
    ]
    title = f"{found['game'].capitalize()}: how one group plays"
    asked = "How well does this group play, and what should it expect?"
    command = shlex.join(["analyzer", "fit", found["game"], found["log"].removeprefix("log "), *_options(found)])
    stamp = f"{command} · {wording.counted(found['plays'], 'play')}"
    return doc.Document(title, asked, found["game"].capitalize(), False, tuple(sections), stamp)


def _options(found: Found) -> list[str]:
    further = [word for name, value in found["options"].items() for word in (f"--{name}", value)]
    return ["--policy", found["policy"], "--prior", found["prior"], *further]


def _leads(found: Found) -> list[doc.Part]:
    first, *rest = found["words"]
    parts: list[doc.Part] = [doc.Prose(first, doc.Tone.LEAD)]
    if found["doubt"]:
        parts.append(doc.Prose(found["doubt"], doc.Tone.WARNING))
    others = tuple(text for text in rest if text != found["doubt"])
    return [*parts, *([doc.Bullets(others)] if others else [])]


def _posterior(found: Found) -> doc.Figure:
    pieces, dial = found["posterior"], _dial(found)
    low, high = found["sights"]
    frame = pd.DataFrame({"sight": pieces["sight"], "chance": pieces["chance"]})
    return doc.Figure(
        name="dial",
        title="How likely each sight is",
        finding=f"Sight {dial.value:.2f} is the middle; {dial.low:.2f} to {dial.high:.2f} is all that these plays tell",
        alt=f"Chances of sights from {low:g} to {high:g}, with the 95 % interval of the dial.",
        draw=draw_posterior,
        frame=frame,
        options={"interval": (dial.low, dial.value, dial.high)},
        size=(doc.WIDTH, 2.6),
        note="Line: the 95 % interval and its middle. Chances of pieces of equal width; they sum to 100 %.",
    )


def _dial(found: Found) -> Estimate:
    dial = estimate_in(found["dial"])
    if dial is None:
        raise ValueError("a fit without a dial")
    return dial


def draw_posterior(axes: Any, frame: pd.DataFrame, *, interval: tuple[float, ...]) -> None:
    """Draw the chances (sight, chance) as bars, with an interval (low, value, high) above them."""
    step = frame["sight"].iloc[1] - frame["sight"].iloc[0]
    axes.bar(frame["sight"], 100.0 * frame["chance"], width=step, color=charts.series(0)["color"], alpha=0.6)
    if interval:
        low, value, high = interval
        height = 107.0 * float(frame["chance"].max())
        axes.hlines([height], [low], [high], color=theme.INK, linewidth=2.0)
        axes.plot([value], [height], marker="|", markersize=10, color=theme.INK, linestyle="")
    axes.set_xlabel("sight: the chance that an option is noticed")
    axes.set_ylabel("chance, in percent")


def _variants(found: Found) -> list[doc.Part]:
    frame = _frame(found)
    if found["scored"]:
        return [_score_table(frame)]
    frame = frame.sort_values("rate", key=lambda column: column.map(lambda item: item.value)).reset_index(drop=True)
    sizes = set(frame.loc[frame["plays"] > 0, "players"])
    is_own = frame["players"].isin(sizes)
    own, others = frame[is_own].reset_index(drop=True), frame[~is_own].reset_index(drop=True)
    parts: list[doc.Part] = [_ladder(own, len(sizes) > 1), _rate_table("expected", "Expected win rates", own)]
    if not others.empty:
        parts.append(_rate_table("others", "With other numbers of players", others))
    return parts


def _frame(found: Found) -> pd.DataFrame:
    names = ("rate", "rate80", "observed", "score", "turns")
    rows = [{**item, **{name: estimate_in(item[name]) for name in names}} for item in found["predictions"]]
    return pd.DataFrame(rows)


def _ladder(frame: pd.DataFrame, has_sizes: bool) -> doc.Figure:
    rows = []
    for row in frame.to_dict("records"):
        label = f"{row['variant']}, {row['players']}" if has_sizes else row["variant"]
        for group, item in ((FORETOLD, row["rate"]), (COUNTED, row["observed"])):
            if item is not None:
                rows.append({"label": label, "group": group, "icons": "", **_ends(item)})
    return doc.Figure(
        name="expected",
        title="Expected win rates of this group, hardest first",
        finding=_ends_of(frame),
        alt=f"Dots with intervals: expected win rates of {len(frame)} variants, and those counted in the log.",
        draw=charts.draw_ladder,
        frame=pd.DataFrame(rows),
        options={"groups": [FORETOLD, COUNTED]},
        size=(doc.WIDTH, doc.lines_high(len(frame), 2)),
        note=lists.INTERVALS,
    )


def _ends_of(frame: pd.DataFrame) -> str:
    """Say which variants are the hardest and the easiest for this group."""
    if len(frame) < 2:
        return ""
    hardest, easiest = (frame.iloc[place] for place in (0, -1))
    low, high = (f"{100 * row['rate'].value:.0f} %" for row in (hardest, easiest))
    return f"For this group {hardest['variant']} is the hardest ({low}), {easiest['variant']} the easiest ({high})"


def _ends(item: Any) -> dict[str, float]:
    return {part: getattr(item, part) for part in ("value", "low", "high")}


def _rate_table(name: str, title: str, frame: pd.DataFrame) -> doc.Table:
    columns = (
        *_HEAD,
        doc.Column("rate", "expected win rate", doc.Kind.PERCENT),
        doc.Column("rate80", "the same, 80 % interval", doc.Kind.PERCENT),
        doc.Column("plays", "plays in the log", doc.Kind.COUNT),
        doc.Column("wins", "won", doc.Kind.COUNT),
        doc.Column("observed", "win rate by counting", doc.Kind.PERCENT),
        doc.Column("width_after", "width of the dial after 10 plays", doc.Kind.NUMBER),
    )
    note = (
        "Expected: the mean and the shortest 95 % interval over all sights and the grid's own error. By counting: "
        "Wilson's interval; it says nothing where nothing was played. Widths are those to be expected."
    )
    return doc.Table(name, title, columns, frame, note, folded=len(frame) > lists.LONG)


def _score_table(frame: pd.DataFrame) -> doc.Table:
    columns = (
        *_HEAD,
        doc.Column("score", "expected winning score", doc.Kind.NUMBER),
        doc.Column("turns", "expected turns", doc.Kind.NUMBER),
        doc.Column("plays", "plays in the log", doc.Kind.COUNT),
    )
    return doc.Table("expected", "Expected scores and lengths", columns, frame, f"Means. {lists.INTERVALS}")


_HEAD = (doc.Column("variant", "variant"), doc.Column("players", "players", doc.Kind.COUNT))


def _basis(found: Found) -> list[doc.Part]:
    low, high = found["sights"]
    grid = (
        f"Curves: {found['policy']} at sights from {low:g} to {high:g}, {found['games']:,} games of each variant at "
        f"each sight, fewer where hardly a game is won ({found['grid']} grid)."
    )
    parts: list[doc.Part] = [doc.Prose(grid, doc.Tone.NOTE), _priors(found), _tests(found)]
    if found["held_out"] is not None and found["held_out"]["cells"]:
        parts.append(_left_out(found))
    if found["groups"]:
        parts += [_groups(found), _pairs(found)]
    return parts


def _priors(found: Found) -> doc.Table:
    rows = [
        {"prior": f"{name}: {PRIOR_WORDS[name]}", "dial": estimate_in(dial)} for name, dial in found["priors"].items()
    ]
    columns = (doc.Column("prior", "before any play"), doc.Column("dial", "sight", doc.Kind.NUMBER))
    note = f"The answer uses: {found['prior']}. {lists.INTERVALS}"
    return doc.Table("priors", "What other priors would say", columns, pd.DataFrame(rows), note)


def _tests(found: Found) -> doc.Table:
    rows = [{"test": name, **test} for name, test in found["check"]["tests"].items()]
    columns = (
        doc.Column("test", "one dial for all, by"),
        doc.Column("statistic", "likelihood ratio", doc.Kind.NUMBER),
        doc.Column("p_value", "p", doc.Kind.P_VALUE),
        doc.Column("n", "plays", doc.Kind.COUNT),
    )
    note = (
        "Compared with logs that the posterior draws itself; misfit if the least p, times the tests, is at most 0.03."
    )
    return doc.Table("tests", "Does one dial explain the log?", columns, pd.DataFrame(rows), note)


def _left_out(found: Found) -> doc.Table:
    columns = (
        *_HEAD,
        doc.Column("plays", "plays", doc.Kind.COUNT),
        doc.Column("wins", "won", doc.Kind.COUNT),
        doc.Column("log_chance", "log chance by the dial", doc.Kind.NUMBER),
        doc.Column("log_chance_by_counting", "by counting the others", doc.Kind.NUMBER),
        doc.Column("p_value", "p of the wins", doc.Kind.P_VALUE),
    )
    note = "Each variant foretold from the plays of the others: a higher log chance is better."
    return doc.Table("held_out", "Left out and foretold", columns, pd.DataFrame(found["held_out"]["cells"]), note)


def _groups(found: Found) -> doc.Table:
    rows = [{**group, "dial": estimate_in(group["dial"])} for group in found["groups"]]
    columns = (
        doc.Column("name", "group"),
        doc.Column("plays", "plays", doc.Kind.COUNT),
        doc.Column("dial", "sight", doc.Kind.NUMBER),
    )
    return doc.Table("groups", "Groups", columns, pd.DataFrame(rows), lists.INTERVALS)


def _pairs(found: Found) -> doc.Table:
    rows = [{**pair, "difference": estimate_in(pair["difference"])} for pair in found["pairs"]]
    columns = (
        doc.Column("first", "group"),
        doc.Column("second", "compared with"),
        doc.Column("difference", "sight higher by", doc.Kind.CHANGE),
        doc.Column("chance", "chance that it is higher", doc.Kind.PERCENT),
    )
    return doc.Table("pairs", "Groups compared", columns, pd.DataFrame(rows), "All intervals hold together at 95 %.")
