"""What is lost on the way: letters are sent again three times and no more, and what was lost is named."""

import itertools

import pytest

import analyzer
from analyzer.play.cluster import pool as pools
from analyzer.play.cluster.pool import FIRST_SECONDS, LATE_SECONDS, Cluster, _Sent, seconds_for
from analyzer.play.cluster.worker import play_letter
from analyzer.play.pools import WorkerLost
from analyzer.runs.experiment import run

UNKNOWN = float("inf")
DEALS = 100
ALL = 2 * 2 * DEALS  # games of an experiment


class Post:
    """A way to workers that brings back what a test wants."""

    address = "tcp://nowhere"

    def __init__(self, is_gone):
        self.is_gone = is_gone

    def workers(self):
        if self.is_gone:
            raise WorkerLost("the Dask scheduler is gone")
        return {}

    def arrived(self, _seconds):
        return [("question", {"cancelled": True})]


@pytest.mark.parametrize(("is_gone", "words"), [(True, "is gone"), (False, "has given up")])
def test_calls_given_up_with_the_connection_name_the_scheduler_that_is_gone(is_gone, words):
    pool = Cluster(Post(is_gone), print)
    pool.questions["question"] = "tcp://worker"
    with pytest.raises(WorkerLost, match=words):
        pool._receive()


class Crew:
    """Workers of this process, who play at once; whoever gets the deadly deal is gone, and another comes."""

    address = "tcp://crew"

    def __init__(self, deaths, deal=40):
        self.deaths, self.deal, self.cell = deaths, deal, None
        self.names = (f"worker-{number}" for number in itertools.count(1))
        self.crew = {next(self.names), next(self.names)}
        self.letters, self.answers, self.dead = itertools.count(), [], []
        self.beat = self.deals = 0

    def workers(self):
        self.beat += 1
        return {name: {"nthreads": 1, "last_seen": self.beat, "status": "running"} for name in self.crew}

    def send(self, function, *arguments, worker):
        number = next(self.letters)
        if function is play_letter and len(self.dead) < self.deaths and self._is_deadly(*arguments):
            self.dead.append(worker)
            self.crew = {next(self.names), *self.crew} - {worker}
            return number
        self.deals += sum(deals for letter in arguments for _, _, _, _, deals, *_ in letter["tasks"])
        self.answers.append((number, function(*arguments)))
        return number

    def _is_deadly(self, letter):
        self.cell = self.cell or letter["parcels"][0]["cell"]
        found = [letter["parcels"][place]["cell"] for place, _, _, first, *_ in letter["tasks"] if first == self.deal]
        return self.cell in found

    def arrived(self, _seconds):
        found, self.answers = self.answers, []
        return found

    def check(self):
        """All is well."""

    def forget(self, _letter):
        """Nobody plays it any more."""

    def close(self):
        """Nothing is open."""


@pytest.fixture
def play(write_spec, tmp_path, monkeypatch):
    """Play an experiment by a crew, every deal in a letter of its own."""
    for name, seconds in {"ROSTER_SECONDS": 0.0, "LEAST_SECONDS": 0.0, "MOST_SECONDS": (0.0, 0.0)}.items():
        monkeypatch.setattr(pools, name, seconds)

    def played(crew, say=print):
        def opened(_backend, _jobs, control, _say):
            pool = Cluster(crew, say)
            pool.assemble(control)
            return pool

        monkeypatch.setattr(pools, "open_cluster", opened)
        return run(write_spec(deals=DEALS), tmp_path / "run", backend="dask")

    return played


def test_a_letter_lost_with_three_workers_is_played_by_the_fourth(play, write_spec, tmp_path):
    crew, said = Crew(deaths=3), []
    there = play(crew, said.append)
    assert len(crew.dead) == 3
    lost = f"deals {crew.deal}-{crew.deal} of block 0, together with 2 players is played elsewhere"
    assert [text.split()[1].rstrip(":") for text in said if text.endswith(lost)] == crew.dead
    assert there.digest == run(write_spec(deals=DEALS), tmp_path / "here", jobs=1).digest


def test_a_letter_lost_with_four_workers_stops_the_run_and_what_is_finished_is_kept(play, write_spec, tmp_path):
    crew = Crew(deaths=4)
    with pytest.raises(WorkerLost, match="lost with 4 workers.*what is finished is kept") as caught:
        play(crew)
    assert caught.value.exit_code == 3
    assert f"at last {crew.dead[-1]}" in str(caught.value)
    assert str(caught.value).startswith(f"deals {crew.deal}-{crew.deal} of block 0, together with 2 players: lost")
    assert analyzer.load_results(tmp_path / "run").manifest.digest is None
    again = Crew(deaths=0)
    there = play(again)
    assert again.deals <= ALL - crew.deal  # those before the deadly one are not played again
    assert there.digest == run(write_spec(deals=DEALS), tmp_path / "here", jobs=1).digest


# A worker that lives, but does not come to an end


@pytest.mark.parametrize("expected", [1.0, 10.0, UNKNOWN])
def test_a_letter_is_late_after_minutes_by_what_it_was_expected_to_take(expected):
    sent, limit = _Sent(type("Bundle", (), {"seconds": expected}), "tcp://worker", since=1000.0), seconds_for(expected)
    assert not sent.is_late(1000.0 + limit, patience=60.0)
    assert sent.is_late(1001.0 + limit, patience=60.0)
    assert not sent.is_late(1001.0 + limit, patience=limit)  # a policy may think longer
    assert not sent.is_late(1e9, patience=0.0)  # for ever
    assert LATE_SECONDS < seconds_for(1.0) < seconds_for(10.0) < FIRST_SECONDS == seconds_for(UNKNOWN)
