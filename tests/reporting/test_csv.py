"""Tables as CSV: unrounded, readable again, and no formulas."""

import io
import math

import pandas as pd
import pytest

from analyzer.reporting.document import Column, Kind, Table
from analyzer.reporting.markdown import defused, table_csv
from analyzer.stats.estimate import Estimate


def table_of(frame):
    return Table("name", "Title", tuple(Column(key, key, Kind.TEXT) for key in frame.columns), frame)


def test_every_number_is_unrounded_and_estimates_are_whole():
    rate = Estimate(1 / 3, 0.3, 0.4, 0.95, 1000, "wilson")
    text = table_csv(table_of(pd.DataFrame({"variant": ["base", "storm"], "rate": [rate, None], "n": [7, -8]})))
    assert text == (
        "variant,rate,rate_low,rate_high,rate_level,rate_n,rate_method,n\n"
        "base,0.3333333333333333,0.3,0.4,0.95,1000,wilson,7\n"
        "storm,,,,,,,-8\n"
    )


def test_a_bound_without_end_is_read_back_as_such():
    bound = Estimate(math.inf, 6.2, math.inf, 0.95, 1000, "mean of log odds, few wins or losses", is_sparse=True)
    text = table_csv(table_of(pd.DataFrame({"variant": ["wild"], "place": [bound]})))
    row = pd.read_csv(io.StringIO(text)).iloc[0]
    assert (row["place"], row["place_low"], row["place_high"]) == (math.inf, 6.2, math.inf)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", " =1", "＝1", "=cmd()|' /C calc'!A0"]
)
def test_a_text_is_never_a_formula(text):
    frame = pd.DataFrame({text: [text]})
    read = pd.read_csv(io.StringIO(table_csv(table_of(frame))), dtype=str)
    for cell in (read.columns[0], read.iloc[0, 0]):
        assert cell == f"'{text.strip()}"


def test_numbers_and_harmless_texts_stay():
    assert [defused(value) for value in (-1, -0.5, "a-b", "7 = 7", None)] == [-1, -0.5, "a-b", "7 = 7", None]


def test_hostile_names_keep_rows_and_columns(hostile):
    frame = pd.DataFrame({"name": list(hostile.values()), "n": range(len(hostile))})
    read = pd.read_csv(io.StringIO(table_csv(table_of(frame))))
    assert list(read["n"]) == list(range(len(hostile)))
    assert not read["name"].str.startswith(("=", "+", "-", "@")).any()
    assert not read["name"].str.contains("[\x00-\x1f\u202e]").any()
