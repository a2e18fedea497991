"""The direction of imports, the size of modules, and one place for every reading of a rule."""

import ast
import re
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


@cache
def all_imports():
    return {module_of(path): imports_of(path) for path in FILES}


def is_below(module, package):
    return module == package or module.startswith(package + ".")


# The one table of edges: a package may import those before it in the row of layers, and what stands here.
LAYERS = ("kernel", "games", "catalog", "cells", "play", "runs", "analysis", "studies", "reporting", "shell")
EVERYWHERE = {"errors"}
ABOVE_CELLS = {"stats"}  # from play on; stats itself imports nothing of ours
MAY_IMPORT = {
    **{
        layer: {*LAYERS[:place], *EVERYWHERE, *(ABOVE_CELLS if layer in LAYERS[4:] else ())}
        for place, layer in enumerate(LAYERS)
    },
    "stats": set(),
    "errors": set(),
    "strategies": {"games", "kernel"},
    "analysis": {"play", "runs", "stats", "errors"},
    "reporting": {"runs", "analysis", "stats", "errors"},  # names and units come with the manifest
    "__init__": {"play", "runs", "studies", "reporting", "shell"},  # the public names, imported when first used
    "__main__": {"shell"},
}
# Libraries that belong to one layer: whoever else imports them has taken on its work.
LIBRARIES = {
    "numba": {"kernel"},
    "llvmlite": {"kernel"},
    "typer": {"shell"},
    "rich": {"shell"},
    "matplotlib": {"reporting"},
    "jinja2": {"reporting"},
    "pandas": {"play", "runs", "analysis", "reporting", "shell"},  # play: the rows of a simulation, when asked for
    "pyarrow": {"runs"},
    "joblib": {"play"},
    "distributed": {"play"},
    "scipy": {"stats"},
    "msgspec": {"runs"},
    "cma": {"studies"},
}


def package_of(module):
    """The layer that a module of ours belongs to; None for modules of others."""
    parts = module.split(".")
    if parts[0] == "strategies":
        return "strategies"
    if parts[0] != "analyzer":
        return None
    return parts[1] if len(parts) > 1 else "__init__"


def edges(imports):
    """Every import between two packages, as (importer, imported)."""
    found = set()
    for module, names in imports.items():
        own = package_of(module)
        for name in names:
            other = package_of(name)
            if other == "__init__" or (own != "__init__" and other not in PACKAGES):
                continue  # `from analyzer import __version__`: the package itself is no layer
            if other in PACKAGES and other != own:
                found.add((module, name))
    return found


PACKAGES = {package_of(module_of(path)) for path in FILES}


def offenders(imports):
    return sorted(
        f"{module} imports {name}"
        for module, name in edges(imports)
        if package_of(name) not in MAY_IMPORT.get(package_of(module), set())
    )


def test_every_import_is_an_edge_of_the_table():
    assert offenders(all_imports()) == []


def test_the_table_names_every_package_and_no_other():
    assert set(MAY_IMPORT) == PACKAGES
    assert {path.name for path in (ROOT / "analyzer").iterdir() if path.suffix == ".py"} == {
        "__init__.py", "__main__.py", "errors.py", "catalog.py", "cells.py"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("analyzer.games.pig", "strategies.pig"),
        ("analyzer.kernel.jit", "analyzer.games.interface"),
        ("analyzer.stats.means", "analyzer.errors"),
        ("analyzer.play.blocks", "analyzer.runs.stored.store"),
        ("analyzer.reporting.html", "analyzer.games.interface"),
        ("analyzer.errors", "analyzer.cells"),
    ],
)
def test_an_edge_against_the_table_is_noticed(module, name):
    assert offenders({module: {name}}) == [f"{module} imports {name}"]


def test_a_library_is_imported_by_the_layer_it_belongs_to():
    found = [
        f"{module} imports {name}"
        for module, names in all_imports().items()
        for name in names
        if package_of(module) not in LIBRARIES.get(name.split(".")[0], {package_of(module)})
    ]
    assert sorted(found) == []


def test_a_game_knows_no_other_game():
    for name in game_names():
        others = [f"analyzer.games.{other}" for other in game_names() if other != name]
        for module, names in all_imports().items():
            if is_below(module, f"analyzer.games.{name}") or is_below(module, f"strategies.{name}"):
                assert not [x for x in names if any(is_below(x, other) for other in others)], module


def test_modules_are_short():
    long = [path for path in FILES if len(path.read_text(encoding="utf-8").splitlines()) > MAX_LINES]
    assert long == []


