"""Setup: the cleared table, the map, the piles, the players, home ports, and the architect's draft (rules 2.1)."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.rules import buildings, crew, events, recruit, towns
from analyzer.games.turns import ask, leave_out
from analyzer.kernel import lean, random


@lean.phase
def clear_table(rules, state):
    """Empty everything, and fill the supply (I-SETUP-16)."""
    table = state.table
    clear_course(table)
    clear_turn(table)
    for seat in range(codes.MAX_SEATS):
        clear_goods(table, seat)
        clear_crew(table, seat)
        clear_deeds(state.tally, seat)
    clear_board(rules, table)
    clear_annals(state.tally)
    table.pirates_left = rules.pirates
    table.serpents_left = rules.serpents
    table.ichor_left = 1
    clear_sights(table)


@lean.rule
def clear_course(table):
    """Stand before the first turn."""
    table.phase = table.asked = table.active = table.turn = table.round_no = table.last_round = table.cause = 0
    table.offer = table.offers_made = table.drafted = table.coins_on_map = 0


@lean.rule
def clear_turn(table):
    """Forget the turn under way."""
    table.plan = table.target = table.orders = table.moment = table.acted = table.pile = table.resume = 0
    table.due_hurts = table.visit_step = table.times_left = table.step_books = 0
    table.town_wood = table.town_fish = table.need = table.wood_limit = 0
    table.cards_due = table.after_drop = table.assigned = table.total = 0
    for symbol in range(codes.N_DUE):
        table.due[symbol] = 0
    for part in range(len(table.force)):
        table.force[part] = 0
    for face in range(codes.FACES):
        table.dice[face] = table.fixed[face] = 0


@lean.rule
def clear_goods(table, seat):
    """Take everything but the crew from a player."""
    for item in range(codes.ICHOR + 1):
        table.goods[seat, item] = 0
    table.region[seat] = table.home[seat] = codes.NOBODY
    table.owned[seat] = table.n_owned[seat] = table.towns[seat] = table.track[seat] = table.tiles[seat] = 0
    table.influence[seat] = table.cubes[seat] = table.drops_wood[seat] = 0


@lean.rule
def clear_crew(table, seat):
    """Dismiss a player's crew."""
    table.crew[seat] = 0
    for kind in range(codes.MAX_KINDS):
        table.deck[seat, kind] = table.tired[seat, kind] = table.hurt[seat, kind] = 0
    for column in range(codes.N_READY):
        table.ready[seat, column] = 0


@lean.rule
def clear_board(rules, table):
    """Take the cubes from towns and influence track, and the buildings from the row."""
    for town in range(codes.N_TOWNS):
        table.owner[town] = codes.NOBODY
    for space in range(codes.MAX_TRACK):
        table.space[space] = codes.BLOCKED if space < rules.blocked else codes.NOBODY  # I-SETUP-13
    for slot in range(codes.MAX_ROW):
        table.row[slot] = codes.NO_CARD


@lean.rule
def clear_sights(table):
    """Begin with nothing seen but what lies on the table."""
    table.events_gone = table.reputation_gone = table.tiles_gone = table.discards = table.reshuffled = 0
    for seat in range(codes.MAX_SEATS):
        table.drawn[seat] = table.shown[seat] = 0


@lean.rule
def clear_deeds(tally, seat):
    """Forget what a player did."""
    for action in range(codes.N_ACTIONS):
        tally.actions[seat, action] = 0
    for item in range(codes.N_PAYABLE):
        tally.spent[seat, item] = 0
    tally.conquered[seat] = tally.allied[seat] = tally.retreats[seat] = tally.events[seat] = tally.trades[seat] = 0
    tally.hunted[seat] = tally.fees[seat] = tally.bought[seat] = tally.built[seat] = 0


@lean.rule
def clear_annals(tally):
    """Forget what happened to buildings and towns."""
    tally.trigger_round = 0
    tally.trigger_seat = codes.NOBODY
    for building in range(codes.MAX_BUILDINGS):
        tally.building_seat[building] = codes.NOBODY
        tally.building_turn[building] = tally.building_way[building] = 0
    for town in range(codes.N_TOWNS):
        tally.attacks_on[town] = tally.alliances_with[town] = 0


