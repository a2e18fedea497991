"""Exact answers of tiny games with modules, from a second implementation of the rules that enumerates everything.

The miniature below is written from the specification alone: immutable positions, lists of (weight, position), exact
fractions, uniform choice at every question. Each comparison must reject the same enumeration with one wrong rule.
"""

import functools
import itertools
import math
from fractions import Fraction
from typing import NamedTuple

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

pytestmark = [
    pytest.mark.slow,
    pytest.mark.statistical,
    pytest.mark.skipif(IS_PLAIN, reason="needs the speed of compiled code; parity is tested elsewhere"),
]

GAMES = 200_000
LIMIT = 4.5


class Position(NamedTuple):
    """One player's game between two turns."""

    hand: tuple  # numbers, "S", "F", "M", "W"
    pile: tuple  # next card first; also "Y", "P", "O"
    grid: tuple
    started: bool = False
    rocks: int = -1
    yellow: int = 0
    orange: int = 0
    purple: tuple = ()
    stock: int = 0
    supply: int = 0
    sides: tuple = ()
    moon: bool = False


class Mini:
    """Solo games on one small grid; `wrong` names a rule to break."""

    def __init__(self, wrong="", *, measure="won", **switches):
        self.wrong, self.measure = wrong, measure
        self.limit = 3
        self.rows, self.columns, self.islands, self.finishes = 1, 2, 3, 2
        self.hand_limit, self.start_price, self.solo_start, self.removed = 3, 0, "none", 0
        self.monsters = self.yellow = self.purple = self.orange = self.compasses = self.wilds = 0
        self.rocks = self.day_night = self.arch = False
        self.__dict__.update(switches)
        self.shape()
        self.value = functools.cache(self.value)

    def shape(self):
        if self.arch:
            self.row_of = [p // 4 for p in range(16)] + [4 + p // 6 for p in range(12)]
            self.roof = set(range(16, 28))
        else:
            self.row_of = [p // self.columns for p in range(self.rows * self.columns)]
            self.roof = set()
        self.cells, self.n_rows = len(self.row_of), max(self.row_of) + 1

    def sets(self):
        """The switches of the real game."""
        names = ("islands", "finishes", "hand_limit", "start_price", "solo_start", "removed", "monsters", "yellow",
                 "purple", "orange", "compasses", "wilds")  # fmt: skip
        texts = [f"{name}={getattr(self, name)}" for name in names]
        texts += [f"{name}={str(getattr(self, name)).lower()}" for name in ("rocks", "day_night")]
        return texts + (["board=arch"] if self.arch else [f"rows={self.rows}", f"columns={self.columns}"])

    # the exact answer

    def exact(self):
        total, n = Fraction(0), 0
        for deck in self.decks():
            for rocks in range(self.n_rows) if self.rocks else [-1]:
                total += self.opening(deck, rocks)
                n += 1
        return total / n

    def decks(self):
        """Every order of the cards, each equally likely; equal cards are merged where none is removed."""
        others = ["F"] * self.finishes + ["M"] * self.monsters + ["Y"] * self.yellow + ["P"] * self.purple
        others += ["O"] * self.orange + ["W"] * self.wilds
        for kept in itertools.combinations(range(1, self.islands + 1), self.islands - self.removed):
            yield from orders([*kept, *others])

    def opening(self, deck, rocks):
        start = Position(
            (), tuple(deck), (0,) * self.cells, rocks=rocks, purple=(0,) * self.n_rows, supply=self.compasses,
            sides=(0,) * self.cells,
        )  # fmt: skip
        total = Fraction(0)
        for weight, game in self.refilled(start):
            rooms = len(game.pile) + 1
            for place in range(rooms):
                mixed = game._replace(pile=(*game.pile[:place], "S", *game.pile[place:]))
                total += weight * self.value(mixed) / rooms
        return total

    def end(self, game, won):
        return Fraction(won if self.measure == "won" else sum(map(bool, game.grid)))

    def value(self, game):
        """The expected measure at the beginning of a turn."""
        return sum((weight * self.act(after) for weight, after in self.window(game)), Fraction(0))

    def act(self, game):
        if not game.hand:
            return self.end(game, False)
        if "S" in game.hand and not game.started:
            return self.lay_start(game)
        options = self.actions(game)
        if not options:
            return self.end(game, False)
        return sum((option() for option in options), Fraction(0)) / len(options)

    # actions: each a function that gives the expected measure

    def actions(self, game):
        hand, options = game.hand, []
        spare = self.spare(game)
        for card in dict.fromkeys(card for card in hand if isinstance(card, int)):
            options += [
                functools.partial(self.place, game, card, card, p)
                for p in range(self.cells)
                if self.fits(game, card, p) and self.cost(game, card, p) <= min(len(spare), self.hand_limit) - 1
            ]
        if self.may_finish(game):
            options += [functools.partial(self.end, game, True)] * (("F" in hand) + ("W" in hand))
        if len(spare) >= 2:
            options.append(lambda: self.average(self.given(game, 2)))
        if "M" in hand:
            options += [functools.partial(self.eat, game, "M", p) for p in self.targets(game)]
        if self.can_dump(game):
            options.append(lambda: self.after(self.gain(game._replace(hand=()))))
        if "W" in hand:
            options += self.wild_actions(game, spare)
        if self.day_night and spare:
            options += [functools.partial(self.flip, game, p) for p in range(self.cells) if game.grid[p]]
        return options

    def wild_actions(self, game, spare):
        options = []
        if not game.started:
            options.append(lambda: self.lay_start(game, "W"))
        for p in range(self.cells):
            numbers = [
                v
                for v in range(1, self.islands + 1)
                if self.fits(game, v, p) and self.cost(game, v, p) <= min(len(spare), self.hand_limit) - 1
            ]
            if numbers:
                options.append(functools.partial(self.place_wild, game, numbers, p))
        if self.monsters:
            options += [functools.partial(self.eat, game, "W", p) for p in self.targets(game)]
        return options

    def place_wild(self, game, numbers, p):
        return sum((self.place(game, "W", v, p) for v in numbers), Fraction(0)) / len(numbers)

    def place(self, game, card, number, p):
        price = self.cost(game, number, p)
        grid = (*game.grid[:p], number, *game.grid[p + 1 :])
        sides = (*game.sides[:p], int(game.moon), *game.sides[p + 1 :])
        after = game._replace(hand=without(game.hand, card), grid=grid, sides=sides)
        row = [grid[q] for q in range(self.cells) if self.row_of[q] == self.row_of[p]]
        earns = len(row) >= 6 and all(row) and row[-1] - row[0] == len(row) - 1
        found = self.given(after, price)
        return self.average([self.gain(one) for one in found] if earns else found)

    def eat(self, game, card, p):
        grid = (*game.grid[:p], 0, *game.grid[p + 1 :])
        sides = (*game.sides[:p], 0, *game.sides[p + 1 :])
        return self.after(game._replace(hand=without(game.hand, card), grid=grid, sides=sides))

    def flip(self, game, p):
        sides = (*game.sides[:p], 1 - game.sides[p], *game.sides[p + 1 :])
        return self.average(self.given(game._replace(sides=sides), 1))

    def lay_start(self, game, card="S"):
        game = self.gain(game._replace(hand=without(game.hand, card), started=True, moon=self.wrong != "no turn"))
        if self.solo_start == "none":
            return self.after(game)
        total = Fraction(0)
        for weight, drawn in self.extra(game):
            free = self.spare(drawn)
            unseen = max(self.start_price - len(free), 0) if self.solo_start == "blind" else 0
            if len(free) + len(drawn.pile) * (self.solo_start == "blind") < self.start_price:
                total += weight * self.end(drawn, False)
                continue
            drawn = drawn._replace(pile=drawn.pile[unseen:])
            total += weight * self.average(self.given(drawn, self.start_price - unseen))
        return total

    def extra(self, game):
        """Draw for the Start; without Storms nothing interrupts it."""
        if self.solo_start == "draw8":
            return [(Fraction(1), self.drawn(game, 8))]
        while self.solo_start == "draw4" and len(self.spare(game)) < self.start_price and game.pile:
            game = self.drawn(game, 1)
        return [(Fraction(1), game)]

    def drawn(self, game, n):
        return game._replace(hand=game.hand + game.pile[:n], pile=game.pile[n:])

    # the rest of the turn

    def average(self, games):
        return sum((self.after(game) for game in games), Fraction(0)) / len(games)

    def after(self, game):
        """Rocks step, window iii, refill, next turn."""
        total = Fraction(0)
        for weight, moved in self.rocks_step(game):
            for share, cleared in self.window(moved):
                for part, full in self.refilled(cleared):
                    total += weight * share * part * self.value(full)
        return total

    def rocks_step(self, game):
        if game.rocks < 0:
            return [(Fraction(1), game)]
        if sum(self.is_complete(game, row) for row in range(self.n_rows)) >= 4:
            return [(Fraction(1), game._replace(rocks=-1))]
        rows = [row for row in range(self.n_rows) if row != game.rocks and not self.is_complete(game, row)]
        if not rows:
            return [(Fraction(1), game)]
        found = [(Fraction(1), game._replace(rocks=row)) for row in rows]
        if len(self.spare(game)) >= 2:
            stays = self.given(game, 2) if self.wrong != "free stay" else [game]
            found += [(Fraction(1, len(stays)), stay) for stay in stays]
            return [(weight / (len(rows) + 1), after) for weight, after in found]
        return [(weight / len(rows), after) for weight, after in found]

    def window(self, game):
        """Spend Compasses, then Wilds, on Storms on the table."""
        storms = self.storms(game)
        if not storms:
            return [(Fraction(1), game)]
        if game.stock:
            n = len(storms) + 1
            found = [(weight / n, one) for weight, one in self.wild_window(game)]  # no Compass is spent
            for storm in storms:
                cleared = self.cleared(game._replace(stock=game.stock - 1), storm)
                found += [(weight / n, one) for weight, one in self.window(cleared)]
            return found
        return self.wild_window(game)

    def wild_window(self, game):
        storms = self.storms(game)
        if not storms or "W" not in game.hand:
            return [(Fraction(1), game)]
        n = len(storms) + 1
        found = [(Fraction(1, n), game)]
        for storm in storms:
            cleared = self.cleared(game._replace(hand=without(game.hand, "W")), storm)
            found += [(weight / n, one) for weight, one in self.wild_window(cleared)]
        return found

    def storms(self, game):
        rows = [row for row, n in enumerate(game.purple) for _ in range(n)]
        return ["Y"] * game.yellow + ["O"] * game.orange + rows

    def cleared(self, game, storm):
        if storm == "Y":
            return game._replace(yellow=game.yellow - 1)
        if storm == "O":
            return game._replace(orange=game.orange - 1)
        return game._replace(purple=tuple(n - (row == storm) for row, n in enumerate(game.purple)))

    def refilled(self, game):
        """Draw up to the limit; every way Storms may go."""
        limit = min(self.limit, self.hand_limit) if game.yellow else self.hand_limit
        if len(game.hand) >= limit or not game.pile:
            return [(Fraction(1), game)]
        card, game = game.pile[0], game._replace(pile=game.pile[1:])
        if card not in ("Y", "P", "O"):
            return self.refilled(game._replace(hand=(*game.hand, card)))
        found = []
        for weight, met in self.meet(game, card):
            found += [(weight * share, full) for share, full in self.refilled(met)]
        return found

    def meet(self, game, storm):
        """Window i, then the effect."""
        found, rest = [], Fraction(1)
        if game.stock:
            found.append((rest / 2, game._replace(stock=game.stock - 1)))
            rest /= 2
        if "W" in game.hand:
            found.append((rest / 2, game._replace(hand=without(game.hand, "W"))))
            rest /= 2
        effects = self.effects(game, storm)
        return found + [(rest / len(effects), effect) for effect in effects]

    def effects(self, game, storm):
        if storm == "O":
            return [game._replace(orange=game.orange + (self.wrong != "no orange"))]
        if storm == "Y":
            game = game._replace(yellow=game.yellow + 1)
            excess = len(game.hand) - min(self.limit, self.hand_limit)
            return self.given(game, min(max(excess, 0), len(self.spare(game))))
        rows = [row for row in range(self.n_rows) if not self.is_complete(game, row)]
        if not rows or self.wrong == "no purple":
            return [game]
        return [game._replace(purple=tuple(n + (r == row) for r, n in enumerate(game.purple))) for row in rows]

    # conditions

    def spare(self, game):
        bound = ("M",) if self.wrong != "monsters pay" else ()
        return [slot for slot, card in enumerate(game.hand) if card not in bound and (card != "S" or game.started)]

    def given(self, game, n):
        """Every way to give up n cards."""
        ways = itertools.combinations(self.spare(game), n)
        return [
            game._replace(hand=tuple(card for slot, card in enumerate(game.hand) if slot not in way)) for way in ways
        ]

    def gain(self, game):
        n = int(game.supply > 0)
        return game._replace(supply=game.supply - n, stock=game.stock + n)

    def can_dump(self, game):
        has_storms = self.yellow or self.purple or self.orange
        return has_storms and game.supply > 0 and len(game.hand) >= 2 and len(self.spare(game)) == len(game.hand)

    def is_complete(self, game, row):
        return all(game.grid[p] for p in range(self.cells) if self.row_of[p] == row)

    def targets(self, game):
        return [p for p in range(self.cells) if game.grid[p] and not self.is_closed(game, self.row_of[p])]

    def is_closed(self, game, row):
        return row == game.rocks or game.purple[row] > 0

    def fits(self, game, card, p):
        if game.grid[p] or self.is_closed(game, self.row_of[p]):
            return False
        if p in self.roof and not all(game.grid[:16]) and self.wrong != "open roof":
            return False
        if game.orange and not any(game.grid[q] for q in (p - 1, p + 1) if 0 <= q < self.cells):
            return False
        return all(v < card for v in game.grid[:p] if v) and all(v > card for v in game.grid[p + 1 :] if v)

    def cost(self, game, card, p):
        near = [abs(card - game.grid[q]) for q in (p - 1, p + 1) if 0 <= q < self.cells and game.grid[q]]
        return min(near, default=0)

    def may_finish(self, game):
        if not all(game.grid) or not game.started or ("M" in game.hand and self.wrong != "finish with monsters"):
            return False
        wanted = tuple(int(2 * row < self.n_rows) for row in self.row_of)
        return not self.day_night or game.sides == wanted or self.wrong == "any side"


def orders(cards):
    """Every order of a deck, equal cards merged: all are equally likely."""
    if not cards:
        yield ()
    for card in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(card)
        yield from ((card, *others) for others in orders(rest))


def without(hand, card):
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


TINY = {  # switches, the measure, and a wrong rule
    "removal": ({"islands": 4, "removed": 1, "finishes": 2, "hand_limit": 2}, "won", "islands=3"),
    "rocks": ({"rows": 4, "columns": 1, "islands": 4, "finishes": 1, "rocks": True}, "filled", "free stay"),
    "monsters": ({"columns": 1, "islands": 2, "finishes": 3, "monsters": 1}, "won", "monsters pay"),
    "monsters and the Finish": (
        {"columns": 1, "islands": 2, "finishes": 3, "monsters": 2}, "won", "finish with monsters"
    ),
    "yellow": ({"islands": 3, "finishes": 3, "yellow": 1, "hand_limit": 5}, "won", "limit=5"),
    "purple": ({"columns": 1, "islands": 2, "finishes": 3, "purple": 1, "compasses": 1}, "won", "no purple"),
    "orange": ({"islands": 3, "finishes": 2, "orange": 1, "compasses": 1}, "won", "no orange"),
    "wild": ({"islands": 3, "finishes": 1, "wilds": 1}, "won", "wilds=0"),
    "wild, storm and monster": (
        {"columns": 1, "islands": 1, "finishes": 2, "wilds": 1, "monsters": 1, "orange": 1, "compasses": 1}, "won",
        "no orange",
    ),
    "day and night": ({"columns": 1, "islands": 2, "finishes": 3, "day_night": True}, "won", "any side"),
    "day and night, hands turn": ({"columns": 1, "islands": 2, "finishes": 3, "day_night": True}, "won", "no turn"),
    "archway": ({"arch": True, "islands": 3, "finishes": 0, "hand_limit": 2}, "filled", "open roof"),
    "solo draw4": ({"islands": 4, "solo_start": "draw4", "start_price": 2, "hand_limit": 2}, "won", "start_price=1"),
    "solo draw8": ({"islands": 4, "solo_start": "draw8", "start_price": 2, "hand_limit": 2}, "won", "solo_start=draw4"),
    "solo blind": (
        {"columns": 1, "islands": 3, "finishes": 4, "solo_start": "blind", "start_price": 3}, "won",
        "start_price=1",
    ),
}  # fmt: skip


def wrong_mini(switches, measure, wrong):
    name, sign, value = wrong.partition("=")
    if not sign:
        return Mini(wrong, measure=measure, **switches)
    changed = {**switches, name: int(value) if value.isdigit() else value}
    return Mini(measure=measure, **{**changed, "removed": 0} if name == "islands" else {**changed})


@pytest.mark.parametrize("name", TINY)
def test_a_tiny_solo_game_meets_its_exact_answer_and_no_other(name):
    switches, measure, wrong = TINY[name]
    mini = Mini(measure=measure, **switches)
    exact, other = float(mini.exact()), float(wrong_mini(switches, measure, wrong).exact())
    result = simulate(
        "tranquility", players=1, sets=mini.sets(), policy="random_legal", games=GAMES, seed=31, jobs=1, rows=True
    )
    found = result.rows["cause"] == 1 if measure == "won" else result.rows["filled"]
    error = max(float(found.std()), 1e-9) / math.sqrt(GAMES)
    assert exact > 0.005
    assert abs(float(found.mean()) - exact) < LIMIT * error
    assert abs(float(found.mean()) - other) > 2 * LIMIT * error  # negative control


# Pyramid: how many Explorer cards two Islands draw


def explorers_drawn(n_border, n_cells=36):
    """One player, Islands 1 and 2 and nothing else, both in hand: the expected number of Explorer cards drawn.

    The first turn: place one of two cards anywhere (72 options) or discard both. After a placement one card is
    left; it is placed on any cell in order that costs nothing, or there is none and the game is lost.
    """
    border = set(n_border)
    total = Fraction(0)
    for card in (1, 2):
        for p in range(n_cells):
            rest = range(p + 1, n_cells) if card == 1 else range(p)
            free = [q for q in rest if abs(p - q) > 1]  # the neighbour would cost one card, and none is left
            second = Fraction(sum(q in border for q in free), len(free)) if free else Fraction(0)
            total += (p in border) + second
    return total / (2 * n_cells + 1)


def test_the_pyramid_draws_as_many_explorer_cards_as_two_islands_on_borders():
    sets = ["islands=2", "hand_limit=2", "finishes=0", "solo_start=none"]
    sets += ["explorer_monsters=0", "explorer_storms=0", "explorer_rocks=0"]
    result = simulate(
        "tranquility", players=1, variant="pyramid", sets=sets, policy="random_legal", games=GAMES, seed=31, jobs=1,
        rows=True,
    )  # fmt: skip
    drawn = result.rows["explorers"]
    lengths = [8, 7, 6, 5, 4, 3, 2, 1]
    border = [
        p for p, (row, column) in enumerate((r, c) for r, n in enumerate(lengths) for c in range(n))
        if row == 0 or column in (0, lengths[row] - 1)
    ]  # fmt: skip
    error = float(drawn.std()) / math.sqrt(GAMES)
    assert abs(float(drawn.mean()) - float(explorers_drawn(border))) < LIMIT * error
    assert abs(float(drawn.mean()) - float(explorers_drawn(range(8)))) > 2 * LIMIT * error  # only the bottom row


# Competitive: two players, two cells


class Duel(NamedTuple):
    hands: tuple
    row: tuple
    pile: tuple
    grid: tuple
    turn: int
    score: int  # of the first seat to move, minus the other's


def duel_value(game, limit, row_size, fine, known):
    """The expected final lead of seat 0 in `turn` terms, by enumeration."""
    if game in known:
        return known[game]
    hand = game.hands[game.turn]
    options = []
    for card in hand:
        for p in (0, 1):
            other = game.grid[1 - p]
            in_order = not other or (card < other if p == 0 else card > other)
            cost = abs(card - other) if other else 0
            if not game.grid[p] and in_order and cost <= len(hand) - 1:
                grid = tuple(card if q == p else game.grid[q] for q in (0, 1))
                rest = [c for c in hand if c != card]
                options.append([(list(kept), grid, 1 - fine * cost) for kept in combos(rest, cost)])
    if len(hand) >= 2:
        options.append([(list(kept), game.grid, -2 * fine) for kept in combos(list(hand), 2)])
    if all(game.grid) or not options:
        return Fraction(game.score)
    sign = 1 if game.turn == 0 else -1
    total = Fraction(0)
    for ways in options:
        for kept, grid, points in ways:
            after = game._replace(
                hands=tuple(tuple(sorted(kept)) if s == game.turn else game.hands[s] for s in (0, 1)),
                grid=grid, score=game.score + sign * points,
            )  # fmt: skip
            total += market_value(after, limit, row_size, fine, known) / len(ways) / len(options)
    known[game] = total
    return total


def combos(cards, n):
    """What is left after giving up n cards, every way."""
    return [[c for c in cards if c not in gone] for gone in itertools.combinations(cards, n)]


def market_value(game, limit, row_size, fine, known):
    hand = game.hands[game.turn]
    if len(hand) >= limit or not game.row:
        return duel_value(game._replace(turn=1 - game.turn), limit, row_size, fine, known)
    total = Fraction(0)
    for card in game.row:
        row, pile = [c for c in game.row if c != card], game.pile
        while len(row) < row_size and pile:
            row, pile = [*row, pile[0]], pile[1:]
        hands = tuple(tuple(sorted((*hand, card))) if s == game.turn else game.hands[s] for s in (0, 1))
        after = game._replace(hands=hands, row=tuple(sorted(row)), pile=pile)
        total += market_value(after, limit, row_size, fine, known)
    return total / len(game.row)


def duel_lead(fine, n_islands=6, limit=2, row_size=1):
    """The mean lead of the player who begins."""
    known, total, n = {}, Fraction(0), 0
    for deck in itertools.permutations(range(1, n_islands + 1)):
        first, second, rest = deck[:limit], deck[limit : 2 * limit], deck[2 * limit :]
        hands = (tuple(sorted(first)), tuple(sorted(second)))
        game = Duel(hands, rest[:row_size], rest[row_size:], (0, 0), 0, 0)
        total += duel_value(game, limit, row_size, fine, known)
        n += 1
    return total / n


def test_competitive_meets_the_exact_lead_of_the_first_player():
    sets = ["rows=1", "columns=2", "islands=6", "hand_limit=2", "comp_row=1"]
    result = simulate(
        "tranquility", players=2, variant="competitive", sets=sets, policy="random_legal", games=GAMES, seed=31, jobs=1,
        rows=True,
    )  # fmt: skip
    rows = result.rows
    lead = (rows["score"][:, 0] - rows["score"][:, 1]) * (1 - 2 * rows["first"])
    error = float(lead.std()) / math.sqrt(GAMES)
    assert abs(float(lead.mean()) - float(duel_lead(fine=1))) < LIMIT * error
    assert abs(float(lead.mean()) - float(duel_lead(fine=0))) > 2 * LIMIT * error  # negative control
