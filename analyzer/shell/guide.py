"""The reference in the author's guide: what a policy sees, is asked and answers, written from the code of the games."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from analyzer.catalog import game_names, load_game
from analyzer.errors import AnalyzerError
from analyzer.games.codes import answers_of, codes_of, questions_of
from analyzer.games.fields import Field, fields_of
from analyzer.games.glossary import Answers, Code, Codes
from analyzer.games.interface import Game
from analyzer.shell.markdown_tables import table
from analyzer.shell.markers import put_between
from analyzer.shell.reference import write_reference

FILE = Path("docs/policies.md")
MARK = "reference"
_SEEN = {
    "table": "What everybody sees",
    "hand": "What else the asked seat sees",
    "rules": "The rules in force",
}


def write_guide(file: Path) -> None:
    """Write the reference of all games into the author's guide."""
    put_between(file, MARK, reference())


def reference() -> str:
    """Describe for every game what a policy can read, what it is asked, how it answers, and the codes."""
    games = [load_game(name) for name in game_names()]
    return "\n\n".join(block for game in games for block in _chapter(game))


def _chapter(game: Game) -> list[str]:
    package = game.glossary.package
    return [
        f"## {game.title}",
        game.glossary.about,
        f"### {game.title}: questions",
        f"`table.phase` holds the code; `from {package}.state import Phase`. Ids are those of section 7 of "
        f"[the rules](rules/{game.name}.md).",
        _codes_table(questions_of(game)),
        f"### {game.title}: answers",
        *_answers(package, answers_of(game)),
        f"### {game.title}: codes",
        f"`from {package}.state import …`; names marked (data) are numbered in the order of the component data.",
        *(_codes(codes) for codes in codes_of(game)),
        *_fields(game),
    ]


def _answers(package: str, answers: Answers) -> list[str]:
    encoders = table(("function", "what it does"), ((f"`{each.call}`", each.about) for each in answers.encoders))
    named = [_codes_table(answers.named)] if answers.named else []
    return [answers.about, f"`from {package}.encoding import …`:", encoders, *named]


def _codes(codes: Codes) -> str:
    title = f"**{codes.title}**" + (f": {codes.about}" if codes.about else "")
    if any(code.meaning for code in codes.codes):
        return f"{title}\n\n{_codes_table(codes.codes)}"
    return f"{title}\n\n" + ", ".join(f"{code.number} `{code.name}`" for code in codes.codes) + "."


def _codes_table(codes: Iterable[Code]) -> str:
    return table(("code", "name", "meaning"), ((str(code.number), f"`{code.name}`", code.meaning) for code in codes))


def _fields(game: Game) -> list[str]:
    blocks = []
    for owner, fields in fields_of(game).items():
        rows = ((f"`{owner}.{field.name}`", _size(field), field.meaning) for field in fields)
        blocks += [f"### {game.title}: {owner}", f"{_SEEN[owner]}.", table(("field", "size", "meaning"), rows)]
    return blocks


def _size(field: Field) -> str:
    return " × ".join(map(str, field.shape))


def main() -> None:
    """Write the guide of the repository in the working folder."""
    try:
        write_guide(FILE)
        write_reference(FILE.parent)
    except AnalyzerError as problem:
        sys.stderr.write(f"analyzer: {problem}\n")
        sys.exit(problem.exit_code)


if __name__ == "__main__":
    main()
