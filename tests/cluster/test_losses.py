"""What is lost on the way is named by what was lost: the scheduler that is gone, or the calls that it gave up."""

import pytest

from analyzer.play.cluster.pool import Cluster
from analyzer.play.pools import WorkerLost


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
