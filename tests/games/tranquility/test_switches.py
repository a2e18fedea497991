"""Every switch of sections 2.1 to 2.6 at every value, and the sizes."""

from collections import Counter

import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

BASE = {
    "rows", "columns", "islands", "finishes", "hand_limit", "start_price", "removed", "first_player",
    "own_discard_memory", "one_card", "start_shortage", "start2p", "start_discardable_unplayed", "cost_rule",
    "early_loss",
}  # fmt: skip


def test_all_switches_of_the_base_game_exist_with_the_defaults_of_the_specification(positions):
    switches = positions.GAME.switch_by_name
    assert set(switches) >= BASE
    defaults = {
        "rows": 6, "columns": 6, "islands": 80, "finishes": 5, "hand_limit": 5, "start_price": 8, "removed": 0,
        "first_player": "fewest_random", "own_discard_memory": True, "one_card": "play_if_legal",
        "start_shortage": "loss", "start2p": "plus2", "start_discardable_unplayed": False, "cost_rule": "min",
        "early_loss": False,
    }  # fmt: skip
    assert {name: switches[name].default for name in defaults} == defaults


# sizes


def test_rows_and_columns_set_the_grid(deal):
    game = deal(2, sets=("rows=2", "columns=3"))
    assert game.cells == 6
    islands = [int(card) for card in game.cards(game.asked) if card not in ("S", "F")]
    assert game.cells_of(islands[0]) == set(range(6))


def test_rows_and_columns_decide_when_the_grid_is_full(position):
    game = position(sets=("rows=1", "columns=2"), grid={0: 3, 1: 9}, hands={0: "F 10 20 30 40"})
    assert game.can_finish()


def test_islands_sets_the_numbers(deal):
    cards = deal(2, sets=("islands=30",)).all_cards()
    assert cards == Counter({**{str(n): 1 for n in range(1, 31)}, "F": 5, "S": 2})


def test_islands_may_be_more_than_eighty(deal):
    cards = deal(2, sets=("islands=120",)).all_cards()
    assert cards == Counter({**{str(n): 1 for n in range(1, 121)}, "F": 5, "S": 2})


@pytest.mark.parametrize("finishes", [0, 1, 5, 20])
def test_finishes_sets_how_many_are_dealt(deal, finishes):
    cards = deal(3, sets=(f"finishes={finishes}",)).all_cards()
    assert cards["F"] == finishes
    assert sum(cards.values()) == 80 + finishes + 3


@pytest.mark.parametrize("limit", [1, 3, 7, 12])
def test_hand_limit_sets_the_opening_hand_and_the_refill(deal, limit):
    game = deal(3, sets=(f"hand_limit={limit}",))
    assert game.held() == [limit] * 3
    seat = game.asked
    game.first_options(2 if limit > 1 else 1)
    while game.phase == "PAY":
        game.first_options()
    assert game.held()[seat] == limit


def test_hand_limit_caps_the_payment(position):
    game = position(grid={9: 33}, hands={0: "40 39 1 2 3 4 5"}, sets=("hand_limit=7",))
    assert not game.can_place(40, 10)
    assert game.can_place(39, 10)


@pytest.mark.parametrize("price", [0, 1, 5, 13])
def test_start_price_sets_what_the_team_gives(position, price):
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"}, sets=(f"start_price={price}",))
    game.offer_all()
    while game.phase in ("SPLIT", "GIVE"):
        game.first_options()
    # two more went before the event: the player before discarded them to begin this turn
    assert sum(int(n) for n in game.table.discarded[:3]) == price + 2


@pytest.mark.parametrize("removed", [0, 4, 80])
def test_removed_sets_how_many_islands_leave(deal, removed):
    cards = deal(2, sets=(f"removed={removed}",)).all_cards()
    assert sum(n for card, n in cards.items() if card not in ("S", "F")) == 80 - removed


@pytest.mark.parametrize(
    "sets",
    [
        ("rows=7", "columns=9"),
        ("removed=81",),
        ("islands=1", "finishes=0"),
        ("rows=0",),
        ("hand_limit=0",),
        ("islands=121",),
        ("first_player=last",),
        ("early_loss=2",),
        ("start_price=x",),
    ],
)
def test_impossible_sizes_and_values_are_refused(sets):
    with pytest.raises(BadInput):
        make_cell("tranquility", players=2, sets=list(sets))


# T-BASE-8


def test_first_player_fewest_random(deal):
    for number in range(30):
        game = deal(4, sets=("first_player=fewest_random",), deal=number)
        assert game.piles()[game.active] == min(game.piles())


def test_first_player_random_is_anybody(deal):
    seen = set()
    for number in range(60):
        game = deal(2, sets=("first_player=random",), deal=number)
        seen.add((game.active, game.piles()[game.active]))
    assert seen == {(0, 38), (0, 39), (1, 38), (1, 39)}


def test_first_player_fixed0(deal):
    assert {deal(3, sets=("first_player=fixed0",), deal=number).active for number in range(20)} == {0}


