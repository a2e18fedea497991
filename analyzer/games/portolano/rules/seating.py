"""Counting seats clockwise from the start player."""

from __future__ import annotations

from analyzer.kernel.jit import rule


@rule
def seat_at(rules, table, place):
    """Return the seat that sits `place` places clockwise of the start player (P-ROUND-2)."""
    seat = table.starter + place
    return seat - rules.players if seat >= rules.players else seat


@rule
def place_of(rules, table, seat):
    """Return how far clockwise of the start player a seat sits."""
    place = seat - table.starter
    return place + rules.players if place < 0 else place
