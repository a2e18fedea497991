"""What a report says about difficulty over skill, in plain words."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import frames
from analyzer.analysis.skill.crossings import kept_orders, skill_crossings
from analyzer.analysis.skill.curves import (
    FAIR,
    SkillCurve,
    skill_curves,
    skill_ends,
    skill_models,
    skill_points,
    skill_summary,
    slope_range,
)
from analyzer.reporting import naming, spoken
from analyzer.reporting.document import Kind
from analyzer.reporting.wording import count, several, upper_first, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

MOST_EXAMPLES = 3
MOST_NAMED = 6  # variants of a list in a sentence
NEARLY_ALL = 0.94  # of the good moves: then tenths are too coarse
MOST_SIGHTS = 4  # at which it is told what is won


def shown_case(results: Results) -> tuple[int, str]:
    """Choose the number of players and the policy that sentences and figures speak of: the middle one, the first."""
    curves = skill_curves(results)
    dial = curves[0].dial
    counts = sorted({found.players for found in curves if found.dial == dial})
    return counts[len(counts) // 2], dial


def own_curves(results: Results) -> list[SkillCurve]:
    """Take the curves of the case that is shown."""
    return [found for found in skill_curves(results) if (found.players, found.dial) == shown_case(results)]


def shown(results: Results, table: pd.DataFrame) -> pd.DataFrame:
    """Keep the rows of the case that is shown."""
    players, dial = shown_case(results)
    return table[(table["players"] == players) & (table["dial"] == dial)].reset_index(drop=True)


def told_sights(sights: Sequence[float], within: Sequence[float] | None = None) -> list[float]:
    """Choose a few of the sights that were played, evenly spaced, of which readers are told."""
    kept = [sight for sight in sights if within is None or sight in within]
    steps = np.linspace(0, len(kept) - 1, min(MOST_SIGHTS, len(kept)))
    return [kept[round(step)] for step in steps]


def dial_words(results: Results, dial: str) -> str:
    """Name the policy that overlooks options, with what it is."""
    return f"{dial} ({naming.LEVELS[dial]})" if dial in naming.LEVELS else naming.policy_words(results, dial)


def what_sight_is(dial: str) -> str:
    """Say what the dial is."""
    return (
        "Skill is told as sight: at sight 0.7 a player notices each good move with a chance of 7 in 10 and plays the "
        f"best of those noticed; at sight 1 nothing is overlooked, and the player is {dial}. "
        "Programs slip at random, people systematically: no data of people went into it."
    )


def say_skill(results: Results) -> list[str]:
    """Say all: the answer first."""
    return [*say_even(results), *say_about_even(results), *say_slopes(results), *say_crossings(results)]


def say_even(results: Results) -> list[str]:
    """Say for which teams the hardest, a middling and the plain variant are even games, and which are for nobody."""
    table, plain = shown(results, skill_summary(results)), frames.factors_of(results).plain
    rows = sorted(table.to_dict("records"), key=lambda row: (row["even"].value, row["last"].value * -1.0))
    inside = [row for row in rows if np.isfinite(row["even"].value)]
    players, dial = shown_case(results)
    who = f"With {naming.players_words(players)} who play like {dial_words(results, dial)}"
    easy = next((row for row in inside if row["variant"] == plain), inside[0] if inside else None)
    told = [row for row in (*inside[-1:], *inside[len(inside) // 2 :][:1]) if row is not easy]
    told = [*{row["variant"]: row for row in told}.values(), *([easy] if easy else [])]
    named = [(naming.variant_words(results, row["variant"]), row["even"]) for row in told]
    sentences = [even_games(who, named)] if named else []
    never, always = (_names(results, side) for side in skill_ends(results, players, dial))
    sights = skill_curves(results)[0].sights
    sentences += [never_even(never, sights[-1])] if never else []
    sentences += [always_even(always, sights[0])] if always else []
    return sentences or [f"{who} these games tell of no variant for which team it is an even game."]


def say_aloud(results: Results) -> list[str]:
    """Say for which teams the hardest variant that is one and the plain game are an even game, as one would aloud."""
    table, plain = shown(results, skill_summary(results)), frames.factors_of(results).plain
    inside = [row for row in table.to_dict("records") if np.isfinite(row["even"].value)]
    if not inside:
        return [spoken.first_spoken("No variant is an even game for any of these teams.")]
    last = max(inside, key=lambda row: float(row["even"].value))
    hard = f"{spoken.variant(results, last['variant'])} is an even game for a team that {noticed(last['even'].value)}"
    own = [row for row in inside if row["variant"] == plain and row is not last]
    easy = f", {spoken.variant(results, plain)} for one that {noticed(own[0]['even'].value)}" if own else ""
    return [spoken.first_spoken(f"{hard}{easy.removesuffix(' good moves')}.", f"{hard}.")]


def noticed(sight: float) -> str:
    """Say in tens how many good moves somebody notices; near all of them in hundredths."""
    if sight > NEARLY_ALL:
        return f"notices about {min(99, round(100.0 * sight))} of a hundred good moves"
    return f"notices about {naming.number_words(max(1, round(10.0 * sight)))} of ten good moves"


def say_about_even(results: Results) -> list[str]:
    """Say of some teams for which variants they are about even."""
    points, found = shown(results, skill_points(results)), []
    for sight in told_sights(own_curves(results)[0].sights):
        own = points[np.isclose(points["sight"], sight)]
        names = [row["variant"] for row in own.to_dict("records") if FAIR[0] <= row["fit"].value <= FAIR[1]]
        found += [(sight, _names(results, names))] if names else []
    return [about_even(found)] if found else []


def say_slopes(results: Results) -> list[str]:
    """Say which variants reward skill most and least."""
    ends = slope_range(results, *shown_case(results))
    if ends is None:
        return []
    (least, low), (most, high) = ends
    names = (naming.variant_words(results, name) for name in (most, least))
    return [slopes(next(names), high, next(names), low)]


def say_crossings(results: Results) -> list[str]:
    """Say which variants change places as skill grows, for certain, and how many keep their order."""
    case = shown_case(results)
    kept, pairs = kept_orders(results).get(case, (0, 0))
    if not pairs:
        return []
    rows = shown(results, skill_crossings(results)).to_dict("records")
    rows.sort(key=lambda row: row["where"].half_width)
    named = [
        (naming.variant_words(results, row["first"]), naming.variant_words(results, row["second"]), row["where"])
        for row in _unlike(rows)[:MOST_EXAMPLES]
    ]
    changed = len({(row["first"], row["second"]) for row in rows})
    return [crossings(pairs, kept, changed, named)]


def _unlike(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put first what names variants that were not named before."""
    named: set[str] = set()
    first: list[dict[str, Any]] = []
    later: list[dict[str, Any]] = []
    for row in rows:
        pair = {row["first"], row["second"]}
        (later if pair & named else first).append(row)
        named |= pair
    return [*first, *later]


