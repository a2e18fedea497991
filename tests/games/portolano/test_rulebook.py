"""Every clause, switch and worked example of the specification has a test that bears its name."""

from __future__ import annotations

import re
from pathlib import Path

from analyzer.games.portolano import GAME

HERE = Path(__file__).parent
SPECIFICATION = (HERE.parents[2] / "docs" / "rules" / "portolano.md").read_text(encoding="utf-8")
TESTS = "\n".join(re.findall(r"^def (test_\w+)", "\n".join(f.read_text() for f in HERE.glob("test_*.py")), re.M))


def untested(names):
    return [name for name in names if not re.search(rf"(?:^test|_and|_flip){name}(?!\d)", TESTS, re.M)]


def test_every_clause_has_a_test():
    clauses = re.findall(r"\*\*P-(\w+)-(\d+)", SPECIFICATION)
    assert len(clauses) > 100
    assert untested(f"_p_{part.lower()}_{number}" for part, number in clauses) == []


def test_every_worked_example_has_a_test():
    examples = re.findall(r"\*\*E-P(\d+)", SPECIFICATION)
    assert len(examples) == 29
    assert untested(f"_e_p{number}" for number in examples) == []


def test_every_switch_has_a_test():
    assert untested(f"_switch_{switch.name}" for switch in GAME.switches) == []
