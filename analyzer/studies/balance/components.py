"""What a component is worth to a seat that begins with it and to a game without it; and what the raw table says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.cells import CellReference
from analyzer.games.treatments.declared import grantable, kind_of, removable
from analyzer.runs.specs.design import PlannedCell
from analyzer.stats import means, treatments
from analyzer.stats.estimate import Estimate, FloatArray
from analyzer.stats.treatments import Effect
from analyzer.studies.balance.asking import LEVEL, MARGIN, Asked, Games, Stage, Table, known_pairs, possible
from analyzer.studies.balance.tracked import MOST_ROWS, Tracked, raw_table
from analyzer.studies.calibration.found import estimate_document

GIVEN = 0.75  # of the budget goes to grants, where there are removals too: these show less, but in all seats
SEAT = 0  # that begins with a component: which turn position it has is drawn


@dataclass(frozen=True)
class Worth:
    """What one component is worth at one table."""

    name: str  # kind:name
    grant: Effect | None  # win share that a seat gains which begins with it
    grant_score: Estimate | None  # score that the same seat gains
    against_others: Effect | None  # the same win share, above the mean of the others of its kind
    removal_score: Effect | None  # what the mean score of all seats loses or gains without it
    removal_turns: Effect | None  # and the length
    tracked: Tracked | None = None  # what users of trackers see: confounded

    @property
    def raw(self) -> Estimate | None:
        """The win share of seats that had it above those that had not: confounded."""
        return None if self.tracked is None else self.tracked.difference

    @property
    def verdict(self) -> str:
        """Say what is certain of it: too strong, weak, worth nothing, or nothing."""
        if self.grant is None or self.against_others is None:
            return ""
        together = self.against_others.together
        if together.low > MARGIN:
            return "stronger than the others"
        return "weaker than the others" if together.high < -MARGIN else ""

    @property
    def is_worthless(self) -> bool:
        """Tell whether beginning with it is worth less than a margin for certain."""
        return self.grant is not None and self.grant.together.high < MARGIN

    @property
    def disagreement(self) -> str:
        """Say where the raw table tells another story than the experiment."""
        if self.raw is None or self.grant is None or not self.raw.excludes(0.0):
            return ""
        own = self.grant.alone
        if own.excludes(0.0) and own.value * self.raw.value < 0:
            return "opposite sign"
        is_nothing = not self.grant.together.excludes(0.0) and self.grant.together.reach < abs(self.raw.value)
        return "the raw table alone shows something" if is_nothing else ""

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        effects = {
            "grant": self.grant,
            "against_others": self.against_others,
            "removal_score": self.removal_score,
            "removal_turns": self.removal_turns,
        }
        return {
            "component": self.name,
            **{name: None if effect is None else effect_data(effect) for name, effect in effects.items()},
            "grant_score": None if self.grant_score is None else estimate_document(self.grant_score),
            "raw": None if self.raw is None else estimate_document(self.raw),
            "tracked": None if self.tracked is None else self.tracked.as_dict(),
            "verdict": self.verdict,
            "worthless": self.is_worthless,
            "disagreement": self.disagreement,
        }


def effect_data(effect: Effect) -> dict[str, Any]:
    """Write an effect as data."""
    return {
        **estimate_document(effect.alone),
        "together": estimate_document(effect.together),
        "p_value": effect.p_value,
        "p_holm": effect.p_holm,
        "q_value": effect.q_value,
        "certain": effect.is_certain,
        "worth_a_look": effect.is_worth_a_look,
    }


@dataclass(frozen=True)
class Components:
    """What the components of one table are worth, those worth most first."""

    table: Table
    deals: int
    worths: tuple[Worth, ...]
    smallest: float | None  # the difference of win share that so many deals show, of one among all
    skipped: Mapping[str, str]
    removal_deals: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return self.table.as_dict() | {
            "deals": self.deals,
            "removal_deals": self.removal_deals,
            "smallest_shown": self.smallest,
            "components": [worth.as_dict() for worth in self.worths],
            "skipped": dict(self.skipped),
        }


def components(asked: Asked, play: Stage, part: float) -> tuple[Components, ...]:
    """Give and remove every component at every table, on the same deals."""
    return tuple(_at_table(asked, play, part / len(asked.tables), table) for table in asked.tables)


def _at_table(asked: Asked, play: Stage, part: float, table: Table) -> Components:
    game, tree = asked.cell.game, asked.cell.setting.tree
    grants = {f"give {name}": table.treated({f"seat {SEAT}: {name}": "+1"}) for name in grantable(game, tree)}
    removals = {f"remove {name}": table.treated({f"remove {name}": True}) for name in removable(game, tree)}
    givable, skipped = possible(grants)
    removed, not_removed = possible(removals)
    if not givable and not removed:
        return Components(table, 0, (), None, {**skipped, **not_removed})
    share = GIVEN if givable and removed else float(bool(givable))
    deals = asked.deals(part * share, len(givable) + 1) if givable else asked.deals(part, len(removed) + 1)
    fewer = min(deals, asked.deals(part * (1 - share), len(removed)))
    plain, *treated = play(f"components-{table.name}", [table.reference, *_references(givable)], deals, 0)
    without = play(f"removals-{table.name}", _references(removed), fewer, 0) if removed else []
    found = dict(zip([*givable, *removed], [*treated, *without], strict=True))
    worths = _worths(found, plain, raw_table(table, asked.seed, min(deals, MOST_ROWS)))
    gained = [_gain(games, plain) for name, games in found.items() if name.startswith("give ")]
    smallest = treatments.smallest_shown(gained) if gained else None
    ranked = tuple(sorted(worths, key=_rank))
    return Components(table, deals, ranked, smallest, {**skipped, **not_removed}, fewer if removed else 0)


def _references(cells: Mapping[str, PlannedCell]) -> list[CellReference]:
    return [cell.cell.reference for cell in cells.values()]


def _rank(worth: Worth) -> tuple[bool, float]:
    """Order by what a grant is worth, then, of those that cannot be given, by what their removal does to scores."""
    if worth.grant is not None:
        return False, -worth.grant.alone.value
    return True, -abs(worth.removal_score.alone.value) if worth.removal_score is not None else 0.0


def _worths(found: Mapping[str, Games], plain: Games, raw: Mapping[str, Tracked]) -> list[Worth]:
    given = {name.removeprefix("give "): games for name, games in found.items() if name.startswith("give ")}
    removed = {name.removeprefix("remove "): games for name, games in found.items() if name.startswith("remove ")}
    gained = {name: _gain(games, plain) for name, games in given.items()}
    grants = _effects(gained, are_shares=True)
    above = _above_their_kind(gained, given, plain)
    scores = _effects({name: _change(games, plain, "scores") for name, games in removed.items()})
    turns = _effects({name: _change(games, plain, "turns") for name, games in removed.items()})
    return [
        Worth(
            name,
            grants.get(name),
            _score_gain(given[name], plain) if name in given else None,
            above.get(name),
            scores.get(name),
            turns.get(name),
            raw.get(name),
        )
        for name in dict.fromkeys([*given, *removed])
    ]


def _effects(samples: Mapping[str, FloatArray], *, are_shares: bool = False) -> dict[str, Effect]:
    """Estimate effects as one family; those of a score or a length that no deal shows are left out."""
    shown = {name: sample for name, sample in samples.items() if are_shares or sample.any()}
    return dict(zip(shown, treatments.effects([*shown.values()], LEVEL, are_shares=are_shares), strict=True))


def _gain(games: Games, plain: Games) -> FloatArray:
    """Give what the treated seat gains, deal by deal, where both games have an outcome."""
    both = known_pairs(games, plain)
    n = len(both)
    gained: FloatArray = (games.by_seat[:n, SEAT] - plain.by_seat[:n, SEAT])[both]
    return gained


def _score_gain(games: Games, plain: Games) -> Estimate:
    n = min(games.deals, plain.deals)
    return means.mean_of(games.scores[:n, SEAT] - plain.scores[:n, SEAT], LEVEL)


def _change(games: Games, plain: Games, what: str) -> FloatArray:
    n = min(games.deals, plain.deals)
    if what == "turns":
        return games.turns[:n] - plain.turns[:n]
    changes: FloatArray = (games.scores[:n] - plain.scores[:n]).mean(axis=1)
    return changes


def _above_their_kind(gained: Mapping[str, FloatArray], given: Mapping[str, Games], plain: Games) -> dict[str, Effect]:
    """Compare each with the mean of the others of its kind, on the deals that all of them have an outcome on."""
    samples: dict[str, FloatArray] = {}
    for kind in dict.fromkeys(kind_of(name) for name in gained):
        names = [name for name in gained if kind_of(name) == kind]
        if len(names) < 2:
            continue
        known = np.all([known_pairs(given[name], plain) for name in names], axis=0)
        n = len(known)
        rows = [(given[name].by_seat[:n, SEAT] - plain.by_seat[:n, SEAT])[known] for name in names]
        samples |= dict(zip(names, treatments.against_the_others(rows), strict=True))
    return _effects(samples, are_shares=True)
