"""The deal is fair: every card lies at every place equally often, whatever was taken out or mixed in (T-BASE-5)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyzer.games.tranquility.state import Card
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.seeding import block_seeds

N_DEALS = 1200
LOW = 27  # Islands up to here are one class of cards
LIMIT = 4.5  # standard errors
HAND = 5

SETTINGS = (
    (5, ()),
    (5, ("removed=4",)),
    (3, ("removed=12",)),
    (2, ("removed=3", "monsters=3")),
    (4, ("monsters=3", "wilds=2")),
    (1, ("wilds=5",)),
    (3, ("islands=70", "finishes=3", "monsters=5")),
)
CLASSES = (
    lambda cards: (cards > 0) & (cards <= LOW),
    lambda cards: cards == Card.FINISH,
    lambda cards: cards == Card.MONSTER,
    lambda cards: cards == Card.WILD,
)
many = pytest.mark.skipif(IS_PLAIN, reason="many deals")


def deals(deal, players, sets):
    """Many deals: the cards by deal, seat and depth (0 below the pile), and the depths of the Starts."""
    game = deal(players, sets=sets)
    cards = np.zeros((N_DEALS, players, 100), int)
    starts = np.zeros((N_DEALS, players), int)
    for number, words in enumerate(block_seeds(3, 0, N_DEALS)):
        game.deal_again(words)
        for seat in range(players):
            dealt = game.dealt_codes(seat)
            cards[number, seat, : len(dealt)] = dealt
            starts[number, seat] = game.start_depth(seat)
    return cards, starts


def heights(cards):
    """How many cards each pile holds when its Start comes."""
    return (cards > 0).sum(axis=2) - HAND


def unfair_places(cards):
    """How many standard errors the place is off that is farthest from its fair share of a class of cards."""
    worst = 0.0
    is_card = cards > 0
    n_there = is_card.sum(axis=0)
    for is_member in CLASSES:
        share = is_member(cards).sum() / is_card.sum()
        off = is_member(cards).sum(axis=0) - n_there * share
        error = np.sqrt(np.maximum(n_there, 1) * share * (1 - share))
        worst = max(worst, *(np.abs(off) / error)[n_there * share > 5], 0.0) if share > 0 else worst
    return worst


def unfair_neighbours(cards):
    """The same for two low Islands one above the other."""
    low, is_card = CLASSES[0](cards), cards > 0
    n_low, n_cards = low.sum() / N_DEALS, is_card.sum() / N_DEALS
    share = n_low * (n_low - 1) / (n_cards * (n_cards - 1))
    n_pairs = (is_card[:, :, :-1] & is_card[:, :, 1:]).sum()
    off = (low[:, :, :-1] & low[:, :, 1:]).sum() - n_pairs * share
    return abs(off) / np.sqrt(n_pairs * share * (1 - share))


def unfair_starts(starts, heights):
    """The same for the depth of a seat's Start."""
    depths = np.arange(heights.max() + 1)
    chances = (depths <= heights[..., None]) / (heights[..., None] + 1)
    off = (starts[..., None] == depths).sum(axis=0) - chances.sum(axis=0)
    error = np.sqrt((chances * (1 - chances)).sum(axis=0))
    return np.max(np.abs(off[error > 0]) / error[error > 0])


@many
@pytest.mark.statistical
@pytest.mark.parametrize(("players", "sets"), SETTINGS)
def test_t_base_5_every_card_lies_at_every_place_equally_often(deal, players, sets):
    cards, starts = deals(deal, players, sets)
    assert unfair_places(cards) < LIMIT
    assert unfair_neighbours(cards) < LIMIT
    assert unfair_starts(starts, heights(cards)) < LIMIT  # T-BASE-7


@many
@pytest.mark.statistical
def test_t_base_5_a_deal_that_looks_at_the_cards_would_be_found_out(deal):
    """The negative controls: ordered cards at the bottom, ordered neighbours, no Start quite at the bottom."""
    cards, starts = deals(deal, 5, ("removed=4",))
    ordered = cards.copy()
    ordered[:, :, 14:16] = np.sort(cards[:, :, 14:16], axis=2)
    assert unfair_places(ordered) > LIMIT
    ordered[:, :, :16] = np.sort(cards[:, :, :16], axis=2)
    assert unfair_neighbours(ordered) > LIMIT
    assert unfair_starts(np.minimum(starts, heights(cards) - 1), heights(cards)) > LIMIT


@many
@pytest.mark.statistical
@pytest.mark.parametrize(("players", "sets"), SETTINGS)
def test_t_base_8_everybody_begins_equally_often_and_odd_cards_go_to_any_of_the_others(deal, players, sets):
    game = deal(players, sets=sets)
    seen: Counter[tuple[int, ...]] = Counter()
    for words in block_seeds(4, 0, N_DEALS):
        sizes = game.deal_again(words).piles()
        seen[game.active, *(seat for seat in range(players) if sizes[seat] > min(sizes))] += 1
    n_odd = int(game.rules.n_dealt) % players
    n_ways = players * (players - n_odd if n_odd else 1)
    assert len(seen) == n_ways
    assert all(first not in more and len(more) == n_odd for first, *more in seen)
    assert max(abs(n - N_DEALS / n_ways) for n in seen.values()) <= LIMIT * np.sqrt(N_DEALS / n_ways)


@pytest.mark.parametrize(("players", "sets"), SETTINGS)
def test_t_base_33_no_card_is_lost_or_doubled(deal, players, sets):
    game = deal(players, sets=sets)
    for words in block_seeds(5, 0, 20):
        cards = game.deal_again(words).all_cards()
        assert sum(cards.values()) == int(game.rules.n_dealt) + players
        assert all(n == 1 for name, n in cards.items() if name.isdigit())
        assert [cards[name] for name in "FMW"] == [int(game.rules[name]) for name in ("finishes", "monsters", "wilds")]
