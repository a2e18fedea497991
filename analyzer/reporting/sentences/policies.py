"""Ways to play: of a team, and against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from analyzer.analysis.changes import extreme_cells, extreme_labels
from analyzer.analysis.comparisons import difference_of
from analyzer.analysis.factors import factors_of
from analyzer.analysis.frames import remembered
from analyzer.analysis.places import scales
from analyzer.analysis.strategies import best_strategies, strategies
from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import number_words, players_words
from analyzer.reporting.names import cell_words, family_of, policy_words, variant_words
from analyzer.reporting.sentences.difficulty import say_largest_change
from analyzer.reporting.shown import shown_cells
from analyzer.reporting.wording import count, several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate

MOST_NAMES = 4


class Best(NamedTuple):
    """The policy that wins most with a number of players, and those that cannot be told apart from it."""

    players: int
    name: str
    share: Estimate
    tied: tuple[str, ...] = ()


def say_team_policies(results: Results) -> list[str]:
    """Say with which policy the team wins most often, over all cells and by how much in a shown one."""
    found = scales(results, "policy")
    if not found:
        return []
    names = extreme_labels(results, "policy", hardest=False)
    shown = shown_cells(results).iloc[0]
    rates = win_rates(results)
    own = rates[(rates["setting"] == shown["setting"]) & (rates["players"] == shown["players"])]
    by_policy = own.set_index("policy")["win_rate"]
    where = f"{players_words(int(shown['players']))} in {cell_words(results, shown['cell'])}"
    named = [policy_words(results, name) for name in names]
    sentences = [best_team(named, by_policy[names[0]], where, len(found[0].variants))]
    order = sorted(by_policy.index, key=lambda name: by_policy[name].value, reverse=True)
    first, second = (str(own.set_index("policy").loc[name, "cell"]) for name in order[:2])
    gap = difference_of(results, first, second, within=("setting", "players"))
    return [*sentences, margin(order[0], order[1], gap, where), *say_largest_change(results, "policy")]


def say_strategies(results: Results) -> list[str]:
    """Say which policy wins most against the field, for each number of players."""
    table = strategies(results)
    sentences = []
    for (setting, players), group in table.groupby(["setting", "players"], sort=False):
        names = best_strategies(results, str(setting), int(players))
        shares = group.set_index("policy")["win_share"]
        count, field = int(players), factors_of(results).field
        field = None if field is None else policy_words(results, field)
        named = [policy_words(results, name) for name in names]
        text = best_strategy(named, shares[names[0]], 1.0 / count, players=count, of=len(group), field=field)
        sentences.append(text)
    return sentences


def say_best_strategy(results: Results) -> list[str]:
    """Say in one sentence which policy wins most, for every number of players."""
    table, field = strategies(results), factors_of(results).field
    groups = list(table.groupby(["setting", "players"], sort=False))
    if len(groups) < 2 or table["setting"].nunique() > 1:
        return say_strategies(results)
    best = []
    for (setting, players), group in groups:
        names = best_strategies(results, str(setting), int(players))
        share = group.set_index("policy")["win_share"][names[0]]
        best.append(Best(int(players), policy_words(results, names[0]), share, tuple(names[1:])))
    against = None if field is None else policy_words(results, field)
    return [best_by_players(best, len(groups[0][1]), against)]


def say_weakest(results: Results) -> list[str]:
    """Say how badly the weakest policy does, with the fewest players."""
    table = strategies(results)
    if table.empty:
        return []
    first = table.iloc[0]
    group = table[(table["setting"] == first["setting"]) & (table["players"] == first["players"])]
    row = min(group.to_dict("records"), key=lambda item: item["win_share"].value)
    return [worst_strategy(policy_words(results, row["policy"]), row["win_share"], row["fair"], int(row["players"]))]


@remembered
def say_held(results: Results) -> list[str]:
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
    chosen = {cell.cell for cell in results.manifest["cells"] if tuple(cell.sets) == sets}
    true = certain = 0
    for policy in policies:
        own = rates[(rates["policy"] == policy) & (rates["players"] == players) & rates["cell"].isin(chosen)]
        cells = extreme_cells(results, list(own["cell"]), hardest=side == "hardest")
        is_first = bool(cells) and results.entry(cells[0]).variant == variant
        true += is_first
        certain += is_first and len(cells) == 1
    statement = f"{variant_words(results, variant)} is the {side} variant with {players_words(players)}"
    return holds(statement, true, certain, len(policies), family_of(results, policies))


def best_team(names: Sequence[str], rate: Estimate, where: str, of: int) -> str:
    """Say with which policy a team wins most often."""
    won = write(rate, Kind.PERCENT)
    if len(names) == 1:
        return f"Of {of} ways to play {names[0]} wins most often: {won} with {where}."
    if len(names) == of:
        best = f"{names[0]} has the highest estimate, {won} with {where}"
        return f"No way to play can be told apart from the others: {best}."
    best = bare(names[0])
    return (
        f"Of {of} ways to play {_some(names)} win most often and cannot be told apart: {best} wins {won} with {where}."
    )


def margin(first: str, second: str, difference: Estimate, where: str) -> str:
    """Say how far the best policy is ahead of the next."""
    points = write(difference, Kind.POINTS)
    if difference.excludes(0.0):
        return (
            f"On the same deals {first} is ahead of {second}, the next best, by {points.replace('+', '')} with {where}."
        )
    return f"On the same deals {first} and {second}, the next best, are too close to tell: {points} with {where}."


def best_strategy(
    names: Sequence[str], share: Estimate, fair: float, *, players: int, of: int, field: str | None = None
) -> str:
    """Say which policy wins most; against a field it must also do better than the field does against itself."""
    won = f"{write(share, Kind.PERCENT)} of the games where {100 * fair:.3g} % would be fair"
    where = f"With {players_words(players)}"
    if field is not None and share.high < fair:
        return f"{where} none of {of} ways to play comes up to the field, {field}: {names[0]} does best and wins {won}."
    if field is not None and share.low <= fair:
        return (
            f"{where} none of {of} ways to play is better for certain than the field, {field}: {names[0]} wins {won}."
        )
    against = f" against {field}" if field is not None else ""
    if len(names) == 1:
        return f"{where} {names[0]} is the best of {of} ways to play{against}: it wins {won}."
    if len(names) == of:
        return f"{where} no way to play can be told apart from the others{against}; {names[0]} wins {won}."
    return f"{where} {_some(names)} cannot be told apart as the best{against}; {bare(names[0])} wins {won}."


def best_by_players(best: Sequence[Best], of: int, field: str | None = None) -> str:
    """Say which policy wins most with each number of players, and which cannot be told apart from it."""
    against = f" against {field}" if field else ""
    fair = several([f"{100 / item.players:.3g}" for item in best])
    if len({item.name for item in best}) == 1:
        won = several([f"{write(item.share, Kind.PERCENT)} with {number_words(item.players)}" for item in best])
        text = f"Of {of} ways to play{against} {best[0].name} wins most with every number of players: {won}"
    else:
        won = several(
            [f"{item.name} with {number_words(item.players)} ({write(item.share, Kind.PERCENT)})" for item in best]
        )
        text = f"Of {of} ways to play{against} these win most: {won}"
    tied = [
        f"with {number_words(item.players)} {_some(item.tied)} cannot be told apart from it"
        for item in best
        if item.tied
    ]
    weak = [number_words(item.players) for item in best if field and item.share.low <= 1.0 / item.players]
    worse = (
        [f"with {several(weak)} that is no more than the field itself wins, for all these games can show"]
        if weak
        else []
    )
    return "; ".join([f"{text} players, where {fair} % would be fair", *tied, *worse]) + "."


def bare(words: str) -> str:
    """Take the name alone out of a name with what it is."""
    return words.partition(" (")[0]


def worst_strategy(name: str, share: Estimate, fair: float, players: int) -> str:
    """Say how badly the weakest policy does."""
    who, won = f"weakest way to play with {players_words(players)}, {name},", write(share, Kind.PERCENT)
    return f"The {who} wins {won}." if share.high < fair else f"Even the {who} may win its fair share ({won})."


def holds(statement: str, with_policies: int, certain: int, of: int, family: str | None = None) -> str:
    """Say with how many policies a statement holds; variations of one policy are no independent witnesses."""
    kind = f"variations of {family}" if family else "policies"
    if not with_policies:
        return f"“{statement}” holds with none of the {of} {kind} alone."
    every = f"both {kind}" if of == 2 else f"all {of} {kind}"
    share = every if with_policies == of else f"{with_policies} of {of} {kind}"
    sure = (
        "for certain each time"
        if certain == with_policies
        else f"{count(certain) if certain else 'none'} of them for certain"
    )
    alike = "; as variations of one way to play they are one witness, not several" if family else ""
    return f"“{statement}” holds with {share} ({sure}){alike}."


def _some(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return several(list(names))
    return f"{', '.join(names[: MOST_NAMES - 1])} and {len(names) - MOST_NAMES + 1} more"
