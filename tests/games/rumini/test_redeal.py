"""Dealing anew in Rumini: devices, map piles, porthole and treasure cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from analyzer.games.rumini import GAME
from analyzer.games.rumini.encoding import GIVE_UP
from analyzer.games.rumini.rules.decks import discard_slot, refill, take_treasure
from analyzer.games.rumini.rules.devices import obtain
from analyzer.games.rumini.rules.knowledge import note_new_deck
from analyzer.games.rumini.state import DEVICES, TREASURE_FACES, Device, How, Phase, Treasure
from analyzer.kernel.jit import IS_PLAIN
from tests.games.redealing import frequencies, furthest, redealt, stream_of
from tests.games.rumini.positions import treasure_face

N = 300 if IS_PLAIN else 900


def down_to_two(position, **switches):
    """Seat 0 is asked; of seat 1's six devices four are up, and seat 0 holds one of each of the first six."""
    game = position(2, **switches)
    game.turn_of(0)
    game.state.hands[0].need[:] = [1, 1, 1, 1, 1, 1, 0, 0]
    game.table.up[1, :] = [1, 1, 1, 0, 0, 0, 1, 0]
    game.table.n_up[1] = 4
    return game


def downs(state):
    return tuple(sorted(d for d in range(DEVICES) for _ in range(int(state.hands[1].need[d]))))


def deals(cards, n, allowed):
    """Enumerate what n of these cards may be, each with its chance, if all deals that are allowed are as likely."""
    found = Counter(tuple(sorted(chosen)) for chosen in combinations(cards, n) if allowed(Counter(chosen)))
    return {chosen: count / found.total() for chosen, count in found.items()}


def downs_after(shown, **kept):
    """Say with which chance which two cards of seat 1 are down, if four others are up and all deals are as likely."""
    unseen = [0, 1, 2, 3, 4, 5, 6, 6, 7, 7]  # two copies of each device, less what seat 0 has
    rest = deals(unseen, 6, lambda cards: cards >= shown and all(cards[d] == n for d, n in kept.items()))
    return {tuple(sorted((Counter(cards) - shown).elements())): p for cards, p in rest.items()}


SHOWN = Counter([0, 1, 2, 6])
ANY = downs_after(SHOWN)
UNSEEN = [3, 4, 5, 6, 7, 7]


def test_devices_that_are_down_are_dealt_so_that_every_deal_that_fits_is_as_likely(position):
    """That seat 1 shows one of two equal cards makes two of them less likely than if a certain one had been shown."""
    found = frequencies(GAME, down_to_two(position), N, downs)
    assert furthest(found, ANY, N) < 4
    assert furthest(found, deals(UNSEEN, 2, lambda pair: True), N) > 4 or IS_PLAIN


def test_b_6_distinct_devices_stay_distinct_when_they_are_dealt_anew(position):
    distinct = deals(UNSEEN, 2, lambda pair: max(pair.values()) == 1 and 6 not in pair)  # seat 1 shows a 6
    found = frequencies(GAME, down_to_two(position, devices_distinct=True), N, downs)
    assert furthest(found, distinct, N) < 4
    assert furthest(found, ANY, N) > 4


def test_r_treasure_10_a_device_turned_down_in_public_stays_where_it_is(position):
    """Seat 1 gives up one of the cards it showed: it is one of the three that are down now."""
    game = down_to_two(position).treasure(0, "event:news_bell").use("event:news_bell").answer(GIVE_UP)
    assert (game.asked, int(game.table.n_up[1])) == (0, 3)
    found = frequencies(GAME, game, N, downs)
    assert furthest(found, {tuple(sorted((*pair, 6))): p for pair, p in ANY.items()}, N) < 4
    game.table.known[:] = 0
    assert any(6 not in cards for cards in frequencies(GAME, game, 20, downs)), "forgotten"


def test_r_capture_3_a_device_shown_to_be_unneeded_is_not_dealt_to_that_player(position):
    """Seat 1 obtains a hat and takes a bazaar card: it has no hat that is down."""
    game = down_to_two(position)
    game.state.hands[1].need[:] = [0, 0, 0, 1, 0, 1, 0, 0]
    obtain(game.rules, game.state, 1, int(Device.HAT), int(How.CAPTURE))
    assert game.table.bazaar[1] == 1
    fitting = {pair: p for pair, p in ANY.items() if Device.HAT not in pair}
    expected = {pair: p / sum(fitting.values()) for pair, p in fitting.items()}
    assert furthest(frequencies(GAME, game, N, downs), expected, N) < 4


@pytest.mark.parametrize("reading", ["bazaar", "nothing", "builder"])
def test_b_8_a_flag_shows_that_its_owner_does_not_need_the_device(position, number, reading):
    sides = {"lighthouse:spyglass": (0, 0), "island:hat": (1, 0), "shark:mapmaker": (2, 0), "ship:mapmaker": (1, -1)}
    game = position(2, flag_unneeded=reading).arrange(sides).devices(1, "spyglass news_bell")
    game.hand(0, "V(island, ship)", "H(shark, shark)").devices(0, "hat spyglass mapmaker")
    game.table.flag[number("island:hat")] = 2
    game.play("V(island, ship)", "ship:sound_catcher", 1, 1)
    assert game.table.settled[:2].tolist() == [0, 1 << Device.HAT]


