"""Files of stamps: in how many plausible worlds each claim holds, and where it is claimed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.games import user_files
from analyzer.runs.stored.files import write_atomically

HEAD = "Which claims survive what is assumed, made by `analyzer stamps`: see docs/sensitivity.md"


def read_stamps(path: Path) -> dict[str, dict[str, Any]]:
    """Read a file of stamps; none is as good as an empty one."""
    if not path.is_file():
        return {}
    content = user_files.read_user_toml(path, "stamps").get("stamps", {})
    if not isinstance(content, dict) or not all(isinstance(one, dict) for one in content.values()):
        raise BadInput(f"{path}: this is no file of stamps")
    return dict(content)


def write_stamps(path: Path, known: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a file of stamps, in the order of their claims' names."""
    tables = {f"stamps.{name}": known[name] for name in sorted(known)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, user_files.toml_text({}, tables, HEAD).encode())
    except OSError as problem:
        raise BadInput(f"--file {path}: {problem.strerror}") from problem