def say_model(results: Results) -> list[str]:
    """Say what one model of all variants says of skill, and what it misses."""
    model = skill_models(results)[shown_case(results)]
    if not model.lines:
        return []
    lines = sorted(model.lines, key=lambda line: line.slope.value)
    worst = max(model.lines, key=lambda line: abs(line.miss.value))
    odds = [float(np.exp(0.1 * line.slope.value)) for line in (lines[0], lines[-1])]
    names = [naming.variant_words(results, line.label) for line in (lines[0], lines[-1], worst)]
    is_same = model.same_slope is None or model.same_slope.p_value > 0.001
    return [one_model(names, odds, worst.miss, worst.where, is_same)]


def _names(results: Results, variants: Sequence[str]) -> list[str]:
    return [naming.variant_words(results, name) for name in variants]


# Sentences


def notices(sight: float) -> str:
    """Say how many of ten, or of a hundred, good moves somebody notices."""
    if sight == 1.0:
        return "overlooks nothing"
    parts = min(99, max(1, round(100.0 * sight)))
    about = "" if abs(parts - 100.0 * sight) < 0.05 else "about "
    return f"notices {about}{f'{parts} of 100' if parts % 10 else f'{parts // 10} of 10'} good moves"


def even_games(who: str, named: Sequence[tuple[str, Estimate]]) -> str:
    """Say for which teams variants are an even game."""
    (first, sight), *others = named
    text = f"{who}, {first} is an even game for a team that {notices(sight.value)} (sight {write(sight, Kind.NUMBER)})"
    return "; ".join([text, *(f"{name} for one that {_fewer(even)}" for name, even in others)]) + "."


