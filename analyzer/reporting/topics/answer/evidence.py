"""The numbers behind an answer, with their intervals: for the paragraph that says how sure it is."""

from analyzer.analysis import changes, contrasts, frames, tables, tournaments
from analyzer.analysis.levels import played_levels
from analyzer.analysis.modules import has_pairs
from analyzer.reporting import naming, spoken
from analyzer.reporting.document import Kind
from analyzer.reporting.topics import ladder, levels, modules, recommendation, seats, skill, sweep
from analyzer.reporting.topics.differences.sentences import say_readings, say_setting_range, say_switches
from analyzer.reporting.topics.policies import ways
from analyzer.reporting.topics.policies.sentences import say_best_strategy, say_held, say_team_policies, say_weakest
from analyzer.reporting.topics.seats.turn_order import say_beginning_shortly, say_turn_order
from analyzer.reporting.wording import write
from analyzer.runs.stored.results import Results

MOST_FINDINGS = 3
# beginnings that follow a colon
_SMALL = ("The ", "With ", "Of ", "On ", "None ", "No ", "All ", "Half ", "These ", "Beginning ")


def evidence(results: Results) -> list[str]:
    """Say in numbers what was found and who played, then up to three more findings; chosen by what the run varied."""
    factors = frames.factors_of(results)
    found = _team_answers(results) if factors.is_cooperative else []
    found = found or (_contest_answers(results) if factors.is_competitive else [])
    told = [_headline(results, found[0]), *found[1 : 1 + MOST_FINDINGS]] if found else []
    return [" ".join([told[0], *_ways_to_read(results)]), *told[1:]] if told and factors.alone else told


def _ways_to_read(results: Results) -> list[str]:
    """Say in how many ways the doubtful rules were read, where it is more than one each: answers count rules."""
    cells = [results.entry(cell) for cell, _reference in frames.references_of(results)["reading"]]
    ways = {(name, text) for entry in cells for name, text in list(entry.change_texts.items())[-1:]}
    rules = {name for name, _text in ways}
    return [f"These are {len(ways)} ways to read {len(rules)} rules."] if len(ways) > len(rules) else []


def _headline(results: Results, sentence: str) -> str:
    """Put before the answer who played and with how many, unless it compares those who did or says it itself."""
    factors, begin = frames.factors_of(results), sentence[:1].lower() if sentence.startswith(_SMALL) else sentence[:1]
    if len(factors.policies) == 1:
        is_told = any(f"{naming.number_words(count)} player" in sentence for count in factors.players)
        players = "" if is_told else f" with {naming.counts_words(factors.players)}"
        return f"Played by {naming.who_plays(results)}{players}: {begin}{sentence[1:]}"
    if factors.is_cooperative or len(factors.policies) > MOST_FINDINGS or len(tournaments.strategies(results)):
        return sentence
    who = spoken.listed([naming.policy_words(results, name) for name in factors.policies], link="or")
    return f"Where {who} plays at all seats, {begin}{sentence[1:]}"


def _joined(first: list[str], clause: str) -> list[str]:
    """Add a clause to the first sentence."""
    return [f"{first[0].removesuffix('.')}; {clause}.", *first[1:]] if first and clause else first


def _contest_answers(results: Results) -> list[str]:
    beginning = say_beginning_shortly(results)
    if len(frames.factors_of(results).policies) > 1:
        best = _joined(say_best_strategy(results), beginning)
        return [*best, *say_turn_order(results, is_told=bool(best)), *say_weakest(results)]
    lead = seats.scores.say_changes_shortly(results)
    others = [*say_turn_order(results), *seats.scores.say_scores(results), *seats.scores.say_endings(results)]
    if lead:
        return [
            *lead[:1],
            *seats.scores.say_changes(results, with_counts=False),
            *seats.scores.say_unchanged(results),
            *lead[1:],
            *others,
        ]
    told = say_turn_order(results, is_told=True)
    return [*_joined(seats.scores.say_scores(results)[:1], beginning), *told, *seats.scores.say_endings(results)]


def _team_answers(results: Results) -> list[str]:
    factors = frames.factors_of(results)
    asked = contrasts.contrasts(results) if factors.has_contrasts else []
    if asked or (factors.varies_sight and skill.has_curves(results)):
        return [say_difference(results, found) for found in asked] or skill.sentences.say_skill(results)
    if factors.varies_sets and len(changes.crossings(results)):
        return [*sweep.say_crossings(results), *say_switches(results), *ladder.difficulty.say_players(results)]
    if factors.alone:
        return say_readings(results)
    if factors.has_sums and has_pairs(results):
        return [
            *modules.say_modules(results),
            *ladder.difficulty.say_disorders(results),
        ]
    if len(played_levels(results)) > 1:
        lead = levels.say_rates(results)
        return [
            *(_joined(lead, ladder.difficulty.say_icons_shortly(results)) if factors.orders_icons else lead),
            *levels.say_level_orders(results),
            *(recommendation.say_icon_changes(results) if factors.has_icons else []),
            *levels.deals.say_deals(results, levels.shown_players(results)),
        ]
    if len(factors.policies) > 1:
        held = say_held(results) if ways.family_of(results, factors.policies) is None else []
        return [*say_team_policies(results), *held, *ladder.difficulty.say_players(results)]
    if len(factors.sets) > 1:
        return [*say_setting_range(results), *say_switches(results), *ladder.difficulty.say_range(results)]
    found = _joined(ladder.difficulty.say_range(results)[:1], ladder.difficulty.say_icons_shortly(results))
    found += [
        *(recommendation.say_icon_changes(results) if factors.has_icons else []),
        *ladder.difficulty.say_disorders(results),
        *ladder.difficulty.say_players(results),
        *ladder.difficulty.say_orders(results),
    ]
    found += ladder.difficulty.say_range(results)[1:] + ladder.difficulty.say_largest_change(results)
    return found if len(factors.variants) > 1 or len(factors.players) > 1 else _single(results)


def say_difference(results: Results, found: contrasts.Found) -> str:
    """Say by how much the win rates of a contrast differ, and how both sides are set."""
    sides = [
        f"{naming.cell_words(results, cell)} with {naming.players_words(results.entry(cell).players)}"
        for cell in (found.a, found.b)
    ]
    points = write(found.difference, Kind.POINTS)
    return f"On the same deals {sides[0]} is won {points} more often than {sides[1]}; minus means less often."


def _single(results: Results) -> list[str]:
    rows = tables.win_rates(results).to_dict("records")
    return [
        ladder.difficulty.win_rate(
            naming.cell_words(results, row["cell"]), row["win_rate"], naming.players_words(row["players"])
        )
        for row in rows
    ]
