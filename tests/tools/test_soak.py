"""The verdict of a soak: flat and constant is steady; growth, slowing down and too few games are not."""

from dataclasses import replace

from tools.soak import EVERY, Sample, Sampler, judge

STEADY = [Sample(games, games, games / 1e5, games / 1.2e5, 300_000_000) for games in range(0, 10_000_000, EVERY)]


def test_flat_and_constant_is_steady():
    lines, is_steady = judge(STEADY)
    assert is_steady
    assert "300.0 MB after 3,300,000 games" in lines[0]
    assert "120,000 in the first tenth" in lines[1]


def test_growth_is_not():
    grown = [replace(sample, memory=int(sample.memory + sample.games * 4)) for sample in STEADY]
    assert not judge(grown)[1]


def test_what_libraries_take_at_first_is_no_growth():
    early = [replace(sample, memory=280_000_000) if sample.games < 3e6 else sample for sample in STEADY]
    assert judge(early)[1]


def test_slowing_down_is_not_but_a_busy_machine_is_no_slowing_down():
    slower = [replace(sample, cpu=sample.cpu * (1 + sample.games / 1e8)) for sample in STEADY]
    busy = [replace(sample, wall=sample.wall * (1 + sample.games / 1e7)) for sample in STEADY]
    assert not judge(slower)[1]
    assert judge(busy)[1]


def test_too_few_games_tell_nothing():
    lines, is_steady = judge(STEADY[:12])
    assert not is_steady
    assert "too few" in lines[0]


def test_samples_are_written_down(tmp_path):
    sampler = Sampler(tmp_path / "samples.csv")
    for games in (0, EVERY // 2, EVERY, 3 * EVERY):
        sampler.hear(games)
    assert [sample.games for sample in sampler.samples] == [0, EVERY, 3 * EVERY]
    assert len((tmp_path / "samples.csv").read_text().splitlines()) == 3
