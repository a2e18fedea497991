"""Writes an experiment as a spec, so that a study leaves behind a run like any other."""

from __future__ import annotations

from typing import Any

import msgspec

from analyzer.games.toml_text import toml_text, toml_value
from analyzer.runs.spec import Experiment


def spec_text(experiment: Experiment) -> str:
    """Write an experiment as TOML; what has its default is left out."""
    told = msgspec.to_builtins(msgspec.structs.replace(experiment, question=""))
    return toml_text(told, comment=experiment.question)


def keys_of(part: type[msgspec.Struct]) -> dict[str, str | None]:
    """List the keys of a spec, or of a table in it, with what each is by default as TOML; None if it is required."""
    return {field.name: None if field.required else _default(field) for field in msgspec.structs.fields(part)}


def _default(field: Any) -> str:
    given = field.default if field.default is not msgspec.NODEFAULT else None
    return "" if given in (None, "", ()) else toml_value(given)
