"""Files of stamps: in how many plausible worlds each claim holds, and where it is claimed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.games import user_files
from analyzer.runs.stored.files import write_atomically

NEEDED = {"says": str, "verdict": str, "words": str, "worlds": int}
VERDICTS = ("stable", "flips", "open", "nothing assumed")
HEAD = "Which claims survive what is assumed, made by `analyzer stamps`: see docs/sensitivity.md"


def read_stamps(path: Path) -> dict[str, dict[str, Any]]:
    """Read a file of stamps; none is as good as an empty one."""
    if not path.exists():
        return {}
    content = user_files.read_user_toml(path, "stamps").get("stamps", {})
    if not isinstance(content, dict) or not all(map(_is_stamp, content.values())):
        raise BadInput(f"{path}: this is no file of stamps")
    return dict(content)


def _is_stamp(given: Any) -> bool:
    """Tell whether something has what every stamp has."""
    if not isinstance(given, dict):
        return False
    lists = (given.get("who"), given.get("where", []), given.get("moved_by", []), given.get("share", [0.0] * 3))
    is_whole = all(isinstance(given.get(name), kind) for name, kind in NEEDED.items())
    is_whole = is_whole and given["verdict"] in VERDICTS
    return is_whole and all(isinstance(one, list) for one in lists) and len(lists[-1]) == 3


def write_stamps(path: Path, known: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a file of stamps, in the order of their claims' names."""
    tables = {f"stamps.{name}": known[name] for name in sorted(known)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, user_files.toml_text({}, tables, HEAD).encode())
    except OSError as problem:
        raise BadInput(f"--file {path}: {problem.strerror}") from problem
