"""What readers call cells, variants, policies and numbers of players; what rests on assumed rules carries a dagger."""

import re
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from analyzer.analysis import frames
from analyzer.reporting.wording import several
from analyzer.runs.stored.manifest_file import CellEntry, Manifest
from analyzer.runs.stored.results import Results

DAGGER = "†"
LEGEND = "† rests on assumed rules beyond those of the plain game: see Assumptions."
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WAYS_TO_READ = re.compile(r"\s*([:;]|[(].*?[)]).*")  # of a summary, behind what it decides
_MANY = re.compile(r"(?:[A-Za-z]+ )?[A-Za-z]+s\b")
_LINK = re.compile(r", or | or |, ")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def label(results: Results, cell: str, *, is_short: bool = False) -> str:
    """Name the variant of a cell, with the switches set on top of it and the mark of assumed rules.

    Short names are for lists whose cells share what is set on top.
    """
    entry = results.entry(cell)
    words = entry.variant if is_short else ", ".join([entry.variant, *entry.change_words])
    return f"{words}{DAGGER if is_assumed(results, entry) else ''}"


def variant_label(results: Results, variant: str) -> str:
    """Name a variant; marked if it rests on assumed rules whatever is set on top of it."""
    entries = [entry for entry in results.manifest.cells if entry.variant == variant]
    if not entries:
        return f"{variant}{DAGGER if _is_part_assumed(results, variant) else ''}"
    return f"{variant}{DAGGER if all(is_assumed(results, entry) for entry in entries) else ''}"


def _is_part_assumed(results: Results, part: str) -> bool:
    """Tell whether a variant that was played in sums only is assumed: by what these share and no other cell has."""
    shared, cells = set(results.manifest.game.assumed), [c for c in results.manifest.cells if not c.changes]
    sources = {variant.name: variant.source for variant in results.manifest.game.variants}
    having = [set(cell.assumed) - shared for cell in cells if part in cell.parts]
    lacking = [set(cell.assumed) for cell in cells if part not in cell.parts]
    own = set.intersection(*having).difference(*lacking) if having else set()
    return bool(own) or sources.get(part) == "assumed"


def contest_label(results: Results, cell: str) -> str:
    """Name a competitive cell as far as the run varied it."""
    factors, entry = frames.factors_of(results), results.entry(cell)
    parts = [variant_words(results, entry.variant)] if len(factors.variants) > 1 else []
    sets = ", ".join(settings_words(results, entry))
    parts += [sets.replace("“", "").replace("”", "") or "as printed"] if factors.varies_sets else []
    seated = [policy_words(results, name) for name in dict.fromkeys(entry.policies)]
    players = [players_words(entry.players)] if factors.varies_players or not parts else []
    is_told = len(factors.policies) > 1 and (len(alike(results)) > 1 or len(seated) > 1)
    if players and is_told and len(seated) == 1 and seated[0] in MANY:
        return ", ".join([*parts, f"{number_words(entry.players)} {MANY[seated[0]]}"])
    return ", ".join([*parts, *players, *([several(seated, "or")] if is_told else [])])


@frames.remembered
def alike(results: Results) -> frozenset[str]:
    """Name those who play at some table where all play alike."""
    return frozenset(entry.policy for entry in results.manifest.cells if len(set(entry.policies)) == 1)


def spec_words(manifest: Manifest) -> str:
    """Give the path of the spec as others have it."""
    return path_words(manifest.spec_file)


def path_words(file: str) -> str:
    """Give a path as others have it: never one of this machine."""
    path = Path(file)
    is_elsewhere = path.is_absolute() or ".." in path.parts
    return path.name if is_elsewhere else path.as_posix()


def change_words(results: Results, cell: str) -> str:
    """Name what is set in a cell on top of its variant."""
    entry = results.entry(cell)
    alone = frames.factors_of(results).alone
    words = entry.change_words
    return ", ".join(words[-1:] if alone else words) or str(entry.variant)


def kind_words(results: Results, kind: str, cell: str) -> str:
    """Name a change of a kind: a variant by its name alone, whatever is set on top of it."""
    return str(results.entry(cell).variant) if kind == "variant" else change_words(results, cell)


def case_kind(results: Results) -> str:
    """Say what a case is in which a change is tried."""
    has_several = len(frames.factors_of(results).policies) > 1
    return "a variant with a number of players" + (" and a policy" if has_several else "")


def change_names(results: Results, kind: str, table: pd.DataFrame) -> list[str]:
    """Name the changes of a table, each with what else tells its cells apart."""
    references = [results.entry(cell) for cell in table["reference"]]
    parts = [[kind_words(results, kind, cell) for cell in table["cell"]]]
    parts += [[entry.variant for entry in references]] if kind != "variant" else []
    parts += [[", ".join(entry.change_words) for entry in references]] if kind != "switch" else []
    parts += [[players_words(count) for count in table["players"]], [str(name) for name in table["policy"]]]
    shown = [parts[0], *(part for part in parts[1:] if len(set(part)) > 1)]
    return [", ".join(filter(None, words)) for words in zip(*shown, strict=True)]


