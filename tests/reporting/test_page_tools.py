"""What the page offers besides reading: filter, choose, copy, link, print; in a real browser, by keyboard too."""

import base64
import re

import pytest

from analyzer.reporting.document import Document
from analyzer.reporting.html import environment, render_entrance, render_html, source
from analyzer.reporting.topics import answer
from tests.reporting.browser import OVERFLOWING, needs_chromium
from tests.reporting.conftest import make_document
from tools.covering.fabricated import fabricate

MOST_SCRIPT = 40_000  # bytes of all scripts of a page
NAMES = ("base", "poseidon", "storm", "rocks", "wild", "triton", "archway")


@pytest.fixture
def opened(browser, tmp_path):
    """Open the made-up document in a window of a width."""

    def open_page(width=1400, change=lambda text: text):
        document = make_document(NAMES)
        frame = document.sections[1].parts[1].frame  # of both tables
        frame["players"], frame["policy"] = [2, 2, 2, 3, 3, 3, 3], "spacing"
        frame["replay"] = "analyzer replay tranquility"
        path = tmp_path / "report.html"
        path.write_text(change(render_html(document)), encoding="utf-8")
        browser.open(path, width)
        return path

    return open_page


SHOWN = """[...document.querySelectorAll("#table-rates tbody tr")].filter((row) => row.checkVisibility())
  .map((row) => row.cells[0].querySelector("bdi").textContent)"""
TYPE = """(() => {{ const box = document.querySelector("figure .tools input"); box.value = "{}";
  box.dispatchEvent(new Event("input")); }})()"""


def test_scripts_are_small():
    templates = environment()
    assert sum(len(source(templates, name)) for name in ("report.js", "tables.js")) <= MOST_SCRIPT


@needs_chromium
def test_rows_are_filtered_by_their_words(browser, opened):
    opened()
    browser.ask(TYPE.format("ORM"))
    assert browser.ask(SHOWN) == ["storm"]
    assert browser.ask("document.querySelector('figure .told').textContent") == "1 of 7 rows"
    browser.ask(TYPE.format(""))
    assert browser.ask(SHOWN) == list(NAMES)


@needs_chromium
def test_one_choice_for_the_whole_page(browser, opened):
    opened()
    choose = """(() => {{ const own = document.querySelector(".choices select"); own.value = "{}";
      own.dispatchEvent(new Event("change")); }})()"""
    assert browser.ask("[...document.querySelectorAll('.choices label')].map((each) => each.firstChild.data)") == [
        "Players "  # one policy is no choice
    ]
    browser.ask(choose.format("3"))
    assert browser.ask(SHOWN) == list(NAMES[3:])
    browser.ask(TYPE.format("wild"))
    assert browser.ask(SHOWN) == ["wild"]
    browser.ask(choose.format(""))
    assert browser.ask(SHOWN) == ["wild"]


