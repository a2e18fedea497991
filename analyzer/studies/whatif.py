"""What a change of rules moved: by table, by measure, with the paired difference."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyzer.analysis.shares import Shares, difference_of_shares, gaps
from analyzer.catalog import load_game
from analyzer.cells import Cell, make_cell
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.games.treatments.written import Texts, treated
from analyzer.games.written import Changes, Sets, changed, read_changes, write_changes
from analyzer.play import showing, stopping, summary
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.stats import Estimate, estimate, format_estimate, paired, proportions
from analyzer.studies.arenas import listed, read_counts
from analyzer.studies.calibration.found import estimate_document
from analyzer.studies.samples import FIRST, RATE, TURNS, Sample, Sampler

CAUSE = "cause:"  # begins the name of a cause by which games end
MEASURE_WORDS = {
    RATE: "games won",
    TURNS: "number of turns",
    FIRST: "won by the first player",
    "best": "winning score",
    "score": "mean score of all seats",
    "margin": "points between first and second",
}


@dataclass(frozen=True)
class Move:
    """One measure without and with the change; no difference if not a single deal has another value."""

    measure: str
    words: str
    before: Estimate
    after: Estimate
    difference: Estimate | None
    is_share: bool

    @property
    def is_certain(self) -> bool:
        """Tell whether the change moves it for certain."""
        return self.difference is not None and self.difference.excludes(0.0)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "measure": self.measure,
            "words": self.words,
            "share": self.is_share,
            "before": estimate_document(self.before),
            "after": estimate_document(self.after),
            "difference": None if self.difference is None else estimate_document(self.difference),
            "certain": self.is_certain,
        }


@dataclass(frozen=True)
class Scene:
    """A table: a number of players and who they are, with what moves there."""

    players: int
    level: str
    policy: str
    is_competitive: bool
    moves: tuple[Move, ...]

    def move(self, measure: str) -> Move | None:
        """Look a measure up."""
        return next((move for move in self.moves if move.measure == measure), None)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        moves = [move.as_dict() for move in self.moves]
        return {"players": self.players, "level": self.level, "policy": self.policy, "moves": moves}


@dataclass(frozen=True)
class WhatIf(showing.Drawn):
    """What was changed, played and found; all differences hold together at the level."""

    game: str
    variant: str
    change: tuple[str, ...]
    seed: int
    deals: int
    games: int
    seconds: float
    scenes: tuple[Scene, ...]
    skipped: tuple[str, ...]
    level: float

    @property
    def words(self) -> str:
        """Say it in one sentence: what moves for certain, in how many tables, and by how much at most."""
        leading = FIRST if self.scenes[0].is_competitive else RATE
        told = [self._told(measure) for measure in (leading, TURNS, "best") if self.scenes[0].move(measure)]
        return f"{', '.join(self.change)}: {'; '.join(told)}"

    def _told(self, measure: str) -> str:
        moves = [(scene, move) for scene in self.scenes if (move := scene.move(measure)) is not None]
        certain = [(scene, move) for scene, move in moves if move.is_certain]
        name = MEASURE_WORDS[measure]
        if not certain:
            return f"{name}: no change that these games could show"
        scene, most = max(certain, key=lambda item: abs(item[1].difference.value if item[1].difference else 0.0))
        where = f"{showing.players_words(scene.players)}, {scene.level}"
        return f"{name}: moved for certain at {len(certain)} of {len(moves)} tables, most {signed(most)} ({where})"

    def __repr__(self) -> str:
        """Show it in one line."""
        return showing.one_line("WhatIf", self.game, self.variant, self.words, f"{self.deals:,} deals")

    def _repr_html_(self) -> str:
        rows = [
            (scene.players, scene.level, move.words, _number(move.before, move), signed(move))
            for scene in self.scenes
            for move in scene.moves
        ]
        return showing.html_table(self.words, ("players", "level", "measure", "without", "change"), rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `whatif --json`."""
        return {
            "game": self.game,
            "variant": self.variant,
            "change": list(self.change),
            "seed": self.seed,
            "rules_version": load_game(self.game).rules_version,
            "deals": self.deals,
            "games": self.games,
            "simultaneous_level": self.level,
            "scenes": [scene.as_dict() for scene in self.scenes],
            "skipped": list(self.skipped),
            "words": self.words,
            "seconds": self.seconds,
        }


