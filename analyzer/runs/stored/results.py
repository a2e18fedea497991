"""The results of a run as tables, read from its directory alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from analyzer import errors
from analyzer.play.showing import Drawn, html_table, one_line
from analyzer.runs.stored.cell_files import Binding, CellFiles, key_of
from analyzer.runs.stored.manifest_file import CellEntry, Factors, Manifest, factors_of, read_manifest
from analyzer.runs.stored.solved import Solved, read_one, solved_files

_COUNTED = ["measure", "cause", "value"]  # what counts are counted by, besides the cell
AT_ONCE = 128  # shards that are read before they are put together
# of a cell, left to the manifest
_LONG = ("reference", "policies", "seats", "rules", "relevant", "assumed", "places", "replay")


@dataclass(frozen=True)
class DealOutcomes:
    """The outcome of every deal of a cell, deal 0 first."""

    deals: int
    unknown: NDArray[np.uint8]  # one bit per deal (np.packbits): cut off or faulty
    won: NDArray[np.uint8] | None = None  # likewise, cooperative cells
    shared_by: NDArray[np.uint8] | None = None  # (deals, seats): number of winners if this seat won, else 0
    score: NDArray[np.int32] | None = None  # (deals, seats)
    first: NDArray[np.uint8] | None = None  # the seat that began, competitive cells
    turns: NDArray[np.int32] | None = None  # competitive cells

    @property
    def shares(self) -> NDArray[np.float64]:
        """Give every seat's share of the win, as (deals, seats)."""
        assert self.shared_by is not None
        return np.where(self.shared_by > 0, 1.0 / np.maximum(self.shared_by, 1), 0.0)

    @property
    def is_unknown(self) -> NDArray[np.bool_]:
        """Tell for every deal whether its game has no outcome."""
        return np.unpackbits(self.unknown, count=self.deals).astype(bool)


