"""Statistics of the analyzer: counts or arrays in, `Estimate` out; no games, no tables, no figures."""

from analyzer.stats.estimate import Estimate as Estimate
from analyzer.stats.estimate import format_estimate as format_estimate
