"""The folder of a training, and the network of each family in it, from where it stands to the end of its training."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text
from analyzer.kernel import streams
from analyzer.runs.stored import files, manifest
from analyzer.stats import Estimate
from analyzer.studies.learning import samples, stages
from analyzer.studies.learning.found import Measured
from analyzer.studies.learning.plan import LearnPlan

FORMAT = 1
PLAN = "plan.json"


def _document(plan: LearnPlan) -> dict[str, Any]:
    """List what must not have changed when a training resumes."""
    return {
        "format": FORMAT,
        "command": plan.command,
        "rules_version": plan.game.rules_version,
        "streams_version": streams.VERSION,
        "features": plan.game.features.names,
        "sources": manifest.sources_of([plan.cell(plan.arena.cases[0])]),
    }


def default_folder(plan: LearnPlan) -> Path:
    """Give the folder of a training: its name depends on everything that decides what is learned."""
    code = hashlib.sha256(json.dumps(_document(plan), sort_keys=True).encode()).hexdigest()[:8]
    return Path("runs") / f"{plan.game.name}-learn-{plan.policy.name}-{code}"


def open_folder(folder: Path, plan: LearnPlan) -> None:
    """Begin a folder, or see whether it is of the same training."""
    document, path = _document(plan), folder / PLAN
    if not path.is_file():
        if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
            raise BadInput(f"--state {folder}: exists already and is not a training; choose another one")
        folder.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, files.json_document(document))
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


def save(path: Path, net: stages.Training, done: int, curve: Sequence[Measured]) -> None:
    """Keep a network and what it was measured to do, as a whole."""
    content = BytesIO()
    np.savez(content, learner=net.learner.view(np.uint8), done=done, curve=json.dumps([asdict(one) for one in curve]))
    files.write_atomically(path, content.getvalue())


def resume(path: Path, net: stages.Training) -> tuple[int, list[Measured]]:
    """Take up a network that was saved; tell how many chunks it has learned from, and what it was measured to do."""
    if not path.is_file():
        return 0, []
    with np.load(path, allow_pickle=False) as kept:
        net.learner.view(np.uint8)[:] = kept["learner"]
        curve = json.loads(str(kept["curve"]))
        return int(kept["done"]), [Measured(**one | {"value": Estimate(**one["value"])}) for one in curve]


OnMeasured = Callable[[Measured], None]


class Pupil:
    """A network that learns; what it has learned is saved after every chunk."""

    def __init__(self, plan: LearnPlan, family: str, folder: Path) -> None:
        self.family, self.path, self.seed = family, folder / f"{family}.npz", plan.seed_of(family)
        self.net = stages.Training.begun(plan.game.features, self.seed)
        self.done, self.curve = resume(self.path, self.net)
        places = plan.families[family]
        self.stages = plan.stages(places)
        self.school = None if self.is_trained else _school(plan, places)

    @property
    def is_trained(self) -> bool:
        """Whether nothing is left to learn."""
        return self.done >= sum(stage.chunks for stage in self.stages)

    def finish(self, jobs: int, on_measured: OnMeasured) -> Any:
        """Learn what is missing, and give the weights."""
        begin = 0
        for stage in self.stages:
            if self.school is not None and self.done < begin + stage.chunks:
                self.school.jobs = jobs
                hear = self._hearing(on_measured)
                stages.run_stage(self.net, self.school, stage, self.seed, self.done - begin, hear)
            begin += stage.chunks
        return self.net.weights

    def _hearing(self, on_measured: OnMeasured) -> stages.OnChunk:
        """Make what is told after every chunk: it saves the network, then tells others."""

        def hear(stage: stages.Stage, number: int, value: Estimate) -> None:
            self.done += 1
            self.curve.append(Measured(self.family, stage.name, number + 1, stage.chunks, value))
            save(self.path, self.net, self.done, self.curve)
            on_measured(self.curve[-1])

        return hear


def _school(plan: LearnPlan, places: Sequence[int]) -> samples.School:
    """Make the lessons of some cases, each as often as it weighs."""
    lessons = [samples.Lessons(plan.cell(plan.arena.cases[place])) for place in places]
    total = sum(plan.weights[place] for place in places)
    return samples.School(lessons, [plan.weights[place] / total for place in places])
