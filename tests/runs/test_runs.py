import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer.analysis.tables import win_rates
from analyzer.errors import BadInput, PolicyFault
from analyzer.kernel import streams
from analyzer.play.control import Control
from analyzer.play.simulation import simulate
from analyzer.runs.experiment import run
from analyzer.runs.stored import store
from analyzer.shell import cli
from tests.runs.directories import change_manifest

RAISING = (
    "from analyzer.games.tranquility import policy\n\n"
    "@policy\ndef wrong(rules, table, hand, knobs, memory, choice):\n"
    '    """Answer what is never legal."""\n    return -7\n'
)


@pytest.fixture
def tiny(write_spec, tmp_path):
    """A finished run of the tiny experiment."""
    return run(write_spec(), tmp_path / "run", jobs=2)


def test_a_run_holds_what_simulate_gives(tiny):
    results = analyzer.load_results(tiny.folder)
    for cell in tiny.manifest.cells:
        same = simulate(
            "tranquility", variant=cell.variant, players=cell.players, policy="random_legal", games=9000, seed=4
        )
        assert cell.digest == same.summary.digest
        assert cell.games == 9000
        blocks = results.blocks[results.blocks["cell"] == cell.cell]
        assert blocks["cause_won"].sum() == same.count("won")
        assert blocks["turns_total"].sum() == same.summary.measures["turns"].total
        outcomes = results.outcomes(cell.cell)
        assert outcomes.deals == 9000
        assert np.unpackbits(outcomes.won).sum() == same.count("won")


def test_rows_open_in_pandas_without_this_package(tiny):
    path = next(tiny.folder.glob("cells/*/rows-*.parquet"))
    rows = pd.read_parquet(path)
    assert list(rows["deal"]) == list(range(9000))
    assert set(rows["cause"]) <= set(tiny.manifest.game.causes)
    assert "turns" in rows


def test_the_manifest_says_what_the_run_rests_on(tiny, tmp_path):
    manifest = json.loads((tiny.folder / "manifest.json").read_text())
    assert manifest["spec"] == (tmp_path / "tiny.toml").read_text()
    assert manifest["experiment"]["seed"] == 4
    assert manifest["rules_version"] == {"tranquility": analyzer.catalog.load_game("tranquility").rules_version}
    assert manifest["streams_version"] == streams.VERSION
    assert {"numpy", "numba", "python", "pyarrow"} <= set(manifest["versions"])
    assert (manifest["status"], manifest["quick"]) == ("complete", False)
    assert manifest["digest"] == tiny.digest


def test_counts_agree_with_rows(tiny):
    results = analyzer.load_results(tiny.folder)
    cell = tiny.manifest.cells[0].cell
    rows = results.rows(cell)
    counts = results.counts.query("cell == @cell and measure == 'turns'")
    expected = rows.groupby(["cause", "turns"], observed=True).size()
    assert counts.set_index(["cause", "value"])["count"].to_dict() == expected.to_dict()


def test_jobs_change_nothing(write_spec, tmp_path, tiny):
    assert run(write_spec(), tmp_path / "other", jobs=1).digest == tiny.digest


def test_processes_give_the_same_digest(write_spec, tmp_path):
    spec = write_spec(variants='["base"]', players="[2]")
    threads = run(spec, tmp_path / "threads", jobs=2)
    assert run(spec, tmp_path / "processes", jobs=2, backend="processes").digest == threads.digest


def test_without_dask_there_is_a_clear_error(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.play.pools.cluster.connection.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"analyzer\[dask\]"):
        run(write_spec(), tmp_path / "run", backend="dask")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("backend", "scheduler"), [("treads", None), ("threads", "tcp://nowhere:1")])
def test_a_wrong_backend_is_refused(write_spec, tmp_path, backend, scheduler):
    with pytest.raises(BadInput):
        run(write_spec(), tmp_path / "run", backend=backend, scheduler=scheduler)
    assert not (tmp_path / "run").exists()


def test_until_does_not_depend_on_jobs(write_spec, tmp_path):
    spec = write_spec(deals=None, until="0.01", policies='["spacing"]', variants='["base"]')
    runs = [run(spec, tmp_path / str(jobs), jobs=jobs) for jobs in (1, 3)]
    assert runs[0].digest == runs[1].digest
    assert [cell.games for cell in runs[0].manifest.cells] == [cell.games for cell in runs[1].manifest.cells]
    assert {cell.stopped_by for cell in runs[0].manifest.cells} == {"until"}
    table = win_rates(analyzer.load_results(tmp_path / "1"))
    assert all(rate.half_width <= 0.01 for rate in table["win_rate"])
    assert {rate.method for rate in table["win_rate"]} == {"exact, stopped by width"}


