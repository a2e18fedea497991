"""Policies for Rumini."""
