"""All rule switches of Tranquility, with their clauses and sources, and the record of their values."""

from analyzer.games.switches import rules_layout
from analyzer.games.tranquility.rules.boards import board_fields
from analyzer.games.tranquility.switches import base, modules, sheets

SWITCHES = base.BASE + modules.MODULES + sheets.SHEETS

RULES = rules_layout(
    SWITCHES,
    *board_fields(),
    # what a part of the rules needs to know at a glance
    ("has_plain_costs", "i8", "costs are the printed ones, and no cell has a wrong side"),
    ("has_modules", "i8", "anything beyond the base game and removal"),
    ("has_closures", "i8", "cells can be closed to Islands"),
    ("has_storms", "i8", "Storms are in the game"),
    ("has_piled_storms", "i8", "Storms are drawn from the piles, not from the Explorer deck"),
    ("has_monsters", "i8", "Monsters are in the game, also in the Explorer deck"),
    ("has_rocks", "i8", "the Rocks are in the game, also in the Explorer deck"),
    ("n_dealt", "i8", "cards dealt to the piles"),
    ("n_piles", "i8", "piles they are dealt to"),
    ("n_shuffled", "i8", "cards of the full deal, from which every variant begins"),
    ("has_whole_deck", "i8", "the full deal, and nothing besides, is dealt"),
    ("highest", "i8", "cards of the highest pile"),
    ("n_borders", "i8", "border cards left over for the Explorer deck"),
)
