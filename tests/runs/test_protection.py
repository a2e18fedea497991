"""Nothing that is stored can switch off what protects it: any change is found by `verify`, `run` and `report`."""

import json
import shutil

import numpy as np
import pytest

import analyzer
from analyzer.errors import BadInput, DamagedRun
from analyzer.runs.experiment import run
from analyzer.runs.stored.cell_files import Binding, Broken, key_of
from analyzer.runs.stored.files import json_document
from analyzer.runs.stored.manifest_file import FILE, read_manifest
from tests.runs.directories import change_manifest, flip, run_in_groups

SPEC = """# Can anything be changed?
game = "tranquility"
variants = ["base", "poseidon"]
players = [2]
policies = ["random_legal"]
deals = {deals}
seed = 4
rows = true
sections = ["answer"]
"""
REFUSED = (BadInput, DamagedRun)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A finished run with a group for every block, and a shorter one of the same games."""
    specs = {name: SPEC.format(deals=deals) for name, deals in (("run", 9000), ("shorter", 8500))}
    return run_in_groups(tmp_path_factory.mktemp("protection"), specs)


@pytest.fixture
def folder(original, tmp_path):
    """A copy of the run, to be changed."""
    return shutil.copytree(original / "run", tmp_path / "run")


@pytest.fixture
def refuse(original, folder, tmp_path):
    """Demand that all three refuse a run, and leave it as it is."""

    def demand():
        before = content_of(folder)
        assert is_found(folder)
        with pytest.raises(REFUSED):
            run(original / "run.toml", folder, jobs=1)
        with pytest.raises(REFUSED):
            analyzer.report(folder, tmp_path / "report")
        assert not (tmp_path / "report").exists()
        assert content_of(folder) == before

    return demand


def is_found(folder):
    """Tell whether `verify` finds something."""
    try:
        return not analyzer.verify(folder).is_whole
    except REFUSED:
        return True


def content_of(folder):
    return {path: path.read_bytes() for path in stored(folder)}


def stored(folder):
    """List the files of a run that hold something."""
    return [folder / FILE, *sorted(folder.glob("cells/*/*"))]


def group(folder, cell=0, number=1):
    """The files of one group by kind."""
    own = sorted(folder.glob("cells/*"))[cell]
    return {path.name.partition("-")[0]: path for path in own.glob(f"*-{number:08d}-{number:08d}.*")}


def test_what_was_not_changed_is_whole(folder, original, tmp_path):
    assert not is_found(folder)
    said = []
    again = run(original / "run.toml", folder, jobs=1, say=said.append)
    assert again.manifest.status == "complete"
    assert said == [f"{folder}: complete with 18,000 games, 36 files verified; nothing to play"]
    assert analyzer.report(folder, tmp_path / "report").files


@pytest.mark.parametrize("changes", [80, pytest.param(1000, marks=pytest.mark.slow)])
def test_verify_finds_every_changed_byte_of_every_file(folder, changes):
    rng, files = np.random.default_rng(changes), stored(folder)
    for _ in range(changes):
        path = files[int(rng.integers(len(files)))]
        whole = path.read_bytes()
        place, change = int(rng.integers(len(whole))), int(rng.integers(1, 256))
        path.write_bytes(whole[:place] + bytes([whole[place] ^ change]) + whole[place + 1 :])
        assert is_found(folder), (path.name, place, change)
        path.write_bytes(whole)
    assert not is_found(folder)


@pytest.mark.parametrize("number", range(4))
def test_whoever_speaks_of_a_run_refuses_a_flipped_bit_anywhere(folder, refuse, number):
    rng = np.random.default_rng(number)
    path = stored(folder)[int(rng.integers(37))]
    flip(path, int(rng.integers(path.stat().st_size)), bit=int(rng.integers(8)))
    refuse()


def test_every_byte_of_a_seal_counts(folder):
    path = group(folder)["seal"]
    whole, cell = path.read_bytes(), path.parent.name
    binding = Binding(key_of(read_manifest(folder)), cell)
    assert set(binding.read_seal((1, 1), whole)) == {"rows", "outcomes", "counts", "grids", "blocks"}
    for place in range(len(whole)):
        for change in (1 << place % 8, whole[place] ^ ord(" ")):
            if change:
                with pytest.raises(Broken):
                    binding.read_seal((1, 1), whole[:place] + bytes([whole[place] ^ change]) + whole[place + 1 :])


def test_blanks_of_a_manifest_count_like_all_else(folder):
    path = folder / FILE
    whole = path.read_bytes()
    for changed in (
        whole.replace(b"\n ", b" \n", 1),
        whole + b" ",
        whole.rstrip(),
        json.dumps(json.loads(whole)).encode(),
    ):
        path.write_bytes(changed)
        assert is_found(folder)


def swap(one, other):
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def swap_cells(folder, original):
    one, other = sorted(folder.glob("cells/*"))
    one.rename(folder / "aside")
    other.rename(one)
    (folder / "aside").rename(other)


def swap_files_of_cells(folder, original):
    swap(group(folder, 0)["counts"], group(folder, 1)["counts"])


def swap_groups(folder, original):
    for kind, path in group(folder, number=0).items():
        swap(path, group(folder, number=1)[kind])


def swap_kinds(folder, original):
    swap(group(folder)["grids"], group(folder)["blocks"])


def drop_a_seal(folder, original):
    group(folder)["seal"].unlink()


def drop_the_last_seal(folder, original):
    group(folder, number=2)["seal"].unlink()


def drop_a_file(folder, original):
    group(folder)["rows"].unlink()


def drop_a_cell(folder, original):
    shutil.rmtree(sorted(folder.glob("cells/*"))[0])


def drop_all_cells(folder, original):
    shutil.rmtree(folder / "cells")


def truncate_a_file(folder, original):
    path = group(folder)["rows"]
    path.write_bytes(path.read_bytes()[:-1])


def empty_a_file(folder, original):
    group(folder)["outcomes"].write_bytes(b"")


def truncate_the_manifest(folder, original):
    path = folder / FILE
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def double_the_manifest(folder, original):
    path = folder / FILE
    path.write_bytes(path.read_bytes() * 2)


def drop_the_manifests_seal(folder, original):
    content = json.loads((folder / FILE).read_text())
    del content["seal"]
    (folder / FILE).write_bytes(json_document(content))


def sealed_anew(files):
    """Write the seal of a group anew, over other files than it has; the hashes of seals are no secret."""

    def deed(folder, original):
        path = group(folder)["seal"]
        binding = Binding(key_of(read_manifest(folder)), path.parent.name)
        contents = {kind: group(folder)[kind].read_bytes() for kind in files}
        path.write_bytes(binding.seal((1, 1), contents))

    return deed


def take_a_shorter_run(folder, original):
    """Its seals are valid: seed, rules and cells are the same, and only its last block holds fewer games."""
    for path in (original / "shorter").glob("cells/*/*"):
        shutil.copy(path, folder / path.relative_to(original / "shorter"))


def take_a_shorter_runs_manifest(folder, original):
    shutil.copy(original / "shorter" / FILE, folder)


seal_nothing = sealed_anew(())
seal_without_rows = sealed_anew(("outcomes", "counts", "grids", "blocks"))
DEEDS = (
    "swap_cells", "swap_files_of_cells", "swap_groups", "swap_kinds", "drop_a_seal", "drop_the_last_seal",
    "drop_a_file", "drop_a_cell", "drop_all_cells", "truncate_a_file", "empty_a_file", "truncate_the_manifest",
    "double_the_manifest", "drop_the_manifests_seal", "take_a_shorter_run", "take_a_shorter_runs_manifest",
    "seal_nothing", "seal_without_rows",
)  # fmt: skip


@pytest.mark.parametrize("name", DEEDS)
def test_no_deed_goes_unnoticed(folder, original, refuse, name):
    globals()[name](folder, original)
    refuse()


@pytest.mark.parametrize("number", [0, 2, 3, 5, 2**70])
@pytest.mark.parametrize("is_sealed", [True, False])
def test_no_number_of_a_format_switches_anything_off(folder, original, refuse, number, is_sealed):
    """Once, format 2 had no seals, and one changed digit made every check pass."""
    swap_cells(folder, original)
    text = (folder / FILE).read_text()
    if is_sealed and number < 2**64:
        change_manifest(folder, lambda content: content.update(format=number))
    else:
        (folder / FILE).write_text(text.replace('"format": 4', f'"format": {number}', 1))
    refuse()


def test_a_flipped_format_is_damage_that_can_be_mended(folder, original):
    text = (folder / FILE).read_text()
    (folder / FILE).write_text(text.replace('"format": 4', '"format": 5', 1))
    with pytest.raises(DamagedRun, match="differs from what was written"):
        analyzer.verify(folder)
    before = {path: path.read_bytes() for path in folder.glob("cells/*/*")}
    assert run(original / "run.toml", folder, jobs=1, repair=True).manifest.status == "complete"
    assert {path: path.read_bytes() for path in folder.glob("cells/*/*")} == before


def test_the_games_of_a_shorter_run_are_played_again(folder, original):
    whole = {path.relative_to(folder): path.read_bytes() for path in folder.glob("cells/*/*")}
    take_a_shorter_run(folder, original)
    assert {damage.what for damage in analyzer.verify(folder).damages} == {
        "these are not the games that the manifest speaks of"
    }
    again = run(original / "run.toml", folder, jobs=1, repair=True)
    assert again.digest == read_manifest(original / "run").digest
    assert not is_found(folder)
    assert {path.relative_to(folder) for path in folder.glob("cells/*/*") if path.name.startswith("seal")} <= set(whole)


def test_a_run_that_is_not_finished_is_looked_at_before_it_goes_on(original, folder, refuse):
    """Only files that are read were looked at, and a run ended as complete with damaged rows in it."""
    change_manifest(folder, lambda content: content.update(status="interrupted", digest=None))
    assert not is_found(folder)
    flip(group(folder)["rows"], 100)
    refuse()
