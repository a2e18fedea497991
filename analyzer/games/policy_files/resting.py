"""What a policy says that it rests on, and why not all of it may be known."""

from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.kernel.compiler import reads, sources

DECLARING = "rests_on"  # the word in the brackets of a decorator
PLAYING = "it is plain Python and may read files while it plays"
HANDED = "it was handed over as an object, and nobody saw what its file read"


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
