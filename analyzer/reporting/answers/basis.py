"""What the answers of a run rest on."""

from __future__ import annotations

from analyzer.analysis.tables import truncation
from analyzer.reporting.labels import is_assumed
from analyzer.reporting.prose import basis
from analyzer.runs.results import Results
from analyzer.stats.diagnostics import truncation_share


def say_basis(results: Results) -> str:
    """Say how much was played by whom, how sure it is and what it assumes."""
    games = results.cells["games"]
    played = games[games > 0]
    cells = results.manifest["cells"]
    policies = [(item["name"], item["summary"]) for item in results.manifest["policies"]]
    variants = {entry["setting"]: is_assumed(results, entry) for entry in cells}
    cut = truncation(results)
    whole = truncation_share(sum(round(s.value * s.n) for s in cut["truncated"]), int(cut["games"].sum()))
    sentences = [
        basis.deals(int(played.min()), int(played.max()), len(played), results.manifest["seed"]),
        basis.caution(int(played.min())),
        basis.players_of(policies),
        basis.assumed(len(results.manifest["game"]["assumed"]), sum(variants.values()), len(variants)),
        basis.cut_off(whole, int(cut["faults"].sum())),
        basis.together(0.95),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def say_data_sets(results: Results) -> list[str]:
    """Name the data sets of component values that the results hold for."""
    game = results.manifest["game"]
    values = [] if game["components"] is None else game["components"]["values"]
    assumed = sum(value["source"] in (None, "assumed") for value in values)
    names = dict.fromkeys(entry["data_set"] for entry in results.manifest["cells"] if entry["data_set"])
    return [basis.data_set(name, game["title"], assumed, len(values)) for name in names]
