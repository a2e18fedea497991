"""A second implementation of the base game, from the specification only: slow, immutable, without cleverness.

It serves two ends: full games are played side by side with the real rules, option for option, and tiny games
are enumerated exactly. Cards are numbers, "S" and "F"; cells are path indices.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Rules:
    """The switches, by their names; the last ones make deliberately wrong rules for negative controls."""

    players: int = 2
    cells: int = 36
    islands: int = 80
    finishes: int = 5
    hand_limit: int = 5
    start_price: int = 8
    first_player: str = "fewest_random"
    one_card: str = "play_if_legal"
    start_shortage: str = "loss"
    start2p: str = "plus2"
    start_discardable_unplayed: bool = False
    cost_rule: str = "min"
    early_loss: bool = False
    wrong_extra_draw: bool = False  # nobody draws when the Start is laid
    wrong_start_in_deal: bool = False  # Starts are shuffled in before the hands are drawn
    wrong_finish: bool = False  # a Finish needs no Start
    wrong_order: bool = False  # only the neighbours must be in order


class Game(NamedTuple):
    """A position with the question that is open in it."""

    hands: tuple[tuple[Any, ...], ...]
    piles: tuple[tuple[Any, ...], ...]  # next card first
    grid: tuple[int, ...]
    started: bool
    active: int
    gone: int  # Finishes discarded
    ask: tuple[Any, ...] = ()  # (phase, seat, number of cards, what each still owes); ("OVER", cause)


def swapped(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


def drawn(game: Game, seat: int, upto: int) -> Game:
    hand, pile = game.hands[seat], game.piles[seat]
    n = max(min(upto - len(hand), len(pile)), 0)
    return game._replace(hands=swapped(game.hands, seat, hand + pile[:n]), piles=swapped(game.piles, seat, pile[n:]))


def discarded(game: Game, seat: int, slots: tuple[int, ...]) -> Game:
    hand = game.hands[seat]
    kept = tuple(card for slot, card in enumerate(hand) if slot not in slots)
    gone = game.gone + sum(hand[slot] == "F" for slot in slots)
    return game._replace(hands=swapped(game.hands, seat, kept), gone=gone)


def over(game: Game, cause: str) -> Game:
    return game._replace(ask=("OVER", cause))


# the turn


def begin_turn(rules: Rules, game: Game) -> Game:
    hand = game.hands[game.active]
    if not hand:
        return over(game, "EMPTY_HAND")
    if len(hand) == 1 and rules.one_card == "loss":
        return over(game, "ONE_CARD")
    if rules.early_loss and game.gone == rules.finishes:
        return over(game, "FINISHES_GONE")
    if "S" in hand and not game.started and (rules.start_shortage != "defer" or payable(rules, game)):
        return lay_start(rules, game)
    return asked(rules, game._replace(ask=("ACTION", game.active)), "NO_ACTION")


def end_turn(rules: Rules, game: Game) -> Game:
    game = drawn(game, game.active, rules.hand_limit)
    return begin_turn(rules, game._replace(active=(game.active + 1) % rules.players))


def asked(rules: Rules, game: Game, cause_if_none: str = "") -> Game:
    """Ask a question that has several options; carry the only option out, lose without one."""
    found = options(rules, game)
    if not found:
        return over(game, cause_if_none)
    return game if len(found) > 1 else answer(rules, game, found[0])


def spare_slots(rules: Rules, game: Game, seat: int) -> list[int]:
    is_free = game.started or rules.start_discardable_unplayed
    return [slot for slot, card in enumerate(game.hands[seat]) if card != "S" or is_free]


def options(rules: Rules, game: Game) -> list[Any]:
    phase, seat, *more = game.ask
    if phase == "ACTION":
        return actions(rules, game)
    if phase == "OFFER":
        return list(range(len(spare_slots(rules, game, seat)) + 1))
    if phase == "SPLIT":
        ranges = [range(len(hand) + 1) for hand in game.hands]
        return [split for split in product(*ranges) if sum(split) == more[0]]
    return list(combinations(spare_slots(rules, game, seat), more[0]))


def actions(rules: Rules, game: Game) -> list[Any]:
    hand = game.hands[game.active]
    n_spare = len(spare_slots(rules, game, game.active))
    found: list[Any] = [
        ("place", card, p)
        for card in hand
        if card not in ("S", "F")
        for p in range(rules.cells)
        if fits(rules, game.grid, card, p) and cost(rules, game.grid, card, p) <= min(n_spare, rules.hand_limit) - 1
    ]
    if "F" in hand and 0 not in game.grid and (game.started or rules.wrong_finish):
        found.append("finish")
    return found + ["discard_two"] * (n_spare >= 2)


def fits(rules: Rules, grid: tuple[int, ...], card: int, p: int) -> bool:
    if grid[p]:
        return False
    before, behind = grid[:p], grid[p + 1 :]
    if rules.wrong_order:
        before, behind = before[-1:], behind[:1]
    return all(v < card for v in before if v) and all(v > card for v in behind if v)


def cost(rules: Rules, grid: tuple[int, ...], card: int, p: int) -> int:
    near = [abs(card - v) for v in (*grid[max(p - 1, 0) : p], *grid[p + 1 : p + 2]) if v]
    return {"min": min, "max": max, "sum": sum}[rules.cost_rule](near) if near else 0


def answer(rules: Rules, game: Game, option: Any) -> Game:
    phase, seat, *more = game.ask
    if phase == "ACTION":
        return act(rules, game, option)
    if phase == "OFFER":
        return ask_offer(rules, game, (seat + 1) % rules.players, more[0])
    if phase == "SPLIT":
        return ask_gift(rules, game, 0, option)
    game = discarded(game, seat, option)
    return ask_gift(rules, game, more[1] + 1, more[2]) if phase == "GIVE" else end_turn(rules, game)


def act(rules: Rules, game: Game, option: Any) -> Game:
    if option == "finish":
        return over(game, "WON")
    if option == "discard_two":
        return asked(rules, game._replace(ask=("DISCARD_TWO", game.active, 2)))
    _, card, p = option
    price = cost(rules, game.grid, card, p)
    hand = game.hands[game.active]
    game = game._replace(
        grid=swapped(game.grid, p, card),
        hands=swapped(game.hands, game.active, tuple(other for other in hand if other != card)),
    )
    return asked(rules, game._replace(ask=("PAY", game.active, price)))


# the Start


def extra(rules: Rules, game: Game, seat: int) -> int:
    """The hand size up to which a seat draws when the Start is laid."""
    if rules.players != 2 or rules.wrong_extra_draw:
        return 0
    return rules.hand_limit + 2 if rules.start2p == "upto7" else len(game.hands[seat]) + 2


def without_start(rules: Rules, game: Game) -> Game:
    """The position after the Start was laid and the extra cards were drawn."""
    hand = list(game.hands[game.active])
    hand.remove("S")
    game = game._replace(hands=swapped(game.hands, game.active, tuple(hand)), started=True)
    for seat in range(rules.players):
        game = drawn(game, seat, extra(rules, game, seat))
    return game


def payable(rules: Rules, game: Game) -> bool:
    return sum(map(len, without_start(rules, game).hands)) >= rules.start_price


def lay_start(rules: Rules, game: Game) -> Game:
    game = without_start(rules, game)
    there = sum(map(len, game.hands))
    if there < rules.start_price and rules.start_shortage == "loss":
        return over(game, "START_SHORTAGE")
    return ask_offer(rules, game, (game.active + 1) % rules.players, min(there, rules.start_price))


def ask_offer(rules: Rules, game: Game, seat: int, price: int) -> Game:
    if seat == game.active or price == 0:
        return asked(rules, game._replace(ask=("SPLIT", game.active, price)))
    return asked(rules, game._replace(ask=("OFFER", seat, price)))


def ask_gift(rules: Rules, game: Game, step: int, split: tuple[int, ...]) -> Game:
    """Ask the player `step` places behind the active one for the agreed number of cards."""
    if step == rules.players:
        for seat in range(rules.players):
            game = drawn(game, seat, rules.hand_limit)
        return end_turn(rules, game)
    seat = (game.active + step) % rules.players
    return asked(rules, game._replace(ask=("GIVE", seat, split[seat], step, split)))


# exact answers for tiny games


def win_probability(rules: Rules) -> Fraction:
    """The chance that a team wins which chooses uniformly at every question."""
    known: dict[Game, Fraction] = {}
    total, n = Fraction(0), 0
    for game in all_deals(rules):
        total += _value(rules, game, known)
        n += 1
    return total / n


def _value(rules: Rules, game: Game, known: dict[Game, Fraction]) -> Fraction:
    if game.ask[0] == "OVER":
        return Fraction(game.ask[1] == "WON")
    if game not in known:
        found = options(rules, game)
        if game.ask[0] == "OFFER":
            found = found[:1]  # an offer binds nobody, and nobody listens here
        known[game] = sum((_value(rules, answer(rules, game, option), known) for option in found), Fraction(0)) / len(
            found
        )
    return known[game]


def all_deals(rules: Rules) -> Any:
    """Every equally likely beginning: order of the deck, seat of the odd cards, Start places, first player."""
    n_cards = rules.islands + rules.finishes
    for places in permutations(range(n_cards), rules.islands):  # Finishes are alike: every order is equally likely
        cards: list[Any] = ["F"] * n_cards
        for island, place in enumerate(places):
            cards[place] = island + 1
        for lucky in range(rules.players):
            yield from _with_starts(rules, _shared_out(rules, cards, lucky))


def _shared_out(rules: Rules, cards: list[Any], lucky: int) -> list[tuple[Any, ...]]:
    each, odd = divmod(len(cards), rules.players)
    piles = []
    for seat in range(rules.players):
        n = each + ((seat - lucky) % rules.players < odd)
        piles.append(tuple(cards[:n]))
        cards = cards[n:]
    return piles


def _with_starts(rules: Rules, piles: list[tuple[Any, ...]]) -> Any:
    """Yield the beginnings of one deal, as often as each is likely."""
    drawn_first = 0 if rules.wrong_start_in_deal else rules.hand_limit
    rooms = [range(min(drawn_first, len(pile)), len(pile) + 1) for pile in piles]
    fewest = min(map(len, piles))
    starters = [seat for seat, pile in enumerate(piles) if rules.first_player == "random" or len(pile) == fewest]
    if rules.first_player == "fixed0":
        starters = [0]
    for places in product(*rooms):
        mixed = [(*pile[:place], "S", *pile[place:]) for pile, place in zip(piles, places, strict=True)]
        hands, rest = [], []
        for pile, place in zip(mixed, places, strict=True):
            n = rules.hand_limit if rules.wrong_start_in_deal else min(place, rules.hand_limit)
            hands.append(pile[:n])
            rest.append(pile[n:])
        for first in starters:
            game = Game(tuple(hands), tuple(rest), (0,) * rules.cells, False, first, 0)
            yield begin_turn(rules, game)


def like(rules: Rules, **changes: Any) -> Rules:
    return replace(rules, **changes)
