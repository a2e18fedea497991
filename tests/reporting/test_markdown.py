"""A document as Markdown: the exact text of a small one, and names that try to be markup."""

import re

import pytest

from analyzer.reporting.document import Commands, Document, Section
from analyzer.reporting.markdown import MOST_ROWS, escape, inline, markdown_text, render_markdown

EXPECTED = """# Tranquility: difficulty

**How hard is it?**

> **Warning.** This is a quick try-out.

- [Answer](#answer)
- [Difficulty ladder](#ladder)

<a id="answer"></a>

## Answer

base is won in 73.0 % [72.8, 73.2] of games.

> **Warning.** Rules of storm are assumed.

> - base is easiest.
> - storm is hardest.

<a id="ladder"></a>

## Difficulty ladder

![Bars of 3 variants: storm.](figures/rates.png)

*Win rates* A note.

**Win rates** ([CSV](tables/rates.csv))

| variant | win rate | against the first | games | p |
| --- | ---: | ---: | ---: | ---: |
| base | 73.0 % [72.8, 73.2] | – | 400 000 | – |
| poseidon | 63.0 % [62.8, 63.2] | −10.0 points [−10.2, −9.8] | 399 999 | < 0.001 |
| storm | 53.0 % [52.8, 53.2] | −20.0 points [−20.2, −19.8] | 399 998 | < 0.001 |

On the same deals.

<details>
<summary>All the evidence</summary>

| variant | win rate | against the first | games | p |
| --- | ---: | ---: | ---: | ---: |
| base | 73.0 % [72.8, 73.2] | – | 400 000 | – |
| poseidon | 63.0 % [62.8, 63.2] | −10.0 points [−10.2, −9.8] | 399 999 | < 0.001 |
| storm | 53.0 % [52.8, 53.2] | −20.0 points [−20.2, −19.8] | 399 998 | < 0.001 |

[CSV](tables/evidence.csv)

</details>

Again:

```
analyzer run 'base'
analyzer report runs/made_up
```

---

`analyzer report runs/made_up · seed 0`
"""


def test_the_text_of_a_small_document(document):
    assert markdown_text(document).replace("\u202f", " ") == EXPECTED


def test_figures_and_tables_lie_beside_it(document):
    files = render_markdown(document)
    assert list(files) == ["report.md", "figures/rates.png", "tables/rates.csv", "tables/evidence.csv"]
    assert files["figures/rates.png"].startswith(b"\x89PNG")
    links = set(re.findall(r"\]\(((?:figures|tables)/[^)]*)\)", files["report.md"].decode()))
    assert links == set(files) - {"report.md"}


def test_the_same_document_gives_the_same_bytes(document):
    assert render_markdown(document) == render_markdown(document)


def test_two_tables_cannot_share_a_file(document):
    twice = Document("t", "q", "g", False, (*document.sections, document.sections[1]), "s")
    with pytest.raises(ValueError, match="figures/rates.png"):
        render_markdown(twice)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("random_legal in 7 % [6.8, 7.2]", "random_legal in 7 % [6.8, 7.2]"),
        ("p < 0.001 & q > 2", "p < 0.001 & q > 2"),
        ("<b>", "&lt;b>"),
        ("&lt;b>", "&amp;lt;b>"),
        ("[a](b)", "\\[a\\](b)"),
        ("[a]: b", "\\[a\\]: b"),
        ("a|b", "a\\|b"),
        ("_a_ *b* `c` ~d~ $e$", "\\_a\\_ \\*b\\* \\`c\\` \\~d\\~ \\$e\\$"),
        ("two\n\nlines", "two lines"),
        ("# heading", "\\# heading"),
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("--- rule", "\\--- rule"),
        ("> quote", "\\> quote"),
        ("http://evil.example www.evil.example", "http:\\//evil.example www\\.evil.example"),
        ("back\\slash", "back\\\\slash"),
        ("safe\u202egpj.exe", "safegpj.exe"),
        ("שלום: 7", "\u2068שלום\u2069: 7"),
    ],
)
def test_a_text_means_itself(text, words):
    assert escape(text) == words


def test_inside_a_line_nothing_begins_a_block():
    assert inline("+2.0 points [+1.9, +2.1]") == "+2.0 points [+1.9, +2.1]"


def test_hostile_names_stay_in_their_place(hostile_document):
    text = markdown_text(hostile_document)
    outside_code = re.sub(r"(?s)```.*?```", "", text)
    tags = set(re.findall(r"<[A-Za-z/!?][^>]*>", outside_code))
    assert tags == {'<a id="answer">', '<a id="ladder">', "</a>", "<details>", "</details>", "<summary>", "</summary>"}
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {6}
    assert not re.search(r"[\x00-\x08\u202a-\u202e]", text)
    targets = set(re.findall(r"(?<!\\)\]\(([^)]*)\)", outside_code))
    assert targets == {"#answer", "#ladder", "figures/rates.png", "tables/rates.csv", "tables/evidence.csv"}


def test_code_cannot_end_its_own_fence():
    part = Commands(("echo '```'", "line\n```\nbreak"))
    text = markdown_text(Document("t", "q", "g", False, (Section("s", "S", (part,)),), "stamp"))
    assert "````\necho '```'\nline ``` break\n````" in text


def test_a_long_table_on_demand_is_only_linked(document):
    evidence = document.sections[1].parts[2]
    frame = evidence.frame.sample(MOST_ROWS + 1, replace=True, random_state=1)
    long = type(evidence)(evidence.name, evidence.title, evidence.columns, frame, folded=True)
    text = markdown_text(Document("t", "q", "g", False, (Section("s", "S", (long,)),), "stamp"))
    assert "61 rows: [CSV](tables/evidence.csv)" in text
    assert "poseidon" not in text
