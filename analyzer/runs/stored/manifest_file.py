"""The manifest of a run as a typed structure, and as a file: decoded once, sealed with a hash of all it says."""

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from analyzer.cells import CellReference
from analyzer.errors import BadInput, DamagedRun
from analyzer.games.listings import ComponentListing, DataListing, PolicyListing, SwitchListing, VariantListing
from analyzer.games.treatments.written import change_words
from analyzer.games.words import IconScale as IconScale
from analyzer.games.words import Words
from analyzer.games.written import FALLIBLE, Changes, WrittenPolicy, renewed, write_value
from analyzer.runs.specs.design import Skipped
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.files import is_as_written, json_document, read_regular, write_atomically

FORMAT = 4
FILE = "manifest.json"
MOST_BYTES = 200_000_000
_RENAMED = re.compile(rb'"searched":\s*\{')

Status = Literal["running", "interrupted", "complete"]
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
    def change_words(self) -> list[str]:
        """What is set on top of the variant, for readers."""
        return [change_words(name, value) for name, value in self.changes.items()]

    @property
    def sets(self) -> list[str]:
        """What is set on top of the variant, as tables show it."""
        return [f"{name}={text}" for name, text in self.change_texts.items()]

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


class GamePart(Struct, kw_only=True):
    """What a report shows of the game: it does not know it."""

    name: str
    title: str
    players: list[int] = []
    competitive: bool = False
    recommended: str = ""
    levels: dict[str, str] = {}  # the ladder: policy by level
    sources: list[str] = []
    causes: list[str]
    cause_words: dict[str, str]
    variants: Annotated[list[VariantListing], Meta(min_length=1)]  # the plain game first
    switches: list[SwitchListing]
    components: DataListing | None = None
    assumed: list[str]
    words: Words = Words()

    @property
    def component_values(self) -> list[ComponentListing]:
        """The values of the data set, if the game has one."""
        return [] if self.components is None else self.components.values


class Host(Struct, kw_only=True):
    """The machine that played."""

    system: str
    machine: str
    cores: int


class Raise(Struct, kw_only=True):
    """When a run was told to play more deals than it had been."""

    deals: Count  # asked for until then, for each cell
    games: Count  # played until then
    when: str


class Manifest(Struct, kw_only=True):
    """What was asked, what plays it, and how far it came."""

    format: int = FORMAT
    name: str
    spec_file: str
    spec: str
    spec_sha256: str
    experiment: Experiment
    quick: bool
    rows: bool
    block_size: Annotated[int, Meta(ge=1)]
    rules_version: dict[str, int]
    streams_version: int
    sources: dict[str, str]
    doubts: dict[str, str] = {}  # policies that may rest on more than the sources, and why
    package_version: str
    versions: dict[str, str | None]
    commit: str | None
    host: Host
    game: GamePart
    policies: list[PolicyListing]
    levels: dict[str, str] = {}  # by the label of a policy
    field: str | None = None  # the label of whoever sits at all other seats
    skipped: list[Skipped] = []
    cells: Annotated[list[CellEntry], Meta(min_length=1)]
    started: str
    finished: str | None = None
    guard: Annotated[int, Meta(ge=0)] = 0  # 1 = policies that are not shipped played in processes of their own
    status: Status = "running"
    digest: str | None = None
    solved: list[str] = []  # what was solved in hindsight, by the names of the files
    raised: list[Raise] = []  # the deals, later on

    @property
    def cell_ids(self) -> list[str]:
        """The names of the cells, in their order."""
        return [entry.cell for entry in self.cells]

    @property
    def own_policies(self) -> list[str]:
        """The policies of this run that came from users' files."""
        return sorted({_name(policy) for entry in self.cells for policy in entry.reference.policies if _file(policy)})

    @property
    def games(self) -> int:
        """Count the games of all cells."""
        return sum(entry.games for entry in self.cells)


def _file(policy: WrittenPolicy) -> str:
    """Give the file of a policy, or of the one that a wrapper is put around."""
    return _file(policy.inside) if policy.inside else policy.file