def test_until_of_a_competitive_cell(write_spec, tmp_path):
    spec = write_spec(deals=None, until="0.03", variants='["competitive"]', players="[2]")
    runs = [run(spec, tmp_path / str(jobs), jobs=jobs) for jobs in (1, 3)]
    assert runs[0].digest == runs[1].digest
    assert runs[0].manifest.cells[0].stopped_by == "until"


def test_max_deals_ends_a_run_that_is_not_narrow_enough(write_spec, tmp_path):
    spec = write_spec(deals=None, until="0.0001", max_deals="5000", players="[2]", variants='["base"]')
    cell = run(spec, tmp_path / "run").manifest.cells[0]
    assert (cell.games, cell.stopped_by) == (5000, "max_deals")


def test_quick_is_marked_and_kept_apart(write_spec, tmp_path):
    spec = write_spec()
    quick = run(spec, tmp_path / "run", quick=True)
    assert quick.manifest.quick
    assert {cell.games for cell in quick.manifest.cells} == {1000}
    with pytest.raises(BadInput, match="quick try-out"):
        run(spec, tmp_path / "run")


def test_rows_are_not_kept_if_the_spec_says_so(write_spec, tmp_path):
    said = []
    tiny = run(write_spec(rows="false"), tmp_path / "run", say=said.append)
    assert not list(tiny.folder.glob("cells/*/rows-*"))
    assert not any("rows are not kept" in text for text in said)
    with pytest.raises(BadInput, match="kept no rows"):
        analyzer.load_results(tiny.folder).rows()


def test_rows_that_are_too_many_are_not_kept_and_that_is_said(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.runs.experiment.ROWS_LIMIT", 10)
    said = []
    tiny = run(write_spec(), tmp_path / "run", say=said.append)
    assert not list(tiny.folder.glob("cells/*/rows-*"))
    assert any("rows are not kept" in text for text in said)


def test_a_few_cells_that_are_left_out_are_named_and_the_others_counted(write_spec, tmp_path):
    said = []
    impossible = '["base", "competitive", "competitive[hand_limit=6]"]'
    spec = write_spec(variants=impossible, players="[1, 3, 4, 5]", skip_impossible="true", deals="10")
    tiny = run(spec, tmp_path / "run", say=said.append)
    told = [text for text in said if text.startswith("skipped: ")]
    assert len(tiny.manifest.skipped) == 8
    assert told[:3] == [f"skipped: {item.what}: {item.reason}" for item in tiny.manifest.skipped[:3]]
    assert told[3:] == ["skipped: 5 more; manifest.json lists them"]


def test_games_and_time_are_foreseen(write_spec, tmp_path):
    said = []
    tiny = run(write_spec(), tmp_path / "run", say=said.append)
    assert "4 cells, about 36,000 games" in said[0]
    assert sum(item.games for item in tiny.forecasts) == tiny.games


# going on


def test_a_finished_run_is_not_played_again(write_spec, tmp_path, tiny):
    before = {path: path.stat().st_mtime_ns for path in tiny.folder.glob("cells/*/*")}
    again = run(write_spec(), tiny.folder)
    assert again.digest == tiny.digest
    assert {path: path.stat().st_mtime_ns for path in tiny.folder.glob("cells/*/*")} == before


def test_a_run_goes_on_after_every_block(write_spec, tmp_path, tiny, monkeypatch):
    monkeypatch.setattr(store, "GROUP", 1)
    for stop_after in (1, 2, 5, 7):
        control, heard = Control(), []

        def stop(*block, control=control, heard=heard, stop_after=stop_after):
            heard.append(block)
            if len(heard) >= stop_after:
                control.stop()

        partial = run(write_spec(), tmp_path / "cut", jobs=2, control=control, on_games=stop)
        assert partial.manifest.status in ("interrupted", "complete")
    assert run(write_spec(), tmp_path / "cut", jobs=2).digest == tiny.digest


def test_what_was_half_written_is_deleted(write_spec, tiny):
    cell = next(tiny.folder.glob("cells/*"))
    change_manifest(tiny.folder, lambda content: content.update(status="running", digest=None))
    change_manifest(
        tiny.folder, lambda content: [entry.update(blocks=0, games=0, digest=None) for entry in content["cells"]]
    )
    next(cell.glob("seal-*")).unlink()
    (cell / "rows-00000009-00000009.parquet").write_bytes(b"half")
    (cell / "blocks-00000000-00000002.parquet.unfinished").write_bytes(b"half")
    assert run(write_spec(), tiny.folder).digest == tiny.digest
    assert not list(tiny.folder.rglob("*.unfinished"))
    assert not (cell / "rows-00000009-00000009.parquet").exists()


@pytest.mark.parametrize("changes", [{"seed": "5"}, {"players": "[2]"}, {"question": '"Another?"'}])
def test_a_changed_spec_is_refused_and_nothing_is_lost(write_spec, tiny, changes):
    before = sorted((path, path.read_bytes()) for path in tiny.folder.rglob("*") if path.is_file())
    with pytest.raises(BadInput, match="the spec has changed"):
        run(write_spec(**changes), tiny.folder)
    assert sorted((path, path.read_bytes()) for path in tiny.folder.rglob("*") if path.is_file()) == before


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("rules_version", {"tranquility": 0}, "another version"),
        ("streams_version", 1, "random streams have another version"),
        ("block_size", 1, "block size has changed"),
        ("sources", {"strategies/tranquility/spacing.py": "0"}, "files that differ: analyzer/"),
        ("spec_sha256", "0", None),
        ("format", 0, "another version"),
    ],
)
def test_anything_else_that_changed_is_refused(write_spec, tiny, key, value, reason):
    change_manifest(tiny.folder, lambda content: content.update({key: value}))
    if reason is None:  # the text itself is the same
        run(write_spec(), tiny.folder)
        return
    with pytest.raises(BadInput, match=reason) as caught:
        run(write_spec(), tiny.folder)
    assert caught.value.exit_code == 2


