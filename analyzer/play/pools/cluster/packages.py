"""What a worker needs to make a cell: its reference, and the files that it names, by content and digest.

The main process packs: paths in the reference become names inside the package. A worker unpacks into a folder that is
named after the digest, and so compiles the policies of a package once, however often it comes.
"""

import contextlib
import hashlib
import json
import os
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from analyzer.cells import CellReference
from analyzer.errors import BadInput
from analyzer.games.policy_files.shipping import own_sources
from analyzer.games.user_files import toml_text
from analyzer.games.written import WrittenVariant
from analyzer.kernel.compiler import code_store

Package = dict[str, Any]  # plain data: {"cell": …, "files": {name: content}, "digest": …}
MOST_BYTES = 8_000_000  # of the files of one cell
_DATA = "components.toml"


def pack(reference: CellReference) -> Package:
    """Pack a cell with the files that it names."""
    files: dict[str, bytes] = {}
    variant = _packed_variant(reference.variant, files)
    folders: dict[Path, str] = {}
    policies = tuple(
        policy.with_files(lambda path: _packed_file(path, files, folders)) for policy in reference.policies
    )
    size = sum(len(content) for content in files.values())
    if size > MOST_BYTES:
        raise BadInput(f"{reference.describe()}: its files have {size:,} bytes; a worker takes at most {MOST_BYTES:,}")
    cell = asdict(replace(reference, variant=variant, policies=policies))
    return {"cell": cell, "files": files, "digest": digest(files)}


def unpack(package: Package) -> CellReference:
    """Write the files of a package down, and give the reference with the paths that they have here."""
    reference, files = CellReference.from_plain(package["cell"]), package["files"]
    if not files:
        return reference
    if digest(files) != package["digest"]:
        raise BadInput(f"a package of files arrived damaged: {digest(files)[:12]} instead of {package['digest'][:12]}")
    folder = _written(package["digest"], files)
    variant = reference.variant.with_files(lambda path: str(folder / path))
    policies = tuple(policy.with_files(lambda path: str(folder / path)) for policy in reference.policies)
    return replace(reference, variant=variant, policies=policies)


def digest(files: Mapping[str, bytes]) -> str:
    """Hash the names and contents of some files."""
    lines = [[name, hashlib.sha256(content).hexdigest()] for name, content in sorted(files.items())]
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()


def _packed_file(path: str, files: dict[str, bytes], folders: dict[Path, str]) -> str:
    """Add a file to a package, a policy with all it imports, reads or declares; return its name there.

    Folders are numbered, so that files of one name stay apart, and the digest does not depend on where they lie.
    """
    file = Path(path).resolve()
    folder = folders.setdefault(file.parent, f"own-{len(folders)}")
    for source in sorted(_sources_of(file)):
        if not source.is_relative_to(file.parent):
            raise BadInput(
                f"{path}: it imports or reads {source}, which is not in its folder or below; "
                "a worker gets only files from there"
            )
        files[f"{folder}/{source.relative_to(file.parent).as_posix()}"] = _content(source)
    return f"{folder}/{file.name}"


def _sources_of(file: Path) -> set[Path]:
    if file.suffix != ".py":
        return {file}
    return {*own_sources(str(file)), file}


def _packed_variant(variant: WrittenVariant, files: dict[str, bytes]) -> WrittenVariant:
    """Add the file of an own variant to a package, and its component data beside it."""
    if not variant.file:
        return variant
    path = Path(variant.file)
    content = _content(path)
    tree = tomllib.loads(content.decode())
    data = tree.get("components")
    if isinstance(data, str):
        files[f"variant/data/{_DATA}"] = _content(path.parent / data)
        content = toml_text({**tree, "components": f"data/{_DATA}"}).encode()
    files[f"variant/{path.name}"] = content
    return replace(variant, file=f"variant/{path.name}")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise BadInput(
            f"{path}: {problem.strerror or problem}; a worker gets the files of a cell by content"
        ) from problem


def _written(digest: str, files: Mapping[str, bytes]) -> Path:
    """Write files into the cache of compiled code, or for this process alone if that is read-only or full."""
    folder = code_store.folder_for(digest)
    code_store.mark_used(folder)
    try:
        return _write_all(folder, files)
    except OSError:
        return _write_all(_own_folder(digest), files)


def _write_all(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        _write(folder / _inside(name), content)
    return folder


@cache
def _own_folder(_digest: str) -> Path:
    """Make one folder for each digest."""
    return Path(tempfile.mkdtemp(prefix="analyzer-"))


def _inside(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        raise BadInput(f"{name!r} is not a valid name inside a package")
    return name


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; one that is there already stays, with its date: compiled code goes by that."""
    with contextlib.suppress(OSError):
        if path.read_bytes() == content:
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
        try:
            draft.write(content)
            draft.flush()
        except OSError:  # a full disk needs the room
            os.unlink(draft.name)
            raise
    os.replace(draft.name, path)
