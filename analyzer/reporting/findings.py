"""What a figure shows, in a few words for its heading: read off the finished table that is drawn."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from analyzer.reporting import charts, naming, spoken
from analyzer.reporting.document import Bullets, Figure, Labelled, Part, Prose, Section
from analyzer.reporting.wording import MINUS, counted

Finding = Callable[[pd.DataFrame, dict[str, Any]], str]
LONGEST = 120  # letters of a heading
FEWEST_WORDS = 6  # of a sentence that is not said again
_WHERE = re.compile(r" [(].*$")
_BETWEEN = re.compile(r"(?<=[.!?]) (?=[A-Z“0-9])")  # sentences
CHANGES = ("change", "difference")
UNITS = ("points", "turns")
GOOD = "good"


def with_findings(sections: Iterable[Section], source: str) -> Iterator[Section]:
    """Give every figure a heading, if it has none, and the line that says of what it was made; nothing twice."""
    drawn: list[Figure] = []
    for section in sections:
        parts: list[Part] = []
        for part in section.parts:
            if not isinstance(part, Figure):
                parts.append(part)
            elif not any((part.draw, part.title) == (a.draw, a.title) and part.frame.equals(a.frame) for a in drawn):
                found = part.finding or finding_of(part)
                found = part.title if found in {figure.finding for figure in drawn} else found
                drawn.append(replace(part, finding=found, source=part.source or source))
                parts.append(drawn[-1])
        yield replace(section, parts=tuple(parts))


def said_once(sections: Iterable[Section]) -> Iterator[Section]:
    """Leave out of later sections every sentence that was said before, also where it stood behind a few other words."""
    said = ""
    for section in sections:
        parts, told = [], ""
        for part in section.parts:
            new: Part | None = part
            if isinstance(part, Prose):
                text, told = _new(part.text, said), f"{told} {part.text}"
                new = replace(part, text=text) if text or not part.text else None
            elif isinstance(part, Bullets):
                items, told = [_new(item, said, FEWEST_WORDS) for item in part.items], " ".join([told, *part.items])
                new = replace(part, items=tuple(filter(None, items))) if any(items) else None
            elif isinstance(part, Labelled):
                told = " ".join([told, *(text for _label, text in part.items)])
            parts += [new] if new is not None else []
        said += told.lower()
        yield replace(section, parts=tuple(parts))


def _new(text: str, said: str, least: int = 0) -> str:
    """Leave out what was said; a text of which fewer words than `least` would be left stays whole."""
    kept = [
        one for one in _BETWEEN.split(text) if len(one.split()) < FEWEST_WORDS or one.rstrip(".").lower() not in said
    ]
    new = " ".join(kept)
    return text if new and len(new.split()) < least else new


def finding_of(figure: Figure) -> str:
    """Say what a figure shows; its title where there is nothing shorter to say."""
    find = FINDINGS.get(figure.draw.__name__)
    text = find(figure.frame, dict(figure.options)) if find is not None and len(figure.frame) else ""
    return text if text and len(text) <= LONGEST else figure.title


def _percent(value: float) -> str:
    share = 100.0 * value
    return f"{share:.0f}\u00a0%" if 1.0 <= share <= 99.0 or share in (0.0, 100.0) else f"{share:.1f}\u00a0%"


def _effects(frame: pd.DataFrame, options: dict[str, Any]) -> str:
    """Name the largest change; all intervals that leave zero out hold together."""
    sure = frame[(frame["low"] > 0) | (frame["high"] < 0)]
    if sure.empty:
        what = str(options.get("xlabel", "")).partition(",")[0]
        return f"No {what if what.startswith(CHANGES) else 'difference'} can be told from chance"
    row = sure.loc[sure["value"].abs().idxmax()]
    size = abs(options.get("factor", 1.0) * row["value"])
    written = (
        f"{MINUS if row['value'] < 0 else '+'}{size:.0f}" if size >= 10 else f"{row['value'] * options['factor']:+.1f}"
    )
    unit = next((f" {word}" for word in UNITS if word in str(options.get("xlabel", ""))), "")
    label = str(row["label"])
    for name in (label, _WHERE.sub("", label)):  # where it was measured stands behind it in brackets
        told = f"Largest change: {name}, {written.replace('-', MINUS)}{unit}".replace(naming.DAGGER, "")
        if len(told) <= LONGEST:
            break
    return told


def _rates(frame: pd.DataFrame, options: dict[str, Any]) -> str:
    groups = list(options.get("groups", []))
    group = GOOD if GOOD in groups else groups[0] if groups else ""
    own = frame[frame["group"] == group] if group else frame
    low, high = own.loc[own["value"].idxmin()], own.loc[own["value"].idxmax()]
    if len(own) < 2 or low["label"] == high["label"]:
        return f"{low['label']}: {_percent(low['value'])}"
    ends = f"{low['label']} is won least ({_percent(low['value'])}), {high['label']} most ({_percent(high['value'])})"
    return spoken.begun(ends) + (f": {group}{' players' if group == GOOD else ''}" if len(groups) > 1 else "")


def _shares(frame: pd.DataFrame, _options: dict[str, Any]) -> str:
    known = frame[frame["fair"].notna() & frame["value"].notna()]  # of one game nobody may have an outcome
    if known.empty:
        return ""
    if known["group"].astype(str).str.endswith(" player").all():  # places in the turn order
        row = known.loc[(known["value"] - known["fair"]).abs().idxmax()]
        return (
            f"The {row['group']} wins {_percent(row['value'])}, {_percent(row['fair'])} would be fair: {row['label']}"
        )
    if not ((known["low"] > known["fair"]) | (known["high"] < known["fair"])).any():
        return "No share can be told from a fair one"
    row = known.loc[(known["value"] - known["fair"]).idxmax()]
    if (known["high"] < known["fair"]).all():
        return f"None comes up to its fair share; {row['label']} does best ({_percent(row['value'])})"
    return f"Best: {row['label']}, {_percent(row['value'])} where {_percent(row['fair'])} would be fair"


def _stacks(frame: pd.DataFrame, _options: dict[str, Any]) -> str:
    first = frame.loc[frame.groupby("label", sort=False)["value"].idxmax(), "part"]
    part, number = str(first.value_counts().index[0]), int(first.value_counts().iloc[0])
    return f"Largest part in {number} of {len(first)}: {part}"


def _matrix(frame: pd.DataFrame, _options: dict[str, Any]) -> str:
    certain, pairs = int(frame["is_certain"].sum()) // 2, len(frame) // 2
    if certain == pairs > 1:
        return f"All {counted(pairs, 'pair')} differ for certain"
    verb = "differs" if certain == 1 else "differ"
    return f"{certain or 'None'} of {counted(pairs, 'pair')} {verb} for certain" if pairs else ""


def _curve(frame: pd.DataFrame, options: dict[str, Any]) -> str:
    names = list(dict.fromkeys(frame["label"]))
    marks = [f"{value:.1f} ({names[int(curve)]})" for curve, value, _low, _high in options.get("crossings", ())]
    is_half = options.get("line", charts.HALF) == charts.HALF
    return f"Half of the games are won at {', '.join(marks)}" if marks and is_half else ""


def _skill(frame: pd.DataFrame, options: dict[str, Any]) -> str:
    """Name the variants that are even games for the weakest and for the strongest team."""
    names = list(dict.fromkeys(frame["label"]))
    even = sorted((value, names[int(curve)]) for curve, value, _low, _high in options.get("marks", ()))
    if not even:
        return ""
    told = [f"at {value:.2f} {name.removesuffix(naming.DAGGER)}" for value, name in (even[0], even[-1])]
    return f"An even game: {told[0].replace('at ', 'at sight ', 1)}" + (f", {told[1]}" if len(even) > 1 else "")


def _heat_map(frame: pd.DataFrame, _options: dict[str, Any]) -> str:
    low, high = frame.loc[frame["value"].idxmin()], frame.loc[frame["value"].idxmax()]
    ends = [f"{_percent(row['value'])} ({row['row']}, {counted(int(row['column']), 'player')})" for row in (low, high)]
    return f"From {ends[0]} to {ends[1]}"


def _survival(frame: pd.DataFrame, _options: dict[str, Any]) -> str:
    ended = frame[frame["value"] < 0.5].groupby("label", sort=False)["turn"].min()
    if ended.empty:
        return ""
    low, high = int(ended.min()), int(ended.max())
    return f"Half of the games have ended by turn {low}" + (f" to {high}" if high > low else "")


def _spread(frame: pd.DataFrame, options: dict[str, Any]) -> str:
    low, high = frame["median"].min(), frame["median"].max()
    return f"Typical {options.get('xlabel', 'values')}: {low:g}" + (f" to {high:g}" if high > low else "")


def _deals(frame: pd.DataFrame, _options: dict[str, Any]) -> str:
    low, high = frame["value"].min(), frame["value"].max()
    return f"Estimates between {_percent(low)} and {_percent(high)}, depending on the deal"


def _board(frame: pd.DataFrame, _options: dict[str, Any]) -> str:
    row = frame.loc[frame["value"].idxmax()]
    where = f"column {row['column'] + 1}, row {row['row'] + 1} of {row['label']}"
    return f"Most often empty: {where} ({_percent(row['value'])})"


FINDINGS: dict[str, Finding] = {
    "draw_effects": _effects,
    "draw_ladder": _rates,
    "draw_shares": _shares,
    "draw_stacks": _stacks,
    "draw_matrix": _matrix,
    "draw_curve": _curve,
    "draw_lines": _skill,
    "draw_panels": _skill,
    "draw_heat_map": _heat_map,
    "draw_survival": _survival,
    "draw_spread": _spread,
    "draw_deals": _deals,
    "draw_board": _board,
}
