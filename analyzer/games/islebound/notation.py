"""Islebound in text: positions for tests, tables and answers for replays."""

from typing import Any

from analyzer.games.islebound import encoding
from analyzer.games.islebound.data import COMPONENTS
from analyzer.games.islebound.rules import end, move
from analyzer.games.islebound.rules.recruit import recruit_price
from analyzer.games.islebound.state import BLOCKED, NOBODY, Action, Cause, Phase
from analyzer.games.words import Words

TOWNS = [str(town["id"]) for town in COMPONENTS.tree["town"]]
TOWN_NAMES = [str(town["name"]) for town in COMPONENTS.tree["town"]]
KINDS = [str(kind["id"]) for kind in COMPONENTS.tree["crew"]]
BUILDINGS = [str(building["id"]) for building in COMPONENTS.tree["building"]]
BUILDING_NAMES = [str(building["name"]) for building in COMPONENTS.tree["building"]]
GOODS = ("coins", "wood", "fish", "books", "pirates", "serpents", "Ichor")
LOSSES = ("a pirate", "a serpent", "Ichor")

CAUSE_WORDS = {
    "finished": "played to the end",
    "truncated": "cut off by the round limit",
    "fault": "stopped by a policy's fault",
}
WORDS = Words(measures={"rounds": "rounds", "trigger_round": "round in which the end was triggered (0 = never)"})


def town(name: str) -> int:
    """Find a town by its id."""
    return TOWNS.index(name)


def building(name: str) -> int:
    """Find a building by its id."""
    return BUILDINGS.index(name)


def kind(name: str) -> int:
    """Find a crew kind by its id."""
    return KINDS.index(name)


def town_name(number: int) -> str:
    """Write a town."""
    return TOWN_NAMES[number] if 0 <= number < len(TOWN_NAMES) else "nowhere"


def building_name(number: int) -> str:
    """Write a building."""
    return BUILDING_NAMES[number] if 0 <= number < len(BUILDING_NAMES) else "–"


def render(rules: Any, state: Any) -> str:
    """Write the table as everybody sees it, and the hand of the asked seat."""
    table = state.table
    lines = [_market_text(rules, table), _track_text(rules, table)]
    lines += [_seat_text(rules, table, seat) for seat in range(int(rules.players))]
    hand = state.hands[int(table.asked)]
    if rules.architect:
        lines.append(f"  seat {hand.seat} holds [{_names(int(hand.cards))}], may draft [{_names(int(hand.pack))}]")
    return "\n".join(lines)


def legend(rules: Any) -> list[str]:
    """Say what the codes of the table mean."""
    return [
        "influence, from left to right: a seat's cube, · an empty space, x a closed one",
        "crew: on deck / exhausted / injured; renown: tiles made + place on the track",
    ]


def price(rules: Any, state: Any, answer: int) -> tuple[int, str] | None:
    """Return what an answer costs at once, where that is one number."""
    table, question = state.table, Phase(int(state.table.phase))
    if question == Phase.PLAN:
        fish = int(move.fish_to(rules, table, int(table.asked), encoding.town_of(answer)))
        return (fish, "fish for the way") if fish else None
    if question == Phase.FREE and encoding.BUY <= answer < encoding.DROP_FISH:
        return int(rules.price[_card(rules, table, answer - encoding.BUY)]), "coins"
    if question == Phase.RECRUIT and answer > 0:
        return int(recruit_price(rules, table, answer - 1)), "coins"
    return None


def _market_text(rules: Any, table: Any) -> str:
    row = ", ".join(building_name(int(card)) for card in table.row[: int(rules.n_row)])
    events = ", ".join(
        town_name(int(rules.event_town[int(table.event_top[pile])])) for pile in (0, 1) if table.event_left[pile]
    )
    crew = ", ".join(KINDS[int(kind)] if kind >= 0 else "–" for kind in table.recruit)
    return f"  round {table.round_no}; row [{row}]; events at {events}; crew [{crew}]; map {table.coins_on_map} coins"


def _track_text(rules: Any, table: Any) -> str:
    signs = {NOBODY: "·", BLOCKED: "x"}
    spaces = "".join(signs.get(int(owner), str(int(owner))) for owner in table.space[: int(rules.n_spaces)])
    supply = f"{table.tiles_left} tiles, {table.pirates_left} pirates, {table.serpents_left} serpents"
    return f"  influence {spaces}; supply {supply}"


def _seat_text(rules: Any, table: Any, seat: int) -> str:
    held = ", ".join(f"{int(n)} {name}" for name, n in zip(GOODS, table.goods[seat], strict=True) if n)
    towns = ", ".join(town_name(number) for number, owner in enumerate(table.owner) if owner == seat)
    crew = "/".join(_crew_text(state[seat]) for state in (table.deck, table.tired, table.hurt))
    return (
        f"  seat {seat} at {town_name(int(table.region[seat]))}: {held or 'nothing'}; crew {crew}; "
        f"renown {table.tiles[seat]} tiles + {table.track[seat]}; towns {towns or 'none'}; "
        f"buildings [{_names(int(table.owned[seat]))}]; {end.score_of(rules, table, seat)} points"
    )


