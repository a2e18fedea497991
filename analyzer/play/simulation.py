"""One cell, simulated: the result that `analyzer simulate` prints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from analyzer import __version__
from analyzer.cells import Cell, PolicyGiven, make_cell
from analyzer.errors import BadInput, PolicyFault
from analyzer.games.chances import read_freeze
from analyzer.games.treatments.written import Texts, treated
from analyzer.games.written import Sets
from analyzer.kernel import streams
from analyzer.play import faults, showing
from analyzer.play.blocks import Block, CellProgress, OnPart, join_rows, one_after_another, play_blocks
from analyzer.play.control import BackendGiven, Control, Say
from analyzer.play.faults import fault_message
from analyzer.play.pools.choosing import Pool, opened
from analyzer.play.prepared import PreparedCell
from analyzer.play.stopping import Goal, Tally, check_jobs, check_seed, make_goal, total_of
from analyzer.play.summary import Summary, nothing, rows_frame
from analyzer.play.tasks import Stopwatch
from analyzer.stats import Estimate, format_estimate, means

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Simulation(showing.Drawn):
    """What was played and what came out."""

    cell: Cell
    seed: int
    asked: int
    jobs: int
    seconds: float
    summary: Summary
    kept: Any = field(default=None, repr=False)
    was_interrupted: bool = False
    until: float | None = None
    win_rate: Estimate | None = None  # of the team
    win_shares: tuple[Estimate, ...] = ()  # of the seats
    turn_order: tuple[Estimate, ...] = ()  # win shares by turn position, whoever begins first
    is_cut_short: bool = False  # a policy lost its process, or never answered

    @property
    def games(self) -> int:
        """Games played: as many as asked for, unless a fault or the user ended the run."""
        return self.summary.games

    @property
    def rows(self) -> Any:
        """One record per game, as a numpy array; `frame` is the same as a table with words."""
        if self.kept is None:
            raise BadInput("this simulation kept no rows; ask for them: simulate(..., rows=True)")
        return self.kept

    @property
    def frame(self) -> pd.DataFrame:
        """One line per game as a pandas table: factors in front, causes in words, arrays spread over columns."""
        return rows_frame(self.cell, self.rows)

    def __repr__(self) -> str:
        """Show it in one line."""
        cell = self.cell
        what = (cell.game.name, cell.setting.name, showing.players_words(cell.players), cell.seating)
        rate = f"win rate {format_estimate(self.win_rate, percent=True)}" if self.win_rate is not None else ""
        return showing.one_line("Simulation", *what, f"{self.games:,} games", rate)

    def _repr_html_(self) -> str:
        cell = self.cell
        caption = f"{cell.game.title}, {cell.setting.name}, {showing.players_words(cell.players)}, {self.games:,} games"
        if self.win_rate is not None:
            rate = format_estimate(self.win_rate, percent=True)
            return showing.html_table(caption, ("policy", "win rate [95 % interval]"), [(cell.seating, rate)])
        shares = [format_estimate(share, percent=True) for share in self.win_shares]
        rows = [(seat, cell.seats[seat].label, share) for seat, share in enumerate(shares)]
        return showing.html_table(caption, ("seat", "policy", "win share [95 % interval]"), rows)

    def count(self, cause: str) -> int:
        """Count the games that ended by a cause."""
        return int(self.summary.causes[self.cell.game.causes[cause.upper()]])

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `simulate --json`."""
        cell, summary = self.cell, self.summary
        return {
            "game": cell.game.name,
            "variant": cell.setting.name,
            "rules": dict(cell.setting.values),
            "assumed": list(cell.setting.assumed),
            "players": cell.players,
            "policies": [seat.label for seat in cell.seats],
            "freeze": None if cell.reference.freeze is None else asdict(cell.reference.freeze),
            "seed": self.seed,
            "games": summary.games,
            "until": self.until,
            "rules_version": cell.game.rules_version,
            "streams_version": streams.VERSION,
            "package_version": __version__,
            **self._win_rate(),
            "seats": self._seats(),
            "turn_order": self._turn_order(),
            "mean_turns": summary.measures.get("turns", means.NO_MOMENTS).mean if summary.games else None,
            "measures": self._measures(),
            "outcomes": self.outcomes(),
            "truncated": self.count("truncated"),
            "faults": self.count("fault") or int(self.is_cut_short),
            **({"forced_bans": summary.forced} if any(seat.banned for seat in cell.seats) else {}),
            "interrupted": self.was_interrupted,
            "seconds": self.seconds,
            "games_per_second": summary.games / self.seconds if self.seconds > 0 else None,
            "jobs": self.jobs,
            "digest": summary.digest,
        }

    def outcomes(self) -> dict[str, int]:
        """Count the games by cause."""
        counts = ((cause.name.lower(), int(self.summary.causes[cause])) for cause in self.cell.game.causes)
        return {name: count for name, count in counts if count}

    def _win_rate(self) -> dict[str, Any]:
        if self.summary.shares or not self.games:
            return dict.fromkeys(("wins", "win_rate", "ci_low", "ci_high", "ci_level", "ci_method"))
        estimate = self.win_rate
        assert estimate is not None
        return {
            "wins": self.summary.wins,
            "win_rate": _known(estimate.value),
            "ci_low": estimate.low,
            "ci_high": estimate.high,
            "ci_level": estimate.level,
            "ci_method": estimate.method,
        }

    def _seats(self) -> list[dict[str, Any]]:
        rows = []
        for number, share in enumerate(self.summary.shares):
            estimate = self.win_shares[number]
            rows.append(
                {
                    "seat": number,
                    "policy": self.cell.seats[number].label,
                    "wins": share.total,
                    "win_rate": _known(estimate.value),
                    "ci_low": estimate.low,
                    "ci_high": estimate.high,
                    "mean_score": self.summary.scores[number].mean,
                }
            )
        return rows

    def _turn_order(self) -> list[dict[str, Any]]:
        return [
            {"position": number, "win_rate": _known(share.value), "ci_low": share.low, "ci_high": share.high}
            for number, share in enumerate(self.turn_order)
        ]

    def _measures(self) -> dict[str, dict[str, float]]:
        if self.games < 2:
            return {}
        estimates = {name: means.mean(value) for name, value in self.summary.measures.items()}
        return {name: {"mean": e.value, "ci_low": e.low, "ci_high": e.high} for name, e in estimates.items()}

    def fault_message(self, place: str = "") -> str | None:
        """Say which policy did what wrong, and how to see it."""
        fault = self.summary.fault
        if fault is None:
            return None
        return fault_message(self.cell, self.seed, fault, f"{self.count('fault')} of {self.games} games", place)

    def raise_fault(self) -> None:
        """Raise if a policy was at fault, and say in which line."""
        fault = self.summary.fault
        if fault is not None:
            place = faults.place_of_fault(self.cell.reference, self.seed, fault.deal, fault.fault)
            raise PolicyFault(self.fault_message(place))


