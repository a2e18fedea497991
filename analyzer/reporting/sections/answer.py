"""The answer: a few sentences written from the numbers, and what they rest on."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.analysis.factors import factors_of
from analyzer.analysis.modules import has_pairs
from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Bullets, Part, Prose, Section, Tone
from analyzer.reporting.labels import label, legend, players_words
from analyzer.reporting.sentences.basis import say_basis, say_data_sets
from analyzer.reporting.sentences.changes import say_readings, say_switches
from analyzer.reporting.sentences.contests import say_changes, say_endings, say_scores, say_turn_order
from analyzer.reporting.sentences.difficulty import say_icons, say_ladder, say_players, win_rate
from analyzer.reporting.sentences.modules import say_modules
from analyzer.reporting.sentences.policies import say_held, say_strategies, say_team_policies, say_weakest
from analyzer.runs.results import Results

PLACE = 10
MOST_SENTENCES = 6


def build(results: Results) -> Section:
    """Answer the question of the experiment."""
    sentences = answer(results)
    parts: list[Part] = [Prose(text, Tone.WARNING) for text in say_data_sets(results)]
    parts += [Prose(sentences[0], Tone.LEAD)] if sentences else []
    parts += [Bullets(tuple(sentences[1:]))] if len(sentences) > 1 else []
    parts.append(Prose(say_basis(results), Tone.NOTE))
    parts += [Prose(legend(sentences), Tone.NOTE)] if legend(sentences) else []
    return Section("answer", "Answer", tuple(parts))


def answer(results: Results) -> list[str]:
    """Choose up to six sentences by what the run varied."""
    factors = factors_of(results)
    found: list[str] = []
    if factors.is_cooperative:
        found += _team_answers(results)
    if factors.is_competitive and not found:
        found += [*say_strategies(results), *say_changes(results), *say_endings(results)]
        found += [*say_turn_order(results), *say_scores(results), *say_weakest(results)]
    return found[:MOST_SENTENCES]


def _team_answers(results: Results) -> list[str]:
    factors = factors_of(results)
    if factors.alone:
        found = say_readings(results)
    elif has_pairs(results):
        found = say_modules(results)
    else:
        found = say_team_policies(results)
        found += say_switches(results) if len(factors.sets) > 1 else []
        found += say_held(results) if len(factors.policies) > 1 else say_ladder(results)
    found += [*say_icons(results), *say_players(results)] if not factors.alone else []
    return found or list(_single(results))


def _single(results: Results) -> Iterator[str]:
    for row in win_rates(results).to_dict("records")[:MOST_SENTENCES]:
        yield win_rate(label(results, row["cell"]), row["win_rate"], players_words(row["players"]))
