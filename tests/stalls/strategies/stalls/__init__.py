"""Policies for the stalls."""
