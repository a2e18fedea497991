"""The bill of materials, what an audit says, and that nothing a run or a spec brings is ever executed."""

import ast
import json
import re
from pathlib import Path

import pytest

from tools.audit import FOUND, KNOWN, NOT_ASKED, Answer, ask, exit_code, read_bandit, read_pip_audit
from tools.sbom import bill

ROOT = Path(__file__).parents[1]
LOCK, PROJECT = ((ROOT / name).read_text(encoding="utf-8") for name in ("requirements.lock", "pyproject.toml"))


class TestBillOfMaterials:
    def test_it_has_the_required_fields_of_cyclonedx(self):
        made = bill(LOCK, PROJECT)
        assert (made["bomFormat"], made["specVersion"], made["version"]) == ("CycloneDX", "1.6", 1)
        assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
        assert made["metadata"]["component"]["name"] == "analyzer"
        for component in made["components"]:
            assert component["type"] == "library"
            assert component["purl"] == f"pkg:pypi/{component['name']}@{component['version']}"
            assert all(re.fullmatch("[0-9a-f]{64}", item["content"]) for item in component["hashes"])
        places = [component["bom-ref"] for component in made["components"]]
        assert len(set(places)) == len(places)
        assert set(made["dependencies"][0]["dependsOn"]) < set(places)

    def test_it_has_every_pin_and_every_hash(self):
        made = bill(LOCK, PROJECT)
        pins = re.findall(r"^([\w.-]+)==([^ ;\\]+)", LOCK, re.MULTILINE)
        assert [(item["name"], item["version"]) for item in made["components"]] == pins
        assert sum(len(item["hashes"]) for item in made["components"]) == LOCK.count("--hash=sha256:")

    def test_the_same_lock_gives_the_same_bytes_and_another_one_others(self):
        text = json.dumps(bill(LOCK, PROJECT))
        assert text == json.dumps(bill(LOCK, PROJECT))
        assert "timestamp" not in text
        assert str(ROOT) not in text
        other = bill(LOCK.replace("typer==", "typer==9", 1), PROJECT)
        assert other["serialNumber"] not in text
        assert bill(LOCK, PROJECT, "2026-01-31T12:00:00Z")["metadata"]["timestamp"] == "2026-01-31T12:00:00Z"

    def test_a_line_that_is_no_pin_is_refused(self):
        with pytest.raises(SystemExit, match="neither a pin nor a hash"):
            bill(LOCK + "numpy>=1\n", PROJECT)


SOUND = {"name": "numpy", "version": "2", "vulns": []}
HOLED = {"name": "numpy", "version": "1", "vulns": [{"id": "PYSEC-1"}]}
UNKNOWN = {"name": "numpy", "skip_reason": "not found"}
CLEAN = {"metrics": {"_totals": {}, "a.py": {}}, "results": [], "errors": []}
RISK = {"test_id": "B102", "filename": "a.py", "line_number": 3, "issue_text": "exec"}


class TestAudit:
    def code(self, packages, results=()):
        document = {**CLEAN, "results": list(results)}
        return exit_code([read_pip_audit({"dependencies": packages}), read_bandit(document)])

    def test_the_exit_code_tells_found_from_not_asked(self):
        assert self.code([SOUND]) == 0
        assert self.code([SOUND, HOLED]) == FOUND
        assert self.code([SOUND], [RISK]) == FOUND
        assert self.code([SOUND, UNKNOWN]) == NOT_ASKED
        assert self.code([HOLED, UNKNOWN]) == FOUND
        assert self.code([]) == NOT_ASKED

    def test_what_could_not_be_asked_is_said(self):
        missing = ask("pip-audit", ["/nowhere/pip-audit"], read_pip_audit)
        assert "NOT ASKED" in " ".join(missing.lines())
        mute = ask("bandit", ["true"], read_bandit)
        assert "exit code 0" in mute.not_asked[0]
        assert exit_code([Answer("bandit", asked=1), mute]) == NOT_ASKED

    def test_what_is_known_to_be_right_is_there_and_has_a_reason(self):
        for (_, file), reason in KNOWN.items():
            assert (ROOT / file).is_file()
            assert len(reason) > 20
        known = next(iter(KNOWN))
        assert self.code([SOUND], [{**RISK, "test_id": known[0], "filename": known[1]}]) == 0


