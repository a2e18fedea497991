"""The grid that is shipped: of today's rules and policy, whole, and played again the same."""

import re
from pathlib import Path

import pytest

import analyzer
from analyzer.catalog import load_game
from analyzer.cells import make_cell
from analyzer.play.seeding import derived_seed
from analyzer.stats import format_estimate
from analyzer.studies.fitting import filling, fit
from analyzer.studies.fitting.grid import SHIPPED, read_grid
from analyzer.studies.samples import Sampler

GAMES = 9_600
PAGE = Path(__file__).parents[3] / "docs" / "people.md"


def test_the_shipped_grid_is_of_todays_rules_and_policy():
    game = load_game("tranquility")
    found = read_grid(SHIPPED / "tranquility.csv")
    assert found.about() == fit.new_grid(game, "survival").about()
    places = [(name, players) for name in game.variants for players in game.seats]
    known = [place for place in found.places if place in places]
    assert len(known) == 75
    assert found.lacks(known, GAMES) == []


def test_the_page_shows_what_the_fit_of_its_log_says(tmp_path):
    page = PAGE.read_text(encoding="utf-8")
    log = tmp_path / "ours.csv"
    log.write_text(re.search(r"<!-- file: ours.csv -->\n```text\n(.*?)```", page, re.DOTALL)[1], encoding="utf-8")
    found = analyzer.fit("tranquility", log)
    words = " ".join(found.as_dict()["words"])
    for line in re.search(r"```text\n(Your group.*?)```", page, re.DOTALL)[1].splitlines():
        assert line in words
    for name, expected in re.findall(r"^\| ([a-z-]+) \| (\d+ % \[\d+, \d+\])", page, re.MULTILINE):
        assert format_estimate(found.prediction(name, 3).rate, percent=True) == expected


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "players", "sight"), [("base", 3, 0.8), ("storm", 1, 1.0)])
def test_a_row_is_the_same_when_it_is_played_again(variant, players, sight):
    row = read_grid(SHIPPED / "tranquility.csv").rows[variant, players, sight]
    cell = make_cell("tranquility", players=players, variant=variant, policy=filling.fallible("survival", sight))
    with Sampler(1) as sampler:
        sample = sampler.play(cell, row.games, derived_seed(0, f"fit {variant} {players} {sight:g}"))
    assert filling.counted(cell, sample).wins == row.wins
