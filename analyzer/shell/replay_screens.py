"""A replay in the terminal: the legend, the steps, and who won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from analyzer.play.replay import Replay
    from analyzer.play.steps import Step


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
    lines = [f"win chance {_percent(chance['before'])}"]
    lines += [f"at the next question {_percent(chance['after'])}"] if chance["after"] else []
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
