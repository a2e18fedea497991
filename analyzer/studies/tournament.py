"""Policies against each other in every seating, on the same deals: payoffs, ratings, circles, the safest mixture."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from analyzer.analysis import tournaments
from analyzer.analysis.tournaments import cycles
from analyzer.cells import Cell, make_cell, make_seat
from analyzer.errors import BadInput, Interrupted
from analyzer.games.written import Sets, WrittenPolicy, read_policy
from analyzer.play.control import BackendGiven, Control, OnGames
from analyzer.play.showing import Drawn
from analyzer.play.stopping import check_games, check_seed
from analyzer.runs.experiment import run_cells, study_folder
from analyzer.runs.run import Run
from analyzer.runs.runner import Say
from analyzer.runs.specs.design import expand
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.results import Results, load_results
from analyzer.stats import Estimate
from analyzer.stats.mixtures import Mixture
from analyzer.studies.arenas import read_policies

DEFAULT_DEALS = 10_000
MOST_FULL = 500  # seatings up to which every pair sits in every way
MOST_SEATINGS = 1000
Seating = tuple[WrittenPolicy, ...]


@dataclass(frozen=True)
class Tournament(Drawn):
    """Who met whom, and what came out; with a newcomer, only that one met the others."""

    run: Run
    results: Results
    contest: tournaments.Contest
    payoffs: dict[tuple[str, str], Estimate]  # by newcomer and the others
    means: dict[str, Estimate]
    ratings: dict[str, Estimate]
    cycles: list[tuple[str, ...]]
    mixture: Mixture | None
    newcomer: str | None = None
    is_full: bool = True  # everybody sat at every seat of every table

    @property
    def ranking(self) -> list[str]:
        """List the policies, best first: by rating, or by what they win."""
        values = self.ratings or self.means
        return sorted(self.contest.policies, key=lambda name: -values[name].value if name in values else 0.0)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `tournament --json`."""
        manifest, contest = self.run.manifest, self.contest
        weights = zip(contest.policies, self.mixture.weights, strict=True) if self.mixture else ()
        return {
            "game": manifest.game.name,
            "variant": contest.setting,
            "players": contest.players,
            "policies": list(contest.policies),
            "gauntlet": self.newcomer,
            "every_seating": self.is_full,
            "seed": manifest.experiment.seed,
            "deals": contest.deals,
            "games": self.run.games,
            "fair_share": contest.fair,
            "payoffs": [
                {"policy": own, "against": others, **share.as_dict()} for (own, others), share in self.payoffs.items()
            ],
            "mean_shares": _named(self.means),
            "ratings": _named(self.ratings),
            "cycles": [list(names) for names in self.cycles],
            "mixture": [{"policy": name, **weight.as_dict()} for name, weight in weights],
            "best_reply": self.mixture.best_reply.as_dict() if self.mixture else None,
            "run_dir": str(self.run.folder),
            "digest": self.run.digest,
            "seconds": self.run.seconds,
        }


def _named(values: dict[str, Estimate]) -> list[dict[str, Any]]:
    return [{"policy": name, **value.as_dict()} for name, value in values.items()]


