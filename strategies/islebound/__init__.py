"""Policies for Islebound."""
