"""Movement: speed, reach, sharing a region, and trades between ships there (rules 2.4, variants)."""

from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.encoding import given_of, n_given_of, n_wanted_of, partner_of, wanted_of
from analyzer.games.islebound.rules import crew, goods
from analyzer.games.islebound.state import ADMIN, BOOK, FISH, N_TOWNS, SAIL, SERPENT, WOOD, Moment, Phase, Stage
from analyzer.games.islebound.switches import FishMoveCap, QuartersUnpayable
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


@phase
def admins_to_share(rules, table, seat, town):
    """Return the admins that ending a move here exhausts (I-MOVE-05, AMB-11, AMB-12, I-VAR-QUARTERS)."""
    n = n_ships(rules, table, seat, town)
    if n > 0:
        if table.owner[town] == seat and rules.share_exempt_own == 1:
            n = 0
        elif rules.share_cost_per_ship == 0:
            n = 1
    if rules.closed_quarters == 1 and is_close(rules, table, seat, town):
        n = 1
    if n > 0 and crew.has_ability(rules, table, seat, Effect.NO_ADMIN_NEEDED_TO_SHARE_REGION):
        n = 0
    return n if n == 0 or not is_waived(rules, table, seat, n) else 0


@rule
def is_close(rules, table, seat, town):
    """Tell whether the other ship lies on the same board, ports being on none (I-VAR-QUARTERS)."""
    board = rules.board_of[town]
    found = False
    for other in range(rules.players):
        found = found or (other != seat and board >= 0 and rules.board_of[table.region[other]] == board)
    return found


@rule
def is_waived(rules, table, seat, n):
    """Tell whether closed quarters cost nothing for want of an admin (AMB-38)."""
    is_free = rules.closed_quarters == 1 and rules.quarters_unpayable == QuartersUnpayable.FREE
    return is_free and table.ready[seat, ADMIN] < n


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
    return max(0, distance(rules, table, table.region[seat], town) - speed(rules, table, seat))


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
    """Tell what may be traded: fish, wood, books, pirates, serpents; no coins, buildings, Ichor."""
    return WOOD <= good <= SERPENT and not (good == BOOK and rules.architect == 1)


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
        move_goods(table, seat, partner, given_of(table.offer), n_given_of(table.offer))
        move_goods(table, partner, seat, wanted_of(table.offer), n_wanted_of(table.offer))
        goods.trim_hold(rules, table, seat)
        goods.trim_hold(rules, table, partner)
        state.tally.trades[seat] += 1
    table.offer = 0


@rule
def move_goods(table, giver, taker, good, n):
    """Move traded goods."""
    table.goods[giver, good] -= n
    table.goods[taker, good] += n
