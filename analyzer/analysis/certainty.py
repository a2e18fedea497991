"""What a report may call certain: 5 % of error for the whole report, in equal parts for all that it could claim.

Which claims a report could make follows from the design, before a result is seen and whatever sections are shown. A
comparison that several sections speak of has one interval. Some are counted twice here: that costs next to nothing.
"""

from collections import Counter
from math import comb

from analyzer.analysis import frames
from analyzer.runs.deciding import rule_of
from analyzer.runs.specs.spec import DECIDED
from analyzer.runs.stored.manifest_file import CellEntry
from analyzer.runs.stored.results import Results
from analyzer.stats.estimate import Significance, bonferroni_level
from analyzer.stats.places import common_contexts

LEVEL = 0.95  # at which all claims of a report hold together
MOST_ARMS = 50  # cells up to which each is compared with each; of more, each with the first one
MEASURES = 5  # of competitive games that changes are told of
SCALES = 2  # points and odds, on which a pair of modules is judged


@frames.remembered
def each(results: Results) -> float:
    """Give the level of a single claim, at which all claims of a report hold together (Bonferroni)."""
    return bonferroni_level(LEVEL, _parts(results))


def _parts(results: Results) -> int:
    """Count the parts that the error is split into.

    A run that stopped when all was decided has spent half of it, and may stop at any of its looks.
    """
    is_decided = results.manifest.experiment.until == DECIDED
    looks = 2 * len(rule_of(results.manifest).looks) if is_decided else 1
    return looks * max(sum(claims(results).values()), 1)


def adjusted(results: Results, test: Significance) -> float:
    """Adjust a p-value for all claims of a report."""
    return min(1.0, test.p_value * _parts(results))


def is_certain(results: Results, test: Significance) -> bool:
    """Tell whether a test rejects, together with all claims of a report."""
    return adjusted(results, test) < 1.0 - LEVEL


@frames.remembered
def claims(results: Results) -> dict[str, int]:
    """Count by kind what a report could call certain; what the run has no cells for is left out."""
    played = [results.entry(cell) for cell in results.blocks["cell"].unique()]
    teams, rivals = ([cell for cell in played if cell.is_competitive == kind] for kind in (False, True))
    asked = len(results.manifest.experiment.contrast)
    found = {
        "contrasts": asked,
        **_differences(results, teams),
        **_orders(teams),
        **(_modules(results, teams) if frames.factors_of(results).has_sums else {}),
        **_single_teams(results, teams),
        **(_contests(results, rivals) | _meetings(rivals) if rivals else {}),
    }
    return {kind: number for kind, number in found.items() if number}


def _differences(results: Results, teams: list[CellEntry]) -> dict[str, int]:
    """Count the win rates that are compared on common deals."""
    is_one_setting = len(frames.factors_of(results).sets) == 1
    groups = Counter((cell.players, cell.policy) for cell in teams).values() if is_one_setting else ()
    cases = Counter((cell.setting, cell.players) for cell in teams)
    by_policy = len({cell.policy for cell in teams})
    found = {
        "variants, each with each": sum(comb(size, 2) if size <= MOST_ARMS else size - 1 for size in groups),
        "numbers of players": comb(len({cell.players for cell in teams}), 2),
        "policies of a case": sum(comb(size, 2) for size in cases.values()),
        "extreme variants by policy": by_policy * comb(len({cell.variant for cell in teams}), 2) * (by_policy > 1),
    }
    names = {cell.cell for cell in teams}
    for kind, couples in frames.references_of(results).items():
        found[f"{kind} changes"] = sum(cell in names for cell, _ in couples)
    return found


def _orders(teams: list[CellEntry]) -> dict[str, int]:
    """Count the places that are compared, over all contexts and in each."""
    scales: dict[tuple[str, frames.Sets], list[tuple[str, str]]] = {}
    for cell in teams:
        scales.setdefault((cell.policy, frames.sets_of(cell)), []).append((cell.variant, str(cell.players)))
    contexts = [(len({label for label, _ in cells}), len(common_contexts(cells))) for cells in scales.values()]
    return {
        "places of variants": max((comb(labels, 2) for labels, _ in contexts), default=0),
        "places of policies": comb(len({cell.policy for cell in teams}), 2),
        "orders of variants": sum(comb(labels, 2) * shared for labels, shared in contexts),
    }


def _modules(results: Results, teams: list[CellEntry]) -> dict[str, int]:
    """Count the effects of modules: of each alone and on average, of two compared, and of two together."""
    plain, number = frames.factors_of(results).plain, 0
    for players, policy in dict.fromkeys((cell.players, cell.policy) for cell in teams):
        own = [cell for cell in teams if (cell.players, cell.policy) == (players, policy)]
        size = len({name for cell in own for name in cell.parts} - {plain})
        number += 2 * size + (1 + SCALES) * comb(size, 2)
    return {"effects of modules": number}


def _single_teams(results: Results, teams: list[CellEntry]) -> dict[str, int]:
    """Count what is said of single cells, and of the curves of a swept switch.

    Icons rest on the win rates of all cells, those of a run of readings beside among them.
    """
    causes = max(len(results.manifest.game.causes) - 1, 0)
    words = results.manifest.game.words
    blocks = results.blocks.groupby("cell", observed=True).size() if len(results.blocks) else {}
    return {
        "win rates": len(teams),
        "steps between levels": sum(cell.level is not None for cell in teams),
        "causes of loss": len(teams) * causes,
        "who begins in a team": max((comb(cell.players, 2) for cell in teams), default=0),
        "halves of a cell": sum(int(blocks[cell.cell]) > 1 for cell in teams),
        "curves": len({(cell.variant, cell.players, cell.policy) for cell in teams if cell.changes}),
        "measures of the deal": len(teams) * len(words.deals),
        "icons": 0 if words.icons is None else len(teams) + sum(len(run.manifest.cells) for run in results.beside),
    }


def _contests(results: Results, rivals: list[CellEntry]) -> dict[str, int]:
    """Count what is said of scores, length and turn order."""
    names = {cell.cell for cell in rivals}
    changes = sum(cell in names for couples in frames.references_of(results).values() for cell, _ in couples)
    alike = sum(len(set(cell.policies)) == 1 and cell.players > 1 for cell in rivals)
    return {"turn order": 2 * alike, "margins": len(rivals), "changes of contests": MEASURES * changes}


def _meetings(rivals: list[CellEntry]) -> dict[str, int]:
    """Count what is said of policies that met: shares, what each is ahead of another, and ratings."""
    seated: dict[tuple[str, int], set[str]] = {}
    for cell in rivals:
        seated.setdefault((cell.setting, cell.players), set()).update(cell.policies)
    sizes = [len(policies) for policies in seated.values() if len(policies) > 1]
    return {"policies that met": sum(3 * comb(size, 2) + 2 * size for size in sizes)}
