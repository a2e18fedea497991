"""How often studies of balance find what is planted in the stalls, and how often they claim what is not there.

Run `ANALYZER_GAMES=tests.stalls python -m tools.covering.balance` to print the table of docs/statistics.md (five
minutes).
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from analyzer.games.written import read_policy
from analyzer.studies.balance import components, exploits, prices, strategies
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
DREAMER, TRADER = "trader(plan=2)", "trader"
HEAD = ["study", "planted", "games", "found", "false alarms"]
Seen = Counter[str]


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


def rows(runs: int = RUNS) -> Iterator[list[str]]:
    """Give the rows of the table."""
    charms, bans, priced, tuned = seen_charms(runs), seen_bans(runs), seen_prices(runs), seen_exploits(runs)
    of = f"of {runs}"
    lot, fair = "a charm that gives or takes 20 faces by lot", "every charm is worth its price, one by lot"
    yield ["components", "a charm worth 10 points", "70,000", f"{charms['strong']} {of} called stronger", ""]
    yield ["components", "a dead charm", "70,000", f"{charms['dead']} {of} worth nothing", _false(charms, "dead", of)]
    hoarded = f"{charms['hoarded']} {of} seen to fool the raw table"
    yield ["components", "a worthless charm that winners hoard", "70,000", hoarded, _false(charms, "hoarded", of)]
    yield ["components", lot, "70,000", "", _false(charms, "by lot", of)]
    dominant = f"{bans['dominant']} {of}; its cost in the interval: {bans['covered']}"
    yield ["strategies", "trading is worth 45 points", "12,000", dominant, ""]
    yield ["strategies", "dreaming is never chosen", "12,000", f"{bans['dead']} {of}", _false(bans, "dead", of)]
    cheap = f"{priced['too cheap']} {of} called too cheap; the fair price in the interval: {priced['covered']}; "
    cheap += f"no difference at the price found, on fresh deals: {priced['equal on fresh deals']}"
    yield ["prices", "a charm that costs 5 and is worth what others are at 20", "60,000", cheap, ""]
    yield ["prices", fair, "60,000", "", _false(priced, "fair", of)]
    found = f"{tuned['exploited']} {of}; the 10 points in the interval: {tuned['covered']}"
    yield ["exploits", "a player that leaves 10 points", "8,000", found, ""]
    none = f"0 points in the interval: {tuned['zero covered']} {of}; control, claimed on the deals of the search: "
    none += str(tuned["control: on its own deals"])
    yield ["exploits", "a player whom nothing beats, in a wild game", "8,000", none, _false(tuned, "no exploit", of)]


def _false(seen: Seen, name: str, of: str) -> str:
    return f"{seen[f'false: {name}']} {of}"


def main() -> None:
    """Print the table."""
    print("\n".join(table_header(HEAD)))
    for row in rows():
        print(table_row(row))


if __name__ == "__main__":
    main()
