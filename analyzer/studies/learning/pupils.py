"""The network of one family, from where it stands to the end of its training."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from analyzer.stats import Estimate
from analyzer.studies.learning import folder as folders
from analyzer.studies.learning import samples, stages
from analyzer.studies.learning.found import Measured
from analyzer.studies.learning.plan import LearnPlan

OnMeasured = Callable[[Measured], None]


class Pupil:
    """A network that learns; what it has learned is saved after every chunk."""

    def __init__(self, plan: LearnPlan, family: str, folder: Path) -> None:
        self.family, self.path, self.seed = family, folder / f"{family}.npz", plan.seed_of(family)
        self.net = stages.Training.begun(plan.game.features, self.seed)
        self.done, self.curve = folders.resume(self.path, self.net)
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
            folders.save(self.path, self.net, self.done, self.curve)
            on_measured(self.curve[-1])

        return hear


def _school(plan: LearnPlan, places: Sequence[int]) -> samples.School:
    """Make the lessons of some cases, each as often as it weighs."""
    lessons = [samples.Lessons(plan.cell(plan.arena.cases[place])) for place in places]
    total = sum(plan.weights[place] for place in places)
    return samples.School(lessons, [plan.weights[place] / total for place in places])
