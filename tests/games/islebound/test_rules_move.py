"""Turn and movement (rules 2.3, 2.4), closed quarters."""

from itertools import permutations, product

import pytest

from analyzer.games.islebound.encoding import ASK_ACTION, ASK_CREW, make_plan
from analyzer.games.islebound.notation import kind, town
from analyzer.games.islebound.rules.move import admins_to_share, fish_to, reach, speed
from analyzer.games.islebound.state import Action, Phase


def farthest(game, seat=0):
    return int(reach(game.rules, game.table, seat))


def speed_of(game, seat=0):
    return int(speed(game.rules, game.table, seat))


def test_i_turn_01_a_turn_is_a_move_then_one_action(calm):
    game = calm()
    home = int(game.table.region[0])
    game.hunt()
    assert game.table.region[0] != home
    assert game.asked == 1


def test_i_turn_02_the_actions_of_a_plan(calm):
    game = calm().goods(pirate=1)
    game.neutral("krazk").beside(0, "krazk")
    actions = {Action(answer >> 2 & 7) for answer in game.options() if answer >> 5 == town("krazk")}
    assert actions == {Action.NONE, Action.HUNT, Action.VISIT, Action.ATTACK}


def test_i_turn_03_free_actions_come_before_and_after_the_action(calm):
    game = calm().goods(coin=20).row("bridge", "museum", "palace", "market", "mansion")
    game.hunt()
    assert game.phase == Phase.FREE
    game.answer(8 + 4)  # before the hunt
    assert game.held("coin") == 20 - 8
    game.answer(0)
    assert game.phase == Phase.FREE  # after it
    assert game.held("coin") == 20 - 8 + 1
    game.answer(8 + 4)
    assert game.asked == 1


def test_i_turn_03_no_free_action_after_no_action(calm):
    game = calm().goods(coin=20).row("bridge", "museum", "palace", "market", "mansion")
    near = game.near(int(game.table.region[0]))[0]
    game.answer(make_plan(near, 0, 0, 0), 0)
    assert (game.phase, game.asked) == (Phase.PLAN, 1)


def test_i_turn_04_amb_13_the_action_may_be_declined_or_not(calm, position):
    assert any(answer >> 2 & 7 == Action.NONE for answer in calm().options())
    game = calm(sets=("action_mandatory=true",))
    assert not any(answer >> 2 & 7 == Action.NONE for answer in game.options())
    # a plan that lapses becomes a hunt: an event takes the coin of the fee
    game.event(0, 5, left=1).goods(coin=1).crew(deck="2*admin work")
    game.neutral("grenille").visit("grenille").answer(1)
    assert game.held("coin") == 1
    assert game.state.tally.actions[0, Action.HUNT] == 1


def test_i_turn_05_no_free_action_between_spoils_and_visit(calm):
    game = calm().goods(coin=9, serpent=8).neutral("krazk").row("bridge", "museum", "palace", "market", "jeweller")
    game.crew(deck="2*admin work")
    game.table.orders = 0
    game.attack("krazk").answer(0)
    assert game.phase == Phase.GOODS  # krazk: rest, then wood or fish
    assert game.held("coin") == 9 + 4


def test_d2a_a_plan_that_is_no_longer_legal_lapses(calm):
    game = calm().event(0, 5, left=1).goods(coin=1).crew(deck="2*admin work").neutral("grenille")
    game.visit("grenille").answer(1)
    assert game.asked == 1
    assert game.held("wood") == 0
    assert game.state.tally.actions[0, Action.NONE] == 1


def test_d2a_an_override_may_name_any_action_legal_now(calm):
    game = calm().goods(coin=3)
    game.neutral("krazk").beside(0, "krazk").plan("krazk", Action.HUNT, 0, ASK_ACTION)
    assert game.phase == Phase.ACTION
    game.answer(int(Action.VISIT) << 2)
    assert game.phase == Phase.GOODS


def test_i_move_01_ex_03_speed_is_two_and_one_per_sail_on_deck_up_to_four(calm):
    game = calm()
    assert speed_of(game) == 2
    assert speed_of(game.crew(deck="admin_sail", tired="work_sail")) == 3
    assert speed_of(game.crew(deck="admin_sail work_sail combat_sail")) == 4


def test_i_move_02_ex_03_each_fish_is_one_more_region(calm):
    game = calm().crew(deck="admin_sail work_sail combat_sail").goods(fish=2)
    assert farthest(game) == 6
    assert farthest(calm(sets=("fish_move_cap=total_4",)).goods(fish=2)) == 4
    assert farthest(calm().goods(fish=2)) == 4


def test_i_move_02_fish_are_paid_only_beyond_the_speed(calm):
    game = calm().goods(fish=2).crew(deck="admin")
    here = int(game.table.region[0])
    three = game.near(here, 3)[0]
    game.answer(make_plan(three, int(Action.HUNT), 0, 0))
    assert game.held("fish") == 1


