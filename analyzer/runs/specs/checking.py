"""Reads and writes specs: tells everything that is wrong with one at once, and writes one that is read again."""

import os
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from analyzer.catalog import load_game
from analyzer.cells import make_seat
from analyzer.errors import BadInput, unknown
from analyzer.games import settings, user_files
from analyzer.games.chances import held_of, read_freeze
from analyzer.games.interface import Game
from analyzer.games.written import WrittenPolicy, WrittenVariant, read_policy, read_variant
from analyzer.runs.specs import spec
from analyzer.runs.specs.balancing import balance_problems
from analyzer.runs.specs.keys import ALLOWED, allowed_with
from analyzer.runs.specs.spec import (
    DECIDED,
    LIMITS,
    Contrast,
    Experiment,
    Side,
    Skill,
    Solving,
    Sums,
    Values,
    question_above,
)

MOST_POLICIES = 10_000  # of all sweeps together
MOST_VALUES = 2_000  # of all switches together
_SHOWN = 30  # problems that a message lists
Sections = Callable[[], Collection[str]]


def load_spec(file: str | Path, sections: Sections | None = None) -> Experiment:
    """Read an experiment; raise one error that lists all problems of the file.

    `sections` lists those that a report can have: who makes reports knows them. None leaves their names unchecked.
    """
    return read_spec(Path(file), sections)[0]


def read_spec(path: Path, sections: Sections | None = None) -> tuple[Experiment, str]:
    """Read an experiment, and give the text of its file too."""
    text = user_files.read_user_text(path, "experiment")
    reader = _Reader(path, user_files.parse_toml(text, str(path)), text, sections)
    experiment = reader.read()
    if experiment is None or reader.problems:
        raise BadInput(tell(path, reader.problems))
    return experiment, text


def tell(path: Path, problems: list[str]) -> str:
    """Put all problems of a file into one message."""
    if len(problems) == 1:
        return f"{path}: {problems[0]}"
    more = f"\n  … and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
    return f"{path}: {len(problems)} problems" + "".join(f"\n  {problem}" for problem in problems[:_SHOWN]) + more


