"""Difficulty over skill: curves of every variant, where they are even, how steep they are and where they cross."""
