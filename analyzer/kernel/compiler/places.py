"""Where a line stands for its author: in a file, or in the cell of a notebook that it was gathered from.

Beside a file that was gathered from cells lies a list of its parts: the line that each begins with, and where it came
from. So whoever tells of a line of it, in whatever process, names the cell.
"""

import json
import re
import sys
from pathlib import Path

Part = tuple[int, int, str, int]  # first and last line in the file; whence it came, and the line there
_OLD_CELL = re.compile(r"<ipython-input-(\d+)-.*>")


def in_words(file: str, line: int) -> str:
    """Name a line, or a file alone where the line is not known, as its author does."""
    for first, last, source, begins in _parts_of(file):
        if first <= line <= last:
            return f"{source}, line {begins + line - first}"
    name = name_of(file)
    return f"{name}, line {line}" if line else name


def name_of(file: str) -> str:
    """Name a file, or a cell of a notebook as the notebook does."""
    old = _OLD_CELL.fullmatch(file)
    return _name_in_notebook(file) or (f"Cell In[{old[1]}]" if old else file)


def is_cell(file: str) -> bool:
    """Tell whether a name without a file is that of a cell: `<ipython-input-3-…>`, or as Jupyter makes them up."""
    return file.startswith("<") or Path(file).parent.name.startswith("ipykernel_")


def keep_parts(file: Path, parts: list[Part]) -> None:
    """Write down where the parts of a gathered file came from."""
    _beside(file).write_text(json.dumps(parts), encoding="utf-8")


def _parts_of(file: str) -> list[Part]:
    try:
        found: list[Part] = json.loads(_beside(Path(file)).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # as good as always: nothing lies beside a file
        return []
    return found


def _beside(file: Path) -> Path:
    return file.with_suffix(".parts")


def _name_in_notebook(file: str) -> str:
    """Ask the notebook, if this process is one, what it calls a cell: `Cell In[3]`."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    naming = getattr(getattr(shell, "compile", None), "format_code_name", lambda _: None)
    return " ".join(naming(file) or ())
