"""The page of a replay: what it holds, and how it behaves in headless Chromium."""

import json
import re
from html import unescape

import pytest

from analyzer.cells import make_cell
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.trace import page_of
from analyzer.reporting.replay_page import curve_of, packed, render_replay
from analyzer.shell.screens.replay import write_page
from tests.reporting.browser import FAINT, OVERFLOWING, needs_chromium

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="the page is tested compiled")
GAMES = ("tranquility", "portolano", "rumini", "islebound")
LARGEST = 3_000_000


def played(game, **options):
    story = Replay(make_cell(game, **options), 0, 4, is_full=True, is_drawn=True)
    return story, list(story)


def write(path, *games):
    write_page([story for story, _ in games], [steps for _, steps in games], None, path)
    return path


class Made(dict):
    """What is made when it is asked for: tests of one game play no other."""

    def __init__(self, make):
        super().__init__()
        self.make = make

    def __missing__(self, name):
        return self.setdefault(name, self.make(name))


@pytest.fixture(scope="module")
def games():
    return Made(lambda game: played(game, players=3))


@pytest.fixture(scope="module")
def pages(games, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")

    def page(name):
        other = [played("tranquility", players=3, policy="spacing")] if name == "pair" else []
        return write(folder / f"{name}.html", games["tranquility" if name == "pair" else name], *other)

    return Made(page)


def asked(seat, value, **more):
    return {"seat": seat, "chance": {"before": {"value": value, "low": 0, "high": 1, "n": 9}, **more}}


def test_the_win_chance_is_drawn_for_one_seat_at_a_time_and_not_for_whoever_moves():
    """It was one line through the questions of all seats, each of which knows other cards."""
    frames = [asked(0, 0.5), asked(1, 0.9), asked(0, 0.6), {"seat": 1}, asked(1, 0.8), asked(2, 0.1), {"end": True}]
    curve = curve_of(frames)
    values = {line["seat"]: [(at, chance["value"]) for at, chance in line["points"]] for line in curve["lines"]}
    assert values == {0: [(0, 0.5), (2, 0.6)], 1: [(1, 0.9), (4, 0.8)]}
    assert curve["words"] == "Win chance of the team, as each seat sees the game"
    contest = curve_of([asked(0, 0.5, seats=[]), asked(1, 0.4, seats=[])])
    assert contest["words"].startswith("Win chance of each seat, as it sees")
    assert contest["lines"] == []


# What it holds


@pytest.mark.parametrize("game", GAMES)
def test_the_differences_give_the_drawings_back(games, game):
    story, steps = games[game]
    whole = page_of(story, steps)
    page = packed(whole)
    pieces, seats, facts = {}, [], {}
    for frame, original in zip(page["frames"], whole["frames"], strict=True):
        for key in frame.get("gone", ()):
            del pieces[key]
        for number in frame.get("pieces", ()):
            piece = dict(page["pieces"][number])
            pieces[piece.pop("key")] = piece
        seats = frame.get("seats", seats)
        facts = {name: value for name, value in (facts | dict(frame.get("facts", ()))).items() if value is not None}
        drawing = json.loads(json.dumps(original["drawing"]))
        assert (pieces, seats, facts) == (drawing["pieces"], drawing["seats"], drawing["facts"])
        assert [page["cards"][number] for number in frame["hand"]] == drawing["hand"]


@pytest.mark.parametrize("name", [*GAMES, "pair"])
def test_a_page_is_small(pages, name):
    assert pages[name].stat().st_size < LARGEST / 3


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_the_longest_game_stays_below_three_megabytes(game, tmp_path):
    """Random play is the longest there is, up to the limit of rounds."""
    one = played(game, policy="random_legal", players=max(make_cell(game).game.seats))
    assert write(tmp_path / "long.html", one).stat().st_size < LARGEST


def test_a_page_has_one_script_of_ours_and_asks_for_nothing(pages):
    text = pages["tranquility"].read_text(encoding="utf-8")
    assert re.findall(r"(?:src|href)=\"(?!#|data:)([^\"]*)", text) == []
    assert "default-src 'none'" in unescape(text)
    assert len(re.findall(r"<script", text)) == 2  # the data, which is no program, and the program


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"


def hostile_page(games, path):
    story, steps = games["tranquility"]
    page = page_of(story, steps)
    frames = [{**frame, "words": HOSTILE, "policy": HOSTILE} for frame in page["frames"]]
    text = render_replay([{**page, "name": HOSTILE, "frames": frames}], [(n + 1,) for n in range(len(frames))])
    path.write_text(text, encoding="utf-8")
    return path


# In a browser

SHOWN = "document.querySelector('.choice').textContent"
PLACE = "document.querySelector('#place').value"


def shown_step(browser):
    return int(browser.ask(PLACE).split()[0])


@needs_chromium
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1400, "light")])
@pytest.mark.parametrize("name", [*GAMES, "pair"])
def test_a_page_fits_says_nothing_in_the_console_and_asks_for_nothing(browser, pages, name, width, scheme):
    browser.call("Page.navigate", url="about:blank")
    browser.open(pages[name], width, scheme, "#t=30")
    assert shown_step(browser) == 30
    assert browser.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert browser.ask(OVERFLOWING) == []
    faint = browser.ask(
        FAINT.replace('node.matches("script, style")', 'node.matches("script, style") || node.closest("svg")')
    )
    assert faint["found"] == []
    assert faint["checked"] > 30
    assert browser.heard("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded") == []
    urls = {item["request"]["url"].partition("#")[0] for item in browser.heard("Network.requestWillBeSent")}
    assert {url for url in urls if not url.startswith("data:")} <= {pages[name].as_uri(), "about:blank"}


