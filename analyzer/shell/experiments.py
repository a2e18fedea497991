"""`analyzer.run`: an experiment with all that its spec asks for: sections that a report has, and studies of balance."""

from functools import wraps
from typing import Any

from analyzer.reporting.topics import section_names
from analyzer.runs import experiment


@wraps(experiment.run)
def run(*given: Any, **named: Any) -> Any:
    """Play an experiment, with the names of the sections that its spec may ask for, and its studies of balance."""
    result = experiment.run(*given, **{"sections": section_names, **named})
    return result if result.manifest.experiment.balance is None else followed(result, named)


def followed(result: Any, named: dict[str, Any]) -> Any:
    """Make the studies of balance of a run, played where and how the run was."""
    from analyzer.studies.balance.specs import with_balance

    alike = ("jobs", "backend", "scheduler", "scheduler_file", "repair", "control", "say", "on_games")
    return with_balance(result, **{name: named[name] for name in alike if name in named})
