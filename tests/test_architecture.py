"""The direction of imports, the size of modules, and one place for every reading of a rule."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from analyzer.catalog import game_names, load_game

ROOT = Path(__file__).parents[1]
FILES = sorted(path for package in ("analyzer", "strategies") for path in (ROOT / package).rglob("*.py"))
MAX_LINES = 400


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(path):
    """Every module that a file imports, also inside functions."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


IMPORTS = {module_of(path): imports_of(path) for path in FILES}


def is_below(module, package):
    return module == package or module.startswith(package + ".")


def offenders(importers, forbidden):
    """Modules below `importers` that import anything below one of `forbidden`."""
    return sorted(
        f"{module} imports {name}"
        for module, names in IMPORTS.items()
        if is_below(module, importers)
        for name in names
        if any(is_below(name, package) for package in forbidden)
    )


SHELL = ["typer", "rich", "pandas", "matplotlib", "jinja2", "joblib", "msgspec"]
UPPER = ["analyzer.shell.cli", "analyzer.play.blocks", "analyzer.play.simulation", "analyzer.catalog", "analyzer.cells"]


@pytest.mark.parametrize(
    ("importers", "forbidden"),
    [
        ("analyzer.games", ["strategies", "analyzer.stats", "analyzer.reporting", "analyzer.analysis", *UPPER, *SHELL]),
        ("analyzer.kernel", ["strategies", "analyzer.games", "analyzer.stats", "analyzer.reporting", *UPPER, *SHELL]),
        ("analyzer.stats", ["pandas", "matplotlib", "analyzer.games", "analyzer.kernel", "strategies", *UPPER]),
        ("analyzer.analysis", ["analyzer.games", "analyzer.reporting", "matplotlib"]),
        ("analyzer.reporting", ["analyzer.games", "strategies", "analyzer.kernel"]),
        ("strategies", ["analyzer.stats", "analyzer.reporting", "analyzer.analysis", *UPPER, *SHELL]),
    ],
)
def test_imports_point_downwards(importers, forbidden):
    assert offenders(importers, forbidden) == []


def test_only_the_kernel_layer_imports_numba():
    assert {m for m, names in IMPORTS.items() if any(is_below(n, "numba") for n in names)} <= {
        module for module in IMPORTS if is_below(module, "analyzer.kernel")
    }


def test_only_the_command_line_imports_typer():
    assert {m for m, names in IMPORTS.items() if any(is_below(n, "typer") for n in names)} <= {"analyzer.shell.cli"}


def test_the_check_sees_a_forbidden_import():
    """The negative control: the kernel layer does import numba."""
    assert offenders("analyzer.kernel", ["numba"])


@pytest.mark.parametrize("name", game_names())
def test_a_game_knows_no_other_game(name):
    others = [f"analyzer.games.{other}" for other in game_names() if other != name]
    assert offenders(f"analyzer.games.{name}", others) == []
    assert offenders(f"strategies.{name}", others) == []


def test_games_and_policies_are_found_by_the_catalog_and_imported_by_nobody():
    for module, names in IMPORTS.items():
        if not is_below(module, "strategies") and not is_below(module, "analyzer.games"):
            assert not [name for name in names if is_below(name, "strategies")], module


def test_modules_are_short():
    lengths = {module_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {module: n for module, n in lengths.items() if n > MAX_LINES} == {}


def test_modules_have_a_docstring():
    assert [module_of(path) for path in FILES if not ast.get_docstring(parsed(path))] == []


# `variants` checks settings and fills the rules record, the others put the rules to use
NOT_RULES = ("variants", "heuristics", "module_heuristics", "notation", "scoring", "measures", "switches")


def switches_read(function):
    """Names that a function reads as `rules.<switch>` or, where the rules record is filled, `values["<switch>"]`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "rules":
            yield node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "values":
            yield node.slice.value if isinstance(node.slice, ast.Constant) else None


@cache
def readers_in(game):
    """The functions of a game that read a switch, as module.function, by the name of the switch."""
    found = defaultdict(set)
    for path in (ROOT / "analyzer" / "games" / game).rglob("*.py"):
        for function in ast.walk(parsed(path)):
            if isinstance(function, ast.FunctionDef):
                for name in switches_read(function):
                    found[name].add(f"{path.stem}.{function.name}")
    return found


def readings(game):
    """Every switch that chooses between readings of a rule; what a variant sets is a module or a size."""
    modules = {name for variant in game.variants.values() for name in variant.sets}
    for switch in game.switches:
        if switch.name not in modules and (switch.choices is not None or isinstance(switch.default, bool)):
            yield switch.name


@pytest.mark.parametrize("game", game_names())
def test_a_reading_is_chosen_in_exactly_one_function(game):
    assert list(readings(load_game(game)))
    for switch in readings(load_game(game)):
        readers = readers_in(game)[switch]
        assert readers, f"nobody reads {switch}"
        places = [reader for reader in readers if reader.split(".")[0] not in NOT_RULES]
        assert len(places) <= 1, f"{switch} is read in {places}"


@pytest.mark.parametrize("game", game_names())
def test_policies_read_no_switch_that_chooses_a_reading(game):
    """Rules do not live in policies: a policy asks the rules."""
    for path in (ROOT / "strategies" / game).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert [switch for switch in readings(load_game(game)) if f"rules.{switch}" in text] == [], path
