"""Policies for Portolano."""
