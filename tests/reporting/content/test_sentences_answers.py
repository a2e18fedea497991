"""What sweeps and recommendations say, and what readers call things."""

from types import SimpleNamespace

import pytest

from analyzer.analysis import places
from analyzer.analysis.icons import Answer
from analyzer.games.written import read_policy
from analyzer.reporting import naming as names
from analyzer.reporting.naming import counts_words
from analyzer.reporting.topics import glossary, modules, recommendation
from analyzer.reporting.topics import sweep as sweeps
from analyzer.reporting.topics.ladder import difficulty as icons
from analyzer.reporting.topics.policies import ways
from analyzer.stats.effects import EASIER, HARDER
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import OPEN, OTHER, Held


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def test_a_crossing_is_said_for_every_number_of_players():
    text = sweeps.crosses("removed", [("two players", about(3.4, 0.11)), ("three players", about(4.2, 0.11))])
    assert text == (
        "Half of the games are won where removed is 3.4 [3.3, 3.5] with two players and 4.2 [4.1, 4.3] with three "
        "players."
    )


def test_a_curve_that_does_not_cross_says_on_which_side_it_stays():
    values = [0.0, 6.0, 12.0]
    above = sweeps.stays("removed", values, about(0.9), about(0.7), "two players", is_open=False)
    assert above.startswith("With two players more than half of the games are won whatever the value of removed from 0")
    below = sweeps.stays("removed", values, about(0.3), about(0.1), "two players", is_open=False)
    assert "fewer than half" in below
    assert "cannot tell" in sweeps.stays("removed", values, about(0.9), about(0.51), "two players", is_open=True)
    assert "crosses 50 % 3 times" in sweeps.several_times("removed", "two players", 3)


def test_icon_changes_are_listed_with_what_any_cut_points_would_change():
    moved = [("Archway", 1, 3, "certain"), ("Pyramid", 2, 3, "certain")]
    text = recommendation.icon_changes(moved, 12, 2)
    assert text == (
        "Two of 12 printed icons should change for certain: Archway from one to three and Pyramid from two to three; "
        "no choice of cut points would change fewer."
    )
    assert "would still change one" in recommendation.icon_changes(moved, 12, 1)
    assert "would change none" in recommendation.icon_changes(moved, 12, 0)
    assert recommendation.icon_changes([], 12, 0).startswith("All 12 printed icons are those of the fixed cut points")


def test_a_change_that_depends_on_something_is_not_called_certain():
    """Day and Night was to change from one to two, where it would be three for casual players and one for experts."""
    moved = [("Archway", 1, 3, "certain"), ("Day and Night", 1, 2, "depends on skill and a rule")]
    text = recommendation.icon_changes(moved, 12, 1)
    assert text == (
        "One of 12 printed icons should change for certain: Archway from one to three; the fixed cut points change one "
        "more, which may not hold everywhere: Day and Night from one to two (depends on skill and a rule); cut points "
        "chosen to follow the print would still change one."
    )
    none = recommendation.icon_changes(moved[1:], 12, 1)
    assert none.startswith("None of 12 printed icons should change for certain; the fixed cut points change one, which")


def test_cut_points_are_fixed_win_rates_of_a_policy():
    text = recommendation.cut_points((0.8, 0.6), "survival (a good player)", 3)
    assert text == (
        "Fixed cut points: one icon where survival (a good player) wins at least 80 % of the games with three players, "
        "two from 60 % to below 80 % and three below 60 %."
    )
    assert recommendation.cut_points((0.5,), "survival", 1).endswith("with one player and two below 50 %.")


def held(verdict, fewest, most, rests_on=""):
    return Held(verdict, fewest, most, rests_on)


