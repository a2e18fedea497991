"""What is known of the stalls, exactly: win rates are linear in the faces that seats have ahead of each other."""

from tests.stalls.games.stalls.rules import FACES


def worth(faces: float, players: int) -> float:
    """Return the share of the wins that a seat gains by faces ahead of every other."""
    return faces / (players * FACES)


def behind(faces: float) -> float:
    """Return the share of the wins of the one of two seats that is so many faces behind when the die is thrown."""
    return 0.5 - faces / (2 * FACES)
