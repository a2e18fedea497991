"""Plays one cell for a long time, and says whether memory stays flat and the rate constant.

    python tools/soak.py --games 200000000 --out /tmp/soak
    ANALYZER_GAMES=tests.toy python tools/soak.py --game toy --variant together --policy rock --games 50000000

The games are those of `analyzer run` (blocks, journal and shards on disk); called again, it resumes where it stopped,
and the samples of all calls are in samples.csv. Exit code 0: memory in the last tenth (its median, as blocks that wait
for the disk come and go) is at most 5 % above that of the tenth after the first third, and the rate of the last tenth
at most 5 % below that of the first, per second of the processor: others may use the machine, too. Both are measured
within one process: one that went on says so by the games that it played. At the end every stored file is verified, and
the games are counted again in sums, counts and outcomes.
"""

import argparse
import csv
import resource
import sys
import time
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median

from analyzer.games.user_files import toml_text

WARM = 1_000_000  # games after which the rate is measured first
SETTLED = 1 / 3  # of the games, after which memory is: until then, libraries take theirs step by step
MOST = 0.05  # by which memory and rate may differ
EVERY = 100_000  # games between two samples, at least


@dataclass(frozen=True)
class Sample:
    """How far it is, when, and what it took until then."""

    games: int  # of the whole run
    played: int  # by this process
    wall: float  # seconds since the process began to play
    cpu: float  # seconds of the processor, of all threads
    memory: int  # bytes that lie in memory


class Sampler:
    """Hears how far a run is, and writes samples down."""

    def __init__(self, file: Path) -> None:
        self.samples: list[Sample] = []
        self.file = file
        self.began = (time.monotonic(), time.process_time())
        self.first: int | None = None

    def hear(self, games: int) -> None:
        """Take a sample, unless the last one is too near."""
        self.first = games if self.first is None else self.first
        if self.samples and games < self.samples[-1].games + EVERY:
            return
        wall, cpu = time.monotonic() - self.began[0], time.process_time() - self.began[1]
        self.samples.append(Sample(games, games - self.first, wall, cpu, resident()))
        with self.file.open("a", newline="", encoding="utf-8") as opened:
            csv.writer(opened).writerow(astuple(self.samples[-1]))


def resident() -> int:
    """Tell how many bytes of this process lie in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def judge(samples: list[Sample]) -> tuple[list[str], bool]:
    """Compare the end with the beginning: memory, and games per second of the processor and of the clock."""
    warm = [sample for sample in samples if sample.played >= WARM]
    if len(warm) < 20:
        return [f"{samples[-1].played if samples else 0:,} games are too few to compare"], False
    tenth = (samples[-1].games - warm[0].games) / 10
    early = [sample for sample in warm if sample.games <= warm[0].games + tenth]
    late = [sample for sample in warm if sample.games >= samples[-1].games - tenth]
    slower = {kind: _rate(late, kind) / _rate(early, kind) - 1 for kind in ("cpu", "wall")}
    settled = [sample for sample in warm if sample.played >= samples[-1].played * SETTLED]
    first = [sample for sample in settled if sample.games <= settled[0].games + tenth]
    before, after = (median(sample.memory for sample in part) / 1e6 for part in (first, late))
    grown = after / before - 1
    lines = [f"memory: {before:.1f} MB after {settled[0].played:,} games, {after:.1f} MB at the end ({grown:+.1%})"]
    for kind, change in slower.items():
        first, last = _rate(early, kind), _rate(late, kind)
        lines.append(
            f"games per second of {kind}: {first:,.0f} in the first tenth, {last:,.0f} in the last ({change:+.1%})"
        )
    return lines, grown <= MOST and slower["cpu"] >= -MOST


def _rate(samples: list[Sample], kind: str) -> float:
    took = getattr(samples[-1], kind) - getattr(samples[0], kind)
    return (samples[-1].games - samples[0].games) / took if took > 0 else float("nan")


def recount(folder: Path, games: int) -> tuple[list[str], bool]:
    """Count the games of a run of one cell in all that is stored of them."""
    import analyzer

    checked, results = analyzer.verify(folder), analyzer.load_results(folder)
    blocks, cell = results.blocks, results.manifest.cells[0].cell
    counted = {
        "sums": int(blocks["games"].sum()),
        "causes": int(blocks.filter(like="cause_").to_numpy().sum()),
        "counts": int(results.counts.query("measure == 'decisions'")["count"].sum()),
        "outcomes": results.outcomes(cell).deals,
    }
    lines = [f"{name}: {number:,} games" for name, number in counted.items()]
    lines.append(f"{checked.files:,} files, {len(checked.damages)} of them damaged")
    return lines, checked.is_whole and set(counted.values()) == {games}


def main() -> int:
    """Play, and say how it went."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--games", type=int, default=200_000_000)
    reader.add_argument("--game", default="tranquility")
    reader.add_argument("--variant", default="base")
    reader.add_argument("--policy", default="casual")
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--out", type=Path, default=Path("runs/soak"))
    wanted = reader.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    spec = wanted.out / "soak.toml"
    spec.write_text(_spec(wanted), encoding="utf-8")
    import analyzer

    sampler = Sampler(wanted.out / "samples.csv")
    result = analyzer.run(
        spec,
        wanted.out / "run",
        jobs=wanted.jobs,
        say=print,
        on_games=lambda *told: sampler.hear(told[1]),
    )
    lines, is_steady = judge(sampler.samples)
    print(f"{result.games:,} games, digest {result.digest}", *lines, sep="\n")
    print("steady" if is_steady else "NOT steady, or too short to tell")
    lines, is_whole = recount(wanted.out / "run", wanted.games)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(*lines, f"at most {most:.0f} MB of memory, with all tables open", sep="\n")
    print("whole" if is_whole else "NOT whole")
    return 0 if is_steady and is_whole else 1


def _spec(wanted: argparse.Namespace) -> str:
    content = {"game": wanted.game, "variants": [wanted.variant], "players": [2], "policies": [wanted.policy]}
    return toml_text({**content, "deals": wanted.games, "rows": False}, comment="Do memory and rate stay the same?")


if __name__ == "__main__":
    sys.exit(main())
