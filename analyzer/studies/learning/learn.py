"""Learns the values of positions: outcomes, advantages, and a validation on deals that nobody has seen."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.analysis.shares import difference_of_shares, share_of
from analyzer.errors import BadInput, Interrupted
from analyzer.games.user_files import read_user_text
from analyzer.games.values.files import Values
from analyzer.games.written import Sets, WrittenPolicy
from analyzer.kernel import streams
from analyzer.play import stopping
from analyzer.play.control import Control
from analyzer.play.tasks import Stopwatch
from analyzer.runs.experiment import run_cells
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.files import json_document, locked, telling_of_storage, write_atomically
from analyzer.runs.stored.manifest import sources_of
from analyzer.runs.stored.results import load_results
from analyzer.stats import Estimate, multiple
from analyzer.studies.arenas import cells_in
from analyzer.studies.learning.found import Checked, Learning, Measured, value_file
from analyzer.studies.learning.plan import CHOOSING, DEFAULT_BUDGET, LearnPlan, case_name, make_plan
from analyzer.studies.learning.samples import Lessons, School
from analyzer.studies.learning.stages import Stage, Training, run_stage

FORMAT = 1
PLAN, DRAFT = "plan.json", "draft.toml"
OnMeasured = Callable[[Measured], None]
_VALIDATION = 0.1


def learn(
    game: str,
    policy: str,
    *,
    variants: Sequence[str] | str | None = None,
    players: Sequence[int] | str | int | None = None,
    sets: Sets = (),
    weights: Sequence[float] | str | None = None,
    budget: int = DEFAULT_BUDGET,
    seed: int = 0,
    out: str | Path | None = None,
    state: str | Path | None = None,
    jobs: int | None = None,
    control: Control | None = None,
    on_measured: OnMeasured | None = None,
) -> Learning:
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
    plan = make_plan(
        game, policy, variants=variants, players=players, sets=sets, weights=weights, budget=budget, seed=seed
    )
    folder = Path(state) if state is not None else _default_folder(plan)
    file = Path(out) if out is not None else folder / f"{plan.policy.name}.toml"
    if file.is_dir() or file.suffix != ".toml":
        raise BadInput(f"--out {file}: name a file that ends in .toml")
    with telling_of_storage(folder):
        file.parent.mkdir(parents=True, exist_ok=True)
        _open_folder(folder, plan)
        with locked(folder):
            work = _Work(plan, folder, stopping.check_jobs(jobs), control or Control(), on_measured)
            learning = work.finish(file)
        write_atomically(file, value_file(plan, learning.values, learning.validation).encode())
    return learning


def _document(plan: LearnPlan) -> dict[str, Any]:
    """List what must not have changed when a training resumes."""
    return {
        "format": FORMAT,
        "command": plan.command,
        "rules_version": plan.game.rules_version,
        "streams_version": streams.VERSION,
        "features": plan.game.features.names,
        "sources": sources_of([plan.cell(plan.arena.cases[0])]),
    }


def _default_folder(plan: LearnPlan) -> Path:
    code = hashlib.sha256(json.dumps(_document(plan), sort_keys=True).encode()).hexdigest()[:8]
    return Path("runs") / f"{plan.game.name}-learn-{plan.policy.name}-{code}"


def _open_folder(folder: Path, plan: LearnPlan) -> None:
    """Begin a folder, or see whether it is of the same training."""
    document, path = _document(plan), folder / PLAN
    if not path.is_file():
        if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
            raise BadInput(f"--state {folder}: exists already and is not a training; choose another one")
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json_document(document))
        return
    try:
        old = json.loads(read_user_text(path, "plan"))
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{path}: not a training plan: {problem}") from problem
    changed = [key for key in document if not isinstance(old, dict) or old.get(key) != document[key]]
    if changed:
        raise BadInput(
            f"{folder}: this training cannot be continued: {changed[0]} differs. "
            "Use another --state, or undo the change."
        )


class _Work:
    """A training under way."""

    def __init__(
        self, plan: LearnPlan, folder: Path, jobs: int, control: Control, on_measured: OnMeasured | None
    ) -> None:
        self.plan, self.folder, self.jobs, self.control, self.on_measured = plan, folder, jobs, control, on_measured
        self.curve: list[Measured] = []

    def finish(self, file: Path) -> Learning:
        """Do what is missing."""
        watch, plan = Stopwatch(), self.plan
        nets = {family: self._train(family, places) for family, places in plan.families.items()}
        draft = self._write(Values(nets))
        chosen = self._compare("choosing", plan.deals(CHOOSING), draft)
        pairs = zip(plan.arena.cases, chosen.differences, strict=True)
        without = frozenset(case_name(case) for case, ahead in pairs if ahead.value <= 0.0)
        values = Values(nets, without)
        valid = self._compare("validation", plan.deals(_VALIDATION), self._write(values))
        return Learning(plan, values, tuple(self.curve), valid, watch.seconds, self.folder, file)

    def _write(self, values: Values) -> WrittenPolicy:
        """Write values into the folder, and give the policy that plays with them."""
        path = self.folder / DRAFT
        write_atomically(path, value_file(self.plan, values).encode())
        return replace(self.plan.policy, tuned=str(path))

    # Training

    def _train(self, family: str, places: Sequence[int]) -> Any:
        """Train the network of a family, or go on with it."""
        plan, path = self.plan, self.folder / f"{family}.npz"
        net = Training.begun(plan.game.features, plan.seed_of(family))
        done = self._resume(net, path)
        stages = plan.stages(places)
        if done >= sum(stage.chunks for stage in stages):
            return net.weights
        total = sum(plan.weights[place] for place in places)
        lessons = [Lessons(plan.cell(plan.arena.cases[place])) for place in places]
        school = School(lessons, [plan.weights[place] / total for place in places], self.jobs)
        for stage in stages:
            if done < stage.chunks:
                run_stage(net, school, stage, plan.seed_of(family), done, self._hearing(net, family, path))
            done = max(done - stage.chunks, 0)
        return net.weights

    def _hearing(self, net: Training, family: str, path: Path) -> Callable[[Stage, int, Estimate], None]:
        """Make what is told after every chunk: it saves the network, and ends the training if that is asked for."""
        before = {one.stage: one.chunks for one in self.curve if one.family == family}

        def hear(stage: Stage, number: int, value: Estimate) -> None:
            before[stage.name] = stage.chunks
            self.curve.append(Measured(family, stage.name, number + 1, stage.chunks, value))
            behind = sum(chunks for name, chunks in before.items() if name != stage.name)
            _save(path, net, behind + number + 1, [one for one in self.curve if one.family == family])
            if self.on_measured is not None:
                self.on_measured(self.curve[-1])
            if self.control.is_stopped:
                raise Interrupted(f"interrupted; saved in {self.folder}. Run the same command to resume.")

        return hear

    def _resume(self, net: Training, path: Path) -> int:
        """Take up a network that was saved; tell how many chunks it has learned from."""
        if not path.is_file():
            return 0
        with np.load(path) as kept:
            net.learner.view(np.uint8)[:] = kept["learner"]
            curve = json.loads(str(kept["curve"]))
            self.curve += [Measured(**one | {"value": Estimate(**one["value"])}) for one in curve]
            return int(kept["done"])

    # Fresh deals

    def _compare(self, purpose: str, deals: int, trained: WrittenPolicy) -> Checked:
        """Let the policy play with values and without on the same deals."""
        plan, seed = self.plan, self.plan.seed_of(purpose)
        experiment = Experiment(
            game=plan.game.name, question=f"learn {plan.policy}: {purpose}", policies=(plan.policy, trained),
            deals=deals, seed=seed, rows=False,
        )  # fmt: skip
        cells = [cell for policy in (plan.policy, trained) for cell in cells_in(plan.arena.places(policy))]
        run = run_cells(self.folder / purpose, experiment, cells, jobs=self.jobs, control=self.control)
        if run.was_interrupted:
            raise Interrupted(f"interrupted; saved in {self.folder}. Run the same command to resume.")
        results = load_results(self.folder / purpose)
        own, start = plan.arena.values(results, trained), plan.arena.values(results, plan.policy)
        level = multiple.bonferroni_level(0.95, len(own))
        differences = tuple(difference_of_shares(a, b, level) for a, b in zip(own, start, strict=True))
        return Checked(seed, deals, tuple(map(share_of, own)), tuple(map(share_of, start)), differences)


def _save(path: Path, net: Training, done: int, curve: Sequence[Measured]) -> None:
    """Keep a network and what it was measured to do, as a whole."""
    from io import BytesIO

    content = BytesIO()
    np.savez(content, learner=net.learner.view(np.uint8), done=done, curve=json.dumps([asdict(one) for one in curve]))
    write_atomically(path, content.getvalue())
