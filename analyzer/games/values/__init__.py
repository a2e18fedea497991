"""Trained values of positions: what a game declares for them, how they decide, and how they are learned."""
