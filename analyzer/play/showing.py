"""How results show themselves: in one line, and as a table in notebooks."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import analyzer

# what a click on a heading does, as notebooks run it: rows by number where there is one, else by text
_SORT = (
    "const b=event.target.closest('button');if(b){const h=b.parentNode,t=h.closest('table'),k=h.cellIndex,"
    "d=h.dataset.d==='1'?-1:1,v=r=>{const s=r.cells[k].textContent,n=parseFloat(s.replace(/[,\u202f]/g,'')"
    ".replace('\u2212','-'));return isNaN(n)?s:n};h.dataset.d=d;"
    "[...t.tBodies[0].rows].sort((x,y)=>{const a=v(x),c=v(y);return d*(a<c?-1:a>c?1:0)})"
    ".forEach(r=>t.tBodies[0].append(r))}"
)
_PLAIN = "all:unset;cursor:pointer;font-weight:bold"  # a heading that is a button, for who has no mouse


class Drawn:
    """A result that can be drawn; the package itself is asked, as this layer knows nobody who draws."""

    def plot(self, *names: str) -> Any:
        """Draw it as its report does: pictures for a notebook, `save(folder)` writes them as PNG.

        Parameters
        ----------
        names
            Which pictures; by default all that there are.
        """
        return analyzer.plot(self, *names)


def one_line(name: str, *parts: str) -> str:
    """Write `<Name: this, that>`, leaving out what is empty."""
    return f"<{name}: {', '.join(part for part in parts if part)}>"


def html_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table for a notebook: a click on a heading sorts it."""
    head = "".join(f'<th><button style="{_PLAIN}">{escape(text)}</button></th>' for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(value))}</td>' for value in row)}</tr>" for row in rows)
    sorting = f'<thead onclick="{escape(_SORT)}"><tr>{head}</tr></thead>'
    return f"<table><caption>{escape(caption)}</caption>{sorting}<tbody>{body}</tbody></table>"


def players_words(players: int) -> str:
    """Write a number of players."""
    return f"{players} player{'s' * (players != 1)}"
