"""Reads files of claims, and plays them; errors in a file are reported before the first game."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from analyzer.catalog import load_game
from analyzer.errors import BadInput, unknown
from analyzer.games.user_files import read_user_toml
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.play.stopping import MAX_GAMES, check_games, check_range, check_seed
from analyzer.studies.claims import (
    CORRELATION,
    DIFFERENCE,
    KINDS,
    ORDER,
    SHARE,
    SINGLE,
    VALUED,
    Claim,
    ClaimedCell,
    Judge,
    Verdict,
    claimed_cell,
)
from analyzer.studies.samples import FIRST, RATE, Sampler

CELL_KEYS = ("variant", "players", "policy", "set", "field")
NUMBER_KEYS = ("value", "tolerance", "deals", "quick", "seed", "certain")
KEYS = ("id", "says", "where", "quote", "game", "kind", "measure", *NUMBER_KEYS, *CELL_KEYS, "cells")
TEXTS = ("id", "says", "game", "kind", "measure", "quote", "field")
DEALS = 10_000


def read_claims(file: str | Path) -> list[Claim]:
    """Read all claims of a file; `[defaults]` holds what they share."""
    path = Path(file)
    content = read_user_toml(path, "claims")
    for name in content:
        if name not in ("defaults", "claims"):
            raise unknown("table", name, ("defaults", "claims"), where=str(path))
    shared, listed = content.get("defaults", {}), content.get("claims", [])
    if not isinstance(shared, dict) or not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise BadInput(f"{path}: write [defaults] for what the claims share, and [[claims]] for each of them")
    claims = [_claim(path, {**shared, **given}) for given in listed]
    ids = [claim.id for claim in claims]
    twice = [name for name in dict.fromkeys(ids) if ids.count(name) > 1]
    if twice or not claims:
        raise BadInput(f"{path}: " + (f"the id {twice[0]!r} occurs twice" if twice else "there are no [[claims]]"))
    return claims


def _claim(path: Path, given: Mapping[str, Any]) -> Claim:
    where = f"{path}: claim {given.get('id', '?')!r}"
    for name in given:
        if name not in KEYS:
            raise unknown("key", name, KEYS, where=where)
    for name in ("id", "says", "where", "game", "kind"):
        if not given.get(name):
            raise BadInput(f"{where}: {name} is missing")
    for name in TEXTS:
        if not isinstance(given.get(name, ""), str):
            raise BadInput(f"{where}: {name} = {given[name]!r} is not text")
    try:
        return _checked(path, given)
    except BadInput as problem:
        text = str(problem)
        raise BadInput(text if text.startswith(str(path)) else f"{where}: {text}") from problem


def _checked(path: Path, given: Mapping[str, Any]) -> Claim:
    kind = given["kind"]
    if kind not in KINDS:
        raise unknown("kind", kind, KINDS)
    contexts = tuple(_contexts(given))
    measure = given.get("measure", _default_measure(given["game"], contexts))
    value, tolerance = given.get("value"), given.get("tolerance", 0.0)
    for name, number in (("value", value or 0.0), ("tolerance", tolerance)):
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise BadInput(f"{name} = {number!r} is not a number")
    if (value is None) == (kind in VALUED):
        raise BadInput(f"kind = {kind!r}: " + ("value is missing" if value is None else "there is no value to compare"))
    return Claim(
        given["id"],
        given["says"],
        _places(path, given),
        kind,
        measure,
        contexts,
        check_games(given.get("deals", DEALS)),
        check_seed(given.get("seed", 0)),
        float(tolerance),
        None if value is None else float(value),
        bool(given.get("certain", False)),
        given.get("quote", ""),
        None if "quick" not in given else check_range("quick", given["quick"], 0, MAX_GAMES),
    )


def _places(path: Path, given: Mapping[str, Any]) -> tuple[str, ...]:
    """Look at where a claim is said: the files exist, and hold its quote."""
    files = given["where"]
    if not isinstance(files, list) or not all(isinstance(name, str) for name in files):
        raise BadInput(f"where = {files!r} is not a list of files")
    for name in files:
        file = path.resolve().parent.parent / name  # claims lie in docs/, places are written from the root
        if not file.is_file():
            raise BadInput(f"where: {name} does not exist beside {path.parent or '.'}/")
        quote = " ".join(str(given.get("quote", "")).split())
        if quote not in " ".join(file.read_text(encoding="utf-8", errors="replace").split()):
            raise BadInput(f"where: {name} no longer says {quote!r}")
    return tuple(files)


def _contexts(given: Mapping[str, Any]) -> Iterator[tuple[ClaimedCell, ...]]:
    """Make the cells of every context: each number of players with each policy, if lists of them are given."""
    own = {name: given[name] for name in CELL_KEYS if name in given}
    cells = given.get("cells", [{}])
    if not isinstance(cells, list) or not cells:
        raise BadInput(f"cells = {cells!r} is not a list of cells")
    kind = given["kind"]
    if kind not in SINGLE and len(cells) < 2:
        raise BadInput(f"kind = {kind!r} compares: give two or more cells")
    if kind in (DIFFERENCE, CORRELATION) and len(cells) > 2:
        raise BadInput(f"kind = {kind!r}: give two cells; for more, use kind = {ORDER!r}")
    varied = ("variant", "players", "policy")
    for values in product(*(_listed(own.get(name)) for name in varied)):
        context = {**own, **dict(zip(varied, values, strict=True))}
        yield tuple(_cell(given["game"], {**context, **cell}, str(own.get("field", ""))) for cell in cells)


def _cell(game: str, given: Mapping[str, Any], field: str) -> ClaimedCell:
    for name in given:
        if name not in CELL_KEYS:
            raise unknown("key of a cell", name, CELL_KEYS)
    return claimed_cell(game, given, field)


def _listed(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def _default_measure(game: str, contexts: tuple[tuple[ClaimedCell, ...], ...]) -> str:
    if any(cell.field for cells in contexts for cell in cells):
        return SHARE
    first = contexts[0][0].reference.make()
    return FIRST if load_game(game).is_competitive or first.is_competitive else RATE


def chosen(
    game: str | None,
    names: str | Sequence[str] | None = None,
    file: str | Path | None = None,
    spec: str | Path | None = None,
) -> list[Claim]:
    """Choose claims of a file: about a game or about all, those named or all, of a spec only its headlines."""
    path = default_file() if file is None else Path(file)
    every = read_claims(path) if spec is None else _of_spec(spec, path)
    own = None if game is None else load_game(game).name
    known = [one for one in every if own in (None, _game_of(one))]
    where, asked = str(spec or path), [names] if isinstance(names, str) else list(names or ())
    ids = [one.id for one in known]
    for name in asked:
        if name not in ids:
            raise unknown("claim" if own is None else f"claim about {own}", name, ids, where=where)
    if not known:
        raise BadInput(f"{where}: there is no claim about {own or 'any game'}")
    return [one for one in known if not asked or one.id in asked]


def default_file() -> Path:
    """Name the claims of this project: those below the current folder, or those beside the package."""
    here = Path("docs") / "claims.toml"
    return here if here.is_file() else Path(__file__).resolve().parents[2] / here


def _of_spec(spec: str | Path, file: Path) -> list[Claim]:
    """Read the headlines of a spec: the claims of a file that name it in `where`."""
    path = Path(spec)
    if not path.is_file():
        raise BadInput(f"--spec {path}: there is no such file")
    found = [claim for claim in read_claims(file) if path.name in {Path(name).name for name in claim.where}]
    if not found:
        raise BadInput(f"--spec {path}: no claim of {file} names it in `where`, so it has no headline to test")
    return found


def claims(
    file: str | Path | None = None,
    *,
    only: str | None = None,
    quick: bool = False,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> list[Verdict]:
    """Play again what is claimed about games, and judge every claim.

    Parameters
    ----------
    file
        A TOML file of claims (docs/claims.md); by default that of this project.
    only
        A game, or a part of the id of claims: only these are played.
    quick
        Whether to play a twentieth of the deals: what is refuted so is wrong, what is open may be right.
    jobs, backend
        As for `simulate`.
    control, say, on_games
        How to end it early, what receives remarks, and what receives the progress.

    Returns
    -------
    list of Verdict
        In the order of the file, each with its `word` (confirmed, refuted, open), `holds` and `checks`.

    Examples
    --------
    >>> [verdict.claim.says for verdict in analyzer.claims(quick=True) if not verdict.holds]
    """
    path = default_file() if file is None else Path(file)
    known = read_claims(path)
    asked = [claim for claim in known if only is None or only in claim.id or only == _game_of(claim)]
    if not asked:
        raise unknown("claim", str(only), [claim.id for claim in known], where=str(path))
    chosen = [claim for claim in asked if claim.deals_of(quick)]
    if not chosen:
        raise BadInput(f"{path}: {asked[0].id!r} has no quick version; run it without --quick")
    expected = sum(claim.deals_of(quick) * len(cells) for claim in chosen for cells in claim.contexts)
    with Sampler(jobs, backend, control, on_games, say) as sampler:
        sampler.expected = expected
        judge = Judge(sampler, len(known), quick)  # those not asked for count too: any of them could be refuted
        return [judge.judge(claim) for claim in chosen]


def _game_of(claim: Claim) -> str:
    return claim.contexts[0][0].reference.game
