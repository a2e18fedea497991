"""Positions for the tests of Islebound: a game set up to order, driven by answers."""

from __future__ import annotations

from analyzer.games.islebound import GAME
from analyzer.games.islebound.encoding import make_plan
from analyzer.games.islebound.notation import KINDS, building, kind, town
from analyzer.games.islebound.rules.crew import to_deck
from analyzer.games.islebound.rules.end import score_of
from analyzer.games.islebound.rules.options import next_option
from analyzer.games.islebound.rules.setup import set_up
from analyzer.games.islebound.rules.turn import advance
from analyzer.games.islebound.state import NO_CARD, NOBODY, Action, Phase, Stage
from tests.games import position

GOODS = ("coin", "wood", "fish", "book", "pirate", "serpent", "ichor")


class Position(position.Position):
    """A game of Islebound that can be arranged and driven; seat 0 is the start player and is asked for a plan."""

    game = GAME

    def __init__(self, players: int = 4, sets: tuple[str, ...] = (), seed: int = 11, homes: bool = True) -> None:
        super().__init__(players, (seed, 22, 33), sets=sets)
        while homes and self.phase in (Phase.HOME, Phase.DRAFT):
            self.answer(self.options()[0])

    def open(self):
        set_up(self.rules, self.state, self.chance)
        self.table.first = 0
        advance(self.rules, self.state)

    # questions and answers

    def hand(self, seat=None):
        return self.state.hands[self.asked if seat is None else seat]

    def codes(self):
        """The options from one to the next: a single one by its index is a walk through those before it."""
        found, answer = [], -1
        while (answer := int(next_option(*self.seen(), answer))) >= 0:
            found.append(answer)
        return found

    def plan(self, name, action=Action.NONE, target=0, orders=0):
        """Sail to a town with a plan."""
        return self.answer(make_plan(town(name), int(action), target, orders))

    def can_plan(self, name, action=Action.NONE, target=0):
        assert self.phase == Phase.PLAN
        return self.is_legal(make_plan(town(name), int(action), target, 0))

    def destinations(self):
        assert self.phase == Phase.PLAN
        return {answer >> 5 for answer in self.options()}

    def visit(self, name, seat=0):
        """Let a seat beside the town sail in and visit."""
        self.beside(seat, name)
        return self.plan(name, Action.VISIT)

    def attack(self, name, orders=0, seat=0):
        self.beside(seat, name)
        return self.plan(name, Action.ATTACK, 0, orders)

    def ally(self, name, orders=0, seat=0):
        self.beside(seat, name)
        return self.plan(name, Action.DIPLOMACY, 0, orders)

    def hunt(self, seat=0):
        here = int(self.table.region[seat])
        near = self.near(here)[0]
        return self.answer(make_plan(near, int(Action.HUNT), 0, 0))

    # arrangements

    def near(self, number, moves=1):
        """List the towns at a distance that hold no ship."""
        slots = self.table.slot
        far = self.rules.distance
        taken = [int(region) for region in self.table.region[: self.players]]
        return [
            other for other in range(16) if far[int(slots[number]), int(slots[other])] == moves and other not in taken
        ]

    def beside(self, seat, name):
        """Put a ship into an empty region next to a town, and other ships out of that town."""
        for other in range(self.players):
            if other != seat and self.table.region[other] == town(name):
                self.table.region[other] = self.near(town(name), 3)[0]
        self.table.region[seat] = self.near(town(name))[0]
        return self

    def at(self, seat, name):
        self.table.region[seat] = town(name)
        return self

    def scatter(self):
        """Put the other ships out of the way, into their home ports."""
        for seat in range(self.players):
            self.table.region[seat] = self.table.home[seat]
        return self

    def goods(self, seat=0, **amounts):
        for name, n in amounts.items():
            self.table.goods[seat, GOODS.index(name)] = n
        self.table.pirates_left = self.rules.pirates - self.table.goods[:, 4].sum()
        self.table.serpents_left = self.rules.serpents - self.table.goods[:, 5].sum()
        self.table.ichor_left = 1 - self.table.goods[:, 6].sum()
        return self

    def held(self, name, seat=0):
        return int(self.table.goods[seat, GOODS.index(name)])

    def crew(self, seat=0, deck="", tired="", hurt=""):
        """Set the crew of a seat: `2*admin work`, below exhausted, below injured."""
        table = self.table
        for number in range(int(self.rules.n_kinds)):
            if table.deck[seat, number]:
                to_deck(self.rules, table, seat, number, -int(table.deck[seat, number]))
        table.tired[seat] = 0
        table.hurt[seat] = 0
        table.crew[seat] = 0
        for number, n in _crew(deck):
            to_deck(self.rules, table, seat, number, n)
            table.crew[seat] += n
        for text, where in ((tired, table.tired), (hurt, table.hurt)):
            for number, n in _crew(text):
                where[seat, number] += n
                table.crew[seat] += n
        return self

    def below(self, seat=0):
        """List who is exhausted and who is injured."""
        return _names(self.table.tired[seat]), _names(self.table.hurt[seat])

    def deck(self, seat=0):
        return _names(self.table.deck[seat])

    def own(self, seat, *names):
        """Give towns to a seat."""
        for name in names:
            number = town(name)
            old = int(self.table.owner[number])
            if old != NOBODY:
                self.table.towns[old] -= 1
                self.table.cubes[old] += 1
            self.table.owner[number] = seat
            if seat != NOBODY:
                self.table.towns[seat] += 1
                self.table.cubes[seat] -= 1
        return self

    def neutral(self, *names):
        return self.own(NOBODY, *names)

    def has(self, seat, *names):
        """Give buildings to a seat."""
        for name in names:
            number = building(name)
            self.table.owned[seat] |= 1 << number
            self.table.n_owned[seat] += 1
            self.table.row[:] = [NO_CARD if card == number else card for card in self.table.row]
        return self

    def row(self, *names):
        """Lay buildings in the row, left to right; fewer names leave the right slots empty."""
        numbers = [building(name) for name in names]
        self.table.row[:] = NO_CARD
        self.table.row[: len(numbers)] = numbers
        return self

    def cubes_at(self, seat, *spaces):
        """Put cubes of a seat on influence spaces (1 = leftmost)."""
        for space in spaces:
            self.table.space[space - 1] = seat
            self.table.cubes[seat] -= 1
            self.table.influence[seat] += int(self.rules.space_value[space - 1])
        return self

    def spaces(self, seat=0):
        return [space + 1 for space in range(int(self.rules.n_spaces)) if self.table.space[space] == seat]

    def event(self, pile, number, left=None):
        """Put an event (by its id) on top of a pile."""
        self.table.event_top[pile] = number - 1
        if left is not None:
            self.table.event_left[pile] = left
        place = int(self.table.event_left[pile]) - 1
        self.state.hidden.events[pile, place] = number - 1
        return self

    def no_events(self):
        """Move the events out of the way: both lie where no ship goes in these tests."""
        for pile in (0, 1):
            self.table.event_left[pile] = 1
            self.table.event_top[pile] = 0
        return self

    def reputation(self, first, second=None):
        """Lay reputation cards on the two piles by the number in the data, one card each."""
        for pile, card in enumerate((first, second)):
            self.table.reputation_left[pile] = 0 if card is None else 1
            self.table.reputation_top[pile] = NO_CARD if card is None else card
            self.state.hidden.reputation[pile, 0] = 0 if card is None else card
        return self

    def renown(self, seat=0):
        return int(self.table.tiles[seat]) * int(self.rules.lap) + int(self.table.track[seat])

    def score(self, seat=0):
        return int(score_of(self.rules, self.table, seat))

    def again(self, seat=0):
        """Begin a turn of a seat, whatever went before."""
        self.table.active = seat
        self.table.stage = Stage.TURN
        advance(self.rules, self.state)
        assert self.phase == Phase.PLAN
        return self

    def dice(self, *faces):
        """Lay the dice of the attack under way, by face 1..6."""
        self.table.dice[:] = [faces.count(face + 1) for face in range(6)]
        return self


def _crew(text):
    for word in text.split():
        n, _, name = word.rpartition("*")
        yield kind(name), int(n or 1)


def _names(counts):
    return [KINDS[number] for number, n in enumerate(counts) for _ in range(int(n))]
