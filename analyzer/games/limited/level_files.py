"""The level of a group, from the file that `analyzer fit --out` writes: a policy, and the sight it plays with."""

from pathlib import Path

from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game
from analyzer.games.user_files import read_user_toml
from analyzer.games.written import FALLIBLE, WrittenPolicy, read_policy

LEVEL_FILE = ".toml"  # how its name ends
KEYS = ("game", "policy", "sight", "found")  # the last says where it comes from


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
