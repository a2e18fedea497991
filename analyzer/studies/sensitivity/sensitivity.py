"""Which claims survive: each is played again in plausible worlds, where all that is assumed is something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.catalog import load_game
from analyzer.cells import CellReference
from analyzer.errors import BadInput
from analyzer.games import components, ranges, user_files, written
from analyzer.play import seeding, showing, stopping
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.studies import claim_files, claims
from analyzer.studies.sensitivity import kept, stamps
from analyzer.studies.sensitivity.worlds import World, Worlds, assumed_in, draw_worlds, problem_of

WORLDS, LEAST_WORLDS, MOST_WORLDS = 100, 10, 10_000
GAMES = 100_000  # of one claim in all worlds, unless it is said how many each cell gets
LEAST_DEALS = 100
SLOW_WORLDS, SLOW_GAMES, SLOW_DEALS = 20, 1_000, 20  # of a claim about players who look ahead: seconds a game
NOTHING_ASSUMED = "rests on nothing assumed"


@dataclass(frozen=True)
class Sensitivity(showing.Drawn):
    """Which claims about a game survive what is assumed about it."""

    game: str
    worlds: int  # of a claim, at most
    seed: int
    stamps: tuple[stamps.Stamp, ...]
    games: int
    found: int  # games that were there already
    seconds: float
    unassumed: tuple[claims.Claim, ...] = ()  # that rest on nothing assumed: no world differs
    file: str = ""  # of the claims, if it was named

    @property
    def words(self) -> str:
        """Say what survives."""
        more = [f"{claim.says} This {NOTHING_ASSUMED}." for claim in self.unassumed]
        return " ".join([*([self._words()] if self.stamps else []), *more])

    def _words(self) -> str:
        found = [stamp.verdict for stamp in self.stamps]
        if len(found) == 1:
            return f"{self.stamps[0].claim.says} This {self.stamps[0].words}."
        counts = ", ".join(f"{found.count(word)} {word}" for word in (stamps.STABLE, stamps.FLIPS, stamps.OPEN))
        each = {len(stamp.outcomes) for stamp in self.stamps}
        worlds = f"{self.worlds} worlds each" if len(each) == 1 else f"up to {self.worlds} worlds"
        return f"{len(found)} claims in {worlds}: {counts}."

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `sensitivity --json`."""
        return {
            "game": self.game,
            "claims_file": self.file,
            "worlds": self.worlds,
            "seed": self.seed,
            "words": self.words,
            "claims": [stamp.as_dict() for stamp in self.stamps],
            "rest_on_nothing_assumed": [claim.id for claim in self.unassumed],
            "games": self.games,
            "games_found": self.found,
            "seconds": self.seconds,
        }


