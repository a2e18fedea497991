"""Runs that stop when every pair is decided: what is in question, the same result however played, and the truth."""

from itertools import combinations
from types import SimpleNamespace

import pytest

from analyzer.analysis import certainty, comparisons, decisions
from analyzer.analysis.tables import win_rates
from analyzer.errors import BadInput
from analyzer.play.control import Control
from analyzer.runs.experiment import run
from analyzer.runs.specs.forecast import questions_of, showable
from analyzer.runs.stored.results import load_results
from analyzer.stats.deciding import Verdict
from tests.toy import truth

TARGETS = (15, 16, 19, 20, 24)
SPEC = f"""# Which target is harder?
game = "toy"
variants = ["together"]
players = [3]
policies = ["rock"]
until = "decided"
margin = 0.03
max_deals = 60_000
[switches]
target = {list(TARGETS)}
"""


@pytest.fixture
def spec(toy, tmp_path):
    path = tmp_path / "targets.toml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def test_every_pair_is_decided_as_it_is_and_cells_stop_when_no_pair_needs_them(spec, tmp_path):
    heard = []
    found = run(spec, tmp_path / "run", jobs=1, say=heard.append)
    decider = decisions.decider_of(load_results(found.folder))
    target = {entry.cell: int(entry.changes["target"]) for entry in found.manifest.cells}
    assert len(decider.couples) == 10
    assert not decider.open
    for (first, second), verdict in decider.verdicts.items():
        gap = truth.team_rate(3, target[first], 6) - truth.team_rate(3, target[second], 6)
        assert verdict is Verdict.APART
        assert decider.differences[first, second].low < gap < decider.differences[first, second].high
    games = {target[entry.cell]: entry.games for entry in found.manifest.cells}
    assert found.manifest.status == "complete"
    assert {entry.stopped_by for entry in found.manifest.cells} == {"decided"}
    assert sum(games.values()) < 5 * 60_000 / 4
    assert any(line.startswith("until decided: 10 pairs, told apart or equal within ±3 points") for line in heard)
    assert any(line.endswith("0 open") for line in heard)


def test_the_result_is_the_same_for_any_number_of_workers_and_after_an_interruption(spec, tmp_path):
    whole = run(spec, tmp_path / "whole", jobs=1)
    two = run(spec, tmp_path / "two", jobs=2)
    control = Control()

    def stop(_cell, games, _expected):
        if games > 9_000:
            control.stop()

    cut = run(spec, tmp_path / "cut", jobs=1, control=control, on_games=stop)
    assert cut.was_interrupted
    again = run(spec, tmp_path / "cut", jobs=1)
    assert whole.digest == two.digest == again.digest is not None
    assert [cell.games for cell in again.manifest.cells] == [cell.games for cell in whole.manifest.cells]


def test_win_rates_of_such_a_run_have_intervals_that_hold_at_every_look(spec, tmp_path):
    rates = win_rates(load_results(run(spec, tmp_path / "run", jobs=1).folder))
    assert {rate.method for rate in rates["win_rate"]} == {"beta-binomial confidence sequence"}


def test_the_other_claims_of_such_a_run_have_the_other_half_of_the_error_split_over_its_looks(spec, tmp_path):
    results = load_results(run(spec, tmp_path / "run", jobs=1).folder)
    looks, number = len(decisions.decider_of(results).rule.looks), sum(certainty.claims(results).values())
    assert certainty.each(results) == pytest.approx(1 - 0.05 / (2 * looks * number))
    couple, said = next(iter(decisions.decider_of(results).differences.items()))
    assert comparisons.difference_of(results, *couple) == said


def test_a_run_without_a_pair_to_decide_is_refused(spec, tmp_path):
    spec.write_text(SPEC.replace(str(list(TARGETS)), "[15]"), encoding="utf-8")
    with pytest.raises(BadInput, match='until = "decided": no pair to decide'):
        run(spec, tmp_path / "run", jobs=1)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('until = "soon"', 'until: .*allowed: a half-width from 0.00001 to 0.25, or "decided"'),
        ("until = 0.01", 'margin: allowed only together with until = "decided"'),
        ('until = "decided"\ndeals = 100', "deals, until: deals and until given"),
    ],
)
def test_a_stop_that_makes_no_sense_is_refused(spec, tmp_path, line, message):
    spec.write_text(SPEC.replace('until = "decided"', line), encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        run(spec, tmp_path / "run", jobs=1)


def entry(cell, variant="base", players=2, policy="p", deals=None, is_competitive=False, **changes):
    own = {"cell": cell, "variant": variant, "setting": f"{variant}{changes}", "players": players}
    return SimpleNamespace(
        **own, policies=[policy] * players, changes=changes, deals=deals, is_competitive=is_competitive
    )


def asked(*entries, alone=()):
    experiment = SimpleNamespace(alone=dict.fromkeys(alone, (1,)))
    return questions_of(SimpleNamespace(cells=list(entries), experiment=experiment))


def test_in_question_is_what_the_same_players_play_or_else_who_plays_the_same():
    cells = [entry(f"{v}{n}", v, n) for v in "abc" for n in (2, 3)]
    assert set(asked(*cells)) == {(f"{x}{n}", f"{y}{n}") for x, y in combinations("abc", 2) for n in (2, 3)}
    assert asked(entry("x", policy="p"), entry("y", policy="q")) == [("x", "y")]
    alone = [entry("plain"), entry("one", k=1), entry("two", k=2), entry("other", "b")]
    assert asked(*alone, alone=("k",)) == [("one", "plain"), ("two", "plain")]
    assert asked(entry("x"), entry("slow", "b", deals=400), entry("rivals", "c", is_competitive=True)) == []


def test_before_a_run_it_is_said_what_its_size_can_show():
    assert showable(200, 1) == (
        "what 200 deals can show: differences of 14 points and more, with four chances in five, at win rates near 50 %"
    )
    assert "14 points and more (22 where all 105 pairs must hold together)" in showable(200, 105)