def _fewer(sight: Estimate) -> str:
    return f"{notices(sight.value).removesuffix(' good moves')} ({write(sight, Kind.NUMBER)})"


def never_even(names: Sequence[str], sight: float) -> str:
    """Say which variants even the best of these teams win less than half of the time."""
    return f"Even a team that {notices(sight)} wins less than half of the games of {_listed(names)}."


def always_even(names: Sequence[str], sight: float) -> str:
    """Say which variants even the weakest of these teams win more than half of the time."""
    return f"Even a team that {notices(sight)} wins more than half of the games of {_listed(names)}."


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return several([*names[:MOST_NAMED], f"{more} more"] if more > 0 else list(names))


def about_even(found: Sequence[tuple[float, Sequence[str]]]) -> str:
    """Say which variants teams of some sights win between 40 and 60 %."""
    parts = [f"{_listed(names)} by a team that {notices(sight)}" for sight, names in found]
    parts = [parts[0], *(part.replace(" good moves", "") for part in parts[1:])]
    return f"Between 40 and 60 % of the games are won of {'; of '.join(parts)}."


def slopes(most: str, high: Estimate, least: str, low: Estimate) -> str:
    """Say which variants reward skill most and least."""
    return (
        f"Skill is worth most in {most}, where a tenth of sight wins {write(high, Kind.POINTS)} on average, and least "
        f"in {least} ({write(low, Kind.POINTS)})."
    )


def crossings(pairs: int, kept: int, changed: int, named: Sequence[tuple[str, str, Estimate]]) -> str:
    """Say which pairs of variants change places for certain as skill grows."""
    stay = f"{count(kept)} of {count(pairs)} pairs of variants keep their order for certain at every sight"
    if not kept and not changed:
        return f"Of {count(pairs)} pairs of variants none certainly keeps its order at every sight, or changes places."
    if not changed:
        return upper_first(f"{stay}, and none changes places for certain as skill grows.")
    examples = [
        f"{second} is harder than {first} below a sight of about {where.value:.2f} and easier above it (between "
        f"{where.low:g} and {where.high:g})"
        for first, second, where in named
    ]
    shown_ones = "" if changed == len(named) else f" ({len(named)} shown)"
    change = "changes" if changed == 1 else "change"
    return f"{upper_first(stay)}, and {count(changed)} {change} places for certain{shown_ones}: {'; '.join(examples)}."


def one_model(names: Sequence[str], odds: Sequence[float], miss: Estimate, where: float, is_same: bool) -> str:
    """Say what one model of all variants says of skill, and what it misses."""
    least, most, worst = names
    range_ = f"{odds[0]:.2g} ({least}) to {odds[1]:.2g} ({most})" if least != most else f"{odds[0]:.2g}"
    text = f"In one model of all variants a tenth of sight multiplies the odds of winning by {range_}"
    text += "; these factors cannot be told apart" if is_same and least != most else ""
    return (
        f"{text}. The model misses the played win rates by up to {write(miss, Kind.POINTS)} ({worst} at sight "
        f"{where:g}), so everything else here is read off the curves, which suppose only that skill never hurts."
    )
