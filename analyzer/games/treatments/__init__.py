"""Treatments: one change to one seat, one turn position or the whole table, to see what it does."""