def is_assumed(results: Results, entry: CellEntry) -> bool:
    """Tell whether a cell rests on assumed rules that the plain game does without."""
    game = results.manifest.game
    sources = {variant.name: variant.source for variant in game.variants}
    own = set(entry.assumed) - set(game.assumed)
    return bool(own) or any(sources.get(part) == "assumed" for part in entry.parts)


def legend(names: Iterable[str]) -> str:
    """Explain the dagger if any of the names carries it."""
    return LEGEND if any(DAGGER in name for name in names) else ""


def rule_words(results: Results, switch: str) -> str:
    """Call a rule by what it decides, without the ways in which it can be read."""
    summary = next((item.summary for item in results.manifest.game.switches if item.name == switch), "")
    return f"“{_WAYS_TO_READ.sub('', summary)}”" if summary else switch.replace("_", " ")


def is_counted(summary: str) -> bool:
    """Tell whether a rule counts things: Islands taken out, Sea Monsters mixed in; but not the most dice in a roll."""
    return _MANY.match(summary) is not None


def setting_words(results: Results, switch: str, value: str) -> str:
    """Say how a rule is set: “cost between two neighbours”: larger difference; a statement that does not hold: no."""
    found = next((item for item in results.manifest.game.switches if item.name == switch), None)
    if found is None:
        return f"{switch.replace('_', ' ')} {value}"
    if value.isdigit() and value != "1" and is_counted(found.summary):
        return f"{value} {rule_words(results, switch).strip('“”')}"
    if value in ("true", "false"):
        return f"{rule_words(results, switch)}{'' if value == 'true' else ': no'}"
    values, ways = found.allowed.split(" | "), _LINK.split(found.summary.partition(": ")[2] or found.summary)
    has_words = value in values and len(values) == len(ways)
    return f"{rule_words(results, switch)}: {ways[values.index(value)] if has_words else value.replace('_', ' ')}"


def settings_words(results: Results, entry: CellEntry) -> list[str]:
    """Say for readers what is set in a cell on top of its variant."""
    return [setting_words(results, name, text) for name, text in entry.change_texts.items()]


def short_settings(results: Results, entry: CellEntry) -> list[str]:
    """Say what is set; where a run turns one rule only, which a title can name, just the way in which it is read."""
    words = settings_words(results, entry)
    if len({name for cell in results.manifest.cells for name in cell.changes}) > 1:
        return words
    ways = [text.partition("”: ")[2] for text in words]
    return [way if way not in ("", "no") else text for way, text in zip(ways, words, strict=True)]


def players_words(count: int) -> str:
    """Write a number of players as a sentence does."""
    return f"{number_words(count)} player{'' if count == 1 else 's'}"


def counts_words(counts: Iterable[int | str]) -> str:
    """Write several numbers of players as a sentence does; a row of three or more by its ends."""
    numbers = sorted(int(count) for count in counts)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{number_words(numbers[0])} to {players_words(numbers[-1])}"
    *first, last = numbers
    listed = ", ".join(map(number_words, first))
    return f"{listed} and {players_words(last)}" if first else players_words(last)


def every_count(results: Results, counts: Iterable[int]) -> str:
    """Say that something holds with some numbers of players; with every one only of all that the game is made for."""
    is_whole = set(results.manifest.game.players) <= set(counts)
    return "every number of players" if is_whole else "each number of players that was played"


def number_words(count: int) -> str:
    """Write a small number in words."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def position_words(place: int) -> str:
    """Name a place in the turn order, counted from 0: whoever begins plays first."""
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"


def notes(*texts: str) -> str:
    """Join what is to be said below a table or a figure."""
    return " ".join(text for text in texts if text)


MOST_NAMED = 3  # policies that a headline lists
LEVELS = {
    "floor": "a player without a thought",
    "novice": "an assumed novice",
    "casual": "a casual player",
    "good": "a good player",
    "strong": "a strong player",
    "expert": "an expert",
}
MANY = {  # of a level
    "an assumed novice": "assumed novices",
    "a casual player": "casual players",
    "a good player": "good players",
    "a strong player": "strong players",
    "an expert": "experts",
}


def level_name(level: str) -> str:
    """Write the name of a level; one of a user's own stands in quotes."""
    return level if level in LEVELS else f"\u201c{level}\u201d"


def level_players(level: str) -> str:
    """Call those who play at a level."""
    return f"{level_name(level)} players"


