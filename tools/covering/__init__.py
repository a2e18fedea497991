"""How often the intervals of `analyzer.stats` cover: what is measured, and the wrong statistics it must reject."""
