"""Ways to play: of a team, and against each other."""

from collections.abc import Sequence
from typing import NamedTuple

from analyzer.analysis import certainty, changes, comparisons, frames, places, tables, tournaments
from analyzer.reporting import lists, naming
from analyzer.reporting.document import Kind
from analyzer.reporting.topics.ladder.difficulty import say_largest_change
from analyzer.reporting.topics.policies.ways import family_of
from analyzer.reporting.wording import count, counted, several, upper_first, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

MOST_NAMES = 4


class Best(NamedTuple):
    """The policy that wins most with a number of players, and those that cannot be told apart from it.

    `among_all` is its share once more, with an interval that holds together with all claims of the report: it was
    picked after looking.
    """

    players: int
    name: str
    share: Estimate
    among_all: Estimate
    tied: tuple[str, ...] = ()

    @property
    def fair(self) -> float:
        """The share of a player who is as good as the others."""
        return 1.0 / self.players


def say_team_policies(results: Results) -> list[str]:
    """Say with which policy the team wins most often, over all cells and by how much in a shown one."""
    found = places.scales(results, "policy")
    if not found:
        return []
    names = changes.extreme_labels(results, "policy", hardest=False)
    shown = lists.shown_cells(results).iloc[0]
    rates = tables.win_rates(results)
    own = rates[(rates["setting"] == shown["setting"]) & (rates["players"] == shown["players"])]
    by_policy = own.set_index("policy")["win_rate"]
    where = f"{naming.players_words(int(shown['players']))} in {naming.cell_words(results, shown['cell'])}"
    named = [naming.policy_words(results, name) for name in names]
    of, cases = len(found[0].variants), len(found[0].contexts)
    sentences = [best_team(named, by_policy[names[0]], where, of, cases, label=named[0])]
    order = sorted(by_policy.index, key=lambda name: by_policy[name].value, reverse=True)
    first, second = (str(own.set_index("policy").loc[name, "cell"]) for name in order[:2])
    gap = comparisons.difference_of(results, first, second)
    return [*sentences, margin(order[0], order[1], gap, where), *say_largest_change(results, "policy")]


def say_strategies(results: Results) -> list[str]:
    """Say which policy wins most against the field, for each number of players."""
    field = _field(results)
    sentences = []
    for best, names, of in best_of_each(results):
        named = [naming.policy_words(results, name) for name in names]
        sentences.append(best_strategy(named, best, of=of, field=field, label=named[0]))
    return sentences


def _field(results: Results) -> str | None:
    field = frames.factors_of(results).field
    return None if field is None else naming.policy_words(results, field)


def best_of_each(results: Results) -> list[tuple[Best, list[str], int]]:
    """Find for every setting and number of players the best policy, all that are level with it, and how many sat."""
    table = tournaments.strategies(results)
    wide = tournaments.strategies(results, certainty.each(results))
    found = []
    for (setting, players), group in table.groupby(["setting", "players"], sort=False):
        names = tournaments.best_strategies(results, str(setting), int(players))
        row = group.index[group["policy"] == names[0]][0]
        shares = table["win_share"][row], wide["win_share"][row]
        named = [naming.policy_words(results, name) for name in names]
        best = Best(int(players), named[0], *shares, tuple(named[1:]))
        found.append((best, names, len(group)))
    return found


def say_best_strategy(results: Results) -> list[str]:
    """Say in one sentence which policy wins most, for every number of players."""
    found = best_of_each(results)
    if len(found) < 2 or tournaments.strategies(results)["setting"].nunique() > 1:
        return say_strategies(results)
    played = [best for best, _names, _of in found]
    every = naming.every_count(results, [best.players for best in played])
    return [best_by_players(played, found[0][2], _field(results), every)]


def say_weakest(results: Results) -> list[str]:
    """Say how badly the weakest policy does, with the fewest players."""
    table = tournaments.strategies(results)
    if table.empty:
        return []
    first, wide = table.iloc[0], tournaments.strategies(results, certainty.each(results))
    group = table[(table["setting"] == first["setting"]) & (table["players"] == first["players"])]
    name, *tied = tournaments.best_strategies(results, first["setting"], int(first["players"]), best=False)
    place = group.index[group["policy"] == name][0]
    is_below = wide["win_share"][place].high < float(first["fair"])
    named = naming.policy_words(results, name)
    others = [naming.policy_words(results, other) for other in tied]
    return [worst_strategy(named, table["win_share"][place], int(first["players"]), others, is_below=is_below)]


@frames.remembered
def say_held(results: Results) -> list[str]:
    """Say for the headline statements about variants and players with how many of the policies they hold."""
    factors = frames.factors_of(results)
    policies = [name for name in factors.policies if name in set(tables.win_rates(results)["policy"])]
    if len(policies) < 2:
        return []
    found = []
    for side in ("hardest", "easiest"):
        names = changes.extreme_labels(results, "variant", hardest=side == "hardest")
        if names:
            found.append(_held(results, side, names[0], policies))
    return found


