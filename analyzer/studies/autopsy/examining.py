"""Looks at every decision of one lost game: what it gave away, and which one lost most.

A judge plays every decision out: the answer given, the judge's own answer and those that it rates best, all on the
same hidden cards dealt again. One half of the samples chooses the best answer; what it would have gained is measured on
the other half. The decision that gave away most is measured once more, on samples of its own: whatever was picked
because it looked large is never reported by the samples that it was picked by.

A decision in a position that was lost already lost nothing. A seat may not know that, and its samples neither: the
cards that others gave up are hidden. So a solver that knows the deal first finds the answer after which a team can no
longer win, and no later decision is the culprit.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analyzer.cells import Cell
from analyzer.errors import AnalyzerError, BadInput, PolicyFault
from analyzer.games.values.explaining import Valued
from analyzer.kernel.streams import open_streams
from analyzer.play import hindsight, seeding
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.steps import Observer
from analyzer.stats import Estimate, proportions
from analyzer.studies.autopsy.chances import OTHERS, Chances, Shares, difference

BUDGET = 2_000  # games that look for a way to win on from a position
CERTAIN = 0.998  # level at which a decision is called a blunder: one of a thousand sound ones may be taken for one
NAMED = 0.95  # level at which a decision is named as what lost the game


@dataclass(frozen=True)
class Decision:
    """A question with several options, and what the answer gave away."""

    step: int
    turn: int
    seat: int
    kind: str
    detail: str  # what is wrong with it beside the better answer; "" if there is no word for it
    words: str
    better: str  # "" where no other answer looked better
    chance: float  # of a win, with the answer given
    loss: Estimate | None  # what the better answer gains

    @property
    def given_away(self) -> float:
        """What the better answer would have gained; 0 where none looked better."""
        return 0.0 if self.loss is None else self.loss.value

    @property
    def is_blunder(self) -> bool:
        """Tell whether the answer is worse for certain."""
        return self.loss is not None and self.loss.low > 0.0


@dataclass(frozen=True)
class Culprit:
    """The decision that gave away most, measured once more on samples of its own."""

    decision: Decision
    chance: Estimate  # with the answer given
    best: Estimate  # with the better one
    loss: Estimate

    @property
    def is_named(self) -> bool:
        """Tell whether it lost something for certain."""
        return self.loss.low > 0.0


@dataclass(frozen=True)
class Turning:
    """The answer after which a solver that knows the deal found no way to win any more."""

    step: int  # 0: it found none from the start
    turn: int = 0
    seat: int = 0
    words: str = ""


@dataclass(frozen=True)
class Examined:
    """One lost game."""

    deal: int
    result: str
    decisions: tuple[Decision, ...]
    culprit: Culprit | None  # None where no decision stands out: chance, or the others, lost the game
    turning: Turning | None = None  # None for rivals: there is no solver for them
    valued: Valued | None = None  # what a trained value said of the culprit; None where it has none

    @property
    def start(self) -> float:
        """Give the chance before the first decision."""
        return self.decisions[0].chance + self.decisions[0].given_away if self.decisions else 0.0

    @property
    def given_away(self) -> float:
        """Add up what the decisions gave away."""
        return sum(decision.given_away for decision in self.decisions)


@dataclass(frozen=True)
class AutopsyPlan:
    """What is examined: a cell, the seats whose decisions are looked at, the judge, and how many samples."""

    cell: Cell
    judge: Cell | None  # None: the seats' own policies play on
    seats: tuple[int, ...]
    run_seed: int
    samples: int
    seed: int

    @property
    def judging(self) -> Cell:
        """The cell whose policies play on."""
        return self.judge or self.cell

    @cached_property
    def solver(self) -> hindsight.Solver | None:
        """What looks for ways to win a deal that it knows, with the judge's answers; None for rivals."""
        cell = replace(self.judging, seats=tuple(seat.player for seat in self.judging.seats))
        return None if cell.is_competitive or cell.game.worth is None else hindsight.Solver(cell)

    def kind(self, rules: Any, state: Any, answer: int) -> str:
        """Name the kind of a decision: as the game does, or by its question."""
        game = self.cell.game
        if game.kind is None:
            return game.phases(int(state.table.phase)).name.lower().replace("_", " ")
        return game.kind(rules, state, answer)

    def detail(self, rules: Any, state: Any, answer: int, better: int) -> str:
        """Say what is wrong with an answer, beside a better one."""
        detail = self.cell.game.detail
        return "" if detail is None else detail(rules, state, answer, better)

    def examine(self, deal: int) -> Examined:
        """Play a deal again and look at every decision of the seats."""
        story = Replay(self.cell, self.run_seed, deal, is_full=True)
        examiner = Examiner(self, deal)
        story.appraise = examiner
        steps = list(story)
        self._check(story)
        turning = examiner.turning(deal)
        culprit = examiner.culprit(turning)
        valued = steps[culprit.decision.step - 1].value if culprit is not None else None
        return Examined(deal, story.result, tuple(examiner.decisions), culprit, turning, valued)

    def _check(self, story: Replay) -> None:
        """Reject a game that no longer goes as it did: rules or policies have changed."""
        outcome = story.outcome
        if outcome is None:
            raise PolicyFault(str(story.fault))
        is_lost = outcome["won"] is False or (outcome["won"] is None and not {*self.seats} & {*outcome["winners"]})
        if not is_lost:
            see = self.cell.reference.replay_command(self.run_seed, story.deal)
            raise BadInput(
                f"deal {story.deal} was lost in this run but is not lost now: rules or policies have changed. "
                f"Play the run again. See it: {see}"
            )


