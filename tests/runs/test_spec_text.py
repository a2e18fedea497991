"""A study writes the spec of what it plays: read again, it is the same experiment."""

import pytest

from analyzer.games.written import read_policies, read_policy, read_variant
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.keys import spec_text
from analyzer.runs.specs.spec import Effort, Experiment, Sums

MORE = {
    "line-ups": {
        "line_ups": (read_policies("spacing,random_legal"), read_policies("random_legal,spacing(cost=0.7)")),
        "rotate": False,
    },
    "switches": {
        "switches": {"removed": ("4",), "hand_limit": (5, 6)},
        "policies": read_policies("spacing"),
        "rows": False,
    },
    "sums": {"sums": Sums(of=(read_variant("rocks"), read_variant("storm")), up_to=2), "skip_impossible": True},
    "sections": {
        "variants": (read_variant("base"), read_variant("poseidon[removed=4]")),
        "sections": ("answer", "policies"),
        "seed": 9,
    },
    "effort": {
        "policies": read_policies("search(spacing,samples=4,questions=ACTION),random_legal"),
        "effort": ((read_policy("search(spacing,samples=4,questions=ACTION)"), Effort(deals=3, players=(2,))),),
        "field": read_policy("spacing(cost=1)"),
    },
}


@pytest.mark.parametrize("more", MORE.values(), ids=MORE)
def test_what_is_written_is_read_again(more, tmp_path):
    experiment = Experiment(game="tranquility", question="Who wins?", deals=100, players=(2,), **more)
    (tmp_path / "spec.toml").write_text(spec_text(experiment), encoding="utf-8")
    assert load_spec(tmp_path / "spec.toml") == experiment


def test_what_was_not_said_is_not_written():
    effort = ((read_policy("good"), Effort(deals=5)),)
    experiment = Experiment(game="tranquility", question="Who?", deals=100, levels=("good",), effort=effort)
    assert spec_text(experiment).splitlines() == [
        "# Who?",
        'game = "tranquility"',
        'levels = ["good"]',
        "effort = { good = { deals = 5 } }",
        "deals = 100",
    ]
