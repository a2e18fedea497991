"""A replay as one self-contained HTML file: every piece once, and of every step only what changes."""

import json
from typing import Any

from markupsafe import Markup

from analyzer.reporting.html import content_policy, environment, source
from analyzer.reporting.wording import clean

Data = dict[str, Any]
KEPT = (
    "turn",
    "seat",
    "policy",
    "question",
    "asks",
    "n_options",
    "words",
    "cost",
    "score",
    "options",
    "chance",
    "value",
)
OF_AN_OPTION = ("words", "cost", "score", "samples", "interval", "is_own", "target", "chosen")


def packed(game: Data) -> Data:
    """Pack a game: `frames` with whole drawings go in, the same with differences come out."""
    pieces, cards = dict[str, int](), dict[str, int]()
    before: Data = {"pieces": {}, "seats": [], "facts": {}, "columns": []}
    frames = []
    for frame in game["frames"]:
        drawing = frame.get("drawing") or before
        hand = [cards.setdefault(_text(card), len(cards)) for card in drawing.get("hand", [])]
        frames.append({**_words(frame), "hand": hand, **_differences(before, drawing, pieces)})
        before = drawing
    names = ("name", "title", "verdict")
    return {
        **{name: game[name] for name in names},
        "key": before.get("key"),
        "columns": before["columns"],
        "pieces": [json.loads(text) for text in pieces],
        "cards": [json.loads(text) for text in cards],
        "curve": curve_of(game["frames"]),
        "frames": frames,
    }


def curve_of(frames: list[Data]) -> Data:
    """Gather the win chances as lines, one for each seat through its own questions.

    A chance is that of whoever is asked, and rests on what that seat sees: a line through the questions of all seats
    would jump with whoever moves.
    """
    asked = [(place, frame["seat"], frame["chance"]) for place, frame in enumerate(frames) if frame.get("chance")]
    points = {seat: [[place, chance["before"]] for place, own, chance in asked if own == seat] for _, seat, _ in asked}
    lines = [{"seat": seat, "points": found} for seat, found in sorted(points.items()) if len(found) > 1]
    is_contest = any("seats" in chance for *_, chance in asked)
    whose = "of each seat" if is_contest else "of the team"
    return {"words": f"Win chance {whose}, as {'it' if is_contest else 'each seat'} sees the game", "lines": lines}


def _words(frame: Data) -> Data:
    """Keep what a page shows of a step."""
    if frame.get("end"):
        return {"end": True, **_undrawn(frame)}
    kept = {name: frame[name] for name in KEPT if frame.get(name) is not None}
    if "options" in kept:
        kept["options"] = [_option(option) for option in kept["options"]]
    return kept | _undrawn(frame)


def _undrawn(frame: Data) -> Data:
    return {} if frame.get("drawing") else {"text": frame["board"]}


def _option(option: Data) -> Data:
    kept = {name: option[name] for name in OF_AN_OPTION if option.get(name)}
    return {**kept, "score": option.get("score")}


def _differences(before: Data, after: Data, known: dict[str, int]) -> Data:
    """Write what differs between two drawings; new pieces are noted once, by their text."""
    found: Data = {}
    changed = [key for key, piece in after["pieces"].items() if before["pieces"].get(key) != piece]
    if changed:
        texts = (_text({"key": key, **after["pieces"][key]}) for key in changed)
        found["pieces"] = [known.setdefault(text, len(known)) for text in texts]
    gone = [key for key in before["pieces"] if key not in after["pieces"]]
    if gone:
        found["gone"] = gone
    if before["seats"] != after["seats"]:
        found["seats"] = after["seats"]
    if before.get("view") != after.get("view"):
        found["view"] = after["view"]
    names = [*after["facts"], *(name for name in before["facts"] if name not in after["facts"])]
    facts = [[name, after["facts"].get(name)] for name in names]
    changed_facts = [[name, value] for name, value in facts if before["facts"].get(name) != value]
    return found | ({"facts": changed_facts} if changed_facts else {})


def _text(content: Data) -> str:
    return json.dumps(content, separators=(",", ":"))


def turns_of(games: list[Data], moments: list[tuple[int, ...]]) -> list[Data]:
    """List the turns: at which moment each begins, and what was done first, by the last game if it is there."""
    found: list[Data] = []
    seen = None
    for at, moment in enumerate(moments, start=1):
        frames = [game["frames"][number - 1] for game, number in zip(games, moment, strict=True)]
        playing = [frame for frame in frames if not frame.get("end")]
        turn = max((frame["turn"] for frame in playing), default=None)
        if turn == seen:
            continue
        seen = turn
        words = " | ".join(f"seat {frame['seat']} {frame['words']}" for frame in playing)
        found.append({"at": at, "turn": "end" if turn is None else str(turn), "words": words or games[0]["verdict"]})
    return found


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
