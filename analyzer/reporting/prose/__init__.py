"""Sentences of a report: numbers in, a sentence out, and nothing that the numbers do not support."""
