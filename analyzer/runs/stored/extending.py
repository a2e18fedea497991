"""Runs whose spec asks for more deals than before: they go on with the games that they have."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.errors import BadInput
from analyzer.play.seeding import BLOCK
from analyzer.play.stopping import Goal
from analyzer.play.tasks import Part
from analyzer.runs.specs.spec import DECIDED, Effort, Experiment
from analyzer.runs.stored.cell_files import SEAL, CellFiles, Span, file_name
from analyzer.runs.stored.manifest_file import CellEntry, Manifest, Raise
from analyzer.runs.stored.store import CellStore

_ANY = 1  # deals, where only the rest is compared
_UNCHANGED = "Nothing was changed; use another --out, or undo the change."


class Extendable(Protocol):
    """A cell with what is stored of it, and how much of it is asked for."""

    store: CellStore
    entry: CellEntry
    goal: Goal


def asks_for_more(old: Experiment, new: Experiment, folder: Path) -> bool:
    """Tell whether two specs differ in nothing but more deals; refuse numbers of deals that cannot be had."""
    if _but_deals(old) != _but_deals(new):
        return False
    pairs = list(zip(_deals(old), _deals(new), strict=True))
    lowered = [f"{before:,} in the run, {now:,} now" for before, now in pairs if now < before]
    if lowered:
        raise BadInput(f"{folder}: deals can be raised, not lowered ({lowered[0]}). {_UNCHANGED}")
    if old.until == DECIDED:
        raise BadInput(
            f'{folder}: with until = "{DECIDED}", max_deals says when to look: it cannot be raised later. {_UNCHANGED}'
        )
    return True


def _but_deals(experiment: Experiment) -> Experiment:
    efforts = tuple((policy, _but_deals_of(own)) for policy, own in experiment.effort)
    deals = None if experiment.deals is None else _ANY
    return msgspec.structs.replace(experiment, deals=deals, max_deals=None, effort=efforts)


def _but_deals_of(effort: Effort) -> Effort:
    return msgspec.structs.replace(effort, deals=_ANY, deals_of=dict.fromkeys(effort.deals_of, _ANY))


def _deals(experiment: Experiment) -> list[int]:
    own: Iterable[Effort] = (effort for _, effort in experiment.effort)
    efforts = [(effort.deals, *(deals for _, deals in sorted(effort.deals_of.items()))) for effort in own]
    return [experiment.most_deals, *(deals for several in efforts for deals in several)]


def is_extended(old: Manifest, new: Manifest) -> bool:
    """Tell whether a run is to go on with more deals than it was begun with."""
    return _deals(old.experiment) != _deals(new.experiment)


def extended(old: Manifest, new: Manifest, when: str) -> Manifest:
    """Give the manifest of a run that resumes: it says so if more deals are asked for now."""
    if not is_extended(old, new):
        return old
    for entry, planned in zip(old.cells, new.cells, strict=True):
        entry.deals = planned.deals
    old.raised.append(Raise(deals=old.experiment.most_deals, games=old.games, when=when))
    old.experiment, old.spec, old.spec_sha256 = new.experiment, new.spec, new.spec_sha256
    old.status, old.digest, old.finished = "running", None, None
    return old


def back_to_journal(cells: Iterable[Extendable]) -> list[tuple[CellStore, Span]]:
    """Put the last groups of cells that ended within a block into their journals; list what may be deleted then."""
    found = []
    for cell in cells:
        tally = cell.store.finished.tally
        if tally.games % BLOCK and tally.games < cell.goal.most:
            found.append((cell.store, _to_journal(cell.store)))
            _forget(cell.entry, found[-1][1])
    return found


def drop(groups: Iterable[tuple[CellStore, Span]]) -> None:
    """Delete groups whose games lie in the journal: the seal first, without which nothing of a group counts."""
    for store, span in groups:
        (store.folder / file_name(SEAL, span)).unlink()
        store.open(span[0])


def _forget(entry: CellEntry, span: Span) -> None:
    entry.blocks, entry.games, entry.digest, entry.stopped_by = span[0], span[0] * BLOCK, None, None


def _to_journal(store: CellStore) -> Span:
    """Write the rows of the last group into the journal, block by block; without rows it is played again."""
    files = CellFiles(store.folder, store.binding)
    span = files.spans[-1]
    table = files.table("rows", span) if "rows" in files.hashes(span) else None
    store.journal.replace([] if table is None else _parts(store, table, span))
    return span


def _parts(store: CellStore, table: pa.Table, span: Span) -> list[tuple[int, Part]]:
    rows = _rows(store, table)
    blocks = [rows[first : first + BLOCK] for first in range(0, len(rows), BLOCK)]
    return [(span[0] + place, Part(0, len(block), block)) for place, block in enumerate(blocks)]


def _rows(store: CellStore, table: pa.Table) -> Any:
    """Make records of a table of rows, byte by byte what they were."""
    rows = np.zeros(len(table), store.cell.game.record)
    names = [cause.name.lower() for cause in store.cell.game.causes]
    for name in rows.dtype.names or ():
        for place in np.ndindex(rows[name].shape[1:]):
            column = table["_".join([name, *map(str, place)])].combine_chunks()
            rows[name][(slice(None), *place)] = _codes(column, names) if name == "cause" else column.to_numpy()
    return rows


def _codes(causes: pa.DictionaryArray, names: Sequence[str]) -> NDArray[np.int64]:
    code = np.array([names.index(text) for text in causes.dictionary.to_pylist()], dtype=np.int64)
    return np.asarray(code[causes.indices.to_numpy()])
