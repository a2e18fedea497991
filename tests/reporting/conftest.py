"""A small made-up document with every kind of part, and a figure that exists only here."""

import pandas as pd
import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.reporting.build import report
from analyzer.reporting.document import (
    Bullets,
    Column,
    Commands,
    Document,
    Figure,
    Kind,
    Prose,
    Section,
    Table,
    Tone,
)
from analyzer.runs.experiment import run
from analyzer.stats.estimate import Estimate
from tests.reporting.browser import Browser

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "handler": "\"><img src=x onerror='alert(1)'>",
    "long": "x" * 300,
    "leftward": "שלום עולם",
    "override": "safe\u202egpj.exe",
    "formula": "=cmd()|' /C calc'!A0",
    "markdown": "[click](http://evil.example) `code` **bold** | cell\n\n# heading",
    "template": "{{ 7 * 7 }}{% raw %}",
    "math": "$\\frac{1}{2$",
    "control": "nul\x00bell\x07",
}


def rate(value, half=0.002, n=400_000):
    return Estimate(value, value - half, value + half, 0.95, n, "wilson")


def draw_probe(axes, frame, **options):
    """Draw the figure of the made-up document."""
    axes.barh(list(frame["variant"]), [item.value for item in frame["win_rate"]], hatch="//")
    axes.set_xlabel("win rate")


def make_document(names=("base", "poseidon", "storm"), title="Tranquility: difficulty", question="How hard is it?"):
    frame = pd.DataFrame(
        {
            "variant": list(names),
            "win_rate": [rate(0.73 - 0.1 * number) for number in range(len(names))],
            "below": [None, *(rate(-0.1 * number) for number in range(1, len(names)))],
            "games": [400_000 - number for number in range(len(names))],
            "p": [None, *(0.0001 for _ in names[1:])],
        }
    )
    columns = (
        Column("variant", "variant"),
        Column("win_rate", "win rate", Kind.PERCENT),
        Column("below", "against the first", Kind.POINTS),
        Column("games", "games", Kind.COUNT),
        Column("p", "p", Kind.P_VALUE),
    )
    bars = Figure(
        "rates", "Win rates", f"Bars of {len(names)} variants: {names[-1]}.", draw_probe, frame, note="A note."
    )
    return Document(
        title=title,
        question=question,
        game="Tranquility",
        is_quick=True,
        notices=("This is a quick try-out.",),
        stamp="analyzer report runs/made_up · seed 0",
        sections=(
            Section(
                "answer",
                "Answer",
                (
                    Prose(f"{names[0]} is won in 73.0 % [72.8, 73.2] of games.", Tone.LEAD),
                    Prose(f"Rules of {names[-1]} are assumed.", Tone.WARNING),
                    Bullets((f"{names[0]} is easiest.", f"{names[-1]} is hardest."), Tone.NOTE),
                ),
            ),
            Section(
                "ladder",
                "Difficulty ladder",
                (
                    bars,
                    Table("rates", "Win rates", columns, frame, note="On the same deals."),
                    Table("evidence", "All the evidence", columns, frame, folded=True),
                    Commands((f"analyzer run '{names[0]}'", "analyzer report runs/made_up"), "Again:"),
                ),
            ),
        ),
    )


TINY = """# Is Poseidon harder than the plain game?
game = "tranquility"
variants = ["base", "poseidon", "storm", "competitive"]
players = [2, 3]
policies = ["spacing", "random_legal"]
skip_impossible = true
deals = 3000
"""


@pytest.fixture(scope="session")
def tiny_run(tmp_path_factory):
    """The run directory of a tiny experiment; copy it before changing it."""
    if IS_PLAIN:
        pytest.skip("thousands of games: only compiled")
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "tranquility_tiny.toml").write_text(TINY, encoding="utf-8")
    return run(folder / "tranquility_tiny.toml", folder / "run", jobs=2).folder


@pytest.fixture(scope="session")
def real_report(tiny_run, tmp_path_factory):
    """The report of the tiny experiment, in both formats."""
    return report(tiny_run, tmp_path_factory.mktemp("report"))


@pytest.fixture
def document():
    return make_document()


@pytest.fixture
def hostile():
    """Names that try to be markup, formulas or chaos."""
    return HOSTILE


@pytest.fixture
def hostile_document():
    return make_document(tuple(HOSTILE.values()), HOSTILE["script"], HOSTILE["handler"])


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    opened = Browser(tmp_path_factory.mktemp("chromium"))
    yield opened
    opened.close()
