"""What a run is expected to take: within a factor of three, also with slow workers; and with deals of the run alone."""

import re
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from analyzer.cells import make_cell
from analyzer.play import tasks
from analyzer.play.control import Control
from analyzer.play.pools import choosing
from analyzer.play.speed import decisions_per_second
from analyzer.runs.experiment import run
from analyzer.runs.specs import forecast
from analyzer.runs.stored import store

SPEC = {"variants": '["base"]', "players": "[2]", "deals": "3000"}
WITHIN = 3.0
SLOW_SECONDS = 0.0005  # of a game: some ten times what a pilot finds


@pytest.fixture
def slow_workers(monkeypatch):
    """Let every task take long, as it does beside other programs; the pilots in the main process are not slowed."""

    def slowed(task, control):
        part = tasks.play_task(task, control)
        time.sleep(SLOW_SECONDS * task.deals)
        return replace(part, seconds=part.seconds + SLOW_SECONDS * task.deals)

    monkeypatch.setattr(choosing, "play_task", slowed)
    monkeypatch.setattr(forecast, "LEAST_SECONDS", 0.0)


def expected(run):
    return sum(item.seconds for item in run.forecasts)


@pytest.mark.usefixtures("slow_workers")
def test_workers_that_are_slower_than_the_pilot_are_foreseen(write_spec, tmp_path):
    found = run(write_spec(**SPEC), tmp_path / "run", jobs=2)
    assert 1 / WITHIN < expected(found) / (3000 * SLOW_SECONDS / 2) < WITHIN


@pytest.mark.usefixtures("slow_workers")
def test_without_a_look_at_the_workers_it_would_be_far_off(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr(forecast, "LEAST_SECONDS", float("inf"))
    found = run(write_spec(**SPEC), tmp_path / "run", jobs=2)
    assert expected(found) < 3000 * SLOW_SECONDS / 2 / WITHIN


@pytest.mark.usefixtures("slow_workers")
def test_a_run_that_turns_out_to_be_slower_says_so(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr(forecast, "LEAST_SECONDS", float("inf"))
    monkeypatch.setattr(forecast, "LOOK_SECONDS", 0.1)
    said = []
    run(write_spec(**SPEC | {"deals": "9000"}), tmp_path / "run", jobs=2, say=said.append)
    assert [text for text in said if text.startswith("expected time from now on: about ")]


@pytest.mark.parametrize(
    ("pace", "is_told"),
    [(1.0, False), (0.7, False), (1.5, False), (0.1, True), (0.01, True), (10.0, False)],
)
def test_what_to_expect_is_said_anew_where_it_is_off_by_a_factor_of_two(monkeypatch, pace, is_told):
    outlook, clock, said = forecast.Outlook([forecast.Forecast(100, 40.0)]), [0.0], []
    monkeypatch.setattr(forecast.Stopwatch, "seconds", property(lambda _self: clock[0]))
    outlook.note(0.0)
    for _ in range(int(100 / pace)):
        clock[0] += 0.4
        news = outlook.note(0.4 * pace)
        said += [(clock[0], news)] if news is not None else []
    assert bool(said) == is_told
    for when, text in said:  # it is what then comes true
        number, unit = re.fullmatch(r"expected time from now on: about (\d+) (s|minutes)", text).groups()
        assert int(number) * (60 if unit == "minutes" else 1) == pytest.approx(40.0 / pace - when, rel=0.2)


def test_workers_that_compile_before_their_first_games_are_not_taken_for_slow_ones(monkeypatch):
    outlook, clock = forecast.Outlook([forecast.Forecast(100, 40.0)]), [0.0]
    monkeypatch.setattr(forecast, "Stopwatch", lambda: SimpleNamespace(began=clock[0]))
    clock[0] = 60.0
    assert outlook.note(0.001) is None
    assert outlook.watch.began == 60.0


def test_a_game_or_two_say_nothing_of_the_rest(monkeypatch):
    outlook = forecast.Outlook([forecast.Forecast(100, 40.0)])
    monkeypatch.setattr(forecast.Stopwatch, "seconds", property(lambda _self: 50.0))
    assert [outlook.note(0.1) for _ in range(8)] == [None] * 8
    assert [outlook.note(0.5) for _ in range(2)] == ["expected time from now on: about 27 minutes", None]


def test_what_is_played_already_takes_no_time(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "GROUP", 1)
    control, spec = Control(), write_spec(**SPEC | {"deals": "60000"})

    def stop(_cell, games, _expected):
        if games > 50_000:
            control.stop()

    half = run(spec, tmp_path / "run", jobs=1, control=control, on_games=stop)
    said = []
    rest = run(spec, tmp_path / "run", jobs=1, say=said.append)
    assert half.games > 45_000
    assert f"60,000 games, {half.games:,} of them already played" in said[0]
    assert expected(rest) < expected(half) / 2


def test_a_run_that_is_stopped_while_its_workers_are_measured_ends(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr(forecast, "LEAST_SECONDS", 0.0)
    control = Control()
    monkeypatch.setattr(choosing, "play_task", lambda task, own: own.stop())
    stopped = run(write_spec(**SPEC), tmp_path / "run", jobs=2, control=control)
    assert (stopped.was_interrupted, stopped.games) == (True, 0)


class Noted(list):
    """Notes which deals whoever watches over a run could name."""

    def __init__(self):
        super().__init__()
        self.deals = []

    def append(self, playing):
        self.deals.append(playing.first_deal)
        super().append(playing)


def test_whoever_hangs_before_or_in_a_run_is_named_with_a_deal_of_the_run(write_spec, tmp_path, monkeypatch):
    """A pilot once played deals from 2^52 on, and so a policy that hung in it was named with one of them."""
    monkeypatch.setattr(forecast, "LEAST_SECONDS", 0.0)
    noted = Noted()
    run(write_spec(**SPEC), tmp_path / "run", jobs=2, control=Control(under_way=noted))
    decisions_per_second(make_cell("tranquility", policy="random_legal"), control=Control(under_way=noted))
    assert len(noted.deals) > 5
    assert 0 == min(noted.deals) <= max(noted.deals) < 3000
