"""Somebody who watches a game of Tranquility and forgets nothing: cards taken, Monsters told of, where a Start can be.

An answer may lead to several turns, as what leaves no choice is not asked. What cannot be told apart from outside then
is not noted: a witness may know too little, never too much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from analyzer.games.tranquility.state import Card, Phase
from analyzer.games.tranquility.switches.readings import MonsterDisclose, PyramidFinish, PyramidMonster, StartShortage

TOP_CARDS = 2  # T-STORM-Y3


@dataclass
class Notes:
    """What everybody knows of one seat."""

    monsters: int = 0  # at least
    most_monsters: int = 1000
    drawn: int = 0  # cards one of which may be its Start
    is_start_loose: bool = False  # it may have been discarded
    taken: dict[int, int | None] = field(default_factory=dict)  # by Island: cards discarded before, None = not told
    found: list[int | None] = field(default_factory=list)  # of Finishes: the same


@dataclass
class Step:
    """One answer and all that came of it."""

    rules: Any
    before: Any
    after: Any

    def gain(self, name: str, seat: int) -> int:
        """By how much a number of a seat grew."""
        return int(self.after.table[name][seat]) - int(self.before.table[name][seat])

    def shown(self, card: int) -> int:
        return int(self.after.table.shown[card]) - int(self.before.table.shown[card])

    def explored(self, card: int) -> int:
        return int(self.after.table.explored[card]) - int(self.before.table.explored[card])

    @property
    def turns(self) -> int:
        return int(self.after.table.turn) - int(self.before.table.turn)

    @property
    def active(self) -> int:
        return int(self.before.table.active)

    @property
    def is_start(self) -> bool:
        return self.after.table.started > self.before.table.started

    @property
    def is_plain(self) -> bool:
        """Whether everybody discarded before drawing: no second turn, no Start event begun, no Storm met."""
        storms = sum(self.shown(card) for card in range(Card.YELLOW, Card.ORANGE + 1))
        return self.turns <= 1 and not self.is_start and storms == 0

    def n_tops(self, seat: int) -> int:
        """Count the top cards that a seat gave unseen."""
        is_event = self.before.table.phase in (Phase.OFFER, Phase.SPLIT, Phase.TOP, Phase.GIVE)
        return max(self.gain("top", seat), 0) if is_event else 0

    def popped(self, seat: int) -> list[int]:
        """The cards that came from a pile, the first one first."""
        bottom = int(self.before.hidden.bottom[seat])
        low, high = int(self.after.table.pile[seat]), int(self.before.table.pile[seat])
        return [int(card) for card in self.before.hidden.deck[bottom + low : bottom + high][::-1]]

    def drawn(self, seat: int) -> list[int]:
        """Those that came into the hand: Storms never do."""
        return [card for card in self.popped(seat)[self.n_tops(seat) :] if card < Card.YELLOW]


def hand_of(state: Any, seat: int) -> list[int]:
    return [int(card) for card in state.hands[seat].cards[: int(state.hands[seat].held)]]


def pile_of(state: Any, seat: int) -> list[int]:
    bottom = int(state.hidden.bottom[seat])
    return [int(card) for card in state.hidden.deck[bottom : bottom + int(state.table.pile[seat])]]


def market_of(state: Any) -> set[int]:
    return {int(card) for card in state.table.market[: int(state.table.n_market)]}


class Witness:
    """Remembers what each seat has seen in a game."""

    def __init__(self, rules: Any, state: Any) -> None:
        self.rules = rules
        self.seats = range(int(rules.players))
        self.notes = [Notes() for _ in self.seats]
        self.gone: set[int] = {int(number) for number in state.table.number[1 : int(rules.cells) + 1] if number}
        self.given: list[set[int]] = [set() for _ in self.seats]  # Islands that a seat itself discarded
        self.is_blocked = False
        self.see_opening(state)

    def see_opening(self, state: Any) -> None:
        """Note nothing of what was forced before anybody was asked for an action."""
        if state.table.turn > 1 or state.table.started:
            for notes in self.notes:
                notes.drawn, notes.is_start_loose = 1, True

    def see(self, before: Any, after: Any) -> None:
        step = Step(self.rules, before, after)
        self.see_islands(step)
        for seat in self.seats:
            self.see_discards(step, seat)
        if before.table.turn == 0:  # Storms of the opening hands
            self.see_opening(after)
        else:
            self.see_seats(step)

    def see_seats(self, step: Step) -> None:
        for seat in self.seats:
            if not self.rules.competitive:
                self.see_start(step, seat)
            if self.rules.has_monsters:
                self.see_monsters(step, seat)
        if self.rules.competitive:
            self.see_row(step)
        if self.rules.explorer and self.rules.pyr_finish == PyramidFinish.HAND:
            self.see_finishes(step)
        self.see_pending(step)

    # Islands

    def see_islands(self, step: Step) -> None:
        """Note Islands that came to the grid; a number that a Wild stands for is not one of them."""
        cells = slice(1, int(self.rules.cells) + 1)
        if step.shown(Card.WILD) == 0:
            laid = set(step.after.table.number[cells].tolist()) - set(step.before.table.number[cells].tolist())
            self.gone |= {int(card) for card in laid}

    def see_discards(self, step: Step, seat: int) -> None:
        """Let a seat note the Islands that it held and discarded, if players remember them."""
        if self.rules.own_discard_memory and step.shown(Card.WILD) == 0:
            left = set(hand_of(step.before, seat)) - set(hand_of(step.after, seat)) - self.gone
            self.given[seat] |= {card for card in left if card <= self.rules.islands}

    def see_row(self, step: Step) -> None:
        """Note who took which face-up card, and how much that seat had discarded before (T-COMP-3)."""
        common = [card for card in step.popped(0) if card]
        for card in (market_of(step.before) | set(common)) - market_of(step.after):
            for seat in self.seats:
                if card in hand_of(step.after, seat) or step.after.hands[seat].lost[card]:
                    is_told = step.turns <= 1 and seat == step.active
                    self.notes[seat].taken[card] = int(step.after.table.discarded[seat]) if is_told else None

    # Starts

    def see_start(self, step: Step, seat: int) -> None:
        """Note how many cards one of which may be its Start a seat has drawn, and whether it can have discarded it."""
        notes, n_drawn = self.notes[seat], len(step.drawn(seat))
        n_before = notes.drawn if step.is_plain else notes.drawn + n_drawn
        notes.drawn += n_drawn
        if step.after.table.started and step.gain("discarded", seat) > 0 and n_before > 0:
            notes.is_start_loose = True
        notes.is_start_loose |= step.n_tops(seat) > 0
        is_turn = step.after.table.active == seat and step.after.table.phase == Phase.ACTION
        if is_turn and not step.after.table.started and self.rules.start_shortage != StartShortage.DEFER:
            notes.drawn = 0  # else it had been laid (T-BASE-19)

    def wrong_start(self, seat: int, state: Any) -> Iterator[str]:
        notes = self.notes[seat]
        n_held, n_piled = hand_of(state, seat).count(Card.START), pile_of(state, seat).count(Card.START)
        if seat == state.table.laid_by:
            if n_held + n_piled:
                yield f"the Start of seat {seat} lies on the table"
            return
        if n_held and notes.drawn == 0:
            yield f"seat {seat} drew no card that can be its Start"
        if n_held + n_piled != 1 and not notes.is_start_loose and not self.rules.start_discardable_unplayed:
            yield f"seat {seat} cannot have discarded its Start"

    # Monsters

    def see_monsters(self, step: Step, seat: int) -> None:
        """Note what a seat told of its Monsters, what it drew since then, and which it played."""
        notes = self.notes[seat]
        self.hear_refusal(step, seat, notes)
        self.hear_offer(step, seat, notes)
        n_found = step.explored(Card.MONSTER) if self.rules.pyr_monster == PyramidMonster.HAND else 0
        n_found = n_found if seat == step.active else 0
        drawn = step.drawn(seat)
        n_played = hand_of(step.before, seat).count(Card.MONSTER) + drawn.count(Card.MONSTER) + n_found
        n_played -= hand_of(step.after, seat).count(Card.MONSTER)
        notes.most_monsters += len(drawn) + n_found - n_played
        notes.monsters = max(notes.monsters + n_found - n_played, 0)

    def hear_refusal(self, step: Step, seat: int, notes: Notes) -> None:
        if step.after.tally.finishes_refused > step.before.tally.finishes_refused:
            n_told = int(step.after.table.disclosed[seat])
            notes.monsters = max(notes.monsters, n_told)
            if n_told == 0 or self.rules.monster_disclose == MonsterDisclose.COUNT:
                notes.most_monsters = n_told
        if step.after.table.pending_finish > step.before.table.pending_finish and seat == step.active:
            notes.monsters = notes.most_monsters = 0

    def hear_offer(self, step: Step, seat: int, notes: Notes) -> None:
        """Cards that a seat offers for the Start are no Monsters, but for unseen top cards of a Yellow owner."""
        table = step.before.table
        if table.phase == Phase.OFFER and table.asked == seat:
            n_tops = min(TOP_CARDS, int(table.pile[seat])) if table.yellow[seat] else 0
            n_free = max(int(step.after.table.offer[seat]) - n_tops, 0)
            notes.most_monsters = min(notes.most_monsters, int(table.held[seat]) - n_free)

    def see_pending(self, step: Step) -> None:
        """Note that somebody holds a Monster: else a Finish that waits had won the game (`pending`)."""
        n_played = step.shown(Card.MONSTER)
        if step.after.table.pending_finish and n_played == 0:
            self.is_blocked |= step.turns > 0 or step.before.table.pending_finish == 0
        elif n_played:
            self.is_blocked = False

    def wrong_monsters(self, seat: int, state: Any) -> Iterator[str]:
        notes, n = self.notes[seat], hand_of(state, seat).count(Card.MONSTER)
        if n < notes.monsters:
            yield f"seat {seat} holds {notes.monsters} Monsters at least, not {n}"
        if n > notes.most_monsters:
            yield f"seat {seat} holds {notes.most_monsters} Monsters at most, not {n}"

    # Finishes of the Explorer deck

    def see_finishes(self, step: Step) -> None:
        is_told = step.turns <= 1
        for _ in range(step.explored(Card.FINISH)):
            n_before = int(step.after.table.discarded[step.active]) if is_told else None
            self.notes[step.active].found.append(n_before)
        for _ in range(step.shown(Card.FINISH)):  # laid, to wait there
            self.notes[step.active].found.pop()

    # what is held against it

    def forgotten(self, seat: int, redealt: Any) -> list[str]:
        found = [*self.wrong_islands(seat, redealt)]
        if self.is_blocked and not any(Card.MONSTER in hand_of(redealt, other) for other in self.seats):
            found.append("somebody holds a Monster")
        for other in self.seats:
            if other != seat:
                found += self.wrong_seat(other, redealt)
        return found

    def wrong_seat(self, seat: int, state: Any) -> Iterator[str]:
        if state.table.turn > 0 and not self.rules.competitive:  # Starts come after the opening hands (T-BASE-7)
            yield from self.wrong_start(seat, state)
        yield from self.wrong_monsters(seat, state)
        for card, n_before in self.notes[seat].taken.items():
            if card not in self.gone and card in self.hidden_cards(state, seat):
                yield f"seat {seat} took {card}, which lies elsewhere"
            if card not in self.gone and n_before == state.table.discarded[seat] and card not in hand_of(state, seat):
                yield f"seat {seat} took {card} and has discarded nothing since"
        n_sure = sum(n_before == state.table.discarded[seat] for n_before in self.notes[seat].found)
        if hand_of(state, seat).count(Card.FINISH) < n_sure:
            yield f"seat {seat} found {n_sure} Finishes and has discarded nothing since"

    def wrong_islands(self, seat: int, state: Any) -> Iterator[str]:
        for card in sorted(self.hidden_cards(state, seat)):
            if card in self.gone:
                yield f"{card} was openly played"
            if card in self.given[seat]:
                yield f"seat {seat} discarded {card} itself"
            if self.rules.competitive and card in market_of(state):
                yield f"{card} lies face up"

    def hidden_cards(self, state: Any, but: int) -> set[int]:
        """All Islands in piles, removed, in hands or discarded, but for those of one seat."""
        cards = {int(card) for card in state.hidden.removed.nonzero()[0]}
        for seat in self.seats:
            cards |= set(pile_of(state, seat))
            if seat != but:
                cards |= {*hand_of(state, seat), *(int(card) for card in state.hands[seat].lost.nonzero()[0])}
        return {card for card in cards if card <= self.rules.islands}
