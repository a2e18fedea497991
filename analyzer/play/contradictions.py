"""What the rules of an own game say of themselves and do not keep, found where a game of it was faulty.

A policy is only to blame for an answer that is not among its options. Rules that offer an answer and refuse it, that
ask without leaving a choice, or that end by a cause that is none, would otherwise be put down to whoever was asked.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.kernel.faults import Fault
from analyzer.kernel.streams import open_streams
from analyzer.play.faults import RulesFault, told_of_rule

if TYPE_CHECKING:  # which asks this module
    from analyzer.play.prepared import PreparedCell

_LOOKED_AT = 4096  # options of a question at most


def check_rows(prepared: "PreparedCell", seeds: Any, rows: Any) -> None:
    """Look at the games of a block for what no policy can have done."""
    codes = np.array([int(cause) for cause in prepared.cell.game.causes])
    for place in np.flatnonzero(~np.isin(rows["cause"], codes) | (rows["fault"] != Fault.NONE))[:1]:
        row = rows[place]
        if int(row["fault"]) not in Fault.__members__.values():
            raise _fault(
                prepared, "step", f"it returned {int(row['fault'])}: return Fault.NONE, or fault_of(answer)", row
            )
        if int(row["fault"]) == Fault.NONE:
            raise _fault(prepared, "step", f"the game ended by the cause {int(row['cause'])}, which is no Cause", row)
        if int(row["fault"]) == Fault.ILLEGAL:
            _check_refusal(prepared, seeds[place], row)


def _check_refusal(prepared: "PreparedCell", words: Any, row: Any) -> None:
    """Play a game again up to the answer that was refused, and raise if the rules had offered it."""
    game, benches = prepared.cell.game, prepared.bench()
    bench, state = benches[0], benches[0].state
    open_streams(bench, prepared.cell.players, words)
    game.start(prepared.rules, state, bench.chance)
    for _ in range(int(row["decisions"])):
        seat = int(state.table.asked)
        seen = (prepared.rules, state.table, state.hands[seat])
        answer, n = prepared.ask(seen, bench.desks[seat]), int(game.n_options(*seen))
        asked = f"the question {game.phases(int(state.table.phase)).name}"
        if n < 1:
            raise _fault(prepared, "n_options", f"it counts {n} options for {asked}; ask nothing without one", row)
        if game.is_legal(*seen, answer):
            if game.step(prepared.rules, state, answer, bench.chance) != Fault.NONE:
                raise _fault(prepared, "step", f"it refuses the answer {answer} to {asked}, which is_legal allows", row)
        elif answer in {int(game.option(*seen, index)) for index in range(min(n, _LOOKED_AT))}:
            raise _fault(prepared, "is_legal", f"it refuses the answer {answer} to {asked}, which option offers", row)


def _fault(prepared: "PreparedCell", rule: str, what: str, row: Any) -> RulesFault:
    game, deal = prepared.cell.game, int(row["deal"])
    return RulesFault(f"game {game.name!r} cannot be played: {told_of_rule(game, rule, what)} (deal {deal}).", deal)
