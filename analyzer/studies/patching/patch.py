"""The smallest patch: which fewest changes give what is wanted at every level, each played again on fresh deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.written import Changes
from analyzer.play import seeding, showing, stopping
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.stats import estimate
from analyzer.studies.arenas import listed, read_counts
from analyzer.studies.patching import effects, judging, racing
from analyzer.studies.patching.observing import Quantity, Scene, Seen
from analyzer.studies.patching.offers import offers_of
from analyzer.studies.patching.scenes import scenes
from analyzer.studies.patching.wants import COMPONENTS, DECIDED, Want, read_wants, still_decided
from analyzer.studies.sensitivity.kept import KeptSampler

BUDGET = 1_000_000
LEAST_BUDGET, MOST_BUDGET = 1_000, 10**9
PARTS = {"start": 0.06, "singles": 0.36, "several": 0.28, "fresh": 0.3}  # of the budget
FINALISTS = 5  # of every number of changes
PROMISING, RACING, SUSPECTS = 10, 30, 3
ENOUGH_DEALS = 2_000  # of each cell of a patch, to be told on fresh deals
MOST_CHANGES = 3
FOUND, ENOUGH, NONE = "found", "nothing to change", "none"


@dataclass(frozen=True)
class Patching(showing.Drawn):
    """What was wanted, played and found."""

    game: str
    variant: str
    tables: tuple[str, ...]
    wants: tuple[Want, ...]
    offers: int
    seed: int
    budget: int
    games: int
    found: int  # games that were there already
    deals: int  # fresh ones of every patch
    seconds: float
    now: judging.Patch  # the game as it is
    tried: tuple[judging.Patch, ...]  # that were played on fresh deals

    @property
    def patches(self) -> list[judging.Patch]:
        """List the patches that meet all that is wanted and that no other beats: the fewest changes first."""
        return judging.front([one for one in (self.now, *self.tried) if one.is_named])

    @property
    def status(self) -> str:
        """Say whether patches were found, none was, or there is nothing to change."""
        if self.now.is_named:
            return ENOUGH
        return FOUND if self.patches else NONE

    @property
    def words(self) -> str:
        """Say it in one sentence."""
        where = "; ".join(self.tables)
        if self.status == ENOUGH:
            return f"There is nothing to change: the game gives what is wanted as it is ({where})"
        if self.status == NONE:
            near = judging.nearest(self.tried)[0]
            far = f"nearest: {near.words} with {near.worst.words}"
            return f"No patch of {MOST_CHANGES} changes or fewer was found ({where}); {far}"
        first = self.patches[0]
        sure = "" if first.verdict == judging.MET else ", as far as these games tell"
        several = f"{first.n_changes} change{'s' * (first.n_changes > 1)}"
        return f"The smallest patch has {several}: {first.words} ({where}{sure})"

    def __repr__(self) -> str:
        """Show it in one line."""
        return showing.one_line("Patching", self.game, self.variant, self.words)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `patch --json`."""
        near = [] if self.patches else judging.nearest(self.tried)
        return {
            "game": self.game,
            "variant": self.variant,
            "tables": list(self.tables),
            "wants": [str(want) for want in self.wants],
            "status": self.status,
            "words": self.words,
            "now": self.now.as_dict(),
            "patches": [one.as_dict() for one in self.patches],
            "nearest": [one.as_dict() for one in near],
            "offers": self.offers,
            "tried": len(self.tried),
            "deals": self.deals,
            "seed": self.seed,
            "budget": self.budget,
            "games": self.games,
            "games_found": self.found,
            "seconds": self.seconds,
        }


