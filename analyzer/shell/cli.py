"""The command line: finds the commands, runs one, and turns every problem into one message and an exit code."""

import atexit
import contextlib
import gc
import pkgutil
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from inspect import isfunction
from typing import Annotated, Any, NoReturn

import typer

from analyzer import __version__
from analyzer.errors import AnalyzerError, BadInput, MachineTrouble
from analyzer.shell import commands, output, watching


@cache
def find_commands() -> dict[str, Callable[..., Any]]:
    """Find the commands: the public functions of the modules in shell/commands; what is heavy, they import inside."""
    modules = (import_module(f"{commands.__name__}.{item.name}") for item in pkgutil.iter_modules(commands.__path__))
    found = ((module.__name__, part) for module in modules for part in vars(module).values() if isfunction(part))
    own = [part for module, part in found if part.__module__ == module and not part.__name__.startswith("_")]
    return {part.__name__.replace("_", "-"): part for part in sorted(own, key=lambda part: part.__name__)}


def make_app(names: Iterable[str]) -> typer.Typer:
    """Put some commands together."""
    app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)
    app.callback()(_options_of_all)
    for name in names:
        app.command(name)(find_commands()[name])
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"analyzer {__version__}")
        raise typer.Exit


def _options_of_all(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Monte Carlo strategy analyzer for board games."""


def main() -> NoReturn:
    """Run the command line; every problem is one message and an exit code, never a traceback."""
    gc.set_threshold(200_000, 20, 20)  # looking for garbage takes a seventh of the start, and there is none
    atexit.register(gc.freeze)  # nor when all is over, where Python would look again: a fifth of a short command
    output.prepare_terminal()
    code, words = _outcome()
    unwritten = output.close_output()
    if unwritten and not code:
        code, words = MachineTrouble.exit_code, f"cannot write the output: {unwritten}"
    if words:
        with contextlib.suppress(OSError, ValueError):
            typer.echo(f"analyzer: {words}", err=True)
    sys.exit(code)


def _outcome() -> tuple[int, str]:
    """Run the command; give its exit code, and what went wrong."""
    try:
        with watching.watched_over():
            called = [name for name in sys.argv[1:2] if name in find_commands()]
            code = make_app(called or find_commands())(standalone_mode=False, prog_name="analyzer")
    except AnalyzerError as problem:
        return problem.exit_code, str(problem)
    except typer.exceptions.TyperException as problem:
        text = problem.format_message() if hasattr(problem, "format_message") else str(problem)
        return getattr(problem, "exit_code", 2), text.replace("Value error, ", "")
    except KeyboardInterrupt:
        return 130, "interrupted"
    except BrokenPipeError:
        return 1, ""  # the reader of the pipe has gone; there is nobody to tell
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        return MachineTrouble.exit_code, f"{where}{problem.strerror or problem}"
    except MemoryError:
        return MachineTrouble.exit_code, "not enough memory; try fewer --jobs"
    except Exception as problem:
        from analyzer.games.policy_files.raised import told_raised

        words = told_raised(problem)  # in a file of the user's own, such as the words of a game
        if not words:
            raise
        return BadInput.exit_code, words
    return code if isinstance(code, int) else 0, ""
