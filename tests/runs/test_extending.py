"""Raising `deals` extends a run: what is stored stays, and the digest is that of a run made at once."""

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.play.control import Control
from analyzer.runs.experiment import run
from analyzer.runs.stored import extending, store
from tests.runs.directories import flip

ONE = {"variants": '["base"]', "players": "[2]"}


def _at_once(write_spec, tmp_path, **changes):
    return run(write_spec(name="tiny", **changes), tmp_path / "at_once", jobs=1)


def _played(said):
    """Count the games that a run played, by what it was told: (expected, done before)."""
    return next(text for text in said if "games" in text)


@pytest.mark.parametrize("rows", ["true", "false"])
@pytest.mark.parametrize(("before", "after"), [(700, 1500), (700, 9000), (5000, 9000), (8192, 9000)])
def test_an_extended_run_is_the_run_made_at_once(write_spec, tmp_path, before, after, rows):
    run(write_spec(deals=str(before), rows=rows, **ONE), tmp_path / "run", jobs=1)
    extended = run(write_spec(deals=str(after), rows=rows, **ONE), tmp_path / "run", jobs=1)
    once = _at_once(write_spec, tmp_path, deals=str(after), rows=rows, **ONE)
    assert (extended.digest, extended.games, extended.manifest.status) == (once.digest, once.games, "complete")
    assert analyzer.verify(tmp_path / "run").is_whole
    both = [analyzer.load_results(tmp_path / name) for name in ("run", "at_once")]
    cell = once.manifest.cells[0].cell
    assert both[0].outcomes(cell).won.tobytes() == both[1].outcomes(cell).won.tobytes()
    if rows == "true":
        assert (
            both[0]
            .rows(cell)
            .drop(columns="block", errors="ignore")
            .equals(both[1].rows(cell).drop(columns="block", errors="ignore"))
        )


def test_what_is_stored_is_not_played_again(write_spec, tmp_path):
    run(write_spec(deals="3000", **ONE), tmp_path / "run", jobs=1)
    seen = []
    run(write_spec(deals="3500", **ONE), tmp_path / "run", jobs=1, on_games=lambda *news: seen.append(news[1]))
    assert seen[-1] <= 3500 + 3000  # told beforehand or not: no more than what is new was played
    said = []
    run(write_spec(deals="3600", **ONE), tmp_path / "run", jobs=1, say=said.append)
    assert not any("played again" in text for text in said)


def test_the_manifest_tells_of_the_extension(write_spec, tmp_path):
    run(write_spec(deals="700", **ONE), tmp_path / "run", jobs=1)
    spec = write_spec(deals="900", **ONE)
    manifest = run(spec, tmp_path / "run", jobs=1).manifest
    assert [(item.deals, item.games) for item in manifest.raised] == [(700, 700)]
    assert (manifest.spec, manifest.experiment.deals) == (spec.read_text(), 900)
    assert run(spec, tmp_path / "run", jobs=1).manifest.raised == manifest.raised  # nothing was raised again


