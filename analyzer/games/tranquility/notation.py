"""Tranquility in text: positions for tests, boards and answers for replays."""

from typing import Any

from analyzer.games.tranquility.encoding import cell_of, kind_of, share_of
from analyzer.games.tranquility.rules import actions, hazards, placement
from analyzer.games.tranquility.rules.options import is_gift, n_options, option
from analyzer.games.tranquility.state import Card, Cause, Kind, Phase
from analyzer.games.words import IconScale, Words

_LETTERS = {
    int(Card.START): "S",
    int(Card.FINISH): "F",
    int(Card.MONSTER): "M",
    int(Card.WILD): "W",
    int(Card.YELLOW): "Y",
    int(Card.PURPLE): "P",
    int(Card.ORANGE): "O",
}
_CODES = {letter: code for code, letter in _LETTERS.items()}
_COLOURS = {int(Card.YELLOW): "yellow", int(Card.PURPLE): "purple", int(Card.ORANGE): "orange"}

CAUSE_WORDS = {
    "won": "won",
    "no_action": "lost: no legal action, fewer than two cards to discard",
    "empty_hand": "lost: no card in hand at the start of a turn",
    "one_card": "lost: one card in hand at the start of a turn",
    "start_shortage": "lost: too few cards to pay the Start",
    "finishes_gone": "lost: all Finishes were discarded",
    "grid_full": "ended: the grid is full",
    "stuck": "ended: the player to move has no legal action",
    "truncated": "cut off by the turn limit",
    "fault": "stopped by a policy's fault",
}
WHY = {"won": "every cell is filled and a Finish was played"}  # what a replay says of a cause, if it is not above
WORDS = Words(
    measures={
        "filled": "places filled",
        "paid": "cards paid for placements",
        "discard_twos": "turns spent on throwing away two cards",
        "start_turn": "turn of the Start (0 = never)",
        "finishes_lost": "Finishes thrown away",
        "start_depth": "cards above the nearest Start in its pile",
        "opening_finishes": "Finishes in the opening hands",
        "compasses_gained": "compasses gained",
        "compasses_spent": "compasses spent",
        "storms": "storms that broke",
        "hands_dumped": "hands thrown away",
        "monsters_played": "Monsters played",
        "finishes_refused": "Finishes refused because of a Monster",
        "rocks_stays": "times the Rocks were made to stay",
        "wilds_played": "wild cards played",
        "flips": "cards turned over",
        "explorers": "Explorers used",
    },
    deals=("start_depth", "opening_finishes"),
    ends=("finishes_lost", "turns", "filled", "paid", "discard_twos"),
    played={"start_turn": "the Start"},
    board="The first place of the path is at the bottom left.",
    icons=IconScale(policy="trained", players=3, cuts=(0.8, 0.6)),
)


def card_name(card: int) -> str:
    """Write a card: the number of an Island, or a letter."""
    return _LETTERS.get(int(card), str(int(card)))


def parse_cards(text: str) -> list[int]:
    """Read cards such as `S 3 9 F M W`."""
    return [_CODES[word] if word in _CODES else int(word) for word in text.split()]


def cell_name(rules: Any, cell: int) -> str:
    """Write a cell with its place on the board; row 1 is the bottom row."""
    return f"cell {cell} (row {rules.row_of[cell] + 1}, column {rules.column_of[cell] + 1})"


# The board


def render(rules: Any, state: Any) -> str:
    """Draw the board, top row first, what everybody sees, and the hand of the asked seat."""
    rows = [_row_text(rules, state.table, row) for row in reversed(range(int(rules.n_rows)))]
    lines = [*rows, _seats_text(rules, state.table), *_module_lines(rules, state.table), _hand_text(state)]
    return "\n".join(lines)


def legend(rules: Any) -> list[str]:
    """Say what the codes of the board mean that this variant has."""
    lines = ["top row first; numbers are Islands, · an empty cell", "in a hand: S Start, F Finish"]
    lines[1] += ", M Monster" * bool(rules.has_monsters) + ", W Wild" * bool(rules.wilds)
    if rules.has_rocks:
        lines.append("R before a row: closed by the Rocks")
    if rules.has_storms:
        lines.append("P before a row: closed by a purple Storm; Y, P, O in a hand: a yellow, purple or orange Storm")
    if rules.day_night:
        lines.append("after an Island: s the sun is up, m the moon")
    if rules.competitive:
        lines.append("after an Island: a laid by seat 0, b laid by seat 1")
    return lines


def price(rules: Any, state: Any, answer: int) -> tuple[int, str] | None:
    """Return what an answer costs at once: the cards to be given up."""
    if int(state.table.phase) != Phase.ACTION:
        return None
    kind, cell = int(kind_of(answer)), int(cell_of(answer))
    if actions.is_island(kind):
        cost = int(placement.cost_at(rules, state.table, kind, cell))
        return cost, "card" if cost == 1 else "cards"
    return (2, "cards") if kind == Kind.DISCARD_TWO else None


