"""The reports in the repository: plays every shipped experiment, writes reports, their index and the ladder."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import analyzer
from analyzer.errors import AnalyzerError, Interrupted
from analyzer.reporting.build import Report, report
from analyzer.reporting.document import Document, Figure, Part, Prose, Table, Tone
from analyzer.reporting.html import render_entrance
from analyzer.reporting.markdown import FILE, IN_LINK, inline, path_of, table_grid
from analyzer.runs.stored.files import write_atomically
from analyzer.shell import markers, progress

MOST_BYTES = 3_000_000
LADDER = "tranquility_difficulty"  # the report whose ladder stands on the overview
READINGS = {LADDER: "tranquility_readings"}  # what a report that recommends icons draws upon
ENTRANCE = "index.html"  # for a browser; like the pages that it leads to it is not part of the repository
OVERVIEW = "overview.md"  # the ladder and the leaderboards, each between markers
MARK = "ladder"  # of its place on the overview
BEGIN, END = markers.markers(MARK)
INDEX = """# Reports

One folder per shipped experiment: the report as Markdown, its figures, and every table as CSV. `make reports` plays
what is missing and writes all of it again; nothing here is written by hand. `analyzer report runs/<name>` makes the
same as one HTML page.

Every report says who played: a policy is a fixed way to play, written as a program. Brackets are 95 % intervals,
points are percentage points, and † marks what rests on rules that no source states (see the report's Assumptions).
How to read a report: [docs/read-a-report.md](../docs/read-a-report.md). The difficulty ladder and the leaderboards
stand on one page: [overview.md](overview.md).
"""


@dataclass(frozen=True)
class House:
    """Where things lie, relative to the root of the repository."""

    root: Path = Path()
    quick: bool = False

    @property
    def specs(self) -> list[Path]:
        """The shipped experiments."""
        return sorted((self.root / "experiments").glob("*.toml"))

    @property
    def reports(self) -> Path:
        """The folder of the reports."""
        return self.root / "reports"

    @property
    def stamps(self) -> Path | None:
        """The stamps of the headlines, if there are any."""
        file = self.root / "docs" / "stamps.toml"
        return file if file.is_file() else None


def ship(house: House) -> dict[str, Report]:
    """Play every experiment and write all reports, their index and the ladder."""
    runs = {spec.stem: _played(house, spec) for spec in house.specs}
    reports = {name: _reported(house, runs, name) for name in runs}
    write_atomically(house.reports / "README.md", _index(reports).encode())
    write_atomically(house.reports / ENTRANCE, _entrance(reports).encode())
    if LADDER in reports:
        markers.put_between(house.reports / OVERVIEW, MARK, _ladder(reports[LADDER].document))
    return reports


def _played(house: House, spec: Path) -> Path:
    run = progress.play_study(analyzer.run, spec, house.root / "runs" / spec.stem, quick=house.quick, say=_say)
    if run.was_interrupted:
        raise Interrupted("interrupted; run the same command to resume")
    return Path(run.folder)


def _reported(house: House, runs: dict[str, Path], name: str) -> Report:
    beside = {"readings": runs.get(READINGS.get(name, "")), "stamps": house.stamps}
    made = report(runs[name], house.reports / name, ("html", "md"), **beside)
    if made.failures:
        raise made.trouble
    size = sum((made.folder / name).stat().st_size for name in made.files if not name.endswith(".html"))
    if size > MOST_BYTES:
        raise AnalyzerError(f"{made.folder}: {size:,} bytes are more than the {MOST_BYTES:,} a shipped report may have")
    _say(f"{made.folder}: {len(made.files)} files, {size:,} bytes")
    return made


def _by_game(reports: dict[str, Report]) -> dict[str, dict[str, Document]]:
    by_game: dict[str, dict[str, Document]] = {}
    for name, made in reports.items():
        by_game.setdefault(made.document.game, {})[name] = made.document
    return by_game


def _entrance(reports: dict[str, Report]) -> str:
    """Write the entrance for a browser: a card for each game, with the questions and answers of its reports."""
    cards = {
        game: [
            {"topic": _topic(document), "page": f"{name}/{name}.html", "answer": headline(document)}
            for name, document in found.items()
        ]
        for game, found in _by_game(reports).items()
    }
    return render_entrance(cards)


def _index(reports: dict[str, Report]) -> str:
    """Write the entrance: a map by game, then one picture, the question and its answer for each report."""
    by_game = _by_game(reports)
    rooms = [_room(game, documents) for game, documents in by_game.items()]
    return "\n".join([INDEX, *(_signpost(game, found) for game, found in by_game.items()), "", *rooms])


def _signpost(game: str, documents: dict[str, Document]) -> str:
    links = (f"[{inline(_topic(document), IN_LINK)}]({name}/{FILE})" for name, document in documents.items())
    return f"- **{inline(game)}**: {' · '.join(links)}"


def _topic(document: Document) -> str:
    return document.title.partition(": ")[2] or document.title


def _room(game: str, documents: dict[str, Document]) -> str:
    return "\n".join([f"## {inline(game)}\n", *(_entry(name, document) for name, document in documents.items())])


def _entry(name: str, document: Document) -> str:
    where = f"{name}/{FILE}"
    warnings = [f"**Warning.** {inline(notice)}" for notice in document.notices]
    picture = next((part for part in _parts(document) if isinstance(part, Figure)), None)
    shown = [f"[![{inline(picture.alt, IN_LINK)}]({name}/{path_of(picture)})]({where})"] if picture else []
    title = f"### [{inline(document.title, IN_LINK)}]({where})"
    return "\n\n".join([title, f"*{inline(document.question)}*", *warnings, inline(headline(document)), *shown]) + "\n"


def headline(document: Document) -> str:
    """Give the sentence that answers the question: the first lead of the report."""
    leads = (part.text for part in _parts(document) if isinstance(part, Prose) and part.tone is Tone.LEAD)
    return next(leads, "")


def _parts(document: Document, section: str | None = None) -> Iterator[Part]:
    for each in document.sections:
        if section in (None, each.name):
            yield from each.parts


def _ladder(document: Document) -> str:
    section = "levels" if any(each.name == "levels" for each in document.sections) else "ladder"
    figure = next(part for part in _parts(document, section) if isinstance(part, Figure))
    table = next(part for part in _parts(document, section) if isinstance(part, Table) and not part.folded)
    blocks = [
        *(f"**Warning.** {inline(notice)}" for notice in document.notices),
        inline(headline(document)),
        f"![{inline(figure.alt, IN_LINK)}]({LADDER}/{path_of(figure)})",
        f"*{inline(figure.title)}* {_linked(inline(figure.note))}",
        table_grid(table),
        _linked(inline(table.note)),
        f"[The whole report]({LADDER}/{FILE}) · [this table as CSV]({LADDER}/{path_of(table)})",
    ]
    return "\n\n".join(block for block in blocks if block)


def _linked(note: str) -> str:
    """Link a note to the section of the report that it refers to."""
    return note.replace("see Assumptions", f"see [Assumptions]({LADDER}/{FILE}#assumptions)")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main() -> None:
    """Ship the reports of the repository in the working folder."""
    try:
        ship(House())
    except AnalyzerError as problem:
        _say(f"analyzer: {problem}")
        sys.exit(problem.exit_code)


if __name__ == "__main__":
    main()
