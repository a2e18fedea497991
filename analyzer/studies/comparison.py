"""Several variants or policies on the same deals, compared in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell, make_cell, split_list
from analyzer.errors import BadInput, PolicyFault
from analyzer.kernel.jit import cpu_count
from analyzer.play.blocks import Control, Pool, Stopwatch, Table, Threads, play_blocks
from analyzer.play.simulation import MAX_GAMES, MAX_JOBS, MAX_SEED, check_range, fault_words, replay_command
from analyzer.play.summary import Summary, nothing
from analyzer.stats.estimate import Estimate
from analyzer.stats.means import Moments, mean, moments
from analyzer.stats.multiple import bonferroni_level, holm
from analyzer.stats.paired import Pairs, Saving, count_packed, mcnemar, paired_mean, permutation_test, saving, tango
from analyzer.stats.proportions import wilson, win_share

LEVEL = 0.95
PERMUTATION_SEED = 1


@dataclass(frozen=True)
class Arm:
    """One thing that is compared, with the outcome of every deal.

    `won` has one bit per deal (cooperative). In a competitive game the arm is a policy that sits at every seat
    in turn against the same opponents: `shares` and `scores` are its means over the seats, deal by deal.
    """

    label: str
    games: int
    digest: str
    won: NDArray[np.uint8] | None = None
    wins: int = 0
    shares: NDArray[np.float64] | None = None
    scores: NDArray[np.float64] | None = None

    @property
    def win_rate(self) -> Estimate:
        """Estimate the win rate of the team, or the win share of the policy over all seats."""
        if self.shares is None:
            return wilson(self.wins, self.games)
        sums: Moments = moments(self.shares)
        return win_share(sums.n, sums.total, sums.squares)

    @property
    def score(self) -> Estimate | None:
        """Estimate the mean score of the policy over all seats."""
        return None if self.scores is None else mean(moments(self.scores))


@dataclass(frozen=True)
class Difference:
    """The difference of two arms on their common deals."""

    first: str
    second: str
    difference: Estimate
    p_value: float
    test: str
    p_holm: float
    saving: Saving
    score: Estimate | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        finite = np.isfinite(self.saving.factor)
        return {
            "first": self.first,
            "second": self.second,
            **_flat("difference", self.difference),
            "p_value": self.p_value,
            "p_holm": self.p_holm,
            "test": self.test,
            "variance_saved": self.saving.factor if finite else None,
            "correlation": self.saving.correlation if np.isfinite(self.saving.correlation) else None,
            **(_flat("score_difference", self.score) if self.score else {}),
        }


@dataclass(frozen=True)
class Comparison:
    """What was compared and what came out."""

    game: str
    kind: str  # variants or policies
    players: int
    field: str | None
    seed: int
    games: int
    seconds: float
    arms: tuple[Arm, ...]
    differences: tuple[Difference, ...]
    was_interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `compare --json`."""
        return {
            "game": self.game,
            "compared": self.kind,
            "players": self.players,
            "field": self.field,
            "seed": self.seed,
            "games": self.games,
            "interrupted": self.was_interrupted,
            "arms": [_arm_document(arm) for arm in self.arms],
            "differences": [item.as_dict() for item in self.differences],
            "simultaneous_level": LEVEL,
            "seconds": self.seconds,
        }


def _arm_document(arm: Arm) -> dict[str, Any]:
    score = _flat("mean_score", arm.score) if arm.score else {}
    return {"name": arm.label, "games": arm.games, **_flat("win_rate", arm.win_rate), **score, "digest": arm.digest}


def _flat(name: str, estimate: Estimate) -> dict[str, Any]:
    keys = {"ci_low": estimate.low, "ci_high": estimate.high, "ci_level": estimate.level, "ci_method": estimate.method}
    prefix = "" if name in ("win_rate", "difference") else f"{name}_"
    return {name: estimate.value, **{f"{prefix}{key}": value for key, value in keys.items()}}


def compare(
    game: str,
    *,
    variants: Sequence[str] | str | None = None,
    policies: Sequence[str] | str | None = None,
    players: int | None = None,
    variant: str | None = None,
    sets: Sequence[str] = (),
    policy: str | None = None,
    games: int = 100_000,
    seed: int = 0,
    jobs: int | None = None,
    control: Control | None = None,
) -> Comparison:
    """Compare variants (with one policy) or policies (in one variant) on the same deals.

    In a competitive game every policy sits at each seat in turn against `policy` (by default the recommended
    one) at the others, and is judged by its share of the wins.
    """
    check_range("games", games, 1, MAX_GAMES)
    check_range("seed", seed, 0, MAX_SEED)
    n_jobs = cpu_count() if jobs is None else check_range("jobs", jobs, 1, MAX_JOBS)
    kind, names = _names(variants, policies, variant)
    plans = _plans(game, kind, names, players, variant, sets, policy)
    control, watch = control or Control(), Stopwatch()
    pool = Threads(n_jobs)
    try:
        arms = [_play_arm(label, cells, games, seed, control, pool) for label, cells in plans]
    finally:
        pool.close()
    first = plans[0][1][0]
    played = min(arm.games for arm in arms)
    if not played:
        raise KeyboardInterrupt
    field = (policy or first.game.recommended) if first.is_competitive else None
    differences = _differences(arms, played)
    return Comparison(
        game, kind, first.players, field, seed, played, watch.seconds, tuple(arms), differences, played < games
    )


