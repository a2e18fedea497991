"""What `analyzer fit` shows on the terminal, built from a finished fit, nothing computed."""

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.shell.screens.screens import plain_table
from analyzer.stats import Estimate, format_estimate
from analyzer.studies.fitting.found import Fit, Prediction
from analyzer.studies.fitting.words import BOTS, doubt, sentences

SHOWN = 30  # lines of the table


def fit_screen(fit: Fit) -> RenderableType:
    """Show the answer, then what to expect of every variant, hardest first."""
    first, *rest = sentences(fit)
    basis = fit.basis
    plays = f"{basis.plays} play{'s' * (basis.plays != 1)}"
    head = f"{basis.game}: {plays} of {basis.log.removeprefix('log ')}, dial: sight of {basis.policy}"
    parts: list[RenderableType] = [Text(head, "bold"), Text(first, "yellow" if doubt(fit) else "green")]
    parts += [Text(sentence) for sentence in rest]
    shown = _shown(fit)
    foot = f"80 % interval {_share(fit.dial80)}; with other priors {_priors(fit)}. {BOTS}"
    more = f"{len(fit.predictions) - len(shown)} more lines with --json or --report." * (
        len(shown) < len(fit.predictions)
    )
    return Group(*parts, "", _table(fit, shown), Text(" ".join([foot, more]).strip(), "dim"))


def _shown(fit: Fit) -> list[Prediction]:
    """Choose what was played, and the numbers of players of the log."""
    likely = [item for item in fit.predictions if item.players in fit.sizes]
    likely.sort(key=lambda item: item.rate.value if item.rate is not None else 0.0)
    return likely[:SHOWN]


def _table(fit: Fit, shown: list[Prediction]) -> Table:
    if fit.is_scored:
        table = plain_table("variant", "players#", "winning score [95 %]#", "turns [95 %]#", "plays#")
        for item in shown:
            numbers = [_number(item.score), _number(item.turns), str(item.plays or "")]
            table.add_row(escape(item.variant), str(item.players), *numbers)
        return table
    table = plain_table("variant", "players#", "expected [95 %]#", "counted [95 %]#", "won#", "width after 10 plays#")
    for item in shown:
        won = f"{item.wins} of {item.plays}" if item.plays else ""
        width = "" if item.width_after is None else f"{item.width_after:.2f}"
        table.add_row(escape(item.variant), str(item.players), _percent(item.rate), _percent(item.observed), won, width)
    return table


def _percent(found: Estimate | None) -> str:
    return "" if found is None else format_estimate(found, percent=True)


def _number(found: Estimate | None) -> str:
    return "" if found is None else format_estimate(found)


def _share(found: Estimate) -> str:
    return f"[{found.low:.2f}, {found.high:.2f}]"


def _priors(fit: Fit) -> str:
    others = {name: dial for name, dial in fit.priors.items() if name != fit.basis.prior}
    return ", ".join(f"{dial.value:.2f} ({name})" for name, dial in others.items())
