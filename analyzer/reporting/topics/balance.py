"""Balance: page one, the designer's sheet and the numbers behind it, where a spec asked for studies of balance."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from analyzer.reporting import wording
from analyzer.reporting.balance.page import sections_of
from analyzer.reporting.basis import say_assumed
from analyzer.reporting.document import Figure, Section
from analyzer.runs.stored.found import read_found
from analyzer.runs.stored.results import Results

PLACE = 5
NEEDS = ("has_balance",)


def build(results: Results) -> tuple[Section, ...] | None:
    """Show what was found; None as long as the studies are not finished."""
    found = read_found(results.folder, results.manifest)
    if found is None:
        return None
    manifest, tables = results.manifest, found["tables"]
    rules = ", ".join(f"{name}/{version}" for name, version in manifest.rules_version.items())
    who = wording.several([f"{table['players']} players, {table['level']}" for table in tables])
    games = f"{wording.count(found['games'])} games in all"
    source = f"{manifest.game.title}: {who} · {games} · seed {found['seed']} · rules {rules}"
    return tuple(_sourced(sections_of(found, say_assumed(results)), f"{source} · played {manifest.started[:10]}"))


def _sourced(sections: Iterable[Section], source: str) -> Iterator[Section]:
    """Put under every figure the games of the studies: those of the cells are others."""
    for section in sections:
        parts = tuple(replace(part, source=source) if isinstance(part, Figure) else part for part in section.parts)
        yield replace(section, parts=parts)
