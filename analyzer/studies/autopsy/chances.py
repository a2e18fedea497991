"""The win chance at every step of a game: hidden cards are dealt again, and the same policies play on from there."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.errors import BadInput
from analyzer.games.search.lookahead import REDEAL
from analyzer.kernel.random import STREAM_SIZE
from analyzer.kernel.streams import WORDS, open_streams, seed_stream
from analyzer.play import seeding, stopping
from analyzer.play.prepared import PreparedCell
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.steps import Data, Step
from analyzer.stats import Estimate, paired, proportions
from analyzer.studies.autopsy.worlds import worlds


class Rollouts:
    """Games played on from a question: `state` gets the position, and every answer starts from a copy of it.

    Copies are made byte by byte, and fields are looked up once: numpy takes longer for either than a game does.
    """

    def __init__(self, prepared: PreparedCell, bench: Any, keeps_memory: bool) -> None:
        """Take who plays on, the bench of the question, and whether the asked seat remembers what it did so far."""
        self.prepared, self.bench, self.keeps_memory = prepared, bench, keeps_memory
        self.seat, self.players = int(bench.state.table.asked), int(prepared.rules.players)
        self.origins, self.benches = prepared.bench(), prepared.bench()
        self.rows = np.zeros(1, prepared.cell.game.record)
        self.origin = self.origins[0]
        self.state = self.origin.state
        self._memory = self.origins["desks"]["memory"][0, self.seat]
        self._bytes = [array.view(np.uint8) for array in (self.benches, self.origins)]
        self._resumes, self._forced = self.benches["resumes"], self.benches["forced"]
        self._seen = [
            (_bytes_of(self.origins["state"]["table"][:1]), _bytes_of(bench["state"]["table"])),
            (_bytes_of(self.origins["state"]["hands"][0, self.seat]), _bytes_of(bench["state"]["hands"][self.seat])),
        ]

    def show(self) -> None:
        """Put into the origin what the asked seat sees, and nothing else."""
        for own, seen in self._seen:
            own[:] = seen

    def begin(self, seeds: NDArray[np.int64]) -> None:
        """Open the streams of a sample."""
        open_streams(self.origin, self.players, seeds[0])
        if self.keeps_memory:
            self._memory[:] = self.bench["desks"]["memory"][self.seat]

    def play(self, answer: int, seeds: NDArray[np.int64]) -> Any:
        """Play an answer out and return the row of the game."""
        prepared, (copy, origin) = self.prepared, self._bytes
        copy[:] = origin
        self._resumes[0], self._forced[0] = 1, answer
        prepared.drive(self.benches, seeds, self.rows)
        return self.rows

    @property
    def drew_lots(self) -> bool:
        """Tell whether any policy used random numbers in the last game."""
        one, other = self.origins, self.benches
        is_chance = not np.array_equal(one["chance"], other["chance"])
        return is_chance or not np.array_equal(one["desks"]["choice"], other["desks"]["choice"])


def _bytes_of(record: Any) -> NDArray[np.uint8]:
    """View a record, or an array of one, as its bytes."""
    return np.asarray(record).reshape(1).view(np.uint8)


LEAST, MOST = 10, 1_000_000  # samples of a step
OTHERS = 3  # options besides the choice that are played out: those that score best
Shares = NDArray[np.float64]


def check_samples(n: float) -> int:
    """Check a number of samples."""
    return stopping.check_range("chances", n, LEAST, MOST)


def appraise(story: Replay, n: int, judge: Cell | None = None) -> list[Step]:
    """Play a replay to its end, and note in every step the win chance and the best other option."""
    story.is_full = True
    story.appraise = Chances(story.cell, check_samples(n), story.seed, story.deal, judge)
    steps = list(story)
    _note_what_followed(story, steps)
    return steps


class Chances:
    """What appraises the steps of one game: it plays on with the policies of the seats, without their look-ahead.

    With a judge, the policies of that cell play on instead, from the table and the hand alone.
    """

    def __init__(self, cell: Cell, n: int, seed: int, deal: int, judge: Cell | None = None) -> None:
        if cell.game.redeal is None:
            raise BadInput(f"--chances: {cell.game.name} has no rule `redeal`, which deals the hidden cards again")
        self.is_own = judge is None
        self.cell = replace(judge or cell, seats=tuple(seat.player for seat in (judge or cell).seats))
        self.n, self.prepared = n, PreparedCell(self.cell)
        self.won = None if self.cell.is_competitive else int(cell.game.causes["WON"])
        self.lots = np.random.Generator(np.random.PCG64([seeding.derived_seed(seed, "chances"), deal]))

    def __call__(self, bench: Any, options: list[Data], answer: int) -> Data:
        """Appraise a question: the chances as the asked seat sees them with its choice, and the best other option."""
        seat = int(bench.state.table.asked)
        others = [option for option in options if not option["chosen"]][:OTHERS]
        answers = [answer, *(int(option["answer"]) for option in others)]
        known = self.known(bench, answers)
        shares = self.play_on(bench, answers) if known is None else known[None]
        estimate, best = (self._estimate, self._best) if known is None else (_known, self._best_known)
        own = 0 if not self.cell.is_competitive else seat
        found: Data = {"before": estimate(shares[:, 0, own]), "after": None}
        found["best"] = best(others, shares[:, :, own]) if others else None
        if self.cell.is_competitive:
            found["seats"] = [estimate(shares[:, 0, other]) for other in range(self.cell.players)]
        return found

    def play_on(self, bench: Any, answers: list[int], n: int | None = None) -> Shares:
        """Play some answers out on the same samples; return shares of the win by sample, answer and seat."""
        redeal, rules = self.cell.game.redeal, self.prepared.rules
        games, stream = Rollouts(self.prepared, bench, self.is_own), np.zeros(STREAM_SIZE, np.int64)
        state = games.state
        shown, hand = state.table, state.hands[games.seat]
        found = np.zeros((n or self.n, *self._shape(answers)))
        for sample in found:
            seeds = self.lots.integers(0, 2**32, (1, WORDS)).astype(np.int64)
            games.show()
            seed_stream(stream, seeds[0], REDEAL)
            redeal(rules, shown, hand, state, stream)
            games.begin(seeds)
            for place, answer in enumerate(answers):
                sample[place] = self._shares(games.play(answer, seeds))
        return found

    def known(self, bench: Any, answers: list[int]) -> Shares | None:
        """Play some answers out on all that can be hidden; None where that is much, or chance has a say later on."""
        policies = [seat.player.policy for seat in self.cell.seats]
        if any(policy.is_random or not policy.is_compiled for policy in policies):  # plain Python may draw lots unseen
            return None
        games, seeds, state = Rollouts(self.prepared, bench, self.is_own), np.zeros((1, WORDS), np.int64), bench.state
        ways = worlds(self.cell.game, self.prepared.rules, state.table, state.hands[games.seat])
        found = np.zeros(self._shape(answers))
        for chance, world in ways or ():
            games.origins["state"][0] = world
            games.begin(seeds)
            for place, answer in enumerate(answers):
                found[place] += chance * self._shares(games.play(answer, seeds))
                if games.drew_lots:
                    return None
        return found if ways is not None else None

    def _shape(self, answers: list[int]) -> tuple[int, int]:
        return len(answers), self.cell.players if self.cell.is_competitive else 1

    def _shares(self, rows: Any) -> Any:
        """Return what a finished game gave: to the team, or to every seat."""
        if self.cell.is_competitive:
            return rows["share"][0, : self.cell.players]
        return float(rows["cause"][0] == self.won)

    def _estimate(self, shares: Shares) -> Data:
        if self.cell.is_competitive:
            return as_data(proportions.win_share(len(shares), float(shares.sum()), float((shares**2).sum())))
        return as_data(proportions.wilson(float(shares.sum()), len(shares)))

    def _best(self, others: list[Data], shares: Shares) -> Data:
        """Choose the best other option with one half of the samples, and compare it with the choice on the rest."""
        half = len(shares) // 2
        best = int(np.argmax(shares[:half, 1:].mean(axis=0)))
        other, own = shares[half:, 1 + best], shares[half:, 0]
        return {**_named(others[best]), "after": self._estimate(other), "gain": as_data(difference(other, own))}

    def _best_known(self, others: list[Data], shares: Shares) -> Data:
        """Choose the best other option where all chances are known."""
        best = int(np.argmax(shares[0, 1:]))
        return {
            **_named(others[best]),
            "after": _known(shares[:, 1 + best]),
            "gain": _known(shares[:, 1 + best] - shares[:, 0]),
        }


def _named(option: Data) -> Data:
    return {"answer": option["answer"], "words": option["words"]}


def _known(shares: Shares) -> Data:
    return exactly(round(float(shares[0]), 4))


def difference(one: Shares, other: Shares, level: float = 0.95) -> Estimate:
    """Estimate the difference of two chances on the same samples: of whole wins by Tango, of shared ones as a share.

    A share between 0 and 1 is half of the difference and one half; its interval is never of no width.
    """
    if np.isin([one, other], (0.0, 1.0)).all():
        return paired.tango(paired.count_pairs(one == 1.0, other == 1.0), level)
    halved = 0.5 + 0.5 * (one - other)
    share = proportions.win_share(len(halved), float(halved.sum()), float((halved**2).sum()), level)
    low, high = 2 * share.low - 1, 2 * share.high - 1
    return Estimate(2 * share.value - 1, low, high, share.level, share.n, share.method)


def as_data(estimate: Estimate) -> Data:
    """Write an estimate for a trace."""
    bounds = {name: round(float(getattr(estimate, name)), 4) for name in ("value", "low", "high")}
    return {**bounds, "n": int(estimate.n)}


def exactly(value: float) -> Data:
    """Write what is known: no games were needed."""
    return {"value": value, "low": value, "high": value, "n": 0}


def _note_what_followed(story: Replay, steps: list[Step]) -> None:
    """Record after every choice the chance at the same seat's next question, as it sees it; at the end it is known."""
    appraised = [step for step in steps if step.details and step.details.get("chance")]
    for seat in {step.seat for step in appraised}:
        own = [step for step in appraised if step.seat == seat]
        for step, later in pairwise(own):
            _chance(step)["after"] = _chance(later)["before"]
        if story.outcome is not None:
            _chance(own[-1])["after"] = exactly(_share(story.outcome, seat))


def _chance(step: Step) -> Data:
    assert step.details is not None
    found: Data = step.details["chance"]
    return found


def _share(outcome: Data, seat: int) -> float:
    if outcome["won"] is not None:
        return float(outcome["won"])
    return 1.0 / len(outcome["winners"]) if seat in outcome["winners"] else 0.0
