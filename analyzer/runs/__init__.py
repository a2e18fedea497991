"""Runs on disk: a folder per experiment that can be left at any moment and continued."""
