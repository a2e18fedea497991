"""Figures of results that have no report: what was simulated, compared, tuned, luck, patches, and stamps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from analyzer.reporting import asked, charts, lists
from analyzer.reporting import document as doc
from analyzer.reporting.studies import estimate_in
from analyzer.reporting.theme import INK
from analyzer.reporting.wording import count, counted, several, stem, upper_first
from analyzer.stats import Estimate

AS_IT_IS, PLAINLY = "as it is", "holds in percent of all plausible worlds"
VERDICTS = {"stable": "hold in every world", "flips": "flip", "open": "stay open"}
MOST_GROUPS = 8  # numbers of one want that a figure tells apart
TOGETHER = "All intervals hold together at 95 %; dotted: the ends of what is wanted."


def simulation(result: Any) -> Iterator[doc.Figure]:
    """Draw what was won, and how games ended."""
    found = result.as_dict()
    who = several(list(dict.fromkeys(found["policies"])))
    scene = f"{found['variant']}, {counted(found['players'], 'player')}"
    source = asked.source(found, who, f"{count(found['games'])} games")
    if result.win_rate is not None:
        title = f"Games won: {scene}; {who}"
        told = f"The team wins {100 * result.win_rate.value:.0f}\u00a0% of its games"
        yield replace(_rates("win_rate", title, [(found["variant"], result.win_rate)], source), finding=told)
    places = {"seats": ("seat", 0, result.win_shares), "turn_order": ("turn position", 1, result.turn_order)}
    for name, (word, first, shares) in places.items():
        if shares:
            own = {f"{word} {number}": share for number, share in enumerate(shares, first)}
            yield _shares(name, f"Games won by {word}: {scene}; {who}", own, source)
    yield _endings(found, f"How games ended: {scene}; {who}", source)


def _rates(name: str, title: str, rates: Sequence[tuple[str, Estimate]], source: str) -> doc.Figure:
    frame = pd.DataFrame({"label": [label for label, _ in rates], "group": "", "icons": ""})
    frame = frame.assign(**lists.numbers(rate for _, rate in rates))
    alt = f"Dots with intervals: win rates of {several(list(frame['label']))}."
    size = (doc.WIDTH, doc.lines_high(len(frame), 1))
    options = {"groups": [""]}
    return doc.Figure(name, title, alt, charts.draw_ladder, frame, options, size, lists.INTERVALS, source=source)


def _shares(
    name: str, title: str, shares: Mapping[str, Estimate], source: str, fair: float | None = None
) -> doc.Figure:
    frame = pd.DataFrame({"label": list(shares), "group": "", "fair": fair or 1.0 / len(shares)})
    frame = frame.assign(**lists.numbers(shares.values()))
    alt = f"Dots with intervals: share of the wins of {several(list(shares))}."
    return replace(lists.shares_figure(name, title, alt, frame, [""], lists.INTERVALS), source=source)


def _endings(found: Mapping[str, Any], title: str, source: str) -> doc.Figure:
    parts = {upper_first(cause.replace("_", " ")): games for cause, games in found["outcomes"].items()}
    shares = [games / max(found["games"], 1) for games in parts.values()]
    frame = pd.DataFrame({"label": found["variant"], "part": list(parts), "value": shares})
    first = frame.loc[frame["value"].idxmax()]
    return doc.Figure(
        "endings",
        title,
        f"Stacked bar: how games ended, most often by: {first['part']}.",
        charts.draw_stacks,
        frame,
        {"parts": list(parts), "xlabel": "games, in percent", "numbered": True},
        (doc.WIDTH, doc.lines_high(1, 1) + 0.4),
        finding=f"Most games end so: {first['part'].lower()}, {100 * first['value']:.0f}\u00a0%",
        source=source,
    )


def comparison(result: Any) -> Iterator[doc.Figure]:
    """Draw the win rates of the arms, and their differences on the same deals."""
    found, scene = result.as_dict(), counted(result.players, "player")
    names = [arm.label for arm in result.arms]
    who = f"{result.field} at all other seats" if result.field else f"{result.kind} compared"
    source = asked.source(found, who, f"{count(result.games)} common deals")
    rates, title = {arm.label: arm.win_rate for arm in result.arms}, f"Games won: {several(names)}, {scene}"
    if result.field:
        yield _shares("win_rates", title, rates, source, fair=1.0 / result.players)
    else:
        yield _rates("win_rates", title, list(rates.items()), source)
    together = f"All intervals hold together at {100 * result.level:g} %."
    pairs = {f"{item.first} against {item.second}": item.difference for item in result.differences}
    yield from _effects("differences", f"Differences on the same deals, {scene}", pairs, source, together)


def _effects(
    name: str, title: str, effects: Mapping[str, Estimate], source: str, note: str, axis: str = "difference, in points"
) -> Iterator[doc.Figure]:
    if effects:
        frame = pd.DataFrame({"label": list(effects), "group": ""}).assign(**lists.numbers(effects.values()))
        alt = f"Dots with intervals around zero: {title}."
        yield replace(lists.effects_figure(name, title, alt, frame, axis, note), source=source)


def tuning(result: Any) -> Iterator[doc.Figure]:
    """Draw what the winner wins on fresh deals, and by how much more than the start, case by case."""
    found, valid = result.as_dict(), result.validation
    labels = [case["case"] for case in found["validation"]["cases"]]
    source = asked.source(found, f"{found['winner']}, tuned from {found['start']}", f"{count(valid.deals)} fresh deals")
    rates = list(zip(labels, valid.cases, strict=True))
    yield _rates("cases", f"Games won on deals that the search had not seen; {found['winner']}", rates, source)
    better = [(label, gap) for label, gap in zip(labels, valid.differences or (), strict=False) if gap is not None]
    title = f"What the search gained over {found['start']}, on the same fresh deals"
    yield from _effects("gains", title, dict(better), source, lists.INTERVALS)


def luck(result: Any) -> Iterator[doc.Figure]:
    """Draw what each source of luck decides by itself, table by table."""
    rows = [(source.words, table.title, source.first) for table in result.tables for source in table.sources]
    frame = pd.DataFrame({"label": [row[0] for row in rows], "group": [row[1] for row in rows]})
    frame = frame.assign(**lists.numbers(row[2] for row in rows))
    what = "who wins" if result.is_competitive else "whether the team wins"
    words, value, table = max(((row[0], row[2].value, row[1]) for row in rows), key=lambda row: row[1])
    title = f"Part of {what} that each source decides alone: {result.title}, {counted(result.players, 'player')}"
    who = several(_once(table.title for table in result.tables))
    made = asked.source(result.as_dict(), who, f"{count(sum(table.games for table in result.tables))} games")
    alt = f"Dots with intervals: what each source of luck decides; {words} most."
    figure = lists.effects_figure("luck", title, alt, frame, "decided by it alone, in percent", lists.INTERVALS)
    told = f"Most comes from {words} alone: {100 * value:.0f}\u00a0%, {table}"
    yield replace(figure, finding=told, source=made)


def _once(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


def patching(result: Any) -> Iterator[doc.Figure]:
    """Draw every number that is wanted, of the game as it is and of each patch, and the ends of what is wanted."""
    found = result.as_dict()
    patches = [found["now"], *(one for one in found["patches"] or found["nearest"] if one["n_changes"])]
    source = asked.source(found, several(found["tables"]), f"{count(found['deals'])} fresh deals of each")
    for want in found["wants"]:
        rows = [row for one in patches for row in _rows(one, want)]
        yield _wanted(want, found, pd.DataFrame(rows), source)


def _patched(found: asked.Found) -> str:
    """Say what was found, as a heading does."""
    first = found["patches"][0] if found["patches"] else None
    if first is None:
        return "None of the patches that were tried does it"
    words = first["words"].replace("_", " ")
    return f"The smallest patch: {words}" if first["n_changes"] else "Nothing need be changed"


def _rows(patch: asked.Found, want: str) -> Iterator[dict[str, Any]]:
    """List the numbers of a patch that a want is about; of many those that fit least."""
    own = [one for one in patch["findings"] if one["want"] == want]
    own = sorted(sorted(own, key=_outside)[-MOST_GROUPS:], key=own.index)
    for one in own:
        low, high = (np.nan if end is None else end for end in one["wanted"])
        named = "" if one["what"] in want else f"{one['what'].replace('_', ' ')}, "
        label = patch["words"] if patch["n_changes"] else AS_IT_IS
        numbers = {part: getattr(estimate_in(one["found"]), part) for part in ("value", "low", "high")}
        yield {"label": label, "group": f"{named}{one['table']}", **numbers, "least": low, "most": high}


def _outside(finding: asked.Found) -> float:
    low, high = finding["wanted"]
    value = finding["found"]["value"]
    below = -np.inf if low is None else low - value
    return float(max(below, -np.inf if high is None else value - high))


def _wanted(want: str, found: asked.Found, frame: pd.DataFrame, source: str) -> doc.Figure:
    labels, groups = (list(dict.fromkeys(frame[name])) for name in ("label", "group"))
    is_share = "%" in want or "point" in want
    options = {"groups": groups, "factor": 100.0 if is_share else 1.0, "xlabel": f"wanted: {want}"}
    return doc.Figure(
        f"patch_{stem(want)}",
        f"{upper_first(want)}: the game as it is, and {'patches' if found['patches'] else 'the nearest patches'}",
        f"Dots with intervals between dotted ends: {several(labels)}.",
        draw_wanted,
        frame,
        options,
        (doc.WIDTH, doc.lines_high(len(labels), len(groups))),
        TOGETHER,
        finding=_patched(found),
        source=source,
    )


def draw_wanted(axes: Any, frame: pd.DataFrame, *, xlabel: str, groups: Sequence[str], factor: float) -> None:
    """Draw the estimates of `frame` (label, group, value, low, high), with dotted lines at `least` and `most`."""
    names = list(dict.fromkeys(frame["label"]))
    charts.name_lines(axes, names)
    for end in pd.unique(frame[["least", "most"]].to_numpy().ravel()):
        axes.axvline(factor * end, color=INK, linewidth=1.2, linestyle=":")
    charts.dots(axes, frame, names, groups, factor)
    axes.set_xlabel(xlabel)
    axes.margins(x=0.05)
    charts.key(axes, groups)


def stamping(result: Any) -> Iterator[doc.Figure]:
    """Draw in what share of all plausible worlds each claim holds."""
    played = {name: stamp for name, stamp in result.stamped.items() if stamp.get("worlds")}
    if played:
        yield _stamps(played, f"{result.file} · seed {result.seed}")


def _stamps(played: asked.Found, file: str) -> doc.Figure:
    ordered = sorted(played.items(), key=lambda one: one[1]["share"][0], reverse=True)
    rows = [
        {"label": name, "group": "", "fair": np.nan, **dict(zip(("value", "low", "high"), stamp["share"], strict=True))}
        for name, stamp in ordered
    ]
    verdicts = [stamp["verdict"] for _, stamp in ordered]
    told = [f"{verdicts.count(word)} {does}" for word, does in VERDICTS.items() if word in verdicts]
    games = count(sum(stamp["games"] for _, stamp in ordered))
    return doc.Figure(
        "stamps",
        "In what share of all plausible worlds each claim holds",
        f"Dots with intervals: {rows[0]['label']} holds most often, {rows[-1]['label']} least.",
        charts.draw_shares,
        pd.DataFrame(rows),
        {"xlabel": PLAINLY, "groups": [""]},
        (doc.WIDTH, doc.lines_high(len(rows), 1)),
        lists.INTERVALS,
        finding=f"Of {len(rows)} claims {several(told)}",
        source=f"{file} · {games} games",
    )