def _number(estimate: Estimate, move: Move) -> str:
    return format_estimate(estimate, percent=move.is_share)


def signed(move: Move) -> str:
    """Write a difference with its sign: shares in points."""
    if move.difference is None:
        return "none"
    found = move.difference.shifted(0.0, 100.0) if move.is_share else move.difference
    text = format_estimate(found)
    unit = " points" if move.is_share else ""
    return f"{'+' if found.value > 0 else ''}{text}{unit}"


DEFAULT_DEALS = 10_000
DEFAULT_LEVELS = ("casual", "good")
LEVEL = 0.95
Pair = tuple[Sample, Sample]  # without the change, with it


def whatif(
    game: str,
    *,
    sets: Sets = (),
    handicap: Texts = (),
    grant: Texts = (),
    remove: Texts = (),
    price: Texts = (),
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
    handicap, grant, remove, price
        Treatments as the change, or a part of it, as for `simulate`.
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
    deals, root, change = (
        stopping.check_games(games),
        stopping.check_seed(seed),
        read_changes(treated(sets, handicap=handicap, grant=grant, remove=remove, price=price)),
    )
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
    old, new = before.setting, after.setting
    if (new.values, new.tree, new.treatments) == (old.values, old.tree, old.treatments):
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
    each = estimate.bonferroni_level(LEVEL, max(sum(map(len, measured)), 1))
    scenes = []
    for pair, names in zip(pairs, measured, strict=True):
        cell = pair[0].cell
        moves = tuple(_move(pair, name, each) for name in names)
        scenes.append(Scene(cell.players, cell.reference.policy, cell.seating, cell.is_competitive, moves))
    return tuple(scenes)


def _measured(pair: Pair) -> list[str]:
    """List what is measured: that of every game of its kind, and the causes by which some game ended."""
    causes = [cause.name.lower() for cause in pair[0].cell.game.causes if cause.name != summary.WON]
    seen = [name for name in causes if any(sample.is_ended_by(name).any() for sample in pair)]
    own = list(pair[0].measures)
    return own if pair[0].cell.is_competitive and len(seen) < 2 else [*own, *(f"{CAUSE}{name}" for name in seen)]


def _move(pair: Pair, name: str, level: float) -> Move:
    before, after = pair
    if name.startswith(CAUSE):
        cause = name.removeprefix(CAUSE)
        words = before.cell.game.cause_words.get(cause, cause.replace("_", " "))
        ended = [sample.is_ended_by(cause) for sample in pair]
        shares = [proportions.wilson(int(flags.sum()), len(flags)) for flags in ended]
        return Move(
            name, words, shares[0], shares[1], paired.tango(paired.count_pairs(ended[1], ended[0]), level), True
        )
    found = [sample.estimate(name) for sample in pair]
    is_share = name in (RATE, "first")
    return Move(name, MEASURE_WORDS[name], found[0], found[1], _difference(before, after, name, level), is_share)


def _difference(before: Sample, after: Sample, name: str, level: float) -> Estimate | None:
    """Estimate the mean difference on the same deals; None if no deal differs."""
    if name == RATE:
        (won, cut), (won_before, cut_before) = after.bits, before.bits
        return paired.tango_bounded(paired.count_bounded(won, won_before, cut, cut_before, after.deals), level)
    return _mean_difference(after.measures[name], before.measures[name], level)


def _mean_difference(after: Shares, before: Shares, level: float) -> Estimate | None:
    low, high = gaps(after, before)
    return difference_of_shares(after, before, level) if low.any() or high.any() else None
