"""The answer for a team that can play in several ways: with which it wins most, and what the worst of them costs."""

from typing import Any

from analyzer.analysis import changes, frames, places
from analyzer.reporting import naming, spoken
from analyzer.reporting.topics.policies import ways
from analyzer.runs.stored.results import Results

USUAL = "in their usual way"


def say(results: Results) -> list[str]:
    """Say with which way to play a team wins most; nothing where ways cannot be compared."""
    found = places.scales(results, "policy")
    if not found:
        return []
    of, names = len(found[0].variants), changes.extreme_labels(results, "policy", hardest=False)
    count = f"{naming.number_words(of)} ways to play"
    if len(names) == of:
        return [spoken.first_spoken(f"No way to play can be told apart from the others; {count} were tried.")]
    short = ways.ways(results)
    best = _variation(results, names, short, count) if short else _best(results, names, count)
    return [best, *_worst(results, names, short)]


def _variation(results: Results, names: list[str], short: dict[str, str], count: str) -> str:
    """Say which variation of one way to play is best, and by how much."""
    who, ending = spoken.team(results, ways.root_of(results))
    win = f"of {count} {who} win{ending} most often"
    gain = max((row["difference"].value for row in _rows(results) if _is_gain(row, names)), default=0.0)
    more = f", up to {100 * gain:.0f} points more often than {USUAL}" if gain >= 0.01 and len(names) == 1 else ""
    close = "" if len(names) == 1 else "; these are too close to tell apart"
    listed = spoken.listed([_with(short[name]) for name in names], link="or")
    return spoken.first_spoken(f"{win} {listed}{close or more}.", f"{win} {listed}.", "See the ways to play below.")


def _is_gain(row: dict[str, Any], names: list[str]) -> bool:
    return row["policy"] in names and row["difference"].low > 0


def _with(way: str) -> str:
    return f"with {way}" if way else USUAL


def _best(results: Results, names: list[str], count: str) -> str:
    named = [naming.policy_words(results, name) for name in names]
    if len(named) == 1:
        return spoken.first_spoken(f"Of {count} {named[0]} wins most often.", f"One of {count} wins most often.")
    near = f"{spoken.listed(named)} win most often of {count}, too close to tell apart."
    return spoken.first_spoken(near, f"{spoken.begun(naming.number_words(len(named)))} of {count} win most often.")


def _rows(results: Results) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = changes.changes(results, "policy").to_dict("records")
    return rows


def _worst(results: Results, best: list[str], short: dict[str, str]) -> list[str]:
    """Say what the worst way costs against the one that all are compared with."""
    rows = [row for row in _rows(results) if row["policy"] not in best and row["difference"].high < 0]
    if not rows:
        return []
    row = min(rows, key=lambda item: item["difference"].value)
    less = f"up to {spoken.points(row['difference'])} less often than"
    own, other = (
        naming.policy_words(results, name) for name in (row["policy"], frames.factors_of(results).policies[0])
    )
    told = f"with {short[row['policy']]} they win {less} {USUAL}" if short else f"{own} wins {less} {other}"
    return [spoken.first_spoken(f"{told}.", f"The worst of them wins {spoken.points(row['difference'])} less.")]
