"""A whole experiment: plays every cell of a spec into a run directory, and resumes where it stopped."""

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

from analyzer.errors import BadInput, DamagedRun
from analyzer.play.control import Backend, BackendGiven, Control, OnGames
from analyzer.play.pools.choosing import opened
from analyzer.play.stopping import check_jobs
from analyzer.runs.deciding import rule_of
from analyzer.runs.run import Run
from analyzer.runs.runner import Plan, Runner, Say
from analyzer.runs.specs.checking import Sections, read_spec
from analyzer.runs.specs.design import Design, PlannedCell, expand, told_apart
from analyzer.runs.specs.keys import spec_text
from analyzer.runs.specs.spec import DECIDED, Experiment
from analyzer.runs.stored import extending, files, verify
from analyzer.runs.stored import repair as mending
from analyzer.runs.stored.manifest import check_same, fixed, new_manifest
from analyzer.runs.stored.manifest_file import FILE, Manifest, read_manifest

_BEGUN = (files.LOCK, f"{FILE}{files.TEMPORARY}")  # what a run leaves behind that ended before its first manifest
ROWS_LIMIT = 2_000_000  # games up to which rows are kept unless the spec says otherwise


def run(
    spec: str | Path,
    out: str | Path | None = None,
    *,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    scheduler: str | None = None,
    scheduler_file: str | Path | None = None,
    quick: bool = False,
    repair: bool = False,
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
    sections: Sections | None = None,
) -> Run:
    """Play an experiment into a run directory; called again, it resumes where it stopped.

    Parameters
    ----------
    spec
        A TOML file; see docs/experiments.md.
    out
        The run directory; by default `runs/<name of the spec>`.
    jobs, backend, scheduler, scheduler_file
        How many workers, and where: `"threads"`, `"processes"` or `"dask"`; for Dask the address of a scheduler or the
        file that it wrote, else $DASK_SCHEDULER_ADDRESS, else a cluster of this machine's cores (docs/cluster.md).
    quick
        Whether to make a try-out with few deals, marked as such.
    repair
        Whether to play again what is damaged, as `analyzer.verify` finds it.
    control, say, on_games
        How to end it early, what receives remarks, and what receives the progress.
    sections
        What lists the sections of a report that the spec may name; `analyzer.run` knows those that there are.

    Returns
    -------
    Run
        With `folder`, `games`, `digest`, `as_dict()`; `load_results(run.folder)` opens its tables.

    Examples
    --------
    >>> analyzer.run("experiments/tranquility_difficulty.toml", quick=True)
    """
    n_jobs, path = check_jobs(jobs), Path(spec)
    where = Backend(backend, scheduler, scheduler_file) if isinstance(backend, str) else backend
    experiment, text = read_spec(path, sections)
    experiment = experiment.quickened() if quick else experiment
    design = expand(experiment, path)
    folder = Path(out) if out is not None else _default_folder(path, quick)
    most = sum((planned.own_goal or experiment.goal).most for planned in design.cells)
    rows = most <= ROWS_LIMIT if experiment.rows is None else experiment.rows
    manifest = new_manifest(experiment, design, path, text, quick=quick, rows=rows)
    if experiment.until == DECIDED:
        rule_of(manifest)  # refuses a run that has nothing to decide
    plan = Plan(folder, experiment, design, manifest, is_repair=repair)
    return _play_or_open(plan, (n_jobs, where), control, say, on_games)


def run_cells(
    folder: Path,
    experiment: Experiment,
    cells: Iterable[PlannedCell],
    *,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
    repair: bool = False,
) -> Run:
    """Play the cells of a study into a run directory, in the order given; a cell that occurs twice is played once."""
    design, n_jobs = Design(told_apart(cells), ()), check_jobs(jobs)
    plan = Plan(folder, experiment, design, _study_manifest(experiment, design, folder.name), is_repair=repair)
    return _play_or_open(plan, (n_jobs, backend), control, say, on_games)


def study_folder(kind: str, experiment: Experiment, cells: Iterable[PlannedCell], *more: str) -> Path:
    """Name the run directory of a study; whatever keeps a run from resuming changes the name."""
    manifest = _study_manifest(experiment, Design(tuple(cells), ()), kind)
    content = json.dumps([fixed(manifest), *more], sort_keys=True, default=str)
    return Path("runs") / f"{kind}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"


def _study_manifest(experiment: Experiment, design: Design, name: str) -> Manifest:
    return new_manifest(experiment, design, Path(name), spec_text(experiment), quick=False, rows=False)


def _default_folder(spec: str | Path, quick: bool) -> Path:
    """Name the run directory of a spec."""
    return Path("runs") / (Path(spec).stem + ("-quick" if quick else ""))


def _play_or_open(
    plan: Plan, where: tuple[int, BackendGiven], control: Control | None, say: Say | None, on_games: OnGames | None
) -> Run:
    """Play what is missing of a run, and keep others out of it meanwhile; open it if there is nothing to play."""
    jobs, backend = where
    with files.telling_of_storage(plan.folder):
        there = _found(plan, say)
        if there is not None:
            return there
        with opened(backend, jobs, control, say) as pool:
            plan.folder.mkdir(parents=True, exist_ok=True)
            with files.locked(plan.folder) as lock:
                return Runner(plan, pool, control or Control(), say, on_games, lock.check).play()


def _found(plan: Plan, say: Say | None) -> Run | None:
    """Open a run that is complete; None if there is something to play, an error if it is not this run."""
    folder = plan.folder
    if "\0" in str(folder):
        raise BadInput("--out: the name of a folder cannot contain NUL")
    if not os.path.lexists(folder / FILE):
        if folder.is_file() or (folder.is_dir() and any(item.name not in _BEGUN for item in folder.iterdir())):
            raise BadInput(f"--out {folder}: exists already and is not a run directory; choose another one")
        return None
    try:
        old = read_manifest(folder)
    except DamagedRun:
        if not plan.is_repair:
            raise
        mending.put_aside_manifest(folder)
        return None
    check_same(old, plan.manifest, folder)
    if plan.is_repair:
        return None
    checked = verify.check_whole(folder, old)
    is_complete = old.status == "complete" and not extending.is_extended(old, plan.manifest)
    return _complete(plan, old, checked, say) if is_complete else None


def _complete(plan: Plan, manifest: Manifest, checked: verify.Verification, say: Say | None) -> Run:
    """Open a complete run: nothing is played and nothing written."""
    run = Run(plan.folder, manifest)
    if say is not None:
        say(f"{plan.folder}: complete with {run.games:,} games, {checked.files:,} files verified; nothing to play")
    return run
