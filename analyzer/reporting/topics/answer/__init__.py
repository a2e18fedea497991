"""The summary, one page for a publisher: the answer, what shows it, what follows from it, and how sure it is."""

from analyzer.analysis import frames
from analyzer.reporting import naming
from analyzer.reporting.basis import say_basis, say_data_sets
from analyzer.reporting.document import Part, Prose, Section, Tone
from analyzer.reporting.topics import ladder, skill
from analyzer.reporting.topics.answer import contests, teams
from analyzer.reporting.topics.answer.advice import what_follows
from analyzer.reporting.topics.answer.evidence import evidence
from analyzer.reporting.topics.answer.overview import overview
from analyzer.reporting.topics.answer.verdicts import verdict_table
from analyzer.runs.stored.results import Results

PLACE = 10
SURE = "How sure?"


def build(results: Results) -> Section:
    """Answer the question of the experiment."""
    told, figure = answer(results), overview(results)
    factors = frames.factors_of(results)
    is_over_skill = factors.varies_sight and skill.has_curves(results)  # the question is another one
    table = verdict_table(results) if factors.has_icons and not is_over_skill else None
    follows = None if is_over_skill else what_follows(results)
    parts: list[Part] = [Prose(" ".join(told), Tone.LEAD)] if told else []
    parts += [Prose(text, Tone.WARNING) for text in say_data_sets(results)]
    parts += [part for part in (table, figure, follows) if part is not None]
    if factors.is_competitive and factors.is_cooperative:  # what no team played, beside what teams did
        parts += [Prose(text) for text in ladder.contests.say_contests(results)]
    sure = [*(evidence(results)[:1] if table is None else []), say_basis(results)]  # the table has the numbers
    legend = naming.legend([*sure, *told]) if naming.DAGGER not in sure[-1] else ""
    return Section("answer", "Summary", (*parts, Prose(naming.notes(*sure, legend), Tone.NOTE, SURE)))


def answer(results: Results) -> list[str]:
    """Say the answer aloud, in up to three sentences; chosen by what the run varied."""
    factors = frames.factors_of(results)
    found = teams.say(results) if factors.is_cooperative else []
    return [text for text in found or (contests.say(results) if factors.is_competitive else []) if text]
