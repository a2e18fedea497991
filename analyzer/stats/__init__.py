"""Statistics of the analyzer: counts or arrays in, `Estimate` out; no games, no tables, no figures."""