@lean.phase
def set_up(rules, state, chance):
    """Set up a game up to the choice of home ports (rules 2.1)."""
    clear_table(rules, state)
    take_over_chance(state.hidden.chance, chance)
    lay_map(rules, state)
    state.table.first = random.randbelow(state.hidden.chance[codes.Chance.FIRST], rules.players)  # I-SETUP-06
    for seat in range(rules.players):
        equip(rules, state, seat)
    events.lay_out_events(rules, state)
    lay_out_reputation(rules, state)
    lay_out_crew(rules, state)
    lay_out_tiles(rules, state)
    lay_out_buildings(rules, state)
    state.table.stage = codes.Stage.HOME


@lean.rule
def take_over_chance(streams, chance):
    """Keep the streams of the deal in the state, word by word: an assignment of rows would count references."""
    for stream in range(len(streams)):
        for word in range(random.STREAM_SIZE):
            streams[stream, word] = chance[stream, word]


@lean.rule
def lay_map(rules, state):
    """Lay the boards and the ports in random order, unrotated (I-SETUP-01 to I-SETUP-03)."""
    table, order = state.table, state.hidden.order
    random.shuffle_numbers(state.hidden.chance[codes.Chance.BOARDS], order, codes.N_BOARDS)
    for hex_slot in range(codes.N_BOARDS):
        for region in range(codes.BOARD_REGIONS):
            table.slot[rules.board_town[order[hex_slot], region]] = hex_slot * codes.BOARD_REGIONS + region
    random.shuffle_numbers(state.hidden.chance[codes.Chance.PORTS], order, codes.N_BOARDS)
    for notch in range(codes.N_BOARDS):
        table.slot[rules.port_town[order[notch]]] = codes.FIRST_PORT_SLOT + notch


@lean.phase
def equip(rules, state, seat):
    """Give a player coins, cubes and the starting crew (I-SETUP-04)."""
    table, hand = state.table, state.hands[seat]
    clear_hand(hand, seat)
    table.goods[seat, codes.COIN] = rules.start_coins
    table.cubes[seat] = rules.cubes
    for kind in range(rules.n_kinds):
        if rules.starters[kind] > 0:
            crew.to_deck(rules, table, seat, kind, rules.starters[kind])
            table.crew[seat] += rules.starters[kind]


@lean.rule
def clear_hand(hand, seat):
    """Empty a hand, and forget what its owner saw of a draft."""
    hand.seat = seat
    hand.cards = hand.pack = 0
    for number in range(codes.N_PASSES):
        hand.passed[number] = hand.takers[number] = 0


@lean.rule
def lay_out_reputation(rules, state):
    """Shuffle the reputation cards into two face-up piles (I-SETUP-10)."""
    table, order = state.table, state.hidden.order
    random.shuffle_numbers(state.hidden.chance[codes.Chance.REPUTATION], order, rules.n_reputation)
    table.reputation_gone = rules.left_out[codes.KIND_REPUTATION]
    n = leave_out(rules, codes.KIND_REPUTATION, order, rules.n_reputation)
    events.split_piles(table.reputation_top, table.reputation_left, state.hidden.reputation, order, n)


@lean.rule
def lay_out_crew(rules, state):
    """Shuffle the two-symbol crew and fill the three slots (I-SETUP-11)."""
    table, recruits = state.table, state.hidden.recruits
    n = rules.n_recruits
    for place in range(n):
        recruits[place] = rules.recruits[place]
    random.shuffle(state.hidden.chance[codes.Chance.CREW], recruits, n)
    n = leave_out(rules, codes.KIND_CREW, recruits, n)
    table.recruits_left = n
    table.next_recruit = recruits[n - 1] if n > 0 else codes.NO_CARD
    for slot in range(codes.CREW_SLOTS - 1, -1, -1):
        table.recruit[slot] = recruit.draw_recruit(state)


@lean.rule
def lay_out_tiles(rules, state):
    """Shuffle the renown tiles into a face-up pile (I-SETUP-12)."""
    table, tiles = state.table, state.hidden.tiles
    random.shuffle_numbers(state.hidden.chance[codes.Chance.TILES], tiles, rules.n_tiles)
    table.tiles_gone = rules.left_out[codes.KIND_TILE]
    table.tiles_left = leave_out(rules, codes.KIND_TILE, tiles, rules.n_tiles)
    table.tile_top = tiles[table.tiles_left - 1] if table.tiles_left > 0 else codes.NO_CARD


