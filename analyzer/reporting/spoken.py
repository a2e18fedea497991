"""What one would say aloud: the limits of an answer, and the things of a run as people call them.

An answer has no intervals, no code names and no marks: these stand in the table or figure below it, and in the
paragraph that says how sure it is.
"""

import re
from collections.abc import Iterable

from analyzer.analysis import frames
from analyzer.reporting import naming, wording
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

MOST_WORDS, MOST_NUMBERS = 30, 3
ELSEWHERE = "The answer takes more than one sentence: see the table below."
_IN_BRACKETS = re.compile(r"\s*[(](.*?)[)]")
_NUMBER = re.compile(r"\d+(?:[.,\u202f]\d+)*")
_WRITTEN_FOR_MACHINES = re.compile(r"[\[\](){}<>=_`|†*]")


def is_spoken(sentence: str) -> bool:
    """Tell whether a sentence is short enough to be said aloud, and has nothing in it that only machines read."""
    is_short = len(sentence.split()) <= MOST_WORDS and len(_NUMBER.findall(sentence)) <= MOST_NUMBERS
    return is_short and not _WRITTEN_FOR_MACHINES.search(sentence)


def first_spoken(*candidates: str) -> str:
    """Choose the first sentence that can be said aloud; the fullest comes first."""
    said = (begun(text) for text in candidates if text)
    return next((text for text in said if is_spoken(text)), ELSEWHERE)


def begun(sentence: str) -> str:
    """Begin a sentence with a capital, also within quotation marks."""
    return f"“{wording.upper_first(sentence[1:])}" if sentence.startswith("“") else wording.upper_first(sentence)


def percent(rate: Estimate) -> str:
    """Write a rate as people say it: whole percents, with a decimal only near the ends."""
    value = 100.0 * rate.value
    if 1.0 <= value <= 99.0:
        return f"{value:.0f} %"
    if value < 0.05:
        return "almost none" if value else "none"
    return f"{value:.1f} %" if value < 99.95 else "nearly all"


def points(difference: Estimate) -> str:
    """Write the size of a change of a rate, without its sign."""
    size = f"{abs(100.0 * difference.value):.0f}"
    if size == "0":
        return "less than one point"
    return f"{size} point{'' if size == '1' else 's'}"


def amount(difference: Estimate) -> str:
    """Write the size of a change on its own scale, without its sign."""
    size = abs(difference.value)
    return f"{size:.0f}" if size >= 10 else f"{size:.1f}".removesuffix(".0")


def variant(results: Results, name: str) -> str:
    """Call a variant, or a sum of variants, by the short form of its title, without marks."""
    parts = next((cell.parts for cell in results.manifest.cells if cell.variant == name), (name,))
    return " plus ".join(_short_title(results, part) for part in parts)


def _short_title(results: Results, part: str) -> str:
    """Shorten the title of a variant; without a title, write its name."""
    titles = {item.name: item.title or item.name for item in results.manifest.game.variants}
    title = titles.get(part, part)
    bare, found = _IN_BRACKETS.sub("", title), _IN_BRACKETS.search(title)
    if found and sum(_IN_BRACKETS.sub("", other) == bare for other in titles.values()) > 1:
        inside = found[1]  # what tells it from another one: "Sea Monsters (3)"
        return f"{naming.number_words(int(inside))} {bare}" if inside.isdigit() else f"{bare}, {inside}"
    return re.sub("[_-]", " ", bare) if part == title else bare


def players(results: Results, policy: str) -> tuple[str, str]:
    """Name who plays, and the ending of what they do: good players win, a careful placer wins."""
    words = naming.policy_words(results, policy)
    return (naming.MANY[words], "") if words in naming.MANY else (words, "s")


ALONE, TOGETHER = "a single player", "the team"


def team(results: Results, policy: str) -> tuple[str, str]:
    """Name a team that is spoken of: by its level; any other policy, whom figure and basis name, is just the team."""
    who, ending = players(results, policy)
    if not ending or len(frames.factors_of(results).policies) > 1:
        return who, ending
    return (ALONE if set(frames.factors_of(results).players) == {1} else TOGETHER), ending


def counted(number: int, noun: str) -> str:
    """Count things in words: four variants, one variant."""
    return f"{naming.number_words(number)} {noun}{'' if number == 1 else 's'}"


def listed(names: Iterable[str], most: int = 3, link: str = "and") -> str:
    """List names; of a long list only how many there are besides the first ones."""
    found = list(dict.fromkeys(names))
    more = len(found) - most
    shown = [*found[:most], f"{naming.number_words(more)} more"] if more > 0 else found
    return wording.several(shown, link)
