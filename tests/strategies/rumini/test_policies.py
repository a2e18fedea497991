"""Every policy in positions where its archetype tells what to do."""

from __future__ import annotations

from collections import Counter

import pytest

from analyzer.games.rumini.encoding import END, EXCHANGE, GIVE_UP, MISS, TREASURE, card_of, face_of, rob, x_of, y_of
from analyzer.games.rumini.notation import parse_face
from analyzer.games.rumini.state import Device, Treasure

GREEDY = ["greedy_capture", "planner", "cautious", "hoarder", "bazaar_engine", "flagger", "spoiler", "dumper"]
FLAG, JOKER, PIRATE, EVENT = (TREASURE + face for face in Treasure)

# the ship with the hat at (1,0) lacks the card below; the ship with the spyglass at (5,0) lacks the one below too
TWO_SHIPS = {
    "island:mapmaker": (0, 0),
    "ship:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:hat": (1, -1),
    "island:hat": (4, 0),
    "ship:spyglass": (5, 0),
    "shark:hat": (6, 0),
    "lighthouse:spyglass": (5, -1),
}


def cell(answer):
    return int(x_of(answer)), int(y_of(answer))


def two_ships(position, players=2):
    return position(players).arrange(TWO_SHIPS).hand(0, "V(ship, island)", "H(lighthouse, lighthouse)")


@pytest.mark.parametrize("name", ["greedy_capture", "planner", "cautious", "hoarder", "flagger", "spoiler"])
def test_it_captures_the_needed_device(position, ask, name):
    assert cell(ask(two_ships(position).devices(0, "spyglass mapmaker news_bell"), name)) == (5, 1)
    assert cell(ask(two_ships(position).devices(0, "hat mapmaker news_bell"), name)) == (1, 1)


def test_bazaar_engine_prefers_two_captures_to_a_needed_one(position, ask):
    # below the ship with the hat stand two more cards: the cell (1,1) completes a shark as well
    more = {"shark:spyglass": (2, 1), "island:spyglass": (3, 1), "ship:mapmaker": (2, 2)}
    game = position(2).arrange({**TWO_SHIPS, **more}).devices(0, "spyglass news_bell").hand(0, "V(ship, island)")
    game.devices(0, "iron_dropper news_bell")
    assert cell(ask(game, "bazaar_engine")) == (1, 1)
    game.devices(0, "spyglass news_bell")
    assert cell(ask(game, "greedy_capture")) == (1, 1), "the shark shows a spyglass too, and a chest"


@pytest.mark.parametrize("name", GREEDY)
def test_it_exchanges_bazaar_cards_first(position, ask, name):
    game = two_ships(position).devices(0, "spyglass hat")
    game.table.bazaar[0] = 3
    assert ask(game, name) == EXCHANGE


@pytest.mark.parametrize("name", GREEDY)
def test_it_buys_the_device_that_is_farthest_away(position, ask, name):
    game = two_ships(position).devices(0, "spyglass sound_catcher")
    game.table.bazaar[0] = 3
    game.answer(EXCHANGE)
    assert ask(game, name) == Device.SOUND_CATCHER


@pytest.mark.parametrize("name", GREEDY)
def test_it_robs_a_needed_device(position, ask, name):
    game = two_ships(position, 3).devices(0, "news_bell hat").devices(1, "mapmaker", "spyglass")
    game.devices(2, "mapmaker spyglass", "hat news_bell").treasure(0, "pirate")
    assert ask(game, name) == PIRATE
    assert ask(game.answer(PIRATE), name) == rob(2, Device.HAT)


@pytest.mark.parametrize("name", GREEDY)
def test_it_keeps_a_pirate_that_gains_nothing(position, ask, name):
    game = two_ships(position).devices(0, "news_bell hat").devices(1, "hat mapmaker", "spyglass").treasure(0, "pirate")
    assert ask(game, name) != PIRATE


@pytest.mark.parametrize("name", GREEDY)
def test_it_captures_with_a_joker_tile(position, ask, name):
    game = two_ships(position).devices(0, "spyglass sound_catcher").treasure(0, "joker")
    assert ask(game, name) == JOKER
    assert cell(ask(game.answer(JOKER), name)) == (5, 1)


@pytest.mark.parametrize("name", GREEDY)
def test_it_answers_an_event_by_the_rule_of_section_6(position, ask, name):
    for down, answer in (("hat mapmaker", MISS), ("hat mapmaker spyglass news_bell", GIVE_UP)):
        game = two_ships(position).devices(1, down, "iron_dropper").treasure(0, "event:iron_dropper")
        game.answer(EVENT + Device.IRON_DROPPER)
        assert ask(game, name) == answer


@pytest.mark.parametrize("name", ["greedy_capture", "planner", "flagger", "dumper"])
def test_it_gives_events_to_the_leader(position, ask, name):
    game = two_ships(position, 3).devices(1, "hat mapmaker spyglass").devices(2, "hat").treasure(0, "event:hat")
    assert ask(game, name) == EVENT + Device.HAT
    assert ask(game.answer(EVENT + Device.HAT), name) == 2


