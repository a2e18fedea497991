import pytest

from analyzer.reporting import basis
from analyzer.reporting.topics import assumptions, luck, method
from analyzer.reporting.topics.losses import endings as losses
from analyzer.runs.specs.spec import Experiment
from analyzer.stats.estimate import Estimate


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def asked(**stop):
    return Experiment(game="tranquility", **stop)


def test_a_run_that_stops_when_all_is_decided_says_so():
    decided = asked(until="decided", margin=0.03, max_deals=400_000)
    text = method.stopping(decided, ["decided", "max_deals"], [8192, 400_000])
    assert text.startswith(
        "Each cell stopped when all its pairs were told apart or equal within ±3 points (1 of 2 cells)"
    )
    assert "all pairs and all planned looks hold together at 97.5 %" in method.intervals(decided)


def test_deals_are_equal_or_a_range():
    assert basis.deals(1000, 1000, 76, 0).startswith("This rests on 1\u202f000 deals in each of 76 game settings")
    assert "1\u202f000 to 4\u202f000 deals in each of 76 game settings, all on the same deals as far as they go" in (
        basis.deals(1000, 4000, 76, 0)
    )
    assert basis.deals(1000, 1000, 1, 7) == "This rests on 1\u202f000 deals of one game setting (seed 7)."


def test_small_runs_ask_for_caution():
    assert "With 1\u202f999 deals per game setting these are first impressions" in basis.caution([1999, 1999])
    assert basis.caution([2000, 4000]) == ""


def test_a_few_small_cells_do_not_make_all_of_it_a_first_impression():
    """It said "With 400 deals per game setting these are first impressions" where most had 40 960."""
    text = basis.caution([400, 400, 40_960, 12_288])
    assert text == "2 of the 4 have only 400 deals: in these, only large differences show."
    assert "400 to 1\u202f000 deals" in basis.caution([400, 1000, 5000])


def test_policies_are_named():
    one = basis.players_of([("spacing", "Place each Island near its cell.")])
    assert one.startswith("Spacing plays at every seat: place each Island near its cell; better players")
    assert "a and b" in basis.players_of([("a", "A."), ("b", "B.")])


def test_assumptions_are_counted():
    assert basis.assumed(0, 0, 0, 5) == "Nothing in it rests on assumed rules."
    assert basis.assumed(6, 0, 0, 5) == "Everything rests on 6 assumed readings of the rules: see Assumptions."
    assert "2 of 5 variants and settings, marked †, rest on further assumed rules" in basis.assumed(6, 0, 2, 5)
    assert basis.assumed(0, 0, 1, 5).startswith("1 of 5 variants and settings, marked †, rests on assumed rules")


def test_assumed_values_are_counted_like_in_the_warning_above():
    """It said 317 "readings or values" under a warning of 448 assumed values: whole tables were counted as one."""
    assert basis.assumed(31, 448, 0, 5) == (
        "Everything rests on 31 assumed readings of the rules and 448 assumed component values: see Assumptions."
    )
    assert "1 assumed component value:" in basis.assumed(0, 1, 0, 5)


@pytest.mark.parametrize(("share", "said"), [(0.0, "No game"), (0.0002, "Few games"), (0.1, "10 %")])
def test_cut_off_games_are_never_silent(share, said):
    text = basis.cut_off(Estimate(share, share * 0.9, share * 1.1, 0.95, 1000, "test"), 0)
    assert text.startswith(said)
    assert "3 games ended by a fault" in basis.cut_off(about(share), 3)


def test_a_data_set_is_named_with_its_assumed_values():
    assert "recon-1" in basis.data_set("recon-1", "Islebound", 448, 735)
    assert "448 of its 735" in basis.data_set("recon-1", "Islebound", 448, 735)
    assert "each has a source" in basis.data_set("full", "Islebound", 0, 735)


