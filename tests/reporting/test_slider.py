"""The slider "our group": a table on its own, and on a page one that is shown and sorted at any sight."""

import json
import re

import pandas as pd
import pytest

from analyzer.reporting.document import Column, Document, Kind, Section, Slider
from analyzer.reporting.html import render_html
from analyzer.reporting.markdown import render_markdown
from analyzer.stats.estimate import Estimate
from tests.reporting.browser import FAINT, OVERFLOWING, needs_chromium

MOST_BYTES = 20_000  # of our own script on a page
PLACES = (0.2, 0.4, 0.6, 0.8, 1.0)
# rising curves of which the first two change places between 0.4 and 0.6
TRUE = {"steep": (0.05, 0.2, 0.6, 0.9, 0.99), "flat": (0.3, 0.4, 0.5, 0.6, 0.7), "hard": (0.0, 0.01, 0.02, 0.05, 0.124)}
FEWER = {"steep": (0.5, 0.6, 0.7, 0.8, 0.9), "flat": (0.1, 0.2, 0.3, 0.4, 0.5)}


def rate(value, half=0.02):
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), 0.95, 2_000, "band")


def slider(names=tuple(TRUE), several=False):
    rows = [(name, "three players", curve) for name, curve in zip(names, TRUE.values(), strict=True)]
    rows += [(name, "two players", curve) for name, curve in FEWER.items()] if several else []
    frame = pd.DataFrame(
        {
            "variant": [name for name, _, _ in rows],
            "low": [rate(curve[0]) for _, _, curve in rows],
            "high": [rate(curve[-1]) for _, _, curve in rows],
            "even": [rate(0.5) for _ in rows],
        }
    )
    columns = (
        Column("variant", "variant"),
        Column("low", "won at sight 0.2", Kind.PERCENT),
        Column("high", "won at sight 1", Kind.PERCENT),
        Column("even", "even at sight", Kind.NUMBER),
    )
    return Slider(
        "our_group",
        "Win rates at the skill of a group",
        columns,
        frame,
        "A note.",
        places=PLACES,
        curves=tuple(tuple(rate(value) for value in curve) for _, _, curve in rows),
        groups=tuple(group for _, group, _ in rows),
        start=0.6,
    )


def document_with(part):
    return Document("Skill", "How hard?", "Toy", False, (Section("skill", "Difficulty by skill", (part,)),), "stamp")


def written(tmp_path, part):
    path = tmp_path / "report.html"
    path.write_text(render_html(document_with(part)), encoding="utf-8")
    return path


def test_in_markdown_it_is_a_table_with_its_csv():
    files = render_markdown(document_with(slider()))
    assert set(files) == {"report.md", "tables/our_group.csv"}
    assert "| steep |" in files["report.md"].decode()
    assert files["tables/our_group.csv"].decode().count("\n") == 4


def test_the_script_of_a_page_is_small_and_is_there_only_with_a_slider(document):
    with_slider = render_html(document_with(slider()))
    own = re.findall(r"(?s)<script>(.*?)</script>", with_slider)
    assert len(own) == 1
    assert 4_000 < len(own[0].encode()) < MOST_BYTES
    without = re.findall(r"(?s)<script>(.*?)</script>", render_html(document))
    assert len(without) == 1
    assert len(without[0]) < len(own[0]) - 4_000
    assert 'class="slider"' not in render_html(document)


def test_no_name_ends_the_stored_numbers(hostile):
    names = (hostile["script"], "</script><script>alert(1)</script>", hostile["handler"])
    page = render_html(document_with(slider(names)))
    (stored,) = re.findall(r'(?s)<script type="application/json">(.*?)</script>', page)
    assert json.loads(stored)["curves"][0][:3] == [50, 30, 70]
    assert "<script>alert(1)" not in page


