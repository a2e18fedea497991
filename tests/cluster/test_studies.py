"""Every command that plays gives on a cluster what it gives here, to the last digit, also with a policy of its own."""

import json
import sys

import pytest

from analyzer.shell import cli

CLAIM = """[[claims]]
id = "planted"
says = "The first of two wins six of ten games."
where = ["docs/claims.toml"]
game = "toy"
kind = "near"
policy = "{own}"
value = 0.6
tolerance = 0.2
deals = 900
"""
OWN = "{own}"  # the place of an own policy file in a command
TEAM = ("--variant", "together", "--players", "2")
FEW = ("--worlds", "10", "--games", "50")
PATCH = (*TEAM, "--want", "win rate 40% to 70%", "--change", "target=10,11")
CALIBRATE = ("calibrate", "toy", "--switch", "target", *TEAM, "--budget", "2000")
COMMANDS = {
    "run": ("run", "{spec}", "--out", "{folder}"),
    "simulate": ("simulate", "toy", "--policy", OWN, "--games", "900"),
    "compare": ("compare", "toy", "--policies", f"rock,{OWN}", "--games", "600"),
    "tournament": ("tournament", "toy", "--policies", f"rock,paper,{OWN}", "--games", "300", "--out", "{folder}"),
    "leaderboard": ("leaderboard", "toy", *TEAM, "--policies", f"rock,{OWN}", "--games", "300", "--out", "{folder}"),
    "tune": ("tune", "toy", OWN, "--knobs", "keep", "--budget", "12000", "--generations", "3", "--state", "{folder}"),
    "calibrate": (*CALIBRATE, "--target", "50%", "--policy", OWN),
    "calibrate, a table": (*CALIBRATE, "--target", "{wants}"),
    "whatif": ("whatif", "toy", "--set", "edge=0", "--policy", f"rock,{OWN}", "--games", "300"),
    "claims": ("claims", "{claims}"),
    "luck": ("luck", "toy", "--levels", f"rock,{OWN}", "--games", "200"),
    "sensitivity": ("sensitivity", "toy", "--claims", "{claims}", *FEW, "--out", "{folder}"),
    "patch": ("patch", "toy", *PATCH, "--levels", f"rock,{OWN}", "--budget", "3000", "--out", "{folder}"),
}  # fmt: skip
OF_THE_MACHINE = ("seconds", "games_per_second", "speed", "jobs", "file")


@pytest.fixture
def fill_in(tmp_path, toy, own_folder, write_spec):
    """Put files and folders of this test into a command."""
    own = f"{own_folder}/mine.py:thinker"
    claims, wants = tmp_path / "docs" / "claims.toml", tmp_path / "wants.toml"
    claims.parent.mkdir()
    claims.write_text(CLAIM.format(own=own))
    wants.write_text("[players]\n2 = 0.5\n3 = 0.9\n")
    places = {"own": own, "spec": write_spec(), "claims": claims, "wants": wants}
    return lambda command, folder: [word.format(**places, folder=tmp_path / folder) for word in command]


@pytest.fixture
def document(monkeypatch, capsys, tmp_path):
    """Run a command, and read the document that it prints."""

    def read(*command):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["analyzer", *command, "--json"])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        told = capsys.readouterr()
        assert caught.value.code == 0, told.err
        return json.loads(told.out), told.err

    return read


def of_the_games(found, folder):
    """Leave out of a document what depends on the clock and on the folder."""
    if isinstance(found, dict):
        return {key: of_the_games(value, folder) for key, value in found.items() if key not in OF_THE_MACHINE}
    if isinstance(found, list):
        return [of_the_games(value, folder) for value in found]
    return found.replace(f"/{folder}", "/folder") if isinstance(found, str) else found


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_cluster_gives_what_this_machine_gives(shared_machines, fill_in, document, command):
    here, _ = document(*fill_in(command, "here"), "--jobs", "1")
    where = ("--backend", "dask", "--scheduler-file", str(shared_machines.file))
    there, said = document(*fill_in(command, "there"), *where)
    assert of_the_games(there, "there") == of_the_games(here, "here")
    assert "2 workers, 2 threads, all with the same rules" in said


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_scheduler_needs_the_backend_that_has_one(fill_in, monkeypatch, capsys, command):
    monkeypatch.setattr(sys, "argv", ["analyzer", *fill_in(command, "there"), "--scheduler", "tcp://nowhere:1"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 2
    assert "only the backend dask has a scheduler" in capsys.readouterr().err
