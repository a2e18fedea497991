"""Which policies are shipped: those in the packages of this project, and of packages that $ANALYZER_GAMES names."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

GAMES_OF, POLICIES_OF = "analyzer.games", "strategies"  # the packages of this project


def further_packages() -> list[str]:
    """Name the packages that $ANALYZER_GAMES adds."""
    return [name for name in os.environ.get("ANALYZER_GAMES", "").split(",") if name]


def packages() -> tuple[str, ...]:
    """Name all packages that games and policies lie in."""
    return (GAMES_OF, POLICIES_OF, *further_packages())


def is_shipped(file: str) -> bool:
    """Tell whether a file lies in one of them."""
    path = Path(file).resolve()
    return any(path.is_relative_to(folder) for package in packages() for folder in _folders_of(package))


def _folders_of(package: str) -> tuple[Path, ...]:
    # asked anew: tests show packages of one name at several places
    return tuple(Path(folder).resolve() for folder in importlib.import_module(package).__path__)
