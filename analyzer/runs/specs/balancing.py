"""What a spec may ask of balance: the cells are tables at which all play alike, and nothing else varies."""

from collections.abc import Iterator, Mapping
from typing import Any

from analyzer.errors import BadInput, unknown
from analyzer.games import settings
from analyzer.games.interface import Game
from analyzer.runs.specs.spec import STUDIES

OTHERS = ("policies", "skill", "field", "line_ups", "switches", "alone", "treatments", "sums", "contrast", "hindsight")
HELD = ("freeze", "freeze_deal", "freeze_seed")


def balance_problems(game: Game, content: Mapping[str, Any], good: Mapping[str, Any]) -> list[str]:
    """List what keeps a spec from asking for studies of balance."""
    return [*_of_names(good["balance"].only), *_of_keys(content), *_of_tables(good), *_of_rivals(game, good)]


def _of_names(only: tuple[str, ...]) -> Iterator[str]:
    for number, name in enumerate(only):
        if name not in STUDIES:
            yield f"balance.only[{number}]: {unknown('study', name, STUDIES)}"


def _of_keys(content: Mapping[str, Any]) -> Iterator[str]:
    for key in (*OTHERS, *HELD):
        if key in content:
            yield f"balance, {key}: both given; allowed with balance: one variant, players, levels and effort"


def _of_tables(good: Mapping[str, Any]) -> Iterator[str]:
    if len(good.get("variants") or ()) > 1:
        yield "balance, variants: several variants; allowed with balance: one"
    levels = good.get("levels") or ("",)
    if {str(policy) for policy, _ in good.get("effort") or ()} >= set(levels):
        yield "balance, effort: every level has an effort of its own; allowed: all but one"


def _of_rivals(game: Game, good: Mapping[str, Any]) -> Iterator[str]:
    named = good.get("variants") or (next(iter(game.variants)),)
    try:
        setting = settings.read_setting(game, named[0])
    except BadInput:  # said where variants are read
        return
    switch = game.competitive_switch
    if not (game.is_competitive or (switch and setting.values[switch])):
        yield f"balance: in {setting.name} all seats win or lose together; balance is a question about rivals"
