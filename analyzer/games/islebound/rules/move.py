"""Movement: speed, reach, sharing a region, and trades between ships there (rules 2.4, variants)."""

from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.encoding import given_of, n_given_of, n_wanted_of, partner_of, wanted_of
from analyzer.games.islebound.rules import crew, goods
from analyzer.games.islebound.state import (
    ADMIN,
    BOARD_REGIONS,
    BOOK,
    FISH,
    N_BOARDS,
    N_TOWNS,
    SAIL,
    SERPENT,
    WOOD,
    Moment,
    Phase,
    Stage,
)
from analyzer.games.islebound.switches import FishMoveCap, QuartersScope, QuartersUnpayable
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@rule
def speed(rules, table, seat):
    """Return the ship's speed: the base and one per sail on deck, at most 4 (I-MOVE-01, I-BLDG-X03)."""
    base = rules.start_speed
    if crew.has_ability(rules, table, seat, Effect.BASE_SPEED_PLUS):
        base += crew.ability(rules, table, seat, Effect.BASE_SPEED_PLUS)
    return min(rules.max_speed, base + table.ready[seat, SAIL])


@phase
def reach(rules, table, seat):
    """Return how far the ship can go with all its fish (I-MOVE-02, AMB-04)."""
    farthest = speed(rules, table, seat) + table.goods[seat, FISH]
    if rules.fish_move_cap == FishMoveCap.TOTAL_4:
        farthest = min(farthest, max(rules.max_speed, speed(rules, table, seat)))
    return farthest


@rule
def distance(rules, table, town, other):
    """Return the number of moves between two towns."""
    return rules.distance[table.slot[town], table.slot[other]]


@rule
def n_ships(rules, table, seat, town):
    """Count the other ships in a region."""
    n = 0
    for other in range(rules.players):
        n += other != seat and table.region[other] == town
    return n


@rule
def admins_to_share(rules, table, seat, town):
    """Return the admins that a move here exhausts (I-MOVE-05, I-VAR-QUARTERS)."""
    if rules.closed_quarters == 1:
        return admins_in_quarters(rules, table, seat, town)
    return admins_for_ships(rules, table, seat, town)


@phase
def admins_for_ships(rules, table, seat, town):
    """Return the admins that ending a move among other ships exhausts (I-MOVE-05, AMB-11, AMB-12)."""
    n = n_ships(rules, table, seat, town)
    if n > 0:
        if table.owner[town] == seat and rules.share_exempt_own == 1:
            n = 0
        elif rules.share_cost_per_ship == 0:
            n = 1
    return n if n == 0 or not needs_no_admin(rules, table, seat) else 0


@phase
def admins_in_quarters(rules, table, seat, town):
    """Return the admins that a move in closed quarters exhausts (I-VAR-QUARTERS, AMB-38)."""
    n = admins_for_ships(rules, table, seat, town)
    if enters_quarters(rules, table, seat, town) and not needs_no_admin(rules, table, seat):
        n = 1
    return 0 if is_waived(rules, table, seat, n) else n


@rule
def needs_no_admin(rules, table, seat):
    """Tell whether a player shares regions without an admin (I-BLDG-X06)."""
    return crew.has_ability(rules, table, seat, Effect.NO_ADMIN_NEEDED_TO_SHARE_REGION)


@rule
def is_close(rules, table, seat, town):
    """Tell whether the other ship lies on the same board, ports being on none (I-VAR-QUARTERS)."""
    board = rules.board_of[town]
    found = False
    for other in range(rules.players):
        found = found or (other != seat and board >= 0 and rules.board_of[table.region[other]] == board)
    return found


@phase
def enters_quarters(rules, table, seat, town):
    """Tell whether a move enters the other ship's board: at its end, or on the way (I-VAR-QUARTERS, AMB-50)."""
    return is_close(rules, table, seat, town) or is_crossing(rules, table, seat, town)


@rule
def is_crossing(rules, table, seat, town):
    """Tell whether the ship crosses the other's board: to go round costs fish, and it may cross (AMB-50)."""
    n_round, n_speed = moves_round(rules, table, seat, town), speed(rules, table, seat)
    if n_round <= max(n_speed, distance(rules, table, table.region[seat], town)):
        return False
    return may_cross(rules, table, seat) or n_round > reach(rules, table, seat)


@rule
def may_cross(rules, table, seat):
    """Tell whether a ship can enter the other's board: an admin is ready, or none is needed."""
    is_free = needs_no_admin(rules, table, seat) or is_waived(rules, table, seat, 1)
    return is_free or table.ready[seat, ADMIN] > 0


@rule
def moves_round(rules, table, seat, town):
    """Return the moves to a region that enter no board where that would cost an admin (AMB-50)."""
    here = table.slot[table.region[seat]]
    n = rules.distance[here, table.slot[town]]
    if rules.quarters_scope == QuartersScope.MOVES_THROUGH:
        for other in range(rules.players):
            board = table.slot[table.region[other]] // BOARD_REGIONS
            if other != seat and board < N_BOARDS:
                n = max(n, rules.way_round[board, here, table.slot[town]])
    return n


