"""The pages of the documentation, taken apart: fenced blocks with their marks, commands, code within sentences."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "reports" / "overview.md", *sorted((ROOT / "docs").glob("*.md"))]

TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}

COMMANDS, CODE = {"", "sh"}, {"python", "py"}
SHOWN = {"text", "toml", "json", "sql"}  # what is read, or goes into a file; TOML is checked, SQL has to be marked
PROGRAMS = {"analyzer", ".venv/bin/analyzer"}

_BLOCK = re.compile(r"(?P<marks>(?:^<!-- [^\n]* -->\n+)*)^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
_MARK = re.compile(r"<!-- (not run|file|shown)(?:: ([^\n]*?))? -->")
_FILE = re.compile(r"# (\w+\.py)\n")
_LOOP = re.compile(r"for (\w+) in (\S+)[^;]*; do\s*")
_SETTING = re.compile(r"[A-Z_]+=\S*")
_INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, and what the comments before it say of it."""

    line: int
    language: str
    text: str
    marks: dict[str, str]

    @property
    def is_run(self) -> bool:
        """Tell whether it is something to run, and not marked as what cannot be."""
        return self.language in COMMANDS | CODE and "not run" not in self.marks

    @property
    def file(self) -> str:
        """The file that a reader makes of it, named by a mark or by the comment in its first line."""
        first = _FILE.match(self.text) if self.language in CODE else None
        return self.marks.get("file", first[1] if first else "")


def blocks_of(text: str) -> list[Block]:
    """Find the fenced blocks of a page."""
    return [
        Block(
            line=text.count("\n", 0, found.start("language")) + 1,
            language=found["language"],
            text=found["text"],
            marks={name: what or "" for name, what in _MARK.findall(found["marks"])},
        )
        for found in _BLOCK.finditer(text)
    ]


def commands_of(text: str) -> Iterator[list[str]]:
    """Split a block into command lines; of a loop the first round is taken."""
    given = {}
    for line in text.replace("\\\n", " ").splitlines():
        for name, value in _LOOP.findall(line):
            given[name] = value
        plain = re.sub(r"(;\s*done)+\s*$", "", _LOOP.sub("", line))
        for name, value in given.items():
            plain = plain.replace(f"${name}", value)
        words = shlex.split(plain, comments=True)
        if words:
            yield words


def with_settings(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """Take the settings of the environment from the front of a command line."""
    n = next(place for place, word in enumerate([*words, ""]) if not _SETTING.fullmatch(word))
    return dict(word.split("=", 1) for word in words[:n]), [*words[n:]] or [""]


def problems_of(block: Block) -> list[str]:
    """Tell why a block could neither be run nor be left alone."""
    if "not run" in block.marks:
        return [] if block.marks["not run"] else ["a block that is not run needs a reason"]
    if block.language not in COMMANDS | CODE | SHOWN:
        return [f"unknown language {block.language!r}"]
    if block.language == "sql":
        return ["SQL cannot be run here: say so"]
    if block.language in COMMANDS:
        return _strange(block.text)
    return []


def _strange(text: str) -> list[str]:
    try:
        strange = [words[0] for _, words in map(with_settings, commands_of(text)) if words[0] not in PROGRAMS]
    except ValueError as problem:
        return [f"no commands: {problem}; call what is only shown ```text"]
    return [f"{word!r} cannot be run here: mark the block with the reason" for word in strange]


def inline_commands(text: str) -> list[str]:
    """List the commands within sentences, but for those with a place for a name (GAME, FILE, …)."""
    return [code for code in _sentences(text) if re.match(r"analyzer [a-z]", code) and not _has_places(code)]


def inline_calls(text: str) -> list[str]:
    """List the Python calls within sentences."""
    return [code for code in _sentences(text) if re.match(r"analyzer\.\w+\([^…]*\)[\w.\[\]]*$", code)]


def _sentences(text: str) -> list[str]:
    return _INLINE.findall(_BLOCK.sub("", text))


def _has_places(code: str) -> bool:
    return re.search(r"\b[A-Z][A-Z_]+\b|…|<|\.\.\.", code) is not None