# T-BASE-9


def test_own_discard_memory_true(position):
    game = position(hands={0: "3 9 20 30 40"}, sets=("own_discard_memory=true",))
    game.discard_two()
    game.give_up("9 30")
    assert game.remembered(0) == Counter({"9": 1, "30": 1})


def test_own_discard_memory_false(position):
    game = position(hands={0: "3 9 20 30 40"}, sets=("own_discard_memory=false",), piles={0: ""})
    game.discard_two()
    game.give_up("30 40")
    assert game.remembered(0) == Counter()
    assert int(game.table.discarded[0]) == 2


def test_own_discard_memory_false_leaves_no_trace_in_the_hand(position):
    game = position(hands={0: "3 9 20 30 40"}, sets=("own_discard_memory=false",), piles={0: ""})
    game.discard_two()
    game.give_up("30 40")
    assert not {30, 40} & {int(card) for card in game.state.hands[0].cards}


# A1


def test_one_card_play_if_legal(position, positions):
    assert position(hands={0: "50"}, piles={0: ""}).phase == "ACTION"
    assert position(hands={0: "F"}, piles={0: ""}, grid=positions.full_grid()).cause == "WON"
    assert position(players=3, hands={0: "S"}, piles={0: ""}, started=False).phase == "OFFER"
    assert position(hands={0: "F"}, piles={0: ""}).cause == "NO_ACTION"


@pytest.mark.parametrize("hand", ["50", "F", "S"])
@pytest.mark.parametrize("started", [True, False])
def test_one_card_loss(position, hand, started):
    game = position(players=3, hands={0: hand}, piles={0: ""}, started=started, sets=("one_card=loss",))
    assert game.cause == "ONE_CARD"


def test_one_card_loss_spares_two_cards(position):
    assert position(hands={0: "50 51"}, piles={0: ""}, sets=("one_card=loss",)).phase == "ACTION"


# A2


def short_start(position, switch, **more):
    """The Start is held when all hands together have seven cards, with empty piles."""
    hands = {0: "S 3 9", 1: "10 20 30", 2: "40 50"}
    empty = {0: "", 1: "", 2: ""}
    return position(players=3, started=False, hands=hands, piles=empty, sets=(f"start_shortage={switch}",), **more)


def test_start_shortage_loss(position):
    assert short_start(position, "loss").cause == "START_SHORTAGE"


def test_start_shortage_discard_all(position):
    game = short_start(position, "discard_all")
    game.offer_all()
    assert game.held() == [0, 0, 0]
    assert game.cause == "EMPTY_HAND"


def test_start_shortage_discard_all_takes_no_more_than_the_price(position):
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"}, sets=("start_shortage=discard_all",))
    game.offer_all()
    assert int(game.table.cost) == 8


def test_start_shortage_defer_keeps_the_start(position):
    game = short_start(position, "defer")
    assert (game.phase, game.asked, int(game.table.started)) == ("ACTION", 0, 0)
    assert "S" in game.cards(0)
    game.discard_two()
    assert game.cards(0) == ["S"]  # the only two cards that may be given up


def test_start_shortage_defer_does_not_let_the_start_pay(position):
    game = short_start(position, "defer", grid={9: 1})
    assert game.can_place(3, 11)
    assert not game.can_place(3, 10)  # costs two, and only the 9 may be given up


def test_start_shortage_defer_plays_a_start_that_can_be_paid(position):
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"}, sets=("start_shortage=defer",))
    assert (int(game.table.started), game.phase) == (1, "OFFER")


def test_start_shortage_defer_counts_the_extra_draw(position):
    """Two players, S and one card against five: eight with the two cards that the other draws."""
    hands, piles = {0: "S 3", 1: "10 20 30 40 50"}, {0: "", 1: "60 61 62"}
    game = position(started=False, hands=hands, piles=piles, sets=("start_shortage=defer",))
    assert int(game.table.started) == 1


@pytest.mark.parametrize("switch", ["loss", "discard_all", "defer"])
def test_start_shortage_of_two_players_looks_at_the_hands_after_the_extra_draw(position, switch):
    hands, piles = {0: "S 3", 1: "10 20 30 40 50"}, {0: "", 1: "60 61 62"}
    game = position(started=False, hands=hands, piles=piles, sets=(f"start_shortage={switch}",))
    game.offer_all()
    assert game.cause != "START_SHORTAGE"
    assert sum(int(n) for n in game.table.discarded[:2]) == 8 + 2


# A3


def two_player_start(position, start2p):
    hands = {0: "S 3 9 40 F", 1: "10 20 30 41 50"}
    piles = {0: "60 61 62 63 64", 1: "70 71 72 73 74 75 76"}
    game = position(started=False, hands=hands, piles=piles, sets=(f"start2p={start2p}",))
    game.offer_all()
    return game


def test_start2p_plus2(position):
    game = two_player_start(position, "plus2")
    assert game.held() == [6, 7]
    assert len(game.options()) == 6