def tournament(
    game: str,
    *,
    policies: Sequence[str] | str | None = None,
    gauntlet: str | None = None,
    players: int | None = None,
    variant: str | None = None,
    sets: Sets = (),
    games: int = DEFAULT_DEALS,
    seed: int = 0,
    out: str | Path | None = None,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Tournament:
    """Play policies against each other in every seating on the same deals; called again, it resumes where it stopped.

    Every policy sits, at every seat in turn, as the only one of its kind among each other policy.

    Parameters
    ----------
    game, players, variant, sets, seed, jobs, backend
        As for `simulate`.
    policies
        Who takes part: a list, or a text with commas; by default all policies of the game but `random_legal`.
    gauntlet
        One newcomer: only it meets the others.
    games
        Deals of every seating.
    out
        The run directory, one like any other: `analyzer report` makes its report.
    control, say, on_games
        How to end it early, and what receives remarks and the progress.

    Returns
    -------
    Tournament
        Payoffs, ratings, circles, and the mixture that nobody beats.

    Examples
    --------
    >>> analyzer.tournament("rumini", policies=["schemer", "planner", "hoarder"], games=500)
    """
    cell = _competitive_cell(game, players, variant, sets)
    names = read_policies(cell.game, policies, fewest=1 if gauntlet else 2)
    newcomer = _newcomer(cell, gauntlet, names) if gauntlet else None
    seatings, is_full = design_seatings(list(names.values()), cell.players, names[newcomer] if newcomer else None)
    experiment = _experiment(cell, seatings, check_games(games), check_seed(seed), newcomer)
    cells = expand(experiment).cells
    folder = Path(out) if out is not None else study_folder(f"{game}-tournament", experiment, cells)
    run = run_cells(folder, experiment, cells, jobs=jobs, backend=backend, control=control, say=say, on_games=on_games)
    if run.was_interrupted:
        raise Interrupted(
            f"interrupted; {run.games:,} games are saved in {run.folder}. Run the same command to resume."
        )
    return _judged(run, newcomer, is_full)


def _competitive_cell(game: str, players: int | None, variant: str | None, sets: Sets) -> Cell:
    cell = make_cell(game, players=players, variant=variant, sets=sets)
    if not cell.is_competitive:
        raise BadInput(
            f"{game}, variant {cell.setting.name!r}: all seats win or lose together, so no policy plays against "
            f"another; `analyzer leaderboard {game}` compares them on the same deals"
        )
    if cell.players < 2:
        raise BadInput(f"players = {cell.players}: a tournament needs at least 2")
    return cell


def _newcomer(cell: Cell, text: str, names: dict[str, WrittenPolicy]) -> str:
    """Add the newcomer to the policies if it is not among them."""
    policy = read_policy(text)
    label = make_seat(cell.game, policy).label
    names.setdefault(label, policy)
    if len(names) < 2:
        raise BadInput(f"--gauntlet {text}: there are no opponents; name some with --policies")
    return label


def design_seatings(
    policies: list[WrittenPolicy], players: int, newcomer: WrittenPolicy | None
) -> tuple[list[Seating], bool]:
    """List who sits where: one policy among others that are alike, at every seat, or in turn if these are too many.

    In turn means: one seat for each pair, so that every policy still sits at each seat about equally often.
    """
    pairs = [pair for pair in permutations(range(len(policies)), 2) if newcomer in (None, policies[pair[0]])]
    is_full = players == 2 or len(pairs) * players <= MOST_FULL
    found: dict[Seating, None] = {}  # with two players a seating serves both
    for one, others in pairs:
        for seat in range(players) if is_full else [(one + others) % players]:
            line_up = [policies[others]] * players
            line_up[seat] = policies[one]
            found[tuple(line_up)] = None
    if len(found) > MOST_SEATINGS:
        raise BadInput(f"--policies: {len(policies)} make {len(found):,} seatings; allowed: up to {MOST_SEATINGS:,}")
    return list(found), is_full


def _experiment(cell: Cell, seatings: list[Seating], deals: int, seed: int, newcomer: str | None) -> Experiment:
    title = cell.game.title
    asked = f"How does {newcomer} do against the others in {title}?" if newcomer else f"Which policy wins in {title}?"
    return Experiment(
        game=cell.game.name,
        question=asked[:300],
        variants=(cell.reference.variant,),
        players=(cell.players,),
        line_ups=tuple(seatings),
        rotate=False,
        switches={name: (value,) for name, value in cell.reference.changes.items()},
        deals=deals,
        seed=seed,
        rows=False,
    )


def _judged(run: Run, newcomer: str | None, is_full: bool) -> Tournament:
    results = load_results(run.folder)
    (contest,) = tournaments.contests_of(results)
    found = tournaments.payoffs_of(results, contest)
    means = tournaments.mean_shares(results, contest)
    if newcomer is not None:
        own = {pair: share for pair, share in found.items() if pair[0] == newcomer}
        return Tournament(run, results, contest, own, {newcomer: means[newcomer]}, {}, [], None, newcomer, is_full)
    ratings, mixture = tournaments.elo_ratings(results, contest), tournaments.safest_mixture(results, contest)
    return Tournament(run, results, contest, found, means, ratings, cycles(results, contest), mixture, None, is_full)
