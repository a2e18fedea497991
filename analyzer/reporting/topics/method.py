"""Method and reproduction: how much was played, which intervals, and the commands that make all of it again."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from analyzer.analysis import certainty, soundness, tables
from analyzer.reporting import basis, lists, naming
from analyzer.reporting.document import Bullets, Column, Commands, Kind, Part, Section, Table
from analyzer.reporting.wording import count, counted
from analyzer.runs.specs.spec import DECIDED, Experiment
from analyzer.runs.stored.manifest_file import Raise
from analyzer.runs.stored.results import Results

PLACE = 110


def build(results: Results) -> Section:
    """Say how the numbers came about and how to make them again."""
    parts: list[Part] = [
        Bullets(tuple(text for text in _facts(results) if text)),
        Commands(_commands(results), "Make it again"),
    ]
    replays, captions = _replays(results)
    parts += [Commands(replays, captions)] if replays else []
    parts.append(_cell_table(results))
    if results.manifest.skipped:
        columns = (Column("what", "left out"), Column("reason", "because"))
        frame = pd.DataFrame(results.manifest.skipped)
        parts.append(Table("skipped", "What was left out", columns, frame, folded=len(frame) > 10))
    return Section("method", "Method and reproduction", tuple(parts))


def _facts(results: Results) -> list[str]:
    manifest, asked, own = results.manifest, results.manifest.experiment, results.manifest.own_policies
    checks = soundness.halves(results)["test"] if results.cells["blocks"].max() > 1 else ()
    p_values = [certainty.adjusted(results, test) for test in checks]
    return [
        basis.say_deals(results),
        stopping(asked, list(results.cells["stopped_by"]), list(results.cells["games"]), not manifest.raised),
        raised(manifest.raised) if manifest.raised else "",
        intervals(asked),
        basis.cut_off(*tables.cut_off_share(results)),
        same_against_same(min(p_values), len(p_values)) if p_values else "",
        certain_claims(sum(certainty.claims(results).values()), 1.0 - certainty.LEVEL),
        guarded(own, manifest.guard) if own else "",
        versions(manifest.rules_version, manifest.package_version, manifest.versions, manifest.commit),
        digest(manifest.digest, manifest.spec_sha256),
    ]


def _commands(results: Results) -> tuple[str, ...]:
    manifest = results.manifest
    quick, name = manifest.quick, Path(manifest.spec_file).stem
    shell = ". .venv/bin/activate"  # what puts `analyzer` on the path; once per terminal
    played = f"analyzer run {naming.spec_words(manifest)}{' --quick' if quick else ''}"
    readings = "".join(f" --readings runs/{other.folder.name}" for other in results.beside)
    return shell, played, f"analyzer report runs/{name}{'-quick' if quick else ''}{readings}"


def _replays(results: Results) -> tuple[tuple[str, ...], str]:
    """Tell how a narrow, a typical and the fastest game are replayed."""
    table = soundness.example_games(results)
    if table.empty:
        return (), ""
    own = table.to_dict("records")
    entry = results.entry(own[0]["cell"])
    name = f"{naming.label(results, entry.cell)} with {naming.players_words(entry.players)}"
    words = [EXAMPLES[row["kind"], entry.is_competitive].format(row["value"]) for row in own]
    return tuple(row["command"] for row in own), f"Replay games of {name}: {'; '.join(words)}"


def _cell_table(results: Results) -> Table:
    cells = results.cells[results.cells["games"] > 0]
    cut = tables.truncation(results).set_index("cell")
    frame = lists.named(
        results,
        cells,
        truncated=[cut["truncated"][cell] for cell in cells["cell"]],
        faults=[cut["faults"][cell] for cell in cells["cell"]],
        digest=[str(digest or "")[:16] for digest in cells["digest"]],
        stopped=[STOPPED.get(reason, "not finished") for reason in cells["stopped_by"]],
    )
    columns = (
        *lists.CELL_AND_POLICY,
        Column("games", "games", Kind.COUNT),
        Column("stopped", "stopped by"),
        Column("truncated", "cut off", Kind.PERCENT),
        Column("faults", "faults", Kind.COUNT),
        Column("digest", "digest"),
    )
    return Table("cells", "What was played", columns, frame, folded=True)


STOPPED = {
    "deals": "the planned number of deals",
    "until": "its interval",
    "decided": "all its pairs, decided",
    "max_deals": "the most deals allowed",
}
SUSPICIOUS = 1.0 - certainty.LEVEL  # adjusted p-value of an A/A check below which something is wrong
EXAMPLES = {
    ("narrow", False): "a narrow win, {} turns",
    ("typical", False): "a typical loss, {} turns",
    ("fastest", False): "the fastest loss, {} turns",
    ("narrow", True): "the closest game, a margin of {}",
    ("typical", True): "a game of typical length, {} turns",
    ("fastest", True): "the shortest game, {} turns",
}


def stopping(asked: Experiment, reasons: Sequence[str | None], games: Sequence[int], is_as_begun: bool = True) -> str:
    """Say how the run stopped; `games` were played in each cell, for the reason beside them."""
    fixed = [number for number, reason in zip(games, reasons, strict=True) if reason == "deals"]
    own = f"{count(min(fixed))} to {count(max(fixed))}" if fixed and min(fixed) < max(fixed) else ""
    if asked.until is None:
        fixed_when = "was fixed beforehand" if is_as_begun else "was fixed, and raised later"
        return f"The number of deals {fixed_when}: {own or count(asked.most_deals)} per cell."
    early = sum(reason in ("until", "decided") for reason in reasons)
    goal = (
        f"all its pairs were told apart or equal within ±{100 * asked.margin:g} points"
        if asked.width is None
        else f"its interval was as narrow as ±{100 * asked.width:g} points"
    )
    most = f"at the latest after {counted(asked.most_deals, 'deal')}"
    each = f"Each cell stopped when {goal} ({early} of {counted(len(reasons), 'cell')}), {most}"
    if not fixed:
        return f"{each}."
    return f"{each}, but for {len(fixed)} with a number of deals fixed beforehand ({own or count(fixed[0])})."


def raised(times: Sequence[Raise]) -> str:
    """Say when a run was told to play on, and what its intervals need then."""
    when = ", ".join(f"from {count(item.deals)} after {counted(item.games, 'game')}" for item in times)
    return (
        f"The deals of a cell were raised {when}. The intervals hold if that was not because of what the games "
        "had shown until then."
    )


def intervals(asked: Experiment) -> str:
    """Say which intervals are used."""
    if asked.until == DECIDED:
        return (
            "Win rates have a confidence sequence, valid at every look. Paired differences in question have Tango's "
            "interval at the look that decided them, at a level at which all pairs and all planned looks hold together "
            "at 97.5 %; the rest of the error is split over the other claims, for every look. Places and means have "
            "ordinary 95 % intervals."
        )
    if asked.until is None:
        return (
            "Win rates have Wilson score intervals (exact ones below ten wins or losses), win shares Wilson's at the "
            "effective number of games, paired differences Tango's, means Student's t; all at 95 %."
        )
    return (
        "Win rates of finished cells have exact intervals at a level that makes up for the stop, those of unfinished "
        "ones a confidence sequence, valid at every look; paired differences have Tango's interval on the deals that "
        "both cells played, which after such stops is wrong in 4.5 to 5.8 % of runs; means have Student's t; all at "
        "95 %."
    )


def same_against_same(smallest: float, cells: int) -> str:
    """Say whether two halves of the same cell agree, as they must."""
    least = f"{smallest:.2g}"
    compared = f"Even and odd blocks of the same cell were compared in {counted(cells, 'cell')}"
    if smallest < SUSPICIOUS:
        return f"{compared} and differ more than chance explains (smallest adjusted p {least}): do not trust this run."
    return f"{compared}, which must differ by chance only, and do (smallest adjusted p {least})."


def certain_claims(number: int, error: float) -> str:
    """Say for how many claims the error of a report is split."""
    if not number:
        return ""
    return (
        f"What is called certain holds together: the design allows {count(number)} such claims, and each has an equal "
        f"part of the {100 * error:.0f} % of error (Bonferroni)."
    )


def guarded(own: Sequence[str], guard: int) -> str:
    """Say whether policies that are not shipped could see more than their seats."""
    names, verb = ", ".join(own), "is" if len(own) == 1 else "are"
    if guard:
        return f"{names} {verb} not shipped and played in processes of their own, which never held the state of a game."
    return (
        f"Unguarded: {names} {verb} not shipped, and played in the same process as the games, as in earlier versions. "
        "What they did cannot be told from cheating; play the run again."
    )


def versions(rules: Mapping[str, int], package: str, packages: Mapping[str, str | None], commit: str | None) -> str:
    """Name what played it."""
    played = ", ".join(f"rules of {name} version {number}" for name, number in rules.items())
    at = f", commit {commit[:12]}" if commit else ""
    others = ", ".join(
        f"{name} {packages[name]}" for name in ("python", "numpy", "numba", "scipy") if packages.get(name)
    )
    return f"Played with analyzer {package}{at}, {played}; {others}."


def digest(found: str | None, spec: str) -> str:
    """Give the fingerprints of games and spec."""
    games = f"Digest of all games: {found[:16]}" if found else "The run is not finished, so it has no digest yet"
    return f"{games}; hash of the spec: {spec[:16]}."
