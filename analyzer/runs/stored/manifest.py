"""The manifest of a run: what was asked, what played it, from which sources, and how far it came."""

import hashlib
import importlib.metadata
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from analyzer import __version__
from analyzer.cells import Cell
from analyzer.errors import BadInput
from analyzer.games import limited, listings, search, settings
from analyzer.games.interface import Game
from analyzer.games.written import WrittenPolicy
from analyzer.kernel import streams
from analyzer.kernel.compiler import sources, templates
from analyzer.kernel.jit import cpu_count
from analyzer.play import seeding
from analyzer.play.apart.places import GUARD
from analyzer.play.seeding import BLOCK
from analyzer.runs.specs.design import Design, PlannedCell
from analyzer.runs.specs.spec import Experiment, question_above
from analyzer.runs.stored.extending import asks_for_more
from analyzer.runs.stored.manifest_file import CellEntry, GamePart, Host, Manifest
from analyzer.runs.stored.shards import places_of

_SHOWN = 5  # files that a message names
_fresh = sources.content_of.__wrapped__


def sources_of(cells: Iterable[Cell]) -> dict[str, str]:
    """Hash all sources of the rules and policies of some cells, and what these read or declare, by their names."""
    played = list(cells)
    roots = [Path(file).resolve() for file in _roots(played) if Path(file).is_file()]
    ours = {path for root in roots for path in sources.closure_of(root) if path.is_relative_to(sources.PROJECT_ROOT)}
    own = sorted({path for root in roots for path in sources.rests_of(root)} - ours)  # data beside it is not a policy's
    above = os.path.commonpath([path.parent for path in own]) if own else ""
    named = {path.relative_to(sources.PROJECT_ROOT).as_posix(): path for path in ours}
    named |= {Path(os.path.relpath(path, above)).as_posix(): path for path in own}
    texts = {name: name.encode("utf-8", "backslashreplace").decode() for name in named}  # a file name may be no text
    # hashed as they were loaded, but for what a policy reads again and again while it plays
    fresh = {Path(file) for cell in played for seat in cell.seats for file in seat.player.policy.rests_on or ()}
    contents = {name: (_fresh if path in fresh else sources.content_of)(path) for name, path in sorted(named.items())}
    return {texts[name]: content.hex()[:16] for name, content in contents.items()}


def doubts_of(cells: Iterable[Cell]) -> dict[str, str]:
    """Name the policies that may rest on more than is known, with the reason."""
    players = (seat.player for cell in cells for seat in cell.seats)
    found = {player.label: player.policy.doubt for player in players}
    return {label: doubt for label, doubt in sorted(found.items()) if doubt}


