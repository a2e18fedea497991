"""The sections of a report, each on its own: one that cannot be made is left out and named, and the rest is kept."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from analyzer.analysis import frames
from analyzer.errors import AnalyzerError, unknown
from analyzer.reporting import document, topics
from analyzer.runs.stored.results import Results

ALWAYS = ("glossary", "assumptions")  # what the other sections refer to
GIVEN = ("stamps",)  # what is made of what the caller gives
TOLD = (AnalyzerError, OSError, MemoryError)  # what ends a command in a message of its own
_LONGEST = 200  # letters of a reason


@dataclass(frozen=True)
class Failure:
    """A section that could not be made, and why."""

    section: str
    problem: Exception

    @property
    def words(self) -> str:
        """Name the section with the reason."""
        return f"{self.section} ({reason(self.problem)})"


def reason(problem: Exception) -> str:
    """Write what was raised in a few words."""
    return f"{type(problem).__name__}: {str(problem)[:_LONGEST]}"


def gather(results: Results) -> tuple[list[document.Section], list[Failure]]:
    """Build the sections that a run asks for and has the results for."""
    known = topics.section_modules()
    wanted = [*(results.manifest.experiment.sections or known), *(GIVEN if results.stamps else ())]
    for name in wanted:
        if name not in known:
            raise unknown("section", name, known, where=str(results.folder))
    factors = frames.factors_of(results)
    needs = {name: getattr(known[name], "NEEDS", ()) for name in known if name in (*wanted, *ALWAYS)}
    chosen = [name for name, needed in needs.items() if all(getattr(factors, need) for need in needed)]
    made, failures = _each(chosen, lambda name: known[name].build(results), str)
    if failures and not any(made):
        raise failures[0].problem
    several = [one if isinstance(one, tuple) else (one,) for one in made]
    return [section for sections in several for section in sections if section is not None], failures


def try_out(sections: Iterable[document.Section], render: Callable[[document.Section], Any]) -> list[Failure]:
    """Find the sections that cannot be rendered."""
    return _each(sections, render, lambda section: section.name)[1]


def _each(
    items: Iterable[Any], make: Callable[[Any], Any], name: Callable[[Any], str]
) -> tuple[list[Any], list[Failure]]:
    made, failures = [], []
    for item in items:
        try:
            made.append(make(item))
        except TOLD:
            raise
        except Exception as problem:  # a mistake of ours, or a manifest that somebody changed: the rest is still good
            failures.append(Failure(name(item), problem))
    return made, failures
