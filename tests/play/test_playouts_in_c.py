"""Play-outs by survival, and the same ones written in C: every game goes alike."""

import sys
from pathlib import Path

import pytest

from analyzer.cells import make_cell
from analyzer.play.prepared import PreparedCell

YARDSTICK = Path(__file__).parents[2] / "yardstick"


@pytest.fixture(scope="module")
def playouts():
    sys.path.insert(0, str(YARDSTICK))
    try:
        import playouts
    finally:
        sys.path.remove(str(YARDSTICK))
    return playouts


@pytest.fixture(scope="module")
def program(playouts, tmp_path_factory):
    compiler = playouts.find_compiler()
    if compiler is None:
        pytest.skip("no C compiler on this machine")
    return playouts.build(compiler, "playouts", tmp_path_factory.mktemp("c"), playouts.SAME_ROUNDING)


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "removed"), [(2, 12), (3, 8), (5, 6)])
def test_a_position_played_on_in_c_goes_as_here(playouts, program, tmp_path, players, removed):
    """And with another knob it does not: the positions tell players apart."""
    cell = make_cell("tranquility", players=players, sets=[f"removed={removed}"], policy="survival")
    other = make_cell("tranquility", players=players, sets=[f"removed={removed}"], policy="survival(price=1.5)")
    prepared = PreparedCell(cell)
    benches = list(playouts.positions(prepared, 25))
    expected = playouts.answers(prepared, benches)
    assert {won for won, *_ in expected} == {0, 1}
    assert playouts.in_c(program, playouts.written(tmp_path, cell, benches)) == expected
    assert playouts.in_c(program, playouts.written(tmp_path, other, benches)) != expected


@pytest.mark.compiled
def test_positions_dealt_again_in_c_are_worth_what_they_are_here(playouts, program, tmp_path):
    """Fresh deals of what a seat cannot see. A tenth of a win more would be noticed."""
    sets = ["removed=6"]
    searching = make_cell("tranquility", players=3, sets=sets, policy="search(survival,samples=200,options=2)")
    cell = make_cell("tranquility", players=3, sets=sets, policy="survival")
    benches = list(playouts.positions(PreparedCell(cell), 25))
    ours, _ = playouts.searched(PreparedCell(searching), benches)
    theirs, _ = playouts.sampled(program, playouts.written(tmp_path, cell, benches), 100)
    assert abs(playouts.apart(ours, theirs, 100)) < 4.0
    assert abs(playouts.apart([worth + 0.1 for worth in ours], theirs, 100)) > 4.0
