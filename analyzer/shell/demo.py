"""The main job on a small scale: the whole Tranquility ladder, one to five players, printed and as a report."""

import shutil
import sys
import tomllib
from pathlib import Path

from rich.console import Console

import analyzer
from analyzer.games.user_files import toml_text
from analyzer.kernel.compiler.announcing import announce_compilation
from analyzer.runs.stored.results import load_results
from analyzer.shell.progress import play_study
from analyzer.shell.screens.runs import ladder_screen

SHIPPED = Path(__file__).parents[2] / "experiments" / "tranquility_difficulty.toml"
DEALS = 1_000  # per cell: under three minutes on two cores, compilation included
LEVELS = ("novice", "casual", "good")  # an expert thinks too long for a demonstration
QUESTION = "How hard is every variant of Tranquility for novice, casual and good players, and do the icons say so?"
REPLACED = ("deals", "until", "margin", "max_deals", "rows", "levels", "effort", "hindsight")


def demo_spec(shipped: str, deals: int = DEALS) -> str:
    """Turn a shipped spec into the same experiment with few deals, for the levels that play fast, without rows."""
    kept = {key: value for key, value in tomllib.loads(shipped).items() if key not in REPLACED}
    wanted = {"deals": deals, "rows": False, "levels": LEVELS, **kept}
    return toml_text(wanted, comment=QUESTION)


def main(folder: Path = Path("runs"), deals: int = DEALS) -> None:
    """Play the ladder from the start, print it, and write its report."""
    spec, run_dir = folder / "tranquility_demo.toml", folder / "tranquility_demo"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(run_dir, ignore_errors=True)
    spec.write_text(demo_spec(SHIPPED.read_text(encoding="utf-8"), deals), encoding="utf-8")
    announce_compilation(_say)
    run = play_study(analyzer.run, spec, run_dir, say=_say)
    if run.was_interrupted:
        sys.exit(130)
    console = Console(highlight=False)
    console.print(ladder_screen(load_results(run_dir)))
    console.print(f"{run.games:,} games, {deals:,} deals per cell, the same deals in every cell", style="dim")
    from analyzer.reporting.build import report  # matplotlib is loaded only now: the games begin at once

    made = report(run_dir, formats=("html",))
    console.print(f"report: {made.html}", soft_wrap=True)
    if made.failures:
        _say(str(made.trouble))
        sys.exit(made.trouble.exit_code)


def _say(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
