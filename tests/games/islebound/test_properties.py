"""Random legal play: conservation, bounds, agreement of options, legality and steps, an end to every game."""

import numpy as np
import pytest

from analyzer.games.islebound.encoding import ORDER_SHIFT
from analyzer.games.islebound.state import (
    BLOCKED,
    BOOK,
    COIN,
    FISH,
    ICHOR,
    NOBODY,
    PIRATE,
    SERPENT,
    WOOD,
    Cause,
    Phase,
)
from analyzer.kernel.jit import IS_PLAIN
from tests.thinning import thinned

CASES = [
    (2, ()),
    (3, ("advanced=true", "row_shift=left", "reroll_repeat=false", "commons_skip=per_cube")),
    (4, ()),
    (2, ("closed_quarters=true", "quarters_scope=moves_through", "raid=true", "advanced=true", "six_buildings=true")),
    (3, ("architect=true", "merchant=true", "raid=true", "trade_cards=true", "raid_spends=true", "raid_rerolls=true")),
    (4, ("merchant=true", "six_buildings=true", "action_mandatory=true", "double_symbol_pay=true")),
    (4, ("architect=true", "free_action_interrupts=true", "share_cost_per_ship=true", "dice_cap=reuse")),
    (2, ("self_trigger=true", "diplo_needs_cube=true", "farwold_skip=false", "negotiator_limit=one")),
]
ASKED = [(*case, detailed) for case in CASES for detailed in (False, True)]
QUESTIONS = 250 if IS_PLAIN else 900
EVERYTHING = 0b1111111 | 0b111111 << 25  # orders: ask for every detail


def check_table(game):
    """Recount every component."""
    table, hidden, rules = game.table, game.state.hidden, game.rules
    n = game.players
    goods = table.goods[:n]
    assert (goods >= 0).all()
    asked = {game.asked} if game.phase == Phase.DROP else set()  # has to throw something overboard
    assert all(goods[seat, WOOD] + goods[seat, FISH] <= rules.hold + 4 for seat in range(n) if seat not in asked)
    plain = [seat for seat in range(n) if not int(table.owned[seat]) >> 25 & 1 and seat not in asked]  # no warehouse
    assert (goods[plain][:, WOOD] + goods[plain][:, FISH] <= rules.hold).all()
    # cards in play and in the supply
    on_table = 0
    assert goods[:, PIRATE].sum() + table.pirates_left == 15 - on_table
    assert goods[:, SERPENT].sum() + table.serpents_left == 14
    assert goods[:, ICHOR].sum() + table.ichor_left == 1
    assert min(table.pirates_left, table.serpents_left, table.ichor_left, table.coins_on_map) >= 0
    check_cubes(table, rules, n)
    check_crew(table, rules, n)
    check_buildings(game, table, hidden, rules, n)
    assert (table.track[:n] < rules.lap).all()
    assert (table.track[:n] >= 0).all()
    assert table.tiles[:n].sum() >= 16 - table.tiles_left


def check_cubes(table, rules, n):
    for seat in range(n):
        on_track = [space for space in range(16) if table.space[space] == seat]
        towns = int((table.owner == seat).sum())
        assert table.towns[seat] == towns
        assert table.cubes[seat] >= 0
        assert table.cubes[seat] + towns + len(on_track) + 2 == 20
        assert table.influence[seat] == sum(int(rules.space_value[space]) for space in on_track)
    assert set(table.space[:16].tolist()) <= {NOBODY, BLOCKED, *range(n)}
    assert set(table.owner.tolist()) <= {NOBODY, *range(n)}


def check_crew(table, rules, n):
    held = table.deck[:n] + table.tired[:n] + table.hurt[:n]
    assert (table.deck >= 0).all()
    assert (table.tired >= 0).all()
    assert (table.hurt >= 0).all()
    assert held.sum(1).tolist() == table.crew[:n].tolist()
    assert held[:, :2].tolist() == [[2, 1]] * n
    in_slots = int((table.recruit >= 0).sum())
    assert held[:, 2:].sum() + in_slots + table.recruits_left == 10
    shown = table.deck[:n].astype(int) @ rules.kind_shows.astype(int)
    assert (shown == table.ready[:n]).all()


