"""Tuning the knobs of a policy: a search on common deals, a final on fresh ones, a validation on yet others."""
