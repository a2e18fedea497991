"""The page in a real browser: headless Chromium, driven through the DevTools protocol over a pipe."""

import re

import pandas as pd
import pytest

from analyzer.reporting.charts import draw_ladder
from analyzer.reporting.document import Column, Document, Figure, Kind, Section, Table
from analyzer.reporting.html import render_html
from analyzer.stats.estimate import Estimate
from tests.reporting.browser import FAINT, OVERFLOWING, needs_chromium

pytestmark = needs_chromium


def rate(value, half=0.004):
    return Estimate(value, value - half, value + half, 0.95, 100_000, "wilson")


@pytest.fixture(params=["plain", "hostile", "real"])
def page(request, tmp_path):
    """The made-up document, the same with hostile names, and the report of a tiny run."""
    if request.param == "real":
        return request.getfixturevalue("real_report").html
    document = request.getfixturevalue("document" if request.param == "plain" else "hostile_document")
    path = tmp_path / "report.html"
    path.write_text(render_html(document), encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_overflows_and_nothing_is_requested(browser, page, width):
    browser.open(page, width)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert browser.ask(wide) == 0
    assert browser.ask(OVERFLOWING) == []
    assert browser.heard("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded") == []
    urls = {item["request"]["url"].partition("#")[0] for item in browser.heard("Network.requestWillBeSent")}
    assert {url for url in urls if not url.startswith("data:")} == {page.as_uri()}


SCROLLING = """[...document.querySelectorAll(".scroll")].filter((each) =>
  each.scrollWidth > each.clientWidth + 1).map((each) => each.getAttribute("aria-label"))"""


def ladder_page(path, players):
    """A ladder as the difficulty report has it: name, code, difficulty, and a rate for each number of players."""
    names = [f"Poseidon ({number} Islands removed)" for number in range(12)]
    rates = {f"rate_{n}": [rate(0.05 + 0.07 * k) for k in range(12)] for n in range(players)}
    frame = pd.DataFrame({"name": names, "code": "poseidon", "difficulty": [rate(0.123, 0.01)] * 12, **rates})
    columns = [
        Column("name", "variant"),
        Column("code", "name in commands"),
        Column("difficulty", "difficulty", Kind.NUMBER),
    ]
    columns += [Column(f"rate_{n}", f"won, {n} players", Kind.PERCENT) for n in range(players)]
    marks = pd.DataFrame({"label": names, "group": "", "icons": "◆◆", "value": 0.3, "low": 0.28, "high": 0.32})
    figure = Figure("ladder", "The ladder", "Dots with intervals.", draw_ladder, marks, {"groups": [""]}, (7.2, 5.0))
    parts = (figure, Table("ladder", "Variants by difficulty", tuple(columns), frame))
    document = Document("Ladder", "How hard?", "Tranquility", False, (Section("ladder", "Ladder", parts),), "stamp")
    path.write_text(render_html(document), encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [390, 1400])
def test_the_ladder_of_five_numbers_of_players_fits(browser, tmp_path, width):
    browser.open(ladder_page(tmp_path / "ladder.html", 5), width)
    assert browser.ask(SCROLLING) == []
    assert browser.ask("[...document.querySelectorAll('.picture svg')].filter((x) => x.checkVisibility()).length") == 1


def test_the_check_for_scrolling_sees_a_table_that_is_too_wide(browser, tmp_path):
    """The negative control: more columns than a screen has room for."""
    browser.open(ladder_page(tmp_path / "ladder.html", 30), 1400)
    assert browser.ask(SCROLLING) == ["Variants by difficulty"]


def test_the_check_for_overflow_sees_one(browser, document, tmp_path):
    """The negative control: a block that is wider than the page, and an image from elsewhere."""
    path = tmp_path / "broken.html"
    broken = '<p style="width: 2000px">wide</p><img src="https://example.invalid/x.png" alt="">'
    path.write_text(render_html(document).replace("<main", f"{broken}<main"), encoding="utf-8")
    browser.open(path, 390)
    assert browser.ask(OVERFLOWING) != []
    assert "Content Security Policy" in str(browser.heard("Log.entryAdded"))


def test_figures_have_size_and_alternative_text(browser, page):
    browser.open(page, 390)
    figures = browser.ask(
        """[...document.querySelectorAll(".picture")].map((each) => {
          const box = each.querySelector("svg").getBoundingClientRect();
          return [each.getAttribute("role"), each.getAttribute("aria-label"), box.width, box.height];
        })"""
    )
    assert figures
    for role, words, width, height in figures:
        assert role == "img"
        assert len(words) > 10
        assert width > 300
        assert height > 100


def test_ids_are_unique(browser, page):
    browser.open(page, 1400)
    ids = browser.ask('[...document.querySelectorAll("[id]")].map((each) => each.id)')
    assert len(ids) == len(set(ids)) > 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out(browser, page, scheme):
    browser.open(page, 1400, scheme)
    dark = browser.ask("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", dark))) < 150) is (scheme == "dark")
    result = browser.ask(FAINT)
    assert result["found"] == []
    assert result["checked"] > 20


