"""The commands of contract.md sections 2 and 3, as a user runs them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTRACT_KEYS = (
    "game variant players policies seed games rules rules_version streams_version package_version wins win_rate "
    "seats ci_low ci_high ci_level ci_method mean_turns outcomes truncated faults seconds games_per_second jobs digest"
).split()


def test_help_loads_none_of_the_heavy_packages():
    program = "import sys; sys.argv = ['analyzer', '--help']\nfrom analyzer.shell.cli import main\n"
    check = "print([name for name in ('numba', 'pandas', 'scipy', 'matplotlib') if name in sys.modules])"
    text = f"{program}try:\n    main()\nexcept SystemExit:\n    pass\n{check}"
    result = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip().endswith("[]")


def test_simulate_json_has_the_keys_of_the_contract(process):
    document = process("simulate", "tranquility", "--players", "3", "--games", "5000", "--json").document
    assert set(CONTRACT_KEYS) <= set(document)
    assert document["games"] == 5000 == sum(document["outcomes"].values())
    assert document["seats"] == []
    assert document["ci_low"] < document["win_rate"] < document["ci_high"]


def test_defaults_of_the_contract(analyzer):
    document = analyzer("simulate", "tranquility", "--games", "10", "--json").document
    assert (document["players"], document["variant"], document["seed"]) == (2, "base", 0)
    assert document["policies"] == ["survival", "survival"]


def test_competitive_variant_fills_the_seats(analyzer):
    arguments = ("simulate", "tranquility", "--variant", "competitive", "--games", "2000", "--json")
    document = analyzer(*arguments).document
    assert document["win_rate"] is None
    assert [row["seat"] for row in document["seats"]] == [0, 1]
    assert abs(sum(row["win_rate"] for row in document["seats"]) - 1.0) < 1e-9


def test_one_policy_per_seat_and_knobs(analyzer):
    arguments = (
        "simulate",
        "tranquility",
        "--games",
        "50",
        "--json",
        "--policy",
        "spacing(cost=0.7,room=9),random_legal",
    )
    assert analyzer(*arguments).document["policies"] == ["spacing(cost=0.7,room=9)", "random_legal"]


def test_listing_commands_print_tables_and_json(analyzer):
    assert any(game["name"] == "tranquility" for game in analyzer("games", "--json").document)
    switches = analyzer("variants", "tranquility", "--json").document["switches"]
    assert {switch["source"] for switch in switches} <= {"rulebook", "public", "inferred", "assumed"}
    assert any(policy["name"] == "spacing" for policy in analyzer("policies", "tranquility", "--json").document)
    assert "start_shortage = loss" in analyzer("variants", "tranquility").out


def test_replay_tells_the_same_game_as_simulate(analyzer):
    story = analyzer("replay", "tranquility", "--players", "3", "--deal", "17", "--json").document
    import analyzer as library

    rows = library.simulate("tranquility", players=3, games=18, jobs=1, rows=True).rows
    assert len(story["steps"]) == rows[17]["decisions"]
    assert story["ending"].startswith(f"turn {rows[17]['turns']}:")


def test_the_policy_of_the_readme_has_ten_lines():
    """What it wins is asked in tests/studies/test_starters.py, and tests/docs plays it by its path."""
    readme = (ROOT / "README.md").read_text()
    code = readme.split("```python\n")[1].split("```")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 10


def children_seconds():
    times = os.times()
    return times.children_user + times.children_system


def seconds_of(process):
    """Read how long the processor has worked for a process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_interrupt_keeps_what_is_done(tmp_path):
    command = [sys.executable, "-m", "analyzer", "simulate", "tranquility", "--games", "500000000", "--json"]
    warm = [*command[:5], "--games", "10"]
    before = children_seconds()
    subprocess.run(warm, cwd=ROOT, check=True, capture_output=True)
    start_up = children_seconds() - before
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while seconds_of(process) < start_up + 1:  # of the processor: on a loaded machine it takes longer to begin
        time.sleep(0.1)
    began = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 5  # two seconds, and room for a loaded machine
    assert process.returncode == 130
    assert "interrupted after" in err
    assert '"interrupted": true' in out


def test_cache_commands(process, tmp_path):
    environment = {**os.environ, "ANALYZER_CACHE_DIR": str(tmp_path / "cache")}
    assert process("cache", "path", env=environment).out.strip() == str(tmp_path / "cache")
    keep = tmp_path / "cache" / "notes"
    keep.mkdir(parents=True)
    assert process("cache", "clear", env=environment).code == 0
    assert keep.is_dir()
