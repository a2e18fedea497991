"""Logs: what is read, and what is refused with its line and what is allowed."""

from datetime import date

import pytest

from analyzer.errors import BadInput
from analyzer.studies.fitting import logs
from analyzer.studies.fitting.logs import parse_log, read_log


def parsed(text):
    return parse_log(text, "log mine.csv")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_log_is_read_with_any_of_three_separators(separator):
    text = "variant,players,won,group,note\nbase,3,yes,A,\nstorm,2,LOST,B,'very, hard'\n".replace("'", '"')
    found = parsed(text.replace(",", separator))
    assert [(row.variant, row.players, row.wins, row.group) for row in found.rows] == [
        ("base", 3, 1, "A"),
        ("storm", 2, 0, "B"),
    ]
    assert found.cells == [("base", 3), ("storm", 2)]
    assert found.is_in_order


def test_counts_are_read_and_have_no_order():
    found = parsed("variant,players,plays,wins\nbase,3,20,13\n")
    assert (found.plays, found.rows[0].wins, found.is_in_order) == (20, 13, False)


def test_dates_put_the_plays_in_order():
    found = parsed("variant,players,won,date\nb,3,1,2026-02-01\na,3,0,2026-01-01\nc,3,0,2026-02-01\n")
    assert [row.variant for row in found.rows] == ["a", "b", "c"]
    assert found.rows[0].day == date(2026, 1, 1)


def test_scores_are_read():
    found = parsed("variant,players,score,turns\nbase,3,41,\nbase,3,,38.5\n")
    assert [(row.score, row.turns, row.wins) for row in found.rows] == [(41.0, None, None), (None, 38.5, None)]
    assert found.is_scored


def test_columns_may_stand_in_any_order_with_remarks_and_empty_lines_between():
    found = parsed("\n# ours\nWon, Players ,VARIANT\n\nyes,3,base\n# a break\nno,2,storm\n,,\n")
    assert [(row.line, row.variant, row.wins) for row in found.rows] == [(5, "base", 1), (7, "storm", 0)]


def test_a_mark_of_utf8_at_the_beginning_is_no_part_of_it(tmp_path):
    file = tmp_path / "log.csv"
    file.write_bytes("\ufeffvariant,players,won\r\nbase,3,yes\r\n".encode())
    assert read_log(file).rows[0].variant == "base"


def test_the_examples_can_be_read():
    for is_competitive in (True, False):
        assert parsed(logs.example_of("base", is_competitive=is_competitive)).plays >= 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty"),
        ("variant,players,won\n", "no plays"),
        ("variant,players,wonn\nbase,3,yes\n", "did you mean 'won'"),
        ("variant,players,won,won\nbase,3,yes,no\n", "occurs twice"),
        ("players,won\n3,yes\n", "no column 'variant'"),
        ("variant,won\nbase,yes\n", "no column 'players'"),
        ("variant,players\nbase,3\n", "one kind of result"),
        ("variant,players,won,score\nbase,3,yes,4\n", "one kind of result"),
        ("variant,players,plays\nbase,3,4\n", "one kind of result"),
        ("variant,players,won\nbase,3,maybe\n", "line 2: won = 'maybe'; allowed: yes"),
        ("variant,players,won\nbase,3,\n", "line 2: won = ''"),
        ("variant,players,won\nbase,three,yes\n", "line 2: players = 'three'; allowed: a whole number, 1 to 100"),
        ("variant,players,won\nbase,٣,yes\n", "line 2: players"),
        ("variant,players,won\n,3,yes\n", "line 2: variant is empty"),
        ("variant,players,won\nbase,3,yes,no\n", "line 2: 4 values for 3 columns"),
        ("variant,players,plays,wins\nbase,3,4,5\n", "line 2: wins = 5 of plays = 4; allowed: 0 to 4"),
        ("variant,players,plays,wins\nbase,3,0,0\n", "line 2: plays = '0'"),
        ("variant,players,plays,wins\nbase,3,1e3,0\n", "line 2: plays = '1e3'"),
        ("variant,players,plays,wins\nbase,3,4,-1\n", "line 2: wins = '-1'"),
        ("variant,players,won,date\nbase,3,yes,13.1.2026\n", "line 2: date = '13.1.2026'; allowed: year-month-day"),
        ("variant,players,won,date\nbase,3,yes,2026-01-13\nbase,3,no,\n", "line 3: no date"),
        ("variant,players,score\nbase,3,\n", "line 2: neither a score nor turns"),
        ("variant,players,score\nbase,3,nan\n", "line 2: score = 'nan'"),
        ('variant;players;score\nbase;3;"4,5"\n', "written with a point"),
        ("variant,players,score\nbase,3,1e99\n", "line 2: score"),
        (f"variant,players,won,group\nbase,3,yes,{'x' * 99}\n", "too long"),
        ('variant,players,won\n"base,3,yes\n', "not a table"),
    ],
)
def test_wrong_logs_are_refused_with_their_line(text, words):
    with pytest.raises(BadInput, match=r"log mine\.csv") as caught:
        parsed(text)
    assert words in str(caught.value)


def test_all_wrong_rows_are_named_up_to_ten():
    with pytest.raises(BadInput) as caught:
        parsed("variant,players,won\n" + "base,3,perhaps\n" * 14)
    assert str(caught.value).count("allowed: yes") == 10
    assert "and 4 more" in str(caught.value)


def test_too_many_rows_are_refused():
    with pytest.raises(BadInput, match="at most 20,000"):
        parsed("variant,players,won\n" + "base,3,1\n" * 20_001)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "log.csv"
    file.write_bytes("variant,players,won,note\nbase,3,yes,schön\n".encode("latin-1"))
    with pytest.raises(BadInput, match="UTF-8"):
        read_log(file)
    with pytest.raises(BadInput, match="No such file"):
        read_log(tmp_path / "none.csv")
