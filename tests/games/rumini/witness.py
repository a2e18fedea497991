"""What everybody has seen of a game of Rumini, noted by an observer who keeps it in another way than the rules do.

All cards leave a hand openly and the discards lie open, so that all seats know the same of the others; a seat's own
cards are in its hand. Not watched is `stuck_redraw`, where whole hands are discarded within an answer.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from analyzer.games.rumini.state import CARDS, DEVICES, FACES, KINDS, TREASURE_FACES, Phase, Treasure
from analyzer.games.rumini.switches import FlagUnneeded, Recapture

PILE, OPEN = "the pile", "the discards"


class Places:
    """Where the only copy of each card may be."""

    def __init__(self, cards: list[int], seats: range) -> None:
        self.seats = seats
        self.of: dict[int, set[Any]] = {card: {PILE, *seats} for card in cards}

    def show(self, card: int) -> None:
        if card in self.of:
            self.of[card] = {OPEN}

    def draw(self, seat: int) -> None:
        for places in self.of.values():
            places |= {seat} if PILE in places else set()

    def shuffle(self) -> None:
        """What lay open is the pile now, and nothing else is."""
        for card, places in self.of.items():
            self.of[card] = {PILE} if OPEN in places else places - {PILE}

    def lose_track(self, and_the_pile: bool) -> None:
        """Take every card that is neither open nor in a pile just shuffled as one that anybody may have."""
        for card, places in self.of.items():
            if places != {OPEN} and (and_the_pile or PILE not in places):
                self.of[card] = {*self.seats, PILE} if and_the_pile else set(self.seats)

    def contradictions(self, found: dict[int, Any], what: str) -> list[str]:
        return [
            f"{what} {card} cannot be in {found.get(card)}: it is in one of {sorted(map(str, places))}"
            for card, places in self.of.items()
            if found.get(card) not in places
        ]


class Witness:
    """Remembers what each seat has seen in a game."""

    def __init__(self, rules: Any, state: Any) -> None:
        self.rules, self.seats = rules, range(int(rules.players))
        self.portholes = Places(portholes_of(rules) if rules.porthole_copies == 1 else [], self.seats)
        single = [face for face in range(TREASURE_FACES) if rules.treasure[face] == 1 and face != Treasure.FLAG]
        self.treasure = Places(single, self.seats)
        self.is_reshuffled = False
        self.have_drawn: set[int] = set()  # treasure cards since the deck was shuffled from the discards
        self.least = {(seat, device): 0 for seat in self.seats for device in range(DEVICES)}
        self.exact: dict[tuple[int, int], int] = {}
        self.look(state)

    def look(self, state: Any) -> None:
        """Look at what lies open."""
        self.open_portholes = Counter(pile_of(state.hidden.discard, state.table.discards))
        self.open_treasure = Counter(pile_of(state.hidden.treasure_discard, state.table.treasure_discards))
        self.tops = [int(card) for card in state.table.top]
        for seat, device in self.least:
            self.least[seat, device] = max(self.least[seat, device], int(state.table.up[seat, device]))

    def see(self, before: Any, after: Any) -> None:
        self.see_portholes(before, after)
        self.see_treasure(before, after)
        self.see_devices(before, after)
        self.look(after)

    # Porthole cards

    def see_portholes(self, before: Any, after: Any) -> None:
        seat, is_play = int(before.table.active), is_porthole_played(before, after)
        old, new = hand_of(before, seat), hand_of(after, seat)
        if is_play and not old - new:  # played, shuffled and drawn again within one answer
            self.portholes.shuffle()
            self.portholes.lose_track(and_the_pile=True)
            return
        for card in old - new:
            self.portholes.show(card)
        if int(after.table.discards) < int(before.table.discards) + is_play:
            if before.table.draw_pile > 0:
                self.portholes.draw(seat)
            self.portholes.shuffle()
        if new - old:
            self.portholes.draw(seat)

    # Treasure cards

    def see_treasure(self, before: Any, after: Any) -> None:
        seat, n_played = int(before.table.active), n_treasures_played(before, after)
        if n_played:
            self.see_treasure_played(seat, treasure_of(before, seat) - treasure_of(after, seat))
        n_drawn = int(after.table.treasures.sum() - before.table.treasures.sum()) + n_played
        if int(after.table.treasure_pile) != int(before.table.treasure_pile) - n_drawn:
            self.treasure.shuffle()
            self.treasure.lose_track(and_the_pile=False)
            self.is_reshuffled, self.have_drawn = True, set()
        for taker in self.seats if n_drawn else ():
            if int(after.table.treasures[taker]) > int(before.table.treasures[taker]) - n_played * (taker == seat):
                self.treasure.draw(taker)
                self.have_drawn.add(taker)

    def see_treasure_played(self, seat: int, faces: Counter[int]) -> None:
        """A card of which there are several may be an old or a new one, if its player has both."""
        for face in faces:
            self.treasure.show(face)
        if self.is_reshuffled and seat in self.have_drawn and not set(faces) & set(self.treasure.of):
            self.treasure.lose_track(and_the_pile=True)
            self.is_reshuffled = False

    # Devices

    def see_devices(self, before: Any, after: Any) -> None:
        """Whoever obtains a device and turns none up has no card of it left that is down."""
        obtained: Counter[tuple[int, int]] = Counter()
        for card in captured(self.rules, before, after):
            device, owner = int(self.rules.device_of[card]), flag_owner(self.rules, before, after, card)
            taker = int(before.table.active) if owner < 0 else owner
            if self.rules.flag_unneeded != FlagUnneeded.BUILDER or owner < 0:
                obtained[taker, device] += 1
        robbed = device_robbed(before, after, self.seats)
        if robbed is not None:
            obtained[int(before.table.active), robbed] += 1
        for (seat, device), n in obtained.items():
            if n > int(after.table.up[seat, device]) - int(before.table.up[seat, device]):
                self.exact[seat, device] = int(after.table.up[seat, device])

    # What was forgotten

    def forgotten(self, seat: int, redealt: Any) -> list[str]:
        """Tell what a state dealt anew contradicts; everybody has seen the same."""
        return [*self.wrong_piles(redealt), *self.wrong_places(redealt), *self.wrong_devices(redealt)]

    def wrong_piles(self, redealt: Any) -> list[str]:
        hidden, table = redealt.hidden, redealt.table
        portholes = Counter(pile_of(hidden.discard, table.discards))
        treasure = Counter(pile_of(hidden.treasure_discard, table.treasure_discards))
        found = [] if portholes == self.open_portholes else ["other porthole cards were discarded"]
        found += [] if treasure == self.open_treasure else ["other treasure cards were discarded"]
        tops = [int(hidden.pile[kind, int(table.left[kind]) - 1]) if table.left[kind] else 0 for kind in range(KINDS)]
        return found + ([] if tops == self.tops else ["another map card lies on a pile"])

    def wrong_places(self, redealt: Any) -> list[str]:
        hidden, table = redealt.hidden, redealt.table
        portholes = dict.fromkeys(pile_of(hidden.deck, table.draw_pile), PILE)
        portholes |= dict.fromkeys(pile_of(hidden.discard, table.discards), OPEN)
        treasure = dict.fromkeys(pile_of(hidden.treasure, table.treasure_pile), PILE)
        treasure |= dict.fromkeys(pile_of(hidden.treasure_discard, table.treasure_discards), OPEN)
        for seat in self.seats:
            portholes |= dict.fromkeys(hand_of(redealt, seat), seat)
            treasure |= dict.fromkeys(treasure_of(redealt, seat), seat)
        wrong = self.portholes.contradictions(portholes, "porthole card")
        return wrong + self.treasure.contradictions(treasure, "treasure card")

    def wrong_devices(self, redealt: Any) -> list[str]:
        wrong = []
        for (seat, device), least in self.least.items():
            n = int(redealt.table.up[seat, device] + redealt.hands[seat].need[device])
            if n < least:
                wrong.append(f"seat {seat} showed {least} cards of device {device}, not {n}")
            if n != self.exact.get((seat, device), n):
                wrong.append(f"seat {seat} did not need device {device}")
        return wrong


# Looking at states


def portholes_of(rules: Any) -> list[int]:
    return [face for face in range(FACES) if rules.porthole_same_kind or face & 3 != face >> 2 & 3]


def pile_of(cards: Any, n: Any) -> list[int]:
    return [int(card) for card in cards[: int(n)]]


def hand_of(state: Any, seat: int) -> Counter[int]:
    return Counter(pile_of(state.hands[seat].cards, state.hands[seat].held))


def treasure_of(state: Any, seat: int) -> Counter[int]:
    return Counter({face: int(n) for face, n in enumerate(state.hands[seat].treasure) if n})


def n_treasures_played(before: Any, after: Any) -> int:
    return int(after.tally.treasures_played.sum() - before.tally.treasures_played.sum())


def is_porthole_played(before: Any, after: Any) -> bool:
    is_placed = after.tally.placements > before.tally.placements
    return bool(before.table.phase == Phase.MAIN and is_placed and n_treasures_played(before, after) == 0)


def captured(rules: Any, before: Any, after: Any) -> list[int]:
    """List the cards that an answer captured for somebody."""
    cards = [card for card in range(1, CARDS) if after.table.captured[card] > before.table.captured[card]]
    return [card for card in cards if rules.recapture == Recapture.ALWAYS or before.table.captured[card] == 0]


def flag_owner(rules: Any, before: Any, after: Any, card: int) -> int:
    """Return whose flag a captured card bore, -1 for none."""
    old, new = ((int(table.x[card]), int(table.y[card])) for table in (before.table, after.table))
    return -1 if rules.flag_moves == 0 and old != new else int(before.table.flag[card]) - 1


def device_robbed(before: Any, after: Any, seats: range) -> int | None:
    """Find the device that a pirate took."""
    if before.table.phase not in (Phase.PIRATE, Phase.MAIN):
        return None
    lost = [
        device
        for seat in seats
        for device in range(DEVICES)
        if seat != before.table.active and after.table.up[seat, device] < before.table.up[seat, device]
    ]
    return lost[0] if lost else None
