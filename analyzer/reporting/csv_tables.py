"""Tables as CSV: unrounded, and harmless in a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import Any

from analyzer.analysis.frames import spread
from analyzer.reporting.document import Table
from analyzer.reporting.texts import tidy
from analyzer.reporting.wording import is_missing

# a cell that begins like this is a formula to a spreadsheet, in some languages also with the wide signs
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table_csv(table: Table) -> str:
    """Write all columns of a table's frame, every estimate with its interval, level, n and method."""
    frame = spread(table.frame)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([defused(str(name)) for name in frame.columns])
    columns = [list(frame[name]) for name in frame.columns]  # column by column: a whole number stays whole
    for row in zip(*columns, strict=True):
        writer.writerow(["" if is_missing(value) else defused(value) for value in row])
    return stream.getvalue()


def defused(value: Any) -> Any:
    """Put an apostrophe before a text that a spreadsheet would run; numbers stay numbers."""
    if not isinstance(value, str):
        return value
    line = tidy(value)
    return f"'{line}" if line.startswith(FORMULA) or value.startswith(FORMULA) else line
