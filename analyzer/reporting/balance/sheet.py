"""The designer's sheet: every question in one sentence, with one verdict and what to try next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.reporting.balance import pieces
from analyzer.reporting.balance.answers import (
    CHANGE,
    CHOICES,
    COMPONENTS,
    EXPLOITS,
    FINE,
    HOLDS,
    KINGS,
    LENGTH,
    LOOK,
    LUCK,
    ORDER,
    PRICES,
    RACE,
    STRATEGIES,
    Line,
    with_handicaps,
)
from analyzer.reporting.balance.said import (
    PARTS,
    PLACES,
    Found,
    handicap_words,
    label,
    lead_words,
    near,
    percent,
)
from analyzer.reporting.wording import counted

LARGE_GAP = 0.05  # of win share, from a fair one: change the rules
RUNAWAY, TIGHT = 0.9, 0.75  # win share of who leads alone at half-time
CUT_OFF = 0.01  # of games
IDLE = 0.25  # of the turns
OFTEN = 0.05  # of the games: more than that for certain is worth a look
LITTLE = 0.01  # of win share, from a fair one: not worth a compensation
LOST_TIME = "two thirds"  # of the game: how often who is far behind then still wins


def sheet(found: Found) -> list[Line]:
    """Answer every question that was studied."""
    studies = found["studies"]
    lines: list[Line] = []
    if "turn-order" in studies:
        lines += [_order(found, table) for table in studies["turn-order"]["tables"]]
    for tell in (_length, _race, _kings, _choices):
        lines += [line for table in studies.get("course", ()) for line in tell(found, table)]
    for table in studies.get("components", ()):
        lines += list(pieces.components(found, table))
    lines += [pieces.prices(found, table) for table in studies.get("prices", ())]
    if "strategies" in studies:
        lines += list(pieces.strategies(studies["strategies"]))
    lines += [pieces.exploit(one) for one in studies.get("exploits", ())]
    if "luck" in studies:
        lines += [Line(LUCK, label(table), f"{table['words']}.", FINE) for table in studies["luck"]["tables"]]
    for table in studies.get("stronger", ()):
        lines += list(_stronger(table))
    return lines


TOPICS = {
    ORDER: "the turn order",
    LENGTH: "the length",
    RACE: "the race",
    KINGS: "lost seats that choose the winner",
    CHOICES: "turns that do not matter",
    COMPONENTS: "the components",
    PRICES: "the prices",
    STRATEGIES: "the strategies",
    EXPLOITS: "players that can be exploited",
    LUCK: "where luck comes from",
    HOLDS: "what stronger play changes",
}


def _order(found: Found, table: Found) -> Line:
    shares, fair = [share["value"] for share in table["shares"]], table["fair"]
    off = [share - fair for share in shares]
    place = max(range(len(off)), key=lambda one: (round(abs(off[one]), 3), -one))
    if not table["uneven"]:
        smallest = f"{100 * table['smallest_shown']:.1f}"
        told = f"Nobody is ahead by turn order for certain; a gap of {smallest} points would show."
        return Line(ORDER, label(table), told, FINE)
    told = f"{_who(place)} wins {near(shares[place], fair)} of the games, not {_fair(table)}"
    if all(abs(share[end] - fair) < LITTLE for share in table["shares"] for end in ("ci_low", "ci_high")):
        return Line(ORDER, label(table), f"{told}: less than a point, which needs no compensation.", FINE)
    verdict, remedy = (CHANGE if abs(off[place]) >= LARGE_GAP else LOOK), table["compensation"]
    if remedy is None or not any(remedy["given"]) or _furthest(remedy["shares"], fair) >= abs(off[place]):
        return Line(ORDER, label(table), f"{told}; no handicap was found that brings it nearer to even.", verdict)
    words = handicap_words(remedy["given"], remedy["unit"])
    then = f"no gap shows on fresh deals; one of {100 * remedy['smallest_shown']:.1f} points would"
    furthest = f"{100 * _furthest(remedy['shares'], fair):.1f}"
    then = then if remedy["even"] else f"the largest gap is {furthest} points on fresh deals"
    mend = with_handicaps(found, table, remedy["handicap"].split("; "))
    return Line(ORDER, label(table), f"{told}. With {words} {then}.", verdict, f"{words} at the start", mend)


def _who(place: int) -> str:
    return "Whoever begins" if place == 0 else f"The {PLACES[place]} in turn order"


def _fair(table: Found) -> str:
    return PARTS.get(table["players"], "a fair share")


def _furthest(shares: Sequence[Found], fair: float) -> float:
    return max(abs(float(share["value"]) - fair) for share in shares)


def _length(found: Found, table: Found) -> Iterator[Line]:
    rounds, endings = table["rounds"], table["endings"]
    name, most = max(endings.items(), key=lambda item: item[1]["value"])
    cut = sum(endings[name]["value"] for name in ("truncated", "fault") if name in endings)
    words = found.get("causes", {}).get(name, name).rpartition(": ")[2]
    told = f"Half of the games last up to {counted(round(rounds['median']['value']), 'round')}, nine in ten up to "
    told += (
        f"{rounds['p90']['value']:.0f}; {'all' if most['value'] == 1 else percent(most['value'])} end thus: {words}."
    )
    yield Line(LENGTH, label(table), told, LOOK if cut > CUT_OFF else FINE)


def _race(_found: Found, table: Found) -> Iterator[Line]:
    ahead = table["leader_wins"]
    if ahead is None:
        yield Line(RACE, label(table), f"{lead_words(table)}.", FINE)
        return
    verdict = CHANGE if ahead["ci_low"] > RUNAWAY else LOOK if ahead["ci_low"] > TIGHT else FINE
    told = lead_words(table)
    behind = [one for one in table["comebacks"] if one["time"] == LOST_TIME]
    if behind:
        far = max(behind, key=lambda one: one["low"])
        told += (
            f"; who is at least {far['low']:.0f} behind after {LOST_TIME} still wins {percent(far['share']['value'])}"
        )
    yield Line(RACE, label(table), f"{told}.", verdict)


def _kings(_found: Found, table: Found) -> Iterator[Line]:
    kings = table["stakes"]["kings"]
    if kings is None:
        return
    verdict = LOOK if kings["ci_low"] > OFTEN else FINE
    share = f"In {percent(kings['value'])}" if kings["value"] else "In none"
    told = f"{share} of {kings['games']} games a seat without a chance decides in its last turn who wins."
    yield Line(KINGS, label(table), told, verdict)


def _choices(_found: Found, table: Found) -> Iterator[Line]:
    idle, spread = table["stakes"]["idle"], table["stakes"]["spread"]
    told = f"{percent(idle['value'])} of the turns leave no choice"
    told = "No turn is without a choice" if idle["value"] == 0 else told
    if spread is not None:
        told += f"; a choice moves the own win chance by {abs(100 * spread['value']):.1f} points on average"
    yield Line(CHOICES, label(table), f"{told}.", LOOK if idle["ci_low"] > IDLE else FINE)


def _stronger(table: Found) -> Iterator[Line]:
    fair, others = table["fair"], [one for one in table["components"] if not _is_kept(one)]
    off = [abs(share["value"] - fair) for share in table["shares"]]
    place = max(range(len(off)), key=lambda one: (round(off[one], 3), -one))
    is_uneven = any(share["ci_low"] > fair or share["ci_high"] < fair for share in table["shares"])
    told = f"{_who(place)} wins {near(table['shares'][place]['value'], fair)} of the games, "
    told += f"{'for certain' if is_uneven else 'which may be chance'} (fair: {_fair(table)})"
    if table["evened"]:
        told += f"; with the handicap found at {table['found_at']}, {near(table['evened'][place]['value'], fair)}"
    told += f". Gaps of {100 * table['smallest_shown']:.1f} points would show"
    yield Line(HOLDS, label(table), f"{told}.", FINE)
    if table["components"]:
        sure = [one for one in others if one["here"]["certain"]]
        kept = len(table["components"]) - len(others)
        told = f"Of the {len(table['components'])} components worth most at {table['found_at']}, {kept} keep their sign"
        told += f"; {len(sure)} have the other one for certain" if sure else "; none has the other one for certain"
        shown = f"Effects of {100 * table['smallest_component']:.1f} points would show"
        yield Line(HOLDS, label(table), f"{told}. {shown}.", LOOK if sure else FINE)


def _is_kept(component: Found) -> bool:
    return bool(component["found"]["value"] * component["here"]["value"] > 0)
