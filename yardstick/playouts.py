"""Compare the play-outs of a look-ahead with the same ones in C: the same answers, and speed as a ratio in one run.

python yardstick/playouts.py [--positions N] [--samples N] [--runs N]
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from building import build, find_compiler

from analyzer.cells import Cell, make_cell
from analyzer.games.tranquility.heuristics.survival.supply import LOG_CHANCE
from analyzer.games.tranquility.state import Card, Cause, Phase
from analyzer.kernel.streams import open_streams
from analyzer.play import seeding
from analyzer.play.prepared import PreparedCell

SAME_ROUNDING = "-ffp-contract=off"  # no fused arithmetic: both sides round alike
CASES = ((3, 0), (3, 12), (2, 12), (5, 0))  # players, Islands removed
POLICY = "survival"
APART = 4.0  # standard errors between the mean worths that would show another game
CODES = {int(Card.START): 81, int(Card.FINISH): 82}  # Islands keep their numbers
OF_MODULES = {
    "monster", "wild", "wrong", "compass", "hinder", "reserve", "roof", "row", "row_danger", "row_held", "unseen",
}  # fmt: skip


def main() -> int:
    """Build the play-outs in C, compare answers and worths, print the ratios; exit code 1 if an answer differs."""
    options, failures = _options(), 0
    compiler = find_compiler()
    if compiler is None:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        program = build(compiler, "playouts", Path(folder), SAME_ROUNDING)
        for players, removed in CASES:
            failures += not compare(program, Path(folder), players, removed, options)
    return int(failures > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100, help="positions to play out from")
    parser.add_argument("--samples", type=int, default=200, help="times that the hidden cards are dealt again in each")
    parser.add_argument("--runs", type=int, default=5, help="alternating runs; the median counts; 0: answers only")
    return parser.parse_args()


def compare(program: Path, folder: Path, players: int, removed: int, options: argparse.Namespace) -> bool:
    """Compare one number of players and of removed Islands; tell whether all games are the same."""
    sets, settings = [f"removed={removed}"], f"samples={2 * options.samples},options=2,questions=ACTION"
    cell = make_cell("tranquility", players=players, sets=sets, policy=POLICY)
    searching = PreparedCell(
        make_cell("tranquility", players=players, sets=sets, policy=f"search({POLICY},{settings})")
    )
    prepared = PreparedCell(cell)
    benches = list(positions(prepared, options.positions))
    paths = written(folder, cell, benches)
    same = answers(prepared, benches) == in_c(program, paths)
    print(f"{players} players, {removed} removed: {len(benches)} games played on {'alike' if same else 'NOT ALIKE'}")
    if options.runs > 0:
        same &= _speed(program, paths, searching, benches, options)
    return same


def positions(prepared: PreparedCell, n: int) -> Iterator[Any]:
    """Give benches at questions for an action: game by game, at turns spread over all of its length."""
    for deal in range(n):
        benches = prepared.bench()
        open_streams(benches[0], prepared.cell.players, seeding.deal_seeds(1, deal)[0])
        game, state, found = prepared.cell.game, benches[0].state, []
        game.start(prepared.rules, state, benches[0].chance)
        while int(state.table.cause) == 0:
            seat = int(state.table.asked)
            if state.table.phase == Phase.ACTION:
                found.append(benches.copy())
            answer = prepared.ask((prepared.rules, state.table, state.hands[seat]), benches[0].desks[seat])
            game.step(prepared.rules, state, answer, benches[0].chance)
        yield found[deal * 7 % len(found)]


def answers(prepared: PreparedCell, benches: list[Any]) -> list[list[int]]:
    """Play every position on as it is; list whether it was won, its turns, cells filled and cards paid."""
    return [_played_on(prepared, bench.copy()) for bench in benches]


def _played_on(prepared: PreparedCell, benches: Any) -> list[int]:
    rows = np.zeros(1, prepared.cell.game.record)
    state, bench = benches[0].state, benches[0]
    seat, paid = int(state.table.asked), int(state.tally.paid)
    bench.forced = prepared.ask((prepared.rules, state.table, state.hands[seat]), bench.desks[seat])
    bench.resumes = 1
    prepared.drive(benches, seeding.deal_seeds(1, 0), rows)
    row = rows[0]
    return [int(row["cause"] == Cause.WON), int(row["turns"]), int(row["filled"]), int(row["paid"]) - paid]


def written(folder: Path, cell: Cell, benches: list[Any]) -> list[Path]:
    """Write what the program in C reads: policy and positions, and the table of chances."""
    knobs = cell.seats[0].player.knobs
    head = [cell.players, int(cell.rules.removed), *(v for k, v in knobs.items() if k not in OF_MODULES), len(benches)]
    lines = [" ".join(map(repr, head)), *(" ".join(map(str, _position(cell, bench[0].state))) for bench in benches)]
    text, table = folder / "positions.txt", folder / "chances.bin"
    text.write_text("\n".join(lines) + "\n", encoding="utf-8")
    table.write_bytes(LOG_CHANCE.tobytes())
    return [text, table]


def _position(cell: Cell, state: Any) -> Iterator[int]:
    table = state.table
    yield from (int(table.active), int(table.started), int(table.turn) - 1, int(table.laid_by))
    yield from (int(number) for number in table.number[1 : cell.rules.cells + 1])
    for seat in range(cell.players):
        yield from (int(table[name][seat]) for name in ("discarded", "fresh", "opening", "spent_at"))
        hand, bottom = state.hands[seat], int(state.hidden.bottom[seat])
        yield from _counted(hand.cards[: hand.held])
        yield from _counted([card for card in range(len(hand.lost)) for _ in range(hand.lost[card])])
        yield from _counted(state.hidden.deck[bottom : bottom + table.pile[seat]])


def _counted(cards: Any) -> Iterator[int]:
    yield len(cards)
    yield from (CODES.get(int(card), int(card)) for card in cards)


def in_c(program: Path, paths: list[Path]) -> list[list[int]]:
    """Play every position on in C."""
    done = subprocess.run([program, *paths], check=True, capture_output=True, text=True)
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


def _speed(
    program: Path, paths: list[Path], searching: PreparedCell, benches: list[Any], options: argparse.Namespace
) -> bool:
    ours, theirs = [], []
    playouts = 2 * options.samples * len(benches)
    searched(searching, benches[:1])
    for _ in range(options.runs):
        worths, seconds = searched(searching, benches)
        ours.append(playouts / seconds)
        others, seconds = sampled(program, paths, options.samples)
        theirs.append(playouts / seconds)
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(
        f"  play-outs per CPU-second: {statistics.median(ours):,.0f}, in C {statistics.median(theirs):,.0f}, "
        f"ratio {ratio:.2f} (median of {options.runs} alternating runs)"
    )
    errors = apart(worths, others, options.samples)
    print(f"  worth {np.mean(worths):.4f} and {np.mean(others):.4f}: {errors:.1f} standard errors apart")
    return abs(errors) < APART


def searched(prepared: PreparedCell, benches: list[Any]) -> tuple[list[float], float]:
    """Let a look-ahead compare two answers in every position; return what the policy's own was worth, and the time."""
    worths, seconds = [], 0.0
    for bench in benches:
        state, desks = bench[0].state, prepared.bench()
        seat = int(state.table.asked)
        desk, space = desks[0].desks[seat], prepared.workspaces[seat].records[0]
        seen = (prepared.rules, state.table, state.hands[seat])
        begin = time.process_time()
        prepared.ask(seen, desk)
        seconds += time.process_time() - begin
        worths.append(float(space.gains[0] / space.plays[0]))
    return worths, seconds


def sampled(program: Path, paths: list[Path], samples: int) -> tuple[list[float], float]:
    """Do in C what `searched` does; it plays the policy's own answer twice on each deal."""
    done = subprocess.run([program, *paths, str(samples)], check=True, capture_output=True, text=True)
    return [float(line) for line in done.stdout.split()], float(done.stderr)


def apart(ours: list[float], theirs: list[float], samples: int) -> float:
    """Compare what positions were worth on fresh deals: the mean difference over its standard error."""
    gaps = np.array(ours) - np.array(theirs)
    chances = np.clip((np.array(ours) + np.array(theirs)) / 2, 1 / samples, 1 - 1 / samples)
    return float(gaps.sum() / np.sqrt((2 * chances * (1 - chances) / samples).sum()))


if __name__ == "__main__":
    sys.exit(main())
