"""Trained values of Tranquility: what is shuffled again, what plans are listed, and seats that play by values."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.tranquility.features import FEATURES, family
from analyzer.games.tranquility.rules import redeal
from analyzer.games.values.files import Values
from analyzer.kernel.nets import network
from analyzer.kernel.streams import open_streams, seed_stream
from analyzer.play import seeding
from analyzer.play.prepared import PreparedCell


def dealt(variant, players=3):
    """A game at its first question."""
    cell = make_cell("tranquility", variant=variant, players=players)
    benches = np.zeros(1, cell.game.bench)
    open_streams(benches[0], players, seeding.deal_seeds(1, 7)[0])
    cell.game.start(cell.rules, benches[0].state, benches[0].chance)
    return cell.rules, benches[0].state


def unseen(rules, state):
    """All cards of the piles, and the removed Islands."""
    piles = [
        state.hidden.deck[state.hidden.bottom[seat] + place]
        for seat in range(rules.players)
        for place in range(state.table.pile[seat])
    ]
    return piles, [island for island in range(1, rules.islands + 1) if state.hidden.removed[island]]


def contents(record):
    """What a record holds, without the bytes between its fields."""
    return {name: np.array(record[name]).tolist() for name in record.dtype.names}


@pytest.mark.parametrize("variant", ["poseidon", "storm+monsters-3"])
def test_a_world_shuffles_what_nobody_has_seen_and_nothing_else(variant):
    rules, state = dealt(variant)
    before = contents(state.table), [contents(hand) for hand in state.hands]
    piles, removed = unseen(rules, state)
    stream = np.zeros(4, np.int64)
    seed_stream(stream, seeding.deal_seeds(1, 8)[0], 0)
    redeal.reshuffle(rules, state, stream)
    again, gone = unseen(rules, state)
    assert (contents(state.table), [contents(hand) for hand in state.hands]) == before
    assert sorted([*again, *gone]) == sorted([*piles, *removed])
    assert len(gone) == len(removed) == rules.removed
    assert again != piles
    special = [(place, card) for place, card in enumerate(piles) if card in (121, 123, 125, 126, 127)]
    assert special == [(place, card) for place, card in enumerate(again) if card in (121, 123, 125, 126, 127)]


def test_settings_with_the_same_modules_are_one_family():
    names = {name: family(make_cell("tranquility", variant=name).setting.values) for name in ("base", "galateia")}
    assert names == {"base": "plain", "galateia": "plain"}
    assert family(make_cell("tranquility", variant="storm+monsters-3").setting.values) == "monsters+storm"
    assert family(make_cell("tranquility", variant="monsters-5").setting.values) == "monsters"


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    ["base", "poseidon", "rocks", "monsters-5", "storm", "wild", "archway", "pyramid", "day-night", "storm+wild"],
)
@pytest.mark.parametrize("players", [1, 3])
def test_untrained_values_play_every_variant_without_a_fault(variant, players):
    """Weights at random take every kind of plan; the policy alone is the control that games go another way."""
    cell = make_cell("tranquility", variant=variant, players=players, policy="survival")
    weights = network.new_weights(FEATURES.thing, FEATURES.table, 3)
    trained = replace(cell.seats[0], values=Values({family(cell.setting.values): weights}, mix=0.0))
    seeds = seeding.block_seeds(4, 0, 40)
    rows = PreparedCell(replace(cell, seats=(trained,) * players)).play(seeds, 0)
    assert not rows["fault"].any()
    alone = PreparedCell(cell).play(seeds, 0)
    assert (rows["turns"] != alone["turns"]).any()
