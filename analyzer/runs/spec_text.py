"""Writes an experiment as the spec that it is read from: a study leaves behind a run like any other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from analyzer.games.written import WrittenPolicy, WrittenVariant
from analyzer.runs.spec import Experiment


def spec_text(experiment: Experiment) -> str:
    """Write an experiment as TOML; what has its default is left out."""
    known = {field.name: field.default for field in msgspec.structs.fields(Experiment)}
    given = {name: value for name, value in msgspec.structs.asdict(experiment).items() if name != "question"}
    told = {name: value for name, value in given.items() if value not in (known[name], None, {}, ())}
    lines = [f"{name} = {toml_value(value)}" for name, value in told.items()]
    return "\n".join([f"# {experiment.question}", *lines, ""])


def keys_of(part: type[msgspec.Struct]) -> dict[str, str | None]:
    """List the keys of a spec, or of a table in it, with what each is by default as TOML; None if it is required."""
    return {field.name: None if field.required else _default(field) for field in msgspec.structs.fields(part)}


def _default(field: Any) -> str:
    given = field.default if field.default is not msgspec.NODEFAULT else None
    return "" if given in (None, "", ()) else toml_value(given)


def toml_value(value: Any) -> str:
    """Write a value as TOML has it."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(str(name))} = {toml_value(item)}" for name, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(str(value) if isinstance(value, WrittenPolicy | WrittenVariant) else value, ensure_ascii=False)
