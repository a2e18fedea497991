"""Which policies are shipped, in the packages of this project and of $ANALYZER_GAMES, and what others rest on."""

import hashlib
import importlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.kernel.compiler import reads, sources
from analyzer.kernel.compiler.sources import is_own_part, rests_of

DECLARING = "rests_on"  # the word in the brackets of a decorator
PLAYING = "it is plain Python and may read files while it plays"
HANDED = "it was handed over as an object, and nobody saw what its file read"


GAMES_OF, POLICIES_OF = "analyzer.games", "strategies"  # the packages of this project


def further_packages() -> list[str]:
    """Name the packages that $ANALYZER_GAMES adds."""
    return [name for name in os.environ.get("ANALYZER_GAMES", "").split(",") if name]


def packages() -> tuple[str, ...]:
    """Name all packages that games and policies lie in."""
    return (GAMES_OF, POLICIES_OF, *further_packages())


def is_shipped(file: str) -> bool:
    """Tell whether a file lies in one of them."""
    # asked again: tests show packages of one name at several places
    modules = map(importlib.import_module, packages())
    return _lies_in(file, tuple(folder for module in modules for folder in module.__path__))


def own_sources(file: str) -> list[Path]:
    """List the files of a policy that are not shipped: its own, what it imports, and what it reads or declares."""
    path = Path(file).resolve()
    found = sorted(rests_of(path)) if path.is_file() else []
    return [source for source in found if _is_users(source)]


def digest_of_own(file: str) -> list[str]:
    """Hash what is not shipped of a policy, as its identity: a name tells two shipped policies apart, no others."""
    contents = [] if is_shipped(file) else [source.read_bytes() for source in own_sources(file)]
    return [hashlib.sha256(b"\0".join(contents)).hexdigest()[:16]] if contents else []


def _is_users(source: Path) -> bool:
    if source.suffix != ".py":
        return not is_shipped(str(source))  # it was seen to be read, or declared
    return is_users(str(source))


def is_users(file: str) -> bool:
    """Tell whether a file is a user's own, and not shipped."""
    return is_own_part(file) and not is_shipped(file) and not _is_above(file)


def _is_above(file: str) -> bool:
    """Tell whether a file is that of a package in which one of the packages lies: it comes with them."""
    parents = {name.rpartition(".")[0] for name in further_packages()} - {""}
    files = (getattr(sys.modules.get(name), "__file__", None) for name in parents)
    return str(Path(file).resolve()) in {str(Path(found).resolve()) for found in files if found}


@cache  # asked for every seat of every cell
def _lies_in(file: str, folders: tuple[str, ...]) -> bool:
    path = Path(file).resolve()
    return any(path.is_relative_to(Path(folder).resolve()) for folder in folders)


def declared(name: str, file: str, given: Any) -> tuple[str, ...]:
    """Find the files that a policy declares, beside its own or by a whole path."""
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, tuple | list) or not all(isinstance(item, str) for item in names):
        raise BadInput(f"policy {name!r}: {DECLARING} = {given!r}; allowed: names of files, as in ('weights.npy',)")
    found = [Path(file).resolve().parent / item for item in names]
    for path in found:
        if not path.is_file():
            raise BadInput(f"policy {name!r}: {DECLARING}: there is no file {path}")
    sources.note(Path(file).resolve(), {path.resolve() for path in found})
    return tuple(str(path.resolve()) for path in found)


def doubt(file: str, *, is_compiled: bool) -> str:
    """Say why a policy that declares nothing may rest on more than is known; nothing if all of it is."""
    if not is_compiled:
        return PLAYING
    return "" if reads.was_seen(Path(file).resolve()) else HANDED
