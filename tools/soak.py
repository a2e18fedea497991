"""Plays one cell for a long time, and says whether memory stays flat and the rate constant.

    python tools/soak.py --games 200000000 --out /tmp/soak

The games are those of `analyzer run` (blocks, journal and shards on disk); called again, it resumes where it stopped,
and the samples of all calls are in samples.csv. Exit code 0: memory at the end is within 5 % of that after the first
million games, and the rate of the last tenth within 5 % of that of the first, per second of the processor: others may
use the machine, too. Both are measured within one process: one that went on says so by the games that it played.
"""

import argparse
import csv
import resource
import sys
import time
from dataclasses import astuple, dataclass
from pathlib import Path

from analyzer.games.user_files import toml_text

WARM = 1_000_000  # games after which memory is measured first
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
    grown = samples[-1].memory / warm[0].memory - 1
    tenth = (samples[-1].games - warm[0].games) / 10
    early = [sample for sample in warm if sample.games <= warm[0].games + tenth]
    late = [sample for sample in warm if sample.games >= samples[-1].games - tenth]
    slower = {kind: _rate(late, kind) / _rate(early, kind) - 1 for kind in ("cpu", "wall")}
    before, after = (sample.memory / 1e6 for sample in (warm[0], samples[-1]))
    lines = [f"memory: {before:.1f} MB after {warm[0].played:,} games, {after:.1f} MB at the end ({grown:+.1%})"]
    for kind, change in slower.items():
        first, last = _rate(early, kind), _rate(late, kind)
        lines.append(
            f"games per second of {kind}: {first:,.0f} in the first tenth, {last:,.0f} in the last ({change:+.1%})"
        )
    return lines, abs(grown) <= MOST and abs(slower["cpu"]) <= MOST


def _rate(samples: list[Sample], kind: str) -> float:
    took = getattr(samples[-1], kind) - getattr(samples[0], kind)
    return (samples[-1].games - samples[0].games) / took if took > 0 else float("nan")


def main() -> int:
    """Play, and say how it went."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--games", type=int, default=200_000_000)
    reader.add_argument("--policy", default="casual")
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--out", type=Path, default=Path("runs/soak"))
    wanted = reader.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    spec = wanted.out / "soak.toml"
    spec.write_text(_spec(wanted.games, wanted.policy), encoding="utf-8")
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
    return 0 if is_steady else 1


def _spec(games: int, policy: str) -> str:
    content = {"game": "tranquility", "variants": ["base"], "players": [2], "policies": [policy]}
    return toml_text({**content, "deals": games, "rows": False}, comment="Do memory and rate stay the same?")


if __name__ == "__main__":
    sys.exit(main())
