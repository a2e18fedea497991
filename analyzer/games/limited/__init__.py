"""Policies with limits: one that overlooks options, forgets cards, or never answers in some ways."""