def _known(value: float) -> float | None:
    """Give a number, or None if no game has an outcome."""
    return None if math.isnan(value) else value


def simulate(
    game: str,
    *,
    players: int | None = None,
    variant: str | None = None,
    sets: Sets = (),
    policy: PolicyGiven = None,
    handicap: Texts = (),
    grant: Texts = (),
    remove: Texts = (),
    price: Texts = (),
    games: float | None = None,
    seed: int = 0,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    rows: bool = False,
    until: float | None = None,
    freeze: str | Sequence[str] | None = None,
    freeze_deal: int | None = None,
    freeze_seed: int | None = None,
) -> Simulation:
    """Simulate one cell and estimate its win rate.

    Parameters
    ----------
    game
        Name of a game; `analyzer games` lists them.
    players
        Number of players; by default the fewest that the game allows, but at least 2.
    variant
        A name (`"poseidon"`), a sum (`"poseidon+storm"`), a label (`"base[removed=4]"`) or a TOML file.
    sets
        Switches and component values on top of the variant: `{"removed": 4}` or `["removed=4"]`.
    policy
        Who plays: a name with or without knobs (`"spacing(cost=0.7)"`), a file, a policy object (what `@policy` and
        `@scoring` make of a function), or a list with one per seat.
    handicap, grant, remove, price
        Treatments, one or a list: `"position 3: coins +2"`, `"seat 0: building:market"`, `"building:market"`,
        `"building:market +2"` (docs/treatments.md).
    games
        How many games; by default 100,000. With `until`: the maximum.
    seed
        Root seed: the same seed gives the same deals.
    jobs
        Number of parallel workers; by default one per core.
    backend
        Where they play: `"threads"`, `"processes"`, `"dask"`, or a `Backend` with the address of a scheduler.
    rows
        Whether to keep one row per game (`result.rows`, `result.frame`).
    until
        Half-width of the interval at which to stop.
    freeze
        Streams or sources of chance that do not vary: `"deck,setup"` or a list; `"policies"` are the policies' own.
    freeze_deal
        The deal that they come from in every game; by default deal 0.
    freeze_seed
        The seed that they come from; without `freeze_deal` game N takes them from deal N of that seed.

    Returns
    -------
    Simulation
        With `win_rate` (or `win_shares`), `outcomes()`, `as_dict()`.

    Examples
    --------
    >>> analyzer.simulate("tranquility", players=3, sets={"removed": 4}, games=1e5)
    """
    changes = treated(sets, handicap=handicap, grant=grant, remove=remove, price=price)
    frozen = read_freeze(freeze, freeze_deal, freeze_seed)
    cell = make_cell(game, players=players, variant=variant, sets=changes, policy=policy, freeze=frozen)
    return simulate_cell(cell, games=games, seed=seed, jobs=jobs, backend=backend, rows=rows, until=until)


