"""Plays again what `verify` finds damaged in a run, and nothing else."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Protocol

from analyzer.play.blocks import Block, CellProgress, one_after_another, play_blocks
from analyzer.play.control import Control
from analyzer.play.pools.choosing import Pool
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK
from analyzer.play.stopping import Goal
from analyzer.runs.stored.cell_files import SEAL, SUFFIXES, Span, file_name
from analyzer.runs.stored.manifest_file import FILE, Manifest
from analyzer.runs.stored.solved import FOLDER
from analyzer.runs.stored.store import GROUP, CellStore
from analyzer.runs.stored.verify import TWICE, Damage, check_files

Say = Callable[[str], None]


class Repairable(Protocol):
    """A cell whose store can be repaired."""

    store: CellStore
    goal: Goal


def put_aside_manifest(folder: Path) -> None:
    """Keep a damaged manifest beside the new one."""
    (folder / FILE).replace(folder / f"{FILE}.damaged")


class Repair:
    """The repair of one run: finds the damage, makes room, and plays."""

    def __init__(self, folder: Path, manifest: Manifest, cells: Mapping[str, Repairable], say: Say) -> None:
        self.folder = folder
        self.cells = cells
        self.say = say
        self.damages = self._find(manifest)
        if not self.damages:
            self.say(f"{folder}: nothing is damaged")

    def _find(self, manifest: Manifest) -> tuple[Damage, ...]:
        """List what has to be played; of groups that overlap, the later ones go first, which may leave gaps."""
        found = check_files(self.folder, manifest).damages
        for damage in found:
            self.say(f"repair: {damage.cell}: {damage.words}")
        twice = [damage for damage in found if damage.what == TWICE]
        for damage in twice:
            self._make_room(self.cells[damage.cell].store, damage)
        return self._find(manifest) if twice else found

    def play(self, seed: int, pool: Pool, control: Control) -> None:
        """Play the damaged spans of all cells; what is stopped halfway stays damaged."""
        groups = dict(self._groups(seed))
        played: dict[CellProgress, list[Block]] = {progress: [] for progress in groups}
        with closing(play_blocks(one_after_another(groups), pool, control)) as blocks:
            for block in blocks:
                played[block.progress].append(block)
                if block.is_whole and len(played[block.progress]) == _size(groups[block.progress][1]):
                    groups[block.progress][0].write(played[block.progress])

    def _groups(self, seed: int) -> Iterator[tuple[CellProgress, tuple[CellStore, Span]]]:
        for damage in self.damages:
            if damage.first < 0:
                (self.folder / FOLDER / f"{damage.cell.partition(' ')[2]}.json").unlink(missing_ok=True)
                continue
            cell = self.cells[damage.cell]
            self._make_room(cell.store, damage)
            for first, last in _cut(damage):
                games = min(cell.goal.most, (last + 1) * BLOCK)
                prepared = PreparedCell(cell.store.cell)
                yield CellProgress(prepared, seed, games, first, keep_rows=True), (cell.store, (first, last))

    def _make_room(self, store: CellStore, damage: Damage) -> None:
        """Delete the files of a damaged group, the seal first: without it nothing of the group counts."""
        store.folder.mkdir(parents=True, exist_ok=True)
        for kind in (SEAL, *SUFFIXES):
            (store.folder / file_name(kind, (damage.first, damage.last))).unlink(missing_ok=True)


def _cut(damage: Damage) -> Iterable[Span]:
    """Cut a span into groups of the usual size."""
    return [(first, min(first + GROUP - 1, damage.last)) for first in range(damage.first, damage.last + 1, GROUP)]


def _size(span: Span) -> int:
    return span[1] - span[0] + 1
