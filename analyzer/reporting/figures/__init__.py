"""One figure per file: `draw_<name>(axes, table, **options)` draws a finished table and computes nothing."""