def test_fewer_deals_are_refused_and_nothing_is_lost(write_spec, tmp_path):
    folder = run(write_spec(deals="900", **ONE), tmp_path / "run", jobs=1).folder
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(BadInput, match=r"can be raised, not lowered \(900 in the run, 700 now\)"):
        run(write_spec(deals="700", **ONE), folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_more_deals_and_another_change_are_refused(write_spec, tmp_path):
    folder = run(write_spec(deals="700", **ONE), tmp_path / "run", jobs=1).folder
    with pytest.raises(BadInput, match="the spec has changed"):
        run(write_spec(deals="900", seed="5", **ONE), folder)


def test_max_deals_extends_a_run_that_was_not_narrow_enough(write_spec, tmp_path):
    asked = {"deals": None, "until": "0.004", **ONE, "policies": '["spacing"]'}
    short = run(write_spec(max_deals="5000", **asked), tmp_path / "run", jobs=1)
    assert short.manifest.cells[0].stopped_by == "max_deals"
    extended = run(write_spec(max_deals="90_000", **asked), tmp_path / "run", jobs=1)
    once = _at_once(write_spec, tmp_path, max_deals="90_000", **asked)
    assert extended.manifest.cells[0].stopped_by == once.manifest.cells[0].stopped_by == "until"
    assert (extended.digest, extended.games) == (once.digest, once.games)


def test_looks_that_were_planned_stay(write_spec, tmp_path):
    asked = {"deals": None, "until": '"decided"', "players": "[2]"}
    folder = run(write_spec(max_deals="5000", **asked), tmp_path / "run", jobs=1).folder
    with pytest.raises(BadInput, match="max_deals says when to look"):
        run(write_spec(max_deals="9000", **asked), folder)


def test_the_effort_of_a_level_is_raised_alone(write_spec, tmp_path):
    def spec(deals):
        levels = {"policies": None, "levels": '["floor", "casual"]', "deals": "600", **ONE}
        return write_spec(more=f"[effort.casual]\ndeals = {deals}\n", **levels)

    run(spec(100), tmp_path / "run", jobs=1)
    extended = run(spec(300), tmp_path / "run", jobs=1)
    once = run(spec(300), tmp_path / "at_once", jobs=1)
    assert [cell.games for cell in extended.manifest.cells] == [600, 300]
    assert extended.digest == once.digest
    assert extended.manifest.cells[1].deals == 300


def test_an_extension_that_was_broken_off_goes_on(write_spec, tmp_path, monkeypatch):
    run(write_spec(deals="700", **ONE), tmp_path / "run", jobs=1)
    spec = write_spec(deals="9000", **ONE)
    for kind in ("before", "after"):  # the games lie in the journal, their group is deleted or not
        with monkeypatch.context() as patch:
            patch.setattr(extending if kind == "before" else store.Journal, *_breaking(kind))
            with pytest.raises(RuntimeError):
                run(spec, tmp_path / "run", jobs=1)
        assert analyzer.verify(tmp_path / "run").is_whole
    control = Control()
    run(spec, tmp_path / "run", jobs=1, control=control, on_games=lambda *_news: control.stop())
    extended = run(spec, tmp_path / "run", jobs=1)
    assert extended.digest == _at_once(write_spec, tmp_path, deals="9000", **ONE).digest


def _breaking(kind):
    def breaks(*_arguments):
        raise RuntimeError

    return ("drop" if kind == "before" else "add"), breaks


def test_a_damaged_run_is_mended_before_it_is_extended(write_spec, tmp_path):
    folder = run(write_spec(deals="5000", **ONE), tmp_path / "run", jobs=1).folder
    flip(next(folder.glob("cells/*/rows-*")), 400)
    spec = write_spec(deals="9000", **ONE)
    with pytest.raises(analyzer.errors.DamagedRun, match="damaged"):
        run(spec, folder, jobs=1)
    assert run(spec, folder, jobs=1, repair=True).digest == _at_once(write_spec, tmp_path, deals="9000", **ONE).digest
    assert analyzer.verify(folder).is_whole


def test_a_competitive_run_is_extended(write_spec, tmp_path):
    asked = {"variants": '["competitive"]', "players": "[2]"}
    run(write_spec(deals="300", **asked), tmp_path / "run", jobs=1)
    extended = run(write_spec(deals="800", **asked), tmp_path / "run", jobs=1)
    assert extended.digest == _at_once(write_spec, tmp_path, deals="800", **asked).digest


def test_worker_processes_extend_a_run(write_spec, tmp_path):
    run(write_spec(deals="700", **ONE), tmp_path / "run", jobs=1)
    extended = run(write_spec(deals="9000", **ONE), tmp_path / "run", jobs=2, backend="processes")
    assert extended.digest == _at_once(write_spec, tmp_path, deals="9000", **ONE).digest


def test_the_report_says_that_deals_were_raised(write_spec, tmp_path):
    for deals in ("700", "900"):
        folder = run(write_spec(deals=deals, **ONE), tmp_path / "run", jobs=1).folder
        written = analyzer.report(folder, tmp_path / deals, ["md"]).markdown.read_text()
        assert ("raised from 700 after 700 games" in written) == (deals == "900")
        assert ("fixed beforehand" in written) == (deals == "700")