def test_spoiler_keeps_events_until_somebody_is_close(position, ask):
    game = two_ships(position).devices(1, "hat mapmaker spyglass").treasure(0, "event:hat", "event:news_bell")
    assert ask(game, "spoiler") < FLAG or ask(game, "spoiler") > 100
    game.devices(1, "mapmaker", "news_bell")
    assert ask(game, "spoiler") == EVENT + Device.NEWS_BELL


def test_flagger_flags_what_it_cannot_complete(position, ask, number):
    game = two_ships(position).hand(0, "H(shark, ship)").devices(0, "hat sound_catcher").treasure(0, "flag")
    assert ask(game, "flagger") == FLAG
    assert ask(game.answer(FLAG), "flagger") == number("ship:hat")
    game = two_ships(position).devices(0, "hat sound_catcher").treasure(0, "flag")
    assert cell(ask(game, "flagger")) == (1, 1), "it completes the card itself"


def test_greedy_flags_before_it_ends_the_turn(position, ask):
    game = two_ships(position).hand(0).devices(0, "hat sound_catcher").treasure(0, "flag")
    assert ask(game, "greedy_capture") == FLAG
    game.treasure(0)
    assert ask(game, "greedy_capture") == END


def test_cautious_leaves_no_card_with_three_sides(position, ask):
    # an island below the ship leaves the ship with three sides; a ship above the island leaves nothing
    cards = {"island:mapmaker": (0, 0), "ship:hat": (1, 0), "shark:mapmaker": (2, 0)}
    game = position(2).arrange(cards).devices(0, "hat spyglass").hand(0, "V(ship, island)")
    assert cell(ask(game, "greedy_capture")) == (1, 1)
    assert cell(ask(game, "cautious")) == (0, -1)
    game = position(2).arrange({**cards, "shark:hat": (0, -1)}).devices(0, "hat spyglass").hand(0, "V(ship, island)")
    assert ask(game, "cautious") == END
    game.table.idle = 2
    assert cell(ask(game, "cautious")) == (1, 1), "after a whole idle round it plays all the same"


# two cards are needed to surround the ship with the hat: above and below
TWO_STEPS = {"island:mapmaker": (0, 0), "ship:hat": (1, 0), "shark:mapmaker": (2, 0)}
UNHELPFUL = ("V(shark, shark)", "V(island, shark)")


@pytest.mark.parametrize("name", ["planner", "hoarder"])
def test_it_sees_a_capture_two_cards_ahead(position, ask, name):
    game = position(2).arrange(TWO_STEPS).devices(0, "hat spyglass")
    game.hand(0, "V(shark, shark)", "V(lighthouse, ship)", "V(ship, island)")
    first = ask(game, name)
    second = ask(game.answer(first), name)
    assert {cell(first), cell(second)} == {(1, -1), (1, 1)}
    game.answer(second)
    assert game.need(0, "hat") == 0


@pytest.mark.parametrize(("name", "waits"), [("planner", False), ("hoarder", True)])
def test_without_a_capture_in_sight(position, ask, name, waits):
    game = position(2).arrange(TWO_STEPS).devices(0, "news_bell spyglass").hand(0, "V(shark, shark)", "H(ship, island)")
    assert (ask(game, name) == END) is waits
    game.table.played = 2
    assert ask(game, name) == END, "the planner stops after `least` cards"


def test_hoarder_changes_cards_every_third_turn(position, ask):
    game = position(2).arrange(TWO_STEPS).devices(0, "news_bell spyglass").hand(0, *UNHELPFUL)
    played = []
    for turn in (1, 3, 5):
        game.table.turn = turn
        played.append(ask(game, "hoarder") != END)
    assert played == [False, False, True]


def test_planner_plays_at_least_as_many_cards_as_told(position, ask):
    game = position(2).arrange(TWO_STEPS).devices(0, "news_bell spyglass").hand(0, *UNHELPFUL)
    assert ask(game, "planner", least=0) == END
    assert ask(game, "planner", least=1) != END


def test_dumper_plays_the_whole_hand_anywhere(position, ask):
    game = position(2).arrange(TWO_STEPS).hand(0, *UNHELPFUL)
    places = Counter(cell(ask(game, "dumper")) for _ in range(200))
    assert set(places) == game.cells()
    for _ in range(2):
        game.answer(ask(game, "dumper"))
    assert game.table.asked == 1, "the hand is played out"


def test_random_legal_answers_every_option_equally_often(position, ask):
    game = position(2).arrange(TWO_STEPS).hand(0, "V(shark, shark)", "H(island, lighthouse)").treasure(0, "flag")
    n_asked = 2000
    answers = Counter(ask(game, "random_legal") for _ in range(n_asked))
    options = game.options()
    share = 1 / len(options)
    assert set(answers) == set(options)
    spread = (n_asked * share * (1 - share)) ** 0.5
    assert all(abs(count - n_asked * share) < 4.5 * spread for count in answers.values())


def test_knobs_are_weights(position, ask):
    game = two_ships(position).devices(0, "spyglass news_bell")
    assert cell(ask(game, "greedy_capture")) == (5, 1)
    assert cell(ask(game, "greedy_capture", needed=1.0, unneeded=9.0)) == (1, 1)
    assert int(card_of(ask(game, "greedy_capture"))) == int(game.table.top[1])
    assert int(face_of(ask(game, "greedy_capture"))) == parse_face("V(ship, island)")
