"""Tiny experiments: random play, a few thousand deals."""

import pytest

from analyzer.kernel.jit import IS_PLAIN

TINY = """# Does a tiny experiment run?
game = "tranquility"
variants = ["base", "poseidon"]
players = [2, 3]
policies = ["random_legal"]
deals = 9000
seed = 4
"""


@pytest.fixture(autouse=True)
def _compiled_only():
    if IS_PLAIN:
        pytest.skip("thousands of games: only compiled")


@pytest.fixture
def write_spec(tmp_path):
    """Write a spec; keyword arguments replace lines of the tiny one."""

    def write(name="tiny", more="", **changes):
        lines = TINY.splitlines()
        for key, value in changes.items():
            lines = [line for line in lines if not line.startswith(f"{key} =")]
            lines += [f"{key} = {value}"] if value is not None else []
        path = tmp_path / f"{name}.toml"
        path.write_text("\n".join(lines) + "\n" + more, encoding="utf-8")
        return path

    return write
