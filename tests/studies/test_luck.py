"""Luck by source: shares that are known, sentences that follow from them, and what is refused."""

from dataclasses import replace

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.stats import Estimate
from analyzer.studies.luck_found import SKILL, Luck, Source, Table
from tests.toy.truth import luck_shares

DEALS = 2_000


@pytest.fixture
def played(toy):
    return analyzer.luck(toy, levels="patient,rock", games=DEALS, jobs=1)


def test_shares_are_those_that_are_enumerated(played):
    truth = luck_shares([(3, 3)])
    table = played.tables[0]
    assert {source.name for source in table.sources} == {"turn-order", "deck", "dice"}
    for source in table.sources:
        for found, known in zip((source.first, source.total), truth[source.name], strict=True):
            assert abs(found.value - known) < 4.5 * found.half_width / 1.96
    assert table.sources[0].name == "dice"
    assert table.games == 5 * DEALS


def test_mixed_levels_tell_luck_from_skill(played):
    skill = played.tables[2].source(SKILL)
    known = luck_shares([(a, b) for a in (3, 6) for b in (3, 6)])["skill"][1]
    assert abs(skill.total.value - known) < 4.5 * skill.total.half_width / 1.96
    assert skill.total.low > 0
    assert played.tables[2].games == 4 * 5 * DEALS


def test_what_was_played_is_kept(toy, tmp_path):
    asked = {"levels": "rock", "games": 300, "jobs": 1, "out": tmp_path / "kept"}
    once = analyzer.luck(toy, **asked)
    assert len(list((tmp_path / "kept" / "cells").iterdir())) == 5
    again = analyzer.luck(toy, **asked)
    assert again.tables == once.tables
    assert again.seconds == 0.0


def test_policies_that_draw_numbers_are_a_source(toy):
    table = analyzer.luck(toy, levels="random_legal", games=400, jobs=1).tables[0]
    assert table.source("policies").total.low > 0
    assert analyzer.luck(toy, levels="rock", games=400, jobs=1).tables[0].source("policies") is None


def test_a_team_has_shares_of_whether_it_wins(toy):
    found = analyzer.luck(toy, variant="together", levels="rock", games=1_000, jobs=1)
    table = found.tables[0]
    assert table.source("deck").total.value > 0.9
    assert table.source("dice").total.high < 0.03
    assert "comes from the deck alone" in found.words
    assert "whether the team wins" in found.words


def test_four_players_mix_halves_of_the_table(toy):
    assert analyzer.luck(toy, players=4, levels="patient,rock", games=50, jobs=1).tables[2].games == 4 * 5 * 50


def test_the_commands_replay_a_deal_with_and_without_the_source(played):
    plain, frozen = played.commands
    assert "--freeze" not in plain
    assert "--freeze dice --freeze-seed " in frozen
    assert played.as_dict()["tables"][0]["sources"][0]["source"] == "dice"


def estimate(value, half=0.01):
    return Estimate(value, value - half, value + half, 0.95, 100, "made up")


def result(*tables):
    return Luck("toy", "The toy", "base", 2, True, 0, tables, 0.0)


def table(who, **shares):
    sources = tuple(Source(name, estimate(share), estimate(share)) for name, share in shares.items())
    return Table(who, sources, estimate(0.1), 100, 500, 0)


def test_sentences_follow_the_numbers():
    casual, good = table(("casual",), dice=0.7, deck=0.1), table(("good",), dice=0.4, deck=0.105)
    words = result(casual, good).words
    assert "all casual, 70 % [69, 71] of who wins comes from the dice alone; from the deck 10.0 % [9.0, 11.0]." in words
    assert "From casual to good the part of the dice becomes smaller." in words
    assert "the part of the deck" not in words
    assert (
        "From casual to good the part of the dice becomes larger."
        in result(replace(good, who=("casual",)), replace(casual, who=("good",))).words
    )


def test_skill_of_two_pairs_of_levels_is_compared():
    low, high = (
        table((a, b), skill=share, dice=0.5) for a, b, share in (("casual", "good", 0.3), ("good", "strong", 0.1))
    )
    assert (
        "The part of skill between good and strong players is smaller than between casual and good ones"
        in result(low, high).words
    )
    assert (
        "30 % [29, 31] of who wins comes from skill alone and 70 % [69, 71] from luck alone" in result(low, high).words
    )
    same = table(("good", "strong"), skill=0.3, dice=0.5)
    assert (
        "is not different, as far as these games tell, from that between casual and good ones"
        in result(low, same).words
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [({"levels": "rock,rock"}, "give each once"), ({"games": 1}, "two deals"), ({"levels": "rokc"}, "rock")],
)
def test_what_makes_no_sense_is_told(toy, given, words):
    with pytest.raises(BadInput, match=words):
        analyzer.luck(toy, jobs=1, **given)


def test_the_answer_is_short_and_follows_the_numbers():
    mixed = table(("casual", "good"), skill=0.3, dice=0.5)
    alone = table(("casual",), dice=0.7, deck=0.1)
    assert (
        result(alone, mixed).answer
        == "Between casual and good players skill alone decides 30 % of who wins, luck alone 70 %."
    )
    assert result(alone).answer == "Among casual players the dice alone decides 70 % of who wins."
    weak = table(("good",), dice=0.05)
    assert result(weak).answer.startswith("Among good players no source of luck alone decides much of who wins")


def test_many_changes_told_together_need_larger_ones():
    """Ten sources that differ by 1.2 times what would show of one are not told; a single one is."""
    one = [table((who,), dice=share) for who, share in (("casual", 0.5), ("good", 0.517))]
    assert "the dice becomes larger" in result(*one).words
    names = [f"s{number}" for number in range(10)]
    many = [table((who,), **dict.fromkeys(names, share)) for who, share in (("casual", 0.5), ("good", 0.517))]
    assert "no source gains or loses weight" in result(*many).words
