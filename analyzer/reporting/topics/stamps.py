"""What survives the assumptions: the headlines of the spec in plausible worlds, where the report was given stamps."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.reporting import naming
from analyzer.reporting.document import Column, Commands, Kind, Prose, Section, Table, Tone
from analyzer.reporting.wording import MINUS, count, several, upper_first
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

PLACE = 96
TOLD = {  # verdicts of stamps, for one headline and for several
    "stable": ("holds in every world that was played", "hold in every world that was played"),
    "flips": ("does not hold in some worlds", "do not hold in some worlds"),
    "open": ("is open", "are open"),
    "nothing assumed": ("rests on nothing assumed", "rest on nothing assumed"),
}
NOTE = (
    "In each world all that is assumed is drawn anew from its range (`analyzer variants` lists the ranges and their "
    "reasons), and each world has deals of its own. Holds in: the share of all such worlds, 95 % interval. Flips: for "
    "certain in some world, or beyond a value within its range. Open: these games cannot tell."
)


def build(results: Results) -> Section | None:
    """Show the stamps of the headlines of this spec; None where there are none."""
    own = Path(results.manifest.spec_file).name
    found = [one for one in results.stamps if own in {Path(name).name for name in one.get("where", ())}]
    if not found:
        return None
    game, spec = results.manifest.game.name, naming.spec_words(results.manifest)
    command = f"analyzer sensitivity {game} --spec {spec} --report {game}-survives"
    commands = Commands((command,), "What moves each of them, and the worlds where it flips:")
    return Section("stamps", "What survives the assumptions", (Prose(_lead(found), Tone.LEAD), _table(found), commands))


def _lead(found: list[Mapping[str, Any]]) -> str:
    """Count the headlines by what became of them."""
    verdicts = [str(one["verdict"]) for one in found]
    if len(set(verdicts)) == 1:
        every = "The only headline" if len(found) == 1 else f"All {count(len(found))} headlines"
        return f"{every} {TOLD[verdicts[0]][len(found) > 1]}."
    parts = [f"{count(n)} {words[n > 1]}" for name, words in TOLD.items() if (n := verdicts.count(name))]
    return f"Of {count(len(found))} headlines {several(parts)}."


def _table(found: list[Mapping[str, Any]]) -> Table:
    columns = (
        Column("says", "headline"),
        Column("verdict", "verdict"),
        Column("share", "holds in", Kind.PERCENT),
        Column("worlds", "worlds", Kind.COUNT),
        Column("deals", "deals of each cell", Kind.COUNT),
        Column("who", "who played"),
        Column("moved", "moved most by"),
    )
    order = {name: place for place, name in enumerate(("flips", "open", "stable"))}
    rows = [_row(one) for one in sorted(found, key=lambda one: order.get(str(one["verdict"]), len(order)))]
    return Table("stamps", "Headlines in plausible worlds", columns, pd.DataFrame(rows), NOTE)


def _row(one: Mapping[str, Any]) -> dict[str, Any]:
    share = one.get("share")
    moved = next(iter(one.get("moved_by", ())), "").replace(" -", f" {MINUS}").replace("[-", f"[{MINUS}")
    return {
        "says": one["says"],
        "verdict": upper_first(str(one["verdict"])),
        "share": None if share is None else Estimate(share[0], share[1], share[2], 0.95, int(one["worlds"]), "worlds"),
        "worlds": one["worlds"],
        "deals": one.get("deals", 0),
        "who": ", ".join(one["who"]),
        "moved": moved,
    }
