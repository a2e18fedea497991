"""The answer for teams, in sentences that one would say aloud; chosen by what the run varied."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.analysis import changes, contrasts, frames, places, tables
from analyzer.analysis.levels import played_levels
from analyzer.analysis.modules import has_pairs, simultaneous_effects
from analyzer.reporting import lists, naming, spoken
from analyzer.reporting.topics import modules, skill
from analyzer.reporting.topics.answer import verdicts, ways
from analyzer.reporting.topics.ladder import difficulty
from analyzer.reporting.wording import several
from analyzer.runs.stored.results import Results

STEADY = 0.75  # of the largest of many changes that must be left when it is corrected for that, or its size is not said


MOST_CONTRASTS = 3  # that the answer speaks of


def say(results: Results) -> list[str]:
    """Answer the question of the experiment."""
    factors = frames.factors_of(results)
    asked = contrasts.contrasts(results)[:MOST_CONTRASTS] if factors.has_contrasts else []
    if asked or (factors.varies_sight and skill.has_curves(results)):
        return [say_contrast(results, found) for found in asked] or skill.sentences.say_aloud(results)
    if factors.varies_sets and len(changes.crossings(results)):
        return _sweep(results)
    if factors.alone:
        return say_rules(results)
    if factors.has_sums and has_pairs(results):
        return _modules(results)
    icons = verdicts.say_icons(results) if factors.has_icons else []
    if icons:
        return [text for text in icons if text]
    if len(factors.policies) > 1 and len(played_levels(results)) < 2:
        return ways.say(results) or _variants(results)
    if len(factors.sets) > 1:
        return _settings(results)
    return _variants(results) or _players(results) or _single(results)


def say_contrast(results: Results, found: contrasts.Found) -> str:
    """Say which side of a contrast is harder, or that they are as hard as each other within the margin."""
    margin = f"{100 * found.margin:g} points"
    is_open = found.verdict is contrasts.Contrasted.OPEN
    size = margin if found.verdict is contrasts.Contrasted.AS_HARD else spoken.points(found.difference)
    more = f"within {size}" if found.verdict is contrasts.Contrasted.AS_HARD else f"by {size}"
    candidates = []
    for is_short, is_named in ((False, False), (True, True), (True, False)):
        a, b = (_contrasted(results, *cells, is_short=is_short) for cells in ((found.a, found.b), (found.b, found.a)))
        tail = _shared_rule(results, found) if is_named else ""
        b = b.removeprefix("the game ") if a.startswith("the game ") else b
        told = f"{a} is {found.verdict} {b}, {more}{tail}."
        candidates.append(f"Whether {a} is harder than {b} cannot be told within {margin}{tail}." if is_open else told)
    last = f"The first of the two is {found.verdict} the second, {more}."
    return spoken.first_spoken(*candidates, "Which of the two is harder cannot be told." if is_open else last)


def _contrasted(results: Results, cell: str, other: str, *, is_short: bool) -> str:
    """Name a side of a contrast by what tells it from the other one."""
    own, beside = results.entry(cell), results.entry(other)
    parts = [] if own.players == beside.players else [naming.players_words(own.players)]
    if own.changes != beside.changes:
        words = naming.settings_words(results, own) or ["nothing else changed"]
        parts += [value.replace("_", " ") for value in own.change_texts.values()] if is_short else words
    name = spoken.variant(results, own.variant) if own.variant != beside.variant or not parts else "the game"
    who = "" if set(own.policies) == set(beside.policies) else f" for {spoken.players(results, own.policy)[0]}"
    return f"{name}{f' with {several(parts)}' if parts else ''}{who}"


def _shared_rule(results: Results, found: contrasts.Found) -> str:
    """Name the one rule that both sides set to a value, which stands bare in the sentence."""
    names = {name for cell in (found.a, found.b) for name in results.entry(cell).changes}
    return f"; the last numbers are {naming.rule_words(results, names.pop())}" if len(names) == 1 else ""


def _sweep(results: Results) -> list[str]:
    switch, rows = str(changes.swept_switch(results)), changes.crossings(results).to_dict("records")
    first = [row for row in rows if (row["variant"], row["policy"]) == (rows[0]["variant"], rows[0]["policy"])]
    crossed = [row for row in first if row["where"] is not None]
    what = naming.rule_words(results, switch)
    if not crossed:
        return [_uncrossed(what, first[0])]
    where = [(naming.players_words(int(row["players"])), f"{row['where'].value:.0f}") for row in crossed]
    one_by_one = spoken.listed([f"{value} with {players}" for players, value in where], most=len(where))
    (players, value), *others = where
    more = spoken.listed([f"{value} with {players}" for players, value in others], most=len(others))
    things = what.strip("“”")
    ends = f"{min(crossed, key=_place)['where'].value:.1f} and {max(crossed, key=_place)['where'].value:.1f}"
    return [
        spoken.first_spoken(
            f"With {players} about {value} {things} make an even game{', ' if more else ''}{more}."
            if naming.is_counted(things) and value != "1"
            else "",
            f"It is an even game where {what} is about {one_by_one}.",
            f"It is an even game where {what} is between {ends}, depending on the number of players.",
            f"It is an even game at about {one_by_one}.",
        )
    ]


def _place(row: dict[str, Any]) -> float:
    return float(row["where"].value)


def _uncrossed(what: str, row: dict[str, Any]) -> str:
    if row["is_open"]:
        return spoken.first_spoken(
            f"These games cannot tell where {what} makes an even game.", "These games cannot tell."
        )
    side = "More" if row["first"].value > 0.5 else "Fewer"
    return spoken.first_spoken(
        f"{side} than half of the games are won at every value of {what}.", "It is never an even game."
    )


def certain_rules(results: Results) -> dict[str, dict[str, Any]]:
    """Give per doubtful rule that changes the win rate for certain the row where it does most, the largest first."""
    rows = [row for row in changes.changes(results, "reading").to_dict("records") if row["difference"].excludes(0.0)]
    found: dict[str, dict[str, Any]] = {}
    for row in sorted(rows, key=lambda item: -abs(item["difference"].value)):
        found.setdefault(list(results.entry(row["cell"]).changes)[-1], row)
    return found


def tried_rules(results: Results) -> list[str]:
    """List the doubtful rules that were read otherwise."""
    cells = changes.changes(results, "reading")["cell"]
    return list(dict.fromkeys(list(results.entry(cell).changes)[-1] for cell in cells))


def say_rules(results: Results) -> list[str]:
    """Say how many doubtful rules matter, and which does most."""
    found, tried = certain_rules(results), tried_rules(results)
    if not tried:
        return ["No doubtful rule was read otherwise; what was changed besides stands below."]
    if not found:
        return [
            spoken.first_spoken(
                "How the doubtful rules are read makes no difference to the win rate that these games could show."
            )
        ]
    who, ending = spoken.team(results, frames.factors_of(results).policies[0])
    name, row = next(iter(found.items()))
    change = row["difference"]
    count = f"{_of(len(found), len(tried))} {'decides' if len(found) == 1 else 'decide'} how often {who} win{ending}"
    up_to = f"by {'up to ' if abs(change.value) >= 0.01 else ''}{spoken.points(change)}"
    most = (
        f", most of all {naming.rule_words(results, name)}"
        if len(found) > 1
        else f": {naming.rule_words(results, name)}"
    )
    is_steady = abs(row["shrunken"].value) > STEADY * abs(change.value)
    return [spoken.first_spoken(f"{count}{most}, {up_to}." if is_steady else "", f"{count}{most}.", f"{count}.")]


def _of(some: int, of: int) -> str:
    if of == 1:
        return "the one doubtful rule"
    number = (
        f"all {naming.number_words(of)}"
        if some == of
        else f"{naming.number_words(some)} of the {naming.number_words(of)}"
    )
    return f"{number} doubtful rules"


def _modules(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "alone").to_dict("records")
    words = [row["together"] for row in simultaneous_effects(results, "interaction").to_dict("records")]
    together = spoken.begun(f"{modules.pairs_verdict(words)}.")
    if not rows:
        return [spoken.first_spoken(together)]
    best, rivals = modules.largest_alone(rows)
    name, count = (
        spoken.variant(results, best["module"]),
        spoken.counted(len({row["module"] for row in rows}), "module"),
    )
    if not best["probability"].excludes(0.0):
        return [
            spoken.first_spoken(
                f"None of the {count} changes the plain game by an amount that these games could show."
            ),
            spoken.first_spoken(together),
        ]
    if rivals:
        near = spoken.listed([name, *(spoken.variant(results, rival) for rival in rivals)])
        return [
            spoken.first_spoken(f"{near} change the game most of {count}; which does more is too close to tell."),
            spoken.first_spoken(together),
        ]
    way = "harder" if best["probability"].value < 0 else "easier"
    who, ending = spoken.team(results, best["policy"])
    rate = tables.win_rates(results).set_index(["setting", "players", "policy"])["win_rate"]
    after = spoken.percent(rate[best["module"], best["players"], best["policy"]])
    plain = rate.get((str(frames.factors_of(results).plain), best["players"], best["policy"]))
    instead = "" if plain is None else f", {spoken.percent(plain)} without it"
    most = f"of {count} {name} makes the game {way} most"  # said in another order below, where it stands alone
    lead = f"{name} makes the game {way} than any other of the {count}"
    return [
        spoken.first_spoken(
            f"{lead}: {who} win{ending} {after} of the games with it{instead or ' alone'}.", f"{lead}.", f"{most}."
        ),
        spoken.first_spoken(together),
    ]


def _settings(results: Results) -> list[str]:
    rates, factors = tables.win_rates(results), frames.factors_of(results)
    variant = factors.plain if factors.plain in set(rates["variant"]) else rates["variant"].iloc[0]
    shown = lists.shown_cells(results).iloc[0]
    own = rates[(rates["variant"] == variant) & (rates["players"] == shown["players"])]
    found = sorted(own[own["policy"] == shown["policy"]]["win_rate"], key=lambda rate: rate.value)
    who, ending = spoken.team(results, str(shown["policy"]))
    low, high, name = spoken.percent(found[0]), spoken.percent(found[-1]), spoken.variant(results, str(variant))
    with_players = "" if who == spoken.ALONE else f"With {naming.players_words(int(shown['players']))} "
    win = f"{who} win{ending} between {low} and {high} of the games"
    rule = _settings_words(results)
    if not any(one.excludes(0.0) for one in changes.changes(results, "switch")["difference"]):
        about = f"{with_players}{who} win{ending} about {spoken.percent(found[len(found) // 2])} of the games of {name}"
        none = "how the rules are set makes no difference that these games could show"
        return [spoken.first_spoken(f"{about}; {none}.", f"{none}.")]
    return [
        spoken.first_spoken(
            f"{with_players}{win} of {name}, depending on {rule}.",
            f"{win}, depending on {rule}.",
            f"{win}, depending on how the rules are set.",
        ),
        *_as_usual(results, own, who),
    ]


def _as_usual(results: Results, rates: pd.DataFrame, who: str) -> list[str]:
    """Say what is won where one rule is read as everywhere else."""
    usual = {item.name: item.default for item in results.manifest.game.switches}
    for row in rates.to_dict("records"):
        entry = results.entry(row["cell"])
        if len(entry.changes) == 1 and all(usual.get(name) == text for name, text in entry.change_texts.items()):
            one = "she wins" if who == spoken.ALONE else "it is"
            won = f"{one} {spoken.percent(row['win_rate'])}"
            return [
                spoken.first_spoken(
                    f"As we read it, {won}: {naming.short_settings(results, entry)[0]}.", f"As we read it, {won}."
                )
            ]
    return []


def _settings_words(results: Results) -> str:
    switches = list(dict.fromkeys(name for cell in results.manifest.cells for name in cell.changes))
    return f"one rule: {naming.rule_words(results, switches[0])}" if len(switches) == 1 else "how the rules are set"


def _variants(results: Results) -> list[str]:
    of = len(places.ladder(results))
    if of < 2:
        return []
    hard, easy = (changes.extreme_labels(results, "variant", hardest=side) for side in (True, False))
    if len(hard) == of:
        return [
            spoken.first_spoken(
                f"None of the {naming.number_words(of)} variants is harder for certain than all the others."
            )
        ]
    sides = [_side(results, names, side) for names, side in ((hard, "hardest"), (easy, "easiest"))]
    ends = f"{sides[0]}, and {sides[1]}"
    if len(hard) == len(easy) == 1:
        ends = f"{sides[0]} and {spoken.variant(results, easy[0])} the easiest"
    count = f"of {naming.number_words(of)} variants"
    clause = difficulty.say_icons_shortly(results) if frames.factors_of(results).orders_icons else ""
    icons = [spoken.first_spoken(f"{clause}.")] if clause else []
    return [
        spoken.first_spoken(f"{count} {ends}.", f"{count} {sides[0]}.", "See the ladder below."),
        *icons,
    ]


def _side(results: Results, names: Sequence[str], side: str) -> str:
    called = [spoken.variant(results, name) for name in names]
    if len(called) > 2:
        return f"{naming.number_words(len(called))} may be the {side}"
    return f"{' and '.join(called)} {'is' if len(called) == 1 else 'are'} the {side}"


def _players(results: Results) -> list[str]:
    found = difficulty.spread_of_players(results)
    if found is None:
        return []
    name = spoken.variant(results, found.variant)
    (worst, low), (best, high) = found.worst, found.best
    if not found.is_certain:
        return [
            spoken.first_spoken(f"The number of players makes no difference to {name} that these games could show.")
        ]
    counts = naming.players_words(worst), naming.number_words(best)
    return [
        spoken.first_spoken(
            f"{name} is hardest for {counts[0]}, who win {spoken.percent(low)} of their games, and easiest for "
            f"{counts[1]}, who win {spoken.percent(high)}.",
            f"It is hardest for {counts[0]} and easiest for {counts[1]}.",
        )
    ]


def _single(results: Results) -> list[str]:
    rows = tables.win_rates(results).to_dict("records")
    if not rows:
        return []
    row = rows[0]
    who, ending = spoken.team(results, row["policy"])
    won = f"{who} win{ending} {spoken.percent(row['win_rate'])} of the games"
    where, name = naming.players_words(int(row["players"])), spoken.variant(results, row["variant"])
    return [spoken.first_spoken(f"With {where} {won} of {name}.", f"With {where} {won}.")]
