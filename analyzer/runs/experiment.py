"""A whole experiment: plays every cell of a spec into a run directory, and goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import BadInput
from analyzer.play.limits import check_jobs
from analyzer.play.pools import opened
from analyzer.play.table import Control
from analyzer.runs.design import Design, expand
from analyzer.runs.files import locked
from analyzer.runs.manifest import FILE, Manifest, check_same, new_manifest, read_manifest
from analyzer.runs.player import OnGames, Plan, Player, Run, Say
from analyzer.runs.spec import Experiment
from analyzer.runs.spec_check import load_spec, read_text

ROWS_LIMIT = 2_000_000  # games up to which rows are kept unless the spec says otherwise


def run(
    spec: str | Path,
    out: str | Path | None = None,
    *,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    quick: bool = False,
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Run:
    """Play an experiment into a run directory; run again, it goes on where it stopped.

    Parameters
    ----------
    spec
        A TOML file; see docs/experiments.md.
    out
        The run directory; by default `runs/<name of the spec>`.
    jobs, backend, scheduler
        How many workers, and where: `"threads"`, `"processes"` or `"dask"` (at the address of a scheduler).
    quick
        Whether to make a try-out with few deals, marked as such.
    control, say, on_games
        How to end it early, who hears remarks, and who hears how far it is.

    Returns
    -------
    Run
        With `folder`, `games`, `digest`, `as_dict()`; `load_results(run.folder)` opens its tables.

    Examples
    --------
    >>> analyzer.run("experiments/tranquility_difficulty.toml", quick=True)
    """
    n_jobs, path = check_jobs(jobs), Path(spec)
    experiment, text = load_spec(path), read_text(path)
    experiment = experiment.quickened() if quick else experiment
    design = expand(experiment, path)
    folder = Path(out) if out is not None else _default_folder(path, quick)
    manifest = _manifest(experiment, design, path, text, quick)
    _check_folder(folder, manifest)
    with opened(backend, n_jobs, scheduler) as pool:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            plan = Plan(folder, experiment, design, manifest)
            return Player(plan, pool, control or Control(), say, on_games).play()


def _default_folder(spec: str | Path, quick: bool) -> Path:
    """Name the run directory of a spec."""
    return Path("runs") / (Path(spec).stem + ("-quick" if quick else ""))


def _manifest(experiment: Experiment, design: Design, path: Path, text: str, quick: bool) -> Manifest:
    most = experiment.most_deals * len(design.cells)
    rows = most <= ROWS_LIMIT if experiment.rows is None else experiment.rows
    return new_manifest(experiment, design, path, text, quick=quick, rows=rows)


def _check_folder(folder: Path, manifest: Manifest) -> None:
    if (folder / FILE).exists():
        check_same(read_manifest(folder), manifest, folder)
    elif folder.is_file() or (folder.is_dir() and any(item.name != ".lock" for item in folder.iterdir())):
        raise BadInput(f"--out {folder}: is there already and is no run directory; choose another one")
