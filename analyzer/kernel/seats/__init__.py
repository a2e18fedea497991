"""Policies in their seats: what a driver calls by address, and what a policy is shown."""
