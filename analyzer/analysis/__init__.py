"""From results to tidy tables with estimates; the only place that knows column names."""
