"""What a fit says in sentences, the answer first."""

import math
from collections.abc import Sequence

from analyzer.stats import format_estimate
from analyzer.studies.fitting.found import EVEN, FEW, Fit, Prediction
from analyzer.studies.fitting.grid import Place

MIXED = (
    "What cannot be seen: several groups in one log, if they play the same variants in turn and no column names the "
    "group. The dial then lies between theirs."
)
BOTS = (
    "The dial is that of a bot which overlooks options at random; people err in other ways, so the rates are a first "
    "guess for your group and not a measurement of people."
)
REASONS = {"variant": "its variants", "time": "its first and its later plays", "group": "its groups"}


def sentences(fit: Fit) -> list[str]:
    """Say what was found, in order of weight."""
    parts = [
        answer(fit),
        flat(fit),
        even_games(fit),
        checked(fit),
        drifted(fit),
        grouped(fit),
        held_out(fit),
        advised(fit),
    ]
    return [part for part in parts if part]


def doubt(fit: Fit) -> str:
    """Give the sentence that says not to rely on the answer, if one does."""
    return flat(fit) or (checked(fit) if fit.basis.plays >= FEW and fit.check.is_misfit else "")


def answer(fit: Fit) -> str:
    """Say what the dial is, and what it means for the variant most often played."""
    who = f"Your group plays like sight {format_estimate(fit.dial)} of {fit.basis.policy}"
    return f"{who}: {expected(fit.main)} (95 % intervals, {_plays(fit.basis.plays)})."


def expected(item: Prediction) -> str:
    """Say what to expect of a cell."""
    if item.rate is not None:
        return f"it should win {format_estimate(item.rate, percent=True)} of {item.label}"
    means = {"a winning score of": item.score, "a length of": item.turns}
    told = [
        f"{words} {format_estimate(mean)}{' turns' * (mean is item.turns)}" for words, mean in means.items() if mean
    ]
    return f"expect {' and '.join(told)} in {item.label}"


def flat(fit: Fit) -> str:
    """Say that the curves are too flat to tell, if they are."""
    if fit.flat is None:
        return ""
    many = "no number of plays" if math.isinf(fit.flat) else f"about {math.ceil(fit.flat):,} plays"
    return (
        "The curves are too flat to tell: scores and lengths of these plays hardly change with skill. "
        f"The interval is mostly the prior's; {many} would tell the ends of the dial apart."
    )


def even_games(fit: Fit) -> str:
    """Name the cells that are even games for this group."""
    low, high = EVEN
    likely = [item for item in fit.predictions if item.players in fit.sizes]
    rates = [(item, item.rate) for item in likely if item.rate is not None]
    near = sorted((rate.value, item.variant, item.players) for item, rate in rates if low <= rate.value <= high)
    if not rates:
        return ""
    span = f"{100 * low:g} to {100 * high:g} %"
    return (
        f"Even games for it ({span} expected): {_places([(variant, players) for _, variant, players in near])}."
        if near
        else f"No variant lies at {span}."
    )


def checked(fit: Fit) -> str:
    """Say whether one dial explains the log."""
    if fit.basis.plays < FEW:
        return f"With {_plays(fit.basis.plays)} it cannot be told whether one dial explains the log."
    if not fit.check.is_misfit:
        return f"Nothing in the log speaks against one dial (p = {fit.check.p_value:.2g}). {MIXED}"
    reasons = _listed([_reason(fit, name) for name in fit.check.culprits])
    return (
        f"One dial does not explain this log (p = {fit.check.p_value:.2g}): {reasons} differ by more than chance. "
        f"{strangest(fit)}Do not rely on the predictions; {_way_out(fit)}."
    )


def _reason(fit: Fit, culprit: str) -> str:
    """Say what differs; what one variant alone gave differs from what any sight gives."""
    if culprit != "variant" or (_n_played(fit) > 1 and not fit.is_scored):
        return REASONS[culprit]
    return "its scores and what the dial expects" if fit.is_scored else "its wins and what any sight would win"


