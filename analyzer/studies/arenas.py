"""Reads the names that a study is asked about: lists of policies, variants and numbers of players."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from analyzer.analysis.shares import Shares, case_values
from analyzer.catalog import policies_of
from analyzer.cells import Cell, CellReference, make_cell, make_seat
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.games.written import Sets, WrittenPolicy, read_policy, split_list
from analyzer.runs.specs.design import PlannedCell, plan_cell
from analyzer.runs.stored.results import Results

FLOOR = "random_legal"  # which every game has, and nobody needs to beat


def listed(given: Sequence[str] | str | None) -> list[str]:
    """Split what may be a text with commas."""
    if given is None:
        return []
    return split_list(given) if isinstance(given, str) else list(given)


def read_policies(game: Game, given: Sequence[str] | str | None, fewest: int = 2) -> dict[str, WrittenPolicy]:
    """Give the policies to play by their label: those asked for, or all but random play and clairvoyants."""
    texts = listed(given) or [name for name in policies_of(game.name) if _is_player(game, name)]
    found: dict[str, WrittenPolicy] = {}
    for policy in map(read_policy, texts):
        label = make_seat(game, policy).label
        if label in found:
            raise BadInput(f"--policies: {label!r} occurs twice; give each policy once")
        found[label] = policy
    if len(found) < fewest:
        raise BadInput(f"--policies {','.join(texts)}: give {fewest} or more; {game.name} has {_known(game)}")
    return found


def _is_player(game: Game, name: str) -> bool:
    return name != FLOOR and "clairvoyant" not in policies_of(game.name)[name].traits


def _known(game: Game) -> str:
    return ", ".join(policies_of(game.name))


def read_counts(given: Sequence[int] | str | int | None) -> list[int]:
    """Read numbers of players: one, several, or a text with commas; the game says later which it allows."""
    if given is None or isinstance(given, int):
        return [] if given is None else [given]
    try:
        counts = [int(item) for item in listed(given)] if isinstance(given, str) else [int(item) for item in given]
    except ValueError as problem:
        raise BadInput(f"--players {given}: give whole numbers, separated by commas: 2,3") from problem
    if len(set(counts)) < len(counts):
        raise BadInput(f"--players {given}: give each number once")
    return counts


ALL = "all"  # stands for every named variant that can be played so


@dataclass(frozen=True)
class Place:
    """A cell in which a policy is put to the test, and its seat; a team fills all seats."""

    planned: PlannedCell
    seat: int | None


@dataclass(frozen=True)
class Case:
    """A variant with a number of players."""

    reference: CellReference
    setting: str
    is_competitive: bool

    @property
    def players(self) -> int:
        """The number of players."""
        return self.reference.players

    @property
    def label(self) -> str:
        """Name the case."""
        return f"{self.setting}, {self.players} players"


@dataclass(frozen=True)
class Arena:
    """The cases of one game, and the fields that a policy meets in the competitive ones."""

    game: Game
    cases: tuple[Case, ...]
    fields: tuple[WrittenPolicy, ...]

    @property
    def is_competitive(self) -> bool:
        """Tell whether some case is."""
        return any(case.is_competitive for case in self.cases)

    @property
    def cells_each(self) -> int:
        """Count the cells that every policy is played in."""
        return sum(case.players * len(self.fields) if case.is_competitive else 1 for case in self.cases)

    def places(self, policy: WrittenPolicy) -> list[list[Place]]:
        """Seat a policy in every case: everywhere in a team, else at every seat in turn against each field."""
        return [list(self._seated(case, policy)) for case in self.cases]

    def _seated(self, case: Case, policy: WrittenPolicy) -> Iterator[Place]:
        if not case.is_competitive:
            yield Place(plan_cell(self.game, replace(case.reference, policies=(policy,))), None)
            return
        for field in self.fields:
            for seat, reference in enumerate(line_ups(case.reference, policy, field)):
                yield Place(plan_cell(self.game, reference), seat)

    def values(self, results: Results, policy: WrittenPolicy) -> list[Shares]:
        """Give for every case what a policy won on each deal: 1 or 0 of a team, else the mean share over its seats."""
        return [
            case_values(results, [(place.planned.id, place.seat) for place in places]) for places in self.places(policy)
        ]


def only_one(policies: Sequence[WrittenPolicy]) -> WrittenPolicy:
    """Take the policy that is put to the test, or that is the field."""
    if len(policies) != 1:
        raise BadInput(f"{','.join(map(str, policies))}: {len(policies)} policies; give one")
    return policies[0]


def line_ups(reference: CellReference, policy: WrittenPolicy, field: WrittenPolicy) -> list[CellReference]:
    """Seat a policy at every seat in turn, the field at the others."""
    seats = range(reference.players)
    seated = [tuple(policy if place == seat else field for place in seats) for seat in seats]
    return [replace(reference, policies=policies) for policies in seated]


def cells_in(places: list[list[Place]]) -> list[PlannedCell]:
    """List the cells of some places."""
    return [place.planned for case in places for place in case]


def make_arena(
    game: Game,
    variants: Sequence[str] | str | None = None,
    players: Sequence[int] | str | int | None = None,
    sets: Sets = (),
    field: Sequence[str] | str | None = None,
) -> Arena:
    """Make the cases of every variant with every number of players; by default the plain game with the fewest."""
    names, counts = listed(variants), read_counts(players)
    is_all = names == [ALL]
    if is_all:
        names = list(game.variants)
    if len(set(names)) < len(names):
        raise BadInput(f"--variants {','.join(names)}: give each variant once")
    wanted: list[str | None] = [*names] if names else [None]
    sizes: list[int | None] = [*counts] if counts else [None]
    asked = list(product(wanted, sizes))
    cells = [cell for case in asked if (cell := _make(game, case, sets, is_all and case != asked[0])) is not None]
    cases = tuple(_case(cell) for cell in cells)
    return Arena(game, cases, _read_fields(game, field, any(case.is_competitive for case in cases)))


def _make(game: Game, case: tuple[str | None, int | None], sets: Sets, may_lack: bool) -> Cell | None:
    """Make the cell of a case; of all variants those that do not go with the rest are left out, but not the first."""
    try:
        return make_cell(game.name, players=case[1], variant=case[0], sets=sets)
    except BadInput:
        if may_lack:
            return None
        raise


def _case(cell: Cell) -> Case:
    return Case(replace(cell.reference, policies=()), cell.setting.name, cell.is_competitive)


def _read_fields(game: Game, field: Sequence[str] | str | None, is_needed: bool) -> tuple[WrittenPolicy, ...]:
    names = listed(field)
    if names and not is_needed:
        raise BadInput(f"--field {','.join(names)}: these cases are cooperative; they have no field")
    policies = list(map(read_policy, names))
    if len({make_seat(game, policy).label for policy in policies}) < len(names):
        raise BadInput(f"--field {','.join(names)}: give each policy once")
    return tuple(policies or [read_policy(game.recommended)]) if is_needed else ()


def read_weights(given: Sequence[float] | str | None, arena: Arena) -> tuple[float, ...]:
    """Read the weights of the cases, in their order; by default all count alike."""
    count = len(arena.cases)
    if given is None:
        return (1.0 / count,) * count
    try:
        values = [float(item) for item in (listed(given) if isinstance(given, str) else given)]
    except ValueError as problem:
        raise BadInput(f"--weights {given}: {problem}") from problem
    names = "; ".join(case.label for case in arena.cases)
    if len(values) != count or not all(0.0 <= x < math.inf for x in values) or not sum(values) > 0.0:
        raise BadInput(f"--weights {given}: give {count} numbers of 0 or more, not all 0, for: {names}")
    return tuple(value / sum(values) for value in values)
