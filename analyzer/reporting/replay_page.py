"""A replay as one self-contained HTML file: nothing is loaded from anywhere."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from analyzer.reporting.html import content_policy, environment, source
from analyzer.reporting.page_data import packed, turns_of
from analyzer.reporting.texts import clean

Data = dict[str, Any]


def render_replay(games: list[Data], moments: list[tuple[int, ...]], start: int = 1) -> str:
    """Write a game, or two of one deal side by side, as one file that opens at a moment.

    A game has its `frames` with drawings; a moment names the frame that each game shows.
    """
    templates = environment()
    style = source(templates, "palette.css") + source(templates, "replay.css")
    script = source(templates, "replay.js")
    content = {
        "games": [packed(game) for game in games],
        "moments": moments,
        "start": start,
        "turns": turns_of(games, moments),
    }
    page = templates.get_template("replay.html.jinja")
    return page.render(
        title=clean(_title(games)),
        game=games[0],
        games=games,
        about=clean(_about(games)),
        stamp=clean(games[0]["stamp"]),
        style=Markup(style),
        script=Markup(script),
        data=Markup(_as_script(content)),
        policy=content_policy(script),
    )


def _as_script(content: Data) -> str:
    """Write data so that nothing in it ends a script element."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _title(games: list[Data]) -> str:
    return f"{games[0]['title']}: {' against '.join(game['name'] for game in games)}, deal {games[0]['deal']}"


def _about(games: list[Data]) -> str:
    one = games[0]
    players = f"{one['players']} player{'s' * (one['players'] != 1)}"
    return f"Variant {one['variant']}, {players}, seed {one['seed']}, deal {one['deal']}."
