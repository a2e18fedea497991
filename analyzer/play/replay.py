"""Plays one deal step by step, with the board, the question, the answer and the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.cells import Cell
from analyzer.games.interface import Policy
from analyzer.kernel.faults import Fault
from analyzer.kernel.random import open_streams
from analyzer.play.faults import FAULT_WORDS
from analyzer.play.seeding import deal_seeds
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
        turn, sitting = int(state.table.turn), self.cell.seats[seat % len(self.cell.seats)]
        answer: int | None = None
        try:
            answer = int(table.policies[seat](*seen, desk))
        except Exception as problem:  # whatever the policy raises is shown
            self.fault = f"the policy {FAULT_WORDS[Fault.RAISED]}: {type(problem).__name__}: {problem}"
        is_legal = answer is not None and bool(game.is_legal(*seen, answer))
        words = game.describe(table.rules, state, answer) if is_legal and answer is not None else str(answer)
        reasons = self._reasons(sitting.player.policy, seen, desk.knobs, answer) if is_legal else []
        if is_legal and sitting.searched is not None:
            reasons = self._estimates(table, state, table.workspaces[seat].records[0], answer) or reasons
        if answer is not None:
            fault = Fault(int(game.step(table.rules, state, answer, bench.chance)))
            self.fault = f"the policy {FAULT_WORDS[fault]}" if fault in FAULT_WORDS else self.fault
        return Step(
            turn,
            seat,
            sitting.label,
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

    def _estimates(self, table: Table, state: Any, space: Any, answer: int | None) -> list[str]:
        """List the answers that a look-ahead compared, with what each was worth in the games played on from here."""
        lines = []
        for place in range(int(space.n_candidates)):
            candidate, plays = int(space.answers[place]), int(space.plays[place])
            words = self.cell.game.describe(table.rules, state, candidate)
            mark = "*" if candidate == answer else " "
            own = ", the policy's own answer" if candidate == int(space.own) else ""
            lines.append(f"{mark} {words}: {space.gains[place] / plays:.3f} in {plays} samples{own}")
        return lines