def test_a_verdict_says_on_what_an_icon_depends():
    casual, expert = Answer("skill", "casual", held(OTHER, 3, 3)), Answer("skill", "expert", held(OTHER, 1, 1))
    rule, solo = Answer("rule", "day_flip=each_round", held(OTHER, 1, 1)), Answer("players", "1", held(OTHER, 1, 2))
    unsure = Answer("players", "5", held(OPEN, 1, 2, "triton"))
    assert recommendation.verdict_of([]) == "certain"
    assert recommendation.verdict_of([unsure]) == "open"
    assert recommendation.verdict_of([unsure, casual, expert]) == "depends on skill"
    assert recommendation.verdict_of([casual, rule, solo]) == "depends on skill, a rule and the number of players"
    results = manifest({}, [SimpleNamespace(name="triton", title="Triton", source="rulebook")])
    results.manifest.game.assumed = []
    assert recommendation.reasons(results, [unsure, casual, rule, solo]) == (
        "casual: three; day_flip = each_round: one; one player: one or two; five players: perhaps one or two, if "
        "Triton is left out"
    )
    assert recommendation.reasons(results, [Answer("skill", "expert", held(OPEN, 0, 0))]) == "expert: not played"


def test_a_printed_icon_that_fits_nowhere_is_wrong_whatever_the_right_one_is():
    """Whether the Archway should carry two or three is open; one is wrong for everybody."""
    unsure = Answer("skill", "casual", held(OPEN, 2, 3))
    assert recommendation.judged({"answers": [unsure], "printed": 1.0}) == "open, but one fits nowhere"
    assert recommendation.judged({"answers": [unsure], "printed": 2.0}) == "open"
    assert recommendation.judged({"answers": [], "printed": 1.0}) == "certain"
    not_played = Answer("rule", "", held(OPEN, 0, 0))  # it might fit there
    assert recommendation.judged({"answers": [unsure, not_played], "printed": 1.0}) == "open"


def test_verdicts_are_counted_and_what_was_asked_is_said():
    """It said that all 13 icons come out the same in each of 2,000 draws."""
    text = recommendation.counted(["certain"] * 8 + ["depends on skill"] * 2 + ["depends on a rule", "open", "open"])
    assert text == "Of 13 recommended icons 8 are certain; 2 depend on skill, 1 depends on a rule and 2 are open."
    assert recommendation.counted(["certain"] * 3) == "All 3 recommended icons are certain."
    assert recommendation.counted(["open"]) == "The recommended icon is open."
    assert recommendation.counted(["certain"]) == "The recommended icon is certain."
    asked = recommendation.asked(["casual", "expert"], 3, [1, 2, 4, 5], 12, "survival")
    assert asked == (
        "Certain means the same for casual and expert players with three players, survival with one, two, four and "
        "five players and 12 other readings of the rules, whichever variant is left out."
    )
    assert recommendation.asked(["casual"], 3, [], 0, "survival").endswith(
        "whichever variant is left out; no other number of players or reading was played."
    )
    assert recommendation.asked([], 3, [], 0, "survival").startswith("Certain means beyond the error of these deals")


def test_variants_without_printed_icons_get_some():
    assert recommendation.unprinted([("Sea Monsters (4)", 2)]).endswith("Sea Monsters (4) should carry two.")


def test_pairs_are_counted_in_a_clause():
    assert modules.pairs_verdict([HARDER, EASIER, EASIER, "open"]) == (
        "of 4 pairs one is harder together than the sum of their parts and two easier, for certain"
    )
    assert modules.pairs_verdict(["open", "open"]).startswith("none of 2 pairs differs")


def manifest(policies, variants=(), labels=(), levels=None, ladder=None, own=()):
    """Results of a run in which policies of these titles played, seen by these labels."""
    listed = [SimpleNamespace(name=name, title=title) for name, title in policies.items()]
    cells = [SimpleNamespace(policies=[label], seats=[read_policy(label)]) for label in labels]
    game = SimpleNamespace(variants=list(variants), switches=[], levels=ladder or {}, players=[2, 3, 4, 5])
    content = SimpleNamespace(policies=listed, game=game, levels=levels or {}, cells=cells, own_policies=list(own))
    return SimpleNamespace(manifest=content, answers={})


def test_policies_are_named_with_what_they_are():
    policies = {"spacing": "a careful placer", "diplomat": "a diplomat"}
    results = manifest(policies, labels=("spacing", "spacing(cost=0.7)", "diplomat"))
    assert names.policy_words(results, "spacing") == "a careful placer"
    assert names.policy_words(results, "spacing(cost=0.7)") == "a careful placer with knobs of its own"
    assert names.policy_words(results, "diplomat") == "a diplomat"
    assert names.policy_words(manifest({"plain": ""}), "plain") == "plain"  # without a title


