"""Knobs by name: which numbers policies share, what they are by default, and where each stands.

    WEIGHTS = Knobs(needed=10.0, chest=2.0)
    NEEDED, CHEST = WEIGHTS.places("needed", "chest")

    KNOBS = WEIGHTS.adding(least=2.0)  # own knobs come last
    LEAST = KNOBS.place("least")

    @policy(**KNOBS.tuned(__file__))  # the defaults that `analyzer tune` found: name.toml beside name.py

A place is always asked for by name, so that a knob left out, added or swapped cannot shift another.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, unknown


class Knobs(Mapping[str, float]):
    """Names with their defaults, in the order in which a policy finds them in `knobs`."""

    def __init__(self, **defaults: float) -> None:
        self._defaults = defaults

    def __getitem__(self, name: str) -> float:
        """Return the default of a knob."""
        return self._defaults[name]

    def __iter__(self) -> Iterator[str]:
        """Walk through the names in order."""
        return iter(self._defaults)

    def __len__(self) -> int:
        """Count the knobs."""
        return len(self._defaults)

    def place(self, name: str) -> int:
        """Return where a knob stands."""
        if name not in self._defaults:
            raise unknown("knob", name, self)
        return list(self._defaults).index(name)

    def places(self, *names: str) -> tuple[int, ...]:
        """Return where some knobs stand."""
        return tuple(self.place(name) for name in names)

    def setting(self, **values: float) -> Knobs:
        """Return the same knobs with some other defaults."""
        for name in values:
            self.place(name)
        return Knobs(**{**self._defaults, **values})

    def tuned(self, module: str) -> Knobs:
        """Return the same knobs with the defaults that the file of knobs beside a module holds."""
        return self.setting(**tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))["knobs"])

    def adding(self, **own: float) -> Knobs:
        """Return these knobs followed by further ones."""
        known = [name for name in own if name in self._defaults]
        if known:
            raise BadInput(f"knob {known[0]!r} exists already; set it with setting({known[0]}=...)")
        return Knobs(**self._defaults, **own)


def policies_with(shared: Knobs, policy: Any) -> Any:
    """Make a decorator for policies that share knobs: a keyword changes the default of the knob it names.

    A policy that also has knobs of its own says `knobs=shared.adding(...)`.
    """

    def decorate(
        function: Any = None, *, knobs: Knobs = shared, traits: tuple[str, ...] = (), rate: Any = None, **values: float
    ) -> Any:
        if list(knobs)[: len(shared)] != list(shared):
            raise BadInput(f"the first knobs must be {', '.join(shared)}; your own knobs come after them")
        return policy(function, traits=traits, rate=rate, **knobs.setting(**values))

    return decorate