def _name(policy: WrittenPolicy) -> str:
    return _name(policy.inside) if policy.inside else policy.name or Path(policy.file).stem


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run; raise if it is none, or not what was written."""
    file = folder / FILE
    try:
        written = read_regular(file, MOST_BYTES)
    except OSError as problem:
        raise BadInput(f"{folder}: not a run directory: {FILE}: {problem.strerror or problem}") from problem
    try:
        content = json.loads(written.decode())
    except (ValueError, RecursionError) as problem:
        raise DamagedRun(f"{file}: not a manifest: {problem}") from problem
    if not isinstance(content, dict) or not isinstance(content.get("format"), int):
        raise BadInput(f"{file}: not a manifest")
    if content["format"] != FORMAT and content.get("seal") != _seal({**content, "format": FORMAT}):
        raise BadInput(
            f"{file}: this run was written by another version (format {content['format']}, this one reads {FORMAT}); "
            "play it again, with another --out"
        )
    if content.get("seal") != _seal(content) or not is_as_written(written, content):
        raise DamagedRun(
            f"{file}: its content differs from what was written; `analyzer run SPEC --out {folder} --repair` "
            "writes it again and plays what does not match it"
        )
    if _RENAMED.search(written):
        content = json.loads(written.decode(), object_hook=renewed)
    try:
        manifest = msgspec.convert(content, Manifest)
    except (msgspec.ValidationError, OverflowError, ValueError, RecursionError) as problem:
        raise BadInput(f"{file}: not a manifest: {problem}") from problem
    _check(manifest, file)
    return manifest


def _check(manifest: Manifest, file: Path) -> None:
    """See whether what is right part by part is right together."""
    is_endless = manifest.experiment.deals is None and manifest.experiment.until is None
    if is_endless or len(set(manifest.cell_ids)) < len(manifest.cell_ids):
        what = "experiment: neither deals nor until" if is_endless else "a cell is there twice"
        raise BadInput(f"{file}: not a manifest: {what}")


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, sealed."""
    try:
        encoded = msgspec.json.encode(manifest)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_as_text(msgspec.to_builtins(manifest)))
    content: dict[str, Any] = json.loads(encoded)  # plain data, as it is read again
    write_atomically(folder / FILE, json_document({**content, "seal": _seal(content)}))


def _as_text(value: Any) -> Any:
    """Write what is not valid text, such as some file names, as text."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_as_text(key): _as_text(item) for key, item in value.items()}
    return [_as_text(item) for item in value] if isinstance(value, list | tuple) else value


def _seal(content: dict[str, Any]) -> str:
    bare = {key: value for key, value in content.items() if key != "seal"}
    return hashlib.sha256(json.dumps(bare, sort_keys=True).encode()).hexdigest()


# variant, players, policy, the dial of skill, and every switch and knob in which the cells of a run differ
Factors = dict[str, Any]
KNOB = "knob_"  # columns of knobs begin so: a knob may have the name of a switch


def factors_of(entries: Sequence[CellEntry], policies: Iterable[PolicyListing]) -> dict[str, Factors]:
    """List the factors of every cell of a run; all cells have the same columns."""
    defaults = {policy.name: policy.knobs for policy in policies}
    switches = _switches(entries)
    # what is set and is no switch is a value of a component
    paths = sorted({name for entry in entries for name in entry.reference.changes if name not in entry.rules})
    knobs = sorted({name for entry in entries for seat in entry.seats for name in _set_knobs(seat)})
    is_dialled = any(seat.name == FALLIBLE for entry in entries for seat in entry.seats)
    found = {}
    for entry in entries:
        own: Factors = {"variant": entry.variant, "players": entry.players, "policy": entry.policy}
        own |= _dial(entry) if is_dialled else {}
        own |= {name: entry.rules[name] for name in switches if name in entry.rules}
        own |= {path: write_value(entry.reference.changes.get(path, "")) for path in paths}
        own |= {f"{KNOB}{name}": _knob(entry, name, defaults) for name in knobs}
        found[entry.cell] = own
    return found


def _dial(entry: CellEntry) -> Factors:
    """Give the policy without slips, and how much it notices and remembers; nothing where the seats differ."""
    if len(set(entry.policies)) != 1:
        return {"dial": "", "sight": math.nan, "memory": math.nan}
    seat = entry.seats[0]
    return {"dial": seat.dial, "sight": seat.sight, "memory": seat.memory}


def _switches(entries: Sequence[CellEntry]) -> list[str]:
    """List the switches that were set on top of a variant, or in which the cells differ."""
    first = entries[0].rules if entries else {}
    differing = {name for entry in entries for name, value in entry.rules.items() if first.get(name) != value}
    chosen = differing | {name for entry in entries for name in entry.reference.changes if name in entry.rules}
    return [name for name in first if name in chosen]


def _knob(entry: CellEntry, name: str, defaults: Mapping[str, Mapping[str, float]]) -> float:
    """Give the value of a knob; none where the policy has no such knob or the seats differ."""
    if len(set(entry.policies)) != 1:
        return math.nan
    seat = entry.seats[0]
    return float(_set_knobs(seat).get(name, defaults.get(seat.head, {}).get(name, math.nan)))


def _set_knobs(seat: WrittenPolicy) -> Mapping[str, float]:
    """List the knobs that were set; of a wrapper, and on top of a file whose knobs nobody knows here, none."""
    return {} if seat.inside or seat.tuned else seat.knobs