def test_a_level_beside_a_policy_comes_first():
    results = manifest({"spacing": "a careful placer"}, levels={"spacing(cost=0.7)": "casual"})
    assert names.policy_words(results, "spacing(cost=0.7)") == "a casual player"
    assert names.policy_words(results, "spacing") == "a careful placer"
    assert names.policy_title(manifest({}, levels={"x": "odd"}), "x") == "level odd"


def test_one_policy_has_one_name_whether_a_run_asks_for_its_level_or_for_itself():
    """It was "navigator (a good player)" in one report, "navigator (a navigator who counts everything)" in another."""
    titles, ladder = {"navigator": "a navigator who counts everything"}, {"casual": "trader", "good": "navigator"}
    asked, named = manifest(titles, levels={"navigator": "good"}, ladder=ladder), manifest(titles, ladder=ladder)
    assert names.policy_words(asked, "navigator") == names.policy_words(named, "navigator") == "a good player"
    other = manifest(titles, ladder=ladder, own=["navigator"])  # a user's own, which happens to be called so
    assert names.policy_words(other, "navigator") == "a navigator who counts everything"


def test_every_number_of_players_is_said_of_all_that_the_game_is_made_for():
    """It said "with every number of players" of two to four players in a game for two to five."""
    assert names.every_count(manifest({}), [2, 3, 4]) == "each number of players that was played"
    assert names.every_count(manifest({}), [5, 4, 3, 2]) == "every number of players"


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([1], "one player"),
        ([2, 3], "two and three players"),
        ([2, 3, 5], "two, three and five players"),
        ([5, 2, 4, 3], "two to five players"),
    ],
)
def test_numbers_of_players_are_listed_or_given_by_their_ends(counts, said):
    assert counts_words(counts) == said


def test_cases_with_the_same_players_are_told_together(monkeypatch):
    """It said "one player (solo_start=draw4), one player (solo_start=draw8) and one player (solo_start=none)"."""
    policies = ["survival", "search(survival,samples=200)"]
    starts = ("draw4", "draw8", "none")
    cells = [
        SimpleNamespace(policies=policies, sets=[f"solo_start={start}"], change_words=[f"solo_start = {start}"])
        for start in starts
    ]
    results = SimpleNamespace(manifest=SimpleNamespace(cells=cells), answers={})
    monkeypatch.setattr(places, "scales", lambda _results: ["several", "of them"])
    scopes = [("solo_start=draw4", "1"), ("solo_start=draw8", "1"), ("solo_start=none", "1")]
    assert icons.scope_words(results, scopes) == (
        "one player (solo_start = draw4, solo_start = draw8 and solo_start = none)"
    )
    mixed = [("survival", "2"), ("survival", "3"), ("survival", "4"), ("search(survival,samples=200)", "3")]
    assert icons.scope_words(results, mixed) == (
        "two to four players (survival) and three players (search(survival,samples=200))"
    )


def test_variations_of_one_policy_are_a_family():
    split = "spacing with the Start shared evenly"
    results = manifest(
        {"spacing": "a careful placer", "even_split": split, "lot": "a random one"},
        labels=("spacing", "even_split", "spacing(cost=1.0)", "lot"),
    )
    assert ways.family_of(results, ["spacing", "even_split"]) == "spacing"
    assert ways.family_of(results, ["spacing", "spacing(cost=1.0)"]) == "spacing"
    assert ways.family_of(results, ["spacing", "lot"]) is None
    assert ways.family_of(results, ["spacing"]) is None


def test_the_glossary_has_the_terms_that_a_report_needs():
    team, contest = (glossary.terms(team=x, contest=not x, scale=x) for x in (True, False))
    assert "difficulty" in team
    assert "fair share" not in team
    assert "fair share" in contest
    assert "interval" in team
    assert "interval" in contest
    assert glossary.without_title("A careful placer: place each Island.", "a careful placer") == "Place each Island."
    assert glossary.without_title("Rule one: win.", "") == "Rule one: win."
