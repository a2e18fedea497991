"""The same seed gives the same games: for any number of jobs, in any order, next year.

The pinned digests, of policies by name, change only together with a game's `rules_version` or the version of the
streams; UPDATE_GOLDEN=1 pins them.
"""

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import pytest

from analyzer.catalog import game_names, load_game
from analyzer.cells import make_cell
from analyzer.kernel import streams
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK, block_seeds, deal_seeds
from analyzer.play.simulation import simulate

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="many games; parity is tested elsewhere")

PINNED = Path(__file__).parent / "pinned_digests.json"
COLUMNS = ("deal", "cause", "turns", "first")  # columns that every game has: a new measure changes no digest
N_PINNED = 2000


@pytest.mark.parametrize("name", game_names())
def test_jobs_do_not_change_a_digest(name):
    games = BLOCK + 100
    digests = {
        simulate(name, policy="random_legal", games=games, seed=5, jobs=jobs).summary.digest for jobs in (1, 2, 4)
    }
    assert len(digests) == 1


def test_another_seed_changes_the_digest():
    first, second = (simulate("tranquility", games=500, seed=seed, jobs=1).summary.digest for seed in (5, 6))
    assert first != second


@pytest.mark.parametrize("name", game_names())
def test_the_order_of_blocks_does_not_matter(name):
    prepared = PreparedCell(make_cell(name, policy="random_legal"))
    played = {}
    for order in ([0, 1, 2], [2, 0, 1]):
        for block in order:
            rows = prepared.play(block_seeds(9, block, 200), block * BLOCK)
            assert played.setdefault(block, rows.tobytes()) == rows.tobytes()


@pytest.mark.parametrize("name", game_names())
def test_a_deal_alone_is_the_deal_of_its_block(name):
    """Deal 57 is the same game after 56 others and on its own."""
    prepared = PreparedCell(make_cell(name))
    block = prepared.play(block_seeds(9, 0, 100), 0)
    for deal in (0, 57, 99):
        assert prepared.play(deal_seeds(9, deal), deal)[0].tobytes() == block[deal].tobytes()


def test_more_games_begin_with_the_same_games():
    few = simulate("tranquility", games=300, seed=5, jobs=1, rows=True).rows
    many = simulate("tranquility", games=BLOCK + 300, seed=5, jobs=1, rows=True).rows
    assert many[:300].tobytes() == few.tobytes()


def test_the_summary_is_the_same_with_and_without_rows():
    with_rows = simulate("tranquility", games=BLOCK + 50, seed=5, jobs=1, rows=True)
    without = simulate("tranquility", games=BLOCK + 50, seed=5, jobs=1)
    assert without.kept is None
    assert with_rows.summary.digest == without.summary.digest
    assert with_rows.outcomes() == without.outcomes()


def digest_of(name, policy):
    """Hash the common columns of a policy's games, in a fixed byte order."""
    rows = simulate(name, policy=policy, games=N_PINNED, seed=20, jobs=1, rows=True).rows
    columns = [np.ascontiguousarray(rows[column], "<i8").tobytes() for column in COLUMNS]
    return hashlib.sha256(b"".join(columns)).hexdigest()


def pinned_policies(name, pinned):
    """The policies whose games are pinned: those that the file names, and random legal play in any case."""
    return sorted({"random_legal", *pinned.get(name, {}).get("digests", {})})


@pytest.mark.parametrize("name", game_names())
def test_the_pinned_digests_hold(name):
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    digests = {policy: digest_of(name, policy) for policy in pinned_policies(name, pinned)}
    versions = {"rules_version": load_game(name).rules_version, "streams_version": streams.VERSION}
    found = {**versions, "digests": digests}
    if os.environ.get("UPDATE_GOLDEN"):
        pinned[name] = found
        PINNED.write_text(json.dumps(dict(sorted(pinned.items())), indent=2) + "\n", encoding="utf-8")
    assert name in pinned, f"{name} has no pinned digest: run this test with UPDATE_GOLDEN=1"
    assert pinned[name] == found, "other results: raise rules_version if the rules changed, then UPDATE_GOLDEN=1"