@rule
def is_waived(rules, table, seat, n):
    """Tell whether closed quarters cost nothing for want of an admin (AMB-38)."""
    return rules.quarters_unpayable == QuartersUnpayable.FREE and table.ready[seat, ADMIN] < n


@rule
def is_destination(rules, table, seat, town, farthest):
    """Tell whether the move may end in a region (I-MOVE-02, I-MOVE-03, I-MOVE-05, I-MOVE-06)."""
    n_moves = distance(rules, table, table.region[seat], town)
    if n_moves < 1 or n_moves > farthest:
        return False
    return admins_to_share(rules, table, seat, town) <= table.ready[seat, ADMIN]


@phase
def is_stuck(rules, table, seat):
    """Tell whether there is no legal destination at all (I-MOVE-06)."""
    farthest = reach(rules, table, seat)
    town = 0
    while town < N_TOWNS and not is_destination(rules, table, seat, town, farthest):
        town += 1
    return town == N_TOWNS


@rule
def fish_to(rules, table, seat, town):
    """Return the fish that a move costs (I-MOVE-02, D1a)."""
    n_moves = distance(rules, table, table.region[seat], town)
    if rules.closed_quarters == 1:
        n_moves = moves_in_quarters(rules, table, seat, town)
    return max(0, n_moves - speed(rules, table, seat))


@phase
def moves_in_quarters(rules, table, seat, town):
    """Return the moves of the shortest way, or of one round the other's board (AMB-50)."""
    if enters_quarters(rules, table, seat, town):
        return distance(rules, table, table.region[seat], town)
    return moves_round(rules, table, seat, town)


@phase
def consider_offer(rules, table):
    """Ask for an offer while there is a partner and an offer left, else go on to the free actions."""
    table.moment = Moment.BEFORE
    table.stage = Stage.FREE
    may_offer = rules.merchant == 1 and table.offers_made < rules.offer_limit
    if may_offer and n_ships(rules, table, table.active, table.region[table.active]) > 0:
        ask(table, Phase.OFFER, table.active)


@phase
def is_legal_offer(rules, table, offer):
    """Tell whether both sides hold what they would give; never like for like (I-VAR-MERCHANT)."""
    if offer == 0:
        return True
    if offer < 0 or offer >= 1 << 16 or (offer & 255) == 0:
        return False
    seat, partner = table.active, partner_of(offer)
    if partner >= rules.players or partner == seat or table.region[partner] != table.region[seat]:
        return False
    give, want = given_of(offer), wanted_of(offer)
    if give == want or not is_tradable(rules, give) or not is_tradable(rules, want):
        return False
    return table.goods[seat, give] >= n_given_of(offer) and table.goods[partner, want] >= n_wanted_of(offer)


@rule
def is_tradable(rules, good):
    """Tell what may be traded: fish, wood, books, pirates, serpents; no coins, buildings, Ichor (AMB-51)."""
    is_card = good == BOOK and rules.architect == 1
    return WOOD <= good <= SERPENT and not (is_card and rules.trade_cards == 0)


@phase
def make_offer(table, offer):
    """Put an offer to the partner."""
    if offer == 0:
        table.stage = Stage.FREE
        return
    table.offer = offer
    table.offers_made += 1
    ask(table, Phase.REPLY, partner_of(offer))


@phase
def reply(rules, state, answer):
    """Carry out an accepted trade (I-VAR-MERCHANT)."""
    table = state.table
    table.stage = Stage.OFFER
    if answer == 1:
        seat, partner = table.active, partner_of(table.offer)
        move_goods(rules, state, seat, partner, given_of(table.offer), n_given_of(table.offer))
        move_goods(rules, state, partner, seat, wanted_of(table.offer), n_wanted_of(table.offer))
        goods.trim_hold(rules, table, seat)
        goods.trim_hold(rules, table, partner)
        state.tally.trades[seat] += 1
    table.offer = 0


@rule
def move_goods(rules, state, giver, taker, good, n):
    """Move traded goods; the books of architects are cards (AMB-51)."""
    state.table.goods[giver, good] -= n
    state.table.goods[taker, good] += n
    if good == BOOK and rules.architect == 1:
        for _ in range(n):
            hand_over(state, giver, taker, goods.cheapest(rules, state.hands[giver].cards))


@phase
def hand_over(state, giver, taker, card):
    """Hand a building card over, for all to see (AMB-51)."""
    table = state.table
    goods.leave_hand(state, giver, card)
    state.hands[taker].cards |= 1 << card
    table.shown[taker] |= 1 << card
    table.drawn[taker] += (table.reshuffled >> card) & 1
