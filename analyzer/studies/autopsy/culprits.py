"""What an autopsy found: which kinds of decisions lost the games, how often, and how many decisions were blunders."""

from collections import Counter
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from analyzer.catalog import load_game
from analyzer.games.values.explaining import Valued
from analyzer.play import showing
from analyzer.stats import Estimate, format_estimate, means, proportions
from analyzer.studies.autopsy.examining import CERTAIN, AutopsyPlan, Culprit, Decision, Examined, Turning
from analyzer.studies.calibration.found import estimate_document

EXAMPLES = 3  # games that are shown, those that lost most by one decision
NOBODY = "no decision stands out"
PER = 100  # decisions that a blunder rate counts


def kind_words(kind: str, detail: str) -> str:
    """Write a kind with its detail."""
    return f"{kind}: {detail}" if detail else kind


@dataclass(frozen=True)
class DetailFound:
    """What was wrong with the decisions of one kind that lost games, and with how many of them."""

    detail: str
    culprits: int
    share: Estimate  # of the lost games

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"detail": self.detail, "culprits": self.culprits, "share": estimate_document(self.share)}


@dataclass(frozen=True)
class KindFound:
    """One kind of decision: in how many games it is the culprit, and how many of its decisions were blunders."""

    kind: str
    culprits: int
    share: Estimate  # of the lost games
    details: tuple[DetailFound, ...]
    decisions: int
    blunders: int
    rate: Estimate  # blunders per decision

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "kind": self.kind,
            "culprits": self.culprits,
            "share": estimate_document(self.share),
            "details": [detail.as_dict() for detail in self.details],
            "decisions": self.decisions,
            "blunders": self.blunders,
            "blunders_per_100": estimate_document(self.rate.shifted(factor=PER)),
        }


@dataclass(frozen=True)
class Example:
    """A game that one decision lost."""

    deal: int
    result: str
    culprit: Culprit
    command: str
    turning: Turning | None = None
    valued: Valued | None = None  # what a trained value said of the decision

    @property
    def lost_since(self) -> str:
        """Say with which answer the deal could no longer be won, by anybody who knew it."""
        if self.turning is None:
            return ""
        if not self.turning.step:
            return "no way to win this deal was found, by a solver that knows it"
        turning = self.turning
        where = f"step {turning.step} (turn {turning.turn}, seat {turning.seat}: {turning.words})"
        return f"lost for good at {where}; after it a solver that knows the deal found no way to win"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        decision = self.culprit.decision
        return {
            "deal": self.deal,
            "step": decision.step,
            "turn": decision.turn,
            "seat": decision.seat,
            "kind": kind_words(decision.kind, decision.detail),
            "answer": decision.words,
            "better": decision.better,
            "chance": estimate_document(self.culprit.chance),
            "chance_better": estimate_document(self.culprit.best),
            "loss": estimate_document(self.culprit.loss),
            "lost_since": None if self.turning is None else asdict(self.turning),
            "lost_since_words": self.lost_since,
            "value": None if self.valued is None else self.valued.as_dict(),
            "verdict": self.result,
            "command": self.command,
        }


