"""`random_legal` chooses uniformly at every question."""

from collections import Counter

import pytest

pytestmark = pytest.mark.statistical

DRAWS = 4000


def is_uniform(counts, options):
    """Chi-square within 4.5 standard deviations of its mean."""
    expected = sum(counts.values()) / len(options)
    chi_square = sum((counts[option] - expected) ** 2 / expected for option in options)
    freedom = len(options) - 1
    return set(counts) <= set(options) and chi_square < freedom + 4.5 * (2 * freedom) ** 0.5


@pytest.fixture
def questions(position, positions):
    """One position for every kind of question."""
    action = position(grid={9: 38, 20: 60}, hands={0: "40 41 F 2 3"})
    pay = action.copy()
    pay.place(40, 10)
    two = action.copy()
    two.discard_two()
    offer = position(players=3, started=False, hands={0: "S 3 9 40 F"})
    split = offer.copy()
    split.offer_all()
    gift = split.copy()
    gift.split(2, 3, 3)
    last = position(grid=positions.full_grid(), hands={0: "F 2 4 6 8"})
    return {
        "ACTION": action,
        "PAY": pay,
        "DISCARD_TWO": two,
        "OFFER": offer,
        "SPLIT": split,
        "GIVE": gift,
        "LAST": last,
    }


@pytest.mark.parametrize("phase", ["ACTION", "PAY", "DISCARD_TWO", "OFFER", "SPLIT", "GIVE", "LAST"])
def test_every_option_is_equally_likely(questions, phase):
    game = questions[phase]
    assert game.phase == ("ACTION" if phase == "LAST" else phase)
    counts = Counter(game.ask("random_legal") for _ in range(DRAWS))
    assert is_uniform(counts, game.codes())


def test_the_check_rejects_a_policy_that_prefers_the_first_option(questions):
    """The negative control."""
    game = questions["SPLIT"]
    counts = Counter(game.ask("random_legal") for _ in range(DRAWS))
    counts[game.codes()[0]] += DRAWS // 10
    assert not is_uniform(counts, game.codes())
