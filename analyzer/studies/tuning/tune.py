"""Tunes the knobs of a policy: a search on common deals, a final on fresh ones, a validation on yet others."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.cells import make_seat
from analyzer.errors import BadInput, Interrupted
from analyzer.games.user_files import read_user_text
from analyzer.games.written import Sets, WrittenPolicy
from analyzer.kernel import streams
from analyzer.play import seeding, stopping
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.play.pools.choosing import opened
from analyzer.play.tasks import Stopwatch
from analyzer.runs.stored.files import json_document, locked, telling_of_storage, write_atomically
from analyzer.runs.stored.manifest import difference, sources_of
from analyzer.stats import Estimate, means
from analyzer.studies.tuning.finals import RunOptions, play_final, validate
from analyzer.studies.tuning.found import Tuning, knob_file
from analyzer.studies.tuning.plan import CHALLENGERS, DEFAULT_BUDGET, Evolved, TunePlan, evolve, make_plan
from analyzer.studies.tuning.trials import Ledger, Trials, Tried

FORMAT = 3
PLAN, HISTORY = "plan.json", "history.jsonl"


@dataclass(frozen=True)
class Progress:
    """How far a tuning is."""

    stage: str
    games: int
    expected: int
    best: WrittenPolicy | None = None
    rate: Estimate | None = None  # of the best, on the deals it was chosen by: too high


OnProgress = Callable[[Progress], None]
Where = tuple[int, BackendGiven, Say | None]  # jobs, backend, and what receives remarks of a cluster


def tune(
    game: str,
    policy: str,
    *,
    variants: Sequence[str] | str | None = None,
    players: Sequence[int] | str | int | None = None,
    sets: Sets = (),
    field: Sequence[str] | str | None = None,
    weights: Sequence[float] | str | None = None,
    knobs: Sequence[str] | str | None = None,
    bounds: Mapping[str, tuple[float, float]] | str | None = None,
    step: float = 0.3,
    objective: str = "rate",
    budget: int = DEFAULT_BUDGET,
    population: int | None = None,
    generations: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    state: str | Path | None = None,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_progress: OnProgress | None = None,
) -> Tuning:
    """Find the knobs of a policy that win most, and validate them; called again, it resumes where it stopped.

    Parameters
    ----------
    game, sets, seed, jobs, backend
        As for `simulate`.
    policy
        Where the search starts: a policy with its knobs.
    variants, players, weights
        Where it plays, and what each case weighs; the win rate is blended over all of them.
    field
        In competitive games, who sits at all other seats; by default the recommended policy.
    knobs, bounds, step
        Which knobs are searched (by default all), within which bounds, and how far the first steps go.
    objective
        "rate", or "odds" for the mean log odds, so that hard variants count.
    budget, population, generations
        Games in all, candidates of a generation, and generations.
    out, state
        The file for the knobs, and the folder to save to and resume from.
    control, say, on_progress
        How to end it early, what receives remarks of a cluster, and what receives the progress.

    Returns
    -------
    Tuning
        The knobs, and what they won on fresh deals against those that the search started with.

    Examples
    --------
    >>> analyzer.tune("tranquility", "spacing", variants="base,poseidon", players=3, budget=100_000)
    """
    plan = make_plan(
        game, policy, variants=variants, players=players, sets=sets, field=field, weights=weights,
        knobs=knobs, bounds=bounds, step=step, objective=objective, budget=budget, population=population,
        generations=generations, seed=seed,
    )  # fmt: skip
    folder = Path(state) if state is not None else _default_folder(plan)
    file = Path(out) if out is not None else folder / f"{_name(plan)}.toml"
    n_jobs = stopping.check_jobs(jobs)
    with telling_of_storage(folder):
        _check_file(file)
        tuning = carry_out(plan, folder, file, (n_jobs, backend, say), control, on_progress)
        write_atomically(file, knob_file(tuning).encode())
    return tuning


def carry_out(
    plan: TunePlan,
    folder: Path,
    file: Path,
    where: Where,
    control: Control | None = None,
    on_progress: OnProgress | None = None,
) -> Tuning:
    """Search, or go on with it, up to the validation; `file` is where the knobs are to be written."""
    with telling_of_storage(folder):
        _open_folder(folder, plan)
        with locked(folder):
            work = _Work(plan, folder, where, control or Control(), on_progress)
            try:
                return work.finish(file)
            except Interrupted as problem:
                kept = f"{work.games:,} games are saved in {folder}"
                raise Interrupted(f"interrupted; {kept}. Run the same command to resume.") from problem


def _check_file(file: Path) -> None:
    if file.is_dir() or file.suffix != ".toml":
        raise BadInput(f"--out {file}: name a file that ends in .toml")
    file.parent.mkdir(parents=True, exist_ok=True)


def _document(plan: TunePlan) -> dict[str, Any]:
    """List what must not have changed when a tuning resumes."""
    policies, case = [plan.space.start, *plan.arena.fields], plan.arena.cases[0].reference
    return {
        "format": FORMAT,
        "command": plan.command,
        "rules_version": plan.arena.game.rules_version,
        "streams_version": streams.VERSION,
        "sources": sources_of(replace(case, policies=(policy,)).make() for policy in policies),
        "settings": [[case.setting, case.players] for case in plan.arena.cases],
    }


def _default_folder(plan: TunePlan) -> Path:
    code = hashlib.sha256(json.dumps(_document(plan), sort_keys=True).encode()).hexdigest()[:8]
    return Path("runs") / f"{plan.arena.game.name}-tune-{_name(plan)}-{code}"


def _name(plan: TunePlan) -> str:
    return make_seat(plan.arena.game, plan.space.start).policy.name


def _open_folder(folder: Path, plan: TunePlan) -> None:
    """Begin a folder, or see whether it is of the same tuning."""
    document, path = _document(plan), folder / PLAN
    if path.is_file():
        try:
            old = json.loads(read_user_text(path, "plan"))
        except (ValueError, RecursionError) as problem:
            raise BadInput(f"{path}: not a tuning plan: {problem}") from problem
        if not isinstance(old, dict) or not isinstance(old.get("sources"), dict):
            raise BadInput(f"{path}: not a tuning plan")
        changed = [key for key in document if old.get(key) != document[key]]
        if changed:
            files = f" ({difference(old['sources'], document['sources'])})" if changed[0] == "sources" else ""
            raise BadInput(
                f"{folder}: this tuning cannot be continued: {changed[0]} differs{files}. Use another --state, "
                "or undo the change."
            )
    elif folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise BadInput(f"--state {folder}: exists already and is not a tuning; choose another one")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json_document(document))


class _Work:
    """A tuning under way."""

    def __init__(
        self,
        plan: TunePlan,
        folder: Path,
        where: Where,
        control: Control,
        on_progress: OnProgress | None,
    ) -> None:
        self.plan, self.folder, self.control, self.on_progress = plan, folder, control, on_progress
        self.jobs, self.backend, self.say = where
        self.ledger = Ledger(folder / HISTORY)
        self.edges: dict[Tried, float] = {}  # over the start, on the same deals
        self.games = self.tried_games
        self.stage = "search"

    @property
    def tried_games(self) -> int:
        """Count the games of all finished trials."""
        return len(self.ledger.tried) * self.plan.search_deals * self.plan.arena.cells_each

    def finish(self, file: Path) -> Tuning:
        """Do what is missing."""
        plan, watch = self.plan, Stopwatch()
        evolved = self._search()
        self.games = self.tried_games
        options = RunOptions(self.folder, self.jobs, self.backend, self.control, self._watch)
        final = play_final(plan, self._finalists(plan.space.candidate(evolved.middle)), options)
        validation = validate(plan, final.winner, options)
        searched = [one.blend for one in self.ledger.tried.values() if one.policy == final.winner]
        games = self.tried_games + sum(one.games for one in final.rounds) + validation.games
        chosen_by = sum(searched, means.NO_MOMENTS)
        return Tuning(plan, evolved, chosen_by, final, validation, games, watch.seconds, self.folder, file)

    def _search(self) -> Evolved:
        plan = self.plan
        with opened(self.backend, self.jobs, self.control, self.say) as pool:
            trials = Trials(plan.arena, plan.seed_of("search"), pool, self.control, self._hear)

            def judge(generation: int, candidates: list[WrittenPolicy]) -> list[float]:
                return self._judge(trials, generation, candidates)

            try:
                evolved = evolve(plan.space, plan.seed_of("candidates"), plan.population, plan.generations, judge)
                judge(plan.generations - 1, [plan.space.candidate(evolved.middle)])
            except Interrupted:
                self.games = self.tried_games  # a trial that is not finished is not kept
                raise
        return evolved

    def _judge(self, trials: Trials, generation: int, candidates: list[WrittenPolicy]) -> list[float]:
        """Value candidates on the deals of their generation, where the start is always played too."""
        plan, deals = self.plan, self.plan.search_deals
        self.stage = f"generation {generation + 1} of {plan.generations}"
        names = list(dict.fromkeys([plan.space.start, *candidates]))
        missing = [name for name in names if self.ledger.find(generation, name) is None]
        for policy, values in trials.play(missing, generation * -(-deals // seeding.BLOCK), deals):
            blend = means.moments(plan.weights @ values)
            rates = tuple(float(rate) for rate in values.mean(axis=1))
            self.ledger.add(Tried(generation, policy, deals, rates, blend.total, blend.squares))
        worth = {name: plan.worth(self.ledger.tried[generation, name].rates, deals) for name in names}
        self.edges |= {self.ledger.tried[generation, name]: worth[name] - worth[plan.space.start] for name in names}
        self._tell()
        return [worth[name] for name in candidates]

    def _finalists(self, middle: WrittenPolicy) -> list[WrittenPolicy]:
        """Choose who goes to the final: the start, the middle of the search, and the best candidates."""
        order = sorted(self.edges, key=lambda one: -self.edges[one])
        names = list(dict.fromkeys([self.plan.space.start, middle, *(one.policy for one in order)]))
        return names[: 1 + CHALLENGERS]

    def _hear(self, deals: int) -> None:
        self.games += deals
        self._tell()

    def _watch(self, stage: str) -> OnGames:
        """Count the games of a run that begins."""
        before, self.stage = self.games, stage

        def hear(_cell: str, games: int, _expected: int) -> None:
            self.games = before + games
            self._tell()

        return hear

    def _tell(self) -> None:
        if self.on_progress is None:
            return
        best = max(self.edges, key=lambda one: self.edges[one], default=None)
        expected = max(self.plan.budget, self.games)
        if best is None:
            self.on_progress(Progress(self.stage, self.games, expected))
        else:
            self.on_progress(Progress(self.stage, self.games, expected, best.policy, means.mean(best.blend)))
