"""Every command and every piece of Python in README and docs runs, or says why it cannot."""

import re
import shlex

import pytest
import typer

from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.shell.cli import find_commands
from tests.docs.pages import TEXTS, blocks_of, inline_commands, problems_of
from tests.docs.reader import is_slow, missing

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
LONG = ("docs/tutorial.md", "docs/policies.md")  # they compile policies of their own: the slow tests follow them whole
RUNNING = [name for name, text in TEXTS.items() if any(block.is_run for block in blocks_of(text))]
SLOW = [name for name in RUNNING if is_slow(" ".join(block.text for block in blocks_of(TEXTS[name]) if block.is_run))]


@compiled_only
@pytest.mark.parametrize("page", [page for page in RUNNING if page not in LONG])
def test_what_a_page_says_can_be_done(reader, page):
    reader().follow(TEXTS[page], blocks_of(TEXTS[page]))


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("page", SLOW)
def test_what_a_page_says_of_slow_players_and_all_games_can_be_done(reader, page):
    reader(slowly=True).follow(TEXTS[page], blocks_of(TEXTS[page]))


@compiled_only
@pytest.mark.slow
def test_whoever_follows_the_tutorial_sees_what_it_shows(reader):
    text = TEXTS["docs/tutorial.md"]
    blocks = blocks_of(text)
    assert sum("shown" in block.marks for block in blocks) >= 5
    reader(slowly=True, literally=True).follow(text, blocks)


@pytest.mark.parametrize("page", TEXTS)
def test_every_block_is_run_or_marked_with_a_reason(page):
    found = {f"{page}:{block.line}": problems_of(block) for block in blocks_of(TEXTS[page])}
    assert {where: told for where, told in found.items() if told} == {}


@pytest.mark.parametrize("page", TEXTS)
def test_no_fence_is_overlooked(page):
    assert 2 * len(blocks_of(TEXTS[page])) == len(re.findall(r"^\s*```", TEXTS[page], re.M))


@pytest.mark.parametrize("page", [name for name, text in TEXTS.items() if inline_commands(text)])
def test_commands_within_sentences_exist_with_their_options(parse, page):
    for command in inline_commands(TEXTS[page]):
        _, name, *arguments = shlex.split(command)
        assert name in find_commands()
        assert not arguments or parse(name, arguments) is not None


def test_what_is_shown_is_looked_for_line_by_line():
    seen = "one  two\nthree 3.5 s\nfour\nfive\n"
    assert missing("one two\nthree …\n…\nfive\n", seen) == []
    assert missing("one three\nfour\n", seen) == ["one three"]
    assert missing("five\none two\n", seen) == ["one two"], "in this order"


# Negative controls: what is planted is found.

WRONG = {
    "an unknown policy": "```\nanalyzer policies tranquility\nanalyzer simulate tranquility --policy spacin\n```\n",
    "an unknown option of a slow command": "```\nanalyzer tournament rumini --gams 3\n```\n",
    "a file that nobody wrote": "```sh\nanalyzer simulate tranquility --policy nobody.py\n```\n",
    "a program that is not there": "```\nmake demo\n```\n",
    "wrong Python": "```python\nanalyzer.simulate('tranquility', polcy='spacing')\n```\n",
    "a wrong spec": '```toml\ngame = "tranquility"\ndeals = 5\nplayerz = [3]\n```\n',
    "a wrong call in a sentence": "In Python: `analyzer.simulat('tranquility')`.\n",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_wrong_page_would_be_seen(reader, text):
    with pytest.raises((AssertionError, TypeError, AttributeError, typer.exceptions.TyperException, BadInput)):
        reader().follow(text, blocks_of(text))


@pytest.mark.parametrize("text", ["```\nmake demo\n```", "```ruby\nx\n```", "<!-- not run -->\n```\nmake\n```"])
def test_a_block_that_is_neither_run_nor_marked_would_be_seen(text):
    (block,) = blocks_of(f"# A page\n\n{text}\n")
    assert problems_of(block)
    (marked,) = blocks_of("# A page\n\n<!-- not run: needs make -->\n```\nmake demo\n```\n")
    assert problems_of(marked) == []
    assert not marked.is_run
