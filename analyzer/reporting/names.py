"""What readers call variants and policies: their titles from the manifest, next to the names that commands take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import pandas as pd

from analyzer.analysis.factors import bare_names, factors_of
from analyzer.analysis.frames import remembered
from analyzer.reporting.labels import DAGGER, change_words, label, sets_words, variant_label
from analyzer.reporting.wording import several
from analyzer.runs.results import Results

MOST_NAMED = 3  # policies that a headline lists
LEVELS = {
    "floor": "floor (no thought)",
    "casual": "a casual player",
    "good": "a good player",
    "expert": "an expert",
}


def variant_words(results: Results, variant: str) -> str:
    """Call a variant, or a sum of variants, by its title; with the mark of assumed rules."""
    titles = {item.name: item.title for item in results.manifest.game.variants}
    words = several([titles.get(part) or part for part in _parts_of(results, variant)], "plus")
    return f"{words}{DAGGER}" if variant_label(results, variant).endswith(DAGGER) else words


def _parts_of(results: Results, variant: str) -> tuple[str, ...]:
    return next((cell.parts for cell in results.manifest.cells if cell.variant == variant), (variant,))


def cell_words(results: Results, cell: str) -> str:
    """Call the variant of a cell by its title; what is set on top of it stands behind."""
    entry = results.entry(cell)
    title, sets = variant_words(results, entry.variant).removesuffix(DAGGER), sets_words(entry)
    words = f"{title} with {several(sets)}" if sets else title
    return f"{words}{DAGGER}" if label(results, cell).endswith(DAGGER) else words


def change_title(results: Results, cell: str) -> str:
    """Call what is set in a cell on top of its variant, with what the switch decides; a variant by its title."""
    entry = results.entry(cell)
    summaries = {item.name: item.summary for item in results.manifest.game.switches}
    words, switches = change_words(results, cell), list(entry.changes)
    if not switches:
        return variant_words(results, entry.variant)
    summary = summaries.get(switches[-1], "")
    return f"{words} ({summary})" if summary and "," not in words else words


def policy_words(results: Results, policy: str) -> str:
    """Name a policy with what it is: its level if it has one, else its title."""
    what = policy_title(results, policy)
    return f"{policy} ({what})" if what else policy


def policy_title(results: Results, policy: str) -> str:
    """Say what a policy is: the level beside its reference in the manifest, else its title; nothing without both."""
    level = results.manifest.levels.get(policy)
    if level:
        return LEVELS.get(level, f"level {level}")
    name = head_of(results, policy)
    title = _titles(results).get(name, "")
    if re.sub("^(a|an|the) ", "", title).replace(" ", "_") == name:
        return ""  # "diplomat (a diplomat)" says nothing new
    return f"{title} with knobs of its own" if title and name != policy else title


def head_of(results: Results, policy: str) -> str:
    """Name a policy of a run without its knobs."""
    return bare_names(results).get(policy, policy)


def who_plays(results: Results) -> str:
    """Name those who play, each with what it is; a long list is cut."""
    policies = list(factors_of(results).policies)
    named = [policy_words(results, policy) for policy in policies[:MOST_NAMED]]
    more = len(policies) - MOST_NAMED
    return several([*named, f"{more} more"] if more > 0 else named)


def played_by(results: Results, title: str, policy: str | None = None) -> str:
    """Put into a title who played what it shows: the given policy, or the only one of the run."""
    policies = factors_of(results).policies
    who = policy if policy is not None else policies[0] if len(policies) == 1 else None
    return title if who is None else f"{title}, played by {policy_words(results, who)}"


def scale_words(results: Results, name: str) -> str:
    """Write the name of a scale for readers: a policy with what it is, a setting as it is written elsewhere."""
    return policy_words(results, name) if name in factors_of(results).policies else case_words(results, name)


def case_words(results: Results, name: str) -> str:
    """Write the name of a scale in short: settings as they are written elsewhere, policies as they are."""
    return _case_words(results).get(name, name)


@remembered
def _case_words(results: Results) -> dict[str, str]:
    """Give by its name what every case of a run is called: a policy, what is set on top, or both."""
    words: dict[str, str] = {}
    for cell in results.manifest.cells:
        name, called = ", ".join(cell.sets), ", ".join(sets_words(cell))
        words |= {name: called, **{f"{policy}, {name}": f"{policy}, {called}" for policy in cell.policies}}
    return words


def cases_word(results: Results) -> str:
    """Say what tells the scales of a run apart."""
    factors = factors_of(results)
    if len(factors.sets) < 2 or factors.alone:
        return "policy"
    return "setting" if len(factors.policies) == 1 else "policy and setting"


def only_policy(table: pd.DataFrame) -> str | None:
    """Name the policy that all rows of a table have, if it is one."""
    names = list(dict.fromkeys(table["policy"]))
    return str(names[0]) if len(names) == 1 else None


def family_of(results: Results, policies: Iterable[str]) -> str | None:
    """Name the one policy of which all the others are variations: their titles begin with its name."""
    names = list(policies)
    known, titles = {head_of(results, name) for name in names}, _titles(results)
    roots = {_root(bare, titles, known) for bare in known}
    return roots.pop() if len(roots) == 1 and len(names) > 1 else None


def _root(bare: str, titles: Mapping[str, str], known: set[str]) -> str:
    first = titles.get(bare, "").split(" ")[0]
    return first if first in known else bare


def _titles(results: Results) -> dict[str, str]:
    return {item.name: item.title for item in results.manifest.policies}
