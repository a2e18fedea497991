"""The one game."""
