"""From a run directory to a report: gather the sections, then write the files."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from analyzer.analysis import frames
from analyzer.errors import BadInput, DamagedRun, MachineTrouble, unknown
from analyzer.reporting import gathering, naming
from analyzer.reporting.document import Document, Section
from analyzer.reporting.findings import said_once, with_findings
from analyzer.reporting.html import render_html
from analyzer.reporting.markdown import FILE, render_markdown
from analyzer.reporting.wording import count, several, stem
from analyzer.runs.stored import found
from analyzer.runs.stored.files import TEMPORARY, WRONG_PATH, write_together
from analyzer.runs.stored.results import Results, load_results
from analyzer.runs.stored.stamps import read_stamps
from analyzer.runs.stored.verify import check_whole

FORMATS = ("html", "md")
MOST_PLAYERS = 4  # that the line below a figure names
QUICK = "This is a quick try-out with few deals: good for seeing what a report looks like, too few for conclusions."
FRAME = "width: 100%; height: 80vh; border: 0"  # in which a notebook shows a page
_ATTACHMENT = re.compile(r"\]\(((?:figures|tables)/[A-Za-z0-9_.-]+)\)")


@dataclass(frozen=True)
class Report:
    """A report on disk: its folder, its files relative to it, what it says, and the sections that it lacks."""

    folder: Path
    files: tuple[str, ...]
    document: Document
    failures: tuple[gathering.Failure, ...] = ()

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Report: {self.document.title}, {len(self.files)} files, {self.folder}>"

    def _repr_html_(self) -> str:
        text = render_html(self.document) if self.html is None else self.html.read_text(encoding="utf-8")
        return f'<iframe title="report" style="{FRAME}" srcdoc="{escape(text)}"></iframe>'

    @property
    def html(self) -> Path | None:
        """The self-contained page, if it was asked for."""
        return next((self.folder / name for name in self.files if name.endswith(".html")), None)

    @property
    def markdown(self) -> Path | None:
        """The Markdown text, if it was asked for."""
        return self.folder / FILE if FILE in self.files else None

    @property
    def trouble(self) -> MachineTrouble:
        """What a command ends with, as sections could not be made."""
        told = ", ".join(failure.words for failure in self.failures)
        return MachineTrouble(f"{self.folder}: the report lacks what could not be made: {told}")

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `report --json`."""
        paths = {"html": self.html, "markdown": self.markdown}
        return {
            "report_dir": str(self.folder),
            "title": self.document.title,
            "question": self.document.question,
            "quick": self.document.is_quick,
            "notices": list(self.document.notices),
            "sections": [section.name for section in self.document.sections],
            "failed": [failure.section for failure in self.failures],
            **{name: None if path is None else str(path) for name, path in paths.items()},
            "files": list(self.files),
        }


def report(
    run_dir: str | Path,
    out: str | Path | None = None,
    formats: str | Sequence[str] = FORMATS,
    *,
    readings: str | Path | None = None,
    stamps: str | Path | None = None,
) -> Report:
    """Make the report of a run from its stored results, once all of them are verified.

    Parameters
    ----------
    run_dir
        What `analyzer run` or `analyzer.run` wrote.
    out
        The folder of the report; by default `report` inside the run directory.
    formats
        `"html"`, `"md"`, or both.
    readings
        A run of the same game and rules in which readings were set alone: recommended icons are asked for under these,
        too.
    stamps
        A file of stamps (docs/sensitivity.md): those of the headlines of this run's spec are shown.

    Returns
    -------
    Report
        With the paths `html` and `markdown`, the `document` they were made of, and in `failures` the sections that
        could not be made.

    Examples
    --------
    >>> analyzer.report("runs/tranquility_difficulty-quick", formats="html").html
    """
    chosen = _formats(formats)
    results = load_results(run_dir)
    results = results if readings is None else replace(results, beside=(_beside(results, Path(readings)),))
    results = results if stamps is None else replace(results, stamps=_stamps(Path(stamps)))
    folder = Path(out) if out is not None else results.folder / "report"
    check_report_folder(folder)
    check_whole(results.folder, results.manifest)
    try:
        document, files, failures = _made(results, chosen)
    except gathering.TOLD:
        raise
    except Exception as problem:  # whatever it is, nobody can read a traceback
        raise DamagedRun(
            f"{results.folder}: no report can be made of it ({gathering.reason(problem)}); "
            f"`analyzer verify {results.folder}` tells whether its files are whole: if so, the program is at fault"
        ) from problem
    _write(folder, files)
    return Report(folder, tuple(files), document, tuple(failures))


