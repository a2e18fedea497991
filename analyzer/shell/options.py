"""The options that several commands share, and how their values are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from analyzer.play.control import Backend


def read_count(text: str) -> int:
    """Read a number of games: `100000`, `100_000`, `1e6`."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = float(text)
    except ValueError:
        value = 0.5
    if not value.is_integer():  # nor are inf and nan
        raise typer.BadParameter(f"{text!r} is not a whole number; write 100000, 100_000 or 1e5")
    return int(value)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `analyzer games`.")]
Players = Annotated[int | None, typer.Option(help="Number of players; default: the fewest allowed, at least 2.")]
VariantName = Annotated[
    str | None, typer.Option("--variant", help="Variant: a name, a sum (this+that) or a TOML file.")
]
Sets = Annotated[
    list[str] | None, typer.Option("--set", help="Change a switch of the variant: switch=value; repeatable.")
]
Handicaps = Annotated[
    list[str] | None,
    typer.Option("--handicap", help="Give a seat or turn position more or less: 'position 3: coins +2'; repeatable."),
]
Grants = Annotated[
    list[str] | None,
    typer.Option("--grant", help="Let a seat begin with a component: 'position 1: building:market'; repeatable."),
]
Removals = Annotated[
    list[str] | None, typer.Option("--remove", help="Take a component out of the game: building:market; repeatable.")
]
Prices = Annotated[
    list[str] | None, typer.Option("--price", help="Change a component's price: 'building:market +2'; repeatable.")
]
PolicyName = Annotated[
    str | None,
    typer.Option(
        "--policy", help="Name, name(knob=value), file.py or file.py:name; one for all seats, or one per seat: a,b,…"
    ),
]
Games = Annotated[int, typer.Option(help="Number of games; 1e6 is a million.", parser=read_count, metavar="N")]
GamesOrNone = Annotated[
    int | None,
    typer.Option(help="Number of games; default: 100,000. With --until: the maximum.", parser=read_count, metavar="N"),
]
Seed = Annotated[int, typer.Option(help="Root seed: the same seed gives the same deals.")]
Jobs = Annotated[int | None, typer.Option(help="Number of parallel workers; default: one per core.")]
BackendName = Annotated[
    str, typer.Option("--backend", help="Where to play: threads, processes or dask (docs/cluster.md).")
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Dask scheduler; default: $DASK_SCHEDULER_ADDRESS, else a local cluster."),
]
SchedulerFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="File that `dask scheduler --scheduler-file` wrote.")
]
Freeze = Annotated[
    str | None,
    typer.Option(metavar="STREAMS", help="Chance that does not vary: deck,setup, or policies for their own."),
]
FreezeDeal = Annotated[
    int | None, typer.Option(metavar="N", help="With --freeze: the deal that it comes from. Default: 0.")
]
FreezeSeed = Annotated[
    int | None,
    typer.Option(metavar="SEED", help="With --freeze: the seed that it comes from; alone, game N takes its deal N."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
RunDir = Annotated[Path, typer.Argument(metavar="RUN_DIR", help="Run directory that `analyzer run` wrote.")]


def treated(
    sets: list[str] | None,
    handicap: list[str] | None,
    grant: list[str] | None,
    remove: list[str] | None,
    price: list[str] | None,
) -> list[str]:
    """Read the options of treatments into what is set on top of a variant."""
    from analyzer.games.treatments.written import treated as with_treatments

    given = {"handicap": handicap or (), "grant": grant or (), "remove": remove or (), "price": price or ()}
    return list(with_treatments(sets or [], **given))


def backend_of(name: str, scheduler: str | None, scheduler_file: Path | None) -> Backend:
    """Read where to play."""
    from analyzer.play.control import Backend

    return Backend(name, scheduler, scheduler_file)
