"""Who sits at a seat with limits: what may be wrapped around which policy, how, and what a level file stands for."""

from collections.abc import Mapping
from pathlib import Path

from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game, Policy
from analyzer.games.seating import Seat
from analyzer.games.user_files import read_user_toml
from analyzer.games.written import BANNED, FALLIBLE, SEARCH, WrittenPolicy, read_policy, short_number

LEVEL_FILE = ".toml"  # how its name ends
KEYS = ("game", "policy", "sight", "found")  # the last says where it comes from


SIGHT = 0.6  # of a fallible policy, where none is set
KNOBS: dict[str, dict[str, float]] = {FALLIBLE: {"sight": SIGHT, "memory": 1.0}, BANNED: {}}
_SUMMARIES = {
    FALLIBLE: "Play as {name} does, but notice options with a chance (`sight`) and remember a share (`memory`).",
    BANNED: "Play as {name} does, but never give answers of some kinds where others are allowed.",
}


def limit(game: Game, wrapper: str, inside: Seat, settings: Mapping[str, float], kinds: tuple[str, ...]) -> Seat:
    """Wrap limits around a policy."""
    whole = f"{wrapper}({inside.label})"
    _check_inside(game, wrapper, inside, whole)
    for name, value in settings.items():
        if not 0.0 <= value <= 1.0:
            raise BadInput(f"{whole}: {name} = {short_number(value)}; allowed: a number 0 to 1")
    if settings.get("memory", 1.0) < 1.0 and not game.memory:
        raise BadInput(f"{whole}: memory below 1: no field of a hand of {game.name} is marked as memory")
    _check_kinds(game, wrapper, kinds, whole)
    knobs = {**KNOBS[wrapper], **settings}
    policy = Policy(
        name=f"{wrapper}({inside.policy.name})",
        game=game.name,
        summary=_SUMMARIES[wrapper].format(name=inside.policy.name),
        file=inside.policy.file,
        decide=None,
        knobs=KNOBS[wrapper],
        traits=inside.policy.traits | ({"random"} if min(knobs.values(), default=1.0) < 1.0 else set()),
    )
    return Seat(policy, knobs, inside, wrapper, kinds=kinds)


def _check_inside(game: Game, wrapper: str, inside: Seat, whole: str) -> None:
    if inside.wrapper == SEARCH:
        raise BadInput(f"{whole}: a look-ahead finds by playing on what was overlooked; {_levels_that_work(game)}")
    if inside.wrapper and (wrapper, inside.wrapper) != (FALLIBLE, BANNED):
        order = f"{FALLIBLE}({BANNED}(POLICY,KIND),sight=0.5)"
        one = {FALLIBLE: "set one sight", BANNED: "name all kinds in one, KIND|KIND"}[wrapper]
        raise BadInput(f"{whole}: {one if wrapper == inside.wrapper else f'write {order}'}")


def _levels_that_work(game: Game) -> str:
    named = [level for level, text in game.levels.items() if not text.startswith((f"{SEARCH}(", f"{FALLIBLE}("))]
    return f"levels without it: {', '.join(named)}" if named else "name a policy without one"


def _check_kinds(game: Game, wrapper: str, kinds: tuple[str, ...], whole: str) -> None:
    if wrapper != BANNED:
        return
    if not game.strategies:
        raise BadInput(f"{whole}: {game.name} names no kinds of answers that can be banned")
    if not kinds:
        raise BadInput(f"{whole}: name what is banned, as in {BANNED}(POLICY,{next(iter(game.strategies))})")
    for kind in kinds:
        if kind not in game.strategies:
            raise unknown(f"kind of answers of {game.name}", kind, game.strategies, where=whole)
    if len(set(kinds)) < len(kinds):
        raise BadInput(f"{whole}: a kind is named twice in {'|'.join(kinds)}")


def read_level_file(game: Game, written: WrittenPolicy) -> WrittenPolicy:
    """Give the policy that a level file stands for."""
    where = f"level file {written.file}"
    if written.knobs:
        raise BadInput(f"{where}: it has no knobs; change the sight in the file, or write {FALLIBLE}(POLICY,sight=0.5)")
    content = read_user_toml(Path(written.file), "level file")
    for key in content:
        if key not in KEYS:
            raise unknown("key", key, KEYS, where=where)
    if content.get("game", game.name) != game.name:
        raise BadInput(f"{where}: this is a level of {content['game']!r}, not of {game.name!r}")
    policy, sight = content.get("policy"), content.get("sight")
    if not isinstance(policy, str) or not policy:
        raise BadInput(f'{where}: policy = {policy!r}; give a policy as text, as in policy = "{game.recommended}"')
    if isinstance(sight, bool) or not isinstance(sight, int | float) or not 0.0 <= sight <= 1.0:
        raise BadInput(f"{where}: sight = {sight!r}; allowed: a number 0 to 1")
    inside = read_policy(policy)
    if inside.file.endswith(LEVEL_FILE):
        raise BadInput(f"{where}: policy = {policy!r} is a level file itself; name a policy")
    return WrittenPolicy(FALLIBLE, knobs={"sight": sight}, inside=inside)
