"""Processes in which policies that are not shipped run: they may die, hang or print."""
