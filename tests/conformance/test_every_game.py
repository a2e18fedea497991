"""What every game of the catalog has to keep, whatever its rules."""

import sys
from pathlib import Path

import numpy as np
import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.limited.choosing import MOST_OPTIONS
from analyzer.games.listings import answers_of, fields_of, questions_of
from analyzer.games.own_games import checked_game
from analyzer.games.policy_files.shipping import GAMES_OF
from analyzer.games.turns import RUNNING, TABLE_HEAD, row_layout
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.seeding import deal_seeds
from analyzer.play.simulation import simulate
from analyzer.shell.guide import meaning_of
from tests.games.position import open_bench

ROOT = Path(__file__).parents[2]
GAMES = 20 if IS_PLAIN else 60  # in each of all cells; `make test-slow` plays a thousand


def cells_of(name):
    """Every variant with every number of players, as far as they go together."""
    for variant in load_game(name).variants:
        for players in load_game(name).seats:
            try:
                make_cell(name, variant=variant, players=players)
            except BadInput:
                continue
            yield variant, players


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("games", [GAMES, *([] if IS_PLAIN else [pytest.param(1000, marks=pytest.mark.slow)])])
def test_random_legal_play_has_no_fault_and_every_game_has_a_cause(name, games):
    cells = list(cells_of(name))
    assert {variant for variant, _ in cells} == set(load_game(name).variants)
    assert {players for _, players in cells} == set(load_game(name).seats)
    for variant, players in cells:
        table = {"players": players, "variant": variant, "policy": "random_legal"}
        result = simulate(name, games=games, seed=2, jobs=1, rows=True, **table)
        assert result.fault_message() is None, table
        assert "running" not in result.outcomes(), table
        assert sum(result.outcomes().values()) == games
        assert (result.rows["turns"] > 0).all(), table
        assert (result.rows["deal"] == np.arange(games)).all()
        assert set(result.rows["first"]) <= set(range(players)), table


@pytest.mark.parametrize("name", game_names())
def test_it_has_all_parts_of_a_game(name):
    """Loading it does not ask that again; of a game from outside it does (tests/toy/test_mistakes.py)."""
    assert checked_game(sys.modules[f"{GAMES_OF}.{name}"], name) is load_game(name)


@pytest.mark.parametrize("name", game_names())
def test_it_says_what_it_is(name):
    game = load_game(name)
    assert game.name == name
    assert game.title
    assert game.sources
    assert game.rules_version >= 1
    assert game.variants
    assert {"RUNNING", "TRUNCATED", "FAULT"} <= {cause.name for cause in game.causes}
    assert set(game.cause_words) == {cause.name.lower() for cause in game.causes} - {"running"}


@pytest.mark.parametrize("name", game_names())
def test_its_codes_and_records_begin_as_those_of_every_game(name):
    game = load_game(name)
    head = [field[0] for field in TABLE_HEAD]
    assert list(game.table.names[: len(head)]) == head
    assert game.causes(RUNNING).name == "RUNNING"
    assert list(game.state.names) == ["table", "hands", "hidden", "tally"]


@pytest.mark.parametrize("name", game_names())
def test_its_rows_have_no_gaps(name):
    """Bytes between fields would differ by chance when rows are put together."""
    layout = load_game(name).record
    assert set(row_layout(1).names) <= set(layout.names)
    assert sum(layout[field].itemsize for field in layout.names) == layout.itemsize


@pytest.mark.parametrize("name", game_names())
def test_every_field_and_every_code_has_a_meaning(name):
    game = load_game(name)
    shown = [(owner, field.name, field.meaning) for owner, fields in fields_of(game).items() for field in fields]
    rows = [("row", field, meaning_of(game, field)) for field in game.record.names]
    questions = [("question", code.name, code.meaning) for code in (*questions_of(game), *answers_of(game).named)]
    assert [(owner, name) for owner, name, meaning in shown + rows + questions if not meaning] == []
    named = [codes for codes in game.glossary.codes if not all(code.meaning for code in codes.codes)]
    assert [codes.title for codes in named if not codes.about or any(code.meaning for code in codes.codes)] == []


@pytest.mark.parametrize("name", game_names())
def test_every_switch_names_its_clause_and_every_value_its_authority(name):
    for switch in load_game(name).switches:
        assert switch.clause
        assert switch.summary
        values = [member.name.lower() for member in switch.choices] if switch.choices else [switch.default]
        assert all(switch.authority(value) for value in values)
        assert switch.read(switch.default, "default") == switch.default


@pytest.mark.parametrize("name", game_names())
def test_every_variant_sets_switches_that_exist(name):
    game = load_game(name)
    for variant in game.variants.values():
        assert variant.summary
        assert variant.title
        assert variant.clause
        for switch, value in variant.sets.items():
            assert game.switch_by_name[switch].read(value, "variant") == value


@pytest.mark.parametrize("name", game_names())
def test_it_has_random_legal_and_its_recommended_policy(name):
    assert {"random_legal", load_game(name).recommended} <= set(policies_of(name))


@pytest.mark.parametrize("name", game_names())
def test_it_has_a_playthrough_and_a_rulebook_test(name):
    folder = ROOT / "tests" / "games" / name
    assert list((folder / "playthroughs").glob("*.txt")), f"{name} has no playthrough"
    assert list(folder.glob("test_rule*.py")), f"{name} has no test of its rules"


@pytest.mark.parametrize("name", game_names())
def test_its_rules_are_documented(name):
    assert (ROOT / "docs" / "rules" / f"{name}.md").is_file()


def check_listed(game, seen, codes):
    """Where a game lists its options at once, these are the options; 0 says that it does not."""
    if game.list_options is not None and len(codes) <= MOST_OPTIONS:
        out = np.zeros(MOST_OPTIONS, np.int64)
        n = int(game.list_options(*seen, out))
        assert n in (0, len(codes))
        assert n == 0 or set(out[:n].tolist()) == codes


@pytest.mark.parametrize("name", game_names())
def test_options_is_legal_and_step_agree_along_a_game(name):
    """Follow one game by its last options: each is legal, others near it are refused and change nothing."""
    cell = make_cell(name, policy="random_legal")
    game, rules = cell.game, cell.rules
    bench = open_bench(game, cell.players, deal_seeds(5, 0)[0])
    state, chance = bench.state, bench.chance
    game.start(rules, state, chance)
    count = 0
    while int(state.table.cause) == 0 and count < 400:
        seen = (rules, state.table, state.hands[int(state.table.asked)])
        n = int(game.n_options(*seen))
        codes = {int(game.option(*seen, index)) for index in range(min(n, 2000))}
        assert n == len(codes) or n > 2000
        assert n > 1, "a question with a single option is not asked"
        check_listed(game, seen, codes)
        before = state.tobytes()
        for code in (*list(codes)[:20], min(codes) - 1, max(codes) + 1, -1, 1 << 40):
            is_legal = bool(game.is_legal(*seen, code))
            assert is_legal or code not in codes
            if not is_legal:
                assert int(game.step(rules, state, code, chance)) != 0
                assert state.tobytes() == before
        assert int(game.step(rules, state, sorted(codes)[(7 * count) % len(codes)], chance)) == 0
        count += 1
