"""Fabricate a run directory of many games from the stored shards of a small one: for tests of speed and memory.

Run as a script it makes the run, builds all sections and figures of its report in this process, and prints seconds
and the peak of memory: `python fabricate.py SMALL LARGE CELLS DEALS`.
"""

import dataclasses
import io
import json
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec.structs import replace

from analyzer.games.written import read_variant
from analyzer.reporting.document import Figure
from analyzer.reporting.theme import figure_svg
from analyzer.reporting.topics import section_modules
from analyzer.runs.stored.cell_files import SEAL, Binding, file_name, key_of
from analyzer.runs.stored.manifest_file import read_manifest, write_manifest
from analyzer.runs.stored.results import load_results
from analyzer.runs.stored.shards import parquet_bytes

BLOCKS = 64  # of a group


def fabricate(small: Path, large: Path, cells: int, deals: int) -> None:
    """Copy the cells of a small run until there are enough, each with as many blocks as the deals need."""
    manifest = read_manifest(small)
    key, originals = key_of(manifest), [entry for entry in manifest.cells if not entry.is_competitive]
    entries = []
    for number in range(cells):
        entry = originals[number % len(originals)]
        variant = entry.variant if number < len(originals) else f"{entry.variant}+copy{number // len(originals)}"
        name = f"cell-{number}"
        reference = dataclasses.replace(entry.reference, variant=read_variant(variant))
        entries.append(replace(entry, cell=name, variant=variant, reference=reference, setting=variant, games=deals))
        _write_cell(small / "cells" / entry.cell, large / "cells" / name, deals, number, Binding(key, name))
    experiment = replace(manifest.experiment, deals=deals, sections=())
    write_manifest(large, replace(manifest, cells=entries, experiment=experiment))


def _write_cell(source: Path, target: Path, deals: int, seed: int, binding: Binding) -> None:
    target.mkdir(parents=True)
    block = pq.read_table(next(source.glob("blocks-*.parquet"))).slice(0, 1).to_pylist()[0]
    rate = block["cause_won"] / block["games"]
    total, rng = -(-deals // block["games"]), np.random.default_rng(seed)
    for first in range(0, total, BLOCKS):
        last = min(first + BLOCKS, total) - 1
        size = (last - first + 1) * block["games"]
        lines = [block | {"block": number} for number in range(first, last + 1)]
        contents = {"blocks": parquet_bytes(pa.Table.from_pylist(lines)), "outcomes": _outcomes(size, rate, rng)}
        contents |= {kind: next(source.glob(f"{kind}-*.parquet")).read_bytes() for kind in ("counts", "grids")}
        for kind, content in (contents | {SEAL: binding.seal((first, last), contents)}).items():
            (target / file_name(kind, (first, last))).write_bytes(content)


def _outcomes(size: int, rate: float, rng: np.random.Generator) -> bytes:
    buffer = io.BytesIO()
    won = rng.random(size) < rate
    np.savez_compressed(buffer, deals=np.int64(size), won=np.packbits(won), unknown=np.packbits(np.zeros_like(won)))
    return buffer.getvalue()


def measure(folder: Path) -> dict[str, float]:
    """Build every section and draw every figure of a run."""
    begin = time.perf_counter()
    results = load_results(folder)
    figures = 0
    for module in section_modules().values():
        section = module.build(results)
        for part in section.parts if section is not None else ():
            if isinstance(part, Figure):
                figure_svg(part)
                figures += 1
    peak = _peak()
    games = int(results.cells["games"].sum())
    return {"seconds": time.perf_counter() - begin, "megabytes": peak, "figures": figures, "games": games}


def _peak():
    """Return the megabytes that this program held at most; `getrusage` would count what started it, too."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    if len(sys.argv) == 5:
        fabricate(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    else:
        print(json.dumps(measure(Path(sys.argv[1]))))