@lean.rule
def lay_out_buildings(rules, state):
    """Shuffle the buildings; deal the row, or packs for the draft (I-SETUP-14, I-VAR-ARCHITECT)."""
    table, hidden = state.table, state.hidden
    random.shuffle_numbers(state.hidden.chance[codes.Chance.BUILDINGS], hidden.buildings, rules.n_buildings)
    table.deck_left = leave_out(rules, codes.KIND_BUILDING, hidden.buildings, rules.n_buildings)
    for slot in range(rules.n_row - 1, -1, -1):
        table.row[slot] = buildings.draw_card(state)
    if rules.architect == 1:
        for seat in range(rules.players):
            for _ in range(codes.PACK):
                state.hands[seat].pack |= 1 << buildings.draw_card(state)


# Home ports


@lean.phase
def ask_home(rules, state):
    """Ask for the next home port: the last in turn order first, the start player last (I-SETUP-07)."""
    table = state.table
    for place in range(rules.players - 1, -1, -1):
        seat = (table.first + place) % rules.players
        if table.home[seat] == codes.NOBODY:
            ask(table, codes.Phase.HOME, seat)
            return
    table.active = table.first
    table.stage = codes.Stage.DRAFT if rules.architect == 1 else codes.Stage.TURN


@lean.rule
def is_free_port(rules, table, town):
    """Tell whether a town is a port that nobody has chosen."""
    return 0 <= town < codes.N_TOWNS and rules.is_port[town] == 1 and table.owner[town] == codes.NOBODY


@lean.phase
def choose_home(rules, table, town):
    """Take a port as home, with ship and cube, without spoils (I-SETUP-08)."""
    seat = table.asked
    towns.set_owner(rules, table, seat, town)
    table.home[seat] = town
    table.region[seat] = town
    table.stage = codes.Stage.HOME


# The architect's draft


@lean.phase
def ask_draft(rules, state):
    """Ask everybody in turn for one building of their own pack; nobody sees another's pack (I-VAR-ARCHITECT)."""
    table = state.table
    for place in range(rules.players):
        seat = (table.first + place) % rules.players
        if table.goods[seat, codes.BOOK] == table.drafted:
            ask(table, codes.Phase.DRAFT, seat)
            return
    table.drafted += 1
    if table.drafted == codes.PACK:
        table.stage = codes.Stage.TURN
    else:
        pass_packs(rules, state)


@lean.rule
def pass_packs(rules, state):
    """Pass the packs to the left (I-VAR-ARCHITECT)."""
    last = state.hands[rules.players - 1].pack
    for seat in range(rules.players - 1, 0, -1):
        state.hands[seat].pack = state.hands[seat - 1].pack
    state.hands[0].pack = last
    for seat in range(rules.players):
        remember_packs(rules, state, seat)


@lean.rule
def remember_packs(rules, state, seat):
    """Let a player remember the pack it passed on, and which cards of an earlier one have not come back."""
    hand, drafted = state.hands[seat], state.table.drafted
    hand.passed[drafted - 1] = state.hands[(seat + 1) % rules.players].pack
    if drafted >= rules.players:
        hand.passed[drafted - rules.players] &= ~hand.pack


@lean.phase
def keep_building(rules, state, building):
    """Keep one building of the pack (I-VAR-ARCHITECT)."""
    seat = state.table.asked
    for other in range(rules.players):
        if other != seat:
            remember_taker(rules, state, other, seat)
    state.hands[seat].pack &= ~(1 << building)
    state.hands[seat].cards |= 1 << building
    state.table.goods[seat, codes.BOOK] += 1
    state.table.stage = codes.Stage.DRAFT


@lean.rule
def remember_taker(rules, state, other, seat):
    """Let a player remember who keeps a card of a pack it passed on."""
    hand = state.hands[other]
    passed_on = state.table.drafted - (seat + rules.players - other) % rules.players
    if passed_on >= 0 and hand.passed[passed_on] != 0:
        hand.takers[passed_on] |= 1 << seat
