"""Learns the values of positions: outcomes, advantages, and a validation on deals that nobody has seen."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.analysis.shares import difference_of_shares, share_of
from analyzer.errors import BadInput, Interrupted
from analyzer.games.user_files import read_user_text
from analyzer.games.values.files import TABLE, Values
from analyzer.games.written import Sets, WrittenPolicy
from analyzer.play import stopping, tasks
from analyzer.play.control import Control
from analyzer.runs import experiment
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.files import locked, telling_of_storage, write_atomically
from analyzer.runs.stored.results import load_results
from analyzer.stats.estimate import bonferroni_level
from analyzer.studies.arenas import cells_in
from analyzer.studies.learning import found, pupils
from analyzer.studies.learning import plan as plans

DRAFT = "draft.toml"


def learn(
    game: str,
    policy: str,
    *,
    variants: Sequence[str] | str | None = None,
    players: Sequence[int] | str | int | None = None,
    sets: Sets = (),
    weights: Sequence[float] | str | None = None,
    budget: int = plans.DEFAULT_BUDGET,
    seed: int = 0,
    out: str | Path | None = None,
    state: str | Path | None = None,
    jobs: int | None = None,
    control: Control | None = None,
    on_measured: pupils.OnMeasured | None = None,
) -> found.Learning:
    """Train values of positions for a policy, and validate them; called again, it resumes where it stopped.

    Parameters
    ----------
    game, sets, seed, jobs
        As for `simulate`.
    policy
        The policy that plays the lessons, and that decides by the values then.
    variants, players, weights
        Where it plays, and what each case weighs.
    budget
        Games in all, those that are played out from a position included.
    out, state
        The file for the values, and the folder to save to and resume from.
    control, on_measured
        How to end it early, and what receives the measures on held-out samples.

    Returns
    -------
    Learning
        The values, and what the policy won with them on fresh deals.

    Examples
    --------
    >>> analyzer.learn("tranquility", "survival", variants="base,poseidon", players=3, budget=1_000_000)
    """
    plan = plans.make_plan(
        game, policy, variants=variants, players=players, sets=sets, weights=weights, budget=budget, seed=seed
    )
    n_jobs = stopping.check_jobs(jobs)
    folder = Path(state) if state is not None else pupils.default_folder(plan)
    file = Path(out) if out is not None else folder / f"{plan.policy.name}.toml"
    _check_out(file)
    with telling_of_storage(folder):
        pupils.open_folder(folder, plan)
        file.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            work = _Work(plan, folder, n_jobs, control or Control(), on_measured)
            learning = work.finish(file)
        write_atomically(file, found.value_file(plan, learning.values, learning.validation).encode())
    return learning


def _check_out(file: Path) -> None:
    """Refuse a file that is no place for values: one of another kind, or with something else in it."""
    if file.is_dir() or file.suffix != ".toml":
        raise BadInput(f"--out {file}: name a file that ends in .toml")
    if file.is_file() and f"[{TABLE}." not in read_user_text(file, "--out"):
        raise BadInput(f"--out {file}: exists already and holds no trained values; choose another one")


class _Work:
    """A training under way."""

    def __init__(
        self, plan: plans.LearnPlan, folder: Path, jobs: int, control: Control, on_measured: pupils.OnMeasured | None
    ) -> None:
        self.plan, self.folder, self.jobs, self.control, self.on_measured = plan, folder, jobs, control, on_measured
        self.checks = Checks(plan, folder, jobs, control)

    def finish(self, file: Path) -> found.Learning:
        """Do what is missing."""
        watch, plan = tasks.Stopwatch(), self.plan
        nets, curve = self._train()
        draft = self._write(Values(nets))
        chosen = self.checks.compare("choosing", plan.deals(plans.CHOOSING), draft)
        pairs = zip(plan.arena.cases, chosen.differences, strict=True)
        without = frozenset(plans.case_name(case) for case, ahead in pairs if ahead.low <= 0.0)
        values = Values(nets, without)
        valid = self.checks.compare("validation", plan.deals(plans.VALIDATION), self._write(values))
        return found.Learning(plan, values, curve, valid, watch.seconds, self.folder, file)

    def _write(self, values: Values) -> WrittenPolicy:
        """Write values into the folder, and give the policy that plays with them."""
        path = self.folder / DRAFT
        write_atomically(path, found.value_file(self.plan, values).encode())
        return replace(self.plan.policy, tuned=str(path))

    def _train(self) -> tuple[dict[str, Any], tuple[found.Measured, ...]]:
        """Train the networks of all families, as many at once as there are jobs; give what was measured, too."""
        families = [pupils.Pupil(self.plan, family, self.folder) for family in self.plan.families]
        each = max(1, self.jobs // len(families))
        with ThreadPoolExecutor(self.jobs) as pool:
            nets = list(pool.map(lambda pupil: pupil.finish(each, self._hear), families))
        curve = tuple(one for pupil in families for one in pupil.curve)
        return {pupil.family: net for pupil, net in zip(families, nets, strict=True)}, curve

    def _hear(self, measured: found.Measured) -> None:
        """Pass on what was measured, and end the training if that is asked for."""
        if self.on_measured is not None:
            self.on_measured(measured)
        if self.control.is_draining:
            raise interrupted(self.folder)


@dataclass(frozen=True)
class Checks:
    """Fresh deals for what was learned: where comparisons are kept, and how they are played."""

    plan: plans.LearnPlan
    folder: Path
    jobs: int
    control: Control

    def compare(self, purpose: str, deals: int, trained: WrittenPolicy) -> found.Checked:
        """Let the policy play with values and without on the same deals."""
        plan, seed, both = self.plan, self.plan.seed_of(purpose), (self.plan.policy, trained)
        asked = Experiment(
            game=plan.game.name,
            question=f"learn {plan.policy}: {purpose}",
            policies=both,
            deals=deals,
            seed=seed,
            rows=False,
        )
        cells = [cell for policy in both for cell in cells_in(plan.arena.places(policy))]
        run = experiment.run_cells(self.folder / purpose, asked, cells, jobs=self.jobs, control=self.control)
        if run.was_interrupted:
            raise interrupted(self.folder)
        results = load_results(self.folder / purpose)
        own, start = plan.arena.values(results, trained), plan.arena.values(results, plan.policy)
        level = bonferroni_level(0.95, len(own))
        differences = tuple(difference_of_shares(a, b, level) for a, b in zip(own, start, strict=True))
        return found.Checked(seed, deals, tuple(map(share_of, own)), tuple(map(share_of, start)), differences)


def interrupted(folder: Path) -> Interrupted:
    """Say how to go on with a training that was ended early."""
    return Interrupted(f"interrupted; saved in {folder}. Run the same command to resume.")
