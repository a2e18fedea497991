"""The end of the game and scoring (rules 2.3 and 2.14)."""

from analyzer.games.portolano.rules import hold, missions, sea
from analyzer.games.portolano.state import Cause, Check, Quest, Stage
from analyzer.games.portolano.switches import EndTrigger
from analyzer.games.turns import next_seat, points_given
from analyzer.kernel.jit import phase, rule

_BY_WORTH, _BY_CANNONS = range(2)


@rule
def is_out(rules, table):
    """Tell whether a good has run out on the supply board (P-END-1, P-END-2, A-3)."""
    if rules.end_trigger == EndTrigger.ROW:
        return sea.shortest_row(rules, table) == 0
    n_kinds = 4 if rules.end_trigger == EndTrigger.ANY_KIND else 3
    gone = False
    for kind in range(n_kinds):
        gone = gone or (table.laid[kind] > 0 and table.on_board[kind] == 0)
    return gone


@phase
def end_round(rules, state):
    """End a round: missions of the battle, the end of the game, a new start player (P-ROUND-1, P-END-1, P-END-3)."""
    table = state.table
    missions.check_all(rules, table, Check.BATTLE)
    wait = table.round_no - state.tally.last_pick_up
    state.tally.longest_wait = max(state.tally.longest_wait, wait)
    if table.closing == 1:
        table.cause = Cause.ENDED
    elif table.round_no >= rules.max_rounds:
        table.cause = Cause.TRUNCATED
    if table.cause != Cause.RUNNING:
        score_game(rules, state)
        return
    table.closing = 1 if is_out(rules, table) else 0
    table.starter = next_seat(rules, table.starter)
    table.stage = Stage.ROUND


@phase
def score_game(rules, state):
    """Add up every player's points and find the winners (P-SCORE-1 to P-SCORE-9)."""
    table, tally = state.table, state.tally
    for seat in range(rules.players):
        ship = table.ships[seat]
        tally.chest_points[seat] = state.hands[seat].chest_sum + state.hidden.chest_sum[seat]
        tally.knight_points[seat] = ship.knight
        tally.ship_points[seat] = ship_points(rules, table, seat)
        tally.gun_points[seat] = gun_points(rules, table, seat)
        tally.cargo_points[seat] = cargo_points(ship)
        tally.mission_points[seat] = mission_points(rules, table, seat)
        tally.score[seat] = (
            ship.talers
            + tally.chest_points[seat]
            + tally.knight_points[seat]
            + tally.ship_points[seat]
            + tally.gun_points[seat]
            + tally.cargo_points[seat]
            + tally.mission_points[seat]
            + points_given(rules, table, seat)
        )
    share_win(rules, state)


@rule
def cargo_points(ship):
    """Return half of rum and goods together, rounded down once (P-SCORE-6)."""
    return (ship.rum + hold.n_goods(ship)) >> 1


@phase
def ship_points(rules, table, seat):
    """Return the points for the place in ship value (P-SCORE-3)."""
    return rank_points(rules, table, seat, _BY_WORTH, rules.ship_points)


@phase
def gun_points(rules, table, seat):
    """Return the points for the place in cannons (P-SCORE-4)."""
    return rank_points(rules, table, seat, _BY_CANNONS, rules.gun_points)


@rule
def rank_points(rules, table, seat, order, points):
    """Return the points for a seat's place in one of the two orders."""
    above = equal = 0
    own = ranked(table.ships[seat], order)
    for other in range(rules.players):
        theirs = ranked(table.ships[other], order)
        above += theirs > own
        equal += theirs == own
    return place_points(rules, points, own, above, equal)


@rule
def ranked(ship, order):
    """Return what an order compares: ship value or cannons."""
    return ship.worth if order == _BY_WORTH else ship.cannons


@rule
def place_points(rules, points, own, above, equal):
    """Return the points of a place; after a shared first place nobody is second (P-SCORE-3 to 5, A-6)."""
    if own == 0 and rules.rank_requires_positive == 1:
        return 0
    if above == 0:
        return points[0] if equal == 1 else points[2]
    if above == 1:
        return points[1] if equal == 1 else points[3]
    return 0


@phase
def mission_points(rules, table, seat):
    """Return the points of all revealed missions; a missed one costs (P-SCORE-7, P-SCORE-8)."""
    points = 0
    for place in range(rules.revealed):
        marker = table.marker[place, seat]
        if rules.quest[table.mission[place]] >= Quest.KEEP_NO_CANNON:
            points += rules.keep_points * marker
        elif marker > 0:
            points += rules.place_points[marker - 1]
        else:
            points -= rules.miss_penalty
    return points


@rule
def share_win(rules, state):
    """Share the win among the highest totals with the lowest ship value (P-SCORE-9)."""
    tally = state.tally
    n_winners = 0
    for seat in range(rules.players):
        tally.share[seat] = 1.0 if is_winner(rules, state, seat) else 0.0
        n_winners += is_winner(rules, state, seat)
    for seat in range(rules.players):
        tally.share[seat] /= n_winners


@phase
def is_winner(rules, state, seat):
    """Tell whether nobody has more points, or as many with a cheaper ship (P-SCORE-9)."""
    score, worth = state.tally.score[seat], state.table.ships[seat].worth
    for other in range(rules.players):
        theirs = state.tally.score[other]
        if theirs > score or (theirs == score and state.table.ships[other].worth < worth):
            return False
    return True
