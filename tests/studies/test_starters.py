"""`analyzer new-policy` writes a file that runs at once, passes every question and plays decently."""

from functools import lru_cache

import pytest

from analyzer.catalog import game_names, game_of_file
from analyzer.errors import BadInput
from analyzer.games.written import read_policy
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from analyzer.stats.proportions import wilson
from analyzer.studies.conformance import examine, new_policy

GAMES = 10 if IS_PLAIN else 400


@pytest.fixture(scope="module")
def starters(same_folder):
    """Make the file of a game, once for all tests: a policy's file is compiled for its path."""
    folder = same_folder("starters")
    return lru_cache(lambda game: new_policy(game, f"my_{game}", folder))


@pytest.mark.slow  # docs/policies.md makes a file, checks it and plays it, and tests/docs does what it says
@pytest.mark.parametrize("game", game_names())
def test_the_file_runs_at_once_and_beats_chance(game, starters):
    file = starters(game)
    assert game_of_file(read_policy(str(file))) == game
    policy = f"{file}:my_{game}"
    if game == "tranquility":
        own, lots = (simulate(game, policy=name, games=GAMES, jobs=1) for name in (policy, "random_legal"))
        gained = own.summary.wins - lots.summary.wins
    else:
        own = simulate(game, policy=f"{policy},random_legal", players=2, games=GAMES, jobs=1)
        gained = own.summary.shares[0].total - own.summary.shares[1].total
    assert own.fault_message() is None
    assert IS_PLAIN or gained > 4 * GAMES**0.5  # four standard errors of a difference at most


@pytest.mark.slow
def test_the_starter_passes_every_question(starters):
    assert [item for item in examine("tranquility", str(starters("tranquility")), 20) if not item.is_good] == []


@pytest.mark.skipif(IS_PLAIN, reason="thousands of games: only compiled")
def test_the_first_policy_of_the_readme_wins_at_least_half_of_its_games(readme_policy):
    result = simulate("tranquility", policy=str(readme_policy), games=4000, jobs=2)
    assert wilson(result.summary.wins, result.games, 0.9999).low > 0.5


def test_what_is_there_is_not_touched(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("precious", encoding="utf-8")
    with pytest.raises(BadInput, match="exists already"):
        new_policy("tranquility", "mine", tmp_path)
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        ("tranquilty", "mine", "did you mean 'tranquility'"),
        ("tranquility", "my policy", "letters, digits and underscores"),
        ("tranquility", "class", "letters, digits and underscores"),
        ("tranquility", "spacing", "choose another name"),
    ],
)
def test_a_wrong_name_is_told(game, name, words, tmp_path):
    with pytest.raises(BadInput, match=words):
        new_policy(game, name, tmp_path)
    assert list(tmp_path.iterdir()) == []
