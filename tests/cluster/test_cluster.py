"""Played by a real scheduler with two real workers, an experiment is the one that this machine plays alone."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.play.control import Backend
from analyzer.play.pools.choosing import WorkerLost
from analyzer.play.speed import measure_overhead
from analyzer.runs.experiment import run
from analyzer.shell import cli
from tests.cluster.conftest import write_policy
from tests.cluster.machines import ENVIRONMENT, ROOT, wait_for

THOUGHT = 250_000  # steps: about a millisecond a decision
ALL = 2 * 2 * 300  # games of an experiment


def on(machines):
    return Backend("dask", scheduler_file=machines.file)


def digests(folder):
    """The digests of the rows of every cell; how long a policy thinks is in the names of cells, not in their rows."""
    return [cell.digest for cell in analyzer.load_results(folder).manifest.cells]


@pytest.fixture
def alone(write_spec, tmp_path):
    """What this machine plays alone, with a policy that does not think."""

    def play(deals):
        return digests(run(write_spec(deals=deals), tmp_path / "alone", jobs=2).folder)

    return play


def after(games, deed):
    """Do something once, when so many games are played."""
    done = []

    def hear(_cell, so_far, _expected):
        if so_far >= games and not done:
            done.append(so_far)
            deed()

    return hear, done


def test_digest_rows_and_report_are_those_of_this_machine_alone(shared_machines, write_spec, tmp_path):
    spec, said = write_spec(deals=5000), []
    here, there = (
        run(spec, tmp_path / "here", jobs=2),
        run(spec, tmp_path / "there", backend=on(shared_machines), say=said.append),
    )
    assert there.digest == here.digest is not None
    results = [analyzer.load_results(one.folder) for one in (here, there)]
    assert results[0].rows().equals(results[1].rows())
    assert results[0].blocks.equals(results[1].blocks)
    pages = [
        analyzer.report(one.folder, tmp_path / f"report-{one.folder.name}", formats=("md",)) for one in (here, there)
    ]
    here_text, there_text = ((page.folder / page.files[0]).read_text() for page in pages)
    assert _undated(here_text) == _undated(there_text)
    assert any("2 workers, 2 threads, all with the same rules" in text for text in said)


def _undated(text):
    """A report without the moment and the folder it was made in."""
    return [line for line in text.splitlines() if "/here" not in line and "/there" not in line]


def test_a_worker_compiles_own_files_once_and_the_run_says_so(shared_machines, write_spec, tmp_path):
    spec, said = write_spec(deals=400, folder=write_policy(tmp_path, f", as nobody saw it: {time.time_ns()}")), []
    run(spec, tmp_path / "first", backend=on(shared_machines), say=said.append)
    assert any("functions in" in text for text in said)
    assert any("compiled once by each of" in text for text in said)
    said.clear()
    run(spec, tmp_path / "second", backend=on(shared_machines), say=said.append)
    assert not any("compiled" in text for text in said)


WRONG = """from tests.toy.games.toy import policy

@policy(compiled={compiled})
def wrong(rules, table, hand, knobs, memory, choice):
    \"\"\"Answer what is not legal with good cards.\"\"\"
    return -7 if hand.card > 8 else 0
"""


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain Python"])
def test_a_fault_is_that_of_this_machine_alone(shared_machines, tmp_path, toy, compiled):
    file = tmp_path / "wrong.py"
    file.write_text(WRONG.format(compiled=compiled))
    here, there = (
        analyzer.simulate(toy, variant="fair", policy=str(file), games=50, jobs=1, backend=backend)
        for backend in ("threads", on(shared_machines))
    )
    assert there.fault_message() == here.fault_message() is not None
    assert there.summary.digest == here.summary.digest


@pytest.mark.parametrize("way", ["address", "file", "environment"])
def test_the_command_line_finds_the_scheduler(shared_machines, write_spec, tmp_path, monkeypatch, capsys, way):
    options = {
        "address": ["--scheduler", shared_machines.address],
        "file": ["--scheduler-file", str(shared_machines.file)],
    }
    if way == "environment":
        monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", shared_machines.address)
    spec = write_spec(deals=100)
    command = ["analyzer", "run", str(spec), "--out", str(tmp_path / "there"), "--backend", "dask", "--json"]
    monkeypatch.setattr(sys, "argv", [*command, *options.get(way, [])])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    told = capsys.readouterr()
    assert caught.value.code == 0, told.err
    assert f"{shared_machines.address}: 2 workers" in told.err
    assert json.loads(told.out)["digest"] == run(spec, tmp_path / "here", jobs=1).digest


@pytest.mark.slow
def test_the_cost_of_a_cluster_is_measured(shared_machines, toy):
    found = measure_overhead(toy, on(shared_machines), seconds=3.0)
    assert found["jobs"] == 2
    assert found["threads_busy"] <= 1.0
    assert 0.0 < found["cluster_busy"] <= 1.0
    assert found["share"] == pytest.approx(found["cluster_games_per_second"] / found["threads_games_per_second"])


@pytest.mark.usefixtures("quick_batches")
def test_a_worker_killed_in_the_middle_changes_nothing(machines, write_spec, alone, tmp_path):
    machines.begin()
    killed, done = after(60, lambda: machines.kill(machines.workers[0]))
    said = []
    result = run(write_spec(THOUGHT), tmp_path / "run", backend=on(machines), on_games=killed, say=said.append)
    assert done
    assert any("is played elsewhere" in text for text in said)
    assert digests(result.folder) == alone(300)


@pytest.mark.slow
@pytest.mark.usefixtures("quick_batches")
def test_a_worker_that_hangs_is_left_behind(machines, write_spec, alone, tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.play.pools.cluster.workers.SILENT_SECONDS", 4.0)
    machines.begin()
    stopped, done = after(60, lambda: machines.workers[0].send_signal(signal.SIGSTOP))
    said = []
    result = run(write_spec(THOUGHT), tmp_path / "run", backend=on(machines), on_games=stopped, say=said.append)
    assert done
    assert any("is played elsewhere" in text for text in said)
    assert digests(result.folder) == alone(300)


@pytest.mark.usefixtures("quick_batches")
def test_a_run_outlasts_the_restart_of_its_scheduler_and_the_next_one_begins_at_the_first_try(
    machines, write_spec, alone, tmp_path, toy
):
    machines.begin()
    said, restarts = [], []

    def restart():
        machines.end()
        restarts.append(threading.Thread(target=machines.begin, kwargs={"workers": 1}))
        restarts[0].start()  # another address, in the same file; meanwhile nobody is there

    gone, _ = after(60, restart)
    result = run(write_spec(THOUGHT), tmp_path / "run", backend=on(machines), on_games=gone, say=said.append)
    restarts[0].join()
    assert [text for text in said if "is gone" in text and "waiting up to 60 s for another one" in text]
    assert f"{machines.address}: a scheduler is there; the run goes on with its workers" in said
    assert digests(result.folder) == alone(300)
    again = {"variant": "fair", "policy": "rock", "games": 500}
    here, there = (analyzer.simulate(toy, backend=where, **again) for where in ("threads", on(machines)))
    assert there.summary.digest == here.summary.digest


SCRIPT = """
import sys
import time
from analyzer.play.pools.cluster import pool
from analyzer.play.pools.choosing import Backend
from analyzer.runs.experiment import run

