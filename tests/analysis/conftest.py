"""Two finished runs: modules of the cooperative game, and a competitive one."""

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.runs.experiment import run
from analyzer.runs.stored.results import load_results

MODULES = """# What do modules add?
game = "tranquility"
policies = ["spacing"]
sums = { of = ["galateia", "poseidon", "rocks"], up_to = 2 }
players = [2, 3]
deals = 9000
skip_impossible = true
"""
COMPETITIVE = """# Who wins?
game = "tranquility"
variants = ["competitive"]
players = [2]
policies = ["spacing", "random_legal"]
line_ups = [["spacing", "random_legal"]]
deals = 9000
"""


def finished(folder, text):
    if IS_PLAIN:
        pytest.skip("thousands of games: only compiled")
    (folder / "spec.toml").write_text(text, encoding="utf-8")
    return load_results(run(folder / "spec.toml", folder / "run", jobs=2).folder)


@pytest.fixture(scope="session")
def modules(tmp_path_factory):
    return finished(tmp_path_factory.mktemp("modules"), MODULES)


@pytest.fixture(scope="session")
def competitive(tmp_path_factory):
    return finished(tmp_path_factory.mktemp("competitive"), COMPETITIVE)
