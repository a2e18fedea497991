"""Experiments as files: what stands in `experiments/*.toml`, and a check that tells all errors at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from analyzer.catalog import load_game, section_names
from analyzer.cells import read_seat
from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game
from analyzer.games.settings import read_setting
from analyzer.stats.sequential import plan_games

QUICK_DEALS = 1000
MAX_DEALS = 10**12
MAX_SEED = 2**63 - 1

Name = Annotated[str, Meta(min_length=1, max_length=300)]
Names = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=1000)]
Value = bool | int | float | Name
Values = Annotated[tuple[Value, ...], Meta(min_length=1, max_length=1000)]
Knob = int | float | Annotated[tuple[int | float, ...], Meta(min_length=1, max_length=1000)]
PolicyTable = dict[Name, Knob | Name]
Deals = Annotated[int, Meta(ge=1, le=MAX_DEALS)]


class Sums(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All sums of up to `up_to` variants, the plain game included."""

    of: Names
    up_to: Annotated[int, Meta(ge=1, le=4)] = 2


class Experiment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question, and what has to be played to answer it."""

    game: Name
    question: Name = ""
    variants: Names | None = None
    sums: Sums | None = None
    players: Annotated[tuple[int, ...], Meta(min_length=1, max_length=20)] | None = None
    policies: Annotated[tuple[Name | PolicyTable, ...], Meta(min_length=1, max_length=1000)] | None = None
    field: Name | None = None
    line_ups: Annotated[tuple[Names, ...], Meta(min_length=1, max_length=1000)] | None = None
    rotate: bool = True
    switches: dict[Name, Values] = {}
    alone: dict[Name, Values] = {}
    deals: Deals | None = None
    until: Annotated[float, Meta(ge=0.00001, le=0.25)] | None = None
    max_deals: Deals | None = None
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] = 0
    rows: bool | None = None
    sections: Annotated[tuple[Name, ...], Meta(max_length=50)] = ()
    skip_impossible: bool = False

    @property
    def most_deals(self) -> int:
        """The deals of a cell, or the most of them if the run stops by looking."""
        if self.deals is not None:
            return self.deals
        assert self.until is not None
        return self.max_deals or 2 * plan_games(self.until)

    def quickened(self) -> Experiment:
        """Shrink to a try-out: few deals, fixed beforehand."""
        deals = min(self.most_deals, QUICK_DEALS)
        return msgspec.structs.replace(self, deals=deals, until=None, max_deals=None)


# what is allowed, by key: said after the problem
ALLOWED = {
    "game": "the name of a game",
    "question": "a text; by default the comment in the first line",
    "variants": "a list of variant names, sums of names (this+that) or TOML files",
    "sums": "a table { of = [variants], up_to = 1 to 4 }",
    "players": "a list of numbers of players",
    "policies": 'a list of policies: "name", "name(knob=1.5)" or { policy = "name", knob = [1.0, 1.5] }',
    "field": "one policy that sits at all other seats",
    "line_ups": "a list of lists with one policy per seat",
    "rotate": "true or false",
    "switches": "a table switch = [values]; every combination is played",
    "alone": "a table switch = [values]; each value is set alone",
    "deals": f"a whole number from 1 to {MAX_DEALS}",
    "until": "a half-width from 0.00001 to 0.25",
    "max_deals": f"a whole number from 1 to {MAX_DEALS}, together with until",
    "seed": f"a whole number from 0 to {MAX_SEED}",
    "rows": "true or false",
    "sections": f"a list of {', '.join(section_names())}",
    "skip_impossible": "true or false",
}


def load_spec(file: str | Path) -> Experiment:
    """Read an experiment; raise one error that lists everything that is wrong with the file."""
    path = Path(file)
    text = read_text(path)
    reader = _Reader(path, _parse(path, text), text)
    experiment = reader.read()
    if experiment is None or reader.problems:
        raise BadInput(tell(path, reader.problems))
    return experiment


def read_text(path: Path) -> str:
    """Read the text of a spec."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"experiment {path}: {problem.strerror or problem}") from problem
    except (UnicodeDecodeError, ValueError) as problem:
        raise BadInput(f"experiment {path}: not a text file: {problem}") from problem


