"""What holds in every position of every game, whatever is dealt and chosen."""

import itertools
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.games.tranquility import GAME
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

SETTINGS = [
    (),
    ("removed=12",),
    ("start_shortage=defer", "start_price=12"),
    ("start_shortage=discard_all", "start_price=20"),
    ("start2p=upto7", "cost_rule=max"),
    ("cost_rule=sum", "one_card=loss"),
    ("first_player=random", "early_loss=true", "finishes=2"),
    ("start_shortage=defer", "start_price=20", "start_discardable_unplayed=true"),
    ("rows=2", "columns=3", "islands=20", "finishes=3", "hand_limit=3", "start_price=4"),
    ("rows=1", "columns=2", "islands=8", "finishes=4", "hand_limit=4", "start_price=2", "removed=1"),
]
games = st.tuples(
    st.integers(2, 5),
    st.sampled_from(SETTINGS),
    st.integers(0, 10_000),
    st.lists(st.integers(0, 2**30), min_size=8, max_size=40),
)
quick = settings(
    max_examples=3 if IS_PLAIN else 15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
few = settings(quick, max_examples=1 if IS_PLAIN else 4)


def walk(deal, players, sets, number, lots):
    """Play a deal to its end with choices taken from a list of lots, again and again; yield every position."""
    for game, _ in walk_and_choose(deal, players, sets, number, lots):
        yield game


def walk_and_choose(deal, players, sets, number, lots):
    """Yield every position with the answer that is given next, and the last one with None."""
    game = deal(players, sets=sets, deal=number)
    count = 0
    while not game.is_over:
        codes = game.codes()
        lot = (lots[count % len(lots)] * (2 * count + 1)) >> 3
        code = codes[lot % len(codes)]
        yield game, code
        game.answer(code)
        count += 1
        assert count < 2000, "random legal play does not end"
    yield game, None


def deck_of(game):
    """Every card that was dealt, by the switches; which Islands were removed is not known."""
    rules = game.rules
    return {"F": int(rules.finishes), "S": int(rules.players), "n": int(rules.islands) - int(rules.removed)}


@quick
@given(games)
def test_cards_are_conserved(deal, drawn):
    for game in walk(deal, *drawn):
        cards = game.all_cards()
        islands = Counter({card: n for card, n in cards.items() if card not in ("S", "F")})
        assert {"F": cards["F"], "S": cards["S"], "n": sum(islands.values())} == deck_of(game)
        assert max(islands.values()) == 1
        for seat in range(game.players):
            assert len(game.cards(seat)) == game.held()[seat]


@quick
@given(games)
def test_the_grid_strictly_ascends_and_the_stored_bounds_agree_with_it(deal, drawn):
    for game in walk(deal, *drawn):
        placed = [(cell + 1, number) for cell, number in enumerate(game.grid) if number]
        numbers = [number for _, number in placed]
        assert all(low < high for low, high in itertools.pairwise(numbers))
        assert int(game.table.filled) == len(numbers)
        for number in range(1, int(game.rules.islands) + 1):
            below = max((cell for cell, other in placed if other <= number), default=0)
            above = min((cell for cell, other in placed if other >= number), default=game.cells + 1)
            assert game.bounds(number) == (below, above)


@quick
@given(games)
def test_hands_and_questions_stay_in_bounds(deal, drawn):
    for game in walk(deal, *drawn):
        assert all(n >= 0 for n in game.held() + game.piles())
        if game.is_over:
            assert game.cause not in ("RUNNING", "TRUNCATED", "FAULT")
        else:
            codes = game.codes()
            assert len(codes) == len(set(codes)) > 1  # a question with one option is never asked
            if game.phase not in ("OFFER", "SPLIT", "GIVE"):
                assert game.asked == game.active


def code_range(game):
    """Every answer that could be taken for one, and some beyond."""
    if game.phase == "ACTION":
        return range(-130, 130 * 64)
    if game.phase == "OFFER":
        return range(-3, 64)
    if game.phase == "SPLIT":
        return range(-3, 1 << (6 * min(game.players, 2))) if game.players == 2 else near_splits(game)
    return range(-3, 1 << (len(game.cards(game.asked)) + 2))


def near_splits(game):
    """Splits of more than two seats are too many: all options, and each with one share or the sum changed."""
    changes = [sign * (1 << (6 * seat)) for seat in range(game.players + 1) for sign in (1, -1)]
    swaps = [(1 << (6 * a)) - (1 << (6 * b)) for a in range(game.players) for b in range(game.players)]
    return sorted({code + change for code in game.codes() for change in (0, *changes, *swaps)})


@few
@given(games, st.integers(0, 60))
def test_legal_options_and_step_agree_on_every_answer(deal, drawn, depth):
    seen = {}
    for count, game in enumerate(walk(deal, *drawn)):
        if not game.is_over and (count <= depth or game.phase not in seen):
            seen[game.phase] = game.copy()  # the last of each phase up to this depth
    for game in seen.values():
        codes = set(game.codes())
        before = game.bytes()
        for code in code_range(game):
            assert game.is_legal(code) == (code in codes)
            if code not in codes:
                assert GAME.step(game.rules, game.state, code, game.chance) == Fault.ILLEGAL
        assert game.bytes() == before  # an answer outside the options changes nothing
        for code in sorted(codes):
            trial = game.copy()
            assert GAME.step(trial.rules, trial.state, code, trial.chance) == Fault.NONE
            assert trial.bytes() != before


@few
@given(games)
def test_the_same_answers_from_a_copied_position_give_the_same_bytes(deal, drawn):
    twin = None
    for game, code in walk_and_choose(deal, *drawn):
        assert twin is None or twin.bytes() == game.bytes()
        if code is not None:
            twin = game.copy()
            twin.answer(code)


@quick
@given(games)
def test_the_options_are_those_of_the_reference_implementation(deal, reference, drawn):
    assert first_difference(deal, reference, drawn) == ""


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.parametrize("wrong", [{"wrong_order": True}, {"cost_rule": "max"}, {"wrong_extra_draw": True}])
def test_the_comparison_with_the_reference_finds_a_wrong_rule(deal, reference, wrong):
    """The negative control: some deal must show the difference."""
    lots = [3**n for n in range(1, 30)]
    assert any(first_difference(deal, reference, (2, (), number, lots), **wrong) for number in range(20))


def first_difference(deal, reference, drawn, **wrong):
    """Play side by side with the second implementation: same questions, options and results, or say where not."""
    players, sets, number, lots = drawn
    rules = reference.like(reference_rules(reference, players, sets), **wrong)
    model = None
    for game, code in walk_and_choose(deal, players, sets, number, lots):
        model = reference.begin_turn(rules, first_position(reference, game)) if model is None else model
        if not same_position(game, model):
            return f"{game.phase} of seat {game.asked}, cause {game.cause}, against {model.ask}"
        if code is None:
            return ""
        options = reference.options(rules, model)
        if Counter(words(model, option) for option in options) != Counter(game.options()):
            return f"options of {game.phase}: {game.options()} against {options}"
        chosen = next(option for option in options if words(model, option) == game.name(code))
        model = reference.answer(rules, model, chosen)
    return "never over"


def reference_rules(reference, players, sets):
    given_values = dict(text.split("=") for text in sets)
    rows, columns = (int(given_values.pop(name, 6)) for name in ("rows", "columns"))
    given_values.pop("removed", None)  # the deal is taken as it is
    fields = {}
    for name, value in given_values.items():
        fields[name] = value == "true" if value in ("true", "false") else int(value) if value.isdigit() else value
    return reference.Rules(players=players, cells=rows * columns, **fields)


def as_card(text):
    return int(text) if text.isdigit() else text


def first_position(reference, game):
    hands = tuple(tuple(map(as_card, game.cards(seat))) for seat in range(game.players))
    piles = tuple(tuple(map(as_card, game.pile_cards(seat))) for seat in range(game.players))
    return reference.Game(hands, piles, (0,) * game.cells, False, game.active, 0)


def words(model, option):
    if model.ask[0] in ("PAY", "DISCARD_TWO", "GIVE"):
        return tuple(sorted(str(model.hands[model.ask[1]][slot]) for slot in option))
    return option


def same_position(game, model):
    if game.is_over:
        return model.ask == ("OVER", game.cause)
    return (
        model.ask[:2] == (game.phase, game.asked)
        and model.grid == game.grid
        and model.started == bool(game.table.started)
        and all(sorted(map(str, hand)) == sorted(game.cards(seat)) for seat, hand in enumerate(model.hands))
        and [len(pile) for pile in model.piles] == game.piles()
    )


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("sets", SETTINGS, ids="+".join)
def test_random_legal_play_always_ends(players, sets):
    result = simulate("tranquility", players=players, sets=list(sets), policy="random_legal", games=2000, jobs=1)
    assert result.fault_message() is None
    assert not {"running", "truncated", "fault"} & set(result.outcomes())
    assert sum(result.outcomes().values()) == 2000
