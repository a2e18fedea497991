"""From a run directory to a report: gather the sections, then write the files."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, DamagedRun, unknown
from analyzer.reporting import naming, topics
from analyzer.reporting.document import Document, Section
from analyzer.reporting.html import render_html
from analyzer.reporting.markdown import FILE, render_markdown
from analyzer.reporting.wording import count, stem
from analyzer.runs.stored.files import write_atomically
from analyzer.runs.stored.manifest_file import Manifest
from analyzer.runs.stored.results import Results, load_results

FORMATS = ("html", "md")
ALWAYS = ("glossary", "assumptions")  # what the other sections refer to
QUICK = "This is a quick try-out with few deals: good for seeing what a report looks like, too few for conclusions."
# what tables and sentences raise of a manifest that somebody changed
_MISFITS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
_ATTACHMENT = re.compile(r"\]\(((?:figures|tables)/[A-Za-z0-9_.-]+)\)")


@dataclass(frozen=True)
class Report:
    """A report on disk: its folder, its files relative to it, and what it says."""

    folder: Path
    files: tuple[str, ...]
    document: Document

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Report: {self.document.title}, {len(self.files)} files, {self.folder}>"

    @property
    def html(self) -> Path | None:
        """The self-contained page, if it was asked for."""
        return next((self.folder / name for name in self.files if name.endswith(".html")), None)

    @property
    def markdown(self) -> Path | None:
        """The Markdown text, if it was asked for."""
        return self.folder / FILE if FILE in self.files else None

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
            **{name: None if path is None else str(path) for name, path in paths.items()},
            "files": list(self.files),
        }


def report(run_dir: str | Path, out: str | Path | None = None, formats: str | Sequence[str] = FORMATS) -> Report:
    """Make the report of a run from its stored results.

    Parameters
    ----------
    run_dir
        What `analyzer run` or `analyzer.run` wrote.
    out
        The folder of the report; by default `report` inside the run directory.
    formats
        `"html"`, `"md"`, or both.

    Returns
    -------
    Report
        With the paths `html` and `markdown`, and the `document` they were made of.

    Examples
    --------
    >>> analyzer.report("runs/tranquility_difficulty-quick", formats="html").html
    """
    chosen = _formats(formats)
    results = load_results(run_dir)
    folder = Path(out) if out is not None else results.folder / "report"
    check_report_folder(folder)
    try:
        document = _build_document(results)
        files = _render(document, stem(results.manifest.name), chosen)
    except _MISFITS as problem:
        raise DamagedRun(
            f"{results.folder}: no report can be made of it ({type(problem).__name__}: {str(problem)[:200]}); "
            f"`analyzer verify {results.folder}` tells whether its files are whole: if so, the program is at fault"
        ) from problem
    return _written(document, folder, files)


def check_report_folder(folder: Path, option: str = "--out") -> None:
    """Refuse a file where a folder is needed, before anything is drawn."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{option} {folder}: is a file; give a folder")
    above = next((place for place in folder.parents if place.exists()), folder)
    if above.exists() and not above.is_dir():
        raise BadInput(f"{option} {folder}: cannot be made: {above} is a file")


def write_report(document: Document, folder: Path, name: str, formats: Sequence[str] = FORMATS) -> Report:
    """Write a document into a folder, as pages of a name."""
    return _written(document, folder, _render(document, stem(name), formats))


def _written(document: Document, folder: Path, files: dict[str, bytes]) -> Report:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"--out {folder}: cannot be made: {problem.strerror or problem}") from problem
    _write(folder, files)
    return Report(folder, tuple(files), document)


def _build_document(results: Results) -> Document:
    """Gather the sections that a run asks for and has the results for."""
    manifest = results.manifest
    if not int(results.blocks["games"].sum()):
        raise BadInput(
            f"{results.folder}: nothing has been played yet; `analyzer run {naming.spec_words(manifest)}` plays it"
        )
    return Document(
        title=_title(manifest),
        question=manifest.experiment.question,
        game=manifest.game.title,
        is_quick=manifest.quick,
        sections=tuple(_sections(results)),
        stamp=_stamp(results),
        notices=tuple(_notices(results)),
    )


def _sections(results: Results) -> Iterator[Section]:
    known = topics.section_modules()
    wanted = results.manifest.experiment.sections or list(known)
    for name in wanted:
        if name not in known:
            raise unknown("section", name, known, where=str(results.folder))
    for name, module in known.items():
        section = module.build(results) if name in (*wanted, *ALWAYS) else None
        if section is not None:
            yield section


def _notices(results: Results) -> Iterator[str]:
    if results.manifest.quick:
        yield QUICK
    if results.manifest.status != "complete":
        cells = results.manifest.cells
        open_cells = sum(not cell.stopped_by for cell in cells)
        yield (
            f"The run is not finished: {open_cells} of {len(cells)} cells have not reached their goal, so intervals "
            "are wider than planned and cells may be missing. "
            f"`analyzer run {naming.spec_words(results.manifest)}` goes on."
        )


def _title(manifest: Manifest) -> str:
    """Name the report after game and spec: chess_fast_openings becomes `Chess: fast openings`."""
    subject = manifest.name.removeprefix(manifest.game.name).replace("_", " ").strip(" -")
    return f"{manifest.game.title}: {subject}" if subject else manifest.game.title


def _stamp(results: Results) -> str:
    manifest = results.manifest
    rules = ", ".join(f"{name}/{version}" for name, version in manifest.rules_version.items())
    parts = [
        f"analyzer report runs/{stem(results.folder.name)}",
        f"spec {manifest.spec_sha256[:12]}",
        f"rules {rules}",
        f"seed {manifest.experiment.seed}",
        f"{count(results.cells['games'].sum())} games",
        f"version {manifest.package_version}",
        f"commit {(manifest.commit or 'unknown')[:12]}",
        f"digest {(manifest.digest or 'open')[:12]}",
    ]
    return " · ".join(parts)


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
    try:
        before = folder / FILE  # with the figures and tables that the report already there refers to
        is_replaced = FILE in files and before.is_file()
        known = before.read_text(encoding="utf-8", errors="replace") if is_replaced else ""
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(folder / name, content)
        for name in set(_ATTACHMENT.findall(known)) - set(files):
            (folder / name).unlink(missing_ok=True)
    except OSError as problem:
        raise BadInput(f"--out {folder}: cannot be written: {problem.strerror or problem}") from problem
