"""A reader who does what a page says, in a folder of their own and with far fewer games."""

from __future__ import annotations

import functools
import inspect
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import analyzer
from analyzer.games.user_files import toml_text
from analyzer.reporting.topics import section_names
from analyzer.runs.specs.checking import load_spec
from analyzer.shell.cli import find_commands
from tests.docs.pages import CODE, COMMANDS, PROGRAMS, ROOT, Block, commands_of, inline_calls, with_settings

SIZES = {  # what is played at most, and where nothing is said
    "simulate": {"games": 30},
    "compare": {"games": 30},
    "leaderboard": {"games": 10},
    "tournament": {"games": 5},
    "bench": {"games": 10},
    "check": {"games": 3},
    "hindsight": {"deals": 2, "budget": 40},
    "whatif": {"games": 20},
    "luck": {"games": 20},
    "sensitivity": {"games": 20, "worlds": 10},
    "stamps": {"games": 20, "worlds": 10},
    "calibrate": {"budget": 1000},
    "patch": {"budget": 1000},
    "tune": {"budget": 6000, "generations": 5},
    "autopsy": {"games": 2, "chances": 20},
}
ANYWHERE = {"chances": 10, "samples": 8}
SLOW = (  # what takes long to compile, or to play however small; the slow tests run it
    "islebound", "rumini", "portolano", "search", "strong", "expert", "dask", "processes", "hindsight",
    "analyzer bench", "analyzer check", "--variants all", 'variants="all"',
)  # fmt: skip
CLAIM = "tranquility-solo"  # the claims that are played again here; the tests of claims play all of them


def is_slow(code: str) -> bool:
    """Tell what needs a game or a player that takes long to compile."""
    return any(word in code for word in SLOW)


def reduced(words: list[str]) -> list[str]:
    """Shrink a command line."""
    command, most = words[0], SIZES.get(words[0], {})
    small = list(words)
    for name, limit in (ANYWHERE | most).items():
        option = f"--{name}"
        limit = _limit(name, limit, " ".join(words))
        if option in small:
            place = small.index(option) + 1
            small[place] = str(min(limit, int(float(small[place].replace("_", "")))))
        elif name in most and name in _parameters(command):
            small += [option, str(limit)]
    if "--until" in small and "decided" not in small:
        small[small.index("--until") + 1] = "0.25"
    return [fewer_samples(word) for word in small]


def _limit(name: str, most: int, call: str) -> int:
    """Say how large a number may be; rivals meet at every seat, which takes a larger budget."""
    return 4 * most if name == "budget" and is_slow(call) else most


def _parameters(command: str) -> set[str]:
    known = command in find_commands()
    return set(inspect.signature(find_commands()[command]).parameters) if known else set()


def fewer_samples(text: str) -> str:
    """Let a look-ahead look less far."""
    return re.sub(r"samples=\d+", "samples=8", text)


def small_spec(text: str) -> str:
    """Shrink an experiment: few cells, few deals, nobody who thinks for long."""
    spec = tomllib.loads(text)
    for key in ("until", "margin", "max_deals", "effort", "hindsight", "line_ups", "balance"):
        spec.pop(key, None)
    for key in ("variants", "policies"):
        spec |= {key: spec[key][:2]} if key in spec else {}
    spec |= {"levels": [level for level in spec["levels"] if not is_slow(level)]} if "levels" in spec else {}
    spec |= {"sums": spec["sums"] | {"of": spec["sums"]["of"][:2]}} if "sums" in spec else {}
    spec |= {"players": [3] if 3 in spec["players"] else spec["players"][:1]} if "players" in spec else {}
    spec |= {key: dict(list(spec[key].items())[:1]) for key in ("switches", "alone") if key in spec}
    spec |= {"deals": 30, "sections": ["answer"]}
    return toml_text(spec, comment=text.splitlines()[0].removeprefix("#").strip())


def furnish(folder: Path) -> None:
    """Put into a folder what a clone of the repository holds, as far as pages speak of it."""
    (folder / "experiments").mkdir()
    for spec in (ROOT / "experiments").glob("*.toml"):
        small = small_spec(spec.read_text(encoding="utf-8"))
        (folder / "experiments" / spec.name).write_text(small, encoding="utf-8")
    (folder / "docs").mkdir()
    head, *claims = (ROOT / "docs" / "claims.toml").read_text(encoding="utf-8").split("[[claims]]")
    few = [claim for claim in claims if f'id = "{CLAIM}' in claim]
    (folder / "docs" / "claims.toml").write_text("[[claims]]".join([head, *few]), encoding="utf-8")
    (folder / "reports").mkdir()
    for page in (ROOT / "reports").glob("*.md"):
        (folder / "reports" / page.name).write_bytes(page.read_bytes())


