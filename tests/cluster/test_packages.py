"""What a worker gets of a cell's files is what the cell was made of, by content and digest."""

import errno
import os
import tempfile
from pathlib import Path

import pytest

from analyzer.cells import CellReference, make_cell
from analyzer.errors import BadInput
from analyzer.games.written import read_changes, read_policies, read_policy, read_variant
from analyzer.play.pools.cluster import packages
from analyzer.play.pools.cluster.packages import pack, unpack

SPACING = '''"""An own policy."""

from {helper} import COST
from analyzer.games.tranquility import scoring


@scoring(cost=COST)
def mine(rules, table, hand, knobs, slot, place):
    """Score nothing."""
    return 0.0
'''


def written_cell(game, variant, sets, policies):
    """Give what a user wrote for two players, unchecked."""
    return CellReference(game, 2, read_variant(variant), read_changes(sets), read_policies(policies))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ANALYZER_CACHE_DIR", str(tmp_path / "cache"))
    packages._own_folder.cache_clear()
    yield tmp_path / "cache"
    packages._own_folder.cache_clear()


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("", ""),
        ("spacing", "spacing"),
        ("spacing(cost=0.7)", "spacing(cost=0.7)"),
        ("a/mine.py", "<a/mine.py>"),
        ("a/mine.py:patient", "<a/mine.py>:patient"),
        ("a/mine.py:patient(cost=0.7,b=1)", "<a/mine.py>:patient(cost=0.7,b=1)"),
        ("spacing@k.toml", "spacing@<k.toml>"),
        ("mine.py:patient@k.toml(cost=2)", "<mine.py>:patient@<k.toml>(cost=2)"),
        ("search(mine.py:patient(a=1), samples=4)", "search(<mine.py>:patient(a=1),samples=4)"),
        ("expert", "expert"),
    ],
)
def test_every_path_in_a_policy_is_found(text, changed):
    assert str(read_policy(text).with_files(lambda path: f"<{path}>")) == changed


def test_names_alone_need_no_files():
    reference = written_cell("tranquility", "base", ["removed=4"], "spacing(cost=0.7)")
    package = pack(reference)
    assert package["files"] == {}
    assert unpack(package) == reference


def test_a_policy_travels_with_what_it_imports_and_with_its_knobs(tmp_path, cache):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.py").write_text(SPACING.format(helper="prices"))
    (tmp_path / "own" / "prices.py").write_text("COST = 0.25\n")
    (tmp_path / "own" / "unneeded.py").write_text("raise ValueError\n")
    (tmp_path / "k.toml").write_text("[knobs]\ncost = 0.5\n")
    policy = f"{tmp_path}/own/mine.py:mine@{tmp_path}/k.toml"
    there = unpack(pack(written_cell("tranquility", "base", [], policy)))
    assert str(tmp_path / "own") not in there.policy
    assert there.policy.count(str(cache)) == 2
    seat = there.make().seats[0]
    assert (seat.policy.knobs, seat.knobs) == ({"cost": 0.25}, {"cost": 0.5})
    assert not list(cache.rglob("unneeded.py"))


def test_another_content_is_another_digest_and_another_folder(tmp_path, cache):
    file, found = tmp_path / "mine.py", []
    (tmp_path / "prices.py").write_text("COST = 0.25\n")
    for cost in ("0.25", "0.5", "0.25"):
        file.write_text(SPACING.format(helper="prices"))
        (tmp_path / "prices.py").write_text(f"COST = {cost}\n")
        found.append(unpack(pack(written_cell("tranquility", "base", [], str(file)))).policy)
    assert found[0] == found[2] != found[1]


def test_files_of_one_name_stay_apart_and_their_place_does_not_matter(tmp_path, cache):
    packages_of = []
    for place in ("here", "there"):
        for name, cost in (("a", "0.25"), ("b", "0.5")):
            folder = tmp_path / place / name
            folder.mkdir(parents=True)
            (folder / "mine.py").write_text(SPACING.format(helper="prices"))
            (folder / "prices.py").write_text(f"COST = {cost}\n")
        policies = f"{tmp_path}/{place}/a/mine.py,{tmp_path}/{place}/b/mine.py"
        packages_of.append(pack(written_cell("tranquility", "base", [], policies)))
    assert packages_of[0] == packages_of[1]
    assert len(packages_of[0]["files"]) == 4


def test_what_does_not_lie_beside_a_policy_is_named(tmp_path, monkeypatch):
    (tmp_path / "far").mkdir()
    (tmp_path / "near").mkdir()
    (tmp_path / "far" / "faraway_prices.py").write_text("COST = 0.25\n")
    text = SPACING.format(helper="faraway_prices").replace("scoring(", "policy(compiled=False, ")  # it may import all
    (tmp_path / "near" / "mine.py").write_text(text.replace("scoring", "policy"))
    monkeypatch.syspath_prepend(str(tmp_path / "far"))
    make_cell("tranquility", policy=str(tmp_path / "near" / "mine.py"))
    with pytest.raises(BadInput, match=r"imports .*faraway_prices\.py, which is not in its folder"):
        pack(written_cell("tranquility", "base", [], str(tmp_path / "near" / "mine.py")))


