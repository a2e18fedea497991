"""What kind of decision an answer is, for autopsies: by question."""

from typing import Any

from analyzer.games.portolano.state import Phase
from analyzer.games.words import kind_and_detail

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


def _named(state: Any, answer: int) -> tuple[str, str]:
    return KINDS[Phase(int(state.table.phase))]


kind, detail = kind_and_detail(_named)
