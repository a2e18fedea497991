"""Pictures of patches and of stamps: how each patch lies to what is wanted, and in how many worlds claims hold."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.reporting import asked, charts, lists
from analyzer.reporting import document as doc
from analyzer.reporting.studies import estimate_in
from analyzer.reporting.theme import INK
from analyzer.reporting.wording import count, several, stem, upper_first

AS_IT_IS, PLAINLY = "as it is", "holds in percent of all plausible worlds"
VERDICTS = {"stable": "hold in every world", "flips": "flip", "open": "stay open"}
MOST_GROUPS = 8  # numbers of one want that a figure tells apart
TOGETHER = "All intervals hold together at 95 %; dotted: the ends of what is wanted."


def patching(result: Any) -> Iterator[doc.Figure]:
    """Draw every number that is wanted, of the game as it is and of each patch, and the ends of what is wanted."""
    found = result.as_dict()
    patches = [found["now"], *(one for one in found["patches"] or found["nearest"] if one["n_changes"])]
    source = asked.source(found, several(found["tables"]), f"{count(found['deals'])} fresh deals of each")
    for want in found["wants"]:
        rows = [row for one in patches for row in _rows(one, want)]
        yield _wanted(want, found, pd.DataFrame(rows), source)


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
        finding=found["words"].partition(" (")[0].replace("_", " "),
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