def test_modules_have_a_docstring():
    bare = [path for path in FILES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert bare == []


# `check` tests settings, the others put the rules to use
NOT_RULES = ("check", "drawing", "heuristics", "kinds", "notation", "measures", "switches")
# turns several switches into one flag for the rules that need to know no more
SHORTCUTS = {("tranquility", "data.data.complete")}


def switches_read(function):
    """Names that a function reads as `rules.<switch>` or, where the rules record is filled, `values["<switch>"]`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "rules":
            yield node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "values":
            yield node.slice.value if isinstance(node.slice, ast.Constant) else None


@cache
def readers_in(game):
    """The functions that read a switch, by its name; a reader begins with its part: a module, `rules`, `heuristics`."""
    found = defaultdict(set)
    folder = ROOT / "analyzer" / "games" / game
    for path in folder.rglob("*.py"):
        part = path.relative_to(folder).with_suffix("").parts[0]
        for function in ast.walk(parsed(path)):
            if isinstance(function, ast.FunctionDef):
                for name in switches_read(function):
                    found[name].add(f"{part}.{path.stem}.{function.name}")
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
        readers = {reader for reader in readers_in(game)[switch] if (game, reader) not in SHORTCUTS}
        assert readers, f"nobody reads {switch}"
        places = [reader for reader in readers if reader.split(".")[0] not in NOT_RULES]
        assert len(places) <= 1, f"{switch} is read in {places}"


@pytest.mark.parametrize("game", game_names())
def test_policies_read_no_switch_that_chooses_a_reading(game):
    """Rules do not live in policies: a policy asks the rules."""
    for path in (ROOT / "strategies" / game).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert [switch for switch in readings(load_game(game)) if f"rules.{switch}" in text] == [], path


# Whoever reads a grammar of its own, with the reason; policies and switches are read by the first alone.
READERS = {
    "analyzer.games.written": "the edge: policies, variants and changes as users write them",
    "analyzer.games.treatments.written": "treatments, and the kind and the name of a component",
    "analyzer.studies.calibration.dials": "the range of a dial, switch=low:high",
    "analyzer.studies.tuning.plan": "the bounds of a knob, knob=low:high",
    "analyzer.reporting.balance.said": "the kinds of components in what a study found: a report knows no game",
    "analyzer.play.replay.steps": "the clauses and questions in the docstrings of rules",
    "analyzer.reporting.build": "the links of a Markdown page",
}
SIGNS = {"=", "(", " (", "@", "[", "+", "|", ".py:", ":", ";"}  # of policies, variants, changes and treatments
TAKING_APART = {"partition", "rpartition", "split", "rsplit", "find", "rfind", "index"}
PATTERN = re.compile(
    r"\\w[^=]{0,6}=|\\\(.*\\\)|\[\^[^\]]*[()@=][^\]]*\]|position\|seat|remove\|price"
)  # name=value, name(knobs), all but such signs, whom and what a treatment is about


def texts_taken_apart(tree):
    """List the calls that take a policy, a variant or a change apart: at a sign of theirs, or by a pattern."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    for call in calls:
        first = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
        is_split = call.func.attr in TAKING_APART and first in SIGNS
        is_pattern = ast.unparse(call.func.value) == "re" and isinstance(first, str) and PATTERN.search(first)
        if is_split or is_pattern:
            yield ast.unparse(call)


def readers():
    """Find the modules that take such texts apart; a game has notations of its own, and the kernel reads code."""
    others = ("analyzer.kernel", *(f"analyzer.games.{name}" for name in game_names()))
    paths = {module_of(path): path for path in FILES if not any(is_below(module_of(path), other) for other in others)}
    return {module: found for module, path in paths.items() if (found := list(texts_taken_apart(parsed(path))))}


def test_what_users_write_is_read_at_the_edge_alone():
    assert readers().keys() == READERS.keys()


@pytest.mark.parametrize(
    "code",
    [
        'name = text.partition("=")[0]',
        'name, value = item.split("=")',
        'head = policy.partition("(")[0]',
        'name, _, file = head.partition("@")',
        'parts = variant.split("+")',
        'path, _, name = reference.partition(".py:")',
        'words.partition(" (")',
        'kind = component.partition(":")[0]',
        'parts = treatments.split(";")',
        're.match(r"(position|seat)\\s*(\\d+)\\s*:", text)',
        're.compile(r"([\\w./: -]+)\\(((?:\\w+=[-+.\\w]+,?)+)\\)$")',
        're.match(r"\\s*(\\w+)\\s*=\\s*([^\\s,]+)", item)',
        're.sub(r"[^\\s,()@=]+\\.(?:py|toml)\\b", beside, text)',
    ],
)
def test_a_text_that_is_taken_apart_is_noticed(code):
    assert list(texts_taken_apart(ast.parse(code)))


def test_other_texts_may_be_taken_apart():
    code = 'path.split("."); text.split(","); words.partition(": "); re.sub(r"[^A-Za-z0-9]+", "-", words)'
    assert not list(texts_taken_apart(ast.parse(code)))
