"""What every game draws: known roles, one key for each piece, all of it on the board, and words that tell a change."""

import json
from itertools import pairwise

import pytest

from analyzer.catalog import game_names, load_game
from analyzer.cells import make_cell
from analyzer.games.shapes import ROLES
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.replay.replay import Replay

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="plays whole games of every variant")
QUICK = [
    ("tranquility", "base"), ("tranquility", "storm+rocks+day-night+monsters-3+wild"), ("tranquility", "pyramid"),
    ("tranquility", "competitive"), ("portolano", "standard"), ("rumini", "base"), ("islebound", "base"),
]  # fmt: skip
ALL = [(game, variant) for game in game_names() for variant in load_game(game).variants]


def numbers_of(shape):
    """The corners of a shape, from the corner of its piece."""
    form, *rest = shape
    if form == "polygon":
        return [tuple(map(float, point.split(","))) for point in rest[0].split()]
    if form == "circle":
        x, y, radius = rest[:3]
        return [(x - radius, y - radius), (x + radius, y + radius)]
    if form == "rect":
        x, y, width, height = rest[:4]
        return [(x, y), (x + width, y + height)]
    return [tuple(rest[:2])] if form == "text" else [tuple(rest[:2]), tuple(rest[2:4])]


def check(drawing):
    left, top, width, height = drawing["view"]
    for key, piece in drawing["pieces"].items():
        x, y, *_ = piece["at"]
        for shape in piece["shapes"]:
            assert set(shape[-1].split()) <= set(ROLES), (key, shape)
            for dx, dy in numbers_of(shape):
                assert left - 1 <= x + dx <= left + width + 1, (key, shape)
                assert top - 1 <= y + dy <= top + height + 1, (key, shape)
    assert all(len(row) == len(drawing["columns"]) for row in drawing["seats"])
    json.dumps(drawing, allow_nan=False)


def drawn(game, variant, deal=0):
    cell = make_cell(game, variant=variant, policy=None if game == "tranquility" else load_game(game).recommended)
    story = Replay(cell, 2, deal, is_drawn=True)
    return story, list(story)


def check_game(game, variant):
    story, steps = drawn(game, variant)
    for step in steps:
        check(step.drawing)
        assert len(step.drawing["seats"]) == story.cell.rules.players
    check(story.drawing)
    words = [{key: piece["words"] for key, piece in step.drawing["pieces"].items()} for step in steps]
    assert sum(a != b for a, b in pairwise(words)) > len(words) / 8, "hardly a change is told"


@pytest.mark.parametrize(("game", "variant"), QUICK)
def test_a_drawing_is_whole(game, variant):
    check_game(game, variant)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), ALL)
def test_every_variant_is_drawn(game, variant):
    check_game(game, variant)


def test_the_check_sees_what_lies_outside_and_what_is_unknown():
    """The negative control."""
    _, steps = drawn("tranquility", "base")
    drawing = steps[0].drawing
    for wrong in (["rect", 0, 0, 5000, 10, 0, "tile"], ["text", 1, 1, "x", "rainbow"]):
        piece = {**drawing["pieces"]["cell1"], "shapes": [wrong]}
        with pytest.raises(AssertionError):
            check({**drawing, "pieces": {"cell1": piece}})


def test_the_grid_says_what_lies_where_and_what_it_costs():
    _, steps = drawn("tranquility", "base")
    for step in steps:
        cells = {key: piece for key, piece in step.drawing["pieces"].items() if key.startswith("cell")}
        shown = {int(key[4:]) for key, piece in cells.items() if "Island" in piece["words"]}
        assert len(cells) == 36
        assert f"{len(shown)} of 36 cells" == step.drawing["facts"]["filled"]
    placed = next(
        step for step in steps if step.question == "ACTION" and "plays" in step.words and "cost 1" in step.words
    )
    card, cell = (int(placed.words.split()[place]) for place in (1, 4))
    hint = [shape[3] for shape in placed.drawing["pieces"][f"hint{cell}"]["shapes"]]
    assert any(text.startswith(f"{card} for 1") or text == "…" for text in hint[1:])
