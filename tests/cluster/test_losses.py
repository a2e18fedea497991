"""What is lost on the way: batches are sent again three times and no more, and what was lost is named."""

import itertools

import pytest

import analyzer
from analyzer.play.pools.choosing import WorkerLost
from analyzer.play.pools.cluster import pool as pools
from analyzer.play.pools.cluster.connection import SchedulerLost
from analyzer.play.pools.cluster.pool import FIRST_SECONDS, LATE_SECONDS, Cluster, _Sent, seconds_for
from analyzer.play.pools.cluster.worker import TaskBatch, play_batch
from analyzer.runs.experiment import run

UNKNOWN = float("inf")
DEALS = 100
ALL = 2 * 2 * DEALS  # games of an experiment


class FakeConnection:
    """A connection that brings back what a test wants."""

    address = "tcp://nowhere"

    def __init__(self, is_gone):
        self.is_gone = is_gone

    def workers(self):
        if self.is_gone:
            raise WorkerLost("the Dask scheduler is gone")
        return {}

    def answers(self, _seconds):
        return [("question", {"cancelled": True})]


@pytest.mark.parametrize(("is_gone", "words"), [(True, "is gone"), (False, "has dropped")])
def test_calls_given_up_with_the_connection_name_the_scheduler_that_is_gone(is_gone, words):
    pool = Cluster(FakeConnection(is_gone), print)
    pool.asked["question"] = "tcp://worker"
    with pytest.raises(WorkerLost, match=words):
        pool._take_answers()


class FakeWorkers:
    """Workers inside this process, with their connection: who gets the deadly deal is gone, and another comes."""

    address = "tcp://workers"
    can_renew = False

    def __init__(self, deaths, deal=40):
        self.deaths, self.deal, self.cell = deaths, deal, None
        self.names = (f"worker-{number}" for number in itertools.count(1))
        self.present = {next(self.names), next(self.names)}
        self.calls, self.ready, self.dead = itertools.count(), [], []
        self.heartbeat = self.deals = 0

    def workers(self):
        self.heartbeat += 1
        return {name: {"nthreads": 1, "last_seen": self.heartbeat, "status": "running"} for name in self.present}

    def send(self, function, *arguments, worker):
        number = next(self.calls)
        if function is play_batch and len(self.dead) < self.deaths and self._is_deadly(*arguments):
            self.dead.append(worker)
            self.present = {next(self.names), *self.present} - {worker}
            return number
        self.deals += sum(deals for batch in arguments for _, _, _, _, deals, *_ in batch["tasks"])
        self.ready.append((number, function(*arguments)))
        return number

    def _is_deadly(self, batch):
        self.cell = self.cell or batch["packages"][0]["cell"]
        found = [batch["packages"][place]["cell"] for place, _, _, first, *_ in batch["tasks"] if first == self.deal]
        return self.cell in found

    def answers(self, _seconds):
        found, self.ready = self.ready, []
        return found

    def check(self):
        """All is well."""

    def forget(self, _call):
        """Nobody plays it any more."""

    def close(self):
        """Nothing is open."""


@pytest.fixture
def play(write_spec, tmp_path, monkeypatch):
    """Play an experiment on fake workers, every deal in a batch of its own."""
    for name, seconds in {"WORKERS_SECONDS": 0.0, "LEAST_SECONDS": 0.0, "MOST_SECONDS": (0.0, 0.0)}.items():
        monkeypatch.setattr(pools, name, seconds)

    def played(workers, say=print):
        def opened(_backend, _jobs, control, _say):
            pool = Cluster(workers, say)
            pool.wait_for_workers(control)
            return pool

        monkeypatch.setattr(pools, "open_cluster", opened)
        return run(write_spec(deals=DEALS), tmp_path / "run", backend="dask")

    return played


def test_a_batch_lost_with_three_workers_is_played_by_the_fourth(play, write_spec, tmp_path):
    workers, said = FakeWorkers(deaths=3), []
    there = play(workers, said.append)
    assert len(workers.dead) == 3
    lost = f"deals {workers.deal}-{workers.deal} of block 0, together with 2 players is played elsewhere"
    assert [text.split()[1].rstrip(":") for text in said if text.endswith(lost)] == workers.dead
    assert there.digest == run(write_spec(deals=DEALS), tmp_path / "here", jobs=1).digest


