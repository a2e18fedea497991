"""Deals solved in hindsight, kept beside the cells of a run: one letter per deal, deal 0 first."""

import hashlib
import json
from pathlib import Path

import numpy as np
from msgspec import Struct, ValidationError, convert, to_builtins
from numpy.typing import NDArray

from analyzer.errors import DamagedRun
from analyzer.games.written import write_changes
from analyzer.play.hindsight import Hindsight, Outcome
from analyzer.runs.stored.files import is_as_written, json_document, read_regular, write_atomically

FOLDER = "hindsight"
_LETTERS = {Outcome.WON: "w", Outcome.LOST: "l", Outcome.UNKNOWN: "u"}


class Solved(Struct, kw_only=True):
    """What is known of the first deals of a variant with a number of players."""

    variant: str
    sets: list[str]
    players: int
    policy: str  # around which the deals were played again
    seed: int
    budget: int  # games per deal
    outcomes: str
    seal: str = ""  # hash of the rest, bound to the run and the name of the file

    @property
    def deals(self) -> int:
        """Count the deals."""
        return len(self.outcomes)

    def bits(self, outcome: Outcome) -> NDArray[np.uint8]:
        """Give one bit per deal that has this outcome, as `np.packbits` packs them."""
        return np.packbits(np.array([letter == _LETTERS[outcome] for letter in self.outcomes], dtype=bool))


def write_solved(folder: Path, name: str, found: Hindsight, key: str) -> Solved:
    """Keep what a solver found."""
    reference = found.cell.reference
    solved = Solved(
        variant=str(reference.variant),
        sets=write_changes(reference.changes),
        players=found.cell.players,
        policy=found.cell.seats[0].label,
        seed=found.seed,
        budget=found.budget,
        outcomes="".join(_LETTERS[Outcome(int(code))] for code in found.outcomes),
    )
    solved.seal = _seal(solved, name, key)
    (folder / FOLDER).mkdir(exist_ok=True)
    write_atomically(folder / FOLDER / f"{name}.json", json_document(solved))
    return solved


def solved_files(folder: Path) -> list[Path]:
    """List the files of solved deals in a run."""
    return sorted((folder / FOLDER).glob("*.json"))


def is_solved(folder: Path, name: str, deals: int, budget: int, key: str) -> bool:
    """Tell whether a cell has been solved for so many deals, with this budget."""
    file = folder / FOLDER / f"{name}.json"
    if not file.is_file():
        return False
    found = read_one(file, key)
    return found.deals == deals and found.budget == budget


def read_one(file: Path, key: str) -> Solved:
    """Read the solved deals of one variant."""
    try:
        content = read_regular(file)
        found = convert(json.loads(content), Solved)
    except (OSError, ValueError, ValidationError, RecursionError) as problem:
        raise DamagedRun(f"{file}: not readable as solved deals: {problem}") from problem
    if found.seal != _seal(found, file.stem, key) or not is_as_written(content, found):
        raise DamagedRun(
            f"{file}: its content differs from what was written; "
            f"`analyzer run SPEC --out {file.parent.parent} --repair` solves it again"
        )
    return found


def _seal(solved: Solved, name: str, key: str) -> str:
    content = to_builtins(solved) | {"seal": ""}
    return hashlib.sha256(json.dumps([key, name, content], sort_keys=True).encode()).hexdigest()
