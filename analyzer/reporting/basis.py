"""What the results of a run rest on."""

import re
from collections.abc import Sequence

from analyzer.analysis import frames, tables
from analyzer.reporting.document import Kind
from analyzer.reporting.naming import is_assumed, policy_words
from analyzer.reporting.wording import count, counted, several, upper_first, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

FEW_DEALS = 2_000  # below which a report asks for caution
WORTH = 1.05  # times the games from which playing on the same deals is said to save any
_CODE = re.compile(r"`([^`]*)`")  # a name between backquotes
TOGETHER = (
    "Brackets are 95 % intervals; where several things are compared, a difference is only called certain if all such "
    "claims of the report hold together at this level."
)
MANY_CUT = 0.001  # share of truncated games from which they are mentioned first


def say_basis(results: Results) -> str:
    """Say how much was played by whom, how sure it is and what it assumes."""
    summaries = {item.name: item.summary for item in results.manifest.policies}
    names = frames.factors_of(results).policies
    bare = frames.bare_names(results)
    policies = [
        (policy_words(results, name), _CODE.sub(r"\1", summaries.get(bare.get(name, name), ""))) for name in names
    ]
    if frames.factors_of(results).varies_sight:
        policies = _dialled(results) or policies
    sentences = [
        say_deals(results),
        caution(_played(results)),
        players_of(policies),
        say_assumed(results),
        cut_off(*tables.cut_off_share(results)),
        TOGETHER,
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def say_assumed(results: Results) -> str:
    """Say how much rests on assumed rules and values."""
    variants = {entry.setting: is_assumed(results, entry) for entry in results.manifest.cells}
    return assumed(*_shared(results), sum(variants.values()), len(variants))


def _dialled(results: Results) -> list[tuple[str, str]]:
    """Name once whoever plays at three sights or more; nothing where somebody plays at fewer."""
    sights: dict[str, set[float]] = {}
    for cell in results.manifest.cells:
        for seat in cell.seats:
            sights.setdefault(seat.dial, set()).add(seat.sight)
    named = [
        (f"{policy_words(results, name)} at {len(own)} sights from {min(own):g} to {max(own):g}", "")
        for name, own in sights.items()
    ]
    return named if min(map(len, sights.values())) > 2 else []


def say_deals(results: Results) -> str:
    """Say how much was played."""
    played = _played(results)
    return deals(min(played), max(played), len(played), results.manifest.experiment.seed)


def _played(results: Results) -> list[int]:
    return [int(games) for games in results.cells["games"] if games > 0]


def say_data_sets(results: Results) -> list[str]:
    """Name the data sets of component values that the results hold for."""
    game = results.manifest.game
    names = dict.fromkeys(entry.data_set for entry in results.manifest.cells if entry.data_set)
    return [data_set(name, game.title, _shared(results)[1], len(game.component_values)) for name in names]


def _shared(results: Results) -> tuple[int, int]:
    """Count the readings and the component values that the plain game assumes: values one by one, as tables do."""
    game = results.manifest.game
    readings = sum("=" in text for text in game.assumed)
    return readings, sum(item.source in (None, "assumed") for item in game.component_values)


def deals(fewest: int, most: int, cells: int, seed: int) -> str:
    """Say how much was played."""
    each = counted(fewest, "deal") if fewest == most else f"{count(fewest)} to {count(most)} deals"
    if cells == 1:
        return f"This rests on {each} of one game setting (seed {seed})."
    same = "all on the same deals" if fewest == most else "all on the same deals as far as they go"
    return f"This rests on {each} in each of {cells} game settings, {same} (seed {seed})."


def caution(played: Sequence[int]) -> str:
    """Ask for caution where little was played: everywhere, or in some of the game settings only."""
    few = [deals for deals in played if deals < FEW_DEALS]
    if not few:
        return ""
    least = counted(min(few), "deal") if min(few) == max(few) else f"{count(min(few))} to {count(max(few))} deals"
    if len(few) < len(played):
        return f"{len(few)} of the {len(played)} have only {least}: in these, only large differences show."
    return f"With {least} per game setting these are first impressions: only large differences show."


def players_of(policies: Sequence[tuple[str, str]]) -> str:
    """Say who played; results hold for these ways to play."""
    if len(policies) == 1:
        name, summary = policies[0]
        head, _, rest = summary.partition(": ")
        what = f": {_sentence(rest or head)}" if summary else ""  # what it is stands in its name
        return f"{upper_first(name)} plays at every seat{what}; better players may fare differently."
    listed = several([name for name, _ in policies])
    return f"The games are played by {listed} (see Glossary); better players may fare differently."


def assumed(readings: int, values: int, marked: int, of: int) -> str:
    """Say how much rests on assumed rules."""
    if not readings and not values and not marked:
        return "Nothing in it rests on assumed rules."
    parts = [f"{count(readings)} assumed reading{'' if readings == 1 else 's'} of the rules"] if readings else []
    parts += [f"{count(values)} assumed component value{'' if values == 1 else 's'}"] if values else []
    common = f"Everything rests on {several(parts)}" if parts else ""
    further = " further" if parts else ""
    verb = "rests" if marked == 1 else "rest"
    own = f"{marked} of {of} variants and settings, marked †, {verb} on{further} assumed rules" if marked else ""
    return f"{'; '.join(text for text in (common, own) if text)}: see Assumptions."


def saved_games(low: float, high: float) -> str:
    """Say what playing on the same deals is worth, for the middle half of the comparisons."""
    same = "All games of this run were played on the same deals, so that the luck of the deal cancels in differences"
    if high < WORTH:
        return f"{same}; here this saves next to nothing, because outcomes on the same deal hardly go together."
    worth = f"about {low:.1f}" if f"{low:.1f}" == f"{high:.1f}" else f"{low:.1f} to {high:.1f}"
    return f"{same}: for the middle half of the comparisons this is worth {worth} times as many games."


def cut_off(share: Estimate, faults: int) -> str:
    """Say how many games were cut off or faulty."""
    if share.value >= MANY_CUT:
        text = (
            f"{write(share, Kind.PERCENT)} of the games were cut off before their end; they are counted, never dropped."
        )
    elif share.value > 0:
        text = f"Few games ({write(share, Kind.PERCENT)}) were cut off before their end."
    else:
        text = "No game was cut off before its end."
    return f"{text} {count(faults)} games ended by a fault of a policy." if faults else text


def data_set(name: str, game: str, assumed_values: int, of: int) -> str:
    """Warn that results hold for a data set of component values."""
    if not assumed_values:
        return f"Component values are those of the data set {name} of {game}; each has a source."
    return (
        f"All results hold for the data set {name} of {game}: {assumed_values} of its {of} component values are "
        "assumed, not taken from the printed game."
    )


def _sentence(summary: str) -> str:
    return summary[:1].lower() + summary[1:].rstrip(".")


def many_arms(arms: int, most: int) -> str:
    """Say that too many arms were played to compare each with each."""
    return (
        f"{count(arms)} arms are more than the {most} up to which each is compared with each: all are compared with "
        "the reference only, which is the first of them."
    )
