"""The recommended policies have the knobs that `analyzer tune` found, with the command and the figures beside them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.games.knobs import Knobs

STRATEGIES = Path(__file__).resolve().parents[2] / "strategies"
RECOMMENDED = [(name, load_game(name).recommended) for name in game_names()]


@pytest.fixture(params=RECOMMENDED, ids=[policy for _, policy in RECOMMENDED])
def shipped(request):
    """Return a recommended policy and the content of its file of knobs."""
    game, name = request.param
    file = STRATEGIES / game / f"{name}.toml"
    return policies_of(game)[name], tomllib.loads(file.read_text(encoding="utf-8"))


def test_the_defaults_are_those_of_the_file(shipped):
    policy, content = shipped
    assert dict(policy.knobs) == content["knobs"]


def test_the_file_says_how_it_was_made_and_what_it_is_worth(shipped):
    policy, content = shipped
    made, figures = content["made"], content["made"]["validation"]
    assert made["command"].replace("'", "").startswith(f"analyzer tune {content['game']} {policy.name}")
    assert figures["rate_low"] < figures["rate"] < figures["rate_high"]
    assert figures["rate_n"] >= 5000


def test_a_file_with_an_unknown_knob_is_refused(tmp_path):
    (tmp_path / "mine.toml").write_text("[knobs]\nnear = 2.0\nfar = 1.0\n")
    with pytest.raises(Exception, match="far"):
        Knobs(near=1.0).tuned(str(tmp_path / "mine.py"))
