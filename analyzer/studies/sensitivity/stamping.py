"""Stamps every claim, the cheapest first, into a file: what is stamped already is not played again.

A stamp stays as long as its claim, the ranges, the numbers of worlds and deals, and the play are the same. Where the
code of rules or policies has changed, a few deals of every cell tell whether they still play alike.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.play import showing
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.runs.stored import manifest
from analyzer.runs.stored.stamps import read_stamps, write_stamps
from analyzer.studies import claim_files, claims
from analyzer.studies.samples import Sampler
from analyzer.studies.sensitivity import kept
from analyzer.studies.sensitivity.sensitivity import NOTHING_ASSUMED, Asked, Plan, assumed_of, games_of, looks_ahead
from analyzer.studies.sensitivity.stamps import Stamp

FILE = Path("docs") / "stamps.toml"
PROBE = 20  # deals that tell whether changed code plays alike; of players that look ahead 1
PILOT, SLOW_PILOT = 200, 4  # deals that tell how long a claim takes; of players that look ahead
SLOW = 200.0  # times as long as others, before it is measured
UNASSUMED = "nothing assumed"  # the verdict of a claim that no world changes


@dataclass(frozen=True)
class Due:
    """A claim that has no stamp yet, and what it takes."""

    claim: claims.Claim
    key: str  # what is asked
    code: str  # of the rules and policies that play it
    games: int  # 0: nothing is assumed, so nothing is played

    @property
    def looks_ahead(self) -> bool:
        """Tell whether somebody thinks for long."""
        return looks_ahead(self.claim)

    @property
    def rank(self) -> float:
        """Order by what it takes, roughly."""
        return self.games * (SLOW if self.looks_ahead else 1.0)

    def played(self, sampler: Sampler) -> str:
        """Give a few deals of all its cells in short: code that plays them alike is as good as the same."""
        code, deals = hashlib.sha256(), 1 if self.looks_ahead else PROBE
        for cell in _cells(self.claim) if self.games else ():
            code.update(sampler.play(cell, deals, self.claim.seed).rows.tobytes())
        return code.hexdigest()[:12]

    def is_answered(self, stamp: Mapping[str, Any], sampler: Sampler) -> bool:
        """Tell whether a stamp is the one of this question, by code that plays as it does now."""
        if stamp.get("key") != self.key:
            return False
        return self.code == stamp.get("code") or self.played(sampler) == stamp.get("plays")


@dataclass(frozen=True)
class Stamping(showing.Drawn):
    """What is stamped, and what is still to be done."""

    file: Path
    stamped: Mapping[str, Mapping[str, Any]]  # by claim
    due: Sequence[Due]
    forecast: Mapping[str, float]  # seconds of one core, by claim
    seed: int  # of the worlds
    games: int
    seconds: float

    @property
    def words(self) -> str:
        """Say how far it is."""
        told = f"{len(self.stamped)} claims have a stamp in {self.file}"
        if not self.due:
            return told
        hours = f", about {sum(self.forecast.values()) / 60.0:.0f} minutes of one core" if self.forecast else ""
        return f"{told}; {len(self.due)} have none yet{hours}"

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `stamps --json`."""
        return {
            "file": str(self.file),
            "words": self.words,
            "stamps": {name: dict(stamp) for name, stamp in self.stamped.items()},
            "seed": self.seed,
            "due": [{"id": one.claim.id, "games": one.games, "forecast": self._cost(one)} for one in self.due],
            "games": self.games,
            "seconds": self.seconds,
        }

    def _cost(self, due: Due) -> float | None:
        return self.forecast.get(due.claim.id)


