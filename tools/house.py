"""Measures how hard the code is to live in: modules, imports, lengths, folders, and what one run and one report touch.

    python tools/house.py              figures of the tree
    python tools/house.py --walk       and how many modules and functions a small run and its report call

The figures stand in CONTRIBUTING.md; tests/test_house.py holds the limits.
"""

import argparse
import ast
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OWN = ("analyzer", "strategies")
SHORT = 5  # a module of so few lines holds a docstring, and says nothing about sizes
SPEC = """\
# Is Galateia harder than the base game?
game = "tranquility"
variants = ["base", "galateia"]
players = [2]
levels = ["floor", "casual"]
deals = 50
"""


@dataclass(frozen=True)
class Module:
    """One source file, read once."""

    path: Path

    @cached_property
    def n_lines(self) -> int:
        """Count its lines."""
        return len(self.path.read_text(encoding="utf-8").splitlines())

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """List everything that stands in it."""
        return list(ast.walk(ast.parse(self.path.read_text(encoding="utf-8"))))

    @property
    def imports(self) -> Iterator[ast.Import | ast.ImportFrom]:
        """List its imports, also those inside functions."""
        return (node for node in self.nodes if isinstance(node, ast.Import | ast.ImportFrom))

    @property
    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """List its functions and methods."""
        return (node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@dataclass(frozen=True)
class Figures:
    """What is counted of a tree."""

    modules: int
    lines: int
    import_share: float  # of all lines, in per cent
    fan_out: tuple[int, int, int]  # places of ours that a module imports from: median, nine tenths, most
    function_lines: tuple[int, int, int]
    module_lines: tuple[int, int, int]
    fullest: tuple[str, int]  # folder, and its modules

    def __str__(self) -> str:
        """Write all of them in a few lines."""
        return (
            f"modules {self.modules}, lines {self.lines}, imports {self.import_share:.1f} %\n"
            f"places that a module imports from {_slashed(self.fan_out)} (median, 90 %, most)\n"
            f"lines of a function {_slashed(self.function_lines)}, of a module {_slashed(self.module_lines)}\n"
            f"fullest folder {self.fullest[0]} ({self.fullest[1]})"
        )


def _slashed(numbers: Sequence[int]) -> str:
    return "/".join(str(number) for number in numbers)


def measure(root: Path = ROOT, package: str = "analyzer") -> Figures:
    """Count what is in a package."""
    modules = [Module(path) for path in sorted((root / package).rglob("*.py"))]
    lines = sum(module.n_lines for module in modules)
    imports = sum(_length(node) for module in modules for node in module.imports)
    sized = [module for module in modules if module.n_lines > SHORT]
    folders = Counter(str(m.path.parent.relative_to(root)) for m in modules if m.path.name != "__init__.py")
    return Figures(
        len(modules),
        lines,
        100 * imports / lines,
        _spread([len(_imported(module)) for module in sized]),
        _spread([_length(function) for module in modules for function in module.functions]),
        _spread([module.n_lines for module in sized]),
        folders.most_common(1)[0],
    )


def _length(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def _spread(values: list[int]) -> tuple[int, int, int]:
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[int(0.9 * len(ordered))], ordered[-1]


def _imported(module: Module) -> set[str]:
    """List the places of ours that a module imports from: modules, and packages whose modules it takes as a whole."""
    found: set[str] = set()
    for node in module.imports:
        found |= {node.module or ""} if isinstance(node, ast.ImportFrom) else {alias.name for alias in node.names}
    return {name for name in found if name.split(".")[0] in OWN}


WALKER = """
import sys, threading
seen, root, loading = set(), sys.argv.pop(1), []
def look(frame, event, arg):
    code = frame.f_code
    if code.co_name == "<module>" and event in ("call", "return"):
        loading.append(code) if event == "call" else loading.pop()
    elif event == "call" and not loading and code.co_filename.startswith(root):
        seen.add(code)
threading.setprofile(look); sys.setprofile(look)
from analyzer.shell.cli import main
try: main()
except SystemExit as end: code = end.code
finally: sys.setprofile(None)
calls = {c for c in seen if c.co_flags & 1 and c.co_name[0] != "<"}  # no class bodies, no comprehensions
print(len({c.co_filename for c in calls}), len(calls), code, file=sys.stderr)
"""


def walk(root: Path = ROOT) -> dict[str, tuple[int, int]]:
    """Count the modules and functions of analyzer/ that a small `analyzer run` and its `analyzer report` call.

    What runs while a module is loaded (layouts, tables of switches) does not count: nobody steps through it.
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "spec.toml").write_text(SPEC, encoding="utf-8")
        commands = {"run": ["run", "spec.toml", "--out", "played"], "report": ["report", "played", "--out", "shown"]}
        return {name: _walked(root, folder, command) for name, command in commands.items()}


def _walked(root: Path, folder: str, command: list[str]) -> tuple[int, int]:
    own = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root)!r})\n{WALKER}"]
    done = subprocess.run([*own, str(root / "analyzer"), *command], cwd=folder, capture_output=True, text=True)
    counts = done.stderr.split()[-3:]
    if len(counts) < 3 or counts[2] != "0":
        raise SystemExit(f"analyzer {' '.join(command)} failed:\n{done.stderr}")
    return int(counts[0]), int(counts[1])


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walk", action="store_true", help="also count what a run and a report call")
    asked = parser.parse_args()
    print(measure())
    for name, (modules, functions) in walk().items() if asked.walk else ():
        print(f"analyzer {name} calls {functions} functions of {modules} modules")


if __name__ == "__main__":
    main()