def test_too_many_arms_are_told_with_their_number_and_the_limit():
    assert basis.many_arms(1000, 50).startswith("1\u202f000 arms are more than the 50 ")
    assert "reference only" in basis.many_arms(51, 50)


def test_saved_games_are_no_range_of_equal_numbers():
    """It said "worth 1.0 to 1.0 times as many games"."""
    assert "saves next to nothing" in basis.saved_games(0.98, 1.04)
    assert "1.0 to 1.0" not in basis.saved_games(0.98, 1.04)
    assert basis.saved_games(1.21, 1.24).endswith("worth about 1.2 times as many games.")
    assert basis.saved_games(1.0, 11.7).endswith("worth 1.0 to 11.7 times as many games.")


def test_the_level_is_said():
    assert "95 %" in basis.TOGETHER


def test_readings_are_counted_by_source():
    text = assumptions.overview({"assumed": 6, "inferred": 1, "public": 0, "rulebook": 23})
    assert text == (
        "The results rest on 30 readings and settings of the rules: 6 assumed (no source says so), 1 inferred from "
        "other rules and 23 from the rulebook."
    )
    assert assumptions.overview({}) == "No switch of the rules matters to these results."


def test_causes_of_loss():
    one = losses.main_cause("three players", "no card", [("base", about(0.4))], [], 1)
    assert one == "With three players games are lost most often thus: no card (40 % [39, 41] of the lost games)."
    ends = [("base", about(0.4)), ("rocks", about(0.5)), ("storm", about(0.6))]
    assert losses.main_cause("three players", "x", ends, [], 3) == (
        "With three players the most frequent cause of loss in all 3 variants shown is: x, from 40 % [39, 41] of the "
        "lost games in base to 60 % [59, 61] in storm."
    )


def test_a_cause_that_leads_in_some_variants_is_not_called_the_most_frequent_one():
    """It named the cause that led in 4 of 18 variants, because they had the most lost games."""
    ends = [("base", about(0.54)), *[("x", about(0.6))] * 11, ("storm", about(0.63))]
    text = losses.main_cause("three players", "no legal action", ends, [("no card in hand", 4)], 18)
    assert text == (
        "With three players the most frequent cause of loss in 13 of 18 variants shown is: no legal action (from 54 % "
        "[53, 55] of the lost games in base to 63 % [62, 64] in storm); in 4 it is: no card in hand; in 1 two causes "
        "are too close to tell."
    )
    assert losses.main_cause("x", "", [], [], 4) == "With x no cause of loss can be told to be the most frequent."
    scoped = losses.main_cause("three players, played by survival", "a", ends, [], 13)
    assert scoped.startswith("With three players, played by survival, the most frequent cause")
    once = losses.main_cause("x", "a", [("base", about(0.54))], [("b", 1)], 2)
    assert once.endswith("is: a (54 % [53, 55] of the lost games in base); in 1 it is: b.")


def test_won_and_lost_games_differ_or_hardly():
    assert "hardly differs" in losses.won_and_lost("turns", "base", about(5.0, 1.0), about(5.5, 1.0))
    assert "hardly" not in losses.won_and_lost("turns", "base", about(5.0, 0.1), about(6.5, 0.1))


def test_the_start_comes_late_or_never():
    late = losses.late_play("the Start", "base", about(0.0, 0.0), about(0.2), about(15.0, 0.5), about(20.0, 0.5))
    assert late.startswith("The Start is played in turn 15.0 [14.5, 15.5] in won games")
    assert "in 20 % [19, 21] of the lost games it never was" in late
    same = losses.late_play("the Start", "base", about(0.0), about(0.0), about(15.0, 0.5), about(15.2, 0.5))
    assert same.startswith("Won and lost games hardly differ")
    assert "never" not in same
    bridge = losses.late_play("a bridge", "base", about(0.0), about(0.0), about(15.0, 0.5), about(20.0, 0.5))
    assert bridge.startswith("A bridge is played in turn 15.0")