# What turns data into code. Each exception says why nothing of a run directory or a spec can get there.
RISKY_NAMES = {"eval", "exec", "compile", "__import__"}
RISKY_MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "code", "codeop", "runpy", "pty"}
RISKY_CALLS = {"exec_module", "read_pickle", "to_pickle", "load_module"}
RISKY_PAIRS = {("joblib", "load"), ("os", "system"), ("os", "popen")}
ALLOWED = {
    (
        "analyzer/kernel/compiler/code_store.py",
        "import pickle",
    ): "numba's own format; the user's cache, behind a checksum",
    (
        "analyzer/games/policy_files/loading.py",
        "exec_module",
    ): "policy files, which are code, and said to be (docs/security.md)",
    ("analyzer/games/notebooks.py", "compile"): "the user's own cell, to find its function in it; nothing of it is run",
}


def risks_in(tree):
    """List what turns data into code: imports, calls by name, methods, numpy.load with pickles, shells."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [item.name for item in node.names]
            yield from (f"import {name}" for name in modules if name.split(".")[0] in RISKY_MODULES)
        elif isinstance(node, ast.Call):
            yield from risks_of_call(node)


def risks_of_call(call):
    given = {word.arg: getattr(word.value, "value", None) for word in call.keywords}
    if isinstance(call.func, ast.Name) and call.func.id in RISKY_NAMES:
        yield call.func.id
    if isinstance(call.func, ast.Attribute):
        owner = getattr(call.func.value, "id", "")
        if call.func.attr in RISKY_CALLS or (owner, call.func.attr) in RISKY_PAIRS:
            yield call.func.attr
        if call.func.attr == "load" and owner in ("np", "numpy") and given.get("allow_pickle", True) is not False:
            yield "numpy.load without allow_pickle=False"
    if given.get("allow_pickle") or given.get("shell"):
        yield "allow_pickle or shell"


def test_nothing_that_a_run_or_a_spec_brings_is_executed():
    files = sorted((ROOT / "analyzer").rglob("*.py"))
    found = {
        (file.relative_to(ROOT).as_posix(), risk) for file in files for risk in risks_in(ast.parse(file.read_bytes()))
    }
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)",
        "exec(text, {})",
        "import pickle",
        "from marshal import loads",
        "np.load(file)",
        "numpy.load(file, allow_pickle=True)",
        "pandas.read_pickle(file)",
        "joblib.load(file)",
        "subprocess.run(text, shell=True)",
        "os.system(text)",
        "loader.exec_module(module)",
    ],
)
def test_the_search_would_find_it(line):
    assert list(risks_in(ast.parse(line)))


@pytest.mark.parametrize("line", ["np.load(file, allow_pickle=False)", "re.compile(text)", "json.load(file)"])
def test_the_search_lets_what_is_harmless_by(line):
    assert list(risks_in(ast.parse(line))) == []


def test_the_limits_in_the_docs_are_those_of_the_code():
    from analyzer.games import components as component_schema
    from analyzer.games import user_files
    from analyzer.play import stopping as limits
    from analyzer.play.pools.cluster import packages
    from analyzer.runs.specs import checking as spec_check
    from analyzer.runs.specs import design
    from analyzer.runs.stored import manifest_file

    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    lines = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", text.partition("## Limits")[2], re.MULTILINE))
    stated = {
        "a spec, a variant, data, knob, target, claims or policy file": f"{user_files.MOST_BYTES:,} bytes",
        "depth of nested tables and lists, and parts of a key, in TOML": f"{user_files.MOST_LEVELS}",
        "values of all switches of a spec together": f"{spec_check.MOST_VALUES:,}",
        "policies of a spec, with all values of knobs": f"{spec_check.MOST_POLICIES:,}",
        "cells of a run": f"{design.MAX_CELLS:,}",
        "numbers in component data": f"{component_schema.LOW:,} to {component_schema.HIGH:,}",
        "entries of a list in component data": f"{component_schema.MOST_ENTRIES:,}",
        "a text in component data": f"{component_schema.LONGEST_TEXT} letters",
        "the manifest of a run": f"{manifest_file.MOST_BYTES:,} bytes",
        "games, or deals of a cell": f"{limits.MAX_GAMES:,}",
        "a seed": f"{limits.MAX_SEED:,}",
        "jobs": f"{limits.MAX_JOBS:,}",
        "files of a cell that are sent to a worker": f"{packages.MOST_BYTES:,} bytes",
    }
    assert {of: words for of, words in stated.items() if not lines[of].startswith(words)} == {}