def _beside(results: Results, folder: Path) -> Results:
    """Open the run of readings that a report draws upon, if it was played by the same rules."""
    other = load_results(folder)
    if other.manifest.rules_version != results.manifest.rules_version:
        rules, own = (_rules_words(run) for run in (other, results))
        raise BadInput(f"--readings {folder}: played by the rules {rules}, and {results.folder} by {own}")
    check_whole(other.folder, other.manifest)
    return other


def _stamps(file: Path) -> tuple[Mapping[str, Any], ...]:
    """Read a file of stamps that must be there."""
    if not file.is_file():
        raise BadInput(f"--stamps {file}: there is no such file; `analyzer stamps --file {file}` makes it")
    return tuple(read_stamps(file).values())


def check_report_folder(folder: Path, option: str = "--out") -> None:
    """Refuse a file where a folder is needed, before anything is drawn."""
    above = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    if above.exists() and not above.is_dir():
        what = "is a file; give a folder" if above == folder else f"cannot be made: {above} is a file"
        raise BadInput(f"{option} {folder}: {what}")


def write_report(document: Document, folder: Path, name: str, formats: Sequence[str] = FORMATS) -> Report:
    """Write a document into a folder, as pages of a name; a figure without a source of its own names the command."""
    document = replace(document, sections=tuple(with_findings(document.sections, document.stamp)))
    files = _render(document, stem(name), formats)
    _write(folder, files)
    return Report(folder, tuple(files), document)


def _made(results: Results, formats: Sequence[str]) -> tuple[Document, dict[str, bytes], list[gathering.Failure]]:
    """Make the files of a report, without the sections that cannot be built or rendered."""
    if not int(results.blocks["games"].sum()):
        spec = naming.spec_words(results.manifest)
        raise BadInput(f"{results.folder}: nothing has been played yet; `analyzer run {spec}` plays it")
    sections, failures = gathering.gather(results)
    name = stem(results.manifest.name)
    try:
        document = _document(results, sections, failures)
        return document, _render(document, name, formats), failures
    except gathering.TOLD:
        raise
    except Exception:  # which section it was is found out one by one
        found = gathering.try_out(sections, lambda one: _render(_document(results, [one], []), name, formats))
        failures += found
        kept = [one for one in sections if one.name not in {failure.section for failure in found}]
        if not found or not kept:
            raise
    document = _document(results, kept, failures)
    return document, _render(document, name, formats), failures


def _document(results: Results, sections: Iterable[Section], failures: Iterable[gathering.Failure]) -> Document:
    manifest = results.manifest
    subject = manifest.name.removeprefix(manifest.game.name).replace("_", " ").strip(" -")  # chess_fast: `Chess: fast`
    missing = [f"A section is missing, because it could not be made: {failure.words}." for failure in failures]
    return Document(
        title=f"{manifest.game.title}: {subject}" if subject else manifest.game.title,
        question=manifest.experiment.question,
        game=manifest.game.title,
        is_quick=manifest.quick,
        sections=tuple(said_once(with_findings(sections, _source(results)))),
        stamp=_stamp(results),
        notices=(*_notices(results), *missing),
    )


def document_of(results: Results) -> Document:
    """Tell what a run found, as far as its sections can be made."""
    if not int(results.blocks["games"].sum()):
        raise BadInput(f"{results.folder}: nothing has been played yet")
    return _document(results, *gathering.gather(results))


