"""A run rests on all that its policies read, modules loaded by name and data; or it says what it may miss."""

import json
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer import catalog
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.policy_files.shipping import HANDED, PLAYING, digest_of_own, own_sources
from analyzer.kernel.compiler.sources import digest_of, rests_of
from analyzer.runs.experiment import run
from analyzer.runs.stored import manifest
from analyzer.runs.stored.manifest import doubts_of, sources_of
from tests.runs.test_identity import STOPPED, program

PLAIN = '''{head}
from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import option


@policy(compiled=False{more})
def mine(rules, table, hand, knobs, memory, choice):
    """Answer the first option."""
    return option(rules, table, hand, 0)
'''
HERE = "from pathlib import Path\nHERE = Path(__file__).parent\n"
WAYS = {
    "open": ("weights.json", "import json\nwith open(HERE / 'weights.json') as file:\n    json.load(file)"),
    "path": ("weights.json", "(HERE / 'weights.json').read_text()"),
    "toml": ("weights.toml", "import tomllib\ntomllib.loads((HERE / 'weights.toml').read_text())"),
    "numpy": ("weights.npy", "import numpy\nnumpy.load(HERE / 'weights.npy')"),
    "memmap": ("weights.npy", "import numpy\nnumpy.load(HERE / 'weights.npy', mmap_mode='r')"),
    "descriptor": ("weights.json", "import os\nos.close(os.open(HERE / 'weights.json', os.O_RDONLY))"),
    "database": ("weights.db", "import sqlite3\nsqlite3.connect(HERE / 'weights.db').close()"),
    "executed": ("more.txt", "exec((HERE / 'more.txt').read_text())"),
    "by_name": ("named_{n}.py", "import importlib\nnamed = importlib.import_module('named_{n}')"),
    "by_path": (
        "other.py",
        "import importlib.util as util\nspec = util.spec_from_file_location('other', HERE / 'other.py')\n"
        "spec.loader.exec_module(util.module_from_spec(spec))",
    ),
    "in_a_thread": (
        "weights.json",
        "import threading\ndef read():\n    open(HERE / 'weights.json').close()\n"
        "one = threading.Thread(target=read)\none.start()\none.join()",
    ),
}


def write_data(path, value=1):
    if path.suffix == ".npy":
        np.save(path, np.array([value]))
    elif path.suffix == ".json":
        path.write_text(json.dumps(value))
    else:
        path.write_text(f"x = {value}\n" if path.suffix != ".db" else "")
    return path


def write(folder, head="", more="", name="mine.py"):
    (folder / name).write_text(PLAIN.format(head=HERE + head, more=more))
    return folder / name


def load(path):
    return catalog.find_policy("tranquility", "mine", str(path))


def names_of(path):
    load(path)
    return {source.name for source in own_sources(str(path))}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_a_policy_reads_when_it_is_loaded_is_a_part_of_it(tmp_path, way):
    name, head = (text.replace("{n}", way) for text in WAYS[way])
    write_data(tmp_path / name)
    write_data(tmp_path / "never_read.json")
    path = write(tmp_path, head)
    assert names_of(path) == {"mine.py", name}


@pytest.mark.parametrize("way", ["open", "by_path"])
def test_what_its_helpers_read_counts_for_them_and_for_it(tmp_path, way):
    name, head = WAYS[way]
    write_data(tmp_path / name)
    (tmp_path / f"reading_{way}.py").write_text(HERE + head)
    path = write(tmp_path, f"import reading_{way}")
    assert names_of(path) == {"mine.py", f"reading_{way}.py", name}
    assert {source.name for source in own_sources(str(tmp_path / f"reading_{way}.py"))} == {f"reading_{way}.py", name}


def test_a_module_that_another_policy_loaded_by_name_before_counts_too(tmp_path):
    (tmp_path / "named_before.py").write_text("x = 1\n")
    head = "import importlib\nnamed = importlib.import_module('named_before')"
    load(write(tmp_path, head, name="first.py"))
    assert names_of(write(tmp_path, head, name="second.py")) == {"second.py", "named_before.py"}


def test_what_is_written_or_is_a_librarys_own_does_not_count(tmp_path, monkeypatch):
    library = tmp_path / "site-packages"
    library.mkdir()
    (library / "some_library.py").write_text(HERE + "(HERE / 'its_data.json').read_text()\n")
    write_data(library / "its_data.json")
    write_data(tmp_path / "its_config.json")
    (library / "other_library.py").write_text(f"open({str(tmp_path / 'its_config.json')!r}).close()\n")
    monkeypatch.syspath_prepend(str(library))
    path = write(tmp_path, "import some_library, other_library\n(HERE / 'log.txt').write_text('loaded')")
    assert names_of(path) == {"mine.py"}


