"""A terminal of 80 columns, and what a command has written."""

WIDTH = 80


def written(folder):
    """List what lies below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