def sensitivity(
    game: str,
    *,
    claim: str | Sequence[str] | None = None,
    file: str | Path | None = None,
    spec: str | Path | None = None,
    worlds: int | None = None,
    games: float | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Sensitivity:
    """Play claims again in plausible worlds, and stamp each with how many of them it survives.

    Parameters
    ----------
    game, seed, jobs, backend
        As for `simulate`; the seed draws the worlds, the deals are those of the claim.
    claim
        Ids of claims, one or several; by default all of the game.
    file
        A TOML file of claims (docs/claims.md); by default that of this project.
    spec
        A spec: only its headlines, the claims that name it in `where`.
    worlds
        How many worlds: in each, every assumed value is drawn from its range (`analyzer variants GAME` lists them).
        By default 100, and 20 for claims about players who look ahead.
    games
        Deals of every cell in every world; by default so many that a claim takes about 100,000 games, and 1,000 if
        players look ahead.
    out
        Folder that keeps the games and the worlds where a claim flips; who asks again goes on from there.
    control, say, on_games
        How to end it early, what receives remarks, and what receives the progress.

    Returns
    -------
    Sensitivity
        With `stamps`, one for each claim, each with its `share`, `movers` and `outcomes`; `words`, `as_dict()`.

    Examples
    --------
    >>> analyzer.sensitivity("portolano", claim="portolano-beginning", worlds=50)
    """
    chosen = claim_files.chosen(game, claim, file, spec)
    asked = Asked.checked(worlds, games, seed)
    unassumed = [one for one in chosen if not any(assumed_of(one))]
    plans = [Plan.made(one, asked) for one in chosen if one not in unassumed]
    with kept.KeptSampler(jobs, backend, control, on_games, say).keep_in(out) as sampler:
        assert isinstance(sampler, kept.KeptSampler)
        sampler.expected = sum(plan.games for plan in plans)
        found = [plan.stamp(sampler, None if out is None else Path(out)) for plan in plans]
    played = sampler.games, sampler.found, sampler.seconds
    most = max((len(plan.worlds.drawn) for plan in plans), default=asked.worlds or WORLDS)
    return Sensitivity(game, most, seed, tuple(found), *played, tuple(unassumed), str(file or ""))


def assumed_of(claim: claims.Claim) -> tuple[list[ranges.Plausible], list[ranges.Plausible]]:
    """List what a claim rests on that is assumed: what varies between worlds, and what stays."""
    return assumed_in([reference.make() for reference in _references(claim)])


def _references(claim: claims.Claim) -> list[CellReference]:
    """List the cells that a claim compares, each once."""
    return list(dict.fromkeys(cell.reference for cells in claim.contexts for cell in cells))


def looks_ahead(claim: claims.Claim) -> bool:
    """Tell whether somebody in a claim thinks for long."""
    return any(seat.searched is not None for one in _references(claim) for seat in one.make().seats)


@dataclass(frozen=True)
class Asked:
    """How many worlds and deals were asked for, if that was said, and which seed."""

    worlds: int | None
    deals: int | None
    seed: int  # of the worlds

    @classmethod
    def checked(cls, worlds: int | None, games: float | None, seed: int) -> Asked:
        """Refuse what cannot be."""
        if worlds is not None:
            stopping.check_range("--worlds", worlds, LEAST_WORLDS, MOST_WORLDS)
        deals = None if games is None else stopping.check_games(games)
        return cls(worlds, deals, seeding.derived_seed(stopping.check_seed(seed), "worlds"))

    def size_of(self, claim: claims.Claim) -> tuple[int, int]:
        """Give the worlds of a claim, and the deals of every cell in every world: fewer where somebody looks ahead."""
        usual, games = (SLOW_WORLDS, SLOW_GAMES) if looks_ahead(claim) else (WORLDS, GAMES)
        worlds = self.worlds or usual
        most = max(SLOW_DEALS if games == SLOW_GAMES else LEAST_DEALS, games // (worlds * _n_cells(claim)))
        return worlds, min(claim.deals, most) if self.deals is None else self.deals


def games_of(claim: claims.Claim, worlds: int, deals: int) -> int:
    """Count the games that a claim takes."""
    return (1 + worlds) * deals * _n_cells(claim)


@dataclass(frozen=True)
class Plan:
    """A claim, the worlds that it is played in, and how many deals of every cell."""

    claim: claims.Claim
    worlds: Worlds
    deals: int
    seed: int  # of the worlds

    @classmethod
    def made(cls, claim: claims.Claim, asked: Asked) -> Plan:
        """Draw the worlds of a claim."""
        n, deals = asked.size_of(claim)
        references = _references(claim)
        varied, held = assumed_of(claim)
        if not varied:
            raise BadInput(f"claim {claim.id!r}: nothing that has a range is assumed in its cells")
        alike = list({(one.variant, one.players): one for one in references}.values())

        def possible(changes: written.Changes) -> str | None:
            return problem_of([_in_world(one, changes) for one in alike])

        return cls(claim, draw_worlds(varied, n, asked.seed, possible, held), deals, asked.seed)

    @property
    def games(self) -> int:
        """Count the games that are to be played."""
        return games_of(self.claim, len(self.worlds.drawn), self.deals)

    def stamp(self, sampler: kept.KeptSampler, out: Path | None) -> stamps.Stamp:
        """Play the claim as it is assumed and in every world."""
        as_assumed = self._judged(sampler, {}, self.claim.seed)
        names = [check.what for check in as_assumed.checks]  # without all that a world changes
        drawn = self.worlds.drawn
        verdicts = [self._judged(sampler, world.changes, self._seed(world), len(drawn)) for world in drawn]
        worst = [_worst(verdict, names) for verdict in verdicts]
        movers = stamps.movers_of(self.worlds, stamps.Numbers.of(verdicts))
        share, chances = stamps.chances_of(verdicts)
        told = zip(drawn, verdicts, worst, chances, strict=True)
        outcomes = tuple(
            stamps.Outcome(world.number, verdict.word, check, chance, self._command(world, out, chance))
            for world, verdict, check, chance in told
        )
        return stamps.Stamp(self.claim, as_assumed, share, outcomes, movers, self.deals, self.games, self.worlds)

    def _seed(self, world: World) -> int:
        """Give each world deals of its own: the luck of one set of deals would move all worlds alike."""
        return seeding.derived_seed(self.claim.seed, f"world {world.number} of {self.seed}")

    def _judged(
        self, sampler: kept.KeptSampler, changes: written.Changes, seed: int, together: int = 1
    ) -> claims.Verdict:
        contexts = tuple(
            tuple(replace(cell, reference=_in_world(cell.reference, changes)) for cell in cells)
            for cells in self.claim.contexts
        )
        judge = claims.Judge(sampler, together)
        return judge.judge(replace(self.claim, contexts=contexts, deals=self.deals, seed=seed))

    def _command(self, world: World, out: Path | None, chance: float) -> str:
        """Write the command that replays a deal in a world where the claim fails; a folder keeps that world."""
        if chance >= 0.5:
            return ""
        cell = self.claim.contexts[0][0]
        reference = cell.line_up()[0]
        if out is None or reference.variant.file:
            return _in_world(reference, world.changes).replay_command(self._seed(world), 0)
        file = out / "worlds" / f"{self.claim.id}-{world.number}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_world_text(self.claim, world, reference), encoding="utf-8")
        return replace(reference, variant=written.WrittenVariant(file=str(file))).replay_command(self._seed(world), 0)


def _worst(verdict: claims.Verdict, names: Sequence[str]) -> claims.Check:
    """Give the number of a claim that fits least, under the name that it has as assumed."""
    checks = [replace(check, what=name) for check, name in zip(verdict.checks, names, strict=True)]
    return min(checks, key=stamps.margin_of)


def _n_cells(claim: claims.Claim) -> int:
    return sum(len(cell.line_up()) for cells in claim.contexts for cell in cells)


def _in_world(reference: CellReference, changes: written.Changes) -> CellReference:
    """Give a cell in a world; what the cell sets itself stays."""
    return replace(reference, changes=written.changed(changes, reference.changes))


def _world_text(claim: claims.Claim, world: World, reference: CellReference) -> str:
    """Write a world as a variant file, with what its cell's variant changes itself."""
    game = load_game(reference.game)
    every = written.changed(world.changes, reference.variant.changes)
    values: Mapping[str, Any] = {
        name: components.read_literal(str(value)) for name, value in _parts(every, game, False)
    }
    switches = dict(_parts(every, game, True))
    head = {"variant": "+".join(reference.variant.names), **switches}
    return user_files.toml_text(head, {"components": values} if values else None, f"{claim.id}: world {world.number}")


def _parts(changes: written.Changes, game: Any, is_switch: bool) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in changes.items() if (name in game.switch_by_name) == is_switch)