@dataclass(frozen=True)
class Results(Drawn):
    """A run directory, opened: `cells`, `blocks` and `counts` are tidy pandas tables."""

    folder: Path
    manifest: Manifest
    beside: tuple["Results", ...] = ()  # runs of the same game that a report draws upon
    stamps: tuple[Mapping[str, Any], ...] = ()  # of claims, for a report that tells what survives
    answers: dict[Any, Any] = field(default_factory=dict, init=False, compare=False)  # what is already computed

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row per cell: its factors, how much was played, and its digest."""
        table = pd.DataFrame(msgspec.to_builtins(self.manifest.cells)).drop(columns=list(_LONG))
        table.insert(2, "sets", [entry.sets for entry in self.manifest.cells])
        table = self._with_factors(table, last=True)
        played = self.blocks.groupby("cell")["games"].agg(["sum", "count"]) if len(self.blocks) else None
        if played is not None:  # the blocks are right even if the run was killed before the manifest was
            table["games"] = table["cell"].map(played["sum"]).fillna(0).astype(int)
            table["blocks"] = table["cell"].map(played["count"]).fillna(0).astype(int)
        return table

    @cached_property
    def solved(self) -> list[Solved]:
        """What is known in hindsight of the deals of some variants."""
        return [read_one(file, key_of(self.manifest)) for file in solved_files(self.folder)]

    @cached_property
    def blocks(self) -> pd.DataFrame:
        """One row per cell and block: games, causes, sums and sums of squares of every measure."""
        return self._gather("blocks")

    @cached_property
    def counts(self) -> pd.DataFrame:
        """One row per cell, measure, cause and value: in how many games."""
        return self.counts_of(self.manifest.cell_ids)

    def counts_of(self, cells: Iterable[str], measures: Iterable[str] | None = None) -> pd.DataFrame:
        """Give the lines of `counts` of some cells and measures: of thousands of cells a report shows a few."""
        wanted = None if measures is None else pa.array(list(measures), pa.string())
        tables = [table for cell in sorted(cells) if (table := self._counted(cell, wanted)) is not None]
        if not tables:
            return pd.DataFrame(columns=["cell", *_COUNTED, "count"])
        return self._with_factors(pa.concat_tables(tables).to_pandas())

    def _counted(self, cell: str, measures: pa.Array | None) -> pa.Table | None:
        """Add up the counts of one cell: all cells at once would need several times the room."""
        table = self._joined_shards("counts", [cell])
        if table is not None and measures is not None:
            table = table.filter(pc.is_in(table["measure"], measures))
        if table is None or not len(table):
            return None
        summed = table.group_by(_COUNTED).aggregate([("count", "sum")]).rename_columns([*_COUNTED, "count"])
        ordered = summed.sort_by([(key, "ascending") for key in _COUNTED])
        return ordered.add_column(0, "cell", pa.array([cell] * len(ordered), pa.string()))

    @cached_property
    def grids(self) -> pd.DataFrame:
        """One row per cell and place of the board: lost games, and in how many of them it was empty."""
        return self.grids_of(self.manifest.cell_ids)

    def grids_of(self, cells: Iterable[str]) -> pd.DataFrame:
        """Give the lines of `grids` of some cells."""
        table = self._gather("grids", list(cells))
        if table.empty or "place" not in table:
            return pd.DataFrame(columns=["cell", "place", "empty", "lost"])
        return self._with_factors(table.groupby(["cell", "place"], sort=True)[["empty", "lost"]].sum().reset_index())

    def rows(self, cell: str | None = None) -> pd.DataFrame:
        """One row per game of a cell or of all cells.

        Parameters
        ----------
        cell
            Name of a cell, as in `results.cells["cell"]`; by default all of them.

        Examples
        --------
        >>> results = analyzer.load_results("runs/tranquility_difficulty")
        >>> results.rows().groupby(["variant", "cause"], observed=True)["turns"].mean()
        """
        if not self.manifest.rows:
            raise errors.BadInput(
                f"{self.folder}: this run kept no rows, only sums, counts and outcomes (`blocks`, `counts`, "
                "`outcomes`); set `rows = true` in its spec and play it again"
            )
        return self._gather("rows", [cell] if cell is not None else None)

    def outcomes(self, cell: str) -> DealOutcomes:
        """Read the outcome of every deal of a cell."""
        files = self._files[self.entry(cell).cell]
        parts = [files.arrays("outcomes", span) for span in files.spans]
        deals = sum(int(part.pop("deals")) for part in parts)
        # a group but the last holds whole blocks, so its bits fill whole bytes
        return DealOutcomes(deals, **{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})

    def entry(self, cell: str) -> CellEntry:
        """Give what the manifest says of a cell."""
        if cell not in self._entries:
            raise errors.unknown("cell", cell, self.manifest.cell_ids, where=str(self.folder))
        return self._entries[cell]

    @cached_property
    def _entries(self) -> dict[str, CellEntry]:
        return {entry.cell: entry for entry in self.manifest.cells}

    @cached_property
    def _files(self) -> dict[str, CellFiles]:
        key, cells = key_of(self.manifest), self.folder / "cells"
        return {name: CellFiles(cells / name, Binding(key, name), own.blocks) for name, own in self._entries.items()}

    def _gather(self, kind: str, cells: list[str] | None = None) -> pd.DataFrame:
        table = self._joined_shards(kind, self.manifest.cell_ids if cells is None else cells)
        if table is None:
            return pd.DataFrame({"cell": pd.Series(dtype=str), "games": pd.Series(dtype=int)})
        return self._with_factors(table.to_pandas())

    def _joined_shards(self, kind: str, cells: list[str]) -> pa.Table | None:
        files = [(cell, self._files[self.entry(cell).cell]) for cell in cells]
        read = ((cell, own.table(kind, span)) for cell, own in files for span in own.spans)
        named = (
            table.add_column(0, "cell", pa.array([cell] * len(table), pa.string()))
            for cell, table in read
            if table is not None
        )
        joined = []
        while found := list(islice(named, AT_ONCE)):
            several = pa.concat_tables(found, promote_options="permissive")
            joined.append(several.combine_chunks())  # a thousand small pieces need a hundred times the room
        return pa.concat_tables(joined, promote_options="permissive") if joined else None

    @cached_property
    def _factors(self) -> dict[str, Factors]:
        return factors_of(self.manifest.cells, self.manifest.policies)

    def _with_factors(self, table: pd.DataFrame, *, last: bool = False) -> pd.DataFrame:
        """Put the factors of its cell beside every line that has none, from the manifest."""
        names = next(iter(self._factors.values()), {})
        lines, cells = pd.factorize(table["cell"])  # once: cells are far fewer than lines
        for place, name in enumerate(names, start=1):
            if name in table:
                continue
            values = pd.Series([self._factors[cell][name] for cell in cells])
            is_text = any(isinstance(own[name], str) for own in self._factors.values())
            values = values.astype("category") if is_text and not last else values
            column = values.iloc[lines].set_axis(table.index)
            table.insert(len(table.columns) if last else place, name, column)
        return table

    def __repr__(self) -> str:
        """Show it in one line."""
        manifest, cells = self.manifest, f"{len(self.manifest.cells)} cells"
        return one_line("Results", manifest.name, cells, f"{manifest.games:,} games", str(self.folder))

    def _repr_html_(self) -> str:
        rows = [(cell.setting, cell.players, cell.policy, f"{cell.games:,}") for cell in self.manifest.cells]
        return html_table(self.manifest.experiment.question, ("setting", "players", "policy", "games"), rows)


def load_results(folder: str | Path) -> Results:
    """Open a run directory.

    Parameters
    ----------
    folder
        What `analyzer run` or `analyzer.run` wrote.

    Returns
    -------
    Results
        With the tables `cells`, `blocks`, `counts`, `grids` and `rows()`; each has the factors of the run as columns.

    Examples
    --------
    >>> results = analyzer.load_results("runs/tranquility_difficulty")
    >>> results.cells[["variant", "players", "games"]]
    """
    path = Path(folder)
    return Results(path, read_manifest(path))
