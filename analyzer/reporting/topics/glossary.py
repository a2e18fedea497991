"""Glossary: what the names of this report mean: variants, settings, players, measures and terms."""

from typing import Any

import pandas as pd

from analyzer.analysis import frames, places
from analyzer.reporting.document import Column, Part, Section, Table
from analyzer.reporting.naming import legend, policy_title, variant_label, variant_words
from analyzer.runs.stored.results import Results

PLACE = 97


def build(results: Results) -> Section:
    """List what the names in the report mean."""
    are_set = any(cell.changes for cell in results.manifest.cells)
    settings = _settings(results) if are_set else None
    tables = [_variants(results), settings, _policies(results), _measures(results), _terms(results)]
    parts: tuple[Part, ...] = tuple(table for table in tables if table is not None)
    return Section("glossary", "Glossary", parts)


def _variants(results: Results) -> Table:
    used = dict.fromkeys(part for cell in results.manifest.cells for part in cell.parts)
    known = {item.name: item.summary for item in results.manifest.game.variants}
    rows = [
        {
            "name": variant_label(results, name),
            "title": variant_words(results, name),
            "summary": known.get(name, ""),
        }
        for name in used
    ]
    columns = (Column("name", "name in commands"), Column("title", "called"), Column("summary", "what it is"))
    frame = pd.DataFrame(rows)
    return Table("words_variants", "Variants", columns, frame, legend(frame["title"]), folded=len(rows) > 20)


def _settings(results: Results) -> Table | None:
    """Explain the switches that the run set on top of its variants."""
    used = {name for cell in results.manifest.cells for name in cell.changes}
    rows: list[dict[str, Any]] = [
        {
            "name": item.name,
            "summary": item.summary,
            "default": _plain(item.default),
            "allowed": item.allowed,
        }
        for item in results.manifest.game.switches
        if item.name in used
    ]
    if not rows:
        return None
    columns = (
        Column("name", "setting"),
        Column("summary", "what it decides"),
        Column("default", "by default"),
        Column("allowed", "may be"),
    )
    return Table("words_settings", "Settings", columns, pd.DataFrame(rows), folded=len(rows) > 10)


def _plain(value: Any) -> str:
    """Write a value as a spec does."""
    return str(value).lower() if str(value) in ("True", "False") else str(value)


def _policies(results: Results) -> Table:
    titles = {item.name: policy_title(results, item.name) for item in results.manifest.policies}
    rows = [
        {
            "name": item.name,
            "title": titles[item.name],
            "summary": without_title(item.summary, item.title) if titles[item.name] == item.title else item.summary,
            "traits": ", ".join(item.traits),
        }
        for item in results.manifest.policies
    ]
    columns = [Column("name", "policy"), Column("title", "what it is"), Column("summary", "how it plays")]
    columns += [Column("traits", "traits")] if any(row["traits"] for row in rows) else []
    return Table("words_policies", "Who plays", tuple(columns), pd.DataFrame(rows), POLICIES)


def _measures(results: Results) -> Table | None:
    words = results.manifest.game.words
    names = dict.fromkeys([*words.measures, *words.deals])
    rows = [{"name": name, "words": frames.measure_words(results, name)} for name in names]
    columns = (Column("words", "measure"), Column("name", "name in data"))
    return Table("words_measures", "Measures", columns, pd.DataFrame(rows), folded=True) if rows else None


def _terms(results: Results) -> Table:
    factors = frames.factors_of(results)
    chosen = terms(team=factors.is_cooperative, contest=factors.is_competitive, scale=len(places.ladder(results)) > 1)
    chosen = (_SIGHT if factors.varies_sight else {}) | chosen
    columns = (Column("term", "term"), Column("meaning", "meaning"))
    rows = [{"term": term, "meaning": meaning} for term, meaning in chosen.items()]
    return Table("words_terms", "Terms", columns, pd.DataFrame(rows))


POLICIES = "A policy is a fixed way to play, written as a program: it sees what a player at the table sees."
_ALL = {
    "interval": (
        "The range in brackets behind a number. Of all such ranges 95 in 100 hold the true value; the more games, the "
        "narrower it is."
    ),
    "for certain": "The interval leaves no other answer, also when all claims of the report are taken together.",
    "points": "Of a change of a share, percentage points: from 40 % to 45 % is +5 points.",
    "deal": "One shuffle of all cards and dice. Different settings are compared on the same deals.",
    "cut off": "A game stopped by the limit of turns. It is counted, and makes intervals wider on both sides.",
    "†": "Rests on rules that no source states. They are listed under Assumptions.",
}
_SIGHT = {
    "sight": "The chance that a player notices a good move; 1 is the policy itself, which overlooks nothing.",
    "even game": "One that is won half of the time.",
}
_TEAM = {"won": "The share of games that the team (or the single player) wins."}
_SCALE = {
    "difficulty": (
        "How hard a variant is: 0 is an even chance to win; each step of 1 multiplies the odds of losing by 2.7 (a "
        "logit). With several numbers of players it is their mean, all weighing the same."
    ),
    "odds": (
        "Lost games for every won one (odds of losing), or won games for every lost one (odds of winning): odds of "
        "losing of 3 to 1 mean a win rate of 25 %."
    ),
    "steps of the odds": (
        "A step of 1 multiplies the odds by 2.7, a step of −1 divides them by that. A difficulty counts steps of the "
        "odds of losing; what a module adds is told in steps of the odds of winning."
    ),
    "icons": "The printed marks of difficulty, one to three; ! marks those that were measured to be wrong.",
}
_CONTEST = {
    "win share": "The share of wins of a seat or a way to play; a shared win counts in equal parts.",
    "fair share": "What each would win if all were alike: one half of two players, a third of three.",
    "first player": "Whoever takes the first turn; the second player sits next in turn order, whatever the chair.",
    "winning score": "The score of the winner at the end of the game.",
    "margin": "The score of the winner minus that of the second.",
    "field": "The way to play of all other seats, against which each way to play is measured.",
}


def terms(*, team: bool, contest: bool, scale: bool) -> dict[str, str]:
    """Choose the terms that a report needs."""
    return {**(_TEAM if team else {}), **(_SCALE if scale else {}), **(_CONTEST if contest else {}), **_ALL}


def without_title(summary: str, title: str) -> str:
    """Give what a policy does without what it is."""
    head, colon, rest = summary.partition(": ")
    text = rest if title and colon and head.lower() == title.lower() else summary
    return f"{text[:1].upper()}{text[1:]}"
