"""A Monte Carlo strategy analyzer for board games."""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"

# Imported when first used, so that `import analyzer` and `analyzer --help` load neither numba nor pandas.
_LAZY = {
    "simulate": "analyzer.play.simulation",
    "compare": "analyzer.studies.comparison",
    "run": "analyzer.runs.experiment",
    "load_results": "analyzer.runs.results",
    "report": "analyzer.reporting.build",
    "tune": "analyzer.studies.tune",
    "tournament": "analyzer.studies.tournament",
    "leaderboard": "analyzer.studies.leaderboard",
}

__all__ = ["__version__", "compare", "leaderboard", "load_results", "report", "run", "simulate", "tournament", "tune"]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
