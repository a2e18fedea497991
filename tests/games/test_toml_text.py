"""The writer of TOML: what it writes is read again as it was."""

import datetime
import math
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from analyzer.games.user_files import toml_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PLAIN = st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), TEXTS)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=8
)


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_what_is_written_is_read_again(content):
    assert tomllib.loads(toml_text(content)) == content


def test_tables_come_after_keys_and_a_comment_first():
    text = toml_text({"game": "pig"}, {"knobs": {"hold": 20.0}, "made.by": {"a b": [1, "2"]}}, "Tuned,\nonce")
    assert text.splitlines() == [
        "# Tuned, once",
        'game = "pig"',
        "",
        "[knobs]",
        "hold = 20.0",
        "",
        "[made.by]",
        '"a b" = [1, "2"]',
    ]
    assert tomllib.loads(text) == {"game": "pig", "knobs": {"hold": 20.0}, "made": {"by": {"a b": [1, "2"]}}}


def test_dates_and_numbers_without_end_are_written():
    content = {"when": datetime.datetime(2020, 1, 2, 3, 4), "day": datetime.date(2020, 1, 2), "most": math.inf}
    assert tomllib.loads(toml_text(content)) == content
