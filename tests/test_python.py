"""contract.md section 5: what `import analyzer` gives, and how it speaks."""

import inspect
import os
import re
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer.catalog import policies_of
from analyzer.errors import BadInput
from analyzer.games.tranquility import scoring

ROOT = Path(__file__).parents[1]
TINY = {"games": 8, "jobs": 1}


@scoring(dear=1.0)
def patient(rules, table, hand, knobs, card, cell, cost):
    """Play near the proportional cell, and only what costs little."""
    return 2.0 - abs(cell - (rules.cells + 1) * card / (rules.islands + 1)) - knobs[0] * cost


def played(**given):
    return analyzer.simulate("tranquility", **{**TINY, **given}).summary.digest


def test_sets_may_be_a_mapping_or_texts_and_a_label_is_a_way_to_write_a_setting():
    texts = played(sets=["removed=4", "cost_rule=max"])
    assert played(sets={"removed": 4, "cost_rule": "max"}) == texts
    assert played(variant="base[removed=4][cost_rule=max]") == texts
    assert played(variant="base[removed=4]", sets="cost_rule=max") == texts
    assert played() != texts


@pytest.mark.parametrize("label", ["base[removed=4]", "poseidon[hand_limit=6][cost_rule=max]", "base"])
def test_what_a_result_calls_a_setting_is_accepted_again(label):
    name = analyzer.simulate("tranquility", variant=label, **TINY).as_dict()["variant"]
    assert name == label
    assert analyzer.simulate("tranquility", variant=name, **TINY).cell.setting.name == label


def test_a_policy_may_be_given_as_what_its_decorator_made():
    shipped = policies_of("tranquility")["spacing"]
    assert played(policy=shipped) == played(policy="spacing")
    assert played(policy=[shipped, "random_legal"]) == played(policy="spacing,random_legal")
    own = analyzer.simulate("tranquility", policy=patient, **TINY)
    assert own.as_dict()["policies"] == ["patient", "patient"]
    assert analyzer.simulate("tranquility", policy=[patient, "spacing"], **TINY).cell.seats[0].policy is patient


EDITED = """from tests.toy.games.toy import policy


@policy()
def mine(rules, table, hand, knobs, memory, choice):
    \"\"\"Take rock, and keep all cards or none.\"\"\"
    return 0 if table.phase == 0 else {change}
"""


def test_an_edited_policy_file_is_read_again_in_a_process_that_lives_long(tmp_path, monkeypatch, toy):
    monkeypatch.chdir(tmp_path)
    digests = []
    for change in (0, 1, 1):
        Path("mine.py").write_text(EDITED.format(change=change))
        os.utime("mine.py", (10**9, 10**9))  # as if all were saved within one second
        digests.append(analyzer.simulate(toy, policy="mine.py:mine,rock", **TINY).summary.digest)
    assert digests[0] != digests[1] == digests[2]


def test_a_comparison_takes_objects_and_mappings_too():
    found = analyzer.compare("tranquility", sets={"removed": [0, 4]}, games=8, jobs=1)
    assert [arm.label for arm in found.arms] == ["removed=0", "removed=4"]
    spacing = policies_of("tranquility")["spacing"]
    found = analyzer.compare("tranquility", policies=[spacing, "random_legal"], games=8, jobs=1)
    assert [arm.label for arm in found.arms] == ["spacing", "random_legal"]


WRONG = {
    "game": ({"game": 3}, "game = 3 is not text"),
    "players": ({"players": "3"}, "players = '3' is not a whole number"),
    "variant": ({"variant": 3}, "variant = 3 is not text"),
    "open label": ({"variant": "base[removed=4"}, "not closed"),
    "text behind a label": ({"variant": "base[removed=4]x"}, "after the brackets"),
    "sets": ({"sets": 4}, "give a mapping"),
    "policy": ({"policy": 3}, "neither a name, nor a policy"),
    "plain function": ({"policy": played}, "decorate it with @policy or @scoring"),
    "games": ({"games": "many"}, "games = 'many' is not a whole number"),
    "half a game": ({"games": 1.5}, "games = 1.5 is not a whole number"),
    "seed": ({"seed": None}, "seed = None is not a whole number"),
    "jobs": ({"jobs": True}, "jobs = True is not a whole number"),
    "until": ({"until": "0.01"}, "until = '0.01'"),
    "policy of another game": ({"game": "rumini", "policy": patient}, "a policy for tranquility, not for rumini"),
}


@pytest.mark.parametrize(("given", "told"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_type_is_told(given, told):
    with pytest.raises(BadInput, match=re.escape(told)):
        analyzer.simulate(**{"game": "tranquility", **TINY, **given})


def test_games_may_be_written_as_a_float_that_is_whole():
    assert analyzer.simulate("tranquility", games=8.0, jobs=1).summary.digest == played()


def test_rows_that_were_not_kept_are_not_none_but_told():
    with pytest.raises(BadInput, match="rows=True"):
        _ = analyzer.simulate("tranquility", **TINY).rows


def test_the_rows_of_a_simulation_as_a_table_have_factors_and_causes_in_words():
    result = analyzer.simulate("tranquility", sets={"removed": 4}, rows=True, **TINY)
    table = result.frame
    assert list(table.columns[:3]) == ["variant", "players", "policy"]
    assert set(table["variant"]) == {"base[removed=4]"}
    causes = [result.cell.game.causes(code).name.lower() for code in result.rows["cause"]]
    assert list(table["cause"]) == causes
    assert np.array_equal(table["score_1"], result.rows["score"][:, 1])


def test_replay_tells_the_game_that_simulate_played():
    row = analyzer.simulate("tranquility", players=3, games=6, jobs=1, rows=True).rows[5]
    story = analyzer.replay("tranquility", players=3, deal=5)
    assert len(list(story)) == row["decisions"]
    assert story.ending.startswith(f"turn {row['turns']}:")
    with pytest.raises(BadInput, match="deal = -1"):
        analyzer.replay("tranquility", deal=-1)


def objects():
    result = analyzer.simulate("tranquility", **TINY)
    story = analyzer.replay("tranquility")
    step = next(iter(story))
    contest = analyzer.simulate("tranquility", variant="competitive", **TINY)
    comparison = analyzer.compare("tranquility", variants="base,poseidon", games=8, jobs=1)
    cell = result.cell
    return [
        result,
        contest,
        comparison,
        result.win_rate,
        story,
        step,
        cell,
        cell.seats[0],
        cell.setting,
        cell.game,
        patient,
    ]


def test_objects_show_themselves_in_one_short_line():
    for item in objects():
        assert repr(item).startswith(f"<{type(item).__name__}: ")
        assert "\n" not in repr(item)
        assert len(repr(item)) < 200, repr(item)


def test_results_are_tables_in_notebooks():
    for item in objects()[:3]:
        assert item._repr_html_().startswith("<table>")
        assert "%" in item._repr_html_()


@pytest.mark.parametrize("name", [name for name in analyzer.__all__ if name != "__version__"])
def test_public_functions_tell_their_arguments_and_give_an_example(name):
    function = getattr(analyzer, name)
    text = inspect.getdoc(function)
    assert "Parameters\n" in text
    assert f"analyzer.{name}(" in text.split("Examples\n")[1]
    listed = text.split("Parameters\n")[1].split("Returns\n")[0]
    for argument in inspect.signature(function).parameters:
        assert argument in listed, f"{name}: {argument}"
    assert name in dir(analyzer)


def test_the_package_says_that_it_has_types():
    assert (ROOT / "analyzer" / "py.typed").is_file()
    assert (ROOT / "strategies" / "py.typed").is_file()
