"""Finds the skill of a group from the log of its plays, and what it should expect of every variant."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from analyzer.catalog import load_game
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.play import stopping
from analyzer.play.control import Control, OnGames, Say
from analyzer.stats.skill.posterior import PRIORS
from analyzer.studies.arenas import listed
from analyzer.studies.fitting import filling
from analyzer.studies.fitting.estimating import fit_wins, known_of
from analyzer.studies.fitting.found import Basis, Fit
from analyzer.studies.fitting.grid import SHIPPED, SIGHTS, Grid, Place, open_grid, read_grid
from analyzer.studies.fitting.logs import Log, read_log, refuse
from analyzer.studies.fitting.scored import fit_scores
from analyzer.studies.samples import Sampler

Cases = dict[tuple[str, int], filling.Case]


def fit(
    game: str,
    log: str | Path,
    *,
    policy: str | None = None,
    prior: str = "even",
    predict: Sequence[str] | str | None = None,
    group: str | None = None,
    grid: str | Path | None = None,
    games: float | None = None,
    jobs: int | None = None,
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Fit:
    """Fit the skill of a group to the log of its plays, and foretell every variant.

    Parameters
    ----------
    game
        Name of a game.
    log
        A CSV file with a row for each play (docs/people.md).
    policy
        The policy whose sight is the dial; by default that of the shipped grid, or the recommended one.
    prior
        What is thought of the sight before any play: `"even"`, `"low"`, `"high"` or `"middle"`.
    predict
        Variants to foretell; by default all named ones, with the numbers of players of the log.
    group
        The group of the log to fit; by default all plays together, and each group next to it.
    grid
        The file in which the win rates at every sight are kept, and to which those that lack are added; by default the
        shipped one, or one in the folder `runs`.
    games
        How many games of a cell at each sight; by default 2,400 where the grid lacks them.
    jobs, control, say, on_games
        As for other studies.

    Returns
    -------
    Fit
        With `dial`, `predictions`, `check`, `as_dict()` and `write_level(file)`.

    Examples
    --------
    >>> analyzer.fit("tranquility", "tuesdays.csv").dial
    """
    loaded = load_game(game)
    if prior not in PRIORS:
        raise BadInput(f"--prior {prior!r}; allowed: {', '.join(PRIORS)}")
    least = filling.GAMES if games is None else stopping.check_range("games", games, 100, stopping.MAX_GAMES)
    asked = filling.check_policy(loaded, policy or default_policy(loaded))
    chosen = _only(read_log(log), group)
    played = _cases_of(loaded, chosen)
    known, remark = _open(loaded, asked, grid)
    if say is not None and remark:
        say(f"{remark}; it is played again")
    cases = _asked(loaded, chosen, played, predict)
    with Sampler(jobs, "threads", control, on_games, say) as sampler:
        lacking = known.lacks([case.place for case in cases], least)
        if lacking and say is not None:
            say(f"{len(lacking)} cells to play, {least:,} games each, kept in {known.file}")
        filling.fill(known, cases, least, sampler)
    places = list(
        dict.fromkeys([*(case.place for case in cases), *([] if predict else _further(loaded, known, chosen))])
    )
    options = {"group": group, "predict": ",".join(listed(predict)), "grid": grid}
    given = {name: str(value) for name, value in options.items() if value}
    return _fitted(known, chosen, places, played, prior, given)


def _fitted(
    grid: Grid, log: Log, places: Sequence[Place], played: Cases, prior: str, options: Mapping[str, str]
) -> Fit:
    """Fit the dial to a log; `places` are the cells to be foretold, `played` says what the rows were."""
    known = known_of(grid, places, is_scored=log.is_scored)
    where = np.array([known.number(played[row.variant, row.players].place) for row in log.rows])
    most, ends = int(grid.column("games", places).min(axis=0).max()), (SIGHTS[0], SIGHTS[-1])
    basis = Basis(grid.game, grid.policy, log.name, log.plays, prior, ends, grid.origin, most, options)
    return (fit_scores if log.is_scored else fit_wins)(basis, known, log, where)


def default_policy(game: Game) -> str:
    """Give the policy of the shipped grid, or the recommended one."""
    file = SHIPPED / f"{game.name}.csv"
    return read_grid(file).policy if file.is_file() else game.recommended


def new_grid(game: Game, policy: str) -> Grid:
    """Begin a grid."""
    return Grid(game.name, policy, filling.identity_of(game, policy), game.rules_version)


def _open(game: Game, policy: str, file: str | Path | None) -> tuple[Grid, str]:
    """Open the grid that was named, or the shipped one of this policy, or the one that such a fit has played before."""
    wanted = new_grid(game, policy)
    if file is not None:
        return open_grid(wanted, Path(file))
    found, remark = open_grid(wanted, None) if default_policy(game) == policy else (wanted, "")
    own = Path("runs") / f"{game.name}-skill-{wanted.digest[:8]}.csv"
    if own.is_file():
        kept, _ = open_grid(wanted, own)
        return kept.with_rows(found.rows), remark
    return replace(found, file=own), remark


def _only(log: Log, group: str | None) -> Log:
    if group is None:
        return log
    rows = tuple(row for row in log.rows if row.group == group)
    if not rows:
        raise BadInput(
            f"--group {group!r}: no plays of it in {log.name}; its groups: {', '.join(log.groups) or 'none'}"
        )
    return replace(log, rows=rows)


def _cases_of(game: Game, log: Log) -> Cases:
    """Find what the rows of a log mean; wrong ones are named with their line."""
    found: Cases = {}
    wrong: dict[tuple[str, int], str] = {}
    problems = []
    for row in log.rows:
        key = (row.variant, row.players)
        if key not in found and key not in wrong:
            try:
                found[key] = filling.make_case(game, row.variant, row.players)
            except BadInput as problem:
                wrong[key] = str(problem)
        text = wrong.get(key) or _unlike(found[key].is_competitive, row.wins is None)
        if text:
            problems.append(f"line {row.line}: {text}")
    refuse(log.name, problems)
    return found


def _unlike(is_competitive: bool, is_scored: bool) -> str:
    """Say why a result does not go with its variant, if it does not."""
    if is_competitive and not is_scored:
        return (
            "players compete here: when all play alike, wins say nothing of skill; give score (of the winner) or turns"
        )
    if is_scored and not is_competitive:
        return "the team wins or loses here; give won, or plays and wins"
    return ""


def _asked(game: Game, log: Log, played: Cases, predict: Sequence[str] | str | None) -> list[filling.Case]:
    """List the cells that the grid must have: those of the log, and those to be foretold."""
    counts = sorted({row.players for row in log.rows})
    if predict:
        more = [filling.make_case(game, name, count) for name in listed(predict) for count in counts]
        other = next((case for case in more if case.is_competitive != log.is_scored), None)
        if other is not None:
            raise BadInput(f"--predict {other.written}: the log is of {'scores' if log.is_scored else 'wins'}")
    else:
        more = filling.named_cases(game, counts, is_competitive=log.is_scored)
    by_place = {case.place: case for case in (*played.values(), *more)}
    return list(by_place.values())


def _further(game: Game, grid: Grid, log: Log) -> list[tuple[str, int]]:
    """List the other cells that the grid knows, of the same kind."""
    has_scores = [place for place in grid.places if grid.rows[*place, SIGHTS[0]].has_scores]
    return [place for place in grid.places if (place in has_scores) == log.is_scored and place[0] in game.variants]
