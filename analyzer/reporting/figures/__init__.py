"""One figure per file: `draw(axes, table, **options)` draws a finished table and computes nothing."""
