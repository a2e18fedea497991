"""A Monte Carlo strategy analyzer for board games."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.play.replay.replay import replay as replay
    from analyzer.play.simulation import simulate as simulate
    from analyzer.reporting.build import report as report
    from analyzer.reporting.pictures.plotting import plot as plot
    from analyzer.runs.experiment import run as run
    from analyzer.runs.stored.results import load_results as load_results
    from analyzer.runs.stored.verify import verify as verify
    from analyzer.studies.autopsy.autopsy import autopsy as autopsy
    from analyzer.studies.balance.balance import balance as balance
    from analyzer.studies.calibration.calibrate import calibrate as calibrate
    from analyzer.studies.claim_files import claims as claims
    from analyzer.studies.comparison import compare as compare
    from analyzer.studies.fitting.fit import fit as fit
    from analyzer.studies.luck import luck as luck
    from analyzer.studies.patching.patch import patch as patch
    from analyzer.studies.sensitivity.sensitivity import sensitivity as sensitivity
    from analyzer.studies.sensitivity.stamping import stamps as stamps
    from analyzer.studies.whatif import whatif as whatif

__version__ = "0.1.0"

# Imported when first used, so that `import analyzer` and `analyzer --help` load neither numba nor pandas.
_LAZY = {
    "simulate": "analyzer.play.simulation",
    "compare": "analyzer.studies.comparison",
    "run": "analyzer.shell.experiments",
    "load_results": "analyzer.runs.stored.results",
    "report": "analyzer.reporting.build",
    "plot": "analyzer.reporting.pictures.plotting",
    "verify": "analyzer.runs.stored.verify",
    "replay": "analyzer.play.replay.replay",
    "hindsight": "analyzer.play.hindsight",
    "tune": "analyzer.studies.tuning.tune",
    "learn": "analyzer.studies.learning.learn",
    "tournament": "analyzer.studies.tournament",
    "leaderboard": "analyzer.studies.leaderboard",
    "calibrate": "analyzer.studies.calibration.calibrate",
    "whatif": "analyzer.studies.whatif",
    "luck": "analyzer.studies.luck",
    "patch": "analyzer.studies.patching.patch",
    "sensitivity": "analyzer.studies.sensitivity.sensitivity",
    "stamps": "analyzer.studies.sensitivity.stamping",
    "claims": "analyzer.studies.claim_files",
    "autopsy": "analyzer.studies.autopsy.autopsy",
    "fit": "analyzer.studies.fitting.fit",
    "balance": "analyzer.studies.balance.balance",
}

__all__ = [
    "__version__",
    "autopsy",
    "balance",
    "calibrate",
    "claims",
    "compare",
    "fit",
    "hindsight",
    "leaderboard",
    "learn",
    "load_results",
    "luck",
    "patch",
    "plot",
    "replay",
    "report",
    "run",
    "sensitivity",
    "simulate",
    "stamps",
    "tournament",
    "tune",
    "verify",
    "whatif",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'analyzer' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
