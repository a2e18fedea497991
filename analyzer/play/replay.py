"""Plays one deal step by step, with the board, the question, the answer and the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.cells import Cell, PolicyGiven, Sets, make_cell
from analyzer.games.interface import Policy
from analyzer.kernel.faults import Fault
from analyzer.kernel.random import open_streams
from analyzer.play.faults import FAULT_WORDS
from analyzer.play.limits import MAX_GAMES, check_range, check_seed
from analyzer.play.seeding import deal_seeds
from analyzer.play.showing import one_line
from analyzer.play.table import Table


@dataclass(frozen=True)
class Step:
    """One question and its answer."""

    turn: int
    seat: int
    policy: str
    question: str
    n_options: int
    board: str
    answer: int | None
    words: str
    reasons: tuple[str, ...]

    def __repr__(self) -> str:
        """Show it in one line."""
        return one_line("Step", f"turn {self.turn}", f"seat {self.seat}", f"{self.question} → {self.words}")

    def as_dict(self) -> dict[str, Any]:
        """Return the step for `replay --json`."""
        return asdict(self)


@dataclass
class Replay:
    """A deal under way: iterate over its steps, then read how it ended."""

    cell: Cell
    seed: int
    deal: int
    ending: str = ""
    fault: str | None = None
    board: str = ""

    def __repr__(self) -> str:
        """Show it in one line."""
        return one_line("Replay", self.cell.game.name, f"deal {self.deal}", f"seed {self.seed}", self.ending)

    def __iter__(self) -> Iterator[Step]:
        """Play on, step by step."""
        game, table = self.cell.game, Table(self.cell)
        bench = table.bench()[0]
        state = bench.state
        open_streams(bench, self.cell.players, deal_seeds(self.seed, self.deal)[0])
        game.start(table.rules, state, bench.chance)
        while int(state.table.cause) == 0 and self.fault is None:
            yield self._step(table, bench)
        self.board = game.render(table.rules, state)
        self.ending = f"stopped: {self.fault}" if self.fault else game.ending(table.rules, state)

    def _step(self, table: Table, bench: Any) -> Step:
        game, state = self.cell.game, bench.state
        seat = int(state.table.asked)
        desk, hand = bench.desks[seat], state.hands[seat]
        seen = (table.rules, state.table, hand)
        question = game.phases(int(state.table.phase)).name
        n_options, board = int(game.n_options(*seen)), game.render(table.rules, state)
        turn, policy = int(state.table.turn), self.cell.seats[seat % len(self.cell.seats)].policy
        answer: int | None = None
        try:
            answer = int(table.policies[seat](*seen, desk))
        except Exception as problem:  # whatever the policy raises is shown
            self.fault = f"the policy {FAULT_WORDS[Fault.RAISED]}: {type(problem).__name__}: {problem}"
        is_legal = answer is not None and bool(game.is_legal(*seen, answer))
        words = game.describe(table.rules, state, answer) if is_legal and answer is not None else str(answer)
        reasons = self._reasons(policy, seen, desk.knobs, answer) if is_legal else ()
        if answer is not None:
            fault = Fault(int(game.step(table.rules, state, answer, bench.chance)))
            self.fault = f"the policy {FAULT_WORDS[fault]}" if fault in FAULT_WORDS else self.fault
        return Step(
            turn,
            seat,
            self.cell.seats[seat % len(self.cell.seats)].label,
            question,
            n_options,
            board,
            answer,
            words,
            tuple(reasons),
        )

    def _reasons(self, policy: Policy, seen: tuple[Any, ...], knobs: Any, answer: int | None) -> list[str]:
        if policy.score is None or self.cell.game.reasons is None:
            return []
        return self.cell.game.reasons(policy, *seen, knobs, answer)


def replay(
    game: str,
    *,
    deal: int = 0,
    players: int | None = None,
    variant: str | None = None,
    sets: Sets = (),
    policy: PolicyGiven = None,
    seed: int = 0,
) -> Replay:
    """Play one deal step by step.

    Parameters
    ----------
    game, players, variant, sets, policy, seed
        As for `simulate`; the same arguments play the same game.
    deal
        Number of the deal, from 0 on.

    Returns
    -------
    Replay
        Iterate over its steps; then `board`, `ending` and `fault` say how it ended.

    Examples
    --------
    >>> story = analyzer.replay("tranquility", players=3, deal=17)
    >>> for step in story:
    ...     print(step.turn, step.seat, step.words)
    >>> story.ending
    """
    check_range("deal", deal, 0, MAX_GAMES)
    cell = make_cell(game, players=players, variant=variant, sets=sets, policy=policy)
    return Replay(cell, check_seed(seed), int(deal))
