"""What the players of a game of Islebound have seen, noted beside the game: the check of what dealing anew keeps.

The witness looks at real states, and never at what the game itself remembers for the players. It notes what all see
(cards that go, are bought, discarded or traded) and for each seat the packs of the draft that it held.
"""

from __future__ import annotations

from analyzer.games.islebound.state import BOOK, MAX_BUILDINGS, PACK, Phase


def members(mask):
    return {card for card in range(MAX_BUILDINGS) if int(mask) >> card & 1}


def piled(state):
    """Return the cards in the piles whose top is seen, by kind."""
    table, hidden = state.table, state.hidden
    pairs = {
        "events": (hidden.events, table.event_left),
        "reputation": (hidden.reputation, table.reputation_left),
        "tiles": (hidden.tiles[None], table.tiles_left[None]),
    }
    return {
        kind: {int(card) for pile, n in zip(piles, left, strict=True) for card in pile[: int(n)]}
        for kind, (piles, left) in pairs.items()
    }


class Witness:
    """Remembers what each seat has seen in a game."""

    def __init__(self, rules, state):
        self.rules, self.seats = rules, range(int(rules.players))
        self.gone = {kind: set() for kind in piled(state)}
        self.held = [{} for _ in self.seats]  # by seat and round of the draft: the pack as it came
        self.kept = [set() for _ in self.seats]
        self.first_shown = {}  # by card: who showed it first after the draft
        self.traded = [set() for _ in self.seats]
        self.discards = set()
        self.source = set()  # discards that the draw pile was last made of
        self.n_drawn = [0 for _ in self.seats]  # cards of these in each hand, which all can count
        self.is_sure = True
        self._see_draft(state)

    def see(self, before, after):
        """Note what the step between two states showed."""
        self._see_piles(before, after)
        if int(self.rules.architect) == 1:
            if int(before.table.drafted) < PACK:
                self._see_draft(after)
            else:
                self._see_cards(before, after)

    def forgotten(self, seat, redealt):
        """Say in words what a state dealt anew for a seat contradicts."""
        wrong = self._forgotten_piles(redealt)
        if int(self.rules.architect) == 1 and self.is_sure:
            wrong += self._forgotten_cards(redealt) + self._forgotten_draft(seat, redealt)
        return wrong

    # what all see

    def _see_piles(self, before, after):
        now = piled(after)
        for kind, cards in piled(before).items():
            is_shuffled = bool(now[kind] - cards)
            self.gone[kind] = set() if is_shuffled else self.gone[kind] | cards - now[kind]

    def _forgotten_piles(self, deal):
        return [
            f"{kind}: {card} is gone and lies in a pile again"
            for kind, cards in piled(deal).items()
            for card in sorted(cards & self.gone[kind])
        ]

    # the cards of architects

    def _hand(self, state, seat):
        return members(state.hands[seat].cards)

    def _pile(self, state):
        return {int(card) for card in state.hidden.buildings[: int(state.table.deck_left)]}

    def _lying_open(self, state):
        """Return the discards: what is nowhere else."""
        elsewhere = self._pile(state)
        for seat in self.seats:
            elsewhere |= self._hand(state, seat) | members(state.hands[seat].pack) | members(state.table.owned[seat])
        return set(range(int(self.rules.n_buildings))) - elsewhere

    def _see_cards(self, before, after):
        lost = [self._hand(before, seat) - self._hand(after, seat) for seat in self.seats]
        gained = [self._hand(after, seat) - self._hand(before, seat) for seat in self.seats]
        is_trade = int(before.table.phase) == Phase.REPLY
        for seat in self.seats:
            came = gained[seat] & set().union(*lost) if is_trade else set()  # and not drawn in the same step
            self.traded[seat] = (self.traded[seat] - lost[seat]) | came
            self.first_shown = dict.fromkeys(lost[seat], seat) | self.first_shown
        if not is_trade:
            self._see_shuffle(before, after, set().union(*lost), set().union(*gained))
            self.is_sure &= all(len(lost[seat]) == self._n_shown(before, after, seat) for seat in self.seats)
        self.discards = self._lying_open(after)
        self.n_drawn = [len(self._hand(after, seat) & self.source) for seat in self.seats]

    def _see_shuffle(self, before, after, lost, gained):
        """Note that the discards became the pile."""
        open_before, open_after = self._lying_open(before), self._lying_open(after)
        if open_before - open_after or (gained | self._pile(after)) - self._pile(before):
            owned = set().union(*(members(after.table.owned[seat]) for seat in self.seats))
            self.source = (open_before | lost) - open_after - owned

    def _n_shown(self, before, after, seat):
        """Count the cards a seat bought, built or paid: one that it drew again at once is not among the lost."""
        paid = after.tally.spent[seat, BOOK] - before.tally.spent[seat, BOOK]
        return int(paid + after.table.n_owned[seat] - before.table.n_owned[seat])

    def _forgotten_cards(self, deal):
        hands = [self._hand(deal, seat) for seat in self.seats]
        wrong = [
            f"building {card} was traded to seat {seat} and is not there"
            for seat in self.seats
            for card in sorted(self.traded[seat] - hands[seat])
        ]
        wrong += [
            f"seat {seat} has drawn {self.n_drawn[seat]} of the discards, and holds {sorted(hands[seat] & self.source)}"
            for seat in self.seats
            if len(hands[seat] & self.source) != self.n_drawn[seat]
        ]
        back = self.discards & set().union(self._pile(deal), *hands)
        wrong += [f"building {card} lies open and is dealt again" for card in sorted(back)]
        new = self._pile(deal) - self.source
        return wrong + ([f"the pile holds {sorted(new)}, which were no discards"] if self.source and new else [])

    # the draft

    def _see_draft(self, state):
        """Note the packs as they come; the last cards are kept without a question."""
        number = int(state.table.drafted)
        for seat in self.seats:
            self.kept[seat] = self._hand(state, seat)
            if number < PACK and len(self.kept[seat]) == number:
                self.held[seat][number] = members(state.hands[seat].pack)
        if number == PACK:
            for seat in self.seats:
                self.held[seat][PACK - 1] = self.kept[seat] & self.held[seat - 1][PACK - 2]

    def _forgotten_draft(self, seat, deal):
        now = int(deal.table.drafted)
        wrong = []
        for number, pack in self.held[seat].items():
            came_back = self.held[seat].get(number + len(self.seats), set())
            cards = pack - came_back - self.kept[seat]
            wrong += self._forgotten_pack(seat, deal, cards, number, now) if number < now else []
        return wrong

    def _forgotten_pack(self, seat, deal, cards, number, now):
        """One card of a pack is with each who had it since, the rest with its holder."""
        n = len(self.seats)
        takers = [(seat + step) % n for step in range(1, min(now - number, n))]
        holder = (seat + now - number) % n
        if now < PACK and now - number < n and len(self.kept[holder]) > now:
            takers.append(holder)
        keepers = [self._keeper(deal, card) for card in cards]
        lost = {card for card, k in zip(cards, keepers, strict=True) if k is None} - members(deal.hands[holder].pack)
        wrong = [f"building {card} was passed on and is in no hand" for card in sorted(lost)]
        if sorted(k for k in keepers if k is not None) != sorted(takers):
            wrong.append(f"of {sorted(cards)} seats {takers} kept one each, not {keepers}")
        return wrong

    def _keeper(self, deal, card):
        """Return who kept a card in the draft: who showed it first, or else holds it; None for nobody."""
        holders = [seat for seat in self.seats if card in self._hand(deal, seat)]
        return self.first_shown.get(card, holders[0] if holders else None)
