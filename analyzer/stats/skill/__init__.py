"""Skill as a number: curves of win rates over it, and what the plays of a group say about it."""