@dataclass(eq=False)
class _Reader:
    """Reads one spec key by key and collects what is wrong."""

    path: Path
    content: dict[str, Any]
    text: str
    sections: Sections | None
    problems: list[str] = field(default_factory=list)
    good: dict[str, Any] = field(default_factory=dict)

    def read(self) -> Experiment | None:
        """Check keys, types, numbers and names, each as far as what it needs is right."""
        fields = {own.name: own for own in msgspec.structs.fields(Experiment)}
        for key in [key for key in self.content if key not in fields][:_SHOWN]:
            self.problems.append(f"{key[:80]}: {unknown('key', key, fields)}")
        for key, own in fields.items():
            if key in self.content:
                self._convert(key, self.content[key], LIMITS.get(key, own.type))
        if "game" not in self.content:
            self.problems.append(f"key game is missing; allowed: {ALLOWED['game']}")
        self._check_question()
        self._check_deals()
        if "sections" in self.good:
            self._check_sections(self.good["sections"])
        self._check_names()
        return None if self.problems else Experiment(**self.good)

    def _convert(self, key: str, value: Any, kind: Any) -> None:
        if key in ("switches", "alone") and isinstance(value, dict):
            if sum(len(item) if isinstance(item, list) else 1 for item in value.values()) > MOST_VALUES:
                self.problems.append(f"{key}: too many values; allowed: up to {MOST_VALUES:,} of all switches together")
                return
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
            allowed = allowed_with(None if self.sections is None else self.sections())
            self.problems.append(f"{key}{place}{deeper.rstrip('`')}: {words}; allowed: {allowed[key]}")
            return None

    def _note(self, where: str, check: Callable[[], Any]) -> Any:
        try:
            return check()
        except BadInput as problem:
            line = f"{where}: {str(problem).removeprefix('--set: ')}"
            self.problems += [] if line in self.problems else [line]
            return None

    def _check_question(self) -> None:
        comment = question_above(self.text)
        if "question" not in self.content and not comment:
            self.problems.append("question: missing; write it as a comment in the first line, or as a key")
        elif "question" not in self.content:
            self.good["question"] = comment

    def _check_deals(self) -> None:
        given = [key for key in ("deals", "until") if key in self.content]
        if len(given) != 1:
            self.problems.append(f"deals, until: {' and '.join(given) or 'none'} given; allowed: exactly one of them")
        if "max_deals" in self.content and "until" not in self.content:
            self.problems.append("max_deals: allowed only together with until")
        until = self.good.get("until")
        if "margin" in self.content and until != DECIDED:
            self.problems.append(f'margin: allowed only together with until = "{DECIDED}"')
        if until is not None and until != DECIDED and not until > 0:
            self.problems.append(f"until: {self.good['until']} is not a number; allowed: {ALLOWED['until']}")

    def _check_sections(self, names: Collection[str]) -> None:
        known = names if self.sections is None else self.sections()
        for number, name in enumerate(names):
            if name not in known:
                self.problems.append(f"sections[{number}]: {unknown('section', name, known)}")
        self._check_repeats("sections", names)

    def _check_repeats(self, key: str, items: Any) -> None:
        texts = [str(item) for item in items]
        for text in sorted(text for text, times in Counter(texts).items() if times > 1):
            self.problems.append(f"{key}: {text!r} occurs twice; allowed: each once")

    def _check_names(self) -> None:
        game = self._note("game", lambda: load_game(self.good["game"])) if "game" in self.good else None
        if game is None:
            return
        self._check_variants(game)
        self._check_players(game)
        self._check_levels(game)
        if {"policies", "skill", "field", "line_ups"} & set(self.content):
            self._check_policies(game)
        if "effort" in self.good:
            self._check_effort(game)
        if "hindsight" in self.good:
            self._check_hindsight(game, self.good["hindsight"])
        if "contrast" in self.good:
            self.good["contrast"] = tuple(self._contrast(game, *item) for item in enumerate(self.good["contrast"]))
        if "balance" in self.good:
            self.problems += balance_problems(game, self.content, self.good)
        for key in ("switches", "alone"):
            if key in self.good:
                self._check_switches(game, key)
        for number, text in enumerate(self.good.get("treatments") or ()):
            self._note(f"treatments[{number}]", partial(settings.check_treatment, game, text))
        self._check_repeats("treatments", self.good.get("treatments") or ())
        if {"freeze", "freeze_deal", "freeze_seed"} & set(self.content):
            self._check_freeze(game)

    def _check_freeze(self, game: Game) -> None:
        names, *where = (self.good.get(key) for key in ("freeze", "freeze_deal", "freeze_seed"))
        frozen = self._note("freeze", lambda: read_freeze(names, *where))
        if frozen is not None:
            self._note("freeze", partial(held_of, game, frozen))

    def _contrast(self, game: Game, number: int, asked: Contrast[str, str]) -> Contrast[WrittenVariant, WrittenPolicy]:
        sides = {name: self._side(game, f"contrast[{number}].{name}", getattr(asked, name)) for name in ("a", "b")}
        return Contrast(**sides, margin=asked.margin)

    def _side(self, game: Game, where: str, asked: Side[str, str]) -> Side[WrittenVariant, WrittenPolicy]:
        variant = asked.variant and self._note(f"{where}.variant", partial(self._variant, game, asked.variant))
        policy = asked.policy and self._note(f"{where}.policy", partial(self._policy, asked.policy))
        plain = next(iter(game.variants))
        if asked.set:
            self._note(f"{where}.set", partial(settings.read_setting, game, plain, asked.set))
        return Side(variant=variant, players=asked.players, policy=policy, set=asked.set)

    def _check_variants(self, game: Game) -> None:
        if "variants" in self.content and "sums" in self.content:
            self.problems.append("variants, sums: both given; allowed: one of them")
        if "variants" in self.good:
            self.good["variants"] = self._read_variants(game, "variants", self.good["variants"])
        if "sums" in self.good:
            sums = self.good["sums"]
            self.good["sums"] = Sums(of=self._read_variants(game, "sums.of", sums.of), up_to=sums.up_to)

    def _read_variants(self, game: Game, key: str, texts: tuple[str, ...]) -> tuple[WrittenVariant, ...]:
        """Read variants; those that are none are noted, and left out."""
        found = [self._note(f"{key}[{n}]", partial(self._variant, game, text)) for n, text in enumerate(texts)]
        self._check_repeats(key, texts)
        return tuple(variant for variant in found if variant is not None)

    def _variant(self, game: Game, text: str) -> WrittenVariant:
        variant = read_variant(text).with_files(self._locate)
        settings.read_setting(game, variant)
        return variant

    def _check_players(self, game: Game) -> None:
        for number, count in enumerate(self.good.get("players") or ()):
            if count not in game.seats:
                low, high = game.seats.start, game.seats.stop - 1
                self.problems.append(f"players[{number}]: {count} is out of range; allowed: {low} to {high}")
        self._check_repeats("players", self.good.get("players") or ())

    def _check_levels(self, game: Game) -> None:
        named = self.good.get("levels") or ()
        self.good["levels"] = tuple(self._locate(n) if n.endswith(".toml") else n for n in named) or None
        for number, name in enumerate(named):
            if name.endswith(".toml"):
                self._seat(game, f"levels[{number}]", partial(self._policy, name))
            elif name not in game.levels:
                self.problems.append(f"levels[{number}]: {unknown('level', name, game.levels)}")
        self._check_repeats("levels", named)

    def _check_effort(self, game: Game) -> None:
        dialled = getattr(self.good.get("skill"), "policies", ())
        seated = [*map(read_policy, self.good.get("levels") or ()), *(self.good.get("policies") or ()), *dialled]
        efforts, self.good["effort"] = sorted(self.good["effort"].items()), ()
        for name, effort in efforts:
            policy = self._note(f"effort.{name}", partial(self._policy, name))
            self.good["effort"] += ((policy, self._effort(f"effort.{name}", effort)),)
            if policy is not None and policy not in seated:
                known = list(map(str, seated))
                self.problems.append(f"effort.{name}: {unknown('level or policy of this spec', name, known)}")
            wrong = [count for count in effort.players or () if count not in (self.good.get("players") or game.seats)]
            if wrong:
                self.problems.append(f"effort.{name}.players: {wrong[0]} is not among the players of this spec")

    def _effort(self, where: str, effort: spec.Effort) -> spec.Effort:
        """Name the variants of an effort as those of the spec, wherever their files lie."""
        texts = (*effort.everywhere, *effort.deals_of)
        named = {text: str(read_variant(text).with_files(self._locate)) for text in texts}
        known = [str(variant) for variant in self.good.get("variants") or ()]
        wrong = [text for text, name in named.items() if name not in known] if known else []
        self.problems += [f"{where}: {unknown('variant of this spec', text, known)}" for text in wrong]
        deals_of = {named[text]: deals for text, deals in effort.deals_of.items()}
        everywhere = tuple(named[text] for text in effort.everywhere)
        return msgspec.structs.replace(effort, everywhere=everywhere, deals_of=deals_of)

    def _check_hindsight(self, game: Game, wanted: Solving) -> None:
        if game.is_competitive:
            self.problems.append(f"hindsight: {game.name} is competitive; only a team can win a deal in hindsight")
        for count in wanted.players or ():
            if count not in (self.good.get("players") or game.seats):
                self.problems.append(f"hindsight.players: {count} is not among the players of this spec")

    def _check_policies(self, game: Game) -> None:
        if "field" in self.content and "line_ups" in self.content:
            self.problems.append("field, line_ups: both given; allowed: one of them")
        if "field" in self.content and not {"policies", "levels", "skill"} & set(self.content):
            self.problems.append("field: needs policies to play against it")
        policies = self._check_entries(game, self.good.get("policies") or ())
        if policies:
            self.good["policies"] = tuple(policies)
        if self.good.get("skill"):
            self._check_skill(game, self.good["skill"])
        if self.good.get("field"):
            self.good["field"] = self._seat(game, "field", partial(self._policy, self.good["field"]))
        line_ups = tuple(
            self._line_up(game, f"line_ups[{number}]", texts)
            for number, texts in enumerate(self.good.get("line_ups") or ())
        )
        self._check_repeats("line_ups", [tuple(map(str, line_up)) for line_up in line_ups])
        if line_ups:
            self.good["line_ups"] = line_ups

    def _check_skill(self, game: Game, skill: Skill[str]) -> None:
        policy: WrittenPolicy | None = self._note("skill.policy", partial(self._policy, skill.policy))
        found = Skill(policy=policy or WrittenPolicy(), sight=skill.sight, memory=skill.memory)
        self.good["skill"] = found
        self._check_repeats("skill.sight", skill.sight)
        if policy is not None:
            self._note("skill", lambda: [make_seat(game, one) for one in found.policies])

    def _check_entries(self, game: Game, entries: tuple[Any, ...]) -> list[WrittenPolicy]:
        found: list[WrittenPolicy] = []
        n_policies = sum(map(spec.count_policies, entries))
        if n_policies > MOST_POLICIES:
            self.problems.append(f"policies: {n_policies:,} with all values of knobs; allowed: up to {MOST_POLICIES:,}")
            return found
        for number, entry in enumerate(entries):
            where = f"policies[{number}]"
            if isinstance(entry, dict) and not isinstance(entry.get("policy"), str):
                self.problems.append(f"{where}: key policy is missing; allowed: {ALLOWED['policies']}")
                continue
            for policy in self._note(where, partial(spec.swept_policies, entry)) or ():
                found.append(self._seat(game, where, partial(policy.with_files, self._locate)))
        self._check_repeats("policies", found)
        return found

    def _line_up(self, game: Game, where: str, texts: tuple[str, ...]) -> tuple[WrittenPolicy, ...]:
        read = (partial(self._policy, text) for text in texts)
        return tuple(self._seat(game, f"{where}[{seat}]", policy) for seat, policy in enumerate(read))

    def _seat(self, game: Game, where: str, read: Callable[[], WrittenPolicy]) -> WrittenPolicy:
        """Read a policy, and note what keeps it from taking a seat."""
        policy: WrittenPolicy | None = self._note(where, read)
        if policy is not None:
            self._note(where, partial(make_seat, game, policy))
        return policy or WrittenPolicy()  # of an empty one no experiment is made

    def _policy(self, text: str) -> WrittenPolicy:
        return read_policy(text).with_files(self._locate)

    def _check_switches(self, game: Game, key: str) -> None:
        plain = next(iter(game.variants))
        for name, values in self.good[key].items():
            for number, value in enumerate(values):
                self._note(f"{key}.{name}[{number}]", partial(settings.read_setting, game, plain, {name: value}))
            self._check_repeats(f"{key}.{name}", [str(value).lower() for value in values])

    def _locate(self, name: str) -> str:
        """Find a file that is named relative to the spec; any other name stays as it is."""
        file = os.path.join(self.path.parent, name)
        return file if os.path.isfile(file) else name