def test_a_folder_of_something_else_is_left_alone(write_spec, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "thesis.txt").write_text("mine")
    with pytest.raises(BadInput, match="is not a run directory"):
        run(write_spec(), folder)
    assert [item.name for item in folder.iterdir()] == ["thesis.txt"]


def test_a_second_process_is_kept_out(write_spec, tiny):
    from analyzer.runs.stored.files import locked

    change_manifest(tiny.folder, lambda content: content.update(status="interrupted"))
    with locked(tiny.folder), pytest.raises(BadInput, match="another process"):
        run(write_spec(), tiny.folder)


def test_load_results_refuses_other_folders(tmp_path):
    with pytest.raises(BadInput, match="not a run directory"):
        analyzer.load_results(tmp_path)


def test_a_fault_ends_the_run_and_is_told_with_its_replay(write_spec, tmp_path):
    (tmp_path / "wrong.py").write_text(RAISING, encoding="utf-8")
    spec = write_spec(policies='["wrong.py"]', players="[2]", variants='["base"]')
    for _ in range(2):  # also when it is run again
        with pytest.raises(PolicyFault, match="analyzer replay tranquility"):
            run(spec, tmp_path / "run", jobs=1)
    assert analyzer.load_results(tmp_path / "run").blocks["cause_fault"].sum() > 0


def test_the_command_prints_one_document(write_spec, tmp_path, monkeypatch, capsys):
    arguments = ["analyzer", "run", str(write_spec()), "--out", str(tmp_path / "run"), "--quick", "--json"]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    shown = capsys.readouterr()
    assert caught.value.code == 0
    document = json.loads(shown.out)
    assert (document["status"], document["quick"], document["games"]) == ("complete", True, 4000)
    assert "4 cells" in shown.err


def test_ctrl_c_ends_within_two_seconds_and_keeps_what_is_done(write_spec, tmp_path):
    spec = write_spec(deals="50_000_000", rows="false")
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "analyzer", "run", str(spec), "--out", str(folder), "--jobs", "2"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not list(folder.glob("cells/*/blocks-*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    began = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=30)
    # two seconds on a quiet machine; the tests may share theirs
    assert time.monotonic() - began < 6
    assert process.returncode == 130
    assert "Run the same command to resume" in told
    results = analyzer.load_results(folder)
    assert results.manifest.status != "complete"  # on a machine with much else to do, it is left before it says so
    assert results.cells["games"].sum() > 0
