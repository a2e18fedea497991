"""What a run says about ways to play: of a team, and against each other."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.changes import extreme_cells, extreme_labels
from analyzer.analysis.comparisons import BY_VARIANT, paired_differences, scale_of
from analyzer.analysis.factors import factors_of
from analyzer.analysis.frames import remembered
from analyzer.analysis.strategies import best_strategies, strategies
from analyzer.analysis.tables import win_rates
from analyzer.reporting.answers.teams import say_largest_change, shown_cells
from analyzer.reporting.labels import label, players_words, variant_label
from analyzer.reporting.prose import policies as prose
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate


def say_team_policies(results: Results) -> list[str]:
    """Say with which policy the team wins most often, over all cells and by how much in a shown one."""
    scale = scale_of(results, BY_VARIANT)
    if scale is None or "policy" not in {name for name, _ in scale.labels}:
        return []
    names = extreme_labels(results, "policy", hardest=False)
    shown = shown_cells(results).iloc[0]
    rates = win_rates(results)
    own = rates[(rates["setting"] == shown["setting"]) & (rates["players"] == shown["players"])]
    by_policy = own.set_index("policy")["win_rate"]
    where = f"{label(results, shown['cell'])} and {players_words(int(shown['players']))}"
    of = len([name for name, _ in scale.labels if name == "policy"])
    sentences = [prose.best_team(names, by_policy[names[0]], where, of)]
    order = sorted(by_policy.index, key=lambda name: by_policy[name].value, reverse=True)
    gap = _gap(results, [str(own.set_index("policy").loc[name, "cell"]) for name in order[:2]])
    return [*sentences, prose.margin(order[0], order[1], gap, where), *say_largest_change(results, "policy")]


def _gap(results: Results, cells: Sequence[str]) -> Estimate:
    table = paired_differences(results, within=("setting", "players"))
    row = next(row for row in table.to_dict("records") if {row["first"], row["second"]} == set(cells))
    difference: Estimate = row["difference"]
    return difference if row["first"] == cells[0] else difference.shifted(factor=-1.0)


def say_strategies(results: Results) -> list[str]:
    """Say which policy wins most against the field, for each number of players."""
    table = strategies(results)
    sentences = []
    for (setting, players), group in table.groupby(["setting", "players"], sort=False):
        names = best_strategies(results, str(setting), int(players))
        shares = group.set_index("policy")["win_share"]
        count, field = int(players), factors_of(results).field
        text = prose.best_strategy(names, shares[names[0]], 1.0 / count, players=count, of=len(group), field=field)
        sentences.append(text)
    return sentences


def say_weakest(results: Results) -> list[str]:
    """Say how badly the weakest policy does, with the fewest players."""
    table = strategies(results)
    if table.empty:
        return []
    first = table.iloc[0]
    group = table[(table["setting"] == first["setting"]) & (table["players"] == first["players"])]
    row = min(group.to_dict("records"), key=lambda item: item["win_share"].value)
    return [prose.worst_strategy(row["policy"], row["win_share"], row["fair"], int(row["players"]))]


@remembered
def held_statements(results: Results) -> list[str]:
    """Say for the headline statements about variants and players with how many of the policies they hold."""
    factors = factors_of(results)
    policies = [name for name in factors.policies if name in set(win_rates(results)["policy"])]
    if len(policies) < 2:
        return []
    found = []
    for side in ("hardest", "easiest"):
        names = extreme_labels(results, "variant", hardest=side == "hardest")
        if names:
            found.append(_held(results, side, names[0], policies))
    return found


def _held(results: Results, side: str, variant: str, policies: Sequence[str]) -> str:
    """Ask every policy alone, in the number of players that is shown, which variant is extreme."""
    rates, shown = win_rates(results), shown_cells(results)
    players, sets = int(shown.iloc[0]["players"]), shown.iloc[0]["sets"]
    chosen = {cell["cell"] for cell in results.manifest["cells"] if tuple(cell["sets"]) == sets}
    true = certain = 0
    for policy in policies:
        own = rates[(rates["policy"] == policy) & (rates["players"] == players) & rates["cell"].isin(chosen)]
        cells = extreme_cells(results, list(own["cell"]), hardest=side == "hardest")
        is_first = bool(cells) and results.entry(cells[0])["variant"] == variant
        true += is_first
        certain += is_first and len(cells) == 1
    name = variant_label(results, variant)
    return prose.holds(f"{name} is the {side} variant with {players_words(players)}", true, certain, len(policies))
