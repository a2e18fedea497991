"""What follows from an answer: what to change, what to decide first, what to leave, and on what the rest depends."""

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.analysis import changes, frames, icons
from analyzer.analysis import contests as measured
from analyzer.analysis import levels as played
from analyzer.reporting import naming, spoken
from analyzer.reporting.document import Labelled
from analyzer.reporting.topics import levels
from analyzer.reporting.topics.answer import contests, teams, verdicts
from analyzer.reporting.topics.ladder import difficulty
from analyzer.reporting.topics.seats.scores import SPOKEN
from analyzer.reporting.wording import several
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.icons import OTHER

ASSUMED = "assumed"  # the source of a rule that no rulebook states
MOST_RULES, MOST_NAMES = 6, 12
CHANGE, DECIDE, LEAVE = "Change", "Decide first", "Leave"
AUDIENCE, PLAYERS = "Depends on your audience", "Depends on the number of players"
ELSEWHERE = {
    AUDIENCE: (verdicts.AUDIENCE, "other players"),
    PLAYERS: (verdicts.PLAYERS, "other numbers of players"),
}


def what_follows(results: Results) -> Labelled | None:
    """Say what to do, one labelled statement each; None where nothing follows."""
    factors = frames.factors_of(results)
    is_of_icons = factors.is_cooperative and factors.has_icons
    found = _of_icons(results) if is_of_icons else []
    found += _of_rules(results) if factors.is_cooperative and factors.alone else []
    found += _of_settings(results) if factors.is_cooperative and factors.varies_sets and not factors.alone else []
    found += _of_contests(results) if factors.is_competitive else []
    if factors.is_cooperative:
        turned = {AUDIENCE: _turned(results)}
        is_of_variants = not factors.alone and (len(factors.policies) < 2 or len(played.played_levels(results)) > 1)
        turned[PLAYERS] = difficulty.say_orders_shortly(results) if factors.varies_players and is_of_variants else []
        others = {label: _elsewhere(results, label) for label in turned} if is_of_icons else {}
        found += [(label, " ".join([*others.get(label, []), *told])) for label, told in turned.items()]
    order = [CHANGE, DECIDE, AUDIENCE, PLAYERS, LEAVE]
    told = sorted(((label, text) for label, text in found if text), key=lambda item: order.index(item[0]))
    return Labelled(tuple(told)) if told else None


def _of_icons(results: Results) -> list[tuple[str, str]]:
    rows = verdicts.rows_of(results)
    moved, perhaps = (_moved(results, rows, verdict) for verdict in (verdicts.CHANGE, verdicts.MAY_CHANGE))
    new = [
        f"{spoken.variant(results, row['variant'])} gets {naming.number_words(row['icons'])}"
        for row in rows
        if row["verdict"] == verdicts.NEW
    ]
    found = [(CHANGE, f"The icons of {spoken.listed(moved, MOST_NAMES)}." if moved else "")]
    found += [(CHANGE, f"Perhaps {spoken.listed(perhaps, MOST_NAMES)}, which is not certain." if perhaps else "")]
    found += [(CHANGE, f"Where no icon is printed yet, {spoken.listed(new, MOST_NAMES)}." if new else "")]
    found += [(DECIDE, _rules_of_icons(results))]
    kept = verdicts.named(results, verdicts.KEEP, verdicts.MAY_KEEP)
    return [*found, (LEAVE, f"The icons of {spoken.listed(kept, MOST_NAMES)} as they are." if kept else "")]


def _moved(results: Results, rows: Sequence[Mapping[str, Any]], verdict: str) -> list[str]:
    """Say of the variants with a verdict from how many icons to how many they should go."""
    own = [row for row in rows if row["verdict"] == verdict]
    words = naming.number_words
    return [
        f"{spoken.variant(results, row['variant'])} from {words(int(row['printed']))} to {words(row['icons'])}"
        for row in own
    ]


def _rules_of_icons(results: Results) -> str:
    """Name the rules that decide the icon of a variant, one by one."""
    told = []
    for row in verdicts.rows_of(results):
        if row["verdict"] == verdicts.RULE:
            read = [a.name for a in row["answers"] if (a.kind, a.held.verdict) == (icons.RULE, OTHER)]
            every = [switch.name for switch in results.manifest.game.switches]
            names = [name for name in every if any(reading.startswith(f"{name}=") for reading in read)]
            rules = spoken.listed(naming.rule_words(results, name) for name in names)
            told.append(f"{spoken.variant(results, row['variant'])}: {rules}")
    return f"How these rules are read decides the icon. {spoken.begun('; '.join(told))}." if told else ""


