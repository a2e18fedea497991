"""A replay as one document: what was played, every step as data, and how it ended (docs/trace.schema.json)."""

from itertools import pairwise
from typing import Any

from analyzer import __version__
from analyzer.errors import BadInput
from analyzer.kernel import streams
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.steps import Data, Step, changes

FORMAT = 1  # of the document; a later one may add fields


def trace_of(story: Replay, steps: list[Step], first: int = 1) -> Data:
    """Write a replay that was played to its end; its steps from the `first` on."""
    check_first(first, len(steps))
    written = [{"number": number, **step.as_dict()} for number, step in enumerate(steps, start=1)]
    _note_changes(written)
    return {
        "format": FORMAT,
        **header_of(story),
        "n_steps": len(steps),
        "steps": written[first - 1 :],
        "outcome": story.outcome,
        "ending": story.ending,
        "fault": story.fault,
        "place": story.place,
    }


def header_of(story: Replay) -> Data:
    """Write what was played: enough to play it again."""
    cell = story.cell
    return {
        "game": cell.game.name,
        "title": cell.game.title,
        "variant": cell.setting.name,
        "players": cell.players,
        "seed": story.seed,
        "deal": story.deal,
        "policies": [seat.label for seat in cell.seats],
        "rules": dict(cell.setting.values),
        "rules_version": cell.game.rules_version,
        "streams_version": streams.VERSION,
        "package_version": __version__,
        "command": cell.reference.replay_command(story.seed, story.deal),
    }


def page_of(story: Replay, steps: list[Step]) -> Data:
    """Write a replay that was drawn as a page takes it: a frame for every step, and one for the end."""
    frames = [{**step.as_dict(), "board": step.board, "drawing": step.drawing} for step in steps]
    end = {"end": True, "board": story.board, "drawing": story.drawing}
    header = header_of(story)
    versions = f"rules {header['game']}/{header['rules_version']}, analyzer {header['package_version']}"
    stamp = f"{header['command']} · {versions}"
    return {**header, "name": story.cell.seating, "verdict": story.result, "stamp": stamp, "frames": [*frames, end]}


def check_first(first: int, n_steps: int) -> None:
    """Refuse a step that a game does not have."""
    if not 1 <= first <= max(n_steps, 1):
        raise BadInput(f"--from {first}: this game has steps 1 to {n_steps}")


def _note_changes(steps: list[dict[str, Any]]) -> None:
    """Record in every step what the previous answer, and the chance after it, changed on the table."""
    for before, after in pairwise(steps):
        if "state" in before and "state" in after:
            found = changes(before["state"]["table"], after["state"]["table"], "table")
            after["changed"] = list(found)
    if steps and "state" in steps[0]:
        steps[0]["changed"] = []


# Two games of one deal


def first_difference(one: list[Step], other: list[Step]) -> int | None:
    """Return the number of the first step in which two games differ; None if they are the same."""
    for number, (a, b) in enumerate(zip(one, other, strict=False), start=1):
        if (a.board, a.question, a.answer) != (b.board, b.question, b.answer):
            return number
    return None if len(one) == len(other) else min(len(one), len(other)) + 1


def moments_of(one: list[int], other: list[int]) -> list[tuple[int, int]]:
    """Pair the steps of two games, given the turn of each: turn by turn, the shorter turn waiting at its last step."""
    moments: list[tuple[int, int]] = []
    places = [_places(turns) for turns in (one, other)]
    for turn in sorted({*one, *other}):
        a, b = (place.get(turn, []) for place in places)
        for step in range(max(len(a), len(b))):
            last = moments[-1] if moments else (1, 1)
            moments.append((_at(a, step, last[0]), _at(b, step, last[1])))
    return moments


def _places(turns: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, turn in enumerate(turns, start=1):
        found.setdefault(turn, []).append(number)
    return found


def _at(steps: list[int], place: int, last: int) -> int:
    return steps[min(place, len(steps) - 1)] if steps else last
