"""Somebody who watches a game of Portolano and forgets nothing: ports in the stock, own chests, who has laid cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from analyzer.games.portolano.state import FIRST_PORT, HIDDEN_CARD, Phase

Stock = dict[int, int | None]  # by tile: the face that lies up in the stock, None where nobody has seen it


class Witness:
    """Remembers what each seat has seen in a game.

    Everybody sees the board and which ports were filled, so all of that is noted once. Ports that were filled lie
    beside the board until the stock is empty; then they come into it, turned over (P-PORT-10).
    """

    def __init__(self, rules: Any, state: Any) -> None:
        self.rules = rules
        self.chests: list[list[int]] = [[] for _ in range(int(rules.players))]
        self.laid: dict[int, int | None] = {}  # by seat that laid cards in this round: the card, once revealed
        self.used: list[int] = []
        self.filled: int | None = None  # the cell of a filled port that is still to be replaced
        self.stock: Stock = dict.fromkeys(range(int(rules.n_ports)))
        for face in ports_of(rules, state).values():
            del self.stock[tile_of(face)]
        if int(rules.port_stock_side) == 1:  # front
            self.stock = {tile: FIRST_PORT + 2 * tile for tile in self.stock}

    # what is seen

    def see(self, before: Any, after: Any) -> None:
        self.see_ports(before, after)
        self.see_chests(before, after)
        self.see_cards(before, after)

    def see_ports(self, before: Any, after: Any) -> None:
        old, new = ports_of(self.rules, before), ports_of(self.rules, after)
        for cell in old:
            if old[cell] != new[cell]:
                self.fill(cell, old[cell])
                del self.stock[tile_of(new[cell])]
                self.filled = None
        if after.table.phase == Phase.PORT_CHOICE and self.filled is None:
            cell = int(after.table.ships[int(after.table.asked)].cell)
            self.fill(cell, new[cell])
            self.stock = {tile_of(int(face)): int(face) for face in after.table.offered[: len(self.stock)]}

    def fill(self, cell: int, face: int) -> None:
        """Lay a filled port beside the board, and make a new stock if there is none."""
        if self.filled != cell:
            self.used.append(face)
            self.filled = cell
            if not self.stock:
                self.stock = {tile_of(used): used ^ 1 for used in self.used}
                self.used = []

    def see_chests(self, before: Any, after: Any) -> None:
        """Let every owner look into a chest as it comes; without A-19 there is nothing to be seen."""
        for seat, own in enumerate(self.chests):
            won = int(after.hands[seat].chest_sum) - int(before.hands[seat].chest_sum)
            own += [won] if won else []

    def see_cards(self, before: Any, after: Any) -> None:
        if before.table.phase == Phase.CARDS:
            self.laid[int(before.table.asked)] = None
        if after.table.round_no != before.table.round_no:
            self.laid = {}
        for seat in self.laid:
            card = int(after.table.ships[seat].card)
            self.laid[seat] = None if card == HIDDEN_CARD else card

    # what is held against it

    def forgotten(self, seat: int, redealt: Any) -> list[str]:
        found = [*self.wrong_ports(redealt), *self.wrong_chests(seat, redealt)]
        others = (other for other in range(int(self.rules.players)) if other != seat)
        return found + [words for other in others if (words := self.wrong_card(other, redealt))]

    def wrong_ports(self, redealt: Any) -> list[str]:
        faces = [int(face) for face in redealt.hidden.stock[: int(redealt.table.stock_left)]]
        tiles = sorted(tile_of(face) for face in faces)
        if tiles != sorted(self.stock):
            return [f"the stock has the ports {tiles}, not {sorted(self.stock)}"]
        seen = [(face, self.stock[tile_of(face)]) for face in faces]
        return [f"port {face} lies in the stock as {known}" for face, known in seen if known not in (None, face)]

    def wrong_chests(self, seat: int, redealt: Any) -> list[str]:
        """Look for own chests in the pile or among those of others: both together are all others."""
        pile = [int(value) for value in redealt.hidden.chest[: int(redealt.table.chests_left)]]
        rest = Counter(int(value) for value in self.rules.chest_value[: int(self.rules.n_chests)])
        rest.subtract(self.chests[seat])
        sums = [int(redealt.hands[n].chest_sum) + int(redealt.hidden.chest_sum[n]) for n in range(len(self.chests))]
        sums[seat] -= sum(self.chests[seat])
        too_many = Counter(pile) - rest
        found = [f"chests of {sorted(too_many)} in the pile are owned by the seat"] if too_many else []
        return found + ([] if sum(pile) + sum(sums) == worth(rest) else ["the chests do not add up"])

    def wrong_card(self, seat: int, redealt: Any) -> str:
        card = int(redealt.hands[seat].card)
        if seat not in self.laid:
            return f"seat {seat} has laid no card" if card != HIDDEN_CARD else ""
        known = self.laid[seat]
        if known is None:
            return f"seat {seat} has laid a card" if card == HIDDEN_CARD else ""
        return "" if card == known else f"seat {seat} has shown another card"


def ports_of(rules: Any, state: Any) -> dict[int, int]:
    """The ports on the board: cell and face."""
    faces = enumerate(int(face) for face in state.table.face[: int(rules.cells)])
    return {cell: face for cell, face in faces if face >= FIRST_PORT}


def tile_of(face: int) -> int:
    return (face - FIRST_PORT) // 2


def worth(chests: Counter[int]) -> int:
    return sum(value * number for value, number in chests.items())
