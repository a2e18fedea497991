"""What moves an outcome, and how much of it: shares of a variance, ranks, and where a statement flips."""