READING = '''from pathlib import Path
from analyzer.games.tranquility import policy

COST = float(Path({file}).read_text())


@policy(compiled=False, cost=COST, rests_on={declared!r})
def mine(rules, table, hand, knobs, memory, choice):
    """Answer nothing."""
    return 0
'''


def test_a_policy_travels_with_the_data_that_it_reads_or_declares(tmp_path, cache):
    (tmp_path / "own" / "data").mkdir(parents=True)
    (tmp_path / "own" / "data" / "cost.txt").write_text("0.75")
    (tmp_path / "own" / "later.bin").write_bytes(b"later")
    file = tmp_path / "own" / "mine.py"
    file.write_text(READING.format(file="__file__).parent.joinpath('data', 'cost.txt'", declared=["later.bin"]))
    make_cell("tranquility", policy=str(file))
    package = pack(written_cell("tranquility", "base", [], str(file)))
    assert set(package["files"]) == {"own-0/mine.py", "own-0/data/cost.txt", "own-0/later.bin"}
    seat = unpack(package).make().seats[0]
    assert seat.policy.file.startswith(str(cache))
    assert seat.policy.knobs == {"cost": 0.75}
    assert [Path(name).read_bytes() for name in seat.policy.rests_on] == [b"later"]


def test_data_that_cannot_travel_is_named(tmp_path, cache):
    (tmp_path / "own").mkdir()
    (tmp_path / "cost.txt").write_text("0.75")
    (tmp_path / "own" / "mine.py").write_text(READING.format(file=repr(str(tmp_path / "cost.txt")), declared=()))
    make_cell("tranquility", policy=str(tmp_path / "own" / "mine.py"))
    with pytest.raises(BadInput, match=r"reads .*cost\.txt, which is not in its folder or below"):
        pack(written_cell("tranquility", "base", [], str(tmp_path / "own" / "mine.py")))


def test_a_variant_travels_with_its_component_data(tmp_path, cache):
    shipped = Path(packages.__file__).parents[3] / "games" / "rumini" / "components.toml"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "own.toml").write_text(shipped.read_text())
    file = tmp_path / "house.toml"
    file.write_text('components = "data/own.toml"\n')
    reference = written_cell("rumini", f"{file}", [], "random_legal")
    there = unpack(pack(reference))
    assert there.variant.file.startswith(str(cache))
    here_setting, there_setting = reference.make().setting, there.make().setting
    assert (there_setting.name, there_setting.values) == (here_setting.name, here_setting.values)
    assert there_setting.tree == here_setting.tree


def test_the_brackets_of_a_label_stay(tmp_path, cache):
    file = tmp_path / "house.toml"
    file.write_text('variant = "poseidon"\nhand_limit = 6\n')
    there = unpack(pack(written_cell("tranquility", f"{file}[removed=3]", [], "spacing")))
    assert str(there.variant).endswith("house.toml[removed=3]")
    assert there.make().setting.values["removed"] == 3


def test_a_damaged_package_is_refused(tmp_path, cache):
    file = tmp_path / "house.toml"
    file.write_text('variant = "poseidon"\n')
    package = pack(written_cell("tranquility", str(file), [], "spacing"))
    name = next(iter(package["files"]))
    with pytest.raises(BadInput, match="arrived damaged"):
        unpack({**package, "files": {name: b'variant = "base"\n'}})


@pytest.mark.parametrize("name", ["../outside.py", "/outside.py", "a/../../outside.py"])
def test_nothing_is_written_outside_the_folder_of_a_package(name, cache):
    files = {name: b"1"}
    package = {"cell": {"game": "x", "players": 2, "variant": {}, "policies": ()}, "files": files}
    with pytest.raises(BadInput, match="not a valid name inside a package"):
        unpack({**package, "digest": packages.digest(files)})
    assert not list(cache.parent.rglob("outside.py"))


@pytest.mark.parametrize("problem", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_files_that_the_cache_cannot_take_are_written_elsewhere(tmp_path, cache, monkeypatch, problem):
    file, written = tmp_path / "house.toml", packages._write
    file.write_text('variant = "poseidon"\n')

    def refuse(path, content):
        if path.is_relative_to(cache):
            raise OSError(problem, os.strerror(problem))
        written(path, content)

    monkeypatch.setattr(packages, "_write", refuse)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    package = pack(written_cell("tranquility", str(file), [], "spacing"))
    there, again = unpack(package), unpack(package)
    assert there == again  # it has one folder, which is compiled once
    assert Path(there.variant.file).read_bytes() == file.read_bytes()


def test_more_than_some_megabytes_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "MOST_BYTES", 100)
    (tmp_path / "house.toml").write_text("#" * 200)
    with pytest.raises(BadInput, match="at most 100"):
        pack(written_cell("tranquility", str(tmp_path / "house.toml"), [], "spacing"))