def _crew_text(counts: Any) -> str:
    return ",".join(f"{n}×{KINDS[kind]}" if n > 1 else KINDS[kind] for kind, n in enumerate(counts) if n) or "–"


def _names(mask: int) -> str:
    return ", ".join(building_name(number) for number in range(64) if mask >> number & 1)


def describe(rules: Any, state: Any, answer: int) -> str:
    """Put the answer to the question at hand into words."""
    table = state.table
    question = Phase(int(table.phase))
    if question == Phase.PLAN:
        return f"sails to {town_name(encoding.town_of(answer))} to {_action_text(answer)}"
    if question == Phase.ACTION:
        return f"decides to {_action_text(answer)}"
    if question == Phase.FREE:
        return _free_text(rules, table, answer)
    if question == Phase.OFFER:
        return _offer_text(answer)
    if question == Phase.BUILD:
        return "builds nothing" if answer == 0 else f"builds {building_name(_card(rules, table, answer - 1))}"
    if question == Phase.HOME:
        return f"makes {town_name(answer)} the home port"
    if question == Phase.DRAFT:
        return f"keeps {building_name(answer)}"
    return _small_text(table, question, answer)


def _action_text(answer: int) -> str:
    action = Action(encoding.action_of(answer))
    words = {Action.NONE: "do nothing", Action.HUNT: "hunt for treasure", Action.DIPLOMACY: "ally with the town"}
    if action == Action.RAID:
        return f"raid seat {encoding.target_of(answer)}"
    return words.get(action, f"{action.name.lower()} the town")


def _free_text(rules: Any, table: Any, answer: int) -> str:
    if answer == encoding.GO_ON:
        return "goes on"
    if answer in (encoding.DROP_FISH, encoding.DROP_WOOD):
        return f"throws {'fish' if answer == encoding.DROP_FISH else 'wood'} overboard"
    if answer < encoding.BUY:
        return f"completes the event of pile {answer - encoding.EVENT + 1}"
    return f"buys {building_name(_card(rules, table, answer - encoding.BUY))}"


def _card(rules: Any, table: Any, place: int) -> int:
    return place if rules.architect else int(table.row[place])


def _offer_text(answer: int) -> str:
    if answer == 0:
        return "offers no trade"
    give = f"{encoding.n_given_of(answer)} {GOODS[encoding.given_of(answer)]}"
    want = f"{encoding.n_wanted_of(answer)} {GOODS[encoding.wanted_of(answer)]}"
    return f"offers seat {encoding.partner_of(answer)} {give} for {want}"


def _small_text(table: Any, question: Phase, answer: int) -> str:
    recruit = "recruits nobody"
    if question == Phase.RECRUIT and answer > 0:
        recruit = f"recruits {KINDS[int(table.recruit[answer - 1])]}"
    texts = {
        Phase.GOODS: f"takes {'wood' if answer == 0 else 'fish'}",
        Phase.EXCHANGE: ("stops", "exchanges", "exchanges for fish")[min(answer, 2)],
        Phase.RECRUIT: recruit,
        Phase.REPUTATION: "skips reputation" if answer == 0 else f"takes the reputation card of pile {answer}",
        Phase.REPLY: ("declines", "accepts")[min(answer, 1)],
        Phase.CREW: f"uses {KINDS[answer] if answer < len(KINDS) else answer}",
        Phase.COMMIT: f"commits {answer & 15} pirates, {answer >> 4 & 15} serpents, {answer >> 8 & 15} Ichor, "
        f"{answer >> 12} combat crew",
        Phase.REROLL: "keeps the dice" if answer == 0 else f"rerolls a {answer}",
        Phase.INJURE: f"injures {answer} crew",
        Phase.LOSS: f"loses {LOSSES[min(answer, 2)]}",
        Phase.STEP: ("skips the step", "carries out the step")[min(answer, 1)],
        Phase.HEAL: f"heals {KINDS[answer] if answer < len(KINDS) else answer}",
        Phase.DISCARD: f"discards {building_name(answer)}",
        Phase.DROP: f"throws {answer} wood overboard and fish for the rest",
        Phase.ASSIGN: f"assigns a {answer + 1}",
        Phase.CUBE: f"takes the cube from space {answer + 1}",
        Phase.INFLUENCE: f"pays {(answer >> 4).bit_count()} cubes and {answer & 15} negotiators",
    }
    return texts[question]


def ending(rules: Any, state: Any) -> str:
    """Say how the game ended."""
    table = state.table
    scores = ", ".join(f"seat {seat} {end.score_of(rules, table, seat)}" for seat in range(int(rules.players)))
    cause = Cause(int(table.cause)).name.lower()
    return f"round {table.round_no}: {CAUSE_WORDS[cause]}; {scores} (data set {COMPONENTS.name})"
