"""Writes specs, so that they are read again as the same, and lists their keys."""

from typing import Any

import msgspec

from analyzer.games import user_files
from analyzer.games.written import WrittenPolicy, WrittenVariant
from analyzer.runs.specs.spec import Experiment


def spec_text(experiment: Experiment) -> str:
    """Write an experiment as TOML; what has its default is left out."""
    told = _told(msgspec.structs.replace(experiment, question=""))
    if experiment.effort:
        told["effort"] = dict(told["effort"])  # a table in a spec, pairs in an experiment
    return user_files.toml_text(told, comment=experiment.question)


def _told(part: msgspec.Struct) -> dict[str, Any]:
    """Select what does not have its default."""
    given = {field.name: (getattr(part, field.name), field.default) for field in msgspec.structs.fields(part)}
    return {name: _written(value) for name, (value, default) in given.items() if value not in (default, None, {}, ())}


def _written(value: Any) -> Any:
    """Turn a value into plain data, policies and variants into what a user writes."""
    if isinstance(value, WrittenPolicy | WrittenVariant | msgspec.Struct):
        return _told(value) if isinstance(value, msgspec.Struct) else str(value)
    return [_written(item) for item in value] if isinstance(value, tuple) else value


def keys_of(part: type[msgspec.Struct]) -> dict[str, str | None]:
    """List the keys of a spec, or of a table in it, with what each is by default as TOML; None if it is required."""
    return {field.name: None if field.required else _default(field) for field in msgspec.structs.fields(part)}


def _default(field: Any) -> str:
    given = field.default if field.default is not msgspec.NODEFAULT else None
    return "" if given in (None, "", ()) else user_files.toml_value(given)
