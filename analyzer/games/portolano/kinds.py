"""What kind of decision an answer is, for autopsies: by question."""

from __future__ import annotations

from typing import Any

from analyzer.games.portolano.state import Phase

KINDS = {  # by question: its kind, and the detail
    Phase.GIFT_TYPE: ("beginning", "an extension"),
    Phase.GIFT_RUM: ("beginning", "rum"),
    Phase.PIRATE: ("beginning", "the pirate's place"),
    Phase.SHIP: ("beginning", "the ship's place"),
    Phase.RECOVER: ("rum for goods", ""),
    Phase.RECOVER_MORE: ("rum for goods", ""),
    Phase.CARDS: ("cards laid", ""),
    Phase.SEA: ("sea tile", ""),
    Phase.UPGRADE: ("extension", ""),
    Phase.TRADE_WAY: ("trade", ""),
    Phase.TRADE: ("trade", ""),
    Phase.SWAP_GIVE: ("trade", ""),
    Phase.SWAP_TAKE: ("trade", ""),
    Phase.SEFTES: ("trade", ""),
    Phase.UNLOAD: ("unloading", ""),
    Phase.PORT_RUM: ("rum in port", ""),
    Phase.PORT_CHOICE: ("next port", ""),
    Phase.DISCARD: ("thrown out", ""),
    Phase.KNIGHT: ("battle", "peace or not"),
    Phase.LOSE: ("battle", "what is lost"),
    Phase.LOOT: ("battle", "the loot"),
    Phase.JETTISON: ("battle", "thrown overboard"),
}


def kind(rules: Any, state: Any, answer: int) -> str:
    """Name the kind of decision that an answer is."""
    return _named(state, answer)[0]


def detail(rules: Any, state: Any, answer: int, better: int) -> str:
    """Say more of an answer, beside a better one; "" if there is no word for it."""
    own, other = _named(state, answer), _named(state, better)
    return own[1] if own[0] == other[0] else f"instead of {other[0]}"


def _named(state: Any, answer: int) -> tuple[str, str]:
    return KINDS[Phase(int(state.table.phase))]
