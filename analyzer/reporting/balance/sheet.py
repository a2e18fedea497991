"""The designer's sheet: every question in one sentence, with one verdict and what to try next."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.reporting.spoken import begun
from analyzer.reporting.wording import counted

ORDER, LENGTH, RACE = "Fair turn order?", "How long, and how does it end?", "Closest race or runaway?"
CHOICES, KINGS = "Does every turn matter?", "Does a lost seat choose the winner?"
COMPONENTS, STRATEGIES = "Strongest and weakest components?", "Strategies that work?"
PRICES, EXPLOITS = "What should components cost?", "Can the players be exploited?"
HOLDS = "Does it hold at stronger play?"
LUCK = "Where does luck come from?"
UNSEEN = "no deal differs"
FINE, LOOK, CHANGE = "fine", "look at", "change"
LARGE_GAP = 0.05  # of win share, from a fair one: change the rules
RUNAWAY, TIGHT = 0.9, 0.75  # win share of who leads alone at half-time
CUT_OFF = 0.01  # of games
IDLE = 0.25  # of the turns
OFTEN = 0.05  # of the games: more than that for certain is worth a look
LOST_TIME = "two thirds"  # of the game: how often who is far behind then still wins
NAMED = 3  # components that a sentence names
FORCED = 0.1  # forced answers in a game: fewer are not worth a word
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
PARTS = {2: "a half", 3: "a third", 4: "a quarter", 5: "a fifth", 6: "a sixth"}

Found = Mapping[str, Any]  # the document of a balance, or a part of it


@dataclass(frozen=True)
class Line:
    """One question, answered for one table."""

    question: str
    table: str
    sentence: str
    verdict: str
    remedy: str = ""  # the treatment that would mend it, in words
    mend: str = ""  # a command that tries it

    def as_dict(self) -> dict[str, str]:
        """Write it as data."""
        return asdict(self)


def sheet(found: Found) -> list[Line]:
    """Answer every question that was studied."""
    studies = found["studies"]
    lines: list[Line] = []
    if "turn-order" in studies:
        lines += [_order(found, table) for table in studies["turn-order"]["tables"]]
    for tell in (_length, _race, _kings, _choices):
        lines += [line for table in studies.get("course", ()) for line in tell(found, table)]
    for table in studies.get("components", ()):
        lines += list(_components(found, table))
    lines += [_prices(found, table) for table in studies.get("prices", ())]
    if "strategies" in studies:
        lines += list(_strategies(studies["strategies"]["bans"]))
    lines += [_exploit(one) for one in studies.get("exploits", ())]
    if "luck" in studies:
        lines += [Line(LUCK, label(table), f"{table['words']}.", FINE) for table in studies["luck"]["tables"]]
    for table in studies.get("stronger", ()):
        lines += list(_stronger(table))
    return lines


def summary(lines: Sequence[Line]) -> str:
    """Say in one sentence what is to be changed, what is worth a look, and that the rest is fine."""
    worst = {verdict: _questions(lines, verdict) for verdict in (CHANGE, LOOK)}
    worst[LOOK] = [question for question in worst[LOOK] if question not in worst[CHANGE]]
    told = [f"{words}: {', '.join(worst[verdict])}" for verdict, words in VERDICTS.items() if worst[verdict]]
    return f"{begun('; '.join(told))}. The rest is fine." if told else "Nothing here calls for a change."


VERDICTS = {CHANGE: "to be changed", LOOK: "worth a look"}
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


def _questions(lines: Sequence[Line], verdict: str) -> list[str]:
    return list(dict.fromkeys(TOPICS[line.question] for line in lines if line.verdict == verdict))


def label(table: Found) -> str:
    """Name a table."""
    return f"{table['players']} players, {table['level']}"


def percent(value: float) -> str:
    """Write a share in whole percents."""
    return f"{100 * value:.0f} %"


def points(value: float) -> str:
    """Write a difference of shares in points."""
    return f"{100 * value:+.1f}".replace("-", "−")


def spoken(name: str) -> str:
    """Write the name of a component or strategy as people say it, without its kind."""
    return name.rpartition(":")[2].replace("_", " ").replace("-", " ")


def listed(words: Sequence[str]) -> str:
    """Put words into a list that can be said."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _order(found: Found, table: Found) -> Line:
    shares, fair = [share["value"] for share in table["shares"]], PARTS.get(table["players"], "a fair share")
    off = [share - table["fair"] for share in shares]
    place = max(range(len(off)), key=lambda one: (round(abs(off[one]), 3), -one))
    who = "Whoever begins" if place == 0 else f"The {PLACES[place]} in turn order"
    if not table["uneven"]:
        smallest = f"{100 * table['smallest_shown']:.1f}"
        told = f"Nobody is ahead by turn order for certain; a gap of {smallest} points would show."
        return Line(ORDER, label(table), told, FINE)
    verdict, remedy = (CHANGE if abs(off[place]) >= LARGE_GAP else LOOK), table["compensation"]
    told = f"{who} wins {percent(shares[place])} of the games, not {fair}"
    if remedy is None:
        return Line(ORDER, label(table), f"{told}; no handicap was found that evens it out.", verdict)
    furthest = max(remedy["shares"], key=lambda share: abs(share["value"] - table["fair"]))
    effect = "no gap shows any more" if remedy["even"] else "it is nearest to even"
    told += f"; with a handicap {effect} (furthest off on fresh deals: {percent(furthest['value'])})."
    words = handicap_words(remedy["given"], remedy["resource"])
    return Line(ORDER, label(table), told, verdict, words, _try(found, table, remedy["handicap"].split("; ")))