def check_buildings(game, table, hidden, rules, n):
    masks = [int(table.owned[seat]) for seat in range(n)]
    hands = [int(game.state.hands[seat].cards) | int(game.state.hands[seat].pack) for seat in range(n)]
    row = [1 << int(card) for card in table.row if card >= 0]
    deck = [1 << int(card) for card in hidden.buildings[: int(table.deck_left)]]
    parts = [*masks, *hands, *row, *deck, int(table.discards)]
    assert sum(parts) == (1 << 35) - 1  # each building exactly once
    assert [mask.bit_count() for mask in masks] == table.n_owned[:n].tolist()
    if rules.architect and table.drafted == 7:
        assert [hand.bit_count() for hand in hands] == table.goods[:n, BOOK].tolist()
    events = [*hidden.events[0, : int(table.event_left[0])], *hidden.events[1, : int(table.event_left[1])]]
    assert len(set(events)) == len(events) > 0


def score_again(game, seat):
    """Count a player's points from the table, another way."""
    table, rules = game.table, game.rules
    owned = [card for card in range(35) if int(table.owned[seat]) >> card & 1]
    coins, wood, fish = (int(table.goods[seat, item]) for item in (COIN, WOOD, FISH))
    crew = table.deck[seat] + table.tired[seat] + table.hurt[seat]
    ends = {15: int((table.owner == seat).sum()), 16: fish // 2 + wood, 17: int(crew[2:].sum()), 29: coins // 5}
    ends[30] = len(owned) // 2
    points = coins + sum(int(rules.price[card]) for card in owned) + sum(ends.get(card, 0) for card in owned)
    return points + int(table.track[seat]) + 7 * int(table.tiles[seat])


def check_question(game, rng):
    """The options are legal, distinct and more than one; answers outside are refused."""
    options = game.options()
    assert len(options) > 1
    assert all(game.is_legal(answer) for answer in options)
    bound = 600 if game.phase == Phase.PLAN else 130
    if game.phase in (Phase.PLAN, Phase.FREE, Phase.EXCHANGE, Phase.RECRUIT, Phase.BUILD, Phase.REPUTATION):
        legal = [answer for answer in range(bound) if game.is_legal(answer)]
        assert [answer for answer in legal if answer < 100 or game.phase == Phase.PLAN][: len(options)] == options
    assert not game.is_legal(-1)
    assert not game.is_legal(1 << 41)
    return int(options[rng.integers(len(options))])


@pytest.mark.parametrize(("players", "sets", "detailed"), thinned(ASKED, 3))
def test_random_play_conserves_everything(position, players, sets, detailed):
    """With `detailed` the plan orders every detail to be asked, so that all questions come up."""
    rng = np.random.Generator(np.random.PCG64(players + 10 * detailed))
    game = position(players, (*sets, "round_limit=30"), seed=players, homes=False)
    seen = set()
    for count in range(QUESTIONS):
        if game.is_over:
            break
        seen.add(game.phase)
        answer = check_question(game, rng) if count % 5 == 0 else int(rng.choice(game.options()))
        if detailed and game.phase == Phase.PLAN:
            answer |= EVERYTHING << ORDER_SHIFT
        game.answer(answer)
        if game.phase != Phase.CREW:
            check_table(game)
    assert {Phase.PLAN, Phase.FREE} <= seen
    assert detailed == bool(seen & {Phase.ACTION, Phase.CREW})
    for seat in range(players):
        assert game.score(seat) == score_again(game, seat)


def test_every_game_ends_or_is_truncated(position):
    rng = np.random.Generator(np.random.PCG64(9))
    game = position(2, ("round_limit=12",))
    while not game.is_over:
        game.answer(int(rng.choice(game.options())))
    assert game.table.cause in (Cause.FINISHED, Cause.TRUNCATED)
    assert game.table.round_no <= 12
