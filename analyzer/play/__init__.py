"""Plays cells: seeds, tables, blocks of games in pools of workers, and what is kept of them."""