def test_amb_04_fish_move_cap(calm):
    """With the cap fish take a ship to four regions in all, not further."""
    game = calm(sets=("fish_move_cap=total_4",)).goods(fish=9)
    assert farthest(game) == 4
    assert farthest(calm().goods(fish=9)) == 11


def test_i_move_03_ex_04_the_start_region_is_no_destination(calm):
    game = calm()
    assert int(game.table.region[0]) not in game.destinations()


def test_amb_03_not_entering_the_start_region_is_the_same_as_not_ending_there(calm):
    """No shortest path passes through its own start: one reading serves for both."""
    far = calm().rules.distance
    for start in range(16):
        for end in range(16):
            for middle in range(16):
                if middle != start and far[start, middle] + far[middle, end] == far[start, end]:
                    assert far[start, end] > far[middle, end]


def test_i_move_04_05_ex_05_a_shared_region_needs_an_admin_but_may_be_passed(calm):
    game = calm().crew(deck="work")
    here = int(game.table.region[0])
    beyond = game.near(here, 2)
    middle = game.near(here)[0]
    game.table.region[1] = middle
    assert middle not in game.destinations()
    assert set(beyond) & game.destinations()
    game.crew(deck="admin work")
    assert middle in game.destinations()
    game.answer(make_plan(middle, int(Action.HUNT), 0, 0))
    assert game.below() == (["admin"], [])


def share_with_two(game):
    middle = game.near(int(game.table.region[0]))[0]
    game.table.region[1] = game.table.region[2] = middle
    return middle


def test_i_move_05_ex_06_two_ships_cost_one_admin(calm):
    game = calm().crew(deck="2*admin")
    game.answer(make_plan(share_with_two(game), int(Action.HUNT), 0, 0))
    assert game.deck() == ["admin"]


def test_amb_12_share_cost_per_ship(calm):
    game = calm(sets=("share_cost_per_ship=true",)).crew(deck="2*admin")
    middle = share_with_two(game)
    game.answer(make_plan(middle, int(Action.HUNT), 0, 0))
    assert game.deck() == []
    game = calm(sets=("share_cost_per_ship=true",)).crew(deck="admin")
    assert share_with_two(game) not in game.destinations()


@pytest.mark.parametrize(("exempt", "legal"), [("false", False), ("true", True)])
def test_amb_11_share_exempt_own(calm, exempt, legal):
    game = calm(sets=(f"share_exempt_own={exempt}",)).crew(deck="work")
    middle = game.near(int(game.table.region[0]))[0]
    game.table.owner[middle] = 0
    game.table.region[1] = middle
    assert (middle in game.destinations()) == legal


def test_i_move_06_without_a_destination_the_ship_stays_and_may_act(calm):
    game = calm(players=4).crew(deck="work")
    game.table.orders = 0
    here = int(game.table.region[0])
    # a speed of nothing leaves no destination
    game.rules.start_speed = 0
    assert game.destinations() == {here}
    game.answer(make_plan(here, int(Action.HUNT), 0, 0))
    assert game.held("coin") == 8


def test_d1b_the_admin_is_the_first_kind_in_data_order_unless_the_policy_chooses(calm):
    for orders, expected in ((0, ["admin"]), (ASK_CREW, ["admin_sail"])):
        game = calm().crew(deck="admin admin_sail")
        middle = game.near(int(game.table.region[0]))[0]
        game.table.region[1] = middle
        game.answer(make_plan(middle, int(Action.HUNT), 0, orders))
        if orders:
            assert game.phase == Phase.CREW
            game.answer(kind("admin_sail"))
        assert game.below()[0] == expected


def test_d1_a_visit_is_planned_on_the_deck_the_sharing_admin_leaves(calm):
    """Rockslide asks for an admin too: sharing takes the only one."""
    game = calm().crew(deck="admin work").neutral("rockslide").beside(0, "rockslide")
    assert game.can_plan("rockslide", Action.VISIT)
    game.at(1, "rockslide")
    assert game.can_plan("rockslide", Action.HUNT)
    assert not game.can_plan("rockslide", Action.VISIT)


def outside(game, name):
    """Put the own ship beside a town, but on another board."""
    options = [t for t in game.near(town(name)) if game.rules.board_of[t] != game.rules.board_of[town(name)]]
    game.table.region[0] = options[0]
    return game


def test_i_var_quarters_ex_43_the_other_ships_board_costs_an_admin(calm):
    game = calm(players=2, sets=("closed_quarters=true",)).at(1, "fels_garden")
    outside(game, "rockslide").crew(deck="admin work").plan("rockslide", Action.HUNT)
    assert game.below()[0] == ["admin"]
    game = calm(players=2).at(1, "fels_garden")
    outside(game, "rockslide").crew(deck="admin work").plan("rockslide", Action.HUNT)
    assert game.below()[0] == []


def test_i_var_quarters_ports_belong_to_no_board(calm):
    game = calm(players=2, sets=("closed_quarters=true",)).at(1, "krazk").crew(deck="work")
    slots, far = game.table.slot, game.rules.distance
    port, near = next(
        (port, near)
        for port in range(4)
        for near in range(4, 16)
        if port != town("krazk") and far[int(slots[port]), int(slots[near])] == 1
    )
    game.table.region[0] = near
    assert port in game.destinations()


