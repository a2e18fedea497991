"""The compiled layer: decorators, record layouts, random streams, piles of cards."""