@dataclass(frozen=True)
class CellAutopsy:
    """The lost games of one cell."""

    name: str  # of the cell
    label: str
    plan: AutopsyPlan
    lost: int  # in the run
    games: tuple[Examined, ...]

    @property
    def whose(self) -> str:
        """Say whose losses they are."""
        cell, seats = self.plan.cell, self.plan.seats
        if len(seats) == cell.players:
            return "the player" if cell.players == 1 else "the team"
        labels = " and ".join(dict.fromkeys(cell.seats[seat].label for seat in seats))
        return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))} ({labels})"

    @property
    def decisions(self) -> int:
        """Count the decisions."""
        return sum(len(game.decisions) for game in self.games)

    @property
    def blunder_rate(self) -> Estimate:
        """Estimate the blunders per decision; those of one game go together."""
        return self._rate(None)

    def _rate(self, kind: str | None) -> Estimate:
        own = [[item for item in game.decisions if kind in (None, item.kind)] for game in self.games]
        return proportions.clustered_rate(
            [sum(item.is_blunder for item in items) for items in own], [len(items) for items in own]
        )

    @cached_property
    def kinds(self) -> tuple[KindFound, ...]:
        """List the kinds of decisions, those that lost most games first."""
        seen = Counter(item.kind for game in self.games for item in game.decisions)
        found = [self._kind(kind, decisions) for kind, decisions in seen.items()]
        return tuple(sorted(found, key=lambda item: (-item.culprits, -item.blunders, -item.decisions, item.kind)))

    def _kind(self, kind: str, decisions: int) -> KindFound:
        details = Counter(item.detail for item in self._culprits if item.kind == kind)
        listed = sorted(details.items(), key=lambda item: (-item[1], item[0]))
        found = tuple(DetailFound(detail, culprits, self._share(culprits)) for detail, culprits in listed)
        blunders = sum(item.is_blunder for game in self.games for item in game.decisions if item.kind == kind)
        culprits = details.total()
        return KindFound(kind, culprits, self._share(culprits), found, decisions, blunders, self._rate(kind))

    @property
    def _culprits(self) -> list[Decision]:
        return [game.culprit.decision for game in self.games if game.culprit is not None]

    def _share(self, culprits: int) -> Estimate:
        """Estimate a share of the lost games; exact, as there are few."""
        return proportions.clopper_pearson(culprits, len(self.games))

    @property
    def nobody(self) -> Estimate:
        """Estimate the share of lost games in which no decision stands out."""
        return self._share(sum(game.culprit is None for game in self.games))

    @property
    def start(self) -> Estimate:
        """Estimate the mean chance with which a lost game began."""
        found = means.mean_of([game.start for game in self.games])
        return replace(found, low=max(found.low, 0.0), high=min(found.high, 1.0), value=min(found.value, 1.0))

    @property
    def given_away(self) -> Estimate:
        """Estimate what the decisions of a lost game gave away together."""
        return means.mean_of([game.given_away for game in self.games])

    @property
    def examples(self) -> tuple[Example, ...]:
        """Show the games that one decision lost: of the most frequent kind first, then the dearest of any kind."""
        found = [(game, game.culprit) for game in self.games if game.culprit is not None]
        first = self.kinds[0].kind if self.kinds else None
        found.sort(key=lambda item: (item[1].decision.kind != first, -item[1].loss.value))
        dearest = sorted(found[1:], key=lambda item: -item[1].loss.value)
        return tuple(self._example(game, culprit) for game, culprit in [*found[:1], *dearest][:EXAMPLES])

    def _example(self, game: Examined, culprit: Culprit) -> Example:
        command = self.plan.cell.reference.replay_command(self.plan.run_seed, game.deal)
        command += f" --from {culprit.decision.step}"
        return Example(game.deal, game.result, culprit, command, game.turning, game.valued)

    @property
    def words(self) -> str:
        """Say it in one sentence: what lost the most games, or that nothing stands out."""
        first, n = self.kinds[0] if self.kinds else None, len(self.games)
        if first is None or not first.culprits:
            return f"no kind of decision stands out in {n} lost games"
        share = format_estimate(first.share, percent=True)
        detail = first.details[0]
        most = f", mostly {detail.detail}" if detail.detail and 2 * detail.culprits > first.culprits else ""
        left = sum(game.culprit is None for game in self.games)
        nobody = f"; in {left} of them no decision stands out" if left else ""
        return f"most often lost by {first.kind}{most}: {share} of {n} lost games{nobody}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        plan = self.plan
        return {
            "cell": self.name,
            "label": self.label,
            "players": plan.cell.players,
            "whose": self.whose,
            "judge": plan.judging.seating,
            "lost": self.lost,
            "games": len(self.games),
            "deals": [game.deal for game in self.games],
            "decisions": self.decisions,
            "blunders_per_100": estimate_document(self.blunder_rate.shifted(factor=PER)),
            "kinds": [kind.as_dict() for kind in self.kinds],
            "nobody": estimate_document(self.nobody),
            "start": estimate_document(self.start),
            "given_away": estimate_document(self.given_away),
            "examples": [example.as_dict() for example in self.examples],
            "words": self.words,
        }


@dataclass(frozen=True)
class Autopsy(showing.Drawn):
    """What was looked at, and what lost the games, cell by cell."""

    game: str
    run: str
    seed: int
    samples: int
    cells: tuple[CellAutopsy, ...]
    skipped: tuple[str, ...]
    asked: dict[str, Any]  # options that are needed to make it again

    @property
    def words(self) -> str:
        """Say it in one sentence for every cell."""
        return "; ".join(f"{cell.label}: {cell.words}" for cell in self.cells)

    def __repr__(self) -> str:
        """Show it in one line."""
        return showing.one_line("Autopsy", self.game, self.words)

    def _repr_html_(self) -> str:
        rows = [
            (cell.label, item.kind, format_estimate(item.share, percent=True), item.decisions)
            for cell in self.cells
            for item in cell.kinds
        ]
        return showing.html_table(self.words, ("cell", "kind of decision", "lost games", "decisions"), rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `autopsy --json`."""
        return {
            "game": self.game,
            "run": self.run,
            "seed": self.seed,
            "rules_version": load_game(self.game).rules_version,
            "samples": self.samples,
            "blunder_level": CERTAIN,
            "asked": self.asked,
            "cells": [cell.as_dict() for cell in self.cells],
            "skipped": list(self.skipped),
            "words": self.words,
        }
