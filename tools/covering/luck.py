"""How often the intervals of luck by source cover, on the toy game, where every share is enumerated.

Run `ANALYZER_GAMES=tests.toy python -m tools.covering.luck` to print the table of docs/statistics.md (half a minute).
The control takes what a source decides by itself for what it decides in all.
"""

import itertools
from collections.abc import Iterator

from analyzer.stats import Estimate
from analyzer.studies.luck import luck
from analyzer.studies.luck_found import Luck
from analyzer.studies.samples import Sampler
from tests.toy.truth import luck_shares
from tools.covering.exact import table_header, table_row

RUNS, DEALS = 200, 1_000
KEEPS = {"patient": 3.0, "rock": 6.0}  # of the levels casual and good
HEAD = ["who plays", "source", "by itself: truth, %", "covered, %", "in all: truth, %", "covered, %"]
Key = tuple[str, str, str]


def truths() -> dict[Key, float]:
    """Give the shares of every table by who plays, source and kind."""
    ways = {(one,): [(keep, keep)] for one, keep in KEEPS.items()}
    ways[tuple(KEEPS)] = list(itertools.product(KEEPS.values(), repeat=2))
    found = {who: luck_shares(keeps) for who, keeps in ways.items()}
    return {
        (" and ".join(who), source, kind): share
        for who, shares in found.items()
        for source, pair in shares.items()
        for kind, share in zip(("first", "total"), pair, strict=True)
        if source != "skill" or len(who) > 1
    }


def run(seed: int, deals: int = DEALS) -> dict[Key, Estimate]:
    """Estimate all shares once."""
    with Sampler(jobs=1) as sampler:
        result = luck("toy", levels=list(KEEPS), games=deals, seed=seed, sampler=sampler)
    return dict(_estimates(result))


def _estimates(result: Luck) -> Iterator[tuple[Key, Estimate]]:
    for table in result.tables:
        for source in table.sources:
            who = " and ".join(table.who)
            yield (who, source.name, "first"), source.first
            yield (who, source.name, "total"), source.total


def covered(runs: int = RUNS, deals: int = DEALS) -> tuple[dict[Key, int], dict[Key, int]]:
    """Count the runs whose intervals hold the truth, and those that hold the other kind of share."""
    known = truths()
    hits, wrong = dict.fromkeys(known, 0), dict.fromkeys(known, 0)
    for seed in range(runs):
        for (who, source, kind), estimate in run(seed, deals).items():
            for counts, truth in ((hits, kind), (wrong, "total" if kind == "first" else "first")):
                counts[who, source, kind] += not estimate.excludes(known[who, source, truth])
    return hits, wrong


def main() -> None:
    """Print the table."""
    known, (hits, _wrong) = truths(), covered()
    print("\n".join(table_header(HEAD)))
    for who, source, kind in known:
        if kind == "first":
            keys = [(who, source, each) for each in ("first", "total")]
            cells = [text for key in keys for text in (f"{100 * known[key]:.2f}", f"{100 * hits[key] / RUNS:.1f}")]
            print(table_row([who, source, *cells]))


if __name__ == "__main__":
    main()