@needs_chromium
def test_keys_slider_buttons_and_links_lead_to_steps(browser, pages, games):
    _, steps = games["tranquility"]
    browser.call("Page.navigate", url="about:blank")
    browser.open(pages["tranquility"], 1400)
    last = len(steps) + 1
    assert (shown_step(browser), browser.ask("location.hash")) == (1, "#t=1")
    for key, wanted in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 1),
    ):
        browser.press(key)
        assert shown_step(browser) == wanted
        assert browser.ask("location.hash") == f"#t={wanted}"
    browser.ask("slider.value = 9; slider.dispatchEvent(new Event('input'))")
    assert shown_step(browser) == 9
    assert steps[8].words.split(", cost")[0] in browser.ask(SHOWN)
    browser.ask("document.querySelector('#on').click()")
    assert shown_step(browser) == 10
    link = browser.ask(
        "(() => { const link = document.querySelectorAll('#turns a')[4]; link.click(); return link.hash; })()"
    )
    browser.ask("new Promise((done) => setTimeout(done, 50))")
    assert f"#t={shown_step(browser)}" == link
    assert steps[shown_step(browser) - 1].turn != steps[shown_step(browser) - 2].turn
    browser.ask("location.hash = '#t=17'; new Promise((done) => setTimeout(done, 50))")
    assert shown_step(browser) == 17
    browser.ask("location.hash = '#t=99999'; new Promise((done) => setTimeout(done, 50))")
    assert shown_step(browser) == last
    assert "team" in browser.ask(SHOWN)


@needs_chromium
def test_it_plays_and_stops(browser, pages):
    browser.call("Page.navigate", url="about:blank")
    browser.open(pages["tranquility"], 1400)
    browser.press(" ")
    assert browser.ask("play.getAttribute('aria-pressed')") == "true"
    browser.ask("new Promise((done) => setTimeout(done, 1300))")
    assert shown_step(browser) == 2
    browser.press(" ")
    assert browser.ask("play.getAttribute('aria-pressed')") == "false"


@needs_chromium
def test_what_changed_is_marked_and_told(browser, pages, games):
    _, steps = games["tranquility"]
    place = next(n for n, step in enumerate(steps) if step.words.startswith("plays") and "cell" in step.words) + 1
    browser.call("Page.navigate", url="about:blank")
    browser.open(pages["tranquility"], 1400, "light", f"#t={place}")
    assert browser.ask("document.querySelectorAll('.board .aim').length") == 1
    assert browser.ask("document.querySelectorAll('.board .mark').length") == 0 or place > 1
    browser.press("ArrowRight")
    assert browser.ask("document.querySelectorAll('.board .mark').length") >= 1
    cell = steps[place - 1].words.split("cell ")[1].split()[0]
    assert f"cell {cell}: Island" in browser.ask("document.querySelector('.changed').textContent")


@needs_chromium
def test_two_games_stand_side_by_side_from_the_first_difference_on(browser, pages):
    browser.call("Page.navigate", url="about:blank")
    browser.open(pages["pair"], 1400)
    tops = browser.ask("[...document.querySelectorAll('.side')].map((each) => each.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert tops[0] == tops[1]
    words = browser.ask("[...document.querySelectorAll('.choice')].map((each) => each.textContent)")
    assert words[0] != words[1]


@needs_chromium
def test_a_game_without_a_drawing_has_the_board_of_the_terminal(browser, tmp_path):
    story = Replay(make_cell("tranquility", policy="spacing"), 0, 4, is_full=True)
    path = write(tmp_path / "plain.html", (story, list(story)))
    browser.open(path, 390)
    assert "of 36 cells filled" in browser.ask("document.querySelector('pre.text').textContent")
    assert browser.ask(OVERFLOWING) == []
    assert browser.heard("Runtime.exceptionThrown", "Log.entryAdded") == []


@needs_chromium
def test_hostile_words_run_nothing(browser, games, tmp_path):
    path = hostile_page(games, tmp_path / "hostile.html")
    browser.call("Page.navigate", url="about:blank")
    browser.open(path, 390)
    assert browser.ask("document.images.length") == 0
    assert HOSTILE in browser.ask(SHOWN)
    assert browser.ask(OVERFLOWING) == []
    assert not browser.heard("Page.javascriptDialogOpening", "Log.entryAdded", "Runtime.exceptionThrown")
