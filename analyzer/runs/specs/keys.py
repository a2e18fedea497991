"""The keys of a spec: what each may hold, in words, and what it is by default; and how a spec is written."""

from collections.abc import Collection
from typing import Any

import msgspec

from analyzer.games import user_files, written
from analyzer.play.stopping import LEAST_UNTIL, MAX_GAMES, MAX_SEED, MOST_UNTIL
from analyzer.runs.specs.spec import DECIDED, STUDIES, Experiment
from analyzer.stats.deciding import LEAST_MARGIN, MOST_MARGIN


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
    if isinstance(value, written.WrittenPolicy | written.WrittenVariant | msgspec.Struct):
        return _told(value) if isinstance(value, msgspec.Struct) else str(value)
    return [_written(item) for item in value] if isinstance(value, tuple) else value


def keys_of(part: type[msgspec.Struct]) -> dict[str, str | None]:
    """List the keys of a spec, or of a table in it, with what each is by default as TOML; None if it is required."""
    return {field.name: None if field.required else _default(field) for field in msgspec.structs.fields(part)}


def _default(field: Any) -> str:
    given = field.default if field.default is not msgspec.NODEFAULT else None
    return "" if given in (None, "", ()) else user_files.toml_value(given)


ALLOWED = {  # by key, said after the problem
    "game": "the name of a game",
    "question": "text; default: the comment in the first line",
    "variants": "a list of variant names, sums of names (this+that) or TOML files",
    "sums": "a table { of = [variants], up_to = 1 to 4 }",
    "players": "a list of numbers of players",
    "levels": "a list of levels of play, as `analyzer policies GAME` lists them, or files that `analyzer fit` wrote",
    "policies": 'a list of policies: "name", "name(knob=1.5)" or { policy = "name", knob = [1.0, 1.5] }',
    "skill": 'a table { policy = "good", sight = [0.6, 0.8, 1.0] }, and optionally memory = 0.5: numbers from 0 to 1',
    "field": "one policy for all other seats",
    "line_ups": "a list of lists with one policy per seat",
    "rotate": "true or false",
    "switches": "a table switch = [values]; every combination is played",
    "alone": "a table switch = [values]; each value is set alone",
    "treatments": 'a list such as "handicap position 3: coins +2" or "remove building:market"; each is played alone',
    "effort": "a table by level or policy: deals, and optionally players = [3], everywhere = [variants] and "
    "deals_of = { variant = 2000 }",
    "hindsight": "a table: deals, and optionally budget (games per deal) and players = [3]; cooperative games only",
    "contrast": "tables a and b, each naming a cell of the spec by variant, players, policy and set; optionally margin",
    "balance": "a table, each key optional: only = [studies], budget (games), largest = 10 (components played again by "
    f"levels with an effort of their own); studies are {', '.join(STUDIES)}",
    "deals": f"a whole number from 1 to {MAX_GAMES}",
    "until": f'a half-width from {LEAST_UNTIL:.5f} to {MOST_UNTIL}, or "{DECIDED}"',
    "margin": f'a difference of win rates from {LEAST_MARGIN} to {MOST_MARGIN}, together with until = "{DECIDED}"',
    "max_deals": f"a whole number from 1 to {MAX_GAMES}, together with until",
    "seed": f"a whole number from 0 to {MAX_SEED}",
    "freeze": "a list of streams or sources of chance that do not vary: deck, setup, policies …",
    "freeze_deal": f"a whole number from 0 to {MAX_GAMES - 1}, together with freeze: the deal they come from",
    "freeze_seed": f"a whole number from 0 to {MAX_SEED}, together with freeze: the seed whose deals they come from",
    "rows": "true or false",
    "sections": "a list of sections of a report",
    "skip_impossible": "true or false",
}


def allowed_with(sections: Collection[str] | None) -> dict[str, str]:
    """Say what is allowed, by key, where the sections of a report are known."""
    return ALLOWED if sections is None else {**ALLOWED, "sections": f"a list of {', '.join(sections)}"}