def test_a_batch_lost_with_four_workers_stops_the_run_and_what_is_finished_is_kept(play, write_spec, tmp_path):
    workers = FakeWorkers(deaths=4)
    with pytest.raises(WorkerLost, match="lost on 4 workers.*finished games are saved") as caught:
        play(workers)
    assert caught.value.exit_code == 3
    assert f"the last one {workers.dead[-1]}" in str(caught.value)
    lost = f"deals {workers.deal}-{workers.deal} of block 0, together with 2 players: lost"
    assert str(caught.value).startswith(lost)
    assert analyzer.load_results(tmp_path / "run").manifest.digest is None
    again = FakeWorkers(deaths=0)
    there = play(again)
    assert again.deals <= ALL - workers.deal  # those before the deadly one are not played again
    assert there.digest == run(write_spec(deals=DEALS), tmp_path / "here", jobs=1).digest


class FakeScheduler(FakeWorkers):
    """Workers whose scheduler is gone with the deadly deal; another one comes after some looks, with other workers."""

    can_renew = True

    def __init__(self, deaths, absence=3):
        super().__init__(deaths)
        self.absence, self.looks = absence, 0

    def send(self, function, *arguments, worker):
        if function is play_batch and len(self.dead) < self.deaths and self._is_deadly(*arguments):
            self.dead.append(worker)
            self.present, self.ready, self.looks = {next(self.names), next(self.names)}, [], 0
            raise SchedulerLost("the Dask scheduler at tcp://workers is gone (as told)")
        return super().send(function, *arguments, worker=worker)

    def renew(self):
        self.looks += 1
        if self.looks < self.absence:
            raise SchedulerLost("the Dask scheduler at tcp://workers is gone (nobody answers)")


def test_three_schedulers_that_are_lost_one_after_the_other_are_outlasted(play, write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr(pools, "LOOK_SECONDS", 0.0)
    scheduler, said = FakeScheduler(deaths=3), []
    there = play(scheduler, said.append)
    assert len([text for text in said if text.endswith("waiting up to 60 s for another one in its place")]) == 3
    assert said.count("tcp://workers: a scheduler is there; the run goes on with its workers") == 3
    assert there.digest == run(write_spec(deals=DEALS), tmp_path / "here", jobs=1).digest


@pytest.mark.parametrize(
    ("scheduler", "patience"),
    [(FakeScheduler(deaths=9), 60.0), (FakeScheduler(deaths=1, absence=10**9), 0.2)],
    ids=["one after the other is lost", "nobody takes its place"],
)
def test_a_scheduler_that_stays_away_stops_the_run_and_the_same_command_goes_on(
    play, write_spec, tmp_path, monkeypatch, scheduler, patience
):
    monkeypatch.setattr(pools, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(pools, "NO_SCHEDULER_SECONDS", patience)
    with pytest.raises(WorkerLost, match=r"is gone \(as told\); finished games are saved.*to resume") as caught:
        play(scheduler)
    assert caught.value.exit_code == 3
    again = FakeWorkers(deaths=0)
    there = play(again)
    assert again.deals <= ALL - scheduler.deal  # what was finished is not played again
    assert there.digest == run(write_spec(deals=DEALS), tmp_path / "here", jobs=1).digest


def test_a_worker_whose_answer_was_lost_with_the_connection_is_asked_again():
    pool = Cluster(FakeWorkers(deaths=0), print)
    pool.workers.update(pool.connection.workers(), 0.0)
    name = next(iter(pool.workers.present))
    pool._approve(name, {"problem": "OSError: connection lost", "broken": True})
    assert name not in pool.workers.refused
    assert pool.workers.update(pool.connection.workers(), 1.0)[0] == [name]


# A worker that lives, but does not come to an end


@pytest.mark.parametrize("expected", [1.0, 10.0, UNKNOWN])
def test_a_batch_is_late_after_minutes_by_what_it_was_expected_to_take(expected):
    batch, limit = TaskBatch(seconds=expected), seconds_for(expected)
    sent = _Sent(batch, "tcp://worker", since=1000.0)
    assert not sent.is_late(1000.0 + limit, answer_limit=60.0)
    assert sent.is_late(1001.0 + limit, answer_limit=60.0)
    assert not sent.is_late(1001.0 + limit, answer_limit=limit)  # a policy may think longer
    assert not sent.is_late(1e9, answer_limit=0.0)  # for ever
    assert LATE_SECONDS < seconds_for(1.0) < seconds_for(10.0) < FIRST_SECONDS == seconds_for(UNKNOWN)
