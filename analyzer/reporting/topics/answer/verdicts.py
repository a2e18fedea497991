"""What to do with every printed icon: keep it, change it, or ask first who plays or what a rule means."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from analyzer.analysis import icons
from analyzer.analysis.levels import level_rates, played_levels
from analyzer.reporting import lists, naming, spoken
from analyzer.reporting.document import Column, Kind, Table
from analyzer.reporting.topics import modules
from analyzer.reporting.topics.recommendation import ICON, fits_nowhere
from analyzer.reporting.wording import NOTHING, upper_first
from analyzer.runs.stored.results import Results
from analyzer.stats.icons import OTHER

KEEP, CHANGE, NEW = "keep", "change", "new"
MAY_KEEP, MAY_CHANGE = "keep, not certain", "change, not certain"
AUDIENCE, RULE, PLAYERS = "audience", "settle a rule first", "number of players"
DEPENDS = {icons.RULE: RULE, icons.SKILL: AUDIENCE, icons.PLAYERS: PLAYERS}  # what is asked first comes first
MOST_LEVELS = 5  # beside which there is no room for code names
NEEDS_NONE = "no icon"


def rows_of(results: Results) -> list[dict[str, Any]]:
    """List the variants that could carry icons with their verdicts, the hardest first; nothing without a scale."""
    found = icons.recommend(results)
    rows = [] if found is None else found.table.to_dict("records")
    return [row | {"verdict": verdict(row)} for row in rows]


def verdict(row: Mapping[str, Any]) -> str:
    """Say what to do with the icon of a variant."""
    if row["printed"] != row["printed"]:
        return NEW
    if row["changes"] and (not row["answers"] or fits_nowhere(row)):
        return CHANGE
    contradicted = {answer.kind for answer in row["answers"] if answer.held.verdict == OTHER}
    depends = [words for kind, words in DEPENDS.items() if kind in contradicted]
    if depends:
        return depends[0]
    if row["answers"]:
        return MAY_CHANGE if row["changes"] else MAY_KEEP
    return KEEP


def named(results: Results, *verdicts: str) -> list[str]:
    """Name the variants with some of the verdicts as people call them."""
    return [spoken.variant(results, row["variant"]) for row in rows_of(results) if row["verdict"] in verdicts]


def verdict_table(results: Results) -> Table | None:
    """List every variant with its printed icon, ours, what each level wins, and what to do."""
    found, rows = icons.recommend(results), {row["variant"]: row for row in rows_of(results)}
    if found is None:
        return None
    shown = lists.shown_cells(results)
    own = shown[shown["players"] == found.scale.players] if found.scale.players in set(shown["players"]) else shown
    order = [name for name in lists.variant_order(results) if name in rows or name in set(own["variant"])]
    frame = pd.DataFrame(
        {
            "variant": [modules.short_label(results, name) for name in order],
            "code": order,
            "printed": [_printed(rows.get(name)) for name in order],
            "ours": [ICON * rows[name]["icons"] if name in rows else NOTHING for name in order],
            **_rates(results, order, found.scale.players),
            "verdict": [rows[name]["verdict"] if name in rows else NEEDS_NONE for name in order],
        }
    )
    names = [naming.level_name(str(level)) for level in played_levels(results)]
    rates = [Column(name, name, Kind.PERCENT) for name in names if name in frame]
    columns = [Column("variant", "variant"), Column("printed", "printed"), Column("ours", "ours"), *rates]
    columns += [Column("verdict", "verdict")]
    columns += [Column("code", "name in commands")] if len(rates) < MOST_LEVELS else []  # the ladder has them, too
    where = naming.players_words(found.scale.players)
    note = naming.notes(f"Games won with {where}. {lists.INTERVALS}", _unsure(frame), naming.legend(frame["variant"]))
    return Table("icons", "What each icon should be, hardest variant first", tuple(columns), frame, note)


def _unsure(frame: pd.DataFrame) -> str:
    """Explain a verdict that is not certain, where one is."""
    is_open = frame["verdict"].isin((MAY_KEEP, MAY_CHANGE)).any()
    return "Not certain: for other players or under another reading another icon may fit." if is_open else ""


def _printed(row: Mapping[str, Any] | None) -> str:
    return NOTHING if row is None or row["printed"] != row["printed"] else ICON * int(row["printed"])


def _rates(results: Results, order: Sequence[str], players: int) -> dict[str, list[Any]]:
    rates = level_rates(results)
    own = rates[(rates["players"] == players) & (rates["switches"] == "")]
    levels = {level: dict(zip(part["variant"], part["win_rate"], strict=True)) for level, part in own.groupby("level")}
    return {naming.level_name(str(level)): [found.get(name) for name in order] for level, found in levels.items()}


# Sentences


def say_icons(results: Results) -> list[str]:
    """Say which printed icons are wrong, which seem to be, and how many fit."""
    rows = rows_of(results)
    printed = [row for row in rows if row["verdict"] != NEW]
    if not printed:
        return []
    wrong = [(spoken.variant(results, row["variant"]), row) for row in printed if row["verdict"] == CHANGE]
    seem = [(spoken.variant(results, row["variant"]), row["icons"]) for row in printed if row["verdict"] == MAY_CHANGE]
    return [
        *wrong_icons([(name, int(row["printed"]), row["icons"], not row["answers"]) for name, row in wrong]),
        *seeming(seem),
        how_many_fit(Counter(row["verdict"] for row in printed), len(printed)),
    ]


def wrong_icons(wrong: Sequence[tuple[str, int, int, bool]]) -> list[str]:
    """Say which printed icons are wrong for certain; `wrong`: a name, printed, ours, and whether ours is certain."""
    if not wrong:
        return ["No printed icon is wrong for certain."]
    return [spoken.first_spoken(_wrong(*item), f"{item[0]} carries the wrong icon.") for item in wrong[:2]]


def _wrong(name: str, printed: int, ours: int, is_certain: bool) -> str:
    far = "far " if abs(ours - printed) > 1 else ""
    side = f"printed {far}too {'easy' if ours > printed else 'hard'}"
    numbers = naming.number_words(ours), naming.number_words(printed)
    should = f"it should carry {_icons(ours)}, not {numbers[1]}" if is_certain else f"{numbers[0]} would fit better"
    return f"{upper_first(name)} is {side}: {should}."


def _icons(number: int) -> str:
    return spoken.counted(number, "icon")


def seeming(seem: Sequence[tuple[str, int]]) -> list[str]:
    """Say which icons may have to change, though these games cannot tell for certain."""
    if not seem:
        return []
    name, number = seem[0]
    return [spoken.first_spoken(f"{name} seems to need {naming.number_words(number)}.")]


def how_many_fit(verdicts: Mapping[str, int], of: int) -> str:
    """Say of all printed icons how many should change, how many fit, and what the others depend on."""
    kinds = (
        ("should change", "should change", verdicts.get(CHANGE, 0)),
        ("may have to change", "may have to change", verdicts.get(MAY_CHANGE, 0)),
        ("fits", "fit", verdicts.get(KEEP, 0)),
        ("may fit", "may fit", verdicts.get(MAY_KEEP, 0)),
        ("depends on your audience", "depend on your audience", verdicts.get(AUDIENCE, 0)),
        ("waits for a rule to be settled", "wait for a rule to be settled", verdicts.get(RULE, 0)),
        ("depends on the number of players", "depend on the number of players", verdicts.get(PLAYERS, 0)),
    )
    if not any(number for *_, number in kinds):
        return ""
    shown = (
        kinds,
        (*kinds[:4], ("depends on who plays or on a rule", "depend on who plays or on a rule", _open(verdicts))),
    )
    return spoken.first_spoken(*(_counted(each, of) for each in shown), _counted(shown[1][2:], of))


def _open(verdicts: Mapping[str, int]) -> int:
    return sum(verdicts.get(kind, 0) for kind in DEPENDS.values())


def _counted(kinds: Sequence[tuple[str, str, int]], of: int) -> str:
    told = [f"{naming.number_words(number)} {one if number == 1 else many}" for one, many, number in kinds if number]
    return f"of the {naming.number_words(of)} printed icons {spoken.listed(told, len(told))}."
