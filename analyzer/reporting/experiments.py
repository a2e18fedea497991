"""`analyzer.run`: an experiment whose spec is refused before the first game if it asks for a section there is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from analyzer.reporting.sections import section_names
from analyzer.runs import experiment

P = ParamSpec("P")
Result = TypeVar("Result")


def knowing_sections(function: Callable[P, Result]) -> Callable[P, Result]:
    """Hand the names of the sections to a function that reads specs, unless its caller names others."""

    @wraps(function)
    def knowing(*given: P.args, **named: P.kwargs) -> Result:
        named.setdefault("sections", section_names())
        return function(*given, **named)

    return knowing


run = knowing_sections(experiment.run)
