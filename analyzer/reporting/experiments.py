"""`analyzer.run`: an experiment whose spec is refused before the first game if it asks for a section there is not."""

from functools import wraps
from typing import Any

from analyzer.reporting.topics import section_names
from analyzer.runs import experiment


@wraps(experiment.run)
def run(*given: Any, **named: Any) -> Any:
    """Play an experiment, with the names of the sections that its spec may ask for."""
    return experiment.run(*given, **{"sections": section_names, **named})
