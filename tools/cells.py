"""Compares `trained` with `survival` in every variant of Tranquility and for every number of players, on fresh deals.

    python tools/cells.py                 20,000 common deals a cell, about 25 minutes of one core
    python tools/cells.py --deals 1000    fewer
    python tools/cells.py --minutes 10    only so long; the rest another time

Called again, it resumes where it stopped (`runs/cells-DEALS`), also after Ctrl-C. The table stands in
docs/strength.md; its intervals hold together. Nothing was learned or chosen on these deals.
"""

import argparse
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from analyzer.errors import Interrupted
from analyzer.games.written import read_policy
from analyzer.play.control import Control
from analyzer.shell.watching import stopping_on_interrupt
from analyzer.stats import Estimate
from analyzer.studies.learning.found import Checked
from analyzer.studies.learning.learn import Checks
from analyzer.studies.learning.plan import LearnPlan, make_plan

VARIANTS = (
    "base,galateia,triton,leucothea,amphitrite,poseidon,day-night,pyramid,monsters-3,monsters-4,monsters-5,"
    "storm,archway,rocks,wild"
)
PLAYERS = "1,2,3,4,5"
SEED = 2026


def main() -> int:
    """Play what is missing, and print the table and what it says; exit code 1 if something is missing still."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="to play for; default: until all is played")
    given = parser.parse_args()
    try:
        plan, found = played(given.deals, given.jobs, given.minutes)
    except Interrupted as end:
        print(end, file=sys.stderr)
        return 1
    print("\n".join([*table(plan, found), "", *told(plan, found)]))
    return 0


def played(deals: int, jobs: int, minutes: float | None) -> tuple[LearnPlan, Checked]:
    """Play what is missing, for so many minutes at most; raise Interrupted where that is not enough."""
    plan = make_plan(
        "tranquility", "survival", variants=VARIANTS, players=PLAYERS, sets=(), weights=None, budget=10**6, seed=SEED
    )
    control = Control()
    if minutes is not None:
        clock = threading.Timer(60 * minutes, control.drain)
        clock.daemon = True
        clock.start()
    with stopping_on_interrupt(control):
        checks = Checks(plan, Path("runs") / f"cells-{deals}", jobs, control)
        return plan, checks.compare("cells", deals, read_policy("trained"))


def table(plan: LearnPlan, found: Checked) -> list[str]:
    """Write games won in percent and the difference in points, a line for each variant."""
    each = len(PLAYERS.split(","))
    cells = [
        f"{_percent(rate)} / {_percent(start)}, {_bounds(ahead)}"
        for rate, start, ahead in zip(found.rates, found.starts, found.differences, strict=True)
    ]
    names = [str(case.reference.variant) for case in plan.arena.cases]
    lines = [f"| {names[n]} | {' | '.join(cells[n : n + each])} |" for n in range(0, len(cells), each)]
    return ["| variant | 1 player | 2 | 3 | 4 | 5 |", "|---|---|---|---|---|---|", *lines]


def told(plan: LearnPlan, found: Checked) -> list[str]:
    """Say how many cells are better for certain, and name those that may be worse by half a point."""
    above, low = sum(one.low > 0 for one in found.differences), _low(plan, found.differences)
    return [f"above 0: {above} of {len(found.differences)} cells, {found.deals:,} deals each", *low]


def _low(plan: LearnPlan, differences: Sequence[Estimate]) -> list[str]:
    pairs = zip(plan.arena.cases, differences, strict=True)
    return [f"lower end below -0.5: {case.label}, {_bounds(one)}" for case, one in pairs if one.low < -0.005]


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f}"


def _bounds(estimate: Estimate) -> str:
    return f"{100 * estimate.value:+.1f} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


if __name__ == "__main__":
    sys.exit(main())
