"""What a training is about: its policy, its cells by family of settings, and how its budget is shared out."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.catalog import load_game
from analyzer.cells import Cell, make_seat
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.games.values import files, lessons
from analyzer.games.written import Sets, WrittenPolicy, read_policy, write_changes
from analyzer.play import seeding, stopping
from analyzer.studies.arenas import Arena, Case, listed, make_arena, read_weights
from analyzer.studies.learning.stages import Stage, advantages, outcomes

DEFAULT_BUDGET = 2_000_000
OUTCOMES, ADVANTAGES, FRESH = 0.05, 0.85, 0.05  # shares of the budget; fresh deals are dealt twice
CHOOSING, VALIDATION = 4_000, 6_000  # deals of a case at most: with values, a game takes twenty times as long
FEWEST = 1_000  # games of a family


@dataclass(frozen=True)
class LearnPlan:
    """Everything that decides what is learned."""

    arena: Arena
    policy: WrittenPolicy
    weights: tuple[float, ...]  # of the cases, together 1
    budget: int
    seed: int
    command: str

    @property
    def game(self) -> Game:
        """The game."""
        return self.arena.game

    @property
    def families(self) -> dict[str, list[int]]:
        """The places of the cases of every family: each family has a network of its own."""
        found: dict[str, list[int]] = {}
        for place, case in enumerate(self.arena.cases):
            found.setdefault(self.family(case), []).append(place)
        return found

    def family(self, case: Case) -> str:
        """Name the family of a case."""
        name: str = self.game.features.family(self.cell(case).setting.values)
        return name

    def cell(self, case: Case) -> Cell:
        """Make the cell of a case, played by the policy alone."""
        return replace(case.reference, policies=(self.policy,)).make()

    def stages(self, places: Sequence[int]) -> tuple[Stage, Stage]:
        """Share the budget of a family out: games with outcomes, and plans that are played out."""
        games = self.budget * sum(self.weights[place] for place in places)
        return outcomes(int(OUTCOMES * games)), advantages(int(ADVANTAGES * games) // (lessons.KEPT * lessons.WORLDS))

    def deals(self, most: int) -> int:
        """Count the deals on which the policy plays with and without values in every cell."""
        return min(most, max(100, int(FRESH * self.budget) // (2 * self.arena.cells_each)))

    def seed_of(self, purpose: str) -> int:
        """Give the root seed of a purpose: no deal occurs twice, and none among those that users play."""
        return seeding.derived_seed(self.seed, f"learn {purpose}")


def case_name(case: Case) -> str:
    """Name a case as a file of values does."""
    return files.cell_name(case.setting, case.players)


def make_plan(
    game: str,
    policy: str,
    *,
    variants: Sequence[str] | str | None,
    players: Sequence[int] | str | int | None,
    sets: Sets,
    weights: Sequence[float] | str | None,
    budget: int,
    seed: int,
) -> LearnPlan:
    """Read what is to be learned, and refuse what makes no sense."""
    loaded = load_game(game)
    if loaded.features is None:
        raise BadInput(f"{game} declares no features to learn from: see docs/learning.md")
    arena, written = make_arena(loaded, variants, players, sets), read_policy(policy)
    seat = make_seat(loaded, written)
    if seat.inside is not None or not seat.policy.is_compiled:
        raise BadInput(f"policy {policy!r}: name a compiled policy; a look-ahead is put around it later")
    if seat.values is not None:
        raise BadInput(f"policy {policy!r} has trained values already; name the policy that they were trained for")
    shares = read_weights(_for_cases(weights, arena), arena)
    plan = LearnPlan(arena, written, shares, stopping.check_games(budget), stopping.check_seed(seed), "")
    if budget < FEWEST * len(plan.families):
        raise BadInput(f"budget = {budget} games is too small; allowed: {FEWEST * len(plan.families):,} or more")
    return replace(plan, command=_command(plan))


def _for_cases(given: Sequence[float] | str | None, arena: Arena) -> Sequence[float] | str | None:
    """Give the weights of cases; those of variants are shared among the numbers of players."""
    numbers = listed(given) if isinstance(given, str) else list(given or ())
    variants = dict.fromkeys(str(case.reference.variant) for case in arena.cases)
    if len(numbers) != len(variants) or len(variants) == len(arena.cases):
        return given
    of = dict(zip(variants, numbers, strict=True))
    return ",".join(str(of[str(case.reference.variant)]) for case in arena.cases)


def _command(plan: LearnPlan) -> str:
    """Write the command that does the same again."""
    cases, weights = plan.arena.cases, plan.weights
    options: list[tuple[str, Any]] = [
        ("--variants", ",".join(dict.fromkeys(str(case.reference.variant) for case in cases))),
        ("--players", ",".join(dict.fromkeys(str(case.players) for case in cases))),
        *(("--set", text) for text in write_changes(cases[0].reference.changes)),
        *([("--weights", ",".join(f"{weight:.4g}" for weight in weights))] if len(set(weights)) > 1 else []),
        ("--budget", plan.budget),
        ("--seed", plan.seed),
    ]
    parts = [str(part) for option in options for part in option]
    return shlex.join(["analyzer", "learn", plan.game.name, str(plan.policy), *parts])