def variant_words(results: Results, variant: str) -> str:
    """Call a variant, or a sum of variants, by its title; with the mark of assumed rules."""
    titles = {item.name: item.title for item in results.manifest.game.variants}
    parts = next((cell.parts for cell in results.manifest.cells if cell.variant == variant), (variant,))
    words = several([titles.get(part) or part for part in parts], "plus")
    return f"{words}{DAGGER}" if variant_label(results, variant).endswith(DAGGER) else words


def cell_words(results: Results, cell: str) -> str:
    """Call the variant of a cell by its title; what is set on top of it stands behind."""
    entry = results.entry(cell)
    title, sets = variant_words(results, entry.variant).removesuffix(DAGGER), settings_words(results, entry)
    words = f"{title} with {several(sets)}" if sets else title
    return f"{words}{DAGGER}" if label(results, cell).endswith(DAGGER) else words


def change_title(results: Results, cell: str) -> str:
    """Call what is set in a cell on top of its variant by what it decides; a variant by its title."""
    entry = results.entry(cell)
    words = settings_words(results, entry)
    alone = frames.factors_of(results).alone
    return ", ".join(words[-1:] if alone else words) or variant_words(results, entry.variant)


def policy_words(results: Results, policy: str) -> str:
    """Call a policy by what it is: its level if it has one, else its title; with its name if several share that."""
    what = _called(results, policy)
    others = {name for cell in results.manifest.cells for name in cell.policies} - {policy}
    return f"{what} ({policy})" if any(_called(results, name) == what for name in others) else what


@frames.remembered
def _called(results: Results, policy: str) -> str:
    titles = {item.name: item.title for item in results.manifest.policies}
    what = policy_title(results, policy) or titles.get(frames.bare_names(results).get(policy, policy), "")
    first, space, rest = what.partition(" ")
    root = policy_title(results, first) or titles[first] if first in titles else ""  # of whom this one is a variation
    return f"{root or first}{space}{rest}" if what else policy.replace("_", " ")


def policy_title(results: Results, policy: str) -> str:
    """Say what a policy is: its level in the game, however a run asks for it, else its title; nothing without both."""
    level = results.manifest.levels.get(policy) or _level_in_game(results, policy)
    if level:
        return LEVELS.get(level, f"level {level}")
    name = frames.bare_names(results).get(policy, policy)
    title = next((item.title for item in results.manifest.policies if item.name == name), "")
    if re.sub("^(a|an|the) ", "", title).replace(" ", "_") == name:
        return ""  # "diplomat (a diplomat)" says nothing new
    return f"{title} with knobs of its own" if title and name != policy else title


def _level_in_game(results: Results, policy: str) -> str | None:
    """Name the level of play that a policy of the game is; a user's own policy is none of them."""
    if policy in results.manifest.own_policies:
        return None
    levels = results.manifest.game.levels.items()
    return next((level for level, name in levels if name == policy), None)


def who_plays(results: Results) -> str:
    """Name those who play, each with what it is; a long list is cut."""
    policies = list(frames.factors_of(results).policies)
    named = [policy_words(results, policy) for policy in policies[:MOST_NAMED]]
    more = len(policies) - MOST_NAMED
    return several([*named, f"{more} more"] if more > 0 else named)


def played_by(results: Results, title: str, policy: str | None = None) -> str:
    """Put into a title who played what it shows: the given policy, or the only one of the run."""
    policies = frames.factors_of(results).policies
    who = policy if policy is not None else policies[0] if len(policies) == 1 else None
    return title if who is None else f"{title}, played by {policy_words(results, who)}"


def scale_words(results: Results, name: str) -> str:
    """Write the name of a scale for readers: a policy with what it is, a setting as it is written elsewhere."""
    is_policy = name in frames.factors_of(results).policies
    return policy_words(results, name) if is_policy else case_words(results).get(name, name)


@frames.remembered
def case_words(results: Results) -> dict[str, str]:
    """Give by its name what a scale with settings is called in short: what is set on top, or a policy and that."""
    words: dict[str, str] = {}
    for cell in results.manifest.cells:
        name, called = ", ".join(cell.sets), ", ".join(cell.change_words)
        words |= {name: called, **{f"{policy}, {name}": f"{policy}, {called}" for policy in cell.policies}}
    return words


def cases_word(results: Results) -> str:
    """Say what tells the scales of a run apart."""
    factors = frames.factors_of(results)
    if len(factors.sets) < 2 or factors.alone:
        return "policy"
    return "setting" if len(factors.policies) == 1 else "policy and setting"


def only_policy(table: pd.DataFrame) -> str | None:
    """Name the policy that all rows of a table have, if it is one."""
    names = list(dict.fromkeys(table["policy"]))
    return str(names[0]) if len(names) == 1 else None
