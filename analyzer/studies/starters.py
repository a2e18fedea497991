"""Files to start from: a policy for a game that runs at once, with comments that say how to go on."""

from __future__ import annotations

import keyword
from pathlib import Path
from string import Template

from analyzer.catalog import game_folder, policies_of
from analyzer.errors import BadInput

STARTER = "starter.txt"  # beside the modules of a game


def new_policy(game: str, name: str, folder: str | Path = ".") -> Path:
    """Write a policy to start from into a new file; what is there already is never touched."""
    text = starter_of(game)
    _check_name(game, name)
    file = Path(folder) / f"{name}.py"
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(Template(text).substitute(name=name, file=file.as_posix()))
    except FileExistsError as problem:
        raise BadInput(f"{file} exists already; choose another name, or move the file") from problem
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror or problem}") from problem
    return file


def starter_of(game: str) -> str:
    """Read the text that policies of a game start from."""
    file = game_folder(game) / STARTER
    if not file.is_file():
        raise BadInput(f"{game} has no file to start from; look at its policies instead: analyzer policies {game}")
    return file.read_text(encoding="utf-8")


def _check_name(game: str, name: str) -> None:
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        raise BadInput(f"{name!r} cannot be the name of a policy; write letters, digits and underscores: my_policy")
    if name in policies_of(game):
        raise BadInput(f"{game} already has a policy {name!r}; choose another name")
