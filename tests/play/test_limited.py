"""Policies with limits: what is noticed, in what order, how often, and what is never overlooked."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from analyzer.catalog import load_game
from analyzer.cells import make_cell, read_seat
from analyzer.errors import BadInput
from analyzer.games.limited import choosing
from analyzer.games.limited.choosing import CERTAIN
from analyzer.games.limited.spaces import chooser_of, make_space
from analyzer.games.turns import BAD_SCORE
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.jit import IS_PLAIN, record
from analyzer.kernel.lean import rule
from analyzer.kernel.random import next_u32
from analyzer.kernel.seats.addresses import address_of_record
from analyzer.kernel.seats.bench import DESK, KNOB_SLOTS
from analyzer.play.prepared import PreparedCell
from analyzer.play.replay.replay import Replay
from analyzer.play.simulation import simulate
from analyzer.studies.conformance import Examinee, examine
from tests.conftest import ROOT
from tests.toy.games.toy import GAME as TOY
from tests.toy.games.toy import policy

SIGHT = 0.6
N = 4000 if not IS_PLAIN else 400
FAR = (30.0, 20.0, 10.0, 0.0)


# A question with as many options as the table's `turn` says, rated by the knobs


@rule
def many_options(rules, table, hand):
    """Count the options: as many as are planted."""
    return table.turn


@rule
def planted_option(rules, table, hand, index):
    """Return an option by its place."""
    return index


@rule
def is_planted(rules, table, hand, answer):
    """Tell whether an answer is an option."""
    return 0 <= answer < table.turn


@rule
def wins_as_planted(rules, table, hand, answer):
    """Tell whether an answer wins: the one that is planted."""
    return answer == table.winner


@rule
def is_of_planted(rules, table, hand, answer, number):
    """Tell whether an answer is of a kind: 0 the own answer, 1 all of them."""
    return number == 1 or answer == hand.card


def own_answer(rules, table, hand, knobs, memory, choice):
    """A planted policy: answer what the hand says."""
    return hand.card


def planted_rating(rules, table, hand, knobs, memory, choice, answer):
    """Rate by the knobs, and what has none by its place."""
    return knobs[answer] if answer < 36 else -1.0 * answer


PLANTED = replace(
    TOY,
    n_options=many_options,
    option=planted_option,
    is_legal=is_planted,
    wins=wins_as_planted,
    is_of=is_of_planted,
    strategies={"own": "the own answer", "all": "every answer"},
)


@rule
def same_option(rules, table, hand, index):
    """Return an option by its place, in a game of its own."""
    return index


@rule
def hide_planted(hand, kinds):
    """Take what the own answer uses out of a hand: whoever lacks it answers 0."""
    hand.card = 0


@rule
def listed_option(rules, table, hand, index):
    """Return an option by its place, in a game that lists them."""
    return index


@rule
def list_planted(rules, table, hand, out):
    """Write all options, as many as have room, and count them."""
    for place in range(min(table.turn, len(out))):
        out[place] = place
    return table.turn


LISTING = replace(PLANTED, option=listed_option, list_options=list_planted)
HIDING = replace(PLANTED, option=same_option, hide=hide_planted)
RATED = policy(own_answer, rate=planted_rating)
UNRATED = policy(own_answer)


class Question:
    """A planted question; `ask` lets a limited policy answer it again and again."""

    def __init__(self, ratings, n=None, own=0, winner=-1, rated=RATED, game=PLANTED):
        self.game = game
        self.rules, self.table = np.zeros(1, TOY.rules)[0], np.zeros(1, TOY.table)[0]
        self.hand, self.desk = np.zeros(1, TOY.hand)[0], np.zeros(1, DESK)[0]
        self.table.turn, self.table.winner, self.hand.card = n or len(ratings), winner, own
        self.desk.knobs[: len(ratings)], self.desk.turned = ratings, KNOB_SLOTS
        self.desk.choice[:] = [11, 22, 33, 44]
        self.rated, self.space = rated, None

    def ask(self, sight=SIGHT, times=N, kinds=()):
        self.space = make_space(self.game, self.rated, self.game.seated_policy(self.rated), {"sight": sight}, kinds)
        self.desk.workspace = address_of_record(self.space.records)
        return self.ask_again(times)

    def ask_again(self, times):
        chooser, seen = chooser_of(self.game), (self.rules, self.table, self.hand, self.desk)
        return np.array([chooser(*seen) for _ in range(times)])

    def shares(self, **more):
        answers = self.ask(**more)
        return np.bincount(answers, minlength=int(self.table.turn)) / len(answers)


def agree(found, expected, n=N):
    """Tell whether shares agree with what is expected, within four standard errors each."""
    expected = np.asarray(expected)
    errors = np.sqrt(np.maximum(expected * (1 - expected), 1 / n) / n)
    return bool((np.abs(np.asarray(found) - expected) <= 4 * errors).all())


def noticed(sight, groups):
    """Give the chance of each group that its best is answered, and that nothing is noticed."""
    return [sight * (1 - sight) ** place for place in range(groups)], (1 - sight) ** groups


@pytest.mark.statistical
@pytest.mark.parametrize("game", [PLANTED, LISTING])
def test_each_option_is_noticed_with_the_chance_and_the_best_one_is_answered(game):
    shares = Question(FAR, game=game).shares()
    best, nothing = noticed(SIGHT, 4)
    assert agree(shares, [chance + nothing / 4 for chance in best])
    best, nothing = noticed(SIGHT - 0.1, 4)
    assert not agree(shares, [chance + nothing / 4 for chance in best]), "the control: another sight"


@pytest.mark.statistical
def test_the_own_answer_counts_as_best_whatever_its_rating():
    shares = Question(FAR, own=2).shares()
    (first, second, third, fourth), nothing = noticed(SIGHT, 4)
    assert agree(shares, np.array([second, third, first, fourth]) + nothing / 4)


@pytest.mark.statistical
def test_near_ratings_form_a_group_that_is_noticed_together():
    """The own answer and one as good; two that are alike further down; and the rest."""
    shares = Question([30.0, 29.5, 20.0, 19.5, 3.0, 0.0, 0.0]).shares(sight=0.7)
    best, nothing = noticed(0.7, 4)
    expected = np.array([best[0], 0, best[1], 0, best[2], best[3] / 2, best[3] / 2]) + nothing / 7
    assert agree(shares, expected)
    apart = Question([30.0, 25.0, 20.0, 15.0, 3.0, 0.0, 0.0]).shares(sight=0.7)
    assert not agree(apart, expected), "the control: the same options with a difference between them"


@pytest.mark.statistical
def test_hundreds_of_options_are_no_easier_than_three():
    """Groups are as wide as the ratings are spread, so the answer below the own one is as much worse."""
    many = Question([], n=400, own=36)
    many.desk.knobs[:36] = -1000.0
    answers = many.ask()
    assert agree([np.mean(answers == 36)], [SIGHT])
    steps = np.sort(answers[answers > 36])
    assert np.median(steps) > 36 + 0.05 * 200, "a blunder, not the next of many neighbours"


@pytest.mark.parametrize(("sight", "most"), [(0.05, 3), (0.3, 3), (0.6, 6), (0.9, 9), (0.99, 10)])
@pytest.mark.parametrize("n", [3, 40, 400])
def test_few_options_are_looked_at(sight, most, n):
    """What a limited policy costs beside its policy: on average three ratings of an answer, at whatever sight."""
    question = Question([-1.0 * place for place in range(min(n, 36))], n=n)
    question.ask(sight, 0)
    space, looked = question.space.records[0], []
    for _ in range(200):
        space.n_answers = 0
        question.ask_again(1)
        looked.append(int(space.n_answers))
        assert len(set(space.drawn[: int(space.n_drawn)].tolist())) == int(space.n_drawn) <= most
    assert max(looked) <= most + 1
    assert np.mean(looked) <= 3.0 + 4 * np.std(looked) / np.sqrt(200)


def test_what_was_overlooked_is_known():
    """For replays: the own answer, the groups that were overlooked, and whether nothing was noticed."""
    question, seen = Question(FAR, own=1), set()
    question.ask(SIGHT, 0)
    space = question.space.records[0]
    for _ in range(200):
        answer = int(question.ask_again(1)[0])
        assert int(space.own) == 1
        if not space.is_blind:
            seen.add((answer, int(space.n_missed)))
        assert int(space.n_missed) <= 5
    assert seen == {(1, 0), (0, 1), (2, 2), (3, 3)}
    assert int(question.ask(0.0, 1)[0]) in range(4)
    assert question.space.records[0].is_blind == 1


@pytest.mark.parametrize("game", [PLANTED, LISTING])
def test_what_wins_and_what_is_forced_is_always_noticed(game):
    """Whether the options are listed or asked for one by one, drawn or not."""
    assert set(Question(FAR, own=3, winner=3, game=game).ask(0.1, 300)) == {3}
    assert set(Question([5.0], game=game).ask(0.0, 20)) == {0}
    for sight in (0.3, 0.9):  # with 0.9 all four are drawn
        elsewhere = Question(FAR, own=0, winner=3, game=game).shares(sight=sight)
        assert agree(elsewhere, [sight, 0, 0, 1 - sight])


@pytest.mark.statistical
@pytest.mark.parametrize("question", [{"ratings": [7.0] * 4}, {"ratings": FAR, "rated": UNRATED}])
def test_a_constant_rating_says_as_little_as_none(question):
    """The own answer with the chance, otherwise any legal one."""
    chance = 1 - SIGHT
    shares = Question(own=1, **question).shares()
    assert agree(shares, [chance / 4, SIGHT + chance / 4, chance / 4, chance / 4])


@pytest.mark.statistical
def test_with_no_sight_any_legal_answer_is_given():
    assert agree(Question(FAR).shares(sight=0.0), [0.25] * 4)


def test_full_sight_draws_no_lots():
    question = Question(FAR)
    before = question.desk.choice.copy()
    assert set(question.ask(1.0, 50)) == {0}
    assert (question.desk.choice == before).all()


def test_a_rating_says_never_without_saying_what_is_near():
    """What is rated hopeless widens no group: of the others each counts."""
    shares = Question([3.0, 2.0, 1.0, -1e9, -1e9, -1e9, -1e9]).shares(sight=0.7)
    best, nothing = noticed(0.7, 4)
    expected = np.array([*best[:3], *[best[3] / 4] * 4]) + nothing / 7
    assert agree(shares, expected)


def test_a_rating_that_is_no_number_is_a_fault():
    """Whenever it is looked at: who notices nothing at all looks at none."""
    answers = Question([3.0, np.nan, 1.0]).ask(0.5, 400)
    assert agree([np.mean(answers == BAD_SCORE)], [0.5 * (1 - 0.5**3)], 400)


def test_an_answer_out_of_the_rules_stays_the_fault_that_it_is():
    assert set(Question(FAR, own=9).ask(0.1, 50)) == {9}


def test_a_banned_answer_gives_way_to_the_best_other_one():
    question = Question([1.0, 5.0, 9.0, 7.0], own=2)
    assert set(question.ask(1.0, 20, kinds=[0])) == {3}
    assert int(question.space.records[0].forced) == 0
    assert set(question.ask(1.0, 20, kinds=[1])) == {2}, "nothing else is allowed"
    assert int(question.space.records[0].forced) == 20


def test_a_policy_is_asked_again_without_what_only_banned_answers_would_use():
    """It would rather answer 0 then, although 3 is rated best of the others."""
    assert set(Question([1.0, 5.0, 9.0, 7.0], own=2, game=HIDING).ask(1.0, 20, kinds=[0])) == {0}
    assert set(Question([1.0, 5.0, 9.0, 7.0], own=0, game=HIDING).ask(1.0, 20, kinds=[0])) == {2}, "0 is banned itself"
    assert set(Question([1.0, 5.0, 9.0, 7.0], own=2, game=HIDING).ask(1.0, 20)) == {2}, "nothing is banned"


def test_what_is_banned_is_never_noticed():
    assert 2 not in Question([1.0, 5.0, 9.0, 7.0], own=2).ask(0.3, 500, kinds=[0])


# What is forgotten

MEMORIES = record(("known", "i1", (60,)))


def kept(word, share):
    """Count what is left of sixty cards, of each of which two were seen."""
    hands = np.zeros(1, MEMORIES)
    hands["known"] = 2
    scope = {**vars(choosing), "forget_before": lambda *_: None, "FIELD": "known"}
    copy_for(choosing.forget_field, choosing.mixed, scope)(hands[0], word, round(share * CERTAIN))
    return hands["known"][0].copy()


@pytest.mark.statistical
def test_a_share_of_what_was_seen_is_remembered_and_the_same_all_game():
    words = range(1, 80)
    found = np.mean([kept(word, 0.7).mean() / 2 for word in words])
    n = 120 * len(words)
    assert agree([found], [0.7], n)
    assert not agree([found], [0.65], n), "the control: another share"
    assert (kept(5, 0.7) == kept(5, 0.7)).all()
    assert (kept(5, 0.7) <= kept(5, 0.9)).all()
    assert (kept(5, 0.7) != kept(6, 0.7)).any()
    assert (kept(5, 1.0) == 2).all()
    assert (kept(5, 0.0) == 0).all()


@pytest.mark.slow  # compiles a game
def test_a_memory_of_nothing_is_the_switch_of_tranquility():
    """Who remembers no own discards plays as where nobody may."""
    nothing = digest("tranquility", "fallible(spacing,sight=1,memory=0)", players=3)
    assert nothing == digest("tranquility", "spacing", players=3, sets=["own_discard_memory=false"])
    assert digest("tranquility", "fallible(survival,sight=1,memory=0)", players=3) == digest(
        "tranquility", "survival", players=3, sets=["own_discard_memory=false"]
    )
    half = digest("tranquility", "fallible(survival,sight=1,memory=0.5)", players=3)
    assert half not in (nothing, digest("tranquility", "survival", players=3))


# In games


def digest(game, policy, games=300, **more):
    return simulate(game, policy=policy, games=games, seed=4, jobs=more.pop("jobs", 1), **more).summary.digest


@pytest.mark.parametrize("inside", ["patient(keep=4)", "random_legal"])
def test_with_full_sight_it_is_the_policy_itself(toy, inside):
    assert digest(toy, f"fallible({inside},sight=1)") == digest(toy, inside)
    assert digest(toy, f"fallible({inside},sight=0.9)") != digest(toy, inside)


def test_jobs_do_not_change_its_digest(toy):
    """Several blocks, so that both threads have some."""
    found = {digest(toy, "fallible(rock,sight=0.5)", 9000, jobs=jobs) for jobs in (1, 2)}
    assert len(found) == 1


def test_a_policy_of_a_file_overlooks_too(toy, tmp_path):
    (tmp_path / "own.py").write_text(OWN_FILE, encoding="utf-8")
    text = f"fallible({tmp_path}/own.py:stubborn(keep=2),sight=0.5)"
    assert make_cell(toy, policy=text).seats[0].label == "fallible(stubborn(keep=2),sight=0.5)"
    cause = simulate(toy, policy=text, games=200, seed=3, jobs=1, rows=True).rows["fault"]
    assert (cause == 0).all()


OWN_FILE = '''"""A policy of somebody else."""
from tests.toy.games.toy import policy


@policy(keep=6.0)
def stubborn(rules, table, hand, knobs, memory, choice):
    """Take rock, and keep a card from a number on."""
    return 0 if table.phase == 0 else int(hand.card < knobs[0])
'''
PARITY = """
import sys
from analyzer.play.simulation import simulate
print(simulate("toy", games=60, seed=2, jobs=1, policy=sys.argv[1]).summary.digest)
"""


@pytest.mark.skipif(IS_PLAIN, reason="compares both")
def test_compiled_and_plain_rows_are_equal(toy):
    digests = set()
    for plain in "01":
        more = {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": plain, "ANALYZER_GAMES": "tests.toy"}
        command = [sys.executable, "-W", "ignore", "-c", PARITY, "fallible(rock,sight=0.5)"]
        done = subprocess.run(
            command, env={**os.environ, **more}, capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout)
    assert len(digests) == 1


def test_it_passes_the_examination_of_every_policy(toy):
    assert [found for found in examine(toy, "fallible(rock,sight=0.5)", 40) if found.problem] == []


# As users write it


@pytest.mark.parametrize(
    "text",
    ["fallible(rock,sight=0.25)", "fallible(patient(keep=4),sight=0.6)", "fallible(random_legal,sight=0)"],
)
def test_a_label_is_read_again_as_the_same_seat(toy, text):
    seat = read_seat(TOY, text)
    assert seat.label == text
    assert read_seat(TOY, seat.label).identity == seat.identity
    assert (seat.shown.sight, seat.shown.dial) == (seat.sight, seat.player.label)


def test_seats_that_see_differently_have_different_identities(toy):
    texts = ("rock", "fallible(rock,sight=0.5)", "fallible(rock,sight=0.6)", "fallible(paper,sight=0.5)")
    assert len({str(read_seat(TOY, text).identity) for text in texts}) == 4
    assert read_seat(TOY, "fallible(rock)").label == "fallible(rock,sight=0.6)"
    assert read_seat(TOY, "fallible(good,sight=0.5)").label == "fallible(rock,sight=0.5)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fallible()", r"name the policy to put it around, as in fallible\(patient\)"),
        ("fallible(sight=0.5)", "name the policy"),
        ("fallible(rock,sight=1.5)", "sight = 1.5; allowed: a number 0 to 1"),
        ("fallible(rock,sigth=0.5)", "did you mean 'sight'"),
        ("fallible(rok,sight=0.5)", "did you mean 'rock'"),
        ("fallible(search(rock),sight=0.5)", r"a look-ahead finds by playing on .* levels without it: floor, casual"),
        ("search(fallible(rock,sight=0.5))", "find again what its policy overlooks"),
        ("fallible(fallible(rock))", "set one sight"),
        ("fallible(rock,memory=0.5)", "no field of a hand of toy is marked as memory"),
        ("fallible(rock,memory=-1)", "memory = -1; allowed: a number 0 to 1"),
        ("banned(rock,attack)", "unknown kind of answers of toy 'attack'. Known: rock, paper, scissors, change"),
    ],
)
def test_what_is_wrong_is_said(toy, text, words):
    with pytest.raises(BadInput, match=words):
        read_seat(TOY, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("banned(rock)", r"name what is banned, as in banned\(POLICY,own\)"),
        ("banned(rock,onw)", "did you mean 'own'"),
        ("banned(rock,own|own)", "named twice"),
        ("banned(fallible(rock),own)", r"write fallible\(banned\("),
        ("banned(banned(rock,own),all)", "name all kinds in one"),
        ("search(banned(rock,own))", "compares all answers"),
    ],
)
def test_what_is_wrong_with_a_ban_is_said(toy, text, words):
    with pytest.raises(BadInput, match=words):
        read_seat(PLANTED, text)


def test_a_ban_is_written_with_or_without_quotes(toy):
    for text in ("banned(rock,'own')", 'banned( rock , "own" )'):
        assert read_seat(PLANTED, text).label == "banned(rock,own)"
    assert read_seat(PLANTED, "fallible(banned(rock,own|all),sight=0.5)").label == (
        "fallible(banned(rock,own|all),sight=0.5)"
    )


def test_chances_are_whole_numbers():
    space = make_space(PLANTED, RATED, PLANTED.seated_policy(RATED), {"sight": 0.25}, ()).records[0]
    assert (int(space.sight), CERTAIN) == (1 << 30, 1 << 32)
    stream = np.array([11, 22, 33, 44], np.int64)
    assert 0 <= next_u32(stream) < CERTAIN


@pytest.mark.parametrize(("kind", "answers"), [("rock", {1}), ("rock|paper", {2}), ("rock|paper|scissors", {0})])
def test_a_banned_stance_is_taken_only_where_there_is_no_other(toy, kind, answers):
    cell = make_cell(toy, policy=f"banned(rock,{kind})")
    found = {step.answer for deal in range(20) for step in Replay(cell, seed=1, deal=deal) if step.question == "STANCE"}
    assert found == answers


def test_forced_answers_are_counted_for_every_number_of_jobs(toy):
    """Who may take no stance takes one all the same, once a game."""
    for jobs in (1, 2):
        whole = simulate(toy, policy="banned(rock,rock|paper|scissors),rock", games=9000, seed=4, jobs=jobs, players=2)
        assert whole.as_dict()["forced_bans"] == 9000
    assert simulate(toy, policy="banned(rock,rock)", games=50, jobs=1).as_dict()["forced_bans"] == 0
    assert "forced_bans" not in simulate(toy, policy="fallible(rock)", games=50, jobs=1).as_dict()


def test_without_the_kind_a_ban_changes_nothing(toy):
    assert digest(toy, "banned(rock,scissors)") == digest(toy, "rock")
    assert digest(toy, "banned(rock,change)") == digest(toy, "rock(keep=0)")


@pytest.mark.slow  # compiles the games
@pytest.mark.parametrize(
    ("game", "policy", "kind", "questions"),
    [
        ("islebound", "steward", "attack", {"PLAN"}),
        ("portolano", "navigator", "upgrade", {"SEA"}),
        ("rumini", "schemer", "capture", {"MAIN", "JOKER"}),
        ("tranquility", "random_legal", "dear", {"ACTION"}),
    ],
)
def test_a_kind_is_given_without_the_ban_and_not_with_it(game, policy, kind, questions):
    """Forced answers apart: where a question allowed nothing else."""
    found = load_game(game)
    number = list(found.strategies).index(kind)

    def count(text):
        cell = make_cell(game, players=2, policy=text)
        prepared, n = PreparedCell(cell), 0
        for bench, answer in Examinee(game, text).asked():
            state = bench[0].state
            seen = (prepared.rules, state.table, state.hands[int(state.table.asked)])
            others = [int(found.option(*seen, place)) for place in range(int(found.n_options(*seen)))]
            is_forced = all(found.is_of(*seen, other, number) for other in others)
            is_kind = bool(found.is_of(*seen, answer, number))
            assert not is_kind or found.phases(int(state.table.phase)).name in questions
            n += is_kind and not is_forced
        return n

    assert count(policy) > 0
    assert count(f"banned({policy},{kind})") == 0


@pytest.mark.slow  # compiles the games
@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("islebound", "fallible(banned(steward,attack),sight=0.5)"),
        ("islebound", "fallible(trained,sight=0.5)"),
        ("portolano", "fallible(trained,sight=0.5)"),
        ("rumini", "fallible(schemer,sight=0.5)"),
        ("tranquility", "fallible(trained,sight=0.5,memory=0.5)"),
        ("tranquility", "banned(spacing,dear)"),
    ],
)
def test_it_passes_the_examination_in_every_game(game, text):
    assert [found for found in examine(game, text, 20) if found.problem] == []


# The win rate rises with sight

SIGHTS = (0.6, 0.7, 0.8, 0.9, 1.0)


def rises(rates, n):
    """Tell whether rates fall nowhere by four standard errors, and rise by four from the first to the last."""
    rates = np.asarray(rates)
    variances = np.maximum(rates * (1 - rates), 1 / n) / n
    falls = (rates[:-1] - rates[1:]) / np.sqrt(variances[:-1] + variances[1:])
    return bool((falls < 4).all() and (rates[-1] - rates[0]) / np.sqrt(variances[0] + variances[-1]) > 4)


def rates_of(game, policy, n, **more):
    wanted = (f"fallible({policy},sight={sight})" for sight in SIGHTS)
    return [simulate(game, policy=one, games=n, seed=6, jobs=1, **more).win_rate.value for one in wanted]


@pytest.mark.statistical
def test_the_win_rate_rises_with_sight(toy):
    rates = rates_of(toy, "rock", 4000, variant="together", players=3)
    assert rises(rates, 4000)
    assert not rises(rates[::-1], 4000), "the control: the same rates the other way round"
    assert not rises(rates[:1] * 5, 4000), "the control: no rise at all"


@pytest.mark.slow  # every cooperative variant
@pytest.mark.statistical
@pytest.mark.parametrize(
    "variant", [name for name, found in load_game("tranquility").variants.items() if not found.sets.get("competitive")]
)
def test_the_win_rate_rises_with_sight_in_every_variant_and_number_of_players(variant):
    for players in load_game("tranquility").seats:
        try:
            rates = rates_of("tranquility", "survival", 2000, variant=variant, players=players)
        except BadInput:  # a variant for another number of players
            continue
        assert rises(rates, 2000), (players, rates)


@pytest.mark.slow  # compiles the games
@pytest.mark.statistical
@pytest.mark.parametrize("game", ["islebound", "portolano", "rumini"])
def test_the_share_against_a_good_rival_rises_with_sight(game):
    shares = []
    for sight in SIGHTS:
        policies = f"fallible(good,sight={sight}),good"
        found = simulate(game, policy=policies, players=2, games=1000, seed=8, jobs=1, rows=True)
        shares.append(float(found.rows["share"][:, 0].mean()))
    assert rises(shares, 1000), shares