COLUMN = '[...document.querySelectorAll("#table-rates tbody tr")].map((row) => row.cells[{}].textContent.trim())'


def test_tables_sort_by_click_and_keyboard(browser, document, tmp_path):
    frame = document.sections[1].parts[1].frame
    frame["games"] = [5, None, 30]
    path = tmp_path / "report.html"
    path.write_text(render_html(document), encoding="utf-8")
    browser.open(path, 1400)
    original = browser.ask(COLUMN.format(0))
    state = 'document.querySelectorAll("#table-rates th")[3].getAttribute("aria-sort")'
    click = 'document.querySelectorAll("#table-rates th button")[3].click()'
    assert browser.ask(state) == "none"
    browser.ask(click)
    assert (browser.ask(state), browser.ask(COLUMN.format(3))) == ("ascending", ["5", "30", "–"])
    browser.ask('document.querySelectorAll("#table-rates th button")[3].focus()')
    browser.press("Enter")
    assert (browser.ask(state), browser.ask(COLUMN.format(3))) == ("descending", ["30", "5", "–"])
    browser.ask(click)
    assert (browser.ask(state), browser.ask(COLUMN.format(0))) == ("none", original)
    browser.ask('document.querySelectorAll("#table-rates th button")[0].click()')
    assert browser.ask(COLUMN.format(0)) == sorted(original)


def test_tables_sort_by_the_unrounded_value(browser, document, tmp_path):
    table = document.sections[1].parts[1]
    rates = [0.50004, 0.50001, 0.50002]
    first = table.frame["win_rate"][0]
    table.frame["win_rate"] = [first.shifted(value - first.value) for value in rates]
    path = tmp_path / "report.html"
    path.write_text(render_html(document), encoding="utf-8")
    browser.open(path, 1400)
    browser.ask('document.querySelectorAll("#table-rates th button")[1].click()')
    assert len(set(browser.ask(COLUMN.format(1)))) == 1
    assert browser.ask(COLUMN.format(0)) == ["poseidon", "storm", "base"]


def test_a_number_tells_what_it_rests_on(browser, document, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(render_html(document), encoding="utf-8")
    browser.open(path, 390)
    assert browser.ask('document.querySelector("#tip").hidden')
    browser.ask('document.querySelector("#table-rates td[data-tip]").click()')
    assert browser.ask('document.querySelector("#tip").textContent') == "95 % interval (wilson), n = 400\u202f000"
    assert browser.ask('document.querySelector("#tip").getBoundingClientRect().right') <= 390
    browser.ask("document.querySelector('h1').click()")
    assert browser.ask('document.querySelector("#tip").hidden')


def test_hostile_names_run_nothing(browser, hostile_document, hostile, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(render_html(hostile_document), encoding="utf-8")
    browser.open(path, 1400)
    assert browser.ask("document.scripts.length") == 1
    assert browser.ask("document.images.length") == 0
    assert browser.ask("document.title") == hostile["script"]
    assert browser.ask("document.querySelector('tbody th').textContent") == hostile["script"]
    assert not browser.heard("Page.javascriptDialogOpening", "Log.entryAdded")


def test_it_works_without_scripts(browser, document, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(re.sub(r"(?s)<script>.*</script>", "", render_html(document)), encoding="utf-8")
    browser.open(path, 390)
    assert browser.ask("document.scripts.length") == 0
    assert browser.ask(OVERFLOWING) == []
    assert browser.ask(COLUMN.format(0)) == ["base", "poseidon", "storm"]
    assert browser.ask("document.querySelectorAll('button').length") == 0
    browser.ask("document.querySelector('summary').click()")
    assert browser.ask("document.querySelector('details table').getBoundingClientRect().height") > 50
