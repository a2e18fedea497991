"""Small finished runs of every kind of design, all of one game so that it is compiled once."""

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.runs.experiment import run
from analyzer.runs.stored.results import load_results
from tests.thinning import thinned

SPECS = {
    "ladder_run": """# How hard are some variants?
game = "tranquility"
policies = ["spacing"]
variants = ["base", "galateia", "triton", "poseidon", "storm"]
players = [2, 3]
deals = 2000
""",
    "module_run": """# What do modules add?
game = "tranquility"
policies = ["spacing"]
sums = { of = ["galateia", "rocks", "storm"], up_to = 2 }
players = [3]
skip_impossible = true
deals = 2000
""",
    "reading_run": """# Which reading matters?
game = "tranquility"
policies = ["spacing"]
variants = ["base"]
players = [2, 3]
deals = 2000
[alone]
cost_rule = ["max"]
early_loss = [true]
first_player = ["fixed0"]
one_card = ["loss"]
""",
    "switch_run": """# What does the Start cost her?
game = "tranquility"
policies = ["spacing"]
variants = ["base", "poseidon"]
players = [1]
deals = 2000
[switches]
solo_start = ["draw4", "none"]
""",
    "sweep_run": """# How many Islands can be taken out until a team loses as often as it wins?
game = "tranquility"
policies = ["spacing"]
players = [2, 3]
deals = 2000
[switches]
removed = [0, 4, 8]
""",
    "policy_run": """# Which policy is best?
game = "tranquility"
variants = ["base", "poseidon"]
players = [2, 3]
policies = ["spacing", "even_split", "random_legal"]
deals = 2000
""",
    "contest_run": """# Who wins, and from which seat?
game = "tranquility"
variants = ["competitive"]
players = [2]
policies = ["spacing", "spacing(cost=0.2)", "random_legal"]
field = "spacing"
deals = 2000
""",
    "contest_sweep_run": """# Does a longer row change the contest?
game = "tranquility"
variants = ["competitive"]
players = [2]
policies = ["spacing", "random_legal"]
deals = 500
[switches]
comp_row = [3, 4, 5]
""",
    "mixed_run": """# How hard are they, and who wins where there is no team?
game = "tranquility"
variants = ["base", "poseidon", "competitive"]
players = [2]
policies = ["spacing"]
deals = 2000
sections = ["answer", "ladder", "method"]
""",
    "single_run": """# How hard is it?
game = "tranquility"
policies = ["spacing"]
players = [2]
deals = 2000
""",
}


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """Play the spec of a name once."""
    if IS_PLAIN:
        pytest.skip("thousands of games: only compiled")
    kept = {}

    def play(name):
        if name not in kept:
            folder = tmp_path_factory.mktemp(name)
            (folder / f"{name}.toml").write_text(SPECS[name], encoding="utf-8")
            kept[name] = load_results(run(folder / f"{name}.toml", folder / "run", jobs=2).folder)
        return kept[name]

    return play


@pytest.fixture(scope="session", params=sorted(SPECS))
def any_run(request, finished):
    return finished(request.param)


@pytest.fixture(scope="session", params=thinned([(name,) for name in sorted(SPECS)], 4))
def some_run(request, finished):
    return finished(request.param)
