"""What a change of rules moves: the game with and without it on the same deals, by number of players and level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.analysis.shares import Shares, difference_of_shares, gaps
from analyzer.catalog import load_game
from analyzer.cells import Cell, make_cell
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.games.written import Changes, Sets, changed, read_changes, write_changes
from analyzer.play.control import Control
from analyzer.play.limits import check_games, check_seed
from analyzer.play.pools import BackendGiven, Say
from analyzer.play.summary import WON
from analyzer.runs.runner import OnGames
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import bonferroni_level
from analyzer.stats.paired import count_pairs, tango
from analyzer.stats.paired_unknowns import count_bounded, tango_bounded
from analyzer.stats.proportions import wilson
from analyzer.studies.moves import CAUSE, MEASURE_WORDS, Move, Scene, WhatIf
from analyzer.studies.names import listed, read_counts
from analyzer.studies.samples import RATE, Sample, Sampler

DEFAULT_DEALS = 10_000
DEFAULT_LEVELS = ("casual", "good")
LEVEL = 0.95
Pair = tuple[Sample, Sample]  # without the change, with it


def whatif(
    game: str,
    *,
    sets: Sets,
    variant: str | None = None,
    players: Sequence[int] | str | int | None = None,
    levels: Sequence[str] | str | None = None,
    games: float = DEFAULT_DEALS,
    seed: int = 0,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> WhatIf:
    """Play a game with and without a change on the same deals, and say what moves.

    Parameters
    ----------
    game, seed, jobs, backend
        As for `simulate`.
    sets
        The change: `{"hand_limit": 6}` or `["hand_limit=6"]`; several switches are changed together.
    variant
        What is changed; `"base[removed=4]"` has something set already.
    players
        Numbers of players, a list or a text with commas; by default all that the game has.
    levels
        Who plays: levels or policies, a list or a text with commas; by default casual and good.
    games
        Deals of every table, with and without the change.
    control, say, on_games
        How to end it early, what receives remarks, and what receives the progress.

    Returns
    -------
    WhatIf
        With `scenes`, one per number of players and level, each with its `moves`; `words`, `as_dict()`.

    Examples
    --------
    >>> analyzer.whatif("tranquility", sets={"hand_limit": 6}, players=[2, 3], games=2000)
    """
    loaded = load_game(game)
    deals, root, change = check_games(games), check_seed(seed), read_changes(sets)
    if not change:
        raise BadInput("whatif needs a change: --set switch=value")
    tables, skipped = _tables(loaded, variant, change, players, levels)
    with Sampler(jobs, backend, control, on_games, say) as sampler:
        sampler.expected = 2 * deals * len(tables)
        pairs = [(sampler.play(before, deals, root), sampler.play(after, deals, root)) for before, after in tables]
    asked = game, tables[0][0].setting.name, tuple(write_changes(change)), root, deals
    return WhatIf(*asked, sampler.games, sampler.seconds, _scenes(pairs), tuple(skipped), LEVEL)


def _tables(
    game: Game,
    variant: str | None,
    change: Changes,
    players: Sequence[int] | str | int | None,
    levels: Sequence[str] | str | None,
) -> tuple[list[tuple[Cell, Cell]], list[str]]:
    """Make the cells without and with the change; numbers of players that one of them has not are left out."""
    counts = read_counts(players) or list(game.seats)
    named = listed(levels) or [level for level in DEFAULT_LEVELS if level in game.levels] or [game.recommended]
    if len(set(named)) < len(named):
        raise BadInput(f"--levels {','.join(named)}: give each once")
    tables: list[tuple[Cell, Cell]] = []
    skipped: dict[str, None] = {}
    for level in named:
        for count in counts:
            before = make_cell(game.name, players=count, variant=variant, policy=level)
            try:
                after = _changed(before, change)
            except BadInput as problem:
                if len(counts) == 1 or not _is_about_players(game, before, change):
                    raise
                skipped[f"{count} players: {problem}"] = None
                continue
            tables.append((before, after))
    if not tables:
        raise BadInput(f"--set {' '.join(write_changes(change))} is impossible here: {next(iter(skipped))}")
    return tables, list(skipped)


def _changed(before: Cell, change: Changes) -> Cell:
    reference = before.reference
    after = replace(reference, changes=changed(reference.changes, change)).make()
    told = " ".join(write_changes(change))
    if after.setting.values == before.setting.values and after.setting.tree == before.setting.tree:
        raise BadInput(f"--set {told} changes nothing: {before.setting.name} is already played that way")
    if after.is_competitive != before.is_competitive:
        raise BadInput(f"--set {told} turns a team into rivals, or rivals into a team: nothing to compare")
    return after


def _is_about_players(game: Game, before: Cell, change: Changes) -> bool:
    """Tell whether a change is possible with another number of players."""
    for count in game.seats:
        try:
            _changed(replace(before, reference=replace(before.reference, players=count)), change)
        except BadInput:
            continue
        return True
    return False


def _scenes(pairs: list[Pair]) -> tuple[Scene, ...]:
    """Measure what moves; all differences hold together."""
    measured = [_measured(pair) for pair in pairs]
    each = bonferroni_level(LEVEL, max(sum(map(len, measured)), 1))
    scenes = []
    for pair, names in zip(pairs, measured, strict=True):
        cell = pair[0].cell
        moves = tuple(_move(pair, name, each) for name in names)
        scenes.append(Scene(cell.players, cell.reference.policy, cell.seating, cell.is_competitive, moves))
    return tuple(scenes)


def _measured(pair: Pair) -> list[str]:
    """List what is measured: that of every game of its kind, and the causes by which some game ended."""
    causes = [cause.name.lower() for cause in pair[0].cell.game.causes if cause.name != WON]
    seen = [name for name in causes if any(sample.is_ended_by(name).any() for sample in pair)]
    own = list(pair[0].measures)
    return own if pair[0].cell.is_competitive and len(seen) < 2 else [*own, *(f"{CAUSE}{name}" for name in seen)]


def _move(pair: Pair, name: str, level: float) -> Move:
    before, after = pair
    if name.startswith(CAUSE):
        cause = name.removeprefix(CAUSE)
        words = before.cell.game.cause_words.get(cause, cause.replace("_", " "))
        ended = [sample.is_ended_by(cause) for sample in pair]
        shares = [wilson(int(flags.sum()), len(flags)) for flags in ended]
        return Move(name, words, shares[0], shares[1], tango(count_pairs(ended[1], ended[0]), level), True)
    found = [sample.estimate(name) for sample in pair]
    is_share = name in (RATE, "first")
    return Move(name, MEASURE_WORDS[name], found[0], found[1], _difference(before, after, name, level), is_share)


def _difference(before: Sample, after: Sample, name: str, level: float) -> Estimate | None:
    """Estimate the mean difference on the same deals; None if no deal differs."""
    if name == RATE:
        (won, cut), (won_before, cut_before) = after.bits, before.bits
        return tango_bounded(count_bounded(won, won_before, cut, cut_before, after.deals), level)
    return _mean_difference(after.measures[name], before.measures[name], level)


def _mean_difference(after: Shares, before: Shares, level: float) -> Estimate | None:
    low, high = gaps(after, before)
    return difference_of_shares(after, before, level) if low.any() or high.any() else None