def test_start2p_upto7(position):
    game = two_player_start(position, "upto7")
    assert game.held() == [7, 7]
    assert len(game.options()) == 7


def test_start2p_upto7_hand_above_five_is_kept(position):
    game = two_player_start(position, "upto7")
    game.split(1, 7)
    game.give_up("3")
    assert game.held() == [6, 5]  # A12


@pytest.mark.parametrize("players", [3, 5])
def test_start2p_concerns_two_players_only(position, players):
    game = position(players=players, started=False, hands={0: "S 3 9 40 F"}, sets=("start2p=upto7",))
    assert game.held() == [4] + [5] * (players - 1)


# A5


def test_start_discardable_unplayed_false(position):
    game = short_start(position, "defer")
    assert game.can_discard_two()
    game.discard_two()
    assert "S" in game.cards(0)


def test_start_discardable_unplayed_true(position):
    hands = {0: "S 3 9", 1: "10 20 30", 2: "40 50"}
    sets = ("start_shortage=defer", "start_discardable_unplayed=true")
    game = position(players=3, started=False, hands=hands, piles={0: "", 1: "", 2: ""}, sets=sets, grid={9: 1})
    assert game.can_place(3, 10)
    game.discard_two()
    game.give_up("S 3")
    assert game.remembered(0)["S"] == 1


# A7


@pytest.mark.parametrize(("switch", "cost"), [("min", 1), ("max", 3), ("sum", 4)])
def test_cost_rule(position, switch, cost):
    game = position(grid={9: 37, 11: 41}, hands={0: "40 1 2 3 4"}, sets=(f"cost_rule={switch}",))
    assert game.cost_of(40, 10) == cost


@pytest.mark.parametrize("switch", ["min", "max", "sum"])
def test_cost_rule_with_one_neighbour(position, switch):
    game = position(grid={9: 37}, hands={0: "40 1 2 3 4"}, sets=(f"cost_rule={switch}",))
    assert game.cost_of(40, 10) == 3
    assert game.cost_of(40, 11) == 0


@pytest.mark.parametrize(("switch", "legal"), [("min", True), ("max", False), ("sum", False)])
def test_cost_rule_decides_what_is_affordable(position, switch, legal):
    game = position(grid={9: 20, 11: 60}, hands={0: "21 1 2 3 4"}, sets=(f"cost_rule={switch}",))
    assert game.can_place(21, 10) == legal


# T-BASE-25


def lose_all_finishes(position, early):
    game = position(hands={0: "F F 30 31 32", 1: "1 2 3 4 5"}, sets=("finishes=2", f"early_loss={early}"))
    game.discard_two()
    game.give_up("F F")
    return game


def test_early_loss_true(position):
    assert lose_all_finishes(position, "true").cause == "FINISHES_GONE"


def test_early_loss_false(position):
    assert lose_all_finishes(position, "false").cause == "RUNNING"


def test_early_loss_true_waits_for_the_last_finish(position):
    game = position(hands={0: "F F 30 31 32", 1: "1 2 3 4 5"}, sets=("finishes=3", "early_loss=true"))
    game.discard_two()
    game.give_up("F F")
    assert game.cause == "RUNNING"


@pytest.mark.skipif(IS_PLAIN, reason="many games")
def test_early_loss_changes_no_result():
    late = simulate("tranquility", players=2, games=4000, seed=4, jobs=1, rows=True).rows
    early = simulate("tranquility", players=2, games=4000, seed=4, jobs=1, rows=True, sets=["early_loss=true"]).rows
    won = int(make_cell("tranquility").game.causes["WON"])
    assert ((late["cause"] == won) == (early["cause"] == won)).all()


# the cut-off


def test_turn_limit_cuts_a_game_off(deal):
    game = deal(2, sets=("turn_limit=3",))
    for _ in range(3):
        game.discard_two()
        game.first_options()
    assert game.cause == "TRUNCATED"


POLICIES = ["spacing", "random_legal", "spacing,random_legal"]
READINGS = [
    (), ("cost_rule=max",), ("cost_rule=sum",), ("start2p=upto7",), ("start_shortage=defer",),
    ("start_shortage=discard_all",), ("start_shortage=defer", "start_discardable_unplayed=true"), ("one_card=loss",),
    ("first_player=random",), ("first_player=fixed0",), ("own_discard_memory=false",), ("early_loss=true",),
    ("rows=2", "columns=3", "islands=20"), ("hand_limit=2",), ("hand_limit=9",), ("start_price=0",),
    ("start_price=20", "start_shortage=defer"), ("islands=120", "rows=10"), ("finishes=0",), ("finishes=20",),
]  # fmt: skip


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("sets", READINGS, ids="+".join)
def test_every_switch_value_is_playable_by_every_policy(policy, sets):
    result = simulate("tranquility", players=2, sets=list(sets), policy=policy, games=4000, seed=9, jobs=1)
    assert result.fault_message() is None
    assert result.count("truncated") == 0