def test_all_seats_keep_what_came_out_when_nothing_is_set_aside(position):
    """Of 16 cards every seat has four: what two cannot have is dealt to the only one who can, in every deal."""
    game = position(4)
    game.turn_of(0).state.hands[0].need[:] = [1, 1, 1, 1, 0, 0, 0, 0]
    game.table.settled[1], game.table.settled[2] = 0b11110000, 0b00010000
    needs = [redealt(GAME, game.rules, game.state, stream_of(number)).hands["need"] for number in range(30)]
    assert all(need[1].tolist() == [1, 1, 1, 1, 0, 0, 0, 0] and need[3, 4] == 2 for need in needs)
    assert all(need.sum(axis=1).tolist() == [4] * 4 for need in needs)
    assert len({need.tobytes() for need in needs}) > 2


# Porthole cards


def renewed(position, players=2, **switches):
    """Seat 0 has played two cards; it draws them from a pile that was shuffled from twelve discards."""
    game = position(players, deal=2, **switches)
    game.turn_of(0)
    hidden, table = game.state.hidden, game.table
    n = int(table.draw_pile)
    hidden.discard[:12] = hidden.deck[:12]
    table.discarded[hidden.deck[:12].astype(int)] += 1
    hidden.deck[: n - 12] = hidden.deck[12:n]  # the others are out of the game, so that the pile is empty
    table.discards, table.draw_pile = 12, 0
    for _ in range(2):
        discard_slot(game.state, 0, 0)
    refill(game.rules, game.state, 0, game.chance)
    return game


def test_r_turn_4_cards_drawn_from_a_new_pile_are_told_from_older_ones(position):
    """All cards of seat 1 are older than the pile, two of seat 0 are younger."""
    game = renewed(position)
    assert sorted(game.table.drawn[0, :4].tolist()) == [0, 0, 1, 1]
    assert game.table.drawn[1, :4].tolist() == [1] * 4
    assert (game.table.discarded.sum(), game.table.discards, game.table.draw_pile) == (0, 0, 12)
    young = {face for face in range(32) if game.table.age[face] == 0}
    assert len(young) == 14
    assert young == {*game.state.hidden.deck[:12].tolist(), *game.state.hands[0].cards[2:4].tolist()}


def test_r_turn_4_the_last_card_of_a_hand_that_lasts_longest_is_known(position):
    """Played cards go out of the ages that a hand holds; what is left of an age is told from younger cards."""
    game = renewed(position)
    discard_slot(game.state, 1, 0)
    refill(game.rules, game.state, 1, game.chance)
    assert sorted(game.table.drawn[1, :4].tolist()) == [0, 1, 1, 1]
    discard_slot(game.state, 1, 3)
    assert game.table.drawn[1, :3].tolist() == [1] * 3


def test_equal_porthole_cards_are_not_told_apart(position):
    game = renewed(position, data={"portholes.copies": 2})
    assert not game.table.age.any()
    assert not game.table.drawn.any()


# Treasure cards


def flags_out(position, **switches):
    """Of twenty cards the asked seat holds two flags, one lies on the map, and seat 1 holds one card."""
    game = position(2, **switches).arrange().treasure(0, "flag", "flag").treasure(1, "joker")
    game.table.flag[int(np.flatnonzero(game.table.laid)[0])] = 1
    game.table.stacked[Treasure.FLAG] -= 1
    game.table.treasure_pile = 16
    return game


def face_held(state):
    return int(state.hands[1].treasure.argmax())


def shares(*faces):
    counts = Counter(faces)
    return {face: n / counts.total() for face, n in counts.items()}


EVENTS = range(Treasure.EVENT, TREASURE_FACES)
LEFT = [Treasure.FLAG, *[Treasure.JOKER] * 4, *[Treasure.PIRATE] * 4, *EVENTS]


def test_treasure_cards_are_dealt_from_those_nobody_sees(position):
    found = frequencies(GAME, flags_out(position), N, face_held)
    assert furthest(found, shares(*LEFT), N) < 4
    assert furthest(found, shares(*[Treasure.FLAG] * 3, *LEFT), N) > 4


def test_r_treasure_1_played_treasure_cards_stay_discarded(position):
    game = flags_out(position)
    game.treasure(0, "flag", "flag", "pirate", "event:hat").devices(1, "hat", "spyglass mapmaker")
    game.use("event:hat").use("pirate").answer(game.option(0))
    state = redealt(GAME, game.rules, game.state, stream_of(1))
    assert sorted(state.hidden.treasure_discard[:2].tolist()) == [Treasure.PIRATE, Treasure.EVENT + Device.HAT]
    left = [*LEFT]
    left.remove(Treasure.PIRATE)
    left.remove(Treasure.EVENT + Device.HAT)
    assert furthest(frequencies(GAME, game, N, face_held), shares(*left), N) < 4


