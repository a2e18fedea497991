"""Levels of play in a spec: each with its policy and an effort of its own, and deals solved in hindsight."""

import pytest

from analyzer.analysis.levels import (
    hindsight_rates,
    level_orders,
    level_rates,
    level_scales,
    level_steps,
    played_levels,
)
from analyzer.errors import BadInput, DamagedRun
from analyzer.games.written import WrittenPolicy
from analyzer.kernel.jit import IS_PLAIN
from analyzer.runs.experiment import run
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand
from analyzer.runs.stored.extending import asks_for_more
from analyzer.runs.stored.results import load_results
from analyzer.runs.stored.verify import verify

SPEC = """# Who wins the toy?
game = "toy"
variants = ["together", "other.toml"]
players = [2, 3]
levels = ["floor", "good"]
deals = 3000
{more}
[effort.good]
deals = 1000
players = [3]
everywhere = ["together"]
deals_of = {{ "other.toml" = 700 }}
"""
HINDSIGHT = "[hindsight]\ndeals = 200\nplayers = [3]\n"


@pytest.fixture
def spec(toy, tmp_path):
    (tmp_path / "other.toml").write_text('variant = "together"\ntarget = 16\n', encoding="utf-8")

    def write(more=HINDSIGHT, text=SPEC):
        path = tmp_path / "levels.toml"
        path.write_text(text.format(more=more), encoding="utf-8")
        return path

    return write


def test_a_level_is_played_by_its_policy_with_an_effort_of_its_own(spec):
    path = spec()
    cells = expand(load_spec(path), path).cells
    found = [
        (planned.variant.rpartition("/")[2], planned.cell.players, planned.cell.seats[0].level) for planned in cells
    ]
    assert sorted(found) == [
        ("other.toml", 2, "floor"), ("other.toml", 3, "floor"), ("other.toml", 3, "good"),
        ("together", 2, "floor"), ("together", 2, "good"), ("together", 3, "floor"), ("together", 3, "good"),
    ]  # fmt: skip
    goals = {(planned.variant.rpartition("/")[2], planned.cell.seats[0].level): planned.own_goal for planned in cells}
    assert goals["together", "floor"] is None
    assert goals["together", "good"].most == 1000
    assert goals["other.toml", "good"].most == 700  # a number of its own


def test_a_try_out_plays_less_of_everything(spec):
    quick = load_spec(spec()).quickened()
    assert (quick.deals, quick.effort_of(WrittenPolicy("good")).deals, quick.hindsight.deals) == (1000, 50, 10)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"good"]', '"god"]', "did you mean 'good'"),
        ("[effort.good]", "[effort.casual]", "effort.casual"),
        ("players = [3]\neverywhere", "players = [7]\neverywhere", "7 is not among the players"),
        ("deals = 1000", "deals = 0", "effort"),
        ('everywhere = ["together"]', 'everywhere = ["togeter"]', "did you mean 'together'"),
        ('"other.toml" = 700', '"another.toml" = 700', "effort.good: unknown variant"),
        ('"other.toml" = 700', '"other.toml" = 0', "effort"),
        ("deals = 200", "dels = 200", "hindsight"),
    ],
)
def test_a_wrong_level_or_effort_is_told(spec, old, new, words):
    path = spec(text=SPEC)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadInput, match=words):
        load_spec(path)


def test_deals_of_a_variant_can_be_raised_and_not_lowered(spec, tmp_path):
    before, more, fewer = (load_spec(spec(text=SPEC.replace("700", deals))) for deals in ("700", "900", "600"))
    assert asks_for_more(before, more, tmp_path)
    with pytest.raises(BadInput, match="700 in the run, 600 now"):
        asks_for_more(before, fewer, tmp_path)


@pytest.mark.skipif(IS_PLAIN, reason="thousands of games: only compiled")
def test_a_run_by_levels_is_kept_continued_and_analysed(spec, tmp_path):
    path, said = spec(), []
    first = run(path, tmp_path / "run", jobs=2, say=said.append)
    assert "hindsight: solving 200 deals of 2 cells with 2 threads of this process" in said
    said.clear()
    again = run(path, tmp_path / "run", jobs=1, say=said.append)
    assert not any(text.startswith("hindsight") for text in said)
    assert first.digest == again.digest is not None
    results = load_results(tmp_path / "run")
    assert played_levels(results) == ["floor", "good"]
    rates = level_rates(results)
    assert set(rates[rates["level"] == "good"]["games"]) == {700, 1000}
    assert set(rates[rates["level"] == "floor"]["games"]) == {3000}
    assert [scale.contexts for scale in level_scales(results)] == [("3",), ("3",)]
    assert len(level_orders(results)) == 1
    steps = level_steps(results)
    own = steps[(steps["players"] == 3) & (steps["variant"] == "together")]
    assert own[["weaker", "stronger", "deals"]].to_numpy().tolist() == [
        ["floor", "good", 1000], ["good", "hindsight", 200]
    ]  # fmt: skip
    assert own["lost"].iloc[1].value == 0.0  # whatever a player wins can be won
    assert set(hindsight_rates(results)["players"]) == {3}


@pytest.mark.skipif(IS_PLAIN, reason="thousands of games: only compiled")
def test_solved_deals_that_are_gone_changed_or_fewer_are_found_and_solved_again(spec, tmp_path):
    text = SPEC.replace(', "other.toml"', "").replace("deals = 3000", "deals = 100").replace("1000", "100")
    text = text.replace('{{ "other.toml" = 700 }}', "{{}}")
    paths = {}
    for name, deals in (("run", 60), ("shorter", 40)):
        paths[name] = spec(more=HINDSIGHT.replace("200", str(deals)), text=text).rename(tmp_path / f"{name}.toml")
        run(paths[name], tmp_path / name, jobs=1)
    (file,) = (tmp_path / "run" / "hindsight").iterdir()
    whole, shorter = file.read_bytes(), (tmp_path / "shorter" / "hindsight" / file.name).read_bytes()
    assert verify(tmp_path / "run").is_whole
    for changed in (None, whole.replace(b"\n", b" ", 1), whole[:-3], shorter):
        file.unlink()
        if changed is not None:
            file.write_bytes(changed)
        assert [damage.cell for damage in verify(tmp_path / "run").damages] == [f"hindsight {file.stem}"]
        with pytest.raises(DamagedRun, match="solved deals"):
            run(paths["run"], tmp_path / "run", jobs=1)
        run(paths["run"], tmp_path / "run", jobs=1, repair=True)
        assert file.read_bytes() == whole
