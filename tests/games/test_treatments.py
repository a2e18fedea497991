"""Treatments: what is written, what it changes in the rules, and what comes of it in games whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

import analyzer
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.treatments.written import change_words, read_spec_treatment, read_treatment, treated
from analyzer.games.turns import FIRST_GRANT
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand, plan_cell
from tests.stalls import truth

N = 40_000


def shares(**options):
    """Play the stalls by turn position; give shares and their number."""
    found = analyzer.simulate("stalls", games=N, jobs=1, rows=True, **options).rows
    players = options.get("players", 2)
    seats = (found["first"][:, None] + np.arange(players)) % players
    return np.take_along_axis(found["share"], seats, axis=1).mean(axis=0), found


@pytest.mark.parametrize(
    ("option", "text", "name", "value"),
    [
        ("handicap", "position 3: coins +2", "position 3: coins", "+2"),
        ("handicap", " seat 0:points-3 ", "seat 0: points", "-3"),
        ("grant", "position 1: building:market", "position 1: building:market", "+1"),
        ("remove", "building:market", "remove building:market", True),
        ("price", "building:market +2", "price building:market", "+2"),
    ],
)
def test_a_treatment_is_read_from_its_option_and_from_a_variant(option, text, name, value):
    changes = treated({}, **{option: text})
    assert changes == {name: value}
    assert read_treatment(name, value) is not None
    assert treated(["a=1"], **{option: [text]}) == ["a=1", f"{name}={'true' if value is True else value}"]
    assert read_spec_treatment(f"{option} {text}") == changes


def test_a_spec_joins_treatments_by_semicolons():
    found = read_spec_treatment("handicap position 1: coins -1; remove building:market")
    assert found == {"position 1: coins": "-1", "remove building:market": True}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("position 3: coins", "+2", "position 3: coins +2"),
        ("seat 0: building:market", 1, "building:market given to seat 0"),
        ("remove building:market", True, "building:market removed"),
        ("price building:market", -1, "the price of building:market -1"),
        ("removed", 4, "removed = 4"),
    ],
)
def test_a_change_is_told_in_words(name, value, words):
    assert change_words(name, value) == words


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("handicap", "position 3 coins"),
        ("handicap", "place 3: coins +2"),
        ("handicap", "position 1: building:market +1"),
        ("grant", "building:market"),
        ("grant", "position 1: coins"),
        ("remove", "market"),
        ("price", "building:market"),
    ],
)
def test_what_is_no_treatment_is_refused_with_an_example(option, text):
    with pytest.raises(BadInput, match=f"--{option} .*: write "):
        treated({}, **{option: text})


@pytest.mark.parametrize(
    ("sets", "words"),
    [
        ({"position 3: faces": "+2"}, "there is no position 3; allowed: 1 to 2"),
        ({"seat 2: faces": 2}, "there is no seat 2; allowed: 0 to 1"),
        ({"seat 0: face": 2}, "did you mean 'faces'"),
        ({"seat 0: faces": 200}, "allowed: -50 to"),
        ({"seat 0: faces": "two"}, "whole number with its sign"),
        ({"remove charm:strng": True}, "did you mean 'strong'"),
        ({"remove chrm:strong": True}, "did you mean 'charm'"),
        ({"remove charm:strong": False}, "can only be true"),
        ({"price chrm:strong": 2}, "unknown kind of component of stalls that can be priced"),
        ({"price charm:strong": -2}, "none is the least"),
        ({"seat 0: charm:strong": 2}, "can be given once"),
        ({"seat 0: charm:strong": 1, "seat 1: charm:strong": 1}, "named twice"),
    ],
)
def test_a_treatment_that_the_game_does_not_have_is_told(stalls, sets, words):
    with pytest.raises(BadInput, match=words):
        make_cell(stalls, sets=sets)


def test_treatments_stand_in_the_rules_and_nothing_else_changes(stalls):
    plain = make_cell(stalls).rules
    rules = make_cell(
        stalls, sets={"position 2: faces": "+3", "seat 0: charm:dead": 1, "remove charm:coin": True}
    ).rules
    assert plain.n_handicaps == 0
    assert not plain.left_out.any()
    assert rules.handicaps[: rules.n_handicaps].tolist() == [[1, 1, 1, 3], [0, 0, FIRST_GRANT + 1, 1]]
    assert rules.left_out[0] == 1 << 1 | 1 << 4
    rules.n_handicaps, rules.handicaps[:], rules.left_out[:] = 0, 0, 0
    assert rules.tobytes() == plain.tobytes()


def test_a_treatment_is_part_of_a_cells_text_and_name(stalls):
    treatments = {"position 2: faces": "+3", "remove charm:coin": True}
    cell, plain = make_cell(stalls, sets=treatments), make_cell(stalls)
    assert cell.setting.name == "base[position 2: faces=+3][remove charm:coin=true]"
    assert make_cell(stalls, variant=cell.setting.name).setting.treatments == cell.setting.treatments
    assert "--set 'position 2: faces=+3'" in cell.reference.replay_command(0, 7)
    ids = {plan_cell(one.game, one.reference).id for one in (cell, plain)}
    assert len(ids) == 2


def test_a_handicap_moves_the_share_of_its_turn_position_by_what_is_known(stalls):
    found, rows = shares(handicap="position 1: faces -20")
    plain, _ = shares()
    error = 4 * np.sqrt(0.25 / N)
    assert abs(plain[0] - 0.5 - truth.worth(20, 2)) < error
    assert abs(found[0] - 0.5) < error
    assert abs(found[0] - plain[0]) > error / 2
    assert abs(found.sum() - 1) < 1e-9
    assert len(set(rows["first"].tolist())) == 2


def test_a_handicap_of_a_seat_stays_with_it_whoever_begins(stalls):
    _, rows = shares(handicap="seat 1: faces +30", variant="even")
    assert abs(rows["share"][:, 1].mean() - 0.5 - truth.worth(30, 2)) < 4 * np.sqrt(0.25 / N)


def test_points_are_added_at_the_end(stalls):
    _, rows = shares(handicap="position 2: points +7")
    _, plain = shares()
    second = (rows["first"] + 1) % 2
    assert (np.take_along_axis(rows["score"] - plain["score"], second[:, None], axis=1) == 7).all()
    assert (rows["share"] == plain["share"]).all()


def test_a_removed_component_is_nobodys_and_leaves_all_else_as_it_was(stalls):
    _, rows = shares(remove="charm:bone")
    _, plain = shares()
    assert (rows["owner"][:, 7] == -1).all()
    assert (np.delete(rows["owner"], 7, 1) == np.delete(plain["owner"], 7, 1)).all()
    assert (rows["share"] == plain["share"]).all()


def test_a_grant_gives_what_the_component_does(stalls):
    found, rows = shares(grant="position 1: charm:strong", variant="base[edge=0]")
    assert (rows["owner"][:, 0] == -1).all()
    assert abs(found[0] - 0.5 - truth.worth(20, 2)) < 4 * np.sqrt(0.25 / N)


def test_replay_shows_the_treated_game(stalls):
    rows = analyzer.simulate(stalls, games=5, jobs=1, rows=True, handicap="position 2: faces +30").rows
    story = analyzer.replay(stalls, deal=3, handicap="position 2: faces +30")
    assert list(story)
    assert f"seat {int(rows['share'][3].argmax())} won" in story.ending


def test_whatif_shows_what_a_treatment_does(stalls):
    found = analyzer.whatif(stalls, handicap="position 1: faces -20", players=2, levels="good", games=4000, jobs=1)
    (first,) = [move for scene in found.scenes for move in scene.moves if move.measure == "first"]
    assert abs(first.difference.value + truth.worth(20, 2)) < 0.05
    with pytest.raises(BadInput, match="changes nothing"):
        analyzer.whatif(stalls, handicap="position 1: faces +2", variant="base[position 1: faces=+2]", games=10)


SEARCHED = {
    "islebound": ("search(balanced,samples=4,options=3)", ("remove building:market", "remove crew:admin_sail",
                  "remove event:1", "remove tile:3", "remove reputation:2"), "seat 0: building:library"),
    "portolano": ("search(navigator,samples=4,options=3)", ("remove mission:M1", "remove tile:S03"),
                  "seat 1: stern:stratega"),
    "rumini": ("search(planner,samples=4,options=3)", ("remove treasure:flag",), "seat 0: device:hat"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHED)
def test_a_look_ahead_deals_treated_tables_anew(name):
    """What is out of the game is dealt to nobody: a pile of another height would be a fault."""
    policy, removals, grant = SEARCHED[name]
    sets = dict.fromkeys(removals, True) | {grant: 1}
    assert analyzer.simulate(name, policy=policy, sets=sets, games=3, jobs=1).count("fault") == 0


def test_a_spec_plays_each_treatment_beside_the_untreated_table(stalls, tmp_path):
    texts = ["handicap position 2: faces +20", "remove charm:strong; grant seat 0: charm:dead"]
    spec = tmp_path / "spec.toml"
    spec.write_text(f'# Q\ngame = "stalls"\ntreatments = {texts}\ndeals = 10\n', encoding="utf-8")
    names = [cell.cell.setting.name for cell in expand(load_spec(spec)).cells]
    assert names == [
        "base",
        "base[position 2: faces=+20]",
        "base[remove charm:strong=true][seat 0: charm:dead=+1]",
    ]
    spec.write_text(
        '# Q\ngame = "stalls"\ntreatments = ["remove charm:strng", "banish x"]\ndeals = 10\n', encoding="utf-8"
    )
    with pytest.raises(BadInput, match=r"(?s)treatments\[0\].*did you mean 'strong'.*treatments\[1\].*write one of"):
        load_spec(spec)


TABLES = {"portolano": "standard", "rumini": "base", "islebound": "base", "tranquility": "competitive"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "rumini")) for name in TABLES])
def test_random_play_never_faults_under_any_treatment(name):
    """Every resource at both ends, every component out of the game, and every one given that can be."""
    game = make_cell(name, variant=TABLES[name]).game
    tree = None if game.components is None else game.components.tree
    texts = [f"position 2: {one.name}={amount}" for one in game.resources for amount in (one.low, one.high) if amount]
    for kind in game.materials:
        texts += [f"remove {kind.name}:{one}=true" for one in kind.names(tree) if kind.removal]
        texts += [f"seat 0: {kind.name}:{one}=1" for one in (kind.granted or kind.names)(tree) if kind.grant]
    for text in texts:
        found = analyzer.simulate(name, variant=TABLES[name], policy="random_legal", sets=[text], games=20, jobs=1)
        assert found.count("fault") == 0, text
        assert found.games == 20