def new_deck(position):
    """The deck was shuffled from three pirates and a joker; of that deck seat 0 holds a pirate, seat 1 a card."""
    game = flags_out(position)
    game.table.spent[:3] = [0, 1, 3]
    note_new_deck(game.state)
    game.state.hands[0].treasure[Treasure.PIRATE] += 1
    game.state.hands[0].fetched[Treasure.PIRATE] += 1
    game.table.fetched[:2] += 1
    game.table.treasures[:2] += 1
    game.table.treasure_pile = 2
    return game


def new_and_older(state):
    hand = state.hands[1]
    return int(hand.fetched.argmax()), int((hand.treasure - hand.fetched).argmax())


def test_r_treasure_1_a_hand_holds_older_cards_and_cards_of_the_deck(position):
    found = frequencies(GAME, new_deck(position), N, new_and_older)
    assert furthest(shares_of(found, 0), shares(Treasure.JOKER, Treasure.PIRATE, Treasure.PIRATE), N) < 4
    older = [Treasure.FLAG, *[Treasure.JOKER] * 3, Treasure.PIRATE, *EVENTS]
    assert furthest(shares_of(found, 1), shares(*older), N) < 4


def shares_of(found, place):
    faces = Counter()
    for seen, share in found.items():
        faces[seen[place]] += share
    return faces


@pytest.mark.parametrize(("face", "fetched"), [("event:hat", 1), ("joker", 1), ("flag", 1)])
def test_a_card_that_may_be_old_or_new_makes_one_deck_of_all(position, face, fetched):
    """An event is certainly older; a joker may be either: nobody can tell any longer what is old."""
    game = new_deck(position)
    number = treasure_face(face)
    game.state.hands[1].treasure[number] += 1
    take_treasure(game.rules, game.state, 1, number)
    assert game.table.fetched[1] == fetched
    assert (game.table.fetched[0] == game.table.treasures[0]) == (face == "joker")
    assert game.table.stacked.sum() == (18 if face == "joker" else 4)


# Whole games


@pytest.mark.parametrize("switches", [{}, {"porthole_same_kind": False, "pile_pick": "search"}])
def test_every_card_is_there_as_often_as_it_should_be(position, switches):
    random, seen = np.random.default_rng(2), set()
    for deal in range(3, 7):
        game = position(3, deal=deal, max_rounds=8, **switches)
        while not game.is_over and len(seen) < (40 if IS_PLAIN else 150):
            if random.integers(3) == 0 or game.phase == Phase.FLAG:
                check_components(game, redealt(GAME, game.rules, game.state, stream_of(len(seen))))
            seen.add((deal, int(game.table.turn), int(game.table.phase)))
            game.answer(game.option(int(random.integers(game.n_options()))))
    assert len(seen) > 20


def check_components(game, state):
    table, hidden, rules = state.table, state.hidden, game.rules
    assert [int(state.hands[seat].held) for seat in range(3)] == table.held[:3].tolist()
    cards = [face for seat in range(3) for face in state.hands[seat].cards[: int(table.held[seat])].tolist()]
    cards += hidden.deck[: int(table.draw_pile)].tolist() + hidden.discard[: int(table.discards)].tolist()
    wanted = [face for face in range(32) if rules.porthole_same_kind == 1 or (face & 3) != (face >> 2 & 3)]
    assert sorted(cards) == wanted
    treasure = Counter(hidden.treasure[: int(table.treasure_pile)].tolist())
    treasure.update(hidden.treasure_discard[: int(table.treasure_discards)].tolist())
    for seat in range(3):
        assert int(state.hands[seat].treasure.sum()) == int(table.treasures[seat])
        treasure.update({face: int(state.hands[seat].treasure[face]) for face in range(TREASURE_FACES)})
    treasure[int(Treasure.FLAG)] += int((table.flag != 0).sum()) + (game.phase == Phase.FLAG)
    assert [treasure[face] for face in range(TREASURE_FACES)] == rules.treasure.tolist()
    for seat in range(3):
        assert int(state.hands[seat].need.sum()) + int(table.n_up[seat]) == int(rules.collect)
    n_devices = sum(state.hands[seat].need + table.up[seat] for seat in range(3))
    assert (n_devices <= rules.device_copies).all()
    assert np.bincount(hidden.devices[:16], minlength=DEVICES).tolist() == [2] * DEVICES
    for kind in range(4):
        pile = hidden.pile[kind, : int(table.left[kind])].tolist()
        assert not pile or pile[-1] == int(table.top[kind])
        numbers = range(1 + 12 * kind, 1 + 12 * kind + int(rules.per_kind[kind]))
        assert sorted(pile) == [card for card in numbers if table.laid[card] == 0]