def _of_rules(results: Results) -> list[tuple[str, str]]:
    """Ask the publisher for the doubtful rules that change the win rate, by effect; the others can stay."""
    found, tried = teams.certain_rules(results), teams.tried_rules(results)
    effects = [
        f"{naming.rule_words(results, name)} ({spoken.points(row['difference'])})" for name, row in found.items()
    ]
    return [(DECIDE, clear_sentences(effects)), (LEAVE, others_stay(len(tried) - len(found), bool(found)))]


def _of_settings(results: Results) -> list[tuple[str, str]]:
    """Ask for the doubtful rules that settings of a spec change the win rate by, for certain."""
    switches = {item.name: item for item in results.manifest.game.switches}
    effects: dict[str, Estimate] = {}
    for row in changes.changes(results, "switch").to_dict("records"):
        names = [name for name in results.entry(row["cell"]).changes if name in switches]
        if len(names) == 1 and switches[names[0]].source == ASSUMED and row["difference"].excludes(0.0):
            known = effects.get(names[0], row["difference"])
            effects[names[0]] = max(known, row["difference"], key=lambda one: abs(one.value))
    told = [f"{naming.rule_words(results, name)} (up to {spoken.points(size)})" for name, size in effects.items()]
    return [(DECIDE, clear_sentences(told))]


def clear_sentences(effects: Sequence[str]) -> str:
    """Say which rules need a clear sentence in the rulebook, with what they are worth."""
    if not effects:
        return ""
    shown = spoken.listed(effects, MOST_RULES)
    if len(effects) == 1:
        return f"One rule needs one clear sentence: {shown}."
    return f"{spoken.begun(naming.number_words(len(effects)))} rules need one clear sentence each: {shown}."


def others_stay(number: int, are_others: bool) -> str:
    """Say that the rules whose readings make no difference can stay as they are written."""
    if number < 1:
        return ""
    other = "other " if are_others else ""
    if number == 1:
        return f"The {other or 'one '}doubtful rule: no reading of it makes a difference that these games could show."
    rules = f"The {other}{naming.number_words(number)} doubtful rules"
    return f"{rules}: no reading makes a difference that these games could show."


def _of_contests(results: Results) -> list[tuple[str, str]]:
    """Ask for the doubtful rules that change scores, length or who wins."""
    tried = contests.tried_changes(results, "reading")
    units = {"best": results.manifest.game.words.score, "turns": "turns", "first": "percentage points"}
    outcomes, told = measured.contest_words(results), set[str]()
    groups: dict[str, list[str]] = {}
    for measure in SPOKEN:
        found = contests.certain_changes(results, "reading", measure)
        for name, change in found.items():
            size = spoken.points(change).split(" ")[0] if measure == "first" else spoken.amount(change)
            if name not in told:
                own = groups.setdefault(measure, [])
                own.append(f"{name} ({size}{'' if own else f' {units[measure]}'})")
        told |= set(found)
    where = {f"for the {outcomes[measure]} " if len(groups) > 1 else "": names for measure, names in groups.items()}
    return [(DECIDE, clear_sentences_for(where)), (LEAVE, others_stay(len(tried) - len(told), bool(told)))]


def clear_sentences_for(groups: Mapping[str, Sequence[str]]) -> str:
    """Say which rules need a clear sentence, by what they change."""
    number = sum(map(len, groups.values()))
    if len(groups) < 2:
        return clear_sentences([name for names in groups.values() for name in names])
    most = max(1, MOST_RULES // len(groups))
    told = "; ".join(f"{where}{spoken.listed(names, most)}" for where, names in groups.items())
    return f"{spoken.begun(naming.number_words(number))} rules need one clear sentence each: {told}."


def _elsewhere(results: Results, label: str) -> list[str]:
    """Name the variants that need another icon for other players, or other numbers of them, if there are any."""
    kind, where = ELSEWHERE[label]
    names = verdicts.named(results, kind)
    need = "needs" if len(names) == 1 else "need"
    return [spoken.begun(f"{spoken.listed(names, MOST_NAMES)} {need} another icon for {where}.")] if names else []


def _turned(results: Results) -> list[str]:
    """Say how many pairs of variants change places between the levels, with the first example."""
    if len(played.played_levels(results)) < 2 or not played.level_scales(results):
        return []
    orders = played.level_orders(results)
    found = [(order, turns) for order in orders if (turns := levels.turns_of(order))]
    if not found:
        return ["No two variants change places for certain between the levels of play."] if orders else []
    order, turns = found[0]
    first, second = (spoken.variant(results, name) for name in (order.first, order.second))
    harder, easier = (several([str(name) for name in part]) for part in (turns[0].harder, turns[0].easier))
    verb = "changes" if len(found) == 1 else "change"
    count = f"{naming.number_words(len(found))} of {len(orders)} pairs of variants {verb}"
    return [
        spoken.begun(
            f"{count} places; {first} is harder than {second} for {harder} players and easier for {easier} ones."
        )
    ]
