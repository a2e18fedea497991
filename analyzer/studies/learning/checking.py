"""Fresh deals for what was learned: the policy with values and without, in every case."""

from dataclasses import dataclass
from pathlib import Path

from analyzer.analysis.shares import difference_of_shares, share_of
from analyzer.errors import Interrupted
from analyzer.games.written import WrittenPolicy
from analyzer.play.control import Control
from analyzer.runs import experiment
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.results import load_results
from analyzer.stats.estimate import bonferroni_level
from analyzer.studies.arenas import cells_in
from analyzer.studies.learning.found import Checked
from analyzer.studies.learning.plan import LearnPlan


@dataclass(frozen=True)
class Checks:
    """Where comparisons are kept, and how they are played."""

    plan: LearnPlan
    folder: Path
    jobs: int
    control: Control

    def compare(self, purpose: str, deals: int, trained: WrittenPolicy) -> Checked:
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
        return Checked(seed, deals, tuple(map(share_of, own)), tuple(map(share_of, start)), differences)


def interrupted(folder: Path) -> Interrupted:
    """Say how to go on with a training that was ended early."""
    return Interrupted(f"interrupted; saved in {folder}. Run the same command to resume.")
