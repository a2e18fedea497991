"""The reference in the documentation, written from the code: commands, keys, switches, columns, what a policy sees."""

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import typer

from analyzer.catalog import game_names, load_game
from analyzer.errors import AnalyzerError
from analyzer.games.glossary import Answers, Code, Codes
from analyzer.games.interface import Game
from analyzer.games.listings import Field, answers_of, codes_of, fields_of, questions_of
from analyzer.games.switches import Role, Switch
from analyzer.games.turns import row_layout
from analyzer.games.words import Variant
from analyzer.kernel.jit import meanings_of
from analyzer.reporting.topics import section_names
from analyzer.runs.specs.keys import allowed_with, keys_of
from analyzer.runs.specs.spec import Balancing, Contrast, Effort, Experiment, Side, Skill, Solving, Sums
from analyzer.runs.stored.stamps import read_stamps
from analyzer.shell import cli, markers
from analyzer.shell.markers import code
from analyzer.studies.calibration.dials import MEASURES
from analyzer.studies.claim_files import read_claims
from analyzer.studies.claims import Claim
from analyzer.studies.sensitivity import stamping

EXAMPLE = "Example: "
COLUMNS = dict(meanings_of(row_layout(1)))  # what the rows of all games have; each has measures of its own besides
FACTORS = {
    "variant": "the setting",
    "players": "number of players",
    "policy": "who plays",
    "dial": "where some cells overlook options: who plays, without `fallible`",
    "sight": "the same: the chance that an option is noticed, 1 = nothing is overlooked",
    "memory": "the same: the share of what must be remembered that is still known",
}


def write_reference(folder: Path) -> None:
    """Write every part of the reference between its markers in the pages of a folder."""
    for page, parts in PAGES.items():
        for name, part in parts.items():
            markers.put_between(folder / page, name, part())


def commands() -> str:
    """Describe every command: an example, its arguments and its options."""
    group: Any = typer.main.get_command(cli.make_app(cli.find_commands()))
    return "\n\n".join(block for name in cli.find_commands() for block in _command(name, group.commands[name].params))


def help_of(name: str) -> tuple[str, str]:
    """Split the help of a command into what it does and its example."""
    about, _, example = inspect.cleandoc(cli.find_commands()[name].__doc__ or "").partition(EXAMPLE)
    return " ".join(about.split()), " ".join(example.split())


def _command(name: str, parameters: Iterable[Any]) -> list[str]:
    about, example = help_of(name)
    rows = [_parameter(each) for each in parameters if each.name != "help"]
    options = [markers.table(("argument or option", "meaning", "default"), rows)] if rows else []
    return [f"## analyzer {name}", about, f"Example: `{example}`", *options]


def _parameter(parameter: Any) -> tuple[str, str, str]:
    if parameter.param_type_name == "argument":
        return code(parameter.metavar or parameter.name.upper()), parameter.help or "", _default(parameter)
    return ", ".join(map(code, parameter.opts)), parameter.help or "", _default(parameter)


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    default = parameter.default
    is_none = default is None or default is False or default in ([], ()) or callable(default)
    return "" if is_none else code(str(default))


def spec_keys() -> str:
    """List the keys of an experiment's file, with what is allowed and the default."""
    allowed = allowed_with(section_names())
    rows = [(code(key), allowed[key], _value(default)) for key, default in keys_of(Experiment).items()]
    blocks = [markers.table(("key", "allowed", "default"), rows)]
    for title, part in (
        ("sums", Sums),
        ("skill", Skill),
        ("effort.LEVEL", Effort),
        ("hindsight", Solving),
        ("contrast", Contrast),
        ("contrast.a", Side),
        ("balance", Balancing),
    ):
        keys = [(code(key), _value(default)) for key, default in keys_of(part).items()]
        blocks += [f"In `{title}`:", markers.table(("key", "default"), keys)]
    return "\n\n".join(blocks)


def _value(default: str | None) -> str:
    return "required" if default is None else default and code(default)


def switches() -> str:
    """List the variants and the switches of all games."""
    return "\n\n".join(block for game in _games() for block in _switches(game))


def _switches(game: Game) -> list[str]:
    variants = [
        (code(name), each.title or name, _sets(each), "" if each.icons is None else str(each.icons), str(each.source))
        for name, each in game.variants.items()
    ]
    components = [f"Component data: `analyzer variants {game.name} --json` lists every path with its value and source."]
    return [
        f"## {game.title}",
        markers.table(("variant", "title", "sets", "icons", "source"), variants),
        markers.table(("switch", "allowed", "default", "meaning", "clause", "source"), map(_switch, game.switches)),
        *(components if game.components is not None else []),
    ]


def _sets(variant: Variant) -> str:
    return ", ".join(code(f"{name}={_written(value)}") for name, value in variant.sets.items())


ROLES = {Role.SIMULATION: " (of the simulator)", Role.EXPERIMENT: " (for experiments only)"}


