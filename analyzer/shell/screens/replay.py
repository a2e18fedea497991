"""What `replay` shows: a game on the terminal, as data, or as a page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from analyzer.errors import BadInput, PolicyFault
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.steps import Step
from analyzer.play.replay.trace import check_first, first_difference, moments_of, page_of, trace_of
from analyzer.shell.output import say, show, show_screen
from analyzer.studies.autopsy.chances import appraise, check_samples

if TYPE_CHECKING:
    from analyzer.play.replay.replay import Replay
    from analyzer.play.replay.steps import Step


def legend_screen(lines: list[str]) -> RenderableType:
    """Show what the codes of a board mean."""
    return Text("".join(f"  {line}\n" for line in lines), style="dim")


def step_screen(step: Step, number: int, game: str = "") -> RenderableType:
    """Show one step of a replay."""
    title = f"{number}. {game}turn {step.turn}, seat {step.seat} ({step.policy}): {step.question}, "
    title += f"{step.n_options} option{'s' * (step.n_options != 1)}"
    reasons = "".join(f"\n      {line}" for line in step.reasons)
    reasons += "".join(f"\n      {line}" for line in _chance_lines(step))
    return Text.assemble((title, "bold"), f"\n{step.board}\n", (f"  → {step.words}", "green"), (reasons, "dim"), "\n")


def _chance_lines(step: Step) -> list[str]:
    """Write the win chances of a step, where they were played out."""
    chance = (step.details or {}).get("chance")
    if not chance:
        return []
    whose = f"of seat {step.seat}" if "seats" in chance else f"of the team, as seat {step.seat} sees it,"
    lines = [f"win chance {whose} {_percent(chance['before'])}"]
    lines += [f"at its next question {_percent(chance['after'])}"] if chance["after"] else []
    best = chance["best"]
    if best:
        gain = _percent(best["gain"], "points")
        lines.append(f"best other: {best['words']}, {_percent(best['after'])}; it gains {gain}")
    return lines


def _percent(estimate: dict[str, float], unit: str = "%") -> str:
    if not estimate["n"]:
        return f"{100 * estimate['value']:.4g} {unit} (known)"
    value, low, high = (100 * estimate[name] for name in ("value", "low", "high"))
    return f"{value:.1f} {unit} [{low:.1f}, {high:.1f}], n = {estimate['n']}"


def brief_screen(step: Step, number: int, game: str = "") -> RenderableType:
    """Show one step in one line."""
    head = f"{number}. {game}turn {step.turn}, seat {step.seat}, {step.question}"
    return Text.assemble((head, "bold"), (f" → {step.words}", "green"))


def end_screen(story: Replay, is_brief: bool, game: str = "") -> RenderableType:
    """Show the last board, how it ended, and in the last line who won and why."""
    board = [] if is_brief else [Text(story.board)]
    return Group(*board, Text(f"{game}{story.ending}"), Text(f"{game}{story.result}", style="bold"))


Screen = Callable[..., Any]


@dataclass(frozen=True)
class Wanted:
    """What to show of a replay: from which step, how much, and where."""

    first: int | None
    is_brief: bool
    chances: int | None
    page: Path | None
    as_json: bool

    def check(self) -> None:
        """Reject options that make no sense, before anything is played."""
        if self.first is not None and self.first < 1:
            raise BadInput(f"--from {self.first}: steps count from 1")
        if self.page is not None:
            check_page_file(self.page)
        if self.chances is not None:
            check_samples(self.chances)
        for option, is_given in (("--html", self.page is not None), ("--chances", self.chances is not None)):
            if self.is_brief and is_given:
                raise BadInput(f"--brief omits what {option} needs; drop one of the two")

    def show(self, stories: list[Replay]) -> None:
        """Play one game, or two of one deal, and show the result; a policy's fault ends the command afterwards."""
        first = self.first or 1
        if self._is_live(stories):
            show_story(stories[0], first, self.is_brief)
        else:
            self._show_played(stories, [self._play(story) for story in stories], first)
        for story in stories:
            if story.fault:
                raise PolicyFault(story.fault)

    def _is_live(self, stories: list[Replay]) -> bool:
        """Tell whether steps can be shown while they are played."""
        return len(stories) == 1 and self.page is None and self.chances is None and not self.as_json

    def _play(self, story: Replay) -> list[Step]:
        story.is_full = not self.is_brief and (self.as_json or self.page is not None)
        story.is_drawn = self.page is not None
        return list(story) if self.chances is None else appraise(story, self.chances)

    def _show_played(self, stories: list[Replay], games: list[list[Step]], first: int) -> None:
        if self.page is not None:
            write_page(stories, games, self.first, self.page)
            say(f"page: {self.page}")
        if self.as_json:
            show(document_of(stories, games, first), None, True)
        elif self.page is not None:
            show_screen("\n".join(story.result for story in stories))
        else:
            show_games(stories, games, first, self.is_brief)


