"""The policies, one file each, in a folder per game."""
