"""A process that runs command lines, each in a fork of itself, and says what became of it.

A fork has everything imported already, so that a thousand inputs a minute are possible; it may hang, crash or fill
the memory without harm, and whatever it tries to write outside of the folder of its input is refused and reported.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import resource
import signal
import sys
import tempfile
import time
import traceback
from contextlib import redirect_stdout
from pathlib import Path

SEATS = "analyzer.play.apart.server"  # by name: the fence stands before anything of the program is loaded

NO_CODE = 70  # of a fork whose command line raised
IDLE = 20  # seconds of waiting that count as much as one of work
HEADROOM = 4_000_000_000  # bytes of address space that a fork may add
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = (
    "os.mkdir",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.symlink",
    "os.link",
    "os.truncate",
    "os.chmod",
    "os.chown",
)
MOST_SHOWN = 30_000  # letters of what a command printed


def main():
    """Answer requests, one JSON document in each line."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever is printed here must not be taken for an answer
    warm_up()
    for line in sys.stdin:
        answers.write(json.dumps(serve(json.loads(line))) + "\n")
        answers.flush()


def warm_up():
    """Import what commands import inside their functions, and play some games: a fork would pay for it every time."""
    from importlib import import_module

    from analyzer import catalog
    from analyzer.shell import cli

    cli.find_commands()
    for package in map(import_module, ("analyzer.play", "analyzer.runs", "analyzer.studies", "analyzer.reporting")):
        for item in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".cluster" not in item.name:
                import_module(item.name)
    for name in ("pandas", "pyarrow.parquet", "matplotlib.figure", "jinja2", "scipy.stats"):
        import_module(name)
    for game in catalog.game_names():
        catalog.policies_of(game)
    for game in sys.argv[1:]:
        _call("simulate", game, "--policy", "random_legal", "--games", "1", "--jobs", "1")
    gc.collect()
    gc.freeze()  # what is never looked at again is not copied into every fork


def _call(*arguments):
    """Run a command line here, and let nobody see it."""
    sys.argv = ["analyzer", *arguments]
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        assert _command() == 0


def serve(request):
    """Run a command line in a fork; stop it as a user would after a while, and by force if that does not help."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as notes:
        began = time.monotonic()
        child = os.fork()
        if child == 0:
            _run(request, out, err, notes)
        status, usage, signs = _wait(child, began, request["patience"])
        return {
            "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            "was_interrupted": signs > 0,
            "hung": signs > 1,
            "seconds": usage.ru_utime + usage.ru_stime,
            "peak": usage.ru_maxrss * 1024,
            "out": _read(out),
            "err": _read(err),
            "outside": _read(notes).splitlines(),
        }


def _read(file):
    file.seek(0)
    return file.read(MOST_SHOWN).decode("utf-8", "backslashreplace")


def _wait(child, began, patience):
    """Wait for a fork; when the patience is used up Ctrl-C is pressed, and if that does not help it is killed."""
    limits, signs = [patience, 2 * patience], 0
    while True:
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done:
            return status, usage, signs
        waited = time.monotonic() - began
        if signs < len(limits) and max(_worked(child), waited / IDLE) > limits[signs]:
            os.kill(child, (signal.SIGINT, signal.SIGKILL)[signs])
            signs += 1
        time.sleep(0.002 if waited < 0.5 else 0.05)


def _worked(process):
    """Tell how many seconds of the processor a process has had: others may need it, too."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _run(request, out, err, notes):
    """Be a command: never returns."""
    code = NO_CODE
    try:
        for number, file in enumerate((open(os.devnull, "rb"), out, err)):
            os.dup2(file.fileno(), number)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.dont_write_bytecode, tempfile.tempdir = True, request["temporary"]
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + HEADROOM, used + HEADROOM))
        os.chdir(request["folder"])
        sys.argv = ["analyzer", *request["arguments"]]
        sys.addaudithook(
            fence([request["folder"], request["temporary"], os.environ["ANALYZER_CACHE_DIR"], "/dev"], notes)
        )
        code = _command()
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


def _command():
    from analyzer.shell import cli

    try:
        cli.main()
    except SystemExit as end:
        return end.code


def fence(folders, notes):
    """Make a hook that refuses, and notes, every change outside of some folders, and every connection."""
    roots = tuple(os.path.realpath(folder) for folder in folders)

    def is_inside(path):
        if isinstance(path, int):
            return True
        real = os.path.realpath(os.fsdecode(path))
        return any(real == root or real.startswith(root + "/") for root in roots)

    def refuse(event, what):
        os.write(notes.fileno(), f"{event}: {what!r}\n".encode())
        raise PermissionError(f"{event}: {what!r} lies outside")

    def hook(event, arguments):
        if event == "open":
            path, _, flags = arguments
            if path is not None and isinstance(flags, int) and flags & WRITING and not is_inside(path):
                refuse(event, path)
        elif event in CHANGES:
            paths = arguments[:2] if event in ("os.rename", "os.link") else arguments[:1]
            for path in paths:
                if not is_inside(path):
                    refuse(event, path)
        elif event in ("socket.connect", "socket.getaddrinfo", "os.system"):
            refuse(event, arguments[:1])
        elif event == "subprocess.Popen" and not _is_ours(arguments[0], arguments[1]):
            refuse(event, arguments[:1])

    return hook


def _is_ours(program, words):
    """Tell a process that every command may start: git, a replay for the line of a fault, the seats of plain Python."""
    started = list(words)[1:4]
    return program == "git" or started == ["-m", "analyzer", "replay"] or started[:2] == ["-m", SEATS]


if __name__ == "__main__":
    main()
