"""Pictures of any result: those of its report, with what they show and what they rest on inside them."""

import base64
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, unknown
from analyzer.reporting import autopsies, build, findings, fitting, replay_page, robustness, studies, theme
from analyzer.reporting.balance import page
from analyzer.reporting.document import Document, Figure
from analyzer.reporting.pictures import figures
from analyzer.reporting.wording import stem
from analyzer.runs.stored.results import Results, load_results


@dataclass(frozen=True)
class Pictures(Sequence[Figure]):
    """Pictures that a notebook shows one below the other; each makes sense alone."""

    figures: tuple[Figure, ...]

    @property
    def names(self) -> list[str]:
        """Name them, for `plot(name)`."""
        return [figure.name for figure in self.figures]

    def __len__(self) -> int:
        """Count them."""
        return len(self.figures)

    def __getitem__(self, place: Any) -> Any:
        """Give one of them."""
        return self.figures[place]

    def __iter__(self) -> Iterator[Figure]:
        """Go through them."""
        return iter(self.figures)

    def __repr__(self) -> str:
        """Show them in one line."""
        return f"<Pictures: {', '.join(self.names) or 'none'}>"

    def _repr_html_(self) -> str:
        return "".join(f'<p><img alt="{escape(figure.alt)}" src="{_inline(figure)}"></p>' for figure in self.figures)

    def save(self, folder: str | Path) -> list[Path]:
        """Write each as a PNG file; list the files."""
        build.check_report_folder(Path(folder))
        Path(folder).mkdir(parents=True, exist_ok=True)
        files = [Path(folder) / f"{stem(figure.name)}.png" for figure in self.figures]
        for file, figure in zip(files, self.figures, strict=True):
            file.write_bytes(theme.figure_png(figure))
        return files


@dataclass(frozen=True)
class Page:
    """A page that a notebook shows within itself."""

    text: str

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Page: {len(self.text):,} letters; save(file) writes it>"

    def _repr_html_(self) -> str:
        return f'<iframe title="page" style="{build.FRAME}" srcdoc="{escape(self.text)}"></iframe>'

    def save(self, file: str | Path) -> Path:
        """Write it as an HTML file."""
        Path(file).write_text(self.text, encoding="utf-8")
        return Path(file)


def plot(result: Any, *names: str) -> Pictures | Page:
    """Draw any result as its report does; a replay becomes a page to step through.

    Parameters
    ----------
    result
        What a function of this package gave, or what `load_results` opened.
    names
        Which pictures; by default all that there are.

    Returns
    -------
    Pictures
        A notebook shows them; `names` lists them, `save(folder)` writes them as PNG files. Of a replay a page, whose
        `save(file)` writes it as HTML.

    Examples
    --------
    >>> analyzer.plot(analyzer.compare("tranquility", variants="base,poseidon")).save("pictures")
    """
    kind = type(result).__name__
    if kind == "Replay":
        shown = result.as_page()
        return Page(replay_page.render_replay([shown], [(number,) for number in range(1, len(shown["frames"]) + 1)]))
    if kind not in DRAWN:
        raise BadInput(f"plot: a {kind} cannot be drawn; what can be: {', '.join(DRAWN)}, Replay")
    found = tuple(DRAWN[kind](result))
    for name in names:
        if name not in {figure.name for figure in found}:
            raise unknown("picture", name, [figure.name for figure in found], where="plot")
    return Pictures(tuple(figure for figure in found if not names or figure.name in names))


def _of(tell: Callable[[dict[str, Any]], Document]) -> Callable[[Any], Iterable[Figure]]:
    """Take the pictures of the report that is made of a result's document."""
    return lambda result: _in(tell(result.as_dict()))


def _in(document: Document) -> Iterator[Figure]:
    for section in document.sections:
        yield from (_headed(part, document.stamp) for part in section.parts if isinstance(part, Figure))


def _headed(figure: Figure, source: str) -> Figure:
    return replace(figure, finding=figure.finding or findings.finding_of(figure), source=figure.source or source)


def _of_run(results: Results) -> Iterable[Figure]:
    return _in(build.document_of(results))


DRAWN: dict[str, Callable[[Any], Iterable[Figure]]] = {
    "Simulation": lambda result: map(_itself, figures.simulation(result)),
    "Comparison": lambda result: map(_itself, figures.comparison(result)),
    "Tuning": lambda result: map(_itself, figures.tuning(result)),
    "Luck": lambda result: map(_itself, figures.luck(result)),
    "Tournament": lambda result: _of_run(result.results),
    "Leaderboard": lambda result: _of_run(result.results),
    "Results": _of_run,
    "Run": lambda result: _of_run(load_results(result.folder)),
    "Calibration": _of(studies.calibration),
    "Matching": _of(studies.calibration),
    "WhatIf": _of(studies.whatif),
    "Autopsy": _of(autopsies.autopsy),
    "Sensitivity": _of(robustness.sensitivity),
    "Stamping": lambda result: map(_itself, figures.stamping(result)),
    "Patching": lambda result: map(_itself, figures.patching(result)),
    "Fit": _of(fitting.fit),
    "Balance": _of(page.balance),
}


def _itself(figure: Figure) -> Figure:
    return _headed(figure, "")


def _inline(figure: Figure) -> str:
    return f"data:image/png;base64,{base64.b64encode(theme.figure_png(figure)).decode()}"
