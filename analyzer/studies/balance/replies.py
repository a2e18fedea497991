"""What a reply may be: a policy with its knobs turned and some kinds of answers banned, searched as one space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analyzer.cells import make_seat
from analyzer.games.interface import Game
from analyzer.games.written import BANNED, WrittenPolicy, read_policy
from analyzer.studies.tuning.plan import Knob, KnobSpace, make_space

BAN_AT = 1.25  # steps from the start: one candidate in ten of the first generation has a certain ban
BAN = "ban "  # in front of the kind, in the name of what is searched


@dataclass(frozen=True)
class ReplySpace(KnobSpace):
    """A policy, its knobs, and the kinds of answers that may be banned."""

    def turned(self, knobs: Mapping[str, float]) -> WrittenPolicy:
        """Give the policy with knobs turned, in a ban of the kinds that are far enough from their start."""
        own = super().turned({name: value for name, value in knobs.items() if not name.startswith(BAN)})
        kinds = tuple(
            name.removeprefix(BAN) for name, value in knobs.items() if name.startswith(BAN) and value >= BAN_AT
        )
        return WrittenPolicy(BANNED, inside=own, kinds=kinds) if kinds else own


def reply_space(game: Game, policy: str) -> ReplySpace | None:
    """Give what is searched from a policy on; None where it has neither knobs nor strategies to ban."""
    seat = make_seat(game, read_policy(policy))
    bans = tuple(Knob(f"{BAN}{kind}", 0.0, 1.0, -1.0, 2.0 * BAN_AT) for kind in game.strategies)
    if seat.knobs:
        own = make_space(game, policy)
        base, defaults, bare, knobs = own.base, own.defaults, own.policy, tuple(map(_with_its_sign, own.knobs))
    else:
        base, defaults, bare, knobs = {}, {}, replace(read_policy(policy), knobs={}), ()
    return ReplySpace(bare, base, defaults, (*knobs, *bans)) if knobs or bans else None


def _with_its_sign(knob: Knob) -> Knob:
    """Keep a knob on its side of 0: few policies can be played beyond it."""
    if knob.start == 0.0:
        return knob
    return replace(knob, low=0.0) if knob.start > 0.0 else replace(knob, high=0.0)


def is_plain(game: Game, policy: str) -> bool:
    """Tell whether a policy plays by itself: neither at random nor with a wrapper, such as a look-ahead, around it."""
    seat = make_seat(game, read_policy(policy))
    return not seat.wrapper and not seat.policy.is_random and "clairvoyant" not in seat.policy.traits


def mixture(game: Game, level: str) -> tuple[WrittenPolicy, ...]:
    """Give the field of a level: the players of all levels and the recommended policy, that play by themselves."""
    named: Sequence[str] = [game.recommended, *game.levels.values(), level]
    found: dict[str, WrittenPolicy] = {}
    for name in named:
        if is_plain(game, name):
            found.setdefault(make_seat(game, read_policy(name)).label, read_policy(name))
    return tuple(found.values())