def _way_out(fit: Fit) -> str:
    """Say what can be done where one dial explains nothing, by what does not fit."""
    if "group" in fit.check.culprits:
        return "fit each group by itself (--group NAME)"
    if "time" in fit.check.culprits:
        return "name the earlier and the later plays in a column named group, and fit each by itself (--group NAME)"
    if _n_played(fit) > 1 and not fit.is_scored:
        return "name the groups in a column named group, or ask another bot (--policy)"
    return "ask another bot (--policy)"


def _n_played(fit: Fit) -> int:
    return sum(item.plays > 0 for item in fit.predictions)


def strangest(fit: Fit) -> str:
    """Name the variant that fits least, if the variants differ."""
    if fit.held_out is None or "variant" not in fit.check.culprits:
        return ""
    place, item = min(fit.held_out.items, key=lambda pair: pair[1].p_value, default=(None, None))
    if place is None or item is None:
        return ""
    score = f"{item.wins} of {item.plays} won (p = {item.p_value:.2g})"
    return f"Least expected from the other plays: {_named(place)}, {score}. "


def drifted(fit: Fit) -> str:
    """Say how the dial moves, if it does for certain."""
    if fit.drift is None:
        return ""
    change = format_estimate(fit.drift.change)
    if not fit.drift.is_certain:
        return f"From the first play to the last the dial moves by {change}: no drift for certain."
    ends = f"from {format_estimate(fit.drift.first)} at the first play to {format_estimate(fit.drift.last)} at the last"
    return f"The group changes: its dial moves {ends}.{_even_after(fit)}"


def _even_after(fit: Fit) -> str:
    if fit.drift is None or fit.drift.even_after is None or fit.drift_cell is None:
        return ""
    when = fit.drift.even_after
    ends = [
        f"{math.ceil(end):,}" if math.isfinite(end) else "later than twice this log" for end in (when.low, when.high)
    ]
    value = f"about {math.ceil(when.value):,} plays" if math.isfinite(when.value) else "more than twice this log"
    return f" It wins half of {_named(fit.drift_cell)} after {value} [{ends[0]}, {ends[1]}]."


def grouped(fit: Fit) -> str:
    """Compare the groups."""
    if len(fit.groups) < 2:
        return ""
    each = "; ".join(f"{group.name} {format_estimate(group.dial)}, {_plays(group.plays)}" for group in fit.groups)
    apart = [f"{pair.first} and {pair.second}" for pair in fit.pairs if pair.difference.excludes(0.0)]
    told = f"Certainly different: {_listed(apart)}." if apart else "No two of them differ for certain."
    return f"By group: {each}. {told}"


def held_out(fit: Fit) -> str:
    """Say where the dial beats plain counting."""
    found = fit.held_out
    if found is None:
        return ""
    if not found.items:
        return (
            "Plain counting says nothing about variants that were not played; with one variant that cannot be tested."
        )
    better, of = len(found.better), len(found.items)
    gain = "" if found.gain is None else f" (gain in log chance {format_estimate(found.gain)} on average)"
    where = f": {_places(found.better)}" if found.better else ""
    return (
        f"Left out and foretold from the others, {better} of {of} played variants are foretold better by the dial "
        f"than by counting{gain}{where}."
    )


def advised(fit: Fit) -> str:
    """Say what to play next."""
    found = fit.advice
    if found is None:
        return ""
    halve = "" if found.to_halve is None else f"; {found.to_halve} plays of it would halve the interval"
    return (
        f"Next, play {_named(found.place)}: {found.plays} plays of it narrow the dial's interval from {found.now:.2f} "
        f"to about {found.width:.2f}{halve}."
    )


def _named(place: Place) -> str:
    return f"{place[0]} with {place[1]} player{'s' * (place[1] > 1)}"


def _plays(number: int) -> str:
    return f"{number} play{'s' * (number != 1)}"


def _places(places: Sequence[Place]) -> str:
    """Name cells; the number of players once if it is the same."""
    if len({players for _, players in places}) > 1:
        return _listed([_named(place) for place in places])
    *others, last = places
    return _listed([*(variant for variant, _ in others), _named(last)])


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