def handicap_words(given: Sequence[int], resource: str) -> str:
    """Write a handicap by turn position as people say it."""
    parts = [
        f"the {PLACES[place]} player {abs(amount)} {'more' if amount > 0 else 'fewer'}"
        for place, amount in enumerate(given)
        if amount
    ]
    return f"give {listed(parts)} {resource} at the start" if parts else ""


def _try(found: Found, table: Found, handicaps: Sequence[str]) -> str:
    options = [word for text in handicaps for word in ("--handicap", text)]
    return _command(found, table, *options)


def _command(found: Found, table: Found, *options: str) -> str:
    where = ["--variant", found["variant"], "--players", str(table["players"]), "--levels", table["level"]]
    return shlex.join(["analyzer", "whatif", found["game"], *where, *options])


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
        yield Line(RACE, label(table), "Nobody ever leads alone at half-time.", FINE)
        return
    verdict = CHANGE if ahead["ci_low"] > RUNAWAY else LOOK if ahead["ci_low"] > TIGHT else FINE
    told = f"Who leads alone at half-time wins {percent(ahead['value'])} of the games"
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


def _components(found: Found, table: Found) -> Iterator[Line]:
    given = [one for one in table["components"] if one["grant"] is not None]
    kinds = list(dict.fromkeys(one["component"].partition(":")[0] for one in given))
    if not kinds:
        yield _without(table)
    for kind in kinds:
        own = [one for one in given if one["component"].startswith(f"{kind}:")]
        yield _kind(found, table, kind, own)


def _kind(found: Found, table: Found, kind: str, own: Sequence[Found]) -> Line:
    strong = [one for one in own if one["verdict"] == "stronger than the others"]
    weak = [one for one in own if one["verdict"] == "weaker than the others"][::-1]
    if not strong and not weak:
        ends = f"worth most: {_worth(own[0])}, least: {_worth(own[-1])}"
        return Line(COMPONENTS, label(table), f"No {kind} stands out from the others for certain; {ends}.", FINE)
    article = "an" if kind[0] in "aeiou" else "a"
    sentence = ". ".join(
        f"Too {word} for {article} {kind}, for certain: {_few(several)}"
        for word, several in (("strong", strong), ("weak", weak))
        if several
    )
    mend = _command(found, table, "--remove", strong[0]["component"]) if strong and _leaves(strong[0]) else ""
    remedy = f"play without {spoken(strong[0]['component'])}" if mend else ""
    return Line(COMPONENTS, label(table), f"{sentence}.", LOOK, remedy, mend)


def _leaves(component: Found) -> bool:
    return component["removal_score"] is not None or component["removal_turns"] is not None


def _worth(component: Found) -> str:
    return f"{spoken(component['component'])} ({points(component['grant']['value'])} points)"


def _few(several: Sequence[Found]) -> str:
    """Name the first of some components with what it is worth, two more, and how many there are besides."""
    names = [_worth(several[0]), *(spoken(one["component"]) for one in several[1:NAMED])]
    return ", ".join(names) + (f" and {len(several) - NAMED} more" if len(several) > NAMED else "")


def _without(table: Found) -> Line:
    moved = [one for one in table["components"] if one["removal_score"] and one["removal_score"]["certain"]]
    names = listed([spoken(one["component"]) for one in moved[:NAMED]])
    told = f"Scores change for certain without {names}." if names else "No removal changes a score for certain."
    return Line(COMPONENTS, label(table), told, FINE)


