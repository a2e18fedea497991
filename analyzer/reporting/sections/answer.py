"""The summary, one page for a publisher: the answer, three findings, one figure, and what they rest on."""

from __future__ import annotations

from analyzer.analysis.factors import factors_of
from analyzer.analysis.levels import played_levels
from analyzer.analysis.modules import has_pairs
from analyzer.analysis.strategies import strategies
from analyzer.analysis.sweeps import crossings
from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Bullets, Part, Prose, Section, Tone
from analyzer.reporting.labels import DAGGER, counts_words, legend, number_words, players_words
from analyzer.reporting.names import cell_words, family_of, policy_words, who_plays
from analyzer.reporting.parts.overview import overview
from analyzer.reporting.sentences.basis import say_basis, say_data_sets
from analyzer.reporting.sentences.changes import say_readings, say_setting_range, say_switches
from analyzer.reporting.sentences.contests import (
    say_changes,
    say_changes_shortly,
    say_endings,
    say_scores,
    say_unchanged,
)
from analyzer.reporting.sentences.difficulty import say_largest_change, say_orders, say_players, say_range, win_rate
from analyzer.reporting.sentences.icons import say_disorders, say_icons_shortly
from analyzer.reporting.sentences.levels import say_deals, say_level_orders, say_rates
from analyzer.reporting.sentences.modules import say_modules, say_modules_shortly
from analyzer.reporting.sentences.policies import say_best_strategy, say_held, say_team_policies, say_weakest
from analyzer.reporting.sentences.recommendation import say_icon_changes
from analyzer.reporting.sentences.sweeps import say_crossings
from analyzer.reporting.sentences.turn_order import say_beginning_shortly, say_turn_order
from analyzer.reporting.wording import several
from analyzer.runs.results import Results

PLACE = 10
MOST_FINDINGS = 3
# beginnings that follow a colon
_SMALL = ("The ", "With ", "Of ", "On ", "None ", "No ", "All ", "Half ", "These ", "Beginning ")


def build(results: Results) -> Section:
    """Answer the question of the experiment."""
    sentences, figure = answer(results), overview(results)
    parts: list[Part] = [Prose(text, Tone.WARNING) for text in say_data_sets(results)]
    parts += [Prose(sentences[0], Tone.LEAD)] if sentences else []
    parts += [Bullets(tuple(sentences[1:]))] if len(sentences) > 1 else []
    parts += [figure] if figure is not None else []
    basis = say_basis(results)  # explains the dagger where any setting has it
    parts.append(Prose(basis, Tone.NOTE))
    parts += [Prose(legend(sentences), Tone.NOTE)] if DAGGER not in basis and legend(sentences) else []
    return Section("answer", "Summary", tuple(parts))


def answer(results: Results) -> list[str]:
    """Say the answer, which names who played, and up to three findings; chosen by what the run varied."""
    factors = factors_of(results)
    found = _team_answers(results) if factors.is_cooperative else []
    if factors.is_competitive and not found:
        found = _contest_answers(results)
    return [_headline(results, found[0]), *found[1 : 1 + MOST_FINDINGS]] if found else []


def _headline(results: Results, sentence: str) -> str:
    """Put before the answer who played and with how many, unless it compares those who did or says it itself."""
    factors, begin = factors_of(results), sentence[:1].lower() if sentence.startswith(_SMALL) else sentence[:1]
    if len(factors.policies) == 1:
        is_told = any(f"{number_words(count)} player" in sentence for count in factors.players)
        players = "" if is_told else f" with {counts_words(factors.players)}"
        return f"Played by {who_plays(results)}{players}: {begin}{sentence[1:]}"
    if factors.is_cooperative or len(factors.policies) > MOST_FINDINGS or len(strategies(results)):
        return sentence
    who = several([policy_words(results, name) for name in factors.policies], "or")
    return f"Where {who} plays at all seats, {begin}{sentence[1:]}"


def _joined(first: list[str], clause: str) -> list[str]:
    """Add a clause to the first sentence."""
    return [f"{first[0].removesuffix('.')}; {clause}.", *first[1:]] if first and clause else first


def _contest_answers(results: Results) -> list[str]:
    beginning = say_beginning_shortly(results)
    if len(factors_of(results).policies) > 1:
        best = _joined(say_best_strategy(results), beginning)
        return [*best, *say_turn_order(results, is_told=bool(best)), *say_weakest(results)]
    lead = say_changes_shortly(results)
    others = [*say_turn_order(results), *say_scores(results), *say_endings(results)]
    if lead:
        return [*lead[:1], *say_changes(results, with_counts=False), *say_unchanged(results), *lead[1:], *others]
    told = say_turn_order(results, is_told=True)
    return [*_joined(say_scores(results)[:1], beginning), *told, *say_endings(results)]


def _team_answers(results: Results) -> list[str]:
    factors = factors_of(results)
    if len(crossings(results)):
        return [*say_crossings(results), *say_switches(results), *say_players(results)]
    if factors.alone:
        return say_readings(results)
    if has_pairs(results):
        return [*say_modules_shortly(results), *say_modules(results)[1:], *say_disorders(results)]
    if len(played_levels(results)) > 1:
        lead = _joined(say_rates(results), say_icons_shortly(results))
        return [*lead, *say_level_orders(results), *say_icon_changes(results), *say_deals(results)]
    if len(factors.policies) > 1:
        held = say_held(results) if family_of(results, factors.policies) is None else []
        return [*say_team_policies(results), *held, *say_players(results)]
    if len(factors.sets) > 1:
        return [*say_setting_range(results), *say_switches(results), *say_range(results)]
    found = _joined(say_range(results)[:1], say_icons_shortly(results))
    found += [*say_icon_changes(results), *say_disorders(results), *say_players(results), *say_orders(results)]
    found += say_range(results)[1:] + say_largest_change(results)
    return found if len(factors.variants) > 1 or len(factors.players) > 1 else _single(results)


def _single(results: Results) -> list[str]:
    rows = win_rates(results).to_dict("records")
    return [win_rate(cell_words(results, row["cell"]), row["win_rate"], players_words(row["players"])) for row in rows]
