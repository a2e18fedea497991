"""A document as Markdown, with its figures as PNG and its tables as CSV beside it."""

import csv
import html
import io
import re
from functools import singledispatch
from typing import Any

from analyzer.analysis import frames
from analyzer.reporting import document as doc
from analyzer.reporting.theme import figure_png
from analyzer.reporting.wording import clean, count, grid, is_missing, stem, tidy, write

# a cell that begins like this is a formula to a spreadsheet, in some languages also with the wide signs
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table_csv(table: doc.Table) -> str:
    """Write all columns of a table's frame, every estimate with its interval, level, n and method."""
    frame = frames.spread(table.frame)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([defused(str(name)) for name in frame.columns])
    columns = [list(frame[name]) for name in frame.columns]  # column by column: a whole number stays whole
    for row in zip(*columns, strict=True):
        writer.writerow(["" if is_missing(value) else defused(value) for value in row])
    return stream.getvalue()


def defused(value: Any) -> Any:
    """Put an apostrophe before a text that a spreadsheet would run; numbers stay numbers."""
    if not isinstance(value, str):
        return value
    line = tidy(value)
    return f"'{line}" if line.startswith(FORMULA) or value.startswith(FORMULA) else line


FILE = "report.md"
MOST_ROWS = 60  # a longer table on demand is better opened as CSV
_TONES = {doc.Tone.TEXT: "{}", doc.Tone.LEAD: "{}", doc.Tone.NOTE: "> {}", doc.Tone.WARNING: "> **Warning.** {}"}

# always dangerous, or dangerous before what follows; a lone bracket or underscore inside a word stays readable
_MARKUP = r"[\\`*~$|]|(?<!\w)_|_(?!\w)|\](?=[(\[:{])|(?<=:)/(?=/)|(?<=www)\."
IN_LINK = rf"{_MARKUP}|[\[\]]"
_START_OF_BLOCK = re.compile(r"^(?:[#+\-=>]|\[|\d+(?=[.)]))")


def render_markdown(document: doc.Document) -> dict[str, bytes]:
    """Write a document as files: path inside the report folder -> content."""
    files = {FILE: markdown_text(document).encode(errors="replace")}
    for part in (part for section in document.sections for part in section.parts):
        if isinstance(part, doc.Table):
            content = table_csv(part).encode(errors="replace")
        elif isinstance(part, doc.Figure):
            content = figure_png(part)
        else:
            continue
        path = path_of(part)
        if path in files:
            raise ValueError(f"two parts of the report have the file {path}")
        files[path] = content
    return files


def markdown_text(document: doc.Document) -> str:
    """Write the text of a document."""
    head = [f"# {inline(document.title)}", document.question and f"**{inline(document.question)}**"]
    notices = [_TONES[doc.Tone.WARNING].format(escape(text)) for text in document.notices]
    contents = "\n".join(
        f"- [{inline(section.title, IN_LINK)}](#{stem(section.name)})" for section in document.sections
    )
    body = []
    for section in document.sections:
        body.append(f'<a id="{stem(section.name)}"></a>\n\n## {inline(section.title)}')
        body += [_block(part) for part in section.parts]
    stamp = clean(document.stamp).replace("`", "'")
    blocks = [*head, *notices, contents, *body, "---", f"`{stamp}`"]
    return "\n\n".join(block for block in blocks if block) + "\n"


def escape(text: str) -> str:
    """Write any text so that it means itself at the beginning of a block."""
    return _START_OF_BLOCK.sub(_unblocked, inline(text))


def inline(text: str, markup: str = _MARKUP) -> str:
    """Write any text so that it means itself inside a line, or with `IN_LINK` inside the brackets of a link."""
    line = re.sub(r"&(?=[#A-Za-z])", "&amp;", clean(text))
    line = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", line)
    return re.sub(markup, lambda found: "\\" + found[0], line)


def _unblocked(found: re.Match[str]) -> str:
    """Break what would begin a heading, a list or a footnote; the mark of a numbered list is what follows."""
    return f"{found[0]}\\" if found[0].isdigit() else "\\" + found[0]


@singledispatch
def _block(part: doc.Part) -> str:
    raise TypeError(f"no Markdown for {type(part).__name__}")


@_block.register
def _(part: doc.Prose) -> str:
    text = f"**{inline(part.label)}** {inline(part.text)}" if part.label else escape(part.text)
    return _TONES[part.tone].format(text)


@_block.register
def _(part: doc.Labelled) -> str:
    return "\n".join(f"- **{inline(label)}:** {inline(text)}" for label, text in part.items)


@_block.register
def _(part: doc.Bullets) -> str:
    quote = "> " if part.tone in (doc.Tone.NOTE, doc.Tone.WARNING) else ""
    return "\n".join(f"{quote}- {escape(item)}" for item in part.items)


@_block.register
def _(part: doc.Commands) -> str:
    lines = "\n".join(clean(line) for line in part.lines)
    longest = max((len(run) for run in re.findall("`+", lines)), default=0)
    fence = "`" * max(3, longest + 1)
    code = f"{fence}\n{lines}\n{fence}"
    return f"{escape(part.caption)}\n\n{code}" if part.caption else code


@_block.register
def _(part: doc.Link) -> str:
    return f"[{inline(part.text, IN_LINK)}]({part.target})"


@_block.register
def _(part: doc.Table) -> str:
    link = f"[CSV]({path_of(part)})"
    note = f"\n\n{escape(part.note)}" if part.note else ""
    if not part.folded:
        return f"**{inline(part.title)}** ({link})\n\n{table_grid(part)}{note}"
    rows = len(part.frame)
    inside = f"{table_grid(part)}\n\n{link}" if rows <= MOST_ROWS else f"{count(rows)} rows: {link}"
    summary = html.escape(clean(part.title))
    return f"<details>\n<summary>{summary}</summary>\n\n{inside}{note}\n\n</details>"


@_block.register
def _(part: doc.Figure) -> str:
    title = "" if part.finding else f"*{inline(part.title)}*"  # the picture has it
    caption = " ".join(text for text in (title, inline(part.note) if part.note else "") if text)
    picture = f"![{inline(part.alt, IN_LINK)}]({path_of(part)})"
    return f"{picture}\n\n{caption}" if caption else picture


def table_grid(table: doc.Table) -> str:
    """Write the rows of a table."""
    head = [inline(column.title) for column in table.columns]
    rule = ["---" if column.kind is doc.Kind.TEXT else "---:" for column in table.columns]
    records = table.frame.to_dict("records")
    return grid([head, rule, *([inline(write(row[x.key], x.kind)) for x in table.columns] for row in records)])


def path_of(part: doc.Figure | doc.Table) -> str:
    """Name the file of a figure or a table inside the report folder."""
    return f"figures/{stem(part.name)}.png" if isinstance(part, doc.Figure) else f"tables/{stem(part.name)}.csv"
