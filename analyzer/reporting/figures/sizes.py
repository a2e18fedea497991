"""How large figures are: high enough for what they list, never wider than a page."""

WIDTH = 7.2  # inches
HIGHEST = 9.5
LEAST_LINE = 0.26  # of a list


def lines_high(lines: int, marks: int = 1) -> float:
    """Choose the height of a list of lines with so many marks each, axis and legend included."""
    return min(HIGHEST, 1.25 + lines * max(LEAST_LINE, 0.07 * marks + 0.08))


def square(fields: int, per_field: float = 0.46, around: float = 1.6) -> tuple[float, float]:
    """Choose the size of a square of fields with names on two sides."""
    side = min(WIDTH, max(3.4, around + per_field * fields))
    return side, min(HIGHEST, side)