@needs_chromium
def test_a_table_is_copied_with_its_intervals(browser, opened):
    opened()
    browser.ask("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    browser.ask("document.querySelector('figure .tools button').focus()")
    browser.press("Enter")
    head, first, *_ = browser.ask("window.copied").splitlines()
    assert head == "variant,win rate,win rate low,win rate high,against the first,against the first low," + (
        "against the first high,games,p"
    )
    assert first == "base,0.73,0.728,0.732,,,,400000.0,"
    assert browser.ask("document.querySelector('figure .told').textContent") == "copied"


@needs_chromium
def test_a_row_has_a_link_and_tells_how_its_games_are_replayed(browser, opened):
    opened()
    link = browser.ask("document.querySelectorAll('#table-rates tbody a')[2].getAttribute('href')")
    assert link == "#row-rates-3"
    browser.ask(f"location.hash = {link!r}")
    assert browser.ask("document.querySelector('tr:target bdi').textContent") == "storm"
    tip = browser.ask("document.querySelector('#table-rates td[data-tip]').dataset.tip")
    assert tip == "95 % interval (wilson), n = 400\u202f000 · analyzer replay tranquility"


@needs_chromium
def test_who_plays_is_chosen_by_words_and_by_keyboard(browser, opened):
    who = {"trained": "a good player", "spacing": "a casual player"}

    def change(text):
        for number in range(1, len(NAMES) + 1):
            name = "trained" if number % 2 else "spacing"
            row = re.search(rf'<tr id="row-rates-{number}"[^>]*>', text)[0]
            text = text.replace(row, f'<tr id="row-rates-{number}" data-policy="{name}" data-who="{who[name]}">')
        return text

    opened(change=change)
    texts = "[...document.querySelectorAll('.choices select')].at(-1)"
    assert browser.ask(f"[...{texts}.options].map((each) => each.text)") == ["all", *sorted(who.values())]
    browser.ask(f"{texts}.focus()")
    browser.press("ArrowDown")
    assert browser.ask(SHOWN) == list(NAMES[1::2])


BARS = """[...document.querySelectorAll("#table-rates .bar")].map((each) => each.style.getPropertyValue("--wide"))"""


@needs_chromium
def test_intervals_are_bars_and_need_no_script(browser, opened):
    opened(change=lambda text: re.sub(r"(?s)<script>.*</script>", "", text))
    assert browser.ask(BARS)[0] == "0.4%"
    assert browser.ask("document.querySelectorAll('.tools, .choices').length") == 0
    assert browser.ask(SHOWN) == list(NAMES)


@needs_chromium
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1400, 900)])
def test_the_answer_comes_first(browser, opened, width, height):
    opened(width)
    top = "document.querySelector('{}').getBoundingClientRect().{}"
    assert browser.ask(top.format(".lead", "bottom")) < height / 2
    if width < 500:
        assert browser.ask(top.format("nav", "top")) > browser.ask(top.format("#answer", "bottom"))
    assert browser.ask(OVERFLOWING) == []


@needs_chromium
def test_the_summary_of_a_report_fits_one_screen(browser, real_report):
    browser.open(real_report.html, 1400)
    assert browser.ask("document.querySelector('#answer figure').getBoundingClientRect().bottom") <= 900


@pytest.fixture(scope="module")
def largest(tmp_path_factory):
    """Write page one of the design with the most variants and levels, from made-up results."""
    results = fabricate("tranquility_difficulty", 400, 1, 0.5)
    document = Document("Tranquility: difficulty", "How hard?", "Tranquility", False, (answer.build(results),), "stamp")
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(render_html(document), encoding="utf-8")
    return path


BOTTOM = "Math.max(...[...document.querySelectorAll('{}')].map((each) => each.getBoundingClientRect().bottom))"


@needs_chromium
def test_page_one_of_the_largest_design_fits_one_screen_or_two_of_a_telephone(browser, largest):
    browser.open(largest, 1400)
    assert browser.ask(BOTTOM.format("#answer > .lead, #answer > .table")) <= 900
    assert browser.ask("document.querySelector('#answer .advice').getBoundingClientRect().top") <= 900
    browser.open(largest, 390)
    assert browser.ask(BOTTOM.format("#answer > .lead, #answer > .table, #answer > .advice")) <= 2 * 844
    assert browser.ask(OVERFLOWING) == []


@needs_chromium
def test_its_sheet_has_two_pages(browser, largest):
    browser.open(largest, 1400)
    browser.ask("document.body.classList.add('sheet')")
    assert pages(browser) <= 2


def pages(browser):
    content = base64.b64decode(browser.call("Page.printToPDF", preferCSSPageSize=True)["data"])
    return len(re.findall(rb"/Type\s*/Page[^s]", content))


@needs_chromium
def test_the_sheet_has_at_most_two_pages_and_all_of_it_more(browser, real_report):
    browser.open(real_report.html, 1400)
    every = pages(browser)
    browser.ask("window.print = () => {}")
    browser.ask("[...document.querySelectorAll('.choices button')].at(-1).click()")
    assert 1 <= pages(browser) <= 2 < every


@needs_chromium
def test_the_entrance_has_a_card_for_each_game(browser, tmp_path):
    reports = [{"topic": f"{name} & <more>", "page": f"{name}/{name}.html", "answer": "Yes."} for name in "ab"]
    (tmp_path / "index.html").write_text(render_entrance({"One": reports, "Two": reports[:1]}), encoding="utf-8")
    browser.open(tmp_path / "index.html", 390)
    assert browser.ask("document.querySelectorAll('article').length") == 2
    assert browser.ask("document.querySelector('h3').textContent") == "a & <more>"
    assert browser.ask(OVERFLOWING) == []