def _switch(switch: Switch) -> tuple[str, ...]:
    default = code(_written(switch.default))
    source = f"{switch.source}{ROLES.get(switch.role, '')}"
    return code(switch.name), switch.allowed, default, switch.summary, switch.clause, source


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def columns() -> str:
    """List the columns that rows of games have, and the causes of an end."""
    shared = markers.table(("column", "meaning"), ((code(name), text) for name, text in (FACTORS | COLUMNS).items()))
    return "\n\n".join(["## All games", shared, *(block for game in _games() for block in _columns(game))])


def _columns(game: Game) -> list[str]:
    own = [(_column(game, name), meaning_of(game, name)) for name in game.record.names or () if name not in COLUMNS]
    causes = [
        (code(cause.name.lower()), game.cause_words.get(cause.name.lower(), cause.name.lower().replace("_", " ")))
        for cause in game.causes
        if cause != 0  # a game that is still going leaves no row
    ]
    return [f"## {game.title}", markers.table(("column", "meaning"), own), markers.table(("cause", "meaning"), causes)]


def _column(game: Game, name: str) -> str:
    shape = game.record[name].shape
    return code("_".join([name, *("0" for _ in shape)])) + (f" … ({' × '.join(map(str, shape))})" if shape else "")


def meaning_of(game: Game, name: str) -> str:
    """Say what a measure of a game is: as its reports do, or as the layout of its rows."""
    return game.words.measures.get(name) or meanings_of(game.record)[name]


def measures() -> str:
    """List the measures of `calibrate --measure`, and those that the reports of each game use."""
    asked = markers.table(("measure", "what it is"), ((code(name), words) for name, words in MEASURES.items()))
    spoken = [
        (game.title, code(name), words) for game in _games() for name, words in sorted(game.words.measures.items())
    ]
    return "\n\n".join(
        [asked, "Columns of single games:", markers.table(("game", "column", "what reports call it"), spoken)]
    )


def kinds() -> str:
    """List the kinds of answers of every game that can be banned."""
    rows = [(game.title, code(kind), words) for game in _games() for kind, words in game.strategies.items()]
    return markers.table(("game", "kind", "what it is"), rows)


def levels() -> str:
    """List what was measured of every level of every game."""
    rows = [
        (game.title, code(level), code(game.levels[level]), found.cost, found.wins)
        for game in _games()
        for level, found in game.figures.items()
    ]
    return markers.table(("game", "level", "who plays", "CPU a seat and game", "wins"), rows)


def _games() -> list[Game]:
    return [load_game(name) for name in game_names()]


def stamps() -> str:
    """List every claim with its stamp: in how many worlds it holds, and who played."""
    file = Path(__file__).resolve().parents[2] / stamping.FILE
    known = read_stamps(file)
    rows = [_stamp(claim, known.get(claim.id)) for claim in read_claims(file.with_name("claims.toml"))]
    return markers.table(("claim", "stamp", "verdict", "worlds", "deals of a cell", "who played"), rows)


def _stamp(claim: Claim, found: Mapping[str, Any] | None) -> tuple[str, ...]:
    if found is None:
        return (code(claim.id), "none yet", "", "", "", "")
    numbers = (f"{found[name]:,}" if found.get(name) else "" for name in ("worlds", "deals"))
    return code(claim.id), found["words"], found["verdict"], *numbers, ", ".join(found["who"])


PAGES: dict[str, dict[str, Callable[[], str]]] = {
    "commands.md": {"commands": commands},
    "spec-keys.md": {"spec-keys": spec_keys},
    "switches.md": {"switches": switches},
    "columns.md": {"columns": columns},
    "measures.md": {"measures": measures},
    "skill.md": {"kinds": kinds},
    "levels.md": {"measured": levels},
    "claims.md": {"stamps": stamps},
}


FILE = Path("docs/policies.md")
MARK = "reference"
_SEEN = {
    "table": "What everybody sees",
    "hand": "What else the asked seat sees",
    "rules": "The rules in force",
}


def write_guide(file: Path) -> None:
    """Write the reference of all games into the author's guide."""
    markers.put_between(file, MARK, reference())


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
    encoders = markers.table(
        ("function", "what it does"), ((f"`{each.call}`", each.about) for each in answers.encoders)
    )
    named = [_codes_table(answers.named)] if answers.named else []
    return [answers.about, f"`from {package}.encoding import …`:", encoders, *named]


def _codes(codes: Codes) -> str:
    title = f"**{codes.title}**" + (f": {codes.about}" if codes.about else "")
    if any(code.meaning for code in codes.codes):
        return f"{title}\n\n{_codes_table(codes.codes)}"
    return f"{title}\n\n" + ", ".join(f"{code.number} `{code.name}`" for code in codes.codes) + "."


def _codes_table(codes: Iterable[Code]) -> str:
    return markers.table(
        ("code", "name", "meaning"), ((str(code.number), f"`{code.name}`", code.meaning) for code in codes)
    )


def _fields(game: Game) -> list[str]:
    blocks = []
    for owner, fields in fields_of(game).items():
        rows = ((f"`{owner}.{field.name}`", _size(field), field.meaning) for field in fields)
        blocks += [f"### {game.title}: {owner}", f"{_SEEN[owner]}.", markers.table(("field", "size", "meaning"), rows)]
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
