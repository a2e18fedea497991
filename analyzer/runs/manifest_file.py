"""The manifest as a file: read through a schema, and sealed with a hash of all it says."""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
from msgspec import Meta, Struct

from analyzer.cells import CellReference
from analyzer.errors import BadInput, DamagedRun
from analyzer.games.user_files import parse_toml
from analyzer.games.written import Changes, WrittenPolicy, write_changes, write_value
from analyzer.runs.files import write_atomically
from analyzer.runs.older import upgraded

FORMAT = 4
TEXTS = 3  # the format in which policies and switches were texts: such runs can be read, not continued
UNSEALED = 2  # the format before there were seals
FILE = "manifest.json"
MOST_BYTES = 200_000_000

Manifest = dict[str, Any]  # as `_Content` says; `cells` are `CellEntry`
CellId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*$", max_length=100)]  # the name of a folder
Count = Annotated[int, Meta(ge=0)]


class CellEntry(Struct, kw_only=True):
    """What a manifest says of one cell: what was asked, in words that a report shows, and how far it came."""

    cell: CellId
    variant: str
    reference: CellReference  # what the cell is made of
    setting: str
    players: Annotated[int, Meta(ge=1, le=100)]
    policy: str
    policies: list[str]  # as tables show them
    seats: list[WrittenPolicy]  # the same, with the knobs that are not at their defaults
    is_competitive: bool
    icons: int | None
    rules: dict[str, bool | int | str]
    relevant: list[str]
    assumed: list[str]
    data_set: str | None
    places: list[list[int]] | None
    replay: str
    level: str | None = None  # of play, if all seats are of one
    deals: Count | None = None  # that are planned, where they are not those of the run
    games: Count = 0
    blocks: Count = 0
    stopped_by: str | None = None
    digest: str | None = None

    @property
    def changes(self) -> Changes:
        """What is set on top of the variant."""
        return self.reference.changes

    @property
    def change_texts(self) -> dict[str, str]:
        """What is set on top of the variant, its values as `--set` takes them."""
        return {name: write_value(value) for name, value in self.changes.items()}

    @property
    def sets(self) -> list[str]:
        """What is set on top of the variant, as tables show it."""
        return write_changes(self.changes)

    @property
    def rule_texts(self) -> dict[str, str]:
        """The rules, their values as `--set` takes them."""
        return {name: write_value(value) for name, value in self.rules.items()}

    @property
    def parts(self) -> tuple[str, ...]:
        """The variants that were added up."""
        return self.reference.variant.parts

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data, as `run --json` shows it."""
        content = msgspec.to_builtins(self)
        del content["reference"], content["seats"]
        return {**content, "sets": self.sets}


class _Game(TypedDict):
    name: str
    title: str
    causes: list[str]
    cause_words: dict[str, str]
    variants: list[dict[str, Any]]
    switches: list[dict[str, Any]]
    components: dict[str, Any] | None
    assumed: list[str]
    words: dict[str, Any]
    players: NotRequired[list[int]]
    competitive: NotRequired[bool]
    policies: NotRequired[int]
    recommended: NotRequired[str]
    levels: NotRequired[dict[str, str]]
    rules_version: NotRequired[int]
    sources: NotRequired[list[str]]


class _PolicyWords(TypedDict):
    name: str
    summary: str
    knobs: dict[str, float]
    traits: list[str]
    title: NotRequired[str]


class _Skipped(TypedDict):
    what: str
    reason: str


class _Content(TypedDict):
    format: int
    experiment: str
    question: str
    spec_file: str
    spec: str
    spec_sha256: str
    quick: bool
    seed: Count
    deals: Count | None
    until: float | None
    max_deals: Count
    sections: list[str]
    rows: bool
    block_size: Annotated[int, Meta(ge=1)]
    rules_version: dict[str, int]
    package_version: str
    versions: dict[str, str | None]
    commit: str | None
    host: dict[str, str | int]
    game: _Game
    policies: list[_PolicyWords]
    cell_ids: list[CellId]
    skipped: list[_Skipped]
    cells: list[CellEntry]
    started: str
    finished: str | None
    status: str
    digest: str | None
    levels: NotRequired[dict[str, str]]
    policy_files: NotRequired[dict[str, str]]  # of a run from before there were seals
    sources: NotRequired[dict[str, str]]
    seal: NotRequired[str]


def is_sealed(manifest: Manifest) -> bool:
    """Tell whether a run was written with seals; older ones can be read, but not be checked."""
    return int(manifest["format"]) > UNSEALED


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run; raise if it is none, or not what was written."""
    file = folder / FILE
    content = _parse(folder)
    if not isinstance(content, dict) or content.get("format") not in (UNSEALED, TEXTS, FORMAT):
        raise BadInput(f"{file}: not a manifest of format {UNSEALED} to {FORMAT}")
    if is_sealed(content) and content.get("seal") != _seal(content):
        raise DamagedRun(
            f"{file}: its content is not what was written; `analyzer run SPEC --out {folder} --repair` writes it anew "
            "and plays what does not belong to it"
        )
    try:
        manifest = msgspec.convert(content if content["format"] == FORMAT else upgraded(content), _Content)
    except (msgspec.ValidationError, LookupError, TypeError, AttributeError, ValueError, RecursionError) as problem:
        raise BadInput(f"{file}: not a manifest: {problem}") from problem
    _check_cells(manifest, file)
    _check_spec(manifest["spec"], file)
    return {**manifest}


