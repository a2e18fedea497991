"""Policies for the toy game."""