def patch(
    game: str,
    want: str | Sequence[str],
    *,
    change: str | Sequence[str] = (),
    variant: str | None = None,
    players: Sequence[int] | str | int | None = None,
    levels: Sequence[str] | str | None = None,
    budget: float = BUDGET,
    seed: int = 0,
    out: str | Path | None = None,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Patching:
    """Find the fewest changes of a game that give what is wanted at every level of play.

    Parameters
    ----------
    game, seed, jobs, backend
        As for `simulate`.
    want
        What is wanted: `"positions within 2 points"`, `"win rate 45% to 55%"`, `"median length 20 to 30"`,
        `"no component above 3 points"`; one or several.
    change
        What may be changed: `"switches"`, `"handicaps"`, `"prices"`, a switch, a resource, or one of them with the
        values to try (`"hand_limit=5,6"`); by default switches, the first resource, and prices of strong components.
    variant
        What is to be mended; by default the first variant that has what is wanted.
    players, levels
        Numbers of players and levels of play at which all must hold; by default the fewest, and casual and good.
    budget
        About how many games to play in all.
    out
        Folder that keeps the games; who asks again goes on from there.
    control, say, on_games
        How to end it early, what receives remarks, and what receives the progress.

    Returns
    -------
    Patching
        With `status`, `patches`, `words`, `as_dict()`.

    Examples
    --------
    >>> analyzer.patch("tranquility", "win rate 45% to 55%", budget=50_000)
    """
    wants = read_wants(want)
    games = stopping.check_range("--budget", budget, LEAST_BUDGET, MOST_BUDGET)
    root = stopping.check_seed(seed)
    tables = scenes(game, wants, variant, read_counts(players), listed(levels))
    named = [change] if isinstance(change, str) else list(change)
    offers_of(tables[0].reference.make(), named, ())  # a wrong name is told before the first game
    with KeptSampler(jobs, backend, control, on_games, say).keep_in(out) as sampler:
        assert isinstance(sampler, KeptSampler)
        sampler.expected = games
        search = _Search(Scene(tables, wants, sampler), games, root, named)
        tried, deals = search.run()
        cell = tables[0].reference.make()
        labels = tuple(table.label for table in tables)
        asked = game, cell.setting.name, labels, wants, search.n_offers, root, games
        return Patching(
            *asked, sampler.games + sampler.found, sampler.found, deals, sampler.seconds, tried[0], tuple(tried[1:])
        )


class _Search:
    """Looks at the game as it is, at single changes, at several, and plays the best on fresh deals."""

    def __init__(self, scene: Scene, budget: int, seed: int, named: Sequence[str]) -> None:
        self.scene, self.budget, self.seed, self.named = scene, budget, seed, named
        self.n_offers = 0

    def run(self) -> tuple[list[judging.Patch], int]:
        """Return the game as it is and the patches that were played on fresh deals, and how many these were."""
        now, decided = self._as_it_is()
        if _fits(now, self.scene):
            found, deals = self._fresh([racing.Runner({}, 0.0)], "as it is")
            if found[0].is_named:
                return found, deals
        if decided is not None:
            self.scene = self.scene.wanting(still_decided(decided))
        scene = self._narrowed(now)
        singles, foretold = self._singles(scene)
        runners = racing.promising([*singles, *self._several(scene, foretold)], scene)
        tried, deals = self._fresh(racing.best(runners, scene, self._affordable(runners)), "fresh")
        return [self._judged({}, 0.0, now, estimate.bonferroni_level(judging.LEVEL, len(now.values))), *tried], deals

    def _as_it_is(self) -> tuple[Seen, float | None]:
        """Play the game as it is; tell of rivals how many games somebody wins and somebody does not."""
        if not self.scene.tables[0].reference.make().is_competitive:
            return self.scene.look({}, *self._start()), None
        seen = self.scene.wanting(still_decided(1.0)).look({}, *self._start())
        asked = {one: values for one, values in seen.values.items() if one.want.what != DECIDED}
        return Seen(asked), min(seen.value(one) for one in seen.values if one not in asked)

    def _start(self) -> tuple[int, int]:
        """Give how many deals, and of which seed, are played of the game as it is."""
        deals = racing.deals_of(int(self.budget * PARTS["start"]), self.scene.cells_each({}))
        return deals, seeding.derived_seed(self.seed, "start")

    def _narrowed(self, now: Seen) -> Scene:
        """Look only at components that may break a want; what the others are worth is taken as it is now."""
        worths = {one: now.value(one) for one in now.values if one.want.what == COMPONENTS}
        if not worths:
            return self.scene
        limit = next(one.want.high for one in worths)
        largest = sorted(worths, key=lambda one: -worths[one])
        certain = [one.name for one in largest if now.estimate(one, racing.LEVEL).low > limit]
        suspects = tuple(dict.fromkeys([*certain, *(one.name for one in largest[:SUSPECTS])]))
        return self.scene.narrowed(suspects, *self._start())

    def _singles(self, scene: Scene) -> tuple[list[racing.Runner], effects.Effects]:
        """Race all single changes; what each does is noted on the way."""
        cell = scene.tables[0].reference.make()
        offers = offers_of(cell, self.named, scene.suspects or ())
        self.n_offers = len(offers)
        singles = [effects.Single(offer, value) for offer in offers for value in offer.values]
        possible = [one for one in singles if scene.problem(one.changes) is None]
        if not possible:
            raise BadInput(f"--change {' '.join(self.named)}: none of these changes is possible here")
        start = racing.Runner({}, 0.0)
        runners = [racing.Runner(one.changes, one.offer.size(one.value)) for one in possible]
        race, games = racing.Race(scene, self.seed, "singles"), int(self.budget * PARTS["singles"])
        race.round([start, *runners], games // 2)
        told = self._effects(scene, start, list(zip(possible, runners, strict=True)))
        between = [one for one in told.combined(told.gains(), 1) if scene.problem(one.changes) is None]
        known = [runner.changes for runner in runners]
        more = [racing.Runner(one.changes, one.size) for one in between if one.changes not in known]
        best = [*racing.best(runners, scene, 2 * FINALISTS), *more]
        return race.run(best, games // 2, FINALISTS), told

    def _effects(
        self, scene: Scene, start: racing.Runner, seen: list[tuple[effects.Single, racing.Runner]]
    ) -> effects.Effects:
        quantities = [one for one in start.seen.values if all(one in runner.seen.values for _, runner in seen)]
        numbers = [(single, _numbers(runner, quantities)) for single, runner in seen]
        return effects.effects_of(scene, quantities, _numbers(start, quantities), numbers)

    def _affordable(self, runners: Sequence[racing.Runner]) -> int:
        """Tell how many patches can be played on fresh deals, so many that they tell something."""
        each = self.scene.cells_each({}) * ENOUGH_DEALS
        return min(len(runners), max(FINALISTS, int(self.budget * PARTS["fresh"]) // each))

    def _several(self, scene: Scene, told: effects.Effects) -> list[racing.Runner]:
        """Race two changes, and three where no two are foretold to do."""
        found: list[racing.Runner] = []
        names = told.gains()[:PROMISING]
        for n_changes in range(2, MOST_CHANGES + 1):
            ordered = sorted(told.combined(names, n_changes), key=lambda one: (one.loss, one.size))
            chosen = list(_possible(ordered, scene))
            if not chosen:
                break
            runners = [racing.Runner(one.changes, one.size) for one in chosen]
            race = racing.Race(scene, self.seed, f"{n_changes} changes")
            part = PARTS["several"] / (1 if ordered[0].loss <= 0.0 else MOST_CHANGES - 1)
            found += race.run(runners, int(self.budget * part), FINALISTS)
            if ordered[0].loss <= 0.0:
                break
        return found

    def _fresh(self, runners: list[racing.Runner], name: str) -> tuple[list[judging.Patch], int]:
        """Play patches on deals that nothing was chosen by; all intervals hold together."""
        scene, seed = self.scene, seeding.derived_seed(self.seed, name)
        cells = sum(scene.cells_each(runner.changes) for runner in runners)
        deals = racing.deals_of(int(self.budget * PARTS["fresh"]), cells)
        seen = [scene.look(runner.changes, deals, seed) for runner in runners]
        level = estimate.bonferroni_level(judging.LEVEL, sum(len(one.values) for one in seen))
        both = zip(runners, seen, strict=True)
        return [self._judged(runner.changes, runner.size, one, level) for runner, one in both], deals

    def _judged(self, changes: Changes, size: float, seen: Seen, level: float) -> judging.Patch:
        return judging.judged(changes, size, seen, self.scene, level, self.seed)


def _numbers(runner: racing.Runner, quantities: Sequence[Quantity]) -> Any:
    return np.array([runner.value(one) for one in quantities])


def _possible(foretold: Sequence[effects.Foretold], scene: Scene) -> Iterator[effects.Foretold]:
    """Give the best that can be played: half by how far they lie outside, half the smallest of those that do."""
    does = sorted((one for one in foretold if one.loss <= 0.0), key=lambda one: one.size)
    ordered = [one for pair in zip(foretold, does, strict=False) for one in pair] + list(foretold)
    chosen: list[Changes] = []
    for one in ordered:
        if len(chosen) < RACING and one.changes not in chosen and scene.problem(one.changes) is None:
            chosen.append(one.changes)
            yield one


def _fits(seen: Seen, scene: Scene) -> bool:
    return judging.fit_of(judging.values_of(seen), scene)[0] == 0.0