pool.LEAST_SECONDS, pool.MOST_SECONDS = 0.1, (0.1, 0.1)
spec, folder, file = sys.argv[1:]
where = Backend("dask", scheduler_file=file)
run(spec, folder, backend=where, on_games=lambda cell, games, _: print(games, flush=True))
"""


@pytest.mark.usefixtures("quick_batches")
def test_a_main_process_that_was_killed_goes_on_where_it_was(shared_machines, write_spec, alone, tmp_path):
    spec = write_spec(THOUGHT)
    command = [sys.executable, "-c", SCRIPT, str(spec), str(tmp_path / "run"), str(shared_machines.file)]
    main_process = subprocess.Popen(command, env=ENVIRONMENT, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    for line in main_process.stdout:
        if int(line) >= 60:
            os.kill(main_process.pid, signal.SIGKILL)
            break
    main_process.stdout.close()
    assert main_process.wait() == -signal.SIGKILL
    seen = []
    result = run(
        spec, tmp_path / "run", backend=on(shared_machines), on_games=lambda _cell, games, _all: seen.append(games)
    )
    assert seen[-1] - seen[0] < ALL - 60
    assert digests(result.folder) == alone(300)


@pytest.mark.usefixtures("quick_batches")
def test_tasks_that_kill_three_more_workers_stop_the_run(machines, write_spec, tmp_path, monkeypatch):
    """A batch goes to three others at most; what was finished stays."""
    monkeypatch.setattr("analyzer.play.pools.cluster.pool.MOST_REPLAYS", 0)  # one death is as good as four, and cheaper
    machines.begin(workers=1)
    killed, _ = after(60, lambda: machines.kill(machines.workers[0]))
    with pytest.raises(WorkerLost, match="lost on 1 workers.*finished games are saved"):
        run(write_spec(THOUGHT), tmp_path / "run", backend=on(machines), on_games=killed)
    assert analyzer.load_results(tmp_path / "run").manifest.digest is None


# Who may play


def test_a_worker_that_plays_other_games_is_refused_with_its_name(machines, write_spec, tmp_path):
    machines.begin(workers=1)
    machines.add_worker(ANALYZER_GAMES="")
    wait_for_workers(machines, 2)
    with pytest.raises(
        BadInput, match=r"play different games.*\n  tcp://127\.0\.0\.1:\d+: tests\.toy none instead of"
    ) as caught:
        run(write_spec(), tmp_path / "run", backend=on(machines))
    assert caught.value.exit_code == 2
    assert str(caught.value).count("tcp://") == 2  # the scheduler, and the one worker that differs


@pytest.mark.usefixtures("quick_batches")
def test_workers_that_join_later_are_asked_before_they_get_work(machines, write_spec, alone, tmp_path):
    machines.begin(workers=1)

    def join():
        machines.add_worker(ANALYZER_GAMES="")
        machines.add_worker()
        wait_for_workers(machines, 3)

    joined, _ = after(20, join)
    said = []
    # long enough that the newcomers, who load the package first, are asked before the run is over
    result = run(write_spec(4 * THOUGHT), tmp_path / "run", backend=on(machines), on_games=joined, say=said.append)
    assert any("gets no work: tests.toy none instead of" in text for text in said)
    assert digests(result.folder) == alone(300)


def wait_for_workers(machines, number):
    from distributed import Client

    with Client(machines.address, set_as_default=False) as client:
        wait_for(lambda: len(client.scheduler_info()["workers"]) == number)