def simulate_cell(
    cell: Cell,
    *,
    games: float | None = None,
    seed: int = 0,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    rows: bool = False,
    until: float | None = None,
    control: Control | None = None,
    on_part: OnPart | None = None,
    say: Say | None = None,
) -> Simulation:
    """Simulate a cell that is already made; `on_part` receives every finished task, `say` receives remarks."""
    goal, prepared = make_goal(games, until), PreparedCell(cell)
    check_seed(seed)
    with opened(backend, check_jobs(jobs), control, say) as pool:
        return simulate_in(pool, prepared, goal, seed=seed, rows=rows, control=control, on_part=on_part)


def simulate_in(
    pool: Pool,
    prepared: PreparedCell,
    goal: Goal,
    *,
    seed: int = 0,
    rows: bool = False,
    control: Control | None = None,
    on_part: OnPart | None = None,
) -> Simulation:
    """Simulate a cell in a pool that is open: many cells may share it."""
    cell = prepared.cell
    progress = CellProgress(prepared, check_seed(seed), goal.most, keep_rows=rows)
    found, watch, jobs, death = _Found(nothing(cell.game)), Stopwatch(), pool.jobs, ""
    try:
        for block in play_blocks(one_after_another([progress]), pool, control or Control(), on_part):
            found.add(block)
            if goal.until is not None and goal.is_reached([found.tally]):
                progress.is_closed = True
    except PolicyFault as problem:  # told with the games before it
        death = str(problem)
    result = found.simulation(cell, seed, goal, jobs, watch.seconds, is_cut_short=bool(death))
    if death:
        raise faults.CutShort(death, result)
    return result


@dataclass
class _Found:
    """What is known of the blocks of a simulation: of every block a tally alone, so that memory hardly grows."""

    total: Summary
    rows: list[Any] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    by_turn: list[Tally] = field(default_factory=list)
    tally: Tally = field(default_factory=lambda: Tally(0))  # all of them together

    def add(self, block: Block) -> None:
        """Append a block."""
        tally = block.summary.tally
        self.tally = total_of([self.tally, tally]) if self.tallies else tally
        self.total += block.summary
        self.tallies.append(tally)
        self.by_turn.append(block.summary.turn_tally)
        if block.rows is not None:
            self.rows.append(block.rows)

    def simulation(
        self, cell: Cell, seed: int, goal: Goal, jobs: int, seconds: float, *, is_cut_short: bool
    ) -> Simulation:
        """Estimate what was asked for."""
        total, tallies, is_reached = self.total, self.tallies, goal.is_reached([self.tally])
        return Simulation(
            cell,
            seed,
            goal.most,
            jobs,
            seconds,
            total,
            join_rows(self.rows) if self.rows else None,
            was_interrupted=not is_reached and total.fault is None and not is_cut_short,
            until=goal.until,
            win_rate=goal.win_rate(tallies) if tallies and not total.shares else None,
            win_shares=tuple(goal.shares(tallies)) if total.shares else (),
            turn_order=tuple(goal.shares(self.by_turn, is_reached=is_reached)) if total.shares else (),
            is_cut_short=is_cut_short,
        )
