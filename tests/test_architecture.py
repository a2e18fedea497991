"""The direction of imports, the size of modules, and one place for every reading of a rule."""

import ast
from pathlib import Path

import pytest

from analyzer.catalog import game_names, load_game

ROOT = Path(__file__).parents[1]
FILES = sorted(path for package in ("analyzer", "strategies") for path in (ROOT / package).rglob("*.py"))
MAX_LINES = 400


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path):
    """Every module that a file imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


PARTS = "state encoding switches variants data check rules measures notation heuristics README".split()


@pytest.mark.parametrize("name", [name for name in game_names() if name != "tranquility"])
def test_the_same_ideas_have_the_same_names_in_every_game(name):
    found = {path.stem for path in (ROOT / "analyzer" / "games" / name).iterdir()}
    assert set(PARTS) <= found


@pytest.mark.parametrize("path", FILES, ids=lambda path: module_of(path))
def test_modules_are_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", FILES, ids=lambda path: module_of(path))
def test_modules_have_a_docstring(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


# `check` (in `variants` for Tranquility) tests settings, the others put the rules to use
NOT_RULES = ("check", "variants", "heuristics", "module_heuristics", "notation", "scoring", "measures", "switches")


def reads_switch(node, switch):
    """Tell `rules.<switch>` and, where the rules record is filled, `values["<switch>"]`."""
    if isinstance(node, ast.Attribute):
        return node.attr == switch and isinstance(node.value, ast.Name) and node.value.id == "rules"
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == "values"
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == switch
    )


def readers_of(game, switch):
    """The functions of a game that read a switch, by part of the game: a module, or all of `rules` or `heuristics`."""
    found = set()
    folder = ROOT / "analyzer" / "games" / game
    for path in folder.rglob("*.py"):
        part = path.relative_to(folder).with_suffix("").parts[0]
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and any(reads_switch(node, switch) for node in ast.walk(function)):
                found.add(f"{part}.{path.stem}.{function.name}")
    return found


def readings():
    """Every switch that chooses between readings of a rule; what a variant sets is a module or a size."""
    found = []
    for game in game_names():
        modules = {name for variant in load_game(game).variants.values() for name in variant.sets}
        for switch in load_game(game).switches:
            if switch.name not in modules and (switch.choices is not None or isinstance(switch.default, bool)):
                found.append((game, switch.name))
    return found


@pytest.mark.parametrize(("game", "switch"), readings())
def test_a_reading_is_chosen_in_exactly_one_function(game, switch):
    readers = readers_of(game, switch)
    assert readers, "a switch that nobody reads"
    assert len([reader for reader in readers if reader.split(".")[0] not in NOT_RULES]) <= 1, readers


@pytest.mark.parametrize(("game", "switch"), readings())
def test_policies_read_no_switch_that_chooses_a_reading(game, switch):
    """Rules do not live in policies: a policy asks the rules."""
    for path in (ROOT / "strategies" / game).rglob("*.py"):
        assert f"rules.{switch}" not in path.read_text(encoding="utf-8")
