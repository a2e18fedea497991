"""The index of the documentation leads to every page, and every link of every page leads somewhere."""

import re

import pytest

from tests.docs.pages import PAGES, ROOT

INDEX = ROOT / "docs" / "README.md"
_LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
_HEADING = re.compile(r"^#+ (.*)$", re.M)
_ANCHOR = re.compile(r'<a id="([^"]+)">')


def links_of(text):
    """List the links of a page to files of the repository, as path and anchor."""
    targets = _LINK.findall(re.sub(r"`[^`\n]*`", "", _FENCED.sub("", text)))
    return [target.partition("#")[::2] for target in targets if not re.match(r"\w+:", target)]


def anchors_of(text):
    """List the places of a page that a link can lead to, as GitHub names them."""
    plain = _FENCED.sub("", text)
    headings = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(plain))
    return {*headings, *_ANCHOR.findall(plain)}


def broken_links(page, text):
    """List the links of a page that lead nowhere."""
    found = []
    for path, anchor in links_of(text):
        target = (page.parent / path) if path else page
        if not target.exists():
            found.append(path)
        elif anchor and anchor not in anchors_of(target.read_text(encoding="utf-8") if path else text):
            found.append(f"{path}#{anchor}")
    return found


def test_every_page_is_linked_from_the_index():
    linked = {path for path, _ in links_of(INDEX.read_text(encoding="utf-8"))}
    pages = [page.relative_to(INDEX.parent).as_posix() for page in (ROOT / "docs").rglob("*.md") if page != INDEX]
    assert [page for page in pages if page not in linked] == []


def test_the_readme_leads_to_the_index():
    assert ("docs/README.md", "") in links_of((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page):
    assert broken_links(page, page.read_text(encoding="utf-8")) == []


def test_a_broken_link_would_be_seen():
    """Negative control: a file, an anchor of another page, one of its own."""
    text = "# A page\n\n[a](nowhere.md) [b](data.md#nothing) [c](#b-page) [d](#a-page) [e](data.md)\n"
    assert broken_links(INDEX, text) == ["nowhere.md", "data.md#nothing", "#b-page"]