def difference(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """Name the files in which two editions differ."""
    names = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _roots(cells: Iterable[Cell]) -> set[str]:
    """Name the files from which all others are reached."""
    roots = {seeding.__file__}
    for cell in cells:
        driver = getattr(cell.game.driver, "py_func", cell.game.driver)
        roots |= {*templates.files_of(driver), cell.game.complete.__code__.co_filename}
        for seat in cell.seats:
            roots.add(seat.player.policy.file)
            if seat.inside is not None:
                roots.add(search.lookahead.__file__ if seat.searched else limited.choosing.__file__)
    return roots


_PACKAGES = ("numpy", "numba", "llvmlite", "scipy", "pandas", "pyarrow", "joblib", "msgspec")

# what must not have changed when a run resumes, and what to say if it has
_FIXED = {
    "spec_sha256": "the spec has changed",
    "quick": "only one of them is a quick try-out",
    "rules_version": "the rules of the game have another version",
    "streams_version": "the random streams have another version, so that every deal is another one",
    "block_size": "the block size has changed",
    "sources": "rules or policies have changed",
    "cell_ids": "the cells differ (a variant, a component file or a default has changed)",
}


def new_manifest(experiment: Experiment, design: Design, spec: Path, text: str, *, quick: bool, rows: bool) -> Manifest:
    """Write down all that a run rests on."""
    game = design.cells[0].cell.game
    seats = [seat for planned in design.cells for seat in planned.cell.seats]
    return Manifest(
        name=spec.stem,
        spec_file=str(spec),
        spec=text,
        spec_sha256=hashlib.sha256(text.encode()).hexdigest(),
        experiment=experiment,
        quick=quick,
        rows=rows,
        block_size=BLOCK,
        rules_version={game.name: game.rules_version},
        streams_version=streams.VERSION,
        sources=sources_of(planned.cell for planned in design.cells),
        doubts=doubts_of(planned.cell for planned in design.cells),
        package_version=__version__,
        versions={"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}},
        commit=_commit(),
        host=Host(system=platform.system(), machine=platform.machine(), cores=cpu_count()),
        game=_game(game),
        policies=[
            listings.list_policy(policy) for policy in {seat.policy.name: seat.policy for seat in seats}.values()
        ],
        levels={seat.label: seat.level for seat in seats if seat.level},
        field=None if experiment.field is None else _field(experiment.field, design),
        skipped=list(design.skipped),
        cells=[_entry(planned, experiment.seed) for planned in design.cells],
        started=now(),
        guard=GUARD,
    )


def check_same(old: Manifest, new: Manifest, folder: Path) -> None:
    """Refuse to resume a run that was begun with something else."""
    for key, reason in _FIXED.items():
        if not _is_same(key, old, new, folder):
            raise BadInput(
                f"{folder}: this run cannot be continued: {reason} ({_told(key, old, new)}). "
                "Nothing was changed; use another --out, or undo the change."
            )


def _is_same(key: str, old: Manifest, new: Manifest, folder: Path) -> bool:
    if key == "spec_sha256" and (_asked(old) == _asked(new) or asks_for_more(_asked(old), _asked(new), folder)):
        return True  # comments, blanks and order may differ, and deals may be more
    return bool(getattr(old, key) == getattr(new, key))


def _asked(manifest: Manifest) -> Experiment:
    """Take what the spec says; a question that is a comment is none of it."""
    experiment = manifest.experiment
    is_comment = experiment.question == question_above(manifest.spec)
    return msgspec.structs.replace(experiment, question="") if is_comment else experiment


def _told(key: str, old: Manifest, new: Manifest) -> str:
    if key == "sources":
        return f"files that differ: {difference(old.sources, new.sources)}"
    if key == "spec_sha256":
        asked, now_asked = (msgspec.to_builtins(_asked(item)) for item in (old, new))
        names = [name for name in {**asked, **now_asked} if asked.get(name) != now_asked.get(name)]
        return "; ".join(f"{name}: {_key(asked, name)} in the run, {_key(now_asked, name)} now" for name in names)
    return f"{key}: {_short(getattr(old, key))} in the run, {_short(getattr(new, key))} now"


def _key(asked: dict[str, Any], name: str) -> str:
    """Write what a spec says under a key, as JSON; `not set` where it says nothing."""
    return _short(msgspec.json.encode(asked[name]).decode()) if name in asked else "not set"


def fixed(manifest: Manifest) -> dict[str, Any]:
    """Select what must not have changed when a run resumes."""
    return {key: getattr(manifest, key) for key in ("format", *_FIXED)}


def now() -> str:
    """Write the time, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _game(game: Game) -> GamePart:
    """Keep the names and sources that a report shows: it does not know the game."""
    return GamePart(
        name=game.name,
        title=game.title,
        players=list(game.seats),
        competitive=game.is_competitive,
        recommended=game.recommended,
        levels=dict(game.levels),
        sources=list(game.sources),
        causes=[cause.name.lower() for cause in game.causes],
        cause_words={cause.lower(): words for cause, words in game.cause_words.items()},
        variants=listings.list_variants(game),
        switches=listings.list_switches(game),
        components=listings.list_components(game),
        assumed=list(settings.read_setting(game, next(iter(game.variants))).assumed),
        words=game.words,
    )


def _field(asked: WrittenPolicy, design: Design) -> str:
    """Call the field as the cells do: what was asked for may be a file, or a level of play."""
    cells = (planned.cell for planned in design.cells)
    seated = (pair for cell in cells for pair in zip(cell.reference.policies, cell.seats, strict=False))
    return next((seat.label for policy, seat in seated if policy == asked), asked.label)


def _entry(planned: PlannedCell, seed: int) -> CellEntry:
    cell, components = planned.cell, planned.cell.setting.components
    printed = None if cell.reference.changes else cell.game.variants.get(planned.variant)
    levels = {seat.level for seat in cell.seats}
    return CellEntry(
        cell=planned.id,
        variant=planned.variant,
        reference=cell.reference,
        setting=cell.setting.name,
        players=cell.players,
        policy=planned.policy,
        policies=[seat.label for seat in cell.seats],
        seats=[seat.shown for seat in cell.seats],
        is_competitive=cell.is_competitive,
        icons=None if printed is None else printed.icons,
        rules=dict(cell.setting.values),
        relevant=[switch.name for switch in cell.game.switches if switch.matters(cell.setting.values)],
        assumed=list(cell.setting.assumed),
        data_set=None if components is None else components.name,
        places=places_of(cell),
        replay=cell.reference.replay_command(seed),
        level=levels.pop() if len(levels) == 1 else None,
        deals=None if planned.own_goal is None else planned.own_goal.most,
    )


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _commit() -> str | None:
    """Ask git for the commit of this code; None outside a repository."""
    here = Path(__file__).parent
    command = ["git", "-C", str(here), "rev-parse", "HEAD"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=5, env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip() or None if answer.returncode == 0 else None


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:60]}…"
