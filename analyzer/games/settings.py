"""Settings: a variant with every switch resolved, read from names, sums of names, files and single changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, unknown
from analyzer.games.components import Components, flatten, load_components, problem_in, read_literal
from analyzer.games.interface import Game
from analyzer.games.policy_files.raised import told_raised
from analyzer.games.switches import Source, Value
from analyzer.games.treatments import declared
from analyzer.games.treatments.declared import Treatment
from analyzer.games.user_files import read_user_toml
from analyzer.games.written import (
    Changes,
    Sets,
    WrittenVariant,
    brackets,
    read_changes,
    read_names,
    read_variant,
    write_changes,
    write_value,
)


@dataclass(frozen=True)
class Setting:
    """A resolved variant: its name, the value of every switch, and the component data."""

    name: str
    values: Mapping[str, Value]
    assumed: tuple[str, ...]  # what in it rests on no source
    components: Components | None = None
    treatments: tuple[Treatment, ...] = ()  # what one seat, or the whole table, has other than the rules say

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Setting: {self.name}, {len(self.values)} switches, {len(self.assumed)} assumed>"

    @property
    def tree(self) -> Any:
        """The component data, None for a game that has none."""
        return None if self.components is None else self.components.tree


def read_setting(game: Game, variant: str | WrittenVariant, sets: Sets | None = None) -> Setting:
    """Resolve a name, a sum of names or a TOML file, with single switches or component values set on top.

    The label of a setting is a way to write it: `base[removed=4]` is `base` with `removed=4` set on top.
    """
    written = read_variant(variant) if isinstance(variant, str) else variant
    draft = _Draft(game, {switch.name: switch.default for switch in game.switches}, game.components)
    if written.file:
        name = draft.apply_file(Path(written.file))
    else:
        name = "+".join(written.names)
        draft.apply_names(written.names)
    for changes in filter(None, (written.changes, {} if sets is None else read_changes(sets))):
        draft.apply_changes(changes)
        name += brackets(changes)
    return Setting(name, draft.values, draft.assumed(), draft.components, tuple(draft.treatments.values()))


def check_treatment(game: Game, text: str) -> None:
    """Refuse a treatment of a spec that the game does not have."""
    read_setting(game, next(iter(game.variants)), declared.read_spec_treatment(text))


@dataclass
class _Draft:
    """A setting under way: all defaults, changed step by step."""

    game: Game
    values: dict[str, Value]
    components: Components | None
    treatments: dict[str, Treatment] = field(default_factory=dict)  # by where they stand

    def apply_names(self, names: tuple[str, ...], where: str = "") -> None:
        """Apply a sum of named variants."""
        seen: dict[str, str] = {}
        for name in names:
            if name not in self.game.variants:
                raise unknown("variant", name, self.game.variants, where=where)
            for switch, value in self.game.variants[name].sets.items():
                if switch in seen and self.values[switch] != value:
                    raise BadInput(f"variants {seen[switch]!r} and {name!r} both set {switch}; choose one of them")
                seen[switch] = name
                self.values[switch] = value

    def apply_file(self, file: Path) -> str:
        """Apply a user's variant: `variant` (a name or a sum), `components` (a file or a table), and switches."""
        content = read_user_toml(file, "variant file")
        named = content.pop("variant", next(iter(self.game.variants)))
        if not isinstance(named, str):
            raise BadInput(f"{file}: variant = {named!r} is not the name of a variant")
        self.apply_names(read_names(named), where=str(file))
        self._apply_components(content.pop("components", {}), file)
        for name, value in content.items():
            self._set(name, value, str(file))
        return file.stem

    def apply_changes(self, changes: Changes) -> None:
        """Apply values of switches and of components."""
        for name, value in changes.items():
            text = write_value(value)  # a message shows it as it was written
            self._set(name, text if name in self.game.switch_by_name else read_literal(text), "--set")

    def _apply_components(self, given: Any, file: Path) -> None:
        if isinstance(given, str) and self.components is not None:
            self.components = load_components(file.parent / given)
            return
        if not isinstance(given, dict) or (given and self.components is None):
            raise BadInput(f"{file}: components = {given!r} must be a table of values or the name of a data file")
        for path, value in flatten(given):
            self._set(path, value, str(file))

    def _set(self, name: str, value: Any, where: str) -> None:
        if name in self.game.switch_by_name:
            self.values[name] = self.game.switch_by_name[name].read(value, where)
        elif self.components is not None and name.split(".")[0] in self.components.tree:
            self.components = self.components.replaced(name, value, where)
        elif not self._treat(name, value, where):
            raise unknown("switch", name, [*self.game.switch_by_name, *self._component_names()], where=where)

    def _treat(self, name: str, value: Any, where: str) -> bool:
        """Apply a treatment; tell whether it is one."""
        treatment = declared.read_treatment(name, value)
        if treatment is None:
            return False
        tree = None if self.components is None else self.components.tree
        for path, new in declared.new_data(self.game, treatment, tree).items():
            assert self.components is not None
            self.components = self.components.replaced(path, new, where)
        self.treatments[treatment.where] = treatment
        return True

    def _component_names(self) -> list[str]:
        return [] if self.components is None else list(self.components.tree)

    def assumed(self) -> tuple[str, ...]:
        """List what rests on no source."""
        switches = {
            switch.name: self.values[switch.name]
            for switch in self.game.switches
            if switch.matters(self.values) and switch.authority(self.values[switch.name]) == Source.ASSUMED
        }
        return (*write_changes(switches), *(self.components.assumed_paths() if self.components is not None else ()))


_BAD_DATA = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, ZeroDivisionError)


def problem_with(game: Game, setting: Setting, players: int) -> str | None:
    """Say what makes no sense in a setting, if anything does: the shape of the data, the parts together, the record."""
    is_shipped = setting.components is game.components
    if not is_shipped and game.components is not None:
        problem = problem_in(setting.tree, game.components.tree)
        if problem:
            return problem
    try:
        problem = game.check(setting.values, players, setting.tree)
        if setting.treatments:
            told = declared.problem_of(game, setting.treatments, setting.values, players, setting.tree)
            problem = problem or told
        if not problem and (game.is_own or not is_shipped):  # now rather than when the first game is set up
            game.make_rules(setting.values, players, setting.tree, setting.treatments)
    except _BAD_DATA as bad:
        if is_shipped and game.is_own:  # no data but the game's own
            raise BadInput(f"game {game.name!r} cannot be played: {told_raised(bad)}") from bad
        return f"component data: {type(bad).__name__}: {bad}"
    return problem
