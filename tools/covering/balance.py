"""How often studies of balance find what is planted in the stalls, and how often they claim what is not there.

Run `ANALYZER_GAMES=tests.stalls python -m tools.covering.balance` to print the table of docs/statistics.md (ten
minutes of one core), or with names of studies behind it to print their rows alone:
`python -m tools.covering.balance prices course`.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from analyzer.games.written import read_policy
from analyzer.studies.balance import components, course, exploits, prices, stakes, strategies, turn_order
from analyzer.studies.balance.asking import Asked, Games, Kept
from analyzer.studies.balance.balance import tables
from analyzer.studies.samples import Sampler
from tests.stalls import truth
from tools.covering.exact import table_header, table_row

RUNS = 200
PLAIN = "base[edge=0][trade=0][raid=0]"
CHARMED = f"{PLAIN}[luck=49]"
DOMINATED = "base[edge=0][power=0][luck=9][trade=90][raid=0]"
CHEAP = f"{PLAIN}[luck=9][shell=20][charm.shell.price=20][charm.strong.price=5]"  # the strong charm costs too little
FAIR = f"{PLAIN}[luck=9][charm.strong.price=20]"  # every charm is worth its price
GAMBLED = "base[edge=0][power=0][trade=0][raid=0][luck=9][gamble=40]"  # raiding is worth as much as trading, but wild
SKEWED = "base[power=0][trade=0][raid=0][luck=9]"  # position 1 is 10 points ahead with two players, of 20 faces
EVEN = "even[luck=9]"
KING, CROWNLESS = (
    "kingmaker",
    "kingmaker[crown=0]",
)  # with three players one has no chance, and chooses who wins, or not
TWO_THIRDS = "even[luck=9][trade=40][outsider=1]"  # trading moves the chance of two of three seats by 20 points
CATCHING_UP = "even[luck=49]"
WATCHED = 300  # games that a study of the course follows
DREAMER, TRADER = "trader(plan=2)", "trader"
HEAD = ["study", "planted", "games", "found", "false alarms"]
Seen = Counter[str]
Courses = Iterator[course.Course]


@contextmanager
def played_in_memory(seed: int) -> Iterator[Any]:
    """Play the stages of a study without a folder."""
    with Sampler(jobs=1) as sampler:

        def play(_name: str, references: Any, deals: int, step: int = 0) -> list[Games]:
            return [Games(one, sampler.play(one.make(), deals, 1000 * step + seed).outcomes) for one in references]

        yield play


def asked(variant: str, budget: int, seed: int, level: str = "good", players: int = 2) -> Asked:
    """Ask about one table."""
    return Asked("stalls", tables("stalls", variant, players, level), budget, seed, ())


def repeated(study: Callable[..., Any], variant: str, budget: int, runs: int, players: int = 2) -> Iterator[Any]:
    """Make a study again and again on other deals."""
    for seed in range(runs):
        with played_in_memory(seed) as play:
            yield study(asked(variant, budget, seed, players=players), play, 1.0)


def seen_order(runs: int = RUNS, budget: int = 30_000) -> Seen:
    """Count what is found of a turn order that 20 faces even out, and of one that is even."""
    seen: Seen = Counter()
    for found in repeated(turn_order.turn_order, SKEWED, budget, runs):
        (order,) = found.orders
        remedy = order.compensation
        seen["uneven"] += order.is_uneven
        seen["covered"] += remedy is not None and not remedy.needed[1].excludes(20.0)
        seen["even after"] += remedy is not None and remedy.is_even
    for found in repeated(turn_order.turn_order, EVEN, budget, runs):
        seen["false: even"] += found.orders[0].is_uneven
    return seen


def seen_charms(runs: int = RUNS, budget: int = 70_000) -> Seen:
    """Count what is found of a strong, a dead and a hoarded charm, and of one that gives or takes by lot."""
    seen: Seen = Counter()
    for (found,) in repeated(components.components, CHARMED, budget, runs):
        worth = {one.name.removeprefix("charm:"): one for one in found.worths}
        trophy, dead = worth["trophy"], worth["dead"]
        seen["strong"] += worth["strong"].verdict == "stronger than the others"
        seen["dead"] += dead.is_worthless and not dead.grant.is_certain
        seen["hoarded"] += trophy.raw.excludes(0.0) and trophy.disagreement != ""
        seen["false: by lot"] += worth["fickle"].grant.is_certain
        seen["false: dead"] += dead.grant.is_certain
        seen["false: hoarded"] += trophy.grant.is_certain
    return seen


def seen_bans(runs: int = RUNS, budget: int = 12_000) -> Seen:
    """Count what is found of a dominant strategy, and of one that nobody chooses."""
    seen: Seen = Counter()
    for found in repeated(strategies.strategies, DOMINATED, budget, runs):
        bans = {ban.strategy: ban for ban in found.bans}
        seen["dominant"] += bans["trade"].verdict == "nobody wins without it"
        seen["covered"] += not bans["trade"].cost.together.excludes(truth.worth(90, 2))
        seen["dead"] += bans["dream"].verdict == "no deal differs"
        seen["false: dead"] += bans["dream"].cost.together.excludes(0.0)
    return seen


def seen_prices(runs: int = RUNS, budget: int = 60_000) -> Seen:
    """Count what is found of a charm that costs too little, and of charms that are worth their prices."""
    seen: Seen = Counter()
    for (found,) in repeated(prices.prices, CHEAP, budget, runs):
        strong = next(one for one in found.prices if one.name == "charm:strong")
        seen["too cheap"] += strong.excess.is_certain and strong.excess.alone.value > 0
        seen["covered"] += strong.needed is not None and not strong.needed.excludes(20.0)
        seen["equal on fresh deals"] += strong.is_even
    for (found,) in repeated(prices.prices, FAIR, budget, runs):
        seen["false: fair"] += any(one.excess.is_certain for one in found.prices)
    return seen


def reply_to(opponent: str, variant: str, budget: int, seed: int) -> exploits.Exploit:
    """Search a reply to a trader in the stalls, from a trader that plays as it does."""
    with tempfile.TemporaryDirectory() as folder:
        asking = asked(variant, budget, seed, "casual")
        field = exploits.Opponent("recommended", (read_policy(opponent),))
        return exploits.exploit(asking, Kept(asking, Path(folder) / "runs", 1), 1.0, asking.tables[0], field, 1)


def seen_exploits(runs: int = RUNS, budget: int = 8_000) -> Seen:
    """Count what is found against a dreamer, who leaves 20 faces, and against a trader where nothing is better."""
    seen: Seen = Counter()
    for seed in range(runs):
        found = reply_to(DREAMER, "base", budget, seed)
        seen["exploited"] += found.verdict == "exploited"
        seen["covered"] += not found.beyond.excludes(truth.worth(20, 2))
        nothing = reply_to(TRADER, GAMBLED, budget, seed)
        seen["false: no exploit"] += nothing.verdict == "exploited"
        seen["control: on its own deals"] += nothing.searched.low > 0
        seen["zero covered"] += not nothing.beyond.excludes(0.0)
    return seen


def seen_course(runs: int = RUNS, budget: int = 15_000) -> Seen:
    """Count what is found of a seat that makes kings, of choices at stake, and of who catches up."""
    seen: Seen = Counter()
    for name, variant in {"kings": KING, "false: all have a chance": EVEN, "false: no crown": CROWNLESS}.items():
        for one in _courses(variant, budget, runs, watched=course.FEWEST_EXAMINED):
            kings = one.stakes.kings
            assert kings is not None
            seen[name] += kings.low > stakes.OFTEN if name == "kings" else kings.value > 0
    for one in _courses(TWO_THIRDS, budget, runs, watched=course.FEWEST_EXAMINED):
        at_stake = one.stakes.at_stake
        assert at_stake is not None
        seen["at stake"] += not at_stake.excludes(2 / 3)
        seen["no turn is idle"] += not one.stakes.idle.excludes(0.0)
        seen["wrong: at stake"] += not at_stake.excludes(1.0)
    seen.update(seen_comebacks(runs))
    return seen


def seen_comebacks(runs: int = RUNS, budget: int = 1_000) -> Seen:
    """Count the rows of who still wins from behind, and those whose interval holds the truth, or a wrong one."""
    seen: Seen = Counter()
    with mock.patch.object(course, "FEWEST_EXAMINED", 2):
        for one in _courses(CATCHING_UP, budget, runs, 2):
            for row in (row for row in one.comebacks if row.time == "half"):
                seen["rows"] += 1
                seen["comebacks"] += not row.share.excludes(truth.behind(row.deficit))
                seen["wrong: comebacks"] += not row.share.excludes(truth.behind(row.deficit) - 0.2)
    return seen


def _courses(variant: str, budget: int, runs: int, players: int = 3, watched: int = WATCHED) -> Courses:
    """Follow the games of a table again and again; fewer are followed where only play-outs matter."""
    with mock.patch.object(course, "WATCHED", watched):
        for (one,) in repeated(course.course, variant, budget, runs, players):
            yield one


def rows(runs: int = RUNS, only: Sequence[str] = ()) -> Iterator[list[str]]:
    """Give the rows of the table, or those of some studies."""
    for study, tell in ROWS.items():
        if not only or study in only:
            for planted, games, found, alarms in tell(runs, f"of {runs}"):
                yield [study, planted, games, found, alarms]


Told = Iterator[tuple[str, str, str, str]]


def _order_rows(runs: int, of: str) -> Told:
    seen = seen_order(runs)
    found = f"{seen['uneven']} {of}; its handicap (20 faces) in the interval: {seen['covered']}; "
    found += f"no gap on fresh deals: {seen['even after']}"
    yield "position 1 is 10 points ahead", "30,000", found, ""
    yield "nothing", "30,000", "", _false(seen, "even", of)


def _charm_rows(runs: int, of: str) -> Told:
    seen = seen_charms(runs)
    lot = "a charm that gives or takes 20 faces by lot"
    hoarded = f"{seen['hoarded']} {of} seen to fool the raw table"
    yield "a charm worth 10 points", "70,000", f"{seen['strong']} {of} called stronger than the others", ""
    yield "a dead charm", "70,000", f"{seen['dead']} {of} called worth nothing", _false(seen, "dead", of)
    yield "a worthless charm that the luckier seat is dealt", "70,000", hoarded, _false(seen, "hoarded", of)
    yield lot, "70,000", "", _false(seen, "by lot", of)


def _price_rows(runs: int, of: str) -> Told:
    seen = seen_prices(runs)
    cheap = f"{seen['too cheap']} {of} called too cheap; the fair price in the interval: {seen['covered']}; "
    cheap += f"no difference at the price found, on fresh deals: {seen['equal on fresh deals']}"
    yield "a charm that costs 5 and is worth what others are at 20", "60,000", cheap, ""
    yield "every charm is worth its price, one of them by lot", "60,000", "", _false(seen, "fair", of)


def _ban_rows(runs: int, of: str) -> Told:
    seen = seen_bans(runs)
    dominant = f"{seen['dominant']} {of}; its cost in the interval: {seen['covered']}"
    yield "trading is worth 45 points", "12,000", dominant, ""
    yield "dreaming is never chosen", "12,000", f"{seen['dead']} {of} without a difference", _false(seen, "dead", of)


def _exploit_rows(runs: int, of: str) -> Told:
    seen = seen_exploits(runs)
    found = f"{seen['exploited']} {of}; the 10 points in the interval: {seen['covered']}"
    yield "a player that leaves 10 points", "8,000", found, ""
    none = f"0 points in the interval: {seen['zero covered']} {of}; control, claimed on the deals of the search: "
    none += str(seen["control: on its own deals"])
    yield "a player whom nothing beats, in a wild game", "8,000", none, _false(seen, "no exploit", of)


def _course_rows(runs: int, of: str) -> Told:
    seen = seen_course(runs)
    yield "a seat without a chance chooses the winner", "15,000", f"{seen['kings']} {of} in over 5 % of the games", ""
    yield "every seat has a chance", "15,000", "", _false(seen, "all have a chance", of)
    yield "a seat without a chance decides nothing", "15,000", "", _false(seen, "no crown", of)
    stake = f"in the interval: {seen['at stake']} {of}; control, all of them: {seen['wrong: at stake']}"
    yield "two of three choices are at stake", "15,000", stake, ""
    yield "no turn is without a choice", "15,000", f"in the interval: {seen['no turn is idle']} {of}", ""
    rows_ = f"of {seen['rows']} rows"
    behind = f"in the interval: {seen['comebacks']} {rows_}; control, 20 points off: {seen['wrong: comebacks']}"
    yield "the chance of who is behind at half-time (two players)", "1,000", behind, ""


ROWS: dict[str, Callable[[int, str], Told]] = {
    "turn-order": _order_rows,
    "components": _charm_rows,
    "prices": _price_rows,
    "strategies": _ban_rows,
    "exploits": _exploit_rows,
    "course": _course_rows,
}


def _false(seen: Seen, name: str, of: str) -> str:
    return f"{seen[f'false: {name}']} {of}"


def main() -> None:
    """Print the table, or the rows of the studies that are named."""
    print("\n".join(table_header(HEAD)))
    for row in rows(only=sys.argv[1:]):
        print(table_row(row), flush=True)


if __name__ == "__main__":
    main()
