import numpy as np
import pytest

from analyzer.stats.joint import first_wins


def packed(*flags):
    return np.packbits(np.array(flags, dtype=bool))


def test_every_deal_belongs_to_the_first_cell_that_won_it_or_to_nobody():
    weak, strong = packed(1, 0, 0, 1, 0), packed(1, 1, 0, 0, 1)
    found = first_wins([weak, strong], [5, 5], [packed(0, 0, 0, 0, 0)] * 2)
    assert found.first.tolist() == [2, 2]
    assert (found.never, found.unknown, found.deals) == (1, 0, 5)
    assert sum(share.value for share in found.shares()) == pytest.approx(1.0)


def test_only_the_deals_that_all_have_played_count():
    found = first_wins([packed(1, 0, 0, 1), packed(0, 1)], [4, 2], [packed(0, 0, 0, 0), packed(0, 0)])
    assert (found.first.tolist(), found.never, found.deals) == ([1, 1], 0, 2)


def test_what_nobody_won_and_somebody_did_not_finish_is_unknown():
    found = first_wins([packed(1, 0, 0)], [3], [packed(0, 1, 0)])
    assert (found.never, found.unknown) == (2, 1)


def test_the_shares_of_simulated_players_are_covered():
    """Two players who win independently with chances 0.3 and 0.5: 0.3, 0.35 and 0.35 of the deals."""
    lots = np.random.Generator(np.random.PCG64(4))
    truth, hits = (0.3, 0.35, 0.35), np.zeros(3)
    for _ in range(400):
        bits = [np.packbits(lots.random(300) < rate) for rate in (0.3, 0.5)]
        shares = first_wins(bits, [300, 300], [np.zeros_like(bits[0])] * 2).shares()
        hits += [share.low <= value <= share.high for share, value in zip(shares, truth, strict=True)]
    assert (np.abs(hits / 400 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 400)).all()