def _parse(folder: Path) -> Any:
    file = folder / FILE
    try:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            raise BadInput(f"{file}: not a regular file of at most {MOST_BYTES:,} bytes")
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInput(f"{folder}: not a run directory: {FILE}: {problem.strerror or problem}") from problem
    except (ValueError, RecursionError) as problem:
        raise DamagedRun(f"{file}: not a manifest: {problem}") from problem


def _check_cells(manifest: _Content, file: Path) -> None:
    names = [entry.cell for entry in manifest["cells"]]
    if not names or names != manifest["cell_ids"] or len(set(names)) < len(names):
        raise BadInput(f"{file}: not a manifest: cells and cell_ids do not agree")
    if is_sealed({**manifest}) and "sources" not in manifest:
        raise BadInput(f"{file}: not a manifest: sources is missing")


def _check_spec(text: str, file: Path) -> None:
    """See whether what is read out of the spec, whichever version wrote it, has the form it must have."""
    spec = parse_toml(text, f"{file}: spec")
    if not isinstance(spec.get("alone", {}), dict) or not isinstance(spec.get("field", ""), str):
        raise BadInput(f"{file}: spec: not an experiment")


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, sealed."""
    bare = {key: value for key, value in plain(manifest).items() if key != "seal"}
    try:
        content = msgspec.json.encode(bare, enc_hook=str)
    except UnicodeEncodeError:
        bare = _as_text(bare)
        content = msgspec.json.encode(bare, enc_hook=str)
    sealed = {**bare, "seal": _seal(json.loads(content))} if is_sealed(manifest) else bare
    write_atomically(folder / FILE, msgspec.json.format(msgspec.json.encode(sealed, enc_hook=str), indent=1) + b"\n")


def _as_text(value: Any) -> Any:
    """Write what is no text, such as some file names, so that it is some."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_as_text(key): _as_text(item) for key, item in value.items()}
    return [_as_text(item) for item in value] if isinstance(value, list | tuple) else value


def plain(manifest: Manifest) -> dict[str, Any]:
    """Turn a manifest into plain data, as JSON has it."""
    return manifest | {"cells": msgspec.to_builtins(manifest["cells"])}


def _seal(content: dict[str, Any]) -> str:
    bare = {key: value for key, value in content.items() if key != "seal"}
    return hashlib.sha256(json.dumps(bare, sort_keys=True).encode()).hexdigest()