def test_luck_of_the_deal():
    assert "explains 20 % [19, 21] of the variance" in luck.luck("depth", about(0.2), "base", is_certain=True)
    assert "explains nothing that" in luck.luck("depth", about(0.02), "base", is_certain=False)


def test_luck_and_skill_are_weighed_only_if_apart():
    much, little = about(0.5), about(0.1)
    assert luck.luck_and_skill("base", much, little, much, little).startswith("Luck weighs more")
    assert luck.luck_and_skill("base", little, much, little, much).startswith("The choice of a policy weighs more")
    wide = Estimate(0.3, 0.05, 0.55, 0.999, 100, "test")
    assert "cannot be told apart" in luck.luck_and_skill("base", much, little, wide, wide)
    assert "the seat 3 % [2, 4]" in luck.skill("base", about(0.2), about(0.03), is_certain=True)
    assert "the seat nothing" in luck.skill("base", about(0.2), about(0.03), is_certain=False)


def test_stopping_is_said():
    fixed = method.stopping(asked(deals=9000), ["deals"], [9000])
    assert fixed == "The number of deals was fixed beforehand: 9\u202f000 per cell."
    until = method.stopping(asked(until=0.005, max_deals=400_000), ["until", "max_deals"], [5000, 400_000])
    assert "±0.5 points (1 of 2 cells)" in until
    assert until.endswith("at the latest after 400\u202f000 deals.")
    assert "Wilson" in method.intervals(asked(deals=9))
    assert "confidence sequence" in method.intervals(asked(until=0.005))
    assert "wrong in 4.5 to 5.8 % of runs" in method.intervals(asked(until=0.005))


def test_cells_with_a_number_of_deals_of_their_own_are_not_said_to_stop_by_their_interval():
    """It said that all cells stop at ±0.5 points or after 400 000 deals, where the experts had 400 deals each."""
    text = method.stopping(asked(until=0.005, max_deals=400_000), ["until", "deals", "deals"], [40_960, 400, 400])
    assert text.endswith("after 400\u202f000 deals, but for 2 with a number of deals fixed beforehand (400).")
    assert "fixed beforehand: 20 to 2\u202f000 per cell" in method.stopping(
        asked(deals=2000), ["deals"] * 2, [2000, 20]
    )


def test_halves_that_differ_are_an_alarm():
    assert "do not trust" in method.same_against_same(0.0001, 12)
    assert "do not trust" not in method.same_against_same(0.4, 12)


def test_the_report_says_over_how_many_claims_its_error_is_split():
    text = method.certain_claims(5411, 0.05)
    assert "allows 5\u202f411 such claims, and each has an equal part of the 5 % of error" in text
    assert not method.certain_claims(0, 0.05)


def test_versions_and_digests():
    text = method.versions({"pig": 2}, "0.1.0", {"python": "3.11", "numpy": None}, "abcdef0123456789")
    assert "rules of pig version 2" in text
    assert "commit abcdef012345" in text
    assert "numpy" not in text
    assert "commit" not in method.versions({"pig": 2}, "0.1.0", {}, None)
    assert "no digest yet" in method.digest(None, "ff" * 32)
    assert "Digest of all games: aaaaaaaaaaaaaaaa" in method.digest("a" * 64, "ff" * 32)


def test_examples_are_described():
    assert method.EXAMPLES["narrow", False].format(46) == "a narrow win, 46 turns"
    assert method.EXAMPLES["narrow", True].format(2) == "the closest game, a margin of 2"
    assert method.EXAMPLES["fastest", False].format(37) == "the fastest loss, 37 turns"


def test_a_policy_that_is_not_shipped_played_apart_or_the_run_is_called_unguarded():
    assert method.guarded(["mine"], 1).startswith("mine is not shipped and played in processes of their own")
    assert method.guarded(["mine", "yours"], 0).startswith("Unguarded: mine, yours are not shipped")