def _row_text(rules: Any, table: Any, row: int) -> str:
    """Draw one row; a pyramid is centred, the opening of an arch stays blank."""
    places = {int(rules.column_of[cell]): cell for cell in range(1, int(rules.cells) + 1) if rules.row_of[cell] == row}
    width = max(places) + 1
    widest = max(int(rules.column_of[cell]) for cell in range(1, int(rules.cells) + 1)) + 1
    margin = " " * (2 * (widest - width))
    cells = (_cell_text(rules, table, places.get(column)) for column in range(width))
    return f"{_row_mark(table, row)}{margin}{' '.join(cells)}"


def _row_mark(table: Any, row: int) -> str:
    rocks = "R" if int(table.rocks_row) == row else " "
    return f"{rocks}{'P' * int(table.purple[row]):<1}"


def _cell_text(rules: Any, table: Any, cell: int | None) -> str:
    if cell is None:
        return "   "
    number = int(table.number[cell])
    if number == 0:
        return "  ·"
    if rules.day_night:
        return f"{number:>2}{'m' if table.side[cell] else 's'}"
    if rules.competitive:
        return f"{number:>2}{'ab'[int(table.owner[cell]) - 1]}"
    return f"{number:>3}"


def _seats_text(rules: Any, table: Any) -> str:
    seats = [
        f"seat {seat}: hand {table.held[seat]}, pile {table.pile[seat]}, discarded {table.discarded[seat]}"
        for seat in range(int(rules.players))
    ]
    start = "Start laid" if table.started else "no Start yet"
    return "  " + "; ".join([*seats, start, f"{table.filled} of {rules.cells} cells filled"])


def _module_lines(rules: Any, table: Any) -> list[str]:
    seats = range(int(rules.players))
    parts = []
    if rules.has_storms:
        storms = [
            f"seat {seat} {colour} {count[seat]}" for seat in seats for colour, count in _storms(table) if count[seat]
        ]
        parts.append(f"Compasses {table.stock} (supply {table.supply}); Storms: {', '.join(storms) or 'none'}")
    if rules.explorer:
        parts.append(f"Explorer deck {table.explorers}, open Finishes {table.open_finishes}")
    if rules.day_night:
        parts.append(
            f"hands show the {'moon' if table.hands_side else 'sun'}; {table.n_wrong} Islands on the wrong side"
        )
    if rules.competitive:
        row = " ".join(card_name(card) for card in table.market[: int(table.n_market)])
        parts.append(f"points {table.score[0]} : {table.score[1]}; face up [{row}]")
    return [f"  {part}" for part in parts]


def _storms(table: Any) -> tuple[tuple[str, Any], ...]:
    return (("yellow", table.yellow), ("orange", table.orange))


def _hand_text(state: Any) -> str:
    hand = state.hands[int(state.table.asked)]
    return f"  seat {hand.seat} holds [{_cards_of_mask(state, -1)}]"


def _cards_of_mask(state: Any, mask: int) -> str:
    hand = state.hands[int(state.table.asked)]
    return " ".join(card_name(hand.cards[slot]) for slot in range(int(hand.held)) if mask >> slot & 1)


# Answers


def describe(rules: Any, state: Any, answer: int) -> str:
    """Put the answer to the question at hand into words."""
    question = int(state.table.phase)
    if question == Phase.ACTION:
        return _describe_action(rules, state, answer)
    if is_gift(question):
        return f"{_GIFT_WORDS[question]} {_cards_of_mask(state, answer)}"
    if question == Phase.SPLIT:
        shares = ", ".join(f"seat {seat} gives {share_of(answer, seat)}" for seat in range(int(rules.players)))
        return f"splits the Start's {state.table.cost}: {shares}"
    return _describe_module_answer(rules, state.table, question, answer)


_GIFT_WORDS = {
    int(Phase.PAY): "pays",
    int(Phase.DISCARD_TWO): "discards",
    int(Phase.GIVE): "gives for the Start",
    int(Phase.ROCKS_PAY): "pays to leave the Rocks:",
    int(Phase.YELLOW_DOWN): "discards for the yellow Storm",
    int(Phase.FLIP_PAY): "pays for the flip",
}


def _describe_action(rules: Any, state: Any, answer: int) -> str:
    kind, cell = kind_of(answer), cell_of(answer)
    if actions.is_island(kind):
        return f"plays {kind} to {cell_name(rules, cell)}, cost {placement.cost_at(rules, state.table, kind, cell)}"
    words = _ACTION_WORDS[kind]
    return f"{words} {cell_name(rules, cell)}" if cell else words


