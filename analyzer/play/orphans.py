"""Worker processes that end with the process that leads them, however that ends."""

from __future__ import annotations

import os
import threading
import time

LOOK_SECONDS = 0.5


def end_with_leader() -> None:
    """End this process as soon as the one that started it is gone: nobody would ever take what it plays."""
    leader = os.getppid()
    threading.Thread(target=_watch, args=(leader,), daemon=True).start()


def _watch(leader: int) -> None:
    while os.getppid() == leader:
        time.sleep(LOOK_SECONDS)
    os._exit(3)
