"""Own variants: a TOML file sets any switch on top of named variants; what is wrong is told with what is allowed."""

import random

import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.settings import read_setting
from analyzer.games.tranquility import GAME
from analyzer.play.simulation import simulate


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def refused(path, players=2):
    with pytest.raises(BadInput) as refusal:
        make_cell("tranquility", players=players, variant=path)
    assert refusal.value.exit_code == 2
    return str(refusal.value)


def test_a_file_sets_switches_on_top_of_a_sum_of_names(file):
    path = file('variant = "poseidon+storm"\nhand_limit = 6\nyellow = 4\npurple_stack = false\nstart2p = "upto7"\n')
    values = make_cell("tranquility", variant=path).setting.values
    assert (values["removed"], values["orange"]) == (12, 2)
    assert (values["hand_limit"], values["yellow"], values["purple_stack"], values["start2p"]) == (6, 4, False, "upto7")


def test_a_file_without_a_name_changes_the_base_game(file):
    values = make_cell("tranquility", variant=file("rows = 4\ncolumns = 5\n")).setting.values
    changed = {switch.name for switch in GAME.switches if values[switch.name] != switch.default}
    assert changed == {"rows", "columns"}


@pytest.mark.parametrize("switch", GAME.switches, ids=lambda switch: switch.name)
def test_every_switch_can_be_set_in_a_file(file, switch):
    if switch.choices is not None:
        values = [member.name.lower() for member in switch.choices]
        texts = [f'"{value}"' for value in values]
    elif isinstance(switch.default, bool):
        values, texts = [True, False], ["true", "false"]
    else:
        values = [switch.low, switch.high, switch.default]
        texts = [str(value) for value in values]
    for value, text in zip(values, texts, strict=True):
        assert read_setting(GAME, file(f"{switch.name} = {text}\n")).values[switch.name] == value


@pytest.mark.parametrize("switch", GAME.switches, ids=lambda switch: switch.name)
def test_a_wrong_value_names_the_allowed_ones(file, switch):
    wrong = '"nonsense"' if switch.choices is not None or isinstance(switch.default, bool) else str(switch.high + 1)
    message = refused(file(f"{switch.name} = {wrong}\n"))
    assert switch.name in message
    assert switch.allowed in message


def test_a_wrong_key_names_the_near_one_and_all_others(file):
    message = refused(file("rock = true\n"))
    assert "unknown switch 'rock'; did you mean 'rocks'?" in message
    assert all(switch.name in message for switch in GAME.switches)
    assert "mine.toml" in message


def test_a_wrong_name_in_a_file(file):
    assert "unknown variant 'nothing'" in refused(file('variant = "nothing"\n'))
    assert "is not the name of a variant" in refused(file("variant = 3\n"))


def test_a_file_that_is_no_toml_or_is_not_there(file, tmp_path):
    assert "not valid TOML" in refused(file("rows = = 3\n"))
    assert "No such file" in refused(str(tmp_path / "other.toml"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rows = 8\ncolumns = 8\n", "64 cells; at most 60"),
        ("islands = 10\nremoved = 11\n", "removed = 11 is more than the 10 Islands"),
        ("islands = 1\nfinishes = 0\n", "1 cards cannot be dealt to 2 players"),
        ('board = "pyramid"\n', "board = pyramid needs explorer = true"),
        ("explorer = true\n", "explorer needs board = pyramid"),
        ("compasses = 3\n", "compasses without Storms"),
        ("competitive = true\nwilds = 1\n", "T-COMP-7"),
        ('day_night = true\nboard = "arch"\n', "T-DAY-8"),
        ('variant = "pyramid"\npurple = 1\n', "T-PYR-9"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_with_the_reason(file, text, reason):
    assert reason in refused(file(text))


def test_an_own_variant_is_named_after_its_file_and_says_what_is_assumed(file):
    setting = make_cell("tranquility", variant=file('variant = "wild"\nwild_number = "never_played"\n')).setting
    assert setting.name == "mine"
    assert "wild_number=never_played" in setting.assumed


def test_an_own_variant_is_played(file):
    path = file("rows = 1\ncolumns = 2\nislands = 6\nfinishes = 4\nhand_limit = 3\nstart_price = 1\nwilds = 1\n")
    result = simulate("tranquility", players=2, variant=path, policy="random_legal", games=200, jobs=1)
    assert 0 < result.count("won") < 200


def test_random_files_are_played_or_refused(file):
    """Any set of allowed values is either refused with a reason or played to the end."""
    rng = random.Random(5)
    played = 0
    for _ in range(40):
        chosen = rng.sample([s for s in GAME.switches if s.name not in ("turn_limit", "islands")], 6)
        lines = []
        for switch in chosen:
            if switch.choices is not None:
                lines.append(f'{switch.name} = "{rng.choice(list(switch.choices)).name.lower()}"')
            elif isinstance(switch.default, bool):
                lines.append(f"{switch.name} = {rng.choice(['true', 'false'])}")
            else:
                lines.append(f"{switch.name} = {rng.randint(switch.low, switch.high)}")
        path, players = file("\n".join(lines) + "\n"), rng.randint(1, 5)
        try:
            result = simulate("tranquility", players=players, variant=path, policy="random_legal", games=20, jobs=1)
        except BadInput as refusal:
            assert len(str(refusal)) > 20
        else:
            played += 1
            assert not {"running", "truncated", "fault"} & set(result.outcomes()), lines
    assert played >= 10
