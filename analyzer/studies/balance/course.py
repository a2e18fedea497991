"""The course of a game: how long, how it ends, who leads when, and whether the leader can still be caught."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from analyzer.errors import Interrupted
from analyzer.kernel.faults import Fault
from analyzer.kernel.streams import open_streams
from analyzer.play.control import Control
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds, derived_seed
from analyzer.play.simulation import simulate_cell
from analyzer.play.summary import is_unknown
from analyzer.stats import means, proportions
from analyzer.stats.estimate import Estimate, FloatArray
from analyzer.studies.autopsy.chances import Chances
from analyzer.studies.balance import stakes
from analyzer.studies.balance.asking import LEVEL, Asked, Stage, Table
from analyzer.studies.calibration.found import estimate_document

WATCHED = 300  # games that are followed turn by turn
MOST_ROWS = 20_000  # games of which only the ends are looked at
FEWEST_EXAMINED = 20  # games of which questions are played out
HALF = 0.5
TIMES = {"a third": 1 / 3, "half": HALF, "two thirds": 2 / 3}
BINS = 3  # of deficits, about as many seats in each
NOBODY = -1
ENDS = 0.4  # of the budget goes to games of which the ends are looked at, the rest to play-outs


@dataclass(frozen=True)
class Path:
    """The scores of one game, after every turn, and who won."""

    scores: FloatArray  # by turn and seat
    shares: FloatArray  # of the win, by seat

    def leader(self, time: float) -> int:
        """Tell who leads alone at a part of the game; -1 = nobody."""
        return int(self.leaders[min(int(time * len(self.scores)), len(self.scores) - 1)])

    def behind(self, time: float) -> list[tuple[float, float]]:
        """Tell of every seat that is behind at a part of the game by how much, and its share of the win."""
        now = self.scores[min(int(time * len(self.scores)), len(self.scores) - 1)]
        return [
            (float(now.max() - own), float(share))
            for own, share in zip(now, self.shares, strict=True)
            if own < now.max()
        ]

    @property
    def leaders(self) -> Any:
        """Tell for every turn who leads alone; -1 = nobody."""
        best = self.scores.max(axis=1, keepdims=True)
        is_best = self.scores == best
        return np.where(is_best.sum(axis=1) == 1, is_best.argmax(axis=1), NOBODY)

    @property
    def lead_changes(self) -> int:
        """Count how often another seat took the lead."""
        alone = self.leaders[self.leaders != NOBODY]
        return int((alone[1:] != alone[:-1]).sum())

    @property
    def winner(self) -> int:
        """Give the seat that won alone; -1 = nobody."""
        return int(self.shares.argmax()) if self.shares.max() > 0.99 else NOBODY

    @property
    def settled(self) -> float:
        """Give the part of the game after which the later winner led to the end."""
        behind = np.flatnonzero(self.leaders != self.winner)
        return float(min(behind[-1] + 1, len(self.scores)) / len(self.scores)) if len(behind) else 0.0

    @property
    def deficit(self) -> float:
        """Give the most by which the later winner was behind."""
        return float(max((self.scores.max(axis=1) - self.scores[:, self.winner]).max(), 0.0))


@dataclass(frozen=True)
class Comeback:
    """How often seats win that are behind by so much at a part of the game."""

    time: str
    low: float  # of the deficit, both ends included
    high: float
    deficit: float  # the mean
    share: Estimate  # of the win; a seat for each game counts once

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        own = {"time": self.time, "low": self.low, "high": self.high, "deficit": self.deficit}
        return own | {"share": estimate_document(self.share)}


@dataclass(frozen=True)
class Course:
    """The course of the games of one table."""

    table: Table
    games: int
    watched: int
    turns: dict[str, Estimate]  # median and p90; a turn is that of one seat
    rounds: dict[str, Estimate]
    decisions: dict[str, Estimate]
    endings: dict[str, Estimate]  # share of games, by cause
    margin: Estimate  # score between first and second, at the end
    lead_changes: Estimate
    without_change: Estimate  # share of games in which the lead never changed
    settled: Estimate  # part of the game after which the winner led to the end, median
    leader_wins: Estimate | None  # win share of who leads alone at half-time
    comeback: Estimate | None  # share of games won by a seat that did not lead at half-time
    deficit: Estimate  # most by which the later winner was behind, median
    comebacks: tuple[Comeback, ...]
    stakes: stakes.Stakes

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        several = ("turns", "rounds", "decisions", "endings")
        single = ("margin", "lead_changes", "without_change", "settled", "leader_wins", "comeback", "deficit")
        return self.table.as_dict() | {
            "games": self.games,
            "watched": self.watched,
            **{name: {key: estimate_document(one) for key, one in getattr(self, name).items()} for name in several},
            **{
                name: None if getattr(self, name) is None else estimate_document(getattr(self, name)) for name in single
            },
            "comebacks": [one.as_dict() for one in self.comebacks],
            "stakes": {
                name: None if found is None else estimate_document(found) if isinstance(found, Estimate) else found
                for name, found in vars(self.stakes).items()
            },
        }


def course(asked: Asked, play: Stage, part: float) -> tuple[Course, ...]:
    """Follow the untreated games of every table."""
    return tuple(_at_table(table, asked, part / len(asked.tables), play) for table in asked.tables)


def _at_table(table: Table, asked: Asked, part: float, play: Stage) -> Course:
    cell, seed = table.reference.make(), asked.seed
    games = min(asked.deals(part * ENDS, 1), MOST_ROWS)
    examined = min(WATCHED, max(FEWEST_EXAMINED, int(asked.budget * part * (1 - ENDS) / stakes.COST)))
    control = getattr(play, "control", None)
    rows = simulate_cell(cell, games=games, seed=seed, rows=True, control=control).rows
    _go_on(control)
    prepared = PreparedCell(cell)
    deals = np.flatnonzero(~is_unknown(cell, rows[:WATCHED])).tolist()
    paths, notes, judged = [], [], []
    for number, deal in enumerate(deals):
        _go_on(control)
        noted = _notes(prepared, seed, deal, keeps=number < examined)
        paths.append(watch(prepared, seed, deal, noted))
        notes.append(noted)
        judged += [stakes.judged(Chances(cell, stakes.SAMPLES, seed, deal), noted)] if noted.keeps else []
        noted.forget()
    scores = np.sort(rows["score"][:, : cell.players], axis=1)
    counts = {cause.name.lower(): int((rows["cause"] == cause).sum()) for cause in cell.game.causes}
    decided = [path for path in paths if path.winner != NOBODY]
    ahead = [path for path in paths if path.leader(HALF) != NOBODY]
    return Course(
        table=table,
        games=games,
        watched=len(paths),
        turns=_spread(rows["turns"]),
        rounds=_spread(np.ceil(rows["turns"] / cell.players)),
        decisions=_spread(rows["decisions"]),
        endings={name: proportions.wilson(n, games, LEVEL) for name, n in counts.items() if n},
        margin=means.mean_of((scores[:, -1] - scores[:, -2]).astype(np.float64), LEVEL),
        lead_changes=means.mean_of([float(path.lead_changes) for path in paths], LEVEL),
        without_change=_rate([path.lead_changes == 0 for path in paths]),
        settled=_median([path.settled for path in decided]),
        leader_wins=_mean_share([float(path.shares[path.leader(HALF)]) for path in ahead]),
        comeback=_rate([path.leader(HALF) != path.winner for path in decided if path.leader(HALF) != NOBODY]),
        deficit=_median([path.deficit for path in decided]),
        comebacks=tuple(comebacks(paths)),
        stakes=stakes.stakes_of(notes, judged),
    )


def _go_on(control: Control | None) -> None:
    """Stop if somebody asked for it; nothing of a course is kept."""
    if control is not None and control.is_draining:
        raise Interrupted("interrupted; the stages that were played are saved. Run it again to resume.")


def _notes(prepared: PreparedCell, seed: int, deal: int, *, keeps: bool) -> stakes.Notes:
    lots = np.random.Generator(np.random.PCG64([derived_seed(seed, "stakes"), deal]))
    return stakes.Notes(prepared, lots, keeps=keeps and prepared.cell.game.redeal is not None)


def comebacks(paths: Sequence[Path]) -> Iterator[Comeback]:
    """Tell how often who is behind wins, by deficit and part of the game; deficits are cut into thirds."""
    seen = {
        name: np.array(list(chain.from_iterable(path.behind(time) for path in paths))).reshape(-1, 2)
        for name, time in TIMES.items()
    }
    everything = np.concatenate([*seen.values()])[:, 0]
    if not len(everything):
        return
    ends = np.unique(np.quantile(everything, np.arange(1, BINS + 1) / BINS, method="lower"))
    for name, found in seen.items():
        places = np.searchsorted(ends, found[:, 0])
        for place in np.unique(places):
            deficits, shares = found[places == place].T
            share = proportions.win_share(len(shares), float(shares.sum()), float(shares @ shares), LEVEL)
            yield Comeback(name, float(deficits.min()), float(deficits.max()), float(deficits.mean()), share)


def _spread(values: Any) -> dict[str, Estimate]:
    return {
        name: means.quantile(np.asarray(values, np.float64), q, LEVEL) for name, q in (("median", 0.5), ("p90", 0.9))
    }


def _median(values: Sequence[float]) -> Estimate:
    return means.quantile(np.asarray(values, np.float64), 0.5, LEVEL)


def _rate(found: Sequence[bool]) -> Estimate:
    return proportions.wilson(sum(found), len(found), LEVEL)


def _mean_share(values: Sequence[float]) -> Estimate | None:
    found = np.asarray(values)
    return proportions.win_share(len(found), float(found.sum()), float(found @ found), LEVEL) if len(found) else None


def watch(prepared: PreparedCell, seed: int, deal: int, notes: stakes.Notes | None = None) -> Path:
    """Play one deal step by step, and note the scores after every turn as the game would count them then."""
    game, benches = prepared.cell.game, prepared.bench()
    bench = benches[0]
    state, row = bench.state, np.zeros(1, game.record)
    open_streams(bench, prepared.cell.players, deal_seeds(seed, deal)[0])  # type: ignore[no-untyped-call]
    game.start(prepared.rules, state, bench.chance)
    scores, turn = [_scores(prepared, benches)], int(state.table.turn)
    fault = int(Fault.NONE)
    while int(state.table.cause) == 0 and fault == Fault.NONE:
        seat = int(state.table.asked)
        before = None if notes is None else notes.ahead(benches)
        answer = prepared.ask((prepared.rules, state.table, state.hands[seat]), bench.desks[seat])
        if notes is not None and before is not None:
            notes.keep(before, answer)
        fault = int(game.step(prepared.rules, state, answer, bench.chance))
        if int(state.table.turn) != turn or int(state.table.cause) != 0:
            turn = int(state.table.turn)
            scores.append(_scores(prepared, benches))
    game.measure(prepared.rules, state, fault, 0, row[0])
    return Path(np.array(scores), row["share"][0, : prepared.cell.players].astype(np.float64))


def _scores(prepared: PreparedCell, benches: Any) -> FloatArray:
    """Count the scores now, on a copy: a game that counts only at its end counts one that a fault ends."""
    row = np.zeros(1, prepared.cell.game.record)
    prepared.cell.game.measure(prepared.rules, benches.copy()[0].state, int(Fault.ILLEGAL), 0, row[0])
    return np.asarray(row["score"][0, : prepared.cell.players], dtype=np.float64)