def _held(results: Results, side: str, variant: str, policies: Sequence[str]) -> str:
    """Ask every policy alone, in the number of players that is shown, which variant is extreme."""
    rates, shown = tables.win_rates(results), lists.shown_cells(results)
    players, sets = int(shown.iloc[0]["players"]), shown.iloc[0]["sets"]
    chosen = {cell.cell for cell in results.manifest.cells if frames.sets_of(cell) == sets}
    true = certain = 0
    for policy in policies:
        own = rates[(rates["policy"] == policy) & (rates["players"] == players) & rates["cell"].isin(chosen)]
        cells = changes.extreme_cells(results, list(own["cell"]), hardest=side == "hardest")
        is_first = bool(cells) and results.entry(cells[0]).variant == variant
        true += is_first
        certain += is_first and len(cells) == 1
    statement = f"{naming.variant_words(results, variant)} is the {side} variant with {naming.players_words(players)}"
    return holds(upper_first(statement), true, certain, len(policies), family_of(results, policies))


def ways(number: int) -> str:
    """Count ways to play."""
    return counted(number, "way to play", "ways to play")


def best_team(
    names: Sequence[str], rate: Estimate, where: str, of: int, cases: int = 1, *, label: str | None = None
) -> str:
    """Say with which policy a team wins most often: over all cases together, with its rate in one of them.

    The label is the name of the first one without what it is.
    """
    won = write(rate, Kind.PERCENT)
    over = f" over all {cases} cases taken together (a variant with a number of players)" if cases > 1 else ""
    if len(names) == 1 and over:
        return f"Of {ways(of)} {names[0]} wins most often{over}; it wins {won} with {where}."
    if len(names) == 1:
        return f"Of {ways(of)} {names[0]} wins most often: {won} with {where}."
    if len(names) == of:
        best = f"{names[0]} has the highest estimate, {won} with {where}"
        return f"No way to play can be told apart from the others{over}: {best}."
    best = label or names[0]
    return (
        f"Of {ways(of)} {_some(names)} win most often{over} and cannot be told apart; {best} wins {won} with {where}."
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
    names: Sequence[str], best: Best, *, of: int, field: str | None = None, label: str | None = None
) -> str:
    """Say which policy wins most; against a field it must also do better than the field does against itself.

    The label is the name of the first one without what it is.
    """
    won = f"{write(best.share, Kind.PERCENT)} of the games where {100 * best.fair:.3g} % would be fair"
    where = f"With {naming.players_words(best.players)}"
    if field is not None and best.among_all.high < best.fair:
        return f"{where} none of {ways(of)} comes up to the field, {field}: {names[0]} does best and wins {won}."
    if field is not None and best.among_all.low <= best.fair:
        return f"{where} none of {ways(of)} is better for certain than the field, {field}: {names[0]} wins {won}."
    against = f" against {field}" if field is not None else ""
    if len(names) == 1:
        return f"{where} {names[0]} is the best of {ways(of)}{against}: it wins {won}."
    if len(names) == of:
        return f"{where} no way to play can be told apart from the others{against}; {names[0]} wins {won}."
    return f"{where} {_some(names)} cannot be told apart as the best{against}; {label or names[0]} wins {won}."


def best_by_players(
    best: Sequence[Best], of: int, field: str | None = None, every: str = "every number of players"
) -> str:
    """Say which policy wins most with each number of players, and which cannot be told apart from it.

    `every` are the words for all numbers of players of the run, which need not be all of the game.
    """
    against = f", each alone against {field}," if field else ""
    fair = several([f"{100 * item.fair:.3g}" for item in best])
    if len({item.name for item in best}) == 1:
        won = several([f"{write(item.share, Kind.PERCENT)} with {naming.number_words(item.players)}" for item in best])
        text = f"Of {ways(of)}{against} {best[0].name} wins most with {every}: {won}"
    else:
        won = several(
            [
                f"{item.name} with {naming.number_words(item.players)} ({write(item.share, Kind.PERCENT)})"
                for item in best
            ]
        )
        text = f"Of {ways(of)}{against} these win most: {won}"
    tied = [
        f"with {several([naming.number_words(item.players) for item in best if item.tied == names])} players "
        f"{_some(names)} cannot be told apart from it"
        for names in dict.fromkeys(item.tied for item in best if item.tied)
    ]
    verdicts = against_fair(best, every) if field else []
    return "; ".join([f"{text} players, where {fair} % would be fair", *tied, *verdicts]) + "."


def against_fair(best: Sequence[Best], every: str) -> list[str]:
    """Say with which numbers of players the best wins more or less than its fair share; `every` names all of them."""
    sides = {
        "that is less than a fair share for certain": [b for b in best if b.among_all.high < b.fair],
        "that cannot be told from a fair share": [b for b in best if b.among_all.low <= b.fair <= b.among_all.high],
        "that is more than a fair share for certain": [b for b in best if b.among_all.low > b.fair],
    }
    clauses = []
    for verdict, own in sides.items():
        counts = several([naming.number_words(item.players) for item in own])
        where = f"with {every}" if len(own) == len(best) > 1 else f"with {counts} players"
        clauses += [f"{where} {verdict}"] if own else []
    return clauses


def worst_strategy(name: str, share: Estimate, players: int, tied: Sequence[str] = (), *, is_below: bool) -> str:
    """Say how badly the weakest policy does, and which others are as weak for all that is known.

    `is_below` tells whether it wins less than its fair share for certain.
    """
    who, won = f"weakest way to play with {naming.players_words(players)}, {name},", write(share, Kind.PERCENT)
    others = f"; {_some(tied)} cannot be told apart from it" if tied else ""
    if is_below:
        return f"The {who} wins {won} of the games{others}."
    return f"Even the {who} may win its fair share ({won}){others}."


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