@pytest.mark.parametrize(("reading", "legal"), [("illegal", False), ("free", True)])
def test_amb_38_quarters_unpayable(calm, reading, legal):
    game = calm(players=2, sets=("closed_quarters=true", f"quarters_unpayable={reading}")).at(1, "fels_garden")
    outside(game, "rockslide").crew(deck="work")
    assert game.can_plan("rockslide", Action.HUNT) == legal


def walk(game, closed, reach):
    """Return the moves to each region without entering a closed one, step by step."""
    slots, far = game.table.slot.tolist(), game.rules.distance
    found, edge = {int(game.table.region[0]): 0}, {int(game.table.region[0])}
    for moves in range(1, reach + 1):
        edge = {there for there in range(16) for here in edge if far[slots[here], slots[there]] == 1} - set(found)
        edge -= closed
        found |= dict.fromkeys(edge, moves)
    return found


def payable(game):
    """Return by destination the fish and admins of its cheapest way: fish first, then admins (AMB-50)."""
    fish, has_admin = game.held("fish"), game.table.ready[0, 0] > 0
    board = game.rules.board_of[int(game.table.region[1])]
    closed = {town for town in range(16) if board >= 0 and game.rules.board_of[town] == board}
    ways = [(walk(game, closed, 2 + fish), 0)]
    ways += [(walk(game, set(), 2 + fish), 1)] if has_admin else []
    found = {}
    for way, admins in ways:
        for there, moves in way.items():
            found[there] = min(found.get(there, (99, 99)), (max(0, moves - 2), admins))
    ship = int(game.table.region[1])
    shared = {ship: (found[ship][0], 1)} if ship in found and has_admin else {}  # I-MOVE-05, in a port
    return {there: cost for there, cost in found.items() if there not in (ship, int(game.table.region[0]))} | shared


def cost_of(game, there):
    return int(fish_to(game.rules, game.table, 0, there)), int(admins_to_share(game.rules, game.table, 0, there))


@pytest.mark.parametrize(("n_fish", "deck"), [(0, "admin"), (0, "work"), (2, "admin"), (2, "work")])
def test_amb_50_quarters_scope_who_moves_through_pays_an_admin_or_goes_round(calm, n_fish, deck):
    game = calm(players=2, sets=("closed_quarters=true", "quarters_scope=moves_through")).goods(fish=n_fish)
    game.crew(0, deck=deck)
    for here, ship in product(range(16), (0, 4, 8, 13)):
        game.table.region[:2] = here, ship
        if here != ship:
            found = game.destinations() - {here}  # who can go nowhere stays (I-MOVE-06)
            assert {there: cost_of(game, there) for there in found} == payable(game)


def behind(game):
    """Put the ships so that the only way of two moves leads across the other's board; return where it ends."""
    slots, far, round_ = game.table.slot.tolist(), game.rules.distance, game.rules.way_round
    here, ship, there = next(
        (here, ship, there)
        for here, ship, there in permutations(range(16), 3)
        if slots[ship] < 12
        and far[slots[here], slots[there]] == 2
        and 2 < round_[slots[ship] // 3, slots[here], slots[there]] < 9
    )
    game.table.region[:2] = here, ship
    return there


@pytest.mark.parametrize(("reading", "tired"), [("ends_there", []), ("moves_through", ["admin"])])
def test_amb_50_quarters_scope(calm, reading, tired):
    game = calm(players=2, sets=("closed_quarters=true", f"quarters_scope={reading}")).crew(deck="admin work")
    there = behind(game.goods(fish=0))
    assert game.rules.board_of[there] != game.rules.board_of[int(game.table.region[1])]
    game.answer(make_plan(there, int(Action.HUNT), 0, 0))
    assert game.below()[0] == tired


@pytest.mark.parametrize(("reading", "legal"), [("illegal", False), ("free", True)])
def test_amb_50_quarters_scope_without_an_admin_nobody_moves_through(calm, reading, legal):
    """Unless closed quarters are free then (AMB-38), or fish pay for the way round."""
    sets = ("closed_quarters=true", "quarters_scope=moves_through", f"quarters_unpayable={reading}")
    game = calm(players=2, sets=sets).crew(deck="work").goods(fish=0)
    there = behind(game)
    assert (there in game.destinations()) == legal
    game.goods(fish=9)
    assert there in game.destinations()
    game.answer(make_plan(there, int(Action.HUNT), 0, 0))
    assert (game.held("fish") < 9) == (not legal)


def test_amb_50_quarters_scope_harbour_office_frees_the_way(calm):
    game = calm(players=2, sets=("closed_quarters=true", "quarters_scope=moves_through")).goods(fish=0)
    there = behind(game.crew(deck="work"))
    assert there not in game.destinations()
    assert there in game.has(0, "x06_harbour_office").destinations()
