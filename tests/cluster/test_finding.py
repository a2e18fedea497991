"""Where a scheduler is: by option, by file or by environment, and what is said if there is none."""

import os

import pytest

from analyzer.errors import BadInput
from analyzer.play.cluster import finding
from analyzer.play.cluster.finding import ENVIRONMENT, connect, find_address
from analyzer.play.pools import Backend


def test_an_option_comes_before_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv(ENVIRONMENT, "tcp://env:1")
    file = tmp_path / "scheduler.json"
    file.write_text('{"address": "tcp://file:2"}')
    assert find_address(Backend("dask"))[1] == "tcp://env:1"
    assert find_address(Backend("dask", scheduler="tcp://own:3"))[1] == "tcp://own:3"
    assert find_address(Backend("dask", scheduler_file=file))[1] == "tcp://file:2"
    monkeypatch.delenv(ENVIRONMENT)
    assert find_address(Backend("dask"))[1] is None


@pytest.mark.parametrize("content", ["", "{", "[1]", "{}", '{"address": 3}', None])
def test_a_file_that_no_scheduler_wrote_is_named(content, tmp_path):
    file = tmp_path / "scheduler.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadInput, match=r"--scheduler-file .*scheduler\.json: "):
        find_address(Backend("dask", scheduler_file=file))


@pytest.mark.parametrize(
    "given",
    [
        {"name": "threads", "scheduler": "tcp://a:1"},
        {"name": "processes", "scheduler_file": "a.json"},
        {"name": "dask", "scheduler": "tcp://a:1", "scheduler_file": "a.json"},
        {"name": "dsak"},
    ],
)
def test_what_makes_no_sense_is_refused(given):
    with pytest.raises(BadInput):
        Backend(**given)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://127.0.0.1:1", "tcp://127.0.0.1:notaport", ""])
def test_an_address_at_which_nobody_answers_is_named(address, monkeypatch):
    monkeypatch.setattr(finding, "CONNECT_SECONDS", 0.5)
    with pytest.raises(BadInput, match="--scheduler .*no Dask scheduler answers there"):
        connect(Backend("dask", scheduler=address), 1)


def test_a_pipe_in_the_place_of_a_scheduler_file_is_refused_and_not_waited_for(tmp_path):
    pipe = tmp_path / "scheduler.json"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match="not a regular file"):
        find_address(Backend("dask", scheduler_file=pipe))
