"""How long a policy may think, or its file may take to load."""

import os

from analyzer.errors import BadInput

ENVIRONMENT = "ANALYZER_PATIENCE"  # seconds that a policy may think about one question
_DEFAULT = "60"


def answer_limit() -> float:
    """Read how long a policy may think; 0 means no limit."""
    text = os.environ.get(ENVIRONMENT) or _DEFAULT
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise BadInput(f"{ENVIRONMENT} = {text!r} is not a number of seconds; write {_DEFAULT}, or 0 for no limit")
    return seconds
