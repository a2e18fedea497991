"""`analyzer verify`: the stored files of a run."""

from __future__ import annotations

from analyzer.errors import DamagedRun
from analyzer.shell.options import Json, RunDir
from analyzer.shell.output import show


def verify(run_dir: RunDir, as_json: Json = False) -> None:
    """Check every stored file of a run, and list what must be played again.

    Example: analyzer verify runs/tranquility_solo-quick
    """
    from analyzer.runs.verify import verify as check
    from analyzer.shell.run_screens import verify_screen

    found = check(run_dir)
    show(found.as_dict(), verify_screen(found), as_json)
    if not found.is_whole:
        advice = f"`analyzer run SPEC --out {run_dir} --repair` plays only these again"
        raise DamagedRun(f"{run_dir}: {len(found.damages)} damaged; {advice}")
