"""Results of an experiment that nobody played: the cells of a spec with planted numbers of wins."""

from functools import cache

import numpy as np
import pandas as pd
from msgspec.structs import replace

from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand
from analyzer.runs.stored.manifest import new_manifest
from analyzer.runs.stored.results import Results
from tests.analysis.altered import OUTCOMES


@cache
def manifest_of(text, folder):
    """Write the manifest of a spec, as if it had been played."""
    path = folder / "planted.toml"
    path.write_text(text, encoding="utf-8")
    experiment = load_spec(path)
    return new_manifest(experiment, expand(experiment, path), path, text, quick=False, rows=False)


def planted(text, folder, counts, beside=(), solved=()):
    """Make results in which a cell won the wins of `counts(entry) -> (wins, games)`, on deals drawn by lot."""
    manifest = manifest_of(text, folder)
    numbers = {entry.cell: counts(entry) for entry in manifest.cells}
    entries = [replace(entry, games=numbers[entry.cell][1], blocks=1) for entry in manifest.cells]
    results = Results(folder, replace(manifest, cells=entries), beside=tuple(beside))
    rows = []
    for number, (cell, (wins, games)) in enumerate(numbers.items()):
        won = np.random.default_rng(number).permutation(np.arange(games) < wins)
        bits = np.packbits(won), games, np.packbits(np.zeros(games, dtype=bool))
        results.answers[(*OUTCOMES, repr((cell,)), "[]")] = bits
        rows.append({"cell": cell, "block": 0, "games": games, "cause_won": wins})
    blocks = pd.DataFrame(rows).assign(cause_truncated=0, cause_fault=0)
    results.__dict__["blocks"] = results._with_factors(blocks)
    results.__dict__["solved"] = list(solved)
    return results