def check_page_file(path: Path) -> None:
    """Refuse a file that cannot be written."""
    if path.is_dir():
        raise BadInput(f"--html {path}: this is a folder; name a file, such as {path / 'replay.html'}")
    if not path.parent.is_dir():
        kind = "is a file, not a folder" if path.parent.exists() else "does not exist"
        raise BadInput(f"--html {path}: {path.parent} {kind}; name a file in an existing folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"--html {path}: not writable; choose another folder")


# The terminal


def show_story(story: Replay, first: int, is_brief: bool) -> None:
    """Show a game as it is played, from a step on."""
    number = 0
    for number, step in enumerate(story, start=1):
        if number == first:
            _show_legend(story, is_brief)
        if number >= first:
            show_screen(_screen(is_brief)(step, number))
    check_first(first, number)
    show_screen(end_screen(story, is_brief))


def _show_legend(story: Replay, is_brief: bool) -> None:
    legend = story.cell.game.legend
    if legend is not None and not is_brief:
        show_screen(legend_screen(legend(story.cell.rules)))


def _screen(is_brief: bool) -> Screen:
    return brief_screen if is_brief else step_screen


def show_games(stories: list[Replay], games: list[list[Step]], first: int, is_brief: bool) -> None:
    """Show games that were played: one from a step on, or two from where they differ."""
    if len(stories) > 1:
        return show_pair(stories, games, first, is_brief)
    check_first(first, len(games[0]))
    _show_legend(stories[0], is_brief)
    for number, step in list(enumerate(games[0], start=1))[first - 1 :]:
        show_screen(_screen(is_brief)(step, number))
    return show_screen(end_screen(stories[0], is_brief))


def show_pair(stories: list[Replay], games: list[list[Step]], first: int, is_brief: bool) -> None:
    """Show two games of one deal, turn by turn, from the first difference on or from a later step."""
    check_first(first, max(map(len, games)))
    different = first_difference(*games)
    names = [f"[{story.cell.seating}] " for story in stories]
    if different is None:
        show_screen(f"{names[0]}and {names[1]}play the same game, step by step.")
    else:
        _show_legend(stories[0], is_brief)
        show_screen(
            f"The first {different - 1} steps are the same." if different > 1 else "They differ from the first step."
        )
        for side, number in _walk(games, max(different, first)):
            show_screen(_screen(is_brief)(games[side][number - 1], number, names[side]))
    for story, name in zip(stories, names, strict=True):
        show_screen(end_screen(story, is_brief, name))


def _walk(games: list[list[Step]], first: int) -> Iterator[tuple[int, int]]:
    """Name the steps of both games in the order of their turns: which game, and which step."""
    before = (first - 1, first - 1)
    for moment in moments_of(*([step.turn for step in steps] for steps in games)):
        for side, number in enumerate(moment):
            if number > before[side]:
                yield side, number
        before = (max(moment[0], before[0]), max(moment[1], before[1]))


# Data and pages


def document_of(stories: list[Replay], games: list[list[Step]], first: int) -> dict[str, Any]:
    """Write one game as a trace, or two of one deal."""
    if len(stories) == 1:
        return trace_of(stories[0], games[0], first)
    check_first(first, max(map(len, games)))
    both = zip(stories, games, strict=True)
    traces = [trace_of(story, steps, min(first, len(steps))) for story, steps in both]
    return {"format": traces[0]["format"], "first_difference": first_difference(*games), "games": traces}


def write_page(stories: list[Replay], games: list[list[Step]], first: int | None, path: Path) -> None:
    """Write one game, or two of one deal side by side, as a page that opens at a step."""
    from analyzer.reporting.replay_page import render_replay
    from analyzer.runs.stored.files import write_atomically

    pages = [page_of(story, steps) for story, steps in zip(stories, games, strict=True)]
    end = 1 + max((step.turn for steps in games for step in steps), default=0)
    turns = [[*(step.turn for step in steps), end] for steps in games]
    moments: list[tuple[int, ...]] = [(number,) for number in range(1, len(turns[0]) + 1)]
    if len(games) > 1:
        moments = list(moments_of(*turns))
    check_first(first or 1, len(moments))
    start = first or _first_moment(games, moments)
    write_atomically(path, render_replay(pages, moments, start).encode("utf-8"))


def _first_moment(games: list[list[Step]], moments: list[tuple[int, ...]]) -> int:
    """Find the moment at which two games differ first."""
    different = first_difference(*games) if len(games) > 1 else None
    return next((at for at, moment in enumerate(moments, start=1) if max(moment) >= (different or 1)), 1)
