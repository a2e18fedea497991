"""What studies that turn switches ask and answer, as people say it: no code names, and nothing that needs brackets."""

import re
from collections.abc import Mapping
from typing import Any

from analyzer.reporting.spoken import first_spoken
from analyzer.reporting.wording import several, upper_first

Found = Mapping[str, Any]  # what a command prints with --json
SHARES = ("rate", "first")
WINNERS = {"rate": "the team wins", "first": "the first player wins"}
EVEN = 0.5
_DONE = re.compile(r"(.+?) ((?:taken|mixed|put|left|dealt)\b.*)")  # "Islands taken out unseen before the deal"
_BEHIND = re.compile(r"\s*[:;(].*")


def switch_words(found: Found, name: str) -> str:
    """Call a switch by what it decides, up to the list of its values."""
    told = _BEHIND.sub("", found["summaries"].get(name, ""))
    return told or re.sub("[._]+", " ", name)


def goal_words(measure: str, target: float) -> str:
    """Name what is wanted."""
    if measure not in SHARES:
        return f"games of {target:g} turns"
    if target == EVEN:
        return "an even game"
    return f"{'wins' if measure == 'rate' else 'wins of the first player'} in {100 * target:g} %"


def question(found: Found) -> str:
    """Ask what a calibration was to find."""
    words = [switch_words(found, name) for name in found["switches"]]
    if "wanted" in found:
        return f"{upper_first(several(words))}: which numbers come nearest to what is wanted?"
    goal, done = goal_words(found["measure"], found["target"]), _DONE.fullmatch(words[0])
    if len(words) > 1:
        return f"{upper_first(several(words))}: which numbers for {goal}?"
    if done:
        return f"How many {done[1]} must be {done[2]} for {goal}?"
    return f"{upper_first(words[0])}: how many for {goal}?"


def answer(found: Found, one: Found) -> str:
    """Answer it for one setting of the other switch, so that it can be said aloud."""
    given = " and ".join(f"{value} {switch_words(found, name)}" for name, value in one["given"].items())
    near = _nearest(one)
    there = _outcome(found["measure"], near["estimate"]["value"])
    if one["status"] == "found":
        told = f"about {near['value']}: {there} then"
    elif one["status"] == "open":
        told = f"these games cannot tell: at {near['value']}, {there}"
    else:
        told = f"out of reach: at {near['value']}, the nearest, {there}"
    return first_spoken(f"With {given}, {told}." if given else f"{upper_first(told)}.", f"{upper_first(told)}.")


def _nearest(one: Found) -> Found:
    points = [point for point in one["curve"] if point["value"] == one["nearest"]]
    found: Found = min(points, key=lambda point: bool(point["search"]))
    return found


def _outcome(measure: str, value: float) -> str:
    return f"{WINNERS[measure]} {100 * value:.0f} %" if measure in SHARES else f"games take {value:.0f} turns"


def change_words(found: Found) -> str:
    """Name a change of rules as it was asked for."""
    return several([text.replace("_", " ").replace("=", " = ") for text in found["change"]])


def moved(found: Found) -> str:
    """Say what a change of rules does to what matters most, so that it can be said aloud."""
    measures = [move["measure"] for move in found["scenes"][0]["moves"]]
    leading = next(name for name in ("first", "rate", measures[0]) if name in measures)
    moves = [move for scene in found["scenes"] for move in scene["moves"] if move["measure"] == leading]
    sure = [move["difference"]["value"] for move in moves if move["certain"]]
    what = {"rate": "the team wins", "first": "the first player wins"}.get(leading, "the games")
    if not sure:
        return first_spoken(f"No change that these games could show: {what} as often as before, as far as they tell.")
    least, most = min(sure, key=abs), max(sure, key=abs)
    if min(sure) < 0 < max(sure):
        return first_spoken(f"It depends on the table: at some {what} more often, at others less.")
    size = f"{100 * abs(most):.0f}"
    by = f"up to {size} points" if round(100 * abs(least)) != round(100 * abs(most)) else f"{size} points"
    often = f"{'more' if most > 0 else 'less'} often, by {by}"
    where = "" if len(sure) == len(moves) else f", for certain at {len(sure)} of {len(moves)} tables"
    return first_spoken(f"With the change {what} {often}{where}.")


def lost_by(cell: Found) -> str:
    """Say which kind of decision loses most games, so that it can be said aloud."""
    first = cell["kinds"][0] if cell["kinds"] else None
    if first is None or not first["culprits"]:
        return first_spoken(f"No kind of decision stands out in {cell['games']} lost games.")
    share, kind = f"{100 * first['share']['value']:.0f} %", first["kind"].replace("_", " ")
    return first_spoken(f"Most often one decision loses the game: {kind}, in {share} of the lost games.")


def source(found: Found, who: str, games: str) -> str:
    """Say of what the figures of a study are made: so short that it stands inside each of them."""
    name = found["game"]
    edition = f"rules {name}/{found['rules_version']}" if "rules_version" in found else ""
    parts = (f"{name.capitalize()}: {who}", games, f"seed {found['seed']}", edition)
    return " · ".join(part for part in parts if part)
