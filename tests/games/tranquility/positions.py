"""Positions for tests, in the words of the specification: path indices p = 0.., cards as `S 3 9 F`.

The one place that knows how the state is stored. A position is reached through the rules: the player before the
one under test discards two cards and refills, so that the turn under test begins as in a game.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from analyzer.games.tranquility import GAME
from analyzer.games.tranquility.encoding import cell_of, kind_of, one_share, play, share_of
from analyzer.games.tranquility.notation import card_name, parse_cards
from analyzer.games.tranquility.rules.hands import note_card
from analyzer.games.tranquility.state import Card, Kind
from analyzer.play.seeding import deal_seeds
from tests.games import position

FILLERS = 5  # cards in a hand that a test does not name
PILE = 3  # cards in a pile that a test does not name


def open_chance(seed: int, deal: int) -> Any:
    """Open the chance streams of one deal."""
    return position.open_bench(GAME, 1, deal_seeds(seed, deal)[0]).chance


class Position(position.Position):
    """One game under way, asked and answered in the words of the rules."""

    game = GAME

    def __init__(
        self, players: int = 2, variant: str = "base", sets: tuple[str, ...] = (), seed: int = 1, deal: int = 0
    ):
        super().__init__(players, deal_seeds(seed, deal)[0], variant=variant, sets=sets)

    # what there is

    @property
    def phase(self) -> str:
        return "OVER" if self.is_over else GAME.phases(int(self.table.phase)).name

    @property
    def cause(self) -> str:
        return GAME.causes(int(self.table.cause)).name

    @property
    def active(self) -> int:
        return int(self.table.active)

    @property
    def cells(self) -> int:
        return int(self.rules.cells)

    @property
    def grid(self) -> tuple[int, ...]:
        """The numbers by path index, 0 where a cell is empty."""
        return tuple(int(number) for number in self.table.number[1 : self.cells + 1])

    def cards(self, seat: int) -> list[str]:
        """The hand of a seat, in hand order."""
        hand = self.state.hands[seat]
        return [card_name(card) for card in hand.cards[: int(hand.held)]]

    def held(self) -> list[int]:
        """How many cards everybody holds, as everybody sees it."""
        return [int(n) for n in self.table.held[: self.players]]

    def piles(self) -> list[int]:
        """How many cards everybody has to draw."""
        return [int(n) for n in self.table.pile[: self.players]]

    def pile_cards(self, seat: int) -> list[str]:
        """The pile of a seat, the next card first."""
        bottom = int(self.state.hidden.bottom[seat])
        pile = self.state.hidden.deck[bottom : bottom + int(self.table.pile[seat])]
        return [card_name(card) for card in pile[::-1]]

    def start_depth(self, seat: int) -> int:
        """How many cards lie above the Start of a seat, just after the deal."""
        return self.pile_cards(seat).index("S")

    def dealt_codes(self, seat: int) -> Any:
        """What a seat was dealt, the first card on top, just after the deal."""
        hand, bottom = self.state.hands[seat], int(self.state.hidden.bottom[seat])
        pile = self.state.hidden.deck[bottom : bottom + int(self.table.pile[seat])][::-1]
        return np.concatenate([hand.cards[: int(hand.held)], pile[pile != Card.START]])

    def dealt(self, seat: int) -> list[str]:
        """The same by name."""
        return [card_name(card) for card in self.dealt_codes(seat)]

    def remembered(self, seat: int) -> Counter[str]:
        """What a seat knows of its own discards."""
        lost = self.state.hands[seat].lost
        return Counter({card_name(card): int(lost[card]) for card in range(1, len(lost)) if lost[card]})

    def all_cards(self) -> Counter[str]:
        """Every card that is somewhere: grid, hands, piles, remembered discards, Start slot."""
        found: Counter[str] = Counter(str(number) for number in self.grid if number)
        found["S"] += int(self.table.started)
        for seat in range(self.players):
            found.update(self.cards(seat) + self.pile_cards(seat))
            found.update(self.remembered(seat))
        return +found

    def bounds(self, number: int) -> tuple[int, int]:
        """The stored bounds of an Island: cells of the next smaller and larger numbers (1.., shores 0 and n+1)."""
        return int(self.table.below[number]), int(self.table.above[number])

    # setting up

    def lay(self, grid: dict[int, int]) -> None:
        """Put Islands at path indices, with the bounds that follow from them."""
        table, n_cells, islands = self.table, self.cells, int(self.rules.islands)
        table.number[1 : n_cells + 1] = 0
        for p, number in grid.items():
            table.number[p + 1] = number
        table.filled = len(grid)
        table.row_filled[:] = 0
        for p in grid:
            table.row_filled[self.rules.row_of[p + 1]] += 1
        for number in range(1, islands + 1):
            table.below[number] = max((p + 1 for p, v in grid.items() if v <= number), default=0)
            table.above[number] = min((p + 1 for p, v in grid.items() if v >= number), default=n_cells + 1)

    def give_hand(self, seat: int, cards: list[int]) -> None:
        hand = self.state.hands[seat]
        hand.cards[:] = 0
        hand.cards[: len(cards)] = cards
        hand.held = len(cards)
        hand.n_of[:] = 0
        for card in cards:
            note_card(hand, card, 1)
        self.table.held[seat] = len(cards)

    def give_pile(self, seat: int, cards: list[int]) -> None:
        """Give a pile, the next card first."""
        room = len(self.state.hidden.deck) // self.players
        assert len(cards) <= room
        bottom = room * seat
        self.state.hidden.bottom[seat] = bottom
        self.state.hidden.deck[bottom : bottom + len(cards)] = cards[::-1]
        self.table.pile[seat] = len(cards)

    def begin_turn(self, seat: int, hands: dict[int, list[int]], piles: dict[int, list[int]]) -> None:
        """Let the player before `seat` discard two and refill; then the turn of `seat` begins."""
        before = (seat - 1) % self.players
        for other in range(self.players):
            self.give_hand(other, hands[other])
            self.give_pile(other, piles[other])
        assert len(hands[before]) == int(self.rules.hand_limit) or not piles[before], "a short hand has no pile"
        self.give_hand(before, [1, 2])
        self.give_pile(before, hands[before] + piles[before])
        self.table.active = self.table.asked = before
        self.table.phase = GAME.phases["ACTION"]
        self.answer(play(Kind.DISCARD_TWO, 0))

    # options

    def options(self) -> list[Any]:
        """The options in words: see `name`."""
        return [self.name(code) for code in self.codes()]

    def name(self, code: int) -> Any:
        """('place', v, p) | 'finish' | 'discard_two' | sorted cards given up | number offered | split."""
        if self.phase == "ACTION":
            kind, cell = int(kind_of(code)), int(cell_of(code))
            specials = {int(Kind.FINISH): "finish", int(Kind.DISCARD_TWO): "discard_two"}
            return specials[kind] if kind in specials else ("place", kind, cell - 1)
        if self.phase == "OFFER":
            return code
        if self.phase == "SPLIT":
            return tuple(int(share_of(code, seat)) for seat in range(self.players))
        cards = self.cards(self.asked)
        return tuple(sorted(card for slot, card in enumerate(cards) if code >> slot & 1))

    def can_place(self, number: int, p: int) -> bool:
        return self.is_legal(play(number, p + 1))

    def can_finish(self) -> bool:
        return self.is_legal(play(Kind.FINISH, 0))

    def can_discard_two(self) -> bool:
        return self.is_legal(play(Kind.DISCARD_TWO, 0))

    def cells_of(self, number: int) -> set[int]:
        """The path indices where an Island may be placed."""
        return {option[2] for option in self.options() if option[0] == "place" and option[1] == number}

    # answers

    def place(self, number: int, p: int) -> None:
        self.answer(play(number, p + 1))

    def finish(self) -> None:
        self.answer(play(Kind.FINISH, 0))

    def discard_two(self) -> None:
        self.answer(play(Kind.DISCARD_TWO, 0))

    def give_up(self, text: str) -> None:
        """Answer PAY, DISCARD_TWO or GIVE by cards."""
        self.answer(self.mask(text))

    def mask(self, text: str) -> int:
        cards, mask = self.cards(self.asked), 0
        for word in text.split():
            slot = next(i for i, card in enumerate(cards) if card == word and not mask >> i & 1)
            mask |= 1 << slot
        return mask

    def offer(self, n_cards: int) -> None:
        self.answer(n_cards)

    def split_code(self, *shares: int) -> int:
        return int(sum(one_share(seat, share) for seat, share in enumerate(shares)))

    def split(self, *shares: int) -> None:
        self.answer(self.split_code(*shares))

    def offer_all(self) -> None:
        """Let everybody offer nothing until the split is asked for."""
        while self.phase == "OFFER":
            self.offer(0)

    def first_options(self, n: int = 1) -> None:
        """Answer the next n questions with their first option."""
        for _ in range(n):
            self.answer(self.codes()[0])

    def cost_of(self, number: int, p: int) -> int:
        """The cards that a placement takes besides the played one."""
        trial = self.copy()
        seat, before = trial.asked, int(trial.table.discarded[trial.asked])
        trial.place(number, p)
        if trial.phase == "PAY" and trial.asked == seat:
            return int(trial.table.cost)
        return int(trial.table.discarded[seat]) - before


def make_position(
    *,
    players: int = 2,
    sets: tuple[str, ...] = (),
    variant: str = "base",
    grid: dict[int, int] | None = None,
    hands: dict[int, str] | None = None,
    piles: dict[int, str] | None = None,
    started: bool = True,
    turn_of: int = 0,
) -> Position:
    """Make a position at the beginning of a turn; hands and piles that are not named hold unused Islands."""
    position = Position(players, variant, sets)
    grid = grid or {}
    named_hands = {seat: parse_cards(text) for seat, text in (hands or {}).items()}
    named_piles = {seat: parse_cards(text) for seat, text in (piles or {}).items()}
    used = {*grid.values(), *(card for cards in (*named_hands.values(), *named_piles.values()) for card in cards)}
    unused = [number for number in range(int(position.rules.islands), 0, -1) if number not in used]
    for seat in range(players):
        named_hands.setdefault(seat, [unused.pop() for _ in range(FILLERS)])
        full = len(named_hands[seat]) >= int(position.rules.hand_limit)
        named_piles.setdefault(seat, [unused.pop() for _ in range(PILE)] if full else [])
    position.lay(grid)
    position.table.started = int(started)
    position.begin_turn(turn_of, named_hands, named_piles)
    return position


def full_grid(step: int = 2) -> dict[int, int]:
    """All 36 cells filled with ascending numbers."""
    return {p: 1 + step * p for p in range(36)}