def _notices(results: Results) -> Iterator[str]:
    if results.manifest.quick:
        yield QUICK
    if results.manifest.status != "complete":
        going = [not cell.stopped_by for cell in results.manifest.cells]
        yield (
            f"The run is not finished: {sum(going)} of {len(going)} cells have not reached their goal, so intervals "
            "are wider than planned and cells may be missing. "
            f"`analyzer run {naming.spec_words(results.manifest)}` goes on."
        )
    asked = results.manifest.experiment
    if asked.balance is not None and found.read_found(results.folder, results.manifest) is None:
        yield f"The studies of balance are not finished: `analyzer run {naming.spec_words(results.manifest)}` goes on."
    for policy, doubt in results.manifest.doubts.items():
        yield (
            f"What {policy} rests on is not known in full: {doubt}. If such a file changed while the run was played, "
            "its games are not all of one kind."
        )


def _source(results: Results) -> str:
    """Say of what figures are made: so short that it stands inside each of them."""
    manifest, games = results.manifest, [int(number) for number in results.cells["games"] if number > 0]
    who = [naming.policy_words(results, name) for name in frames.factors_of(results).policies]
    played = several(who) if len(who) <= MOST_PLAYERS else f"{len(who)} ways to play"
    each = count(min(games)) if min(games) == max(games) else f"{count(min(games))} to {count(max(games))}"
    return " · ".join(
        [
            f"{manifest.game.title}: {played}",
            f"{each} games in each setting, {len(games)} settings",
            f"seed {manifest.experiment.seed}",
            f"rules {_rules_words(results)}",
            f"played {manifest.started[:10]}",
        ]
    )


def _stamp(results: Results) -> str:
    manifest = results.manifest
    readings = [
        f"readings of runs/{stem(other.folder.name)}, digest {(other.manifest.digest or 'open')[:12]}"
        for other in results.beside
    ]
    parts = [
        f"analyzer report runs/{stem(results.folder.name)}",
        *readings,
        f"spec {manifest.spec_sha256[:12]}",
        f"rules {_rules_words(results)}",
        f"seed {manifest.experiment.seed}",
        f"{count(results.cells['games'].sum())} games",
        f"version {manifest.package_version}",
        f"commit {(manifest.commit or 'unknown')[:12]}",
        f"digest {(manifest.digest or 'open')[:12]}",
    ]
    return " · ".join(parts)


def _rules_words(results: Results) -> str:
    return ", ".join(f"{name}/{version}" for name, version in results.manifest.rules_version.items())


def _formats(formats: str | Sequence[str]) -> list[str]:
    names = [name.strip() for name in formats.split(",")] if isinstance(formats, str) else list(formats)
    for name in names or [""]:
        if name not in FORMATS:
            raise unknown("format", name, FORMATS, where="--format")
    return names


def _render(document: Document, name: str, formats: Sequence[str]) -> dict[str, bytes]:
    page = {f"{name}.html": render_html(document).encode(errors="replace")} if "html" in formats else {}
    return page | (render_markdown(document) if "md" in formats else {})


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a report together: a process that is killed leaves the old report or the new one."""
    try:
        text = folder / FILE  # of a report that is there already: the figures and tables that it refers to
        is_replaced = FILE in files and text.is_file()
        known = set(_ATTACHMENT.findall(text.read_text(encoding="utf-8", errors="replace")) if is_replaced else ())
        for place in {(folder / name).parent for name in files}:
            place.mkdir(parents=True, exist_ok=True)
            for left in place.glob(f"*{TEMPORARY}"):  # by one that was killed
                left.unlink()
        in_order = sorted(files, key=lambda name: name == FILE)  # the text last: it refers to the others
        write_together({folder / name: files[name] for name in in_order})
        for name in known - set(files):
            (folder / name).unlink(missing_ok=True)
    except OSError as problem:
        kind = BadInput if problem.errno in WRONG_PATH else MachineTrouble
        raise kind(f"--out {folder}: cannot be written: {problem.strerror or problem}") from problem
