"""A document as one HTML file: whole, self-contained, and deaf to hostile names."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from analyzer.reporting.html import render_html
from analyzer.reporting.theme import COLOURS, INK, PAPER, figure_svg, ink_on

VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """Collects elements and texts, and demands that every element is closed in order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.stack, self.texts = [], [], {}
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        self.texts.setdefault(self.stack[-1] if self.stack else "", []).append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def test_everything_of_the_document_is_there(document):
    page = Page(render_html(document))
    texts = " ".join(text for kind in page.texts.values() for text in kind)
    for words in ("How hard is it?", "quick try-out", "All the evidence", "On the same deals.", "Again:", "seed 0"):
        assert words in texts
    assert page.texts["title"] == ["Tranquility: difficulty"]
    assert "[72.8, 73.2]" in page.texts["span"]
    assert len(page.all("table")) == 2
    assert len(page.all("details")) == 1
    assert [each["href"] for each in page.all("a")] == ["#answer", "#answer", "#ladder"]


def test_links_lead_to_anchors(document):
    page = Page(render_html(document))
    ids = [attributes["id"] for _tag, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {each["href"][1:] for each in page.all("a")} <= set(ids)
    labels = {attributes.get("aria-labelledby") for _tag, attributes in page.elements} - {None}
    assert labels <= set(ids)


def test_nothing_is_loaded(document):
    text = render_html(document)
    page = Page(text)
    links = [
        a.get(key) for _tag, a in page.elements for key in ("src", "href", "xlink:href", "action", "data") if a.get(key)
    ]
    assert links
    assert [link for link in links if not link.startswith(("#", "data:"))] == []
    assert re.findall(r"url\((?!#)|@import", text) == []


def test_only_our_own_script_may_run(document):
    text = render_html(document)
    script = re.search(r"(?s)<script>(.*)</script>", text)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = next(each["content"] for each in Page(text).all("meta") if "http-equiv" in each)
    assert policy == (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_numbers_carry_their_unrounded_value_and_what_they_rest_on(document):
    cells = [each for each in Page(render_html(document)).all("td") if str(each.get("class")).startswith("number")]
    source = "95 % interval (wilson), n = 400\u202f000"
    assert cells[0] == {
        "class": "number bar",
        "style": "--at: 73.1%; --wide: 0.4%",
        "data-value": "0.73",
        "data-low": "0.728",
        "data-high": "0.732",
        "data-tip": source,
        "data-title": "win rate",
    }
    assert cells[1] == {"class": "number", "data-value": "", "data-title": "against the first"}
    assert cells[2] == {"class": "number", "data-value": "400000.0", "data-title": "games"}


def test_hostile_names_are_only_text(hostile_document, hostile, document):
    page, tame = Page(render_html(hostile_document)), Page(render_html(document))
    assert {tag for tag, _ in page.elements} == {tag for tag, _ in tame.elements}
    assert {name for _, attributes in page.elements for name in attributes if name.startswith("on")} == set()
    names = page.texts["bdi"]
    for kind in ("script", "handler", "long", "formula", "template", "math"):
        assert hostile[kind] in names
    assert "\u2068שלום עולם\u2069" in names
    assert "safegpj.exe" in names
    assert not re.search("[\x00-\x08\u202a-\u202e]", render_html(hostile_document))


def test_a_figure_takes_the_colours_of_the_page(document):
    svg = figure_svg(document.sections[1].parts[0], "one")
    assert "currentColor" in svg
    assert INK.lower() not in svg.lower()
    assert COLOURS[0].lower() in svg
    assert svg.count("http") == 1  # its name space
    root = ElementTree.fromstring(svg)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert all(each.startswith("one-") for each in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(ids)
    assert "poseidon" in [node.text for node in root.iter() if node.tag.endswith("text")]


def test_the_same_figure_gives_the_same_text(document):
    figure = document.sections[1].parts[0]
    assert figure_svg(figure) == figure_svg(figure)


@pytest.mark.parametrize(("colour", "ink"), [("#ffffff", "#010101"), ("#000000", "#FFFFFF"), (PAPER, "#010101")])
def test_text_on_a_filled_field_stands_out(colour, ink):
    assert ink_on(colour) == ink


def test_colours_differ_for_colour_blind_readers_and_on_paper():
    """Lightness alone separates neighbours of the palette, whatever becomes of hue."""
    light = [sum(w * int(c[i : i + 2], 16) for w, i in ((0.2126, 1), (0.7152, 3), (0.0722, 5))) for c in COLOURS]
    assert min(abs(one - other) for one, other in pairwise(light)) > 8