def tell(path: Path, problems: list[str]) -> str:
    """Put all problems of a file into one message."""
    if len(problems) == 1:
        return f"{path}: {problems[0]}"
    return f"{path}: {len(problems)} problems" + "".join(f"\n  {problem}" for problem in problems)


def policy_texts(entry: str | PolicyTable) -> list[str]:
    """Write an entry of `policies` as policies with knobs; lists of knob values are swept in every combination."""
    if isinstance(entry, str):
        return [entry]
    texts = [""]
    for name, given in entry.items():
        if name != "policy":
            values = given if isinstance(given, tuple) else (given,)
            texts = [f"{text}{name}={value}," for text in texts for value in values]
    return [f"{entry['policy']}({text[:-1]})" if text else str(entry["policy"]) for text in texts]


def _parse(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as problem:
        raise BadInput(f"{path}: not valid TOML: {problem}") from problem


class _Reader:
    """Reads one spec key by key and collects what is wrong."""

    def __init__(self, path: Path, content: dict[str, Any], text: str) -> None:
        self.path = path
        self.content = content
        self.first_line = text.split("\n", 1)[0]
        self.problems: list[str] = []
        self.good: dict[str, Any] = {}

    def read(self) -> Experiment | None:
        """Check keys, types, numbers and names, each as far as what it needs is right."""
        fields = {field.name: field for field in msgspec.structs.fields(Experiment)}
        for key, value in self.content.items():
            if key in fields:
                self._convert(key, value, fields[key].type)
            else:
                self.problems.append(f"{key}: {unknown('key', key, fields)}")
        if "game" not in self.content:
            self.problems.append(f"key game is missing; allowed: {ALLOWED['game']}")
        self._check_question()
        self._check_deals()
        self._check_sections()
        self._check_names()
        return None if self.problems else Experiment(**self.good)

    def _convert(self, key: str, value: Any, kind: Any) -> None:
        if key in ("switches", "alone") and isinstance(value, dict):
            found = {name: self._read_value(key, f".{name}", item, Values) for name, item in value.items()}
            self.good[key] = {name: values for name, values in found.items() if values is not None}
            return
        read = self._read_value(key, "", value, kind)
        if read is not None:
            self.good[key] = read

    def _read_value(self, key: str, place: str, value: Any, kind: Any) -> Any:
        try:
            return msgspec.convert(value, kind)
        except (msgspec.ValidationError, OverflowError, ValueError) as problem:
            words, _, deeper = str(problem).partition(" - at `$")
            self.problems.append(f"{key}{place}{deeper.rstrip('`')}: {words}; allowed: {ALLOWED[key]}")
            return None

    def _note(self, where: str, check: Callable[[], Any]) -> Any:
        try:
            return check()
        except BadInput as problem:
            line = f"{where}: {str(problem).removeprefix('--set: ')}"
            self.problems += [] if line in self.problems else [line]
            return None

    def _check_question(self) -> None:
        comment = self.first_line.removeprefix("#").strip() if self.first_line.startswith("#") else ""
        if "question" not in self.content and not comment:
            self.problems.append("question: missing; write it as a comment in the first line, or as a key")
        elif "question" not in self.content:
            self.good["question"] = comment[:300]

    def _check_deals(self) -> None:
        given = [key for key in ("deals", "until") if key in self.content]
        if len(given) != 1:
            self.problems.append(f"deals, until: {' and '.join(given) or 'none'} given; allowed: exactly one of them")
        if "max_deals" in self.content and "until" not in self.content:
            self.problems.append("max_deals: makes sense only together with until")
        if self.good.get("until") is not None and not self.good["until"] > 0:
            self.problems.append(f"until: {self.good['until']} is not a number; allowed: {ALLOWED['until']}")

    def _check_sections(self) -> None:
        for number, name in enumerate(self.good.get("sections", ())):
            if name not in section_names():
                self.problems.append(f"sections[{number}]: {unknown('section', name, section_names())}")
        self._check_repeats("sections", self.good.get("sections", ()))

    def _check_repeats(self, key: str, items: Any) -> None:
        texts = [str(item) for item in items]
        for text in sorted({text for text in texts if texts.count(text) > 1}):
            self.problems.append(f"{key}: {text!r} is there twice; allowed: each once")

    def _check_names(self) -> None:
        game = self._note("game", lambda: load_game(self.good["game"])) if "game" in self.good else None
        if game is None:
            return
        self._check_variants(game)
        self._check_players(game)
        self._check_policies(game)
        for key in ("switches", "alone"):
            self._check_switches(game, key)

    def _check_variants(self, game: Game) -> None:
        if "variants" in self.content and "sums" in self.content:
            self.problems.append("variants, sums: both given; allowed: one of them")
        sums = self.good.get("sums")
        for key, names in (("variants", self.good.get("variants") or ()), ("sums.of", sums.of if sums else ())):
            located = tuple(locate(self.path, name) for name in names)
            for number, name in enumerate(located):
                self._note(f"{key}[{number}]", partial(read_setting, game, name))
            self._check_repeats(key, located)
            if key == "variants" and located:
                self.good["variants"] = located

    def _check_players(self, game: Game) -> None:
        for number, count in enumerate(self.good.get("players") or ()):
            if count not in game.seats:
                low, high = game.seats.start, game.seats.stop - 1
                self.problems.append(f"players[{number}]: {count} is out of range; allowed: {low} to {high}")
        self._check_repeats("players", self.good.get("players") or ())

    def _check_policies(self, game: Game) -> None:
        if "field" in self.content and "line_ups" in self.content:
            self.problems.append("field, line_ups: both given; allowed: one of them")
        if "field" in self.content and "policies" not in self.content:
            self.problems.append("field: needs policies that sit against it")
        policies = self._check_entries(game, self.good.get("policies") or ())
        if policies:
            self.good["policies"] = tuple(policies)
        if self.good.get("field"):
            self.good["field"] = self._seat(game, "field", self.good["field"])
        line_ups = tuple(
            tuple(self._seat(game, f"line_ups[{number}][{seat}]", text) for seat, text in enumerate(line_up))
            for number, line_up in enumerate(self.good.get("line_ups") or ())
        )
        self._check_repeats("line_ups", line_ups)
        if line_ups:
            self.good["line_ups"] = line_ups

    def _check_entries(self, game: Game, entries: tuple[Any, ...]) -> list[str]:
        found = []
        for number, entry in enumerate(entries):
            where = f"policies[{number}]"
            if isinstance(entry, dict) and not isinstance(entry.get("policy"), str):
                self.problems.append(f"{where}: key policy is missing; allowed: {ALLOWED['policies']}")
                continue
            for text in policy_texts(entry):
                found.append(self._seat(game, where, text))
        self._check_repeats("policies", found)
        return found

    def _seat(self, game: Game, where: str, text: str) -> str:
        located = locate(self.path, text)
        self._note(where, lambda: read_seat(game, located))
        return located

    def _check_switches(self, game: Game, key: str) -> None:
        plain = next(iter(game.variants))
        for name, values in self.good.get(key, {}).items():
            for number, text in enumerate(switch_texts(name, values)):
                self._note(f"{key}.{name}[{number}]", partial(read_setting, game, plain, [text]))
            self._check_repeats(f"{key}.{name}", [str(value).lower() for value in values])


def switch_texts(name: str, values: tuple[Value, ...]) -> Iterator[str]:
    """Write the values of a switch as `--set` takes them."""
    return (f"{name}={str(value).lower() if isinstance(value, bool) else value}" for value in values)


def locate(spec: Path, reference: str) -> str:
    """Find a file that is named relative to the spec; anything else stays as it is."""
    if reference.endswith(".toml") or ".py" in reference:
        head, dot, rest = reference.partition(".toml" if reference.endswith(".toml") else ".py")
        beside = spec.parent / f"{head}{dot}"
        return f"{beside}{rest}" if beside.is_file() else reference
    return reference