class Examiner:
    """What a replay asks at every step; it keeps all answers, and the positions of those that gave something away."""

    def __init__(self, plan: AutopsyPlan, deal: int) -> None:
        self.plan, self.step = plan, 0
        self.chances = Chances(plan.cell, plan.samples, plan.seed, deal, plan.judge)
        self.observer = Observer(self.chances.cell, self.chances.prepared)
        self.words = seeding.deal_seeds(plan.seed, deal)[0]
        self.decisions: list[Decision] = []
        self.suspects: list[tuple[Decision, Any, list[int]]] = []
        self.answers: list[int] = []
        self.choices: dict[int, Turning] = {}  # by step: the answers that were not forced, of all seats

    def __call__(self, bench: Any, _options: list[Any], answer: int) -> dict[str, Any]:
        """Look at a question."""
        self.step += 1
        prepared, state = self.chances.prepared, bench.state
        seat = int(state.table.asked)
        n_options = int(self.plan.cell.game.n_options(prepared.rules, state.table, state.hands[seat]))
        self.answers.append(answer)
        if n_options > 1:
            words = self.plan.cell.game.describe(prepared.rules, state, answer)
            self.choices[self.step] = Turning(self.step, int(state.table.turn), seat, words)
        if seat in self.plan.seats and n_options > 1:
            try:
                self._look(self._position(bench), seat, answer)
            except AnalyzerError:
                raise
            except Exception as problem:  # a judge may be anybody's policy
                names = self.plan.judging.seating
                raise PolicyFault(f"--judge {names}: {type(problem).__name__}: {problem}") from problem
        return {}

    def _position(self, bench: Any) -> Any:
        """Copy a position to a bench at which the judge sits."""
        benches = self.chances.prepared.bench()
        open_streams(benches[0], self.chances.cell.players, self.words)
        benches["state"][0] = bench["state"]
        if self.chances.is_own:
            benches["desks"]["memory"][0] = bench["desks"]["memory"]
        return benches

    def _look(self, benches: Any, seat: int, answer: int) -> None:
        """Choose the best answer with one half of the samples, and measure it and the answer given with the other."""
        others, half = self._others(benches, seat, answer), self.plan.samples // 2
        shares = self._shares(benches, seat, [answer, *others], half)
        best = int(shares.mean(axis=0).argmax())
        pair = [answer, *list(others)[best - 1 : best]]
        rest = self._shares(benches, seat, pair, self.plan.samples - half)
        sound = self._sound(benches[0].state, seat, answer, float(rest[:, 0].mean()))
        if best == 0:
            self.decisions.append(sound)
            return
        better = pair[1]
        found = replace(
            sound,
            detail=self.plan.detail(self.chances.prepared.rules, benches[0].state, answer, better),
            better=others[better],
            loss=difference(rest[:, 1], rest[:, 0], CERTAIN),
        )
        self.decisions.append(found)
        if found.given_away > 0.0:
            self.suspects.append((found, benches, [answer, better]))

    def _sound(self, state: Any, seat: int, answer: int, chance: float) -> Decision:
        """Record a decision that nothing looked better than."""
        rules = self.chances.prepared.rules
        kind, words = self.plan.kind(rules, state, answer), self.plan.cell.game.describe(rules, state, answer)
        return Decision(self.step, int(state.table.turn), seat, kind, "", words, "", chance, None)

    def _others(self, benches: Any, seat: int, answer: int) -> dict[int, str]:
        """List what else could be answered, in words: as the judge would, and what it rates best."""
        game, prepared, bench = self.plan.cell.game, self.chances.prepared, benches.copy()[0]
        seen = (prepared.rules, bench.state.table, bench.state.hands[seat])
        own = prepared.ask(seen, bench.desks[seat])
        if not game.is_legal(*seen, own):
            raise PolicyFault(f"--judge {self.plan.judging.seating}: it answered {own}, which is not among its options")
        listed = self.observer.details(benches, answer)["options"]
        by_words = {game.describe(prepared.rules, bench.state, own): own}
        for option in listed:
            by_words.setdefault(option["words"], int(option["answer"]))
        by_words.pop(game.describe(prepared.rules, bench.state, answer), None)
        found = {number: words for words, number in by_words.items() if number != answer}
        return dict(list(found.items())[: OTHERS + 1])

    def _shares(self, benches: Any, seat: int, answers: list[int], n: int) -> Shares:
        own = seat if self.plan.cell.is_competitive else 0
        return self.chances.play_on(benches[0], answers, n)[:, :, own]

    def turning(self, deal: int) -> Turning | None:
        """Find the answer after which the team could no longer win; None for rivals, who have no solver."""
        if self.plan.solver is None:
            return None
        step = self.plan.solver.lost_since(self.plan.run_seed, deal, self.answers, list(self.choices), BUDGET)
        return self.choices.get(step, Turning(step))

    def culprit(self, turning: Turning | None) -> Culprit | None:
        """Measure the decision that gave away most once more; None if it cannot be told from a sound one.

        What was decided after the position was lost is no suspect.
        """
        last = turning.step if turning is not None and turning.step else self.step
        suspects = [item for item in self.suspects if item[0].step <= last]
        if not suspects:
            return None
        decision, benches, pair = max(suspects, key=lambda item: item[0].given_away)
        shares = self._shares(benches, decision.seat, pair, self.plan.samples)
        given, better = (_chance(self.plan.cell, shares[:, place]) for place in (0, 1))
        found = Culprit(decision, given, better, difference(shares[:, 1], shares[:, 0], NAMED))
        return found if found.is_named else None


def _chance(cell: Cell, shares: Shares) -> Estimate:
    if cell.is_competitive:
        return proportions.win_share(len(shares), float(shares.sum()), float((shares**2).sum()))
    return proportions.wilson(float(shares.sum()), len(shares))