def _prices(found: Found, table: Found) -> Line:
    told = [one for one in table["prices"] if one["sentence"]]
    if not told:
        smallest = "" if table["smallest_shown"] is None else f"; {100 * table['smallest_shown']:.1f} points would show"
        return Line(PRICES, label(table), f"At its price no component is told from the others{smallest}.", FINE)
    moved = next((one for one in told if one["given"] is not None and one["given"] != one["listed"]), None)
    price = "" if moved is None else f"{moved['component']} {moved['given'] - moved['listed']:+d}"
    sentence = ". ".join(one["sentence"] for one in told)
    mend = _command(found, table, "--price", price) if price else ""
    remedy = f"let {spoken(moved['component'])} cost {moved['given']}, not {moved['listed']}" if moved else ""
    return Line(PRICES, label(table), f"{sentence}.", LOOK, remedy, mend)


def _exploit(one: Found) -> Line:
    verdict = LOOK if one["verdict"] == "exploited" else FINE
    unsure = f" A gain of {100 * one['smallest_shown']:.1f} points would show." if verdict == FINE else ""
    return Line(EXPLOITS, label(one), f"{one['sentence']}.{unsure}", verdict)


def _strategies(bans: Sequence[Found]) -> Iterator[Line]:
    for table in dict.fromkeys(label(ban) for ban in bans):
        own = sorted((ban for ban in bans if label(ban) == table), key=lambda ban: -ban["cost"]["value"])
        verdicts = {ban["verdict"] for ban in own}
        verdict = CHANGE if "nobody wins without it" in verdicts else FINE
        verdict = LOOK if verdict == FINE and verdicts & {"worth nothing", "better without it"} else verdict
        yield Line(STRATEGIES, table, "; ".join((*_told(own), *_forced(own))) + ".", verdict, *_mended(own))


def _told(bans: Sequence[Found]) -> Iterator[str]:
    """Say which strategies pay, by how much the best does, and which do not."""
    paying = [ban for ban in bans if ban["verdict"] in ("it pays", "nobody wins without it")]
    if paying:
        cost = 100 * paying[0]["cost"]["value"]
        also = listed([spoken(ban["strategy"]) for ban in paying[1:NAMED]])
        yield f"Without {spoken(paying[0]['strategy'])} a seat wins {cost:.1f} points less" + (
            f"; {also} also {'pay' if len(paying) > 2 else 'pays'}" if also else ""
        )
    else:
        yield "No strategy pays for certain"
    for verdict, words in (("worth nothing", "worth nothing"), ("better without it", "better left alone")):
        if names := [spoken(ban["strategy"]) for ban in bans if ban["verdict"] == verdict]:
            yield f"{words}: {', '.join(names[:NAMED])}"


def _forced(bans: Sequence[Found]) -> Iterator[str]:
    """Name the strategy that games leave nothing else but most often, if that is often."""
    often = [(ban.get("forced", 0) / max(ban.get("forced_in", 0), 1), ban["strategy"]) for ban in bans]
    each, strategy = max(often, default=(0.0, ""))
    if each >= FORCED:
        yield f"{spoken(strategy)} is chosen all the same {each:.1f} times a game, where nothing else is allowed"


def _mended(bans: Sequence[Found]) -> tuple[str, ...]:
    if dominant := [ban for ban in bans if ban["verdict"] == "nobody wins without it"]:
        return (f"make {spoken(dominant[0]['strategy'])} dearer, or give the others more",)
    return ()


def _stronger(table: Found) -> Iterator[Line]:
    off = max((share["value"] for share in table["shares"]), key=lambda share: abs(share - table["fair"]))
    told = f"At {table['level']} the seat furthest from fair wins {percent(off)}"
    if table["evened"]:
        after = max((share["value"] for share in table["evened"]), key=lambda share: abs(share - table["fair"]))
        told += f", with the handicap found at {table['found_at']} {percent(after)}"
    kept = sum(map(_is_kept, table["components"]))
    told += f"; {kept} of {len(table['components'])} largest components keep their sign" if table["components"] else ""
    is_other = any(one["here"]["certain"] and not _is_kept(one) for one in table["components"])
    yield Line(HOLDS, label(table), f"{told}.", LOOK if is_other else FINE)


def _is_kept(component: Found) -> bool:
    return bool(component["found"]["value"] * component["here"]["value"] > 0)
