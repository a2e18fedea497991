"""Plays one deal step by step, with the board, the question, the answer, the reasons, and who won."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.cells import Cell, PolicyGiven, make_cell
from analyzer.errors import PolicyFault
from analyzer.games.chances import read_freeze
from analyzer.games.interface import Policy
from analyzer.games.treatments.written import Texts, treated
from analyzer.games.values.explaining import Valued, explain
from analyzer.games.written import Sets
from analyzer.kernel.faults import Fault, Raised, fault_of_exception, reason_of
from analyzer.kernel.streams import open_streams
from analyzer.play import faults, seeding, showing, stopping
from analyzer.play.prepared import PreparedCell
from analyzer.play.replay.steps import Data, Observer, Overlooked, Step


def outcome_of(cell: Cell, row: Any) -> Data:
    """Write how a game ended: its cause, who won, and the scores."""
    game = cell.game
    cause = game.causes(int(row.cause)).name.lower()
    shares = [float(row.share[seat]) for seat in range(cell.players)] if cell.is_competitive else []
    return {
        "cause": cause,
        "won": None if cell.is_competitive else cause == "won",
        "winners": [seat for seat, share in enumerate(shares) if share > 0],
        "scores": [int(row.score[seat]) for seat in range(cell.players)] if cell.is_competitive else [],
        "turns": int(row.turns),
        "verdict": _contest(cell, row, cause) if cell.is_competitive else _team(cell, row, cause),
    }


def _why(cell: Cell, cause: str) -> str:
    """Say what ended the game: in the words of the notation, without who won."""
    words = cell.game.why.get(cause, cell.game.cause_words.get(cause, cause))
    return words.partition(": ")[2] or words


def _team(cell: Cell, row: Any, cause: str) -> str:
    if cause in ("truncated", "fault"):
        return f"Nobody won: {_why(cell, cause)} in turn {int(row.turns)}."
    who = "The player" if cell.players == 1 else "The team"
    return f"{who} {'won' if cause == 'won' else 'lost'} in turn {int(row.turns)}: {_why(cell, cause)}."


def _contest(cell: Cell, row: Any, cause: str) -> str:
    winners = [seat for seat in range(cell.players) if row.share[seat] > 0]
    unit, scores = cell.game.words.score, [int(score) for score in row.score[: cell.players]]
    others = ", ".join(f"seat {seat} has {scores[seat]}" for seat in range(cell.players) if seat not in winners)
    if not winners:
        return f"Nobody won: {_why(cell, cause)}; {others} {unit}."
    names = " and ".join(f"seat {seat} ({cell.seats[seat].label})" for seat in winners)
    best = max(scores)
    tied = [seat for seat in range(cell.players) if scores[seat] == best]
    how = "share the win with" if len(winners) > 1 else "won with"
    level = " and the tie-break of the rules" if len(winners) == 1 and len(tied) > 1 else ""
    rest = f" ({others})" if others else ""
    return f"{names[0].upper()}{names[1:]} {how} {scores[winners[0]]} {unit}{level}{rest}: {_why(cell, cause)}."


@dataclass
class Replay(showing.Drawn):
    """A deal under way: iterate over its steps, then read how it ended."""

    cell: Cell
    seed: int
    deal: int
    ending: str = ""
    fault: str | None = None
    board: str = ""
    place: str = ""  # the line of a policy's file that made a fault
    is_full: bool = False  # every step with its options and the position as data
    is_drawn: bool = False
    appraise: Callable[[Any, list[Data], int], Data] | None = None  # what says how the chances stand; needs `is_full`
    outcome: Data | None = None
    drawing: Data | None = None  # of the last position

    def __repr__(self) -> str:
        """Show it in one line."""
        return showing.one_line("Replay", self.cell.game.name, f"deal {self.deal}", f"seed {self.seed}", self.ending)

    def as_page(self) -> Data:
        """Play the deal anew, as a page to step through shows it."""
        from analyzer.play.replay import trace

        story = Replay(self.cell, self.seed, self.deal, is_full=True, is_drawn=True)
        return trace.page_of(story, list(story))

    def _repr_html_(self) -> str:
        return str(self.plot()._repr_html_())

    def __iter__(self) -> Iterator[Step]:
        """Play on, step by step; what the rules of an own game raise is told with its line."""
        try:
            with faults.blaming_rules(self.cell.game, self.deal):
                yield from self._played()
        except faults.RulesFault as fault:
            raise faults.told_rules(self.cell.reference, self.seed, fault) from fault

    def _played(self) -> Iterator[Step]:
        game, prepared = self.cell.game, PreparedCell(self.cell)
        observer = Observer(self.cell, prepared)
        benches = prepared.bench()
        bench = benches[0]
        state = bench.state
        open_streams(bench, self.cell.players, seeding.deal_seeds(self.seed, self.deal, self.cell.held)[0])
        with faults.strict(game):
            game.start(prepared.rules, state, bench.chance)
        decisions = 0
        while int(state.table.cause) == 0 and self.fault is None:
            step = self._step(prepared, benches, observer)
            decisions += 1
            if self.fault is None and prepared.shown.writer(benches) is not None:
                self._tell(Fault.WROTE)
            yield step
        self.board = game.render(prepared.rules, state)
        self.ending = f"stopped: {self.fault}" if self.fault else game.ending(prepared.rules, state)
        self.drawing = observer.draw(state) if self.is_drawn else None
        if self.fault is None:
            rows = np.zeros(1, game.record)
            game.measure(prepared.rules, state, int(Fault.NONE), decisions, rows[0])
            self.outcome = outcome_of(self.cell, rows[0])

    @property
    def result(self) -> str:
        """Who won, and why."""
        return str(self.outcome["verdict"]) if self.outcome else self.ending

    def _step(self, prepared: PreparedCell, benches: Any, observer: Observer) -> Step:
        """Ask the seat whose turn it is to answer, write the step, and play it."""
        game, bench = self.cell.game, benches[0]
        state = bench.state
        seat = int(state.table.asked)
        seen = (prepared.rules, state.table, state.hands[seat])
        question = game.phases(int(state.table.phase)).name
        position = {
            "turn": int(state.table.turn),
            "seat": seat,
            "policy": self.cell.seats[seat % len(self.cell.seats)].label,
            "question": question,
            "asks": observer.questions.get(question, ""),
            "n_options": int(game.n_options(*seen)),
            "board": game.render(prepared.rules, state),
            "drawing": observer.draw(state) if self.is_drawn else None,
        }
        answer = self._answer(prepared, seen, bench.desks[seat])
        is_legal = answer is not None and bool(game.is_legal(*seen, answer))
        shown = self._shown(prepared, benches, observer, answer) if is_legal and answer is not None else {}
        if answer is not None:
            with faults.strict(game):
                fault = Fault(int(game.step(prepared.rules, state, answer, bench.chance)))
            if fault != Fault.NONE:
                self._tell(fault)
        return Step(answer=answer, **{**position, "words": str(answer), "reasons": (), **shown})

    def _answer(self, prepared: PreparedCell, seen: tuple[Any, ...], desk: Any) -> int | None:
        try:
            return prepared.ask(seen, desk)
        except PolicyFault as problem:  # it lost its process
            self.fault = str(problem)
        except Exception as problem:  # whatever the policy raises is shown
            self.place = faults.place_in(problem)
            self._tell(fault_of_exception(problem), _said(problem))
        return None

    def _shown(self, prepared: PreparedCell, benches: Any, observer: Observer, answer: int) -> Data:
        """Write a legal answer: in words, with the reasons, and with its details where they are wanted."""
        game, bench = self.cell.game, benches[0]
        state = bench.state
        seat = int(state.table.asked)
        sitting, desk = self.cell.seats[seat % len(self.cell.seats)], bench.desks[seat]
        seen = (prepared.rules, state.table, state.hands[seat])
        reasons = self._reasons(prepared, sitting.player.policy, seen, desk, answer)
        if sitting.searched is not None:
            reasons = self._estimates(prepared, state, prepared.workspaces[seat].records[0], answer) or reasons
        value = self._value(prepared, state, answer)
        overlooked = self._overlooked(prepared, state)
        details = observer.details(benches, answer) if self.is_full else None
        if details is not None and self.appraise is not None:
            details["chance"] = self.appraise(bench, details["options"], answer)
        words = game.describe(prepared.rules, state, answer)
        reasons += [line for part in (value, overlooked) if part is not None for line in part.lines]
        more = {"details": details, "value": value, "overlooked": overlooked}
        return {"words": words, "reasons": tuple(reasons), **more}

    def _value(self, prepared: PreparedCell, state: Any, answer: int) -> Valued | None:
        """Tell what the trained value of the asked seat says of its answer; None where it did not decide."""
        seat = int(state.table.asked)
        if prepared.seats[seat].searched is not None or prepared.seats[seat].values is None:
            return None
        return explain(self.cell.game, prepared.place.values[seat][0], prepared.rules, state, answer)

    def _overlooked(self, prepared: PreparedCell, state: Any) -> Overlooked | None:
        """Tell what the asked seat overlooked; None where it overlooks nothing, or plays in a process of its own."""
        seat = int(state.table.asked)
        if prepared.seats[seat].sight == 1.0 or prepared.is_apart or seat not in prepared.limits:
            return None
        space = prepared.limits[seat].records[0]
        own = int(space.own)
        is_legal = self.cell.game.is_legal(prepared.rules, state.table, state.hands[seat], own)
        words = self.cell.game.describe(prepared.rules, state, own) if is_legal else str(own)
        return Overlooked(own, words, int(space.n_missed), bool(space.is_blind))

    def _tell(self, fault: Fault, what: str = "") -> None:
        """Say what a policy did wrong, and in which line."""
        self.place = self.place or faults.place_of_fault(self.cell.reference, self.seed, self.deal, fault)
        self.fault = f"the policy {faults.FAULT_WORDS[fault]}" + "".join(
            f": {text}" for text in (self.place or what,) if text
        )

    def _reasons(
        self, prepared: PreparedCell, policy: Policy, seen: tuple[Any, ...], desk: Any, answer: int
    ) -> list[str]:
        is_silent = policy.score is None or self.cell.game.reasons is None
        return [] if is_silent else prepared.reasons(seen, desk, answer)

    def _estimates(self, prepared: PreparedCell, state: Any, space: Any, answer: int | None) -> list[str]:
        """List the answers that a look-ahead compared, with what each was worth in the games played on from here."""
        lines = []
        for place in range(int(space.n_answers)):
            compared, plays = int(space.answers[place]), int(space.plays[place])
            words = self.cell.game.describe(prepared.rules, state, compared)
            mark = "*" if compared == answer else " "
            own = ", the policy's own answer" if compared == int(space.own) else ""
            lines.append(f"{mark} {words}: {space.gains[place] / plays:.3f} in {plays} samples{own}")
        return lines


def _said(problem: Exception) -> str:
    reason = reason_of(problem)
    return str(reason) if isinstance(reason, Raised) else f"{type(reason).__name__}: {reason}"


def replay(
    game: str,
    *,
    deal: int = 0,
    players: int | None = None,
    variant: str | None = None,
    sets: Sets = (),
    policy: PolicyGiven = None,
    handicap: Texts = (),
    grant: Texts = (),
    remove: Texts = (),
    price: Texts = (),
    seed: int = 0,
    freeze: str | Sequence[str] | None = None,
    freeze_deal: int | None = None,
    freeze_seed: int | None = None,
) -> Replay:
    """Play one deal step by step.

    Parameters
    ----------
    game, players, variant, sets, policy, handicap, grant, remove, price, seed, freeze, freeze_deal, freeze_seed
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
    stopping.check_range("deal", deal, 0, stopping.MAX_GAMES)
    changes = treated(sets, handicap=handicap, grant=grant, remove=remove, price=price)
    frozen = read_freeze(freeze, freeze_deal, freeze_seed)
    cell = make_cell(game, players=players, variant=variant, sets=changes, policy=policy, freeze=frozen)
    return Replay(cell, stopping.check_seed(seed), int(deal))