class Reader:
    """Works through a page from top to bottom."""

    def __init__(self, folder: Path, command, parse, monkeypatch, *, slowly: bool, literally: bool = False):
        """Take a folder, what runs a command there, what only reads one, and how much to do.

        `slowly` runs what takes long, too; `literally` plays as many games as the page says and compares what it shows.
        """
        self.folder, self.command, self.parse = folder, command, parse
        self.slowly, self.literally, self.seen = slowly, literally, ""
        self.names: dict[str, object] = {"analyzer": analyzer}
        monkeypatch.chdir(folder)
        for name in () if literally else SIZES:
            if hasattr(analyzer, name):
                monkeypatch.setattr(analyzer, name, _with_few_games(getattr(analyzer, name), SIZES[name]))

    def follow(self, text: str, blocks: list[Block]) -> None:
        """Do what the blocks say, then what the sentences say in Python."""
        for block in blocks:
            self._do(block)
        for call in inline_calls(text):
            self._execute(call, f"`{call}`")

    def _do(self, block: Block) -> None:
        if block.file and "not run" not in block.marks:
            (self.folder / block.file).write_text(block.text, encoding="utf-8")
        elif "shown" in block.marks and self.literally:
            assert missing(block.text, self.seen) == [], f"line {block.line}"
        elif block.language == "toml":
            self._check_toml(block)
        elif block.is_run and block.language in COMMANDS:
            for words in commands_of(block.text):
                self._run(words, block.line)
        elif block.is_run and block.language in CODE:
            self._execute(block.text, f"line {block.line}")

    def _check_toml(self, block: Block) -> None:
        keys = tomllib.loads(block.text)
        if "game" in keys and keys.keys() & {"deals", "until"}:
            file = self.folder / f"spec_{block.line}.toml"
            file.write_text(block.text, encoding="utf-8")
            load_spec(file, section_names)

    def _run(self, line_of_words: list[str], line: int) -> None:
        settings, words = with_settings(line_of_words)
        words, into = (words[:-2], words[-1]) if ">" in words else (words, None)
        assert words[0] in PROGRAMS, f"line {line}: {words[0]} cannot be run here, and is not marked"
        if is_slow(" ".join(words)) and not self.slowly:
            self.parse(words[1], words[2:])
            return
        given = words[1:] if self.literally else reduced(words[1:])
        if settings:
            _run_in_a_process(settings, given)
            return
        done = self.command(*given, cwd=self.folder)
        assert done.code == 0, f"line {line}: {' '.join(words)}: {done.err}"
        self.seen = done.out
        if into is not None:
            (self.folder / into).write_text(done.out, encoding="utf-8")

    def _execute(self, text: str, where: str) -> None:
        code = compile(fewer_samples(text), where, "exec")
        if self.slowly or not is_slow(text):
            exec(code, self.names)


def missing(shown: str, seen: str) -> list[str]:
    """List the lines of a page that an output does not have in this order; `…` at the end stands for any rest."""
    lines = iter([" ".join(line.split()) for line in seen.splitlines()])
    wanted = [" ".join(line.split()) for line in shown.splitlines() if line.strip(" …")]
    return [line for line in wanted if not any(_is_like(line, each) for each in lines)][:1]


def _is_like(line: str, seen: str) -> bool:
    return seen.startswith(line.removesuffix("…").strip()) if line.endswith("…") else seen == line


def _run_in_a_process(settings: dict[str, str], words: list[str]) -> None:
    """Run a command under settings of the environment that an interpreter reads once."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, **settings, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-m", "analyzer", *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"


def _with_few_games(function, sizes):
    known = {name: most for name, most in sizes.items() if name in inspect.signature(function).parameters}

    @functools.wraps(function)
    def smaller(*given, **options):
        sizes = {name: _limit(name, most, repr((given, options))) for name, most in known.items()}
        return function(*given, **options | {name: min(most, options.get(name, most)) for name, most in sizes.items()})

    return smaller