def _names(
    variants: Sequence[str] | str | None, policies: Sequence[str] | str | None, variant: str | None
) -> tuple[str, list[str]]:
    if (variants is None) == (policies is None):
        raise BadInput("compare needs either --variants a,b,… or --policies a,b,…")
    if variants is not None and variant is not None:
        raise BadInput("--variant and --variants cannot go together; --variant is for comparing policies")
    kind, given = ("variants", variants) if variants is not None else ("policies", policies)
    assert given is not None
    names = split_list(given) if isinstance(given, str) else list(given)
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadInput(f"--{kind} {','.join(names)}: give two or more, each once")
    return kind, names


def _plans(
    game: str,
    kind: str,
    names: list[str],
    players: int | None,
    variant: str | None,
    sets: Sequence[str],
    policy: str | None,
) -> list[tuple[str, list[Cell]]]:
    """List for every arm the cells it is played in: one, or one per seat of a competitive game."""
    plans = []
    for name in names:
        wanted = {"variant": name, "policy": policy} if kind == "variants" else {"variant": variant, "policy": name}
        cell = make_cell(game, players=players, sets=sets, **wanted)
        if cell.is_competitive and kind == "variants":
            raise BadInput(
                f"--variants {name}: in a competitive game somebody always wins; compare its policies instead"
            )
        cells = [cell]
        if cell.is_competitive:
            field = policy or cell.game.recommended
            line_ups = [[field] * cell.players for _ in range(cell.players)]
            for seat, line_up in enumerate(line_ups):
                line_up[seat] = name
            texts = [",".join(line_up) for line_up in line_ups]
            cells = [make_cell(game, players=players, variant=variant, sets=sets, policy=text) for text in texts]
        plans.append((name, cells))
    return plans


def _play_arm(label: str, cells: list[Cell], games: int, seed: int, control: Control, pool: Pool) -> Arm:
    played = [_play(cell, games, seed, control, pool, seat) for seat, cell in enumerate(cells)]
    n = min(summary.games for summary, _kept in played)
    digest = "".join(summary.digest for summary, _kept in played)
    if not cells[0].is_competitive:
        kept = played[0][1]
        won = np.concatenate([np.zeros(0, bool), *kept])
        return Arm(label, n, digest, won=np.packbits(won), wins=int(won.sum()))
    tables = [np.concatenate([np.zeros((0, 2)), *kept])[:n] for _summary, kept in played]
    means = np.mean(tables, axis=0)
    return Arm(label, n, digest, shares=means[:, 0], scores=means[:, 1])


def _play(
    cell: Cell, games: int, seed: int, control: Control, pool: Pool, seat: int
) -> tuple[Summary, list[NDArray[Any]]]:
    """Play one cell; keep of every deal whether it was won, or the share and score of the arm's seat."""
    total, kept = nothing(cell.game), []
    blocks = play_blocks(
        Table(cell), seed=seed, games=games, jobs=pool.jobs, control=control, keep_rows=True, pool=pool
    )
    for block in blocks:
        total, rows = total + block.summary, block.rows
        if cell.is_competitive:
            kept.append(np.stack([rows["share"][:, seat], rows["score"][:, seat].astype(np.float64)], axis=1))
        else:
            kept.append(rows["cause"] == cell.game.causes["WON"])
    if total.fault is not None:
        see = replay_command(cell, seed, total.fault.deal)
        raise PolicyFault(f"{fault_words(cell, total.fault)}. See it: {see}")
    return total, kept


def _differences(arms: list[Arm], games: int) -> tuple[Difference, ...]:
    pairs = list(combinations(arms, 2))
    level = bonferroni_level(LEVEL, len(pairs))
    raw = [_compare_pair(first, second, games, level) for first, second in pairs]
    adjusted = holm([item.p_value for item in raw])
    return tuple(
        Difference(x.first, x.second, x.difference, x.p_value, x.test, float(p), x.saving, x.score)
        for x, p in zip(raw, adjusted, strict=True)
    )


def _compare_pair(first: Arm, second: Arm, games: int, level: float) -> Difference:
    if first.won is not None and second.won is not None:
        pairs: Pairs = count_packed(_cut(first.won, games), _cut(second.won, games), games)
        test = mcnemar(pairs)
        return Difference(first.label, second.label, tango(pairs, level), test.p_value, test.method, 1.0, saving(pairs))
    assert first.shares is not None
    assert second.shares is not None
    a, b = first.shares[:games], second.shares[:games]
    flipped = permutation_test(a - b, PERMUTATION_SEED)
    score = None if first.scores is None or second.scores is None else paired_mean(first.scores, second.scores, level)
    return Difference(
        first.label, second.label, paired_mean(a, b, level), flipped.p_value, flipped.method, 1.0, _saved(a, b), score
    )


def _cut(bits: NDArray[np.uint8], games: int) -> NDArray[np.uint8]:
    return np.packbits(np.unpackbits(bits)[:games])


def _saved(a: NDArray[np.float64], b: NDArray[np.float64]) -> Saving:
    apart, paired = float(np.var(a) + np.var(b)), float(np.var(a - b))
    scale = float(np.std(a) * np.std(b))
    correlation = float(np.mean((a - a.mean()) * (b - b.mean()))) / scale if scale > 0 else float("nan")
    return Saving(apart / paired if paired > 0 else float("inf"), correlation)
