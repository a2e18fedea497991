"""Names for policies of one name from different files, so that a run shows which is which."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from analyzer.catalog import load_game
from analyzer.cells import Cell, CellReference, make_seats
from analyzer.errors import BadInput
from analyzer.games import written
from analyzer.games.interface import Game
from analyzer.games.policy_files.shipping import is_shipped
from analyzer.games.seating import Seat
from analyzer.games.settings import problem_with, read_setting
from analyzer.games.treatments.written import read_spec_treatment
from analyzer.play.stopping import Goal
from analyzer.runs.specs.checking import tell
from analyzer.runs.specs.contrasts import check_contrasts
from analyzer.runs.specs.spec import Effort, Experiment

Names = dict[tuple[str, str], str]  # by name and file


def distinct_names(cells: Iterable[Cell]) -> Names:
    """Name the policies that need it: `a.py:mine` and `b.py:mine`; a shipped one keeps its own name."""
    files: dict[str, set[str]] = {}
    for cell in cells:
        for seat in cell.seats:
            files.setdefault(seat.player.policy.name, set()).add(seat.player.policy.file)
    found: Names = {}
    for name, several in files.items():
        own = sorted(file for file in several if not is_shipped(file)) if len(several) > 1 else []
        found |= {(name, file): f"{_suffix(file, own)}:{name}" for file in own}
    return found


def renamed(cell: Cell, names: Names) -> Cell:
    """Give a cell whose policies have these names."""
    seats = tuple(_renamed(seat, names) for seat in cell.seats)
    return cell if all(new is old for new, old in zip(seats, cell.seats, strict=True)) else replace(cell, seats=seats)


def _renamed(seat: Seat, names: Names) -> Seat:
    if seat.inside is not None:
        inside = _renamed(seat.inside, names)
        policy = replace(seat.policy, name=f"{seat.wrapper}({inside.policy.name})")
        return seat if inside is seat.inside else replace(seat, policy=policy, inside=inside)
    name = names.get((seat.policy.name, seat.policy.file))
    return seat if name is None else replace(seat, policy=replace(seat.policy, name=name))


def _suffix(file: str, several: Sequence[str]) -> str:
    """Take the shortest end of a path that no other path shares."""
    parts = Path(file).parts
    for length in range(1, len(parts)):
        end = parts[-length:]
        if sum(Path(other).parts[-length:] == end for other in several) == 1:
            return "/".join(end)
    return file


MAX_CELLS = 10_000
_SHOWN = 20  # impossible combinations that an error lists


@dataclass(frozen=True)
class PlannedCell:
    """A cell of an experiment: what is played, and its place among the factors."""

    id: str
    cell: Cell
    own_goal: Goal | None = None  # where it is not the experiment's

    @property
    def variant(self) -> str:
        """The variant without the switches set on top of it."""
        return str(self.cell.reference.variant)

    @property
    def policy(self) -> str:
        """Who sits where, in one text."""
        labels = [seat.label for seat in self.cell.seats]
        return labels[0] if len(set(labels)) == 1 else " / ".join(labels)


@dataclass(frozen=True)
class Skipped:
    """A combination that is not played, and why."""

    what: str
    reason: str


@dataclass(frozen=True)
class Design:
    """What is played, in order, and what is left out; all cells share the deals of the root seed."""

    cells: tuple[PlannedCell, ...]
    skipped: tuple[Skipped, ...]


def expand(experiment: Experiment, source: str | Path = "spec") -> Design:
    """Make the cells of an experiment; impossible ones are an error unless the spec skips them."""
    game = load_game(experiment.game)
    cells: dict[str, PlannedCell] = {}
    left_out: dict[Skipped, None] = {}  # in order, each once
    for reference, effort, reason in _combinations(game, experiment, Path(source)):
        if reason:
            left_out[Skipped(reference.describe(), reason)] = None
        else:
            planned = plan_cell(game, reference, None if effort is None else Goal(effort.deals_for(reference.variant)))
            cells.setdefault(planned.id, planned)
    skipped = list(left_out)
    if skipped and not experiment.skip_impossible:
        raise BadInput(tell(Path(source), _impossible(skipped)))
    if not cells:
        raise BadInput(f"{source}: variants, players, policies: no cell is possible; all {len(skipped)} are skipped")
    design = Design(told_apart(cells.values()), tuple(skipped))
    teams = {planned.id for planned in design.cells if not planned.cell.is_competitive}
    if experiment.contrast:
        check_contrasts(experiment, {item.id: item.cell.reference for item in design.cells}, teams, str(source))
    return design


def told_apart(cells: Iterable[PlannedCell]) -> tuple[PlannedCell, ...]:
    """Give every policy of a design a name of its own; a cell that occurs twice is played once."""
    found = {planned.id: planned for planned in cells}.values()
    names = distinct_names(planned.cell for planned in found)
    return tuple(replace(planned, cell=renamed(planned.cell, names)) if names else planned for planned in found)


def _impossible(skipped: list[Skipped]) -> list[str]:
    lines = [f"variants, players: {item.what} is impossible: {item.reason}" for item in skipped[:_SHOWN]]
    more = [f"… and {len(skipped) - _SHOWN} more"] if len(skipped) > _SHOWN else []
    return [*lines, *more, "skip_impossible: set it to true to skip and list these"]


def _combinations(
    game: Game, experiment: Experiment, source: Path
) -> Iterator[tuple[CellReference, Effort | None, str | None]]:
    """List every cell with the effort that its policy has of its own, and what makes it impossible."""
    counts = experiment.players or (min(n for n in game.seats if n > 1),)
    seatings = _seatings(game, experiment)
    size = _n_rules(experiment) * len(counts) * len(seatings) * max(counts)
    if size > MAX_CELLS:  # said before any list is made: a few switches have more combinations than fit into memory
        raise BadInput(f"{source}: variants, switches, players, policies: {size:,} cells; allowed: up to {MAX_CELLS:,}")
    variants, sets, frozen = (
        _variants(game, experiment),
        _sets(experiment),
        experiment.frozen if experiment.freeze else None,
    )
    for variant, (changes, alone), players in itertools.product(variants, sets, counts):
        reason = _problem(game, variant, changes, players, alone)
        for seating in seatings:
            effort = experiment.effort_of(seating.policies[0])
            if effort is not None and not effort.covers(variant, players):
                continue
            for policy in _seated(seating, players):
                fits = len(policy) in (1, players)
                wrong_size = None if fits else f"a line-up of {len(policy)} does not fill the seats"
                yield CellReference(game.name, players, variant, changes, policy, frozen), effort, reason or wrong_size


def _n_rules(experiment: Experiment) -> int:
    """Count the variants, each with all that is set on top of it."""
    sums, n_variants = experiment.sums, len(experiment.variants or ("",))
    if sums is not None:
        n_variants = 1 + sum(math.comb(len(sums.of), size) for size in range(1, sums.up_to + 1))
    combined = math.prod(len(values) for values in experiment.switches.values())
    alone = sum(len(values) for values in experiment.alone.values())
    return n_variants * combined * (1 + alone + len(experiment.treatments))


def _variants(game: Game, experiment: Experiment) -> tuple[written.WrittenVariant, ...]:
    plain = written.WrittenVariant((next(iter(game.variants)),))
    if experiment.sums is None:
        return experiment.variants or (plain,)
    sizes = range(1, experiment.sums.up_to + 1)
    sums = [written.added_up(several) for size in sizes for several in itertools.combinations(experiment.sums.of, size)]
    return (plain, *(variant for variant in sums if variant != plain))


def _sets(experiment: Experiment) -> list[tuple[written.Changes, str]]:
    """List what is set on top of a variant, and the switch that was set alone, if one was."""
    grid = experiment.switches
    combined: list[written.Changes] = [
        dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())
    ]
    alone = [(name, value) for name, values in experiment.alone.items() for value in values]
    apart = [(written.changed(changes, {name: value}), name) for changes in combined for name, value in alone]
    treated = [
        (written.changed(changes, read_spec_treatment(text)), "")
        for changes in combined
        for text in experiment.treatments
    ]
    return [(changes, "") for changes in combined] + apart + treated


@dataclass(frozen=True)
class _Seating:
    policies: tuple[written.WrittenPolicy, ...]
    field: written.WrittenPolicy | None = None
    rotate: bool = False


def _seatings(game: Game, experiment: Experiment) -> list[_Seating]:
    dialled = [] if experiment.skill is None else experiment.skill.policies
    named = [*map(written.read_policy, experiment.levels or ()), *(experiment.policies or ()), *dialled]
    line_ups = [_Seating(line_up, rotate=experiment.rotate) for line_up in experiment.line_ups or ()]
    if not named and not line_ups:
        named = [written.read_policy(game.recommended)]
    return [_Seating((policy,), experiment.field) for policy in named] + line_ups


def _seated(seating: _Seating, players: int) -> list[tuple[written.WrittenPolicy, ...]]:
    """List who sits where: everywhere the same, one against a field at every seat, or a line-up in turn."""
    if seating.field is not None:
        return [_against(seating.policies[0], seating.field, seat, players) for seat in range(players)]
    if seating.rotate:
        line_up = seating.policies
        return list(dict.fromkeys(line_up[shift:] + line_up[:shift] for shift in range(len(line_up))))
    return [seating.policies]


def _against(
    policy: written.WrittenPolicy, field: written.WrittenPolicy, seat: int, players: int
) -> tuple[written.WrittenPolicy, ...]:
    return tuple(policy if place == seat else field for place in range(players))


def _problem(
    game: Game, variant: written.WrittenVariant, changes: written.Changes, players: int, alone: str
) -> str | None:
    try:
        setting = read_setting(game, variant, changes)
    except BadInput as problem:  # two parts of a sum that contradict each other
        return str(problem)
    switch = game.switch_by_name.get(alone) if alone else None
    if switch is not None and not switch.matters(setting.values):
        return f"{alone} makes no difference here"
    return problem_with(game, setting, players)


def plan_cell(game: Game, reference: CellReference, own_goal: Goal | None = None) -> PlannedCell:
    """Make the cell of a reference that is known to be possible."""
    setting = read_setting(game, reference.variant, reference.changes)
    seats = make_seats(game, reference.policies, reference.players)
    cell = Cell(game, setting, reference.players, seats, reference)
    return PlannedCell(_identify(cell), cell, own_goal)


def _identify(cell: Cell) -> str:
    """Give a cell its lasting name: readable, and different for everything that changes its games."""
    seats = [seat.identity for seat in cell.seats]
    tree = "" if cell.setting.tree is None else json.dumps(cell.setting.tree, sort_keys=True, default=str)
    treated = [asdict(treatment) for treatment in cell.setting.treatments]
    frozen = [] if cell.held is None else [cell.held]
    content = [cell.game.name, dict(cell.setting.values), tree, cell.players, seats, *treated, *frozen]
    code = hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:10]
    words = f"{cell.setting.name}-{cell.players}p-{'-'.join(dict.fromkeys(seat.label for seat in cell.seats))}"
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', words)[:60].strip('-')}-{code}"


def solvable(design: Design, players: Sequence[int] | None) -> dict[str, Cell]:
    """List by name the cells that can be solved in hindsight: each variant and number of players once, well played."""
    found: dict[str, Cell] = {}
    for planned in design.cells:
        cell = planned.cell
        if not cell.is_competitive and (players is None or cell.players in players):
            policies = written.read_policies(cell.game.recommended)
            seats = make_seats(cell.game, policies, cell.players)
            own = replace(cell, seats=seats, reference=replace(cell.reference, policies=policies))
            found.setdefault(_identify(own), own)
    return found
