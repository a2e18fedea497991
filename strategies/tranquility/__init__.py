"""Policies for Tranquility."""