def test_what_a_module_of_an_own_game_reads_is_a_part_of_it(tmp_path, monkeypatch):
    write_data(tmp_path / "prices.json")
    (tmp_path / "own_rules_reading.py").write_text(HERE + "(HERE / 'prices.json').read_text()\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = catalog._imported("own_rules_reading", "a game")
    assert {path.name for path in rests_of(Path(module.__file__))} == {"own_rules_reading.py", "prices.json"}


def test_a_policy_that_fails_to_load_leaves_nothing_listening(tmp_path):
    with pytest.raises(BadInput, match="FileNotFoundError"):
        load(write(tmp_path, "open(HERE / 'missing.json')"))
    from analyzer.kernel.compiler import reads

    assert not reads._under_way
    assert not reads._seen


COMPILED = '''import numpy as np
from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import n_options, option

WEIGHTS = np.array(np.lib.format.open_memmap({file!r}, "r"))


@policy
def mine(rules, table, hand, knobs, memory, choice):
    """Answer by a number that was read: it becomes a constant of the compiled code."""
    return option(rules, table, hand, WEIGHTS[0] % n_options(rules, table, hand))
'''


def test_compiled_code_is_never_stale_where_data_becomes_a_part_of_it(tmp_path):
    digests = {}
    for folder, value in (("a", 1), ("b", 2), ("c", 1)):
        (tmp_path / folder).mkdir()
        write_data(tmp_path / folder / "weights.npy", value)
        path = tmp_path / folder / "mine.py"
        path.write_text(COMPILED.format(file="weights.npy"))
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(tmp_path / folder)
            assert load(path).doubt == ""
        digests[folder] = digest_of(path), *digest_of_own(str(path))
    assert digests["a"] == digests["c"]
    assert digests["a"][0] != digests["b"][0]
    assert digests["a"][1] != digests["b"][1]


# Declared


def test_what_is_declared_is_a_part_of_the_policy_and_leaves_no_doubt(tmp_path):
    write_data(tmp_path / "weights.npy")
    path = write(tmp_path, more=', rests_on=("weights.npy",), dear=0.5')
    policy = load(path)
    assert names_of(path) == {"mine.py", "weights.npy"}
    assert (policy.doubt, policy.knobs) == ("", {"dear": 0.5})


def test_a_policy_may_declare_that_it_reads_nothing(tmp_path):
    assert load(write(tmp_path, more=", rests_on=()")).doubt == ""


def test_short_forms_declare_likewise(tmp_path):
    write_data(tmp_path / "weights.npy")
    (tmp_path / "mine.py").write_text(
        "from analyzer.games.tranquility import scoring\n\n\n@scoring(dear=1.0, rests_on='weights.npy')\n"
        'def mine(rules, table, hand, knobs, card, cell, cost):\n    """Score nothing."""\n    return 0.0\n'
    )
    assert load(tmp_path / "mine.py").knobs == {"dear": 1.0}
    assert names_of(tmp_path / "mine.py") == {"mine.py", "weights.npy"}


@pytest.mark.parametrize(
    ("given", "words"), [('"missing.npy"', "there is no file .*missing.npy"), ("3", "allowed: names of files")]
)
def test_a_wrong_declaration_is_told(tmp_path, given, words):
    with pytest.raises(BadInput, match=words):
        load(write(tmp_path, more=f", rests_on={given}"))


def test_what_is_declared_is_looked_at_again_for_every_run(tmp_path):
    """Such a file is read while games are played: its content of that time counts."""
    data = write_data(tmp_path / "weights.npy")
    cell = make_cell("tranquility", policy=str(write(tmp_path, more=', rests_on=("weights.npy",)')))
    before = sources_of([cell])
    assert sources_of([cell]) == before
    write_data(data, 2)
    assert {name for name, own in sources_of([cell]).items() if before[name] != own} == {"weights.npy"}


# In doubt


def test_plain_python_without_a_declaration_is_in_doubt(tmp_path):
    assert load(write(tmp_path)).doubt == PLAYING


def test_an_object_is_in_doubt_and_shipped_policies_are_not():
    from analyzer.games.tranquility import policy

    @policy
    def handed(rules, table, hand, knobs, memory, choice):
        """Answer nothing."""
        return 0

    assert handed.doubt == HANDED
    assert {own.doubt for own in catalog.policies_of("tranquility").values()} == {""}


def test_a_run_knows_which_of_its_policies_are_in_doubt(tmp_path):
    cell = make_cell("tranquility", policy=f"{write(tmp_path)},spacing")
    assert doubts_of([cell]) == {"mine": PLAYING}


def test_a_run_in_doubt_is_marked_in_its_manifest_its_remarks_and_its_report(tmp_path, write_spec, monkeypatch):
    monkeypatch.setattr(manifest, "doubts_of", lambda cells: {"mine": PLAYING})
    said = []
    spec = write_spec(variants='["base"]', players="[2]", deals="10")
    made = run(spec, tmp_path / "run", jobs=1, say=said.append)
    assert made.as_dict()["doubts"] == {"mine": PLAYING}
    assert any(text.startswith(f"mine: {PLAYING}. If one changes") and "rests_on" in text for text in said)
    notices = analyzer.report(made.folder, formats="md").document.notices
    assert any(notice.startswith(f"What mine rests on is not known in full: {PLAYING}.") for notice in notices)


@pytest.mark.parametrize("way", ["read", pytest.param("declared", marks=pytest.mark.slow)])
def test_an_edited_data_file_ends_the_run_and_is_named(tmp_path, write_spec, way):
    data = write_data(tmp_path / "weights.json")
    (tmp_path / "loading.py").write_text(HERE + WAYS["open"][1])
    head, more = ("import loading", "") if way == "read" else ("", ", rests_on=('weights.json',)")
    write(tmp_path, head, more)
    spec = write_spec(policies='["mine.py"]', variants='["base"]', players="[2]", deals="100")
    stopped = program("-c", STOPPED, spec, tmp_path / "run")
    assert stopped.returncode == 0, stopped.stderr
    write_data(data, 2)
    resumed = program("-m", "analyzer", "run", spec, "--out", tmp_path / "run")
    assert resumed.returncode == 2
    assert "files that differ: weights.json)" in resumed.stderr