_ACTION_WORDS = {
    int(Kind.DISCARD_TWO): "discards two",
    int(Kind.FINISH): "plays the Finish",
    int(Kind.MONSTER): "plays a Monster on",
    int(Kind.DUMP): "discards the whole hand for a Compass",
    int(Kind.WILD_START): "plays a Wild as the Start",
    int(Kind.WILD_FINISH): "plays a Wild as the Finish",
    int(Kind.WILD_ISLAND): "plays a Wild to",
    int(Kind.WILD_MONSTER): "plays a Wild as a Monster on",
    int(Kind.FLIP): "flips",
    int(Kind.FLIP_HANDS): "turns all hands",
    int(Kind.OPEN_FINISH): "plays the open Finish",
}


def _describe_module_answer(rules: Any, table: Any, question: int, answer: int) -> str:
    if question == Phase.WILD_NUMBER:
        return f"names the Wild {answer}, cost {placement.cost_at(rules, table, answer, int(table.wild_cell))}"
    if question == Phase.EXPLORER_TARGET:
        return f"lets the Explorer Monster eat {cell_name(rules, answer)}"
    if question == Phase.COMP_DRAW:
        return f"takes {card_name(table.market[answer])} from the row"
    if question in (Phase.CLEAR, Phase.WILD_CLEAR):
        return _describe_clear(table, answer)
    words = {
        int(Phase.OFFER): f"could give {answer}",
        int(Phase.TOP): f"gives {answer} unseen top cards",
        int(Phase.ROCKS): "leaves the Rocks in place"
        if answer == hazards.STAY
        else f"moves the Rocks to row {answer + 1}",
        int(Phase.PURPLE): f"lays the purple Storm on row {answer + 1}",
        int(Phase.CANCEL): "cancels the Storm with a Compass" if answer else "lets the Storm come",
        int(Phase.FREE_DUMP): "discards the whole hand for a Compass" if answer else "keeps the hand",
    }
    return words[question]


def _describe_clear(table: Any, answer: int) -> str:
    if answer == 0:
        return "clears nothing"
    if table.storm:
        return "cancels the Storm with a Wild"
    colour, place = _COLOURS[kind_of(answer)], cell_of(answer)
    return f"clears the {colour} Storm of {'row ' + str(place + 1) if colour == 'purple' else 'seat ' + str(place)}"


def ending(rules: Any, state: Any) -> str:
    """Say how the game ended."""
    cause = Cause(int(state.table.cause)).name.lower()
    points = f"; points {state.table.score[0]} : {state.table.score[1]}" if rules.competitive else ""
    return f"turn {state.table.turn}: {CAUSE_WORDS[cause]}; {state.table.filled} of {rules.cells} cells filled{points}"


# Reasons


def reasons(policy: Any, rules: Any, table: Any, hand: Any, knobs: Any, answer: int) -> list[str]:
    """List the best placements as a policy scores them, the chosen one marked."""
    if int(table.phase) != Phase.ACTION:
        return []
    options = [int(option(rules, table, hand, index)) for index in range(int(n_options(rules, table, hand)))]
    places = [action for action in options if actions.is_island(kind_of(action))]
    scored = sorted(((_score(policy, rules, table, hand, knobs, action), action) for action in places), reverse=True)
    lines = []
    for score, action in scored[:3]:
        mark = "*" if action == answer else " "
        cost = placement.cost_at(rules, table, kind_of(action), cell_of(action))
        shown = f"score {score:.2f}" if score > -1e6 else "would close a gap for good"
        lines.append(f"{mark} {kind_of(action)} at cell {cell_of(action)}, cost {cost}: {shown}")
    return lines


def _score(policy: Any, rules: Any, table: Any, hand: Any, knobs: Any, action: int) -> float:
    kind, cell = kind_of(action), cell_of(action)
    return float(policy.score(rules, table, hand, knobs, kind, cell, placement.cost_at(rules, table, kind, cell)))


# Gaps


def name_gaps(rules: Any, table: Any) -> list[str]:
    """Name the gaps of a grid in words, in the order in which they are looked at."""
    names, low = [], 0
    while low <= rules.cells:
        number = int(table.number[low]) + 1
        high = int(table.above[number]) if number <= rules.islands else int(rules.cells) + 1
        if high - low > 1:
            names.append(_gap_name(rules, table, low, high))
        low = high
    return names


def _gap_name(rules: Any, table: Any, low: int, high: int) -> str:
    size = f"{high - low - 1} cell{'s' * (high - low > 2)}"
    after, before = table.number[low] if low else None, table.number[high] if high <= rules.cells else None
    if after and before:
        return f"the gap between {after} and {before} ({size})"
    where = f" after {after}" if after else f" before {before}" if before else ""
    return f"the gap{where} ({size})"