ROWS = '[...document.querySelectorAll(".slider tbody tr")].filter((row) => !row.hidden)'
ORDER = f"{ROWS}.map((row) => row.cells[0].textContent.trim())"
RATES = f'{ROWS}.map((row) => row.cells[1].textContent.replaceAll("\\u00a0", " ").trim())'
SUMMARY = 'document.querySelector(".slider [role=status]").textContent.replaceAll("\\u00a0", " ")'
MOVE = """(() => {{
  const input = document.querySelector(".slider input");
  input.value = {}; input.dispatchEvent(new Event("input", {{ bubbles: true }}));
}})()"""


@needs_chromium
def test_moving_the_slider_sorts_the_ladder_anew(browser, tmp_path):
    browser.open(written(tmp_path, slider()), 1400)
    assert browser.ask(ORDER) == ["hard", "flat", "steep"]  # at 0.6, where it begins
    assert browser.ask(RATES) == ["2 % [0, 4]", "50 % [48, 52]", "60 % [58, 62]"]
    browser.ask(MOVE.format(1))
    assert browser.ask(ORDER) == ["hard", "steep", "flat"]
    assert browser.ask(RATES)[1:] == ["20 % [18, 22]", "40 % [38, 42]"]
    browser.ask(MOVE.format(4))
    assert browser.ask(ORDER) == ["hard", "flat", "steep"]
    assert browser.ask('document.querySelector(".slider output").textContent') == "overlooks nothing"
    assert browser.heard("Runtime.exceptionThrown", "Log.entryAdded") == []


@needs_chromium
def test_keys_move_it_and_what_it_shows_is_said(browser, tmp_path):
    browser.open(written(tmp_path, slider()), 1400)
    assert browser.ask('document.querySelector(".slider input").labels[0].textContent.trim()') == (
        "Our group notices 6 of 10 good moves"
    )
    browser.ask('document.querySelector(".slider input").focus()')
    browser.press("ArrowLeft")
    assert browser.ask(ORDER) == ["hard", "steep", "flat"]
    assert browser.ask('document.querySelector(".slider input").getAttribute("aria-valuetext")') == (
        "notices 4 of 10 good moves, sight 0.40"
    )
    assert browser.ask(SUMMARY) == (
        "A group that notices 4 of 10 good moves (sight 0.40) wins least in hard 1 % [0, 3], most in flat "
        "40 % [38, 42]; nearest to an even game: flat 40 % [38, 42]."
    )
    assert browser.ask('document.querySelector(".slider [role=status]").getAttribute("aria-live")') == "polite"


@needs_chromium
def test_another_number_of_players_has_its_own_rows(browser, tmp_path):
    browser.open(written(tmp_path, slider(several=True)), 1400)
    assert browser.ask(ORDER) == ["hard", "flat", "steep"]
    choose = """(() => {
      const choice = document.querySelector(".slider select");
      choice.value = "two players"; choice.dispatchEvent(new Event("change", { bubbles: true }));
      return choice.checkVisibility();
    })()"""
    assert browser.ask(choose)
    assert browser.ask(RATES) == ["30 % [28, 32]", "70 % [68, 72]"]
    assert "two players" in browser.ask(SUMMARY)


@needs_chromium
@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_overflows_and_every_text_stands_out(browser, tmp_path, width):
    for scheme in ("light", "dark"):
        browser.open(written(tmp_path, slider(several=True)), width, scheme)
        assert browser.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        assert browser.ask(OVERFLOWING) == []
        found = browser.ask(FAINT)
        assert found["found"] == []
        assert found["checked"] > 10


@needs_chromium
def test_without_a_script_the_table_stands_there(browser, tmp_path):
    path = written(tmp_path, slider())
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?s)<script>.*?</script>", "", text), encoding="utf-8")
    browser.open(path, 1400)
    assert browser.ask(ORDER) == ["steep", "flat", "hard"]
    assert browser.ask('document.querySelector(".control").checkVisibility()') is False
    assert browser.ask(f"{ROWS}[0].cells[2].textContent.trim()").startswith("99")


@needs_chromium
def test_heads_do_not_sort_it(browser, tmp_path):
    """Two ways to sort would contradict each other."""
    browser.open(written(tmp_path, slider()), 1400)
    assert browser.ask('document.querySelectorAll(".slider th button").length') == 0