def stamps(
    game: str | None = None,
    *,
    claim: str | Sequence[str] | None = None,
    file: str | Path | None = None,
    claims_file: str | Path | None = None,
    spec: str | Path | None = None,
    worlds: int | None = None,
    games: float | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    forecast: bool = False,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Stamping:
    """Stamp every claim that has no stamp yet: play it again in plausible worlds, and note how many it survives.

    Parameters
    ----------
    game
        Only claims about this game; by default about all.
    claim
        Only these ids, one or several.
    file
        The file of stamps; by default docs/stamps.toml. Each stamp is written as soon as it is made.
    claims_file
        A TOML file of claims; by default that of this project.
    spec, worlds, games, seed, out, jobs, backend, control, say, on_games
        As for `sensitivity`.
    forecast
        Only measure how long it would take.

    Returns
    -------
    Stamping
        With `stamped`, `due`, `forecast`, `words`, `as_dict()`.

    Examples
    --------
    >>> analyzer.stamps("rumini", forecast=True).words
    """
    asked = Asked.checked(worlds, games, seed)
    path = Path(file) if file is not None else FILE
    known = read_stamps(path)
    every = [_due(one, asked) for one in claim_files.chosen(game, claim, claims_file, spec)]
    with kept.KeptSampler(jobs, backend, control, on_games, say).keep_in(None if forecast else out) as sampler:
        assert isinstance(sampler, kept.KeptSampler)
        answered = [one for one in every if one.is_answered(known.get(one.claim.id, {}), sampler)]
        due = sorted((one for one in every if one not in answered), key=lambda one: one.rank)
        if forecast:
            costs = {one.claim.id: _cost(one, sampler) for one in due}
            return Stamping(path, known, due, costs, seed, sampler.games, sampler.seconds)
        fresh = {one.claim.id: {**known[one.claim.id], **_said(one.claim), "code": one.code} for one in answered}
        if any(fresh[name] != known[name] for name in fresh):
            known = {**known, **fresh}
            write_stamps(path, known)
        sampler.expected = sampler.games + sum(one.games for one in due)
        for one in due:
            stamp = _stamped(one, asked, sampler, None if out is None else Path(out))
            known = {**known, one.claim.id: stamp}
            write_stamps(path, known)
        return Stamping(path, known, (), {}, seed, sampler.games, sampler.seconds)


def _cells(claim: claims.Claim) -> list[Any]:
    return [reference.make() for cells in claim.contexts for cell in cells for reference in cell.line_up()]


def _due(claim: claims.Claim, asked: Asked) -> Due:
    varied, held = assumed_of(claim)
    ranges = [[one.name, str(one.default), [str(value) for value in one.values]] for one in (*varied, *held)]
    cells = _cells(claim)
    tested = [claim.kind, claim.measure, claim.value, claim.tolerance, claim.deals, claim.seed]
    played = [[cell.reference.describe(), cell.reference.policy] for cell in cells]
    worlds, deals = asked.size_of(claim)
    rests = [tested, played, ranges, worlds, asked.seed, deals]
    code = [manifest.sources_of(cells), cells[0].game.rules_version]
    return Due(claim, _short(rests), _short(code), games_of(claim, worlds, deals) if varied else 0)


def _short(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


def _cost(due: Due, sampler: Sampler) -> float:
    """Play a few deals of a claim, and tell how many seconds of one core all of them take."""
    if not due.games:
        return 0.0
    deals, before, games = SLOW_PILOT if due.looks_ahead else PILOT, sampler.seconds, sampler.games
    for cell in _cells(due.claim)[:4]:
        sampler.play(cell, deals, due.claim.seed)
    return (sampler.seconds - before) * sampler.jobs / max(sampler.games - games, 1) * due.games


def _stamped(due: Due, asked: Asked, sampler: kept.KeptSampler, out: Path | None) -> dict[str, Any]:
    """Make the stamp of a claim, as it is kept."""
    claim = due.claim
    played = {"key": due.key, "code": due.code, "plays": due.played(sampler)}
    head = {"game": claim.contexts[0][0].reference.game, **_said(claim), **played}
    if not due.games:
        _varied, held = assumed_of(claim)
        words = NOTHING_ASSUMED if not held else f"rests on {len(held)} assumed values that have no alternative"
        return {**head, "verdict": UNASSUMED, "words": words, "worlds": 0}
    begun = time.monotonic()
    stamp = Plan.made(claim, asked).stamp(sampler, out)
    return {**head, **_kept(stamp), "seconds": round(time.monotonic() - begun, 1)}


def _said(claim: claims.Claim) -> dict[str, Any]:
    """Tell what is claimed, where, and who plays: how this is written may change, and the games are the same."""
    seated = {str(policy) for cell in _cells(claim) for policy in cell.reference.policies}
    return {"says": claim.says, "where": list(claim.where), "who": sorted(seated)}


def _kept(stamp: Stamp) -> dict[str, Any]:
    ends = [stamp.share.value, stamp.share.low, stamp.share.high]
    return {
        "verdict": stamp.verdict,
        "words": stamp.words,
        "worlds": len(stamp.outcomes),
        "holds": stamp.counts["holds"],
        "flips_for_certain": stamp.counts["flips_for_certain"],
        "share": [round(end, 3) if math.isfinite(end) else end for end in ends],
        "moved_by": [f"{one.name}: {stamp.moved(one)}" for one in stamp.movers[:3]],
        "varied": len(stamp.worlds.varied),
        "held": len(stamp.worlds.held),
        "deals": stamp.deals,
        "games": stamp.games,
    }
