"""What a trained value says of the position that an answer leaves, as a chance of a win, and which things move it.

A thing's part is told by leaving it out of the sum over things: the chance that the same network gives without it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.interface import Game
from analyzer.games.values.declared import NO_ANSWER, Features
from analyzer.kernel.nets import training

SHOWN = 3  # things that are told


@dataclass(frozen=True)
class Without:
    """A thing, and the chance of a win if it were left out of the sum."""

    words: str
    chance: float


@dataclass(frozen=True)
class Valued:
    """What a seat's trained value says of the plan that it chose: a number of the network, not a measurement."""

    chance: float
    other: Without | None  # the best plan that begins with another answer, and its chance
    parts: tuple[Without, ...]  # those that move the chance most

    @property
    def lines(self) -> tuple[str, ...]:
        """Write it for a terminal."""
        other = f"; next best: {self.other.words}, {_percent(self.other.chance)}" if self.other else ""
        parts = (f"without {part.words}: {_percent(part.chance)}" for part in self.parts)
        return f"win chance by the trained value {_percent(self.chance)}{other}", *parts

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        named = [{"words": one.words, "chance": round(one.chance, 4)} for one in (self.other, *self.parts) if one]
        n_other = len(named) - len(self.parts)
        return {"chance": round(self.chance, 4), "other": named[0] if n_other else None, "without": named[n_other:]}


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def explain(game: Game, space: Any, rules: Any, state: Any, answer: int) -> Valued | None:
    """Explain the last decision made in a space; None where the policy answered by itself, or no chance was learned."""
    plans = space.plans
    if game.features.worth is not None:
        return None
    own = [place for place in range(int(plans.n)) if int(plans.answers[place, 0]) == answer]
    if not own:
        return None
    after, view = seen_after(game, rules, state, plans.answers[max(own, key=lambda place: float(space.scores[place]))])
    odds = odds_without(game.features, space.net, view)
    chances = [_chance(float(number)) for number in odds]
    names = game.features.name_things(rules, after.table) if game.features.name_things else []
    parts = [Without(_name(names, number), chance) for number, chance in enumerate(chances[1:])]
    order = sorted(range(len(parts)), key=lambda number: -abs(float(odds[number + 1] - odds[0])))
    other = _other(game, space, rules, state, answer)
    return Valued(chances[0], other, tuple(parts[number] for number in order[:SHOWN]))


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else f"thing {number + 1}"


def _chance(odds: float) -> float:
    return float(1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0))))


def _other(game: Game, space: Any, rules: Any, state: Any, answer: int) -> Without | None:
    """Find the best plan that begins with another answer."""
    plans, scores = space.plans, space.scores
    places = [place for place in range(int(plans.n)) if int(plans.answers[place, 0]) != answer]
    if not places:
        return None
    best = max(places, key=lambda place: float(scores[place]))
    odds = float(scores[best]) - float(space.mix) * float(plans.ratings[best])
    return Without(game.describe(rules, state, int(plans.answers[best, 0])), _chance(odds))


def seen_after(game: Game, rules: Any, state: Any, answers: Any) -> tuple[Any, Any]:
    """Carry a plan out on a copy of what the asked seat sees; give that copy, and the features of its position."""
    seat, copy, view = int(state.table.asked), np.zeros(1, game.state), np.zeros(1, game.features.view)
    copy["table"][0], copy["hands"][0, seat] = state.table, state.hands[seat]
    for answer in answers:
        if int(answer) != NO_ANSWER:
            game.features.carry_out(rules, copy[0], int(answer))
    game.features.look(rules, copy[0].table, copy[0].hands[seat], view[0])
    return copy[0], view[0]


def odds_without(features: Features, net: Any, view: Any) -> Any:
    """Give the log odds of a position, and those without each of its things in turn."""
    learner = np.zeros(1, training.learner_layout(features.thing, features.table, features.most_things))
    learner["net"][0] = net
    n, things = int(view.n), np.asarray(view.things)[: int(view.n)]
    lists = [things, *(np.delete(things, number) for number in range(n))]
    starts = np.cumsum([0, *map(len, lists)])
    odds = np.zeros(n + 1)
    samples = np.repeat(np.asarray(view.table), n + 1), np.concatenate(lists), starts, np.zeros(n + 1)
    training.judge_samples(learner, samples, odds)
    return odds
