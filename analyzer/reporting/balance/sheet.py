"""The designer's sheet: every question in one sentence, with one verdict and what to try next."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

ORDER, LENGTH, RACE = "Fair turn order?", "How long, and how does it end?", "Closest race or runaway?"
COMPONENTS, STRATEGIES = "Strongest and weakest components?", "Strategies that work?"
LUCK = "Where does luck come from?"
UNSEEN = "no deal differs"
FINE, LOOK, CHANGE = "fine", "look at", "change"
LARGE_GAP = 0.05  # of win share, from a fair one: change the rules
RUNAWAY, TIGHT = 0.9, 0.75  # win share of who leads alone at half-time
CUT_OFF = 0.01  # of games
NAMED = 3  # components that a sentence names

Found = Mapping[str, Any]  # the document of a balance, or a part of it


@dataclass(frozen=True)
class Line:
    """One question, answered for one table."""

    question: str
    table: str
    sentence: str
    verdict: str
    mend: str = ""  # a command that tries what would mend it

    def as_dict(self) -> dict[str, str]:
        """Write it as data."""
        return asdict(self)


def sheet(found: Found) -> list[Line]:
    """Answer every question that was studied."""
    studies = found["studies"]
    lines: list[Line] = []
    if "turn-order" in studies:
        lines += [_order(found, table) for table in studies["turn-order"]["tables"]]
    if "course" in studies:
        lines += [line for table in studies["course"] for line in (_length(table), _race(table))]
    if "components" in studies:
        lines += [_components(found, table) for table in studies["components"]]
    if "strategies" in studies:
        lines += list(_strategies(studies["strategies"]["bans"]))
    if "luck" in studies:
        lines += [Line(LUCK, label(table), f"{table['words']}.", FINE) for table in studies["luck"]["tables"]]
    return lines


def label(table: Found) -> str:
    """Name a table."""
    return f"{table['players']} players, {table['level']}"


def percent(value: float) -> str:
    """Write a share in whole percents."""
    return f"{100 * value:.0f}"


def points(value: float) -> str:
    """Write a difference of shares in points."""
    return f"{100 * value:+.1f}".replace("-", "−")


def _order(found: Found, table: Found) -> Line:
    shares, fair = [share["value"] for share in table["shares"]], table["fair"]
    gap = max(abs(share - fair) for share in shares)
    told = f"By turn position {' : '.join(map(percent, shares))} (fair {percent(fair)})"
    if not table["uneven"]:
        smallest = f"{100 * table['smallest_shown']:.1f}"
        return Line(ORDER, label(table), f"{told}; a gap of {smallest} points would show.", FINE)
    verdict, remedy = (CHANGE if gap >= LARGE_GAP else LOOK), table["compensation"]
    if remedy is None:
        return Line(ORDER, label(table), f"{told}; no handicap was found that evens it out.", verdict)
    after = " : ".join(percent(share["value"]) for share in remedy["shares"])
    effect = "no gap shows any more" if remedy["even"] else "it is nearest to even"
    sentence = f"{told}; with {remedy['handicap']} {effect}: {after} on fresh deals."
    return Line(ORDER, label(table), sentence, verdict, _try(found, table, remedy["handicap"].split("; ")))


def _try(found: Found, table: Found, handicaps: Sequence[str]) -> str:
    options = [word for text in handicaps for word in ("--handicap", text)]
    return _command(found, table, *options)


def _command(found: Found, table: Found, *options: str) -> str:
    where = ["--variant", found["variant"], "--players", str(table["players"]), "--levels", table["level"]]
    return shlex.join(["analyzer", "whatif", found["game"], *where, *options])


def _length(table: Found) -> Line:
    turns, endings = table["turns"], table["endings"]
    ends = ", ".join(f"{name} {percent(one['value'])} %" for name, one in endings.items())
    cut = sum(endings[name]["value"] for name in ("truncated", "fault") if name in endings)
    sentence = f"Half of the games last up to {turns['median']['value']:.0f} turns, nine in ten up to "
    sentence += f"{turns['p90']['value']:.0f}; they end: {ends}."
    return Line(LENGTH, label(table), sentence, LOOK if cut > CUT_OFF else FINE)


def _race(table: Found) -> Line:
    ahead = table["leader_wins"]
    if ahead is None:
        return Line(RACE, label(table), "Nobody ever leads alone at half-time.", FINE)
    low, high, value = ahead["ci_low"], ahead["ci_high"], ahead["value"]
    verdict = CHANGE if low > RUNAWAY else LOOK if low > TIGHT else FINE
    sentence = f"Who leads alone at half-time wins {percent(value)} % [{percent(low)}, {percent(high)}]; the lead "
    sentence += f"changes {table['lead_changes']['value']:.1f} times, and the winner leads for good from "
    sentence += f"{percent(table['settled']['value'])} % of the game on (median of {table['watched']} games)."
    return Line(RACE, label(table), sentence, verdict)


def _components(found: Found, table: Found) -> Line:
    given = [one for one in table["components"] if one["grant"] is not None]
    if not given:
        return _without(table)
    strong = [one for one in given if one["verdict"] == "stronger than the others"]
    weak = [one for one in given if one["verdict"] == "weaker than the others"]
    best, worst = given[:NAMED], given[-NAMED:][::-1]
    sentence = f"Worth most to begin with: {_named(best)}; least: {_named(worst)}."
    sentence += f" {_certain(strong, 'stronger')} {_certain(weak, 'weaker')}"
    mend = _command(found, table, "--remove", strong[0]["component"]) if strong and _leaves(strong[0]) else ""
    return Line(COMPONENTS, label(table), sentence, LOOK if strong or weak else FINE, mend)


def _leaves(component: Found) -> bool:
    return component["removal_score"] is not None or component["removal_turns"] is not None


def _without(table: Found) -> Line:
    moved = [one for one in table["components"] if one["removal_score"] and one["removal_score"]["certain"]]
    names = ", ".join(one["component"] for one in moved[:NAMED]) or "none"
    return Line(COMPONENTS, label(table), f"Their removal changes scores: {names}.", FINE)


def _named(several: Sequence[Found]) -> str:
    return ", ".join(f"{one['component']} ({points(one['grant']['value'])})" for one in several)


def _certain(several: Sequence[Found], word: str) -> str:
    names = ", ".join(one["component"] for one in several[:NAMED])
    more = f" and {len(several) - NAMED} more" if len(several) > NAMED else ""
    return f"Certainly {word} than others of their kind: {names or 'none'}{more}."


def _strategies(bans: Sequence[Found]) -> Iterator[Line]:
    for table in dict.fromkeys(label(ban) for ban in bans):
        own = [ban for ban in bans if label(ban) == table]
        told = "; ".join(
            f"{ban['strategy']}: {points(-ban['cost']['value'])} points, {ban['verdict']}"
            for ban in own
            if ban["verdict"] != UNSEEN
        )
        unseen = ", ".join(ban["strategy"] for ban in own if ban["verdict"] == UNSEEN)
        told += f"; never comes up: {unseen}" if unseen else ""
        verdicts = {ban["verdict"] for ban in own}
        verdict = CHANGE if "nobody wins without it" in verdicts else FINE
        verdict = LOOK if verdict == FINE and verdicts & {"worth nothing", "better without it"} else verdict
        yield Line(STRATEGIES, table, f"What giving one up does: {told}.", verdict)
