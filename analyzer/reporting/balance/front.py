"""Page one of a report on balance: the answer, as one would say it, verdicts, what to change, and how sure it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.reporting import document as doc
from analyzer.reporting import naming, spoken, wording
from analyzer.reporting.balance import said
from analyzer.reporting.balance.answers import CHANGE, COMPONENTS, LOOK, ORDER, Line
from analyzer.reporting.balance.said import Found
from analyzer.reporting.balance.sheet import TOPICS
from analyzer.reporting.studies import estimate_in

SURE, LOOK_AT = "How sure?", "Look at"
STRONGER, WEAKER = "stronger than the others", "weaker than the others"
NAMED = 3  # components and tables that a sentence names
TOLD = (ORDER, COMPONENTS)  # what has a sentence of its own


def front(found: Found, lines: Sequence[Line], shown: Sequence[doc.Part], rests_on: str = "") -> doc.Section:
    """Answer whether a game is fair; `shown` are the verdicts and a figure, `rests_on` says what is assumed."""
    follows = _follows(lines)
    parts = [doc.Prose(" ".join(answer(found, lines)), doc.Tone.LEAD), *shown]
    parts += [doc.Labelled(tuple(follows))] if follows else []
    sure = " ".join(text for text in (*_numbers(found), _played(found), rests_on) if text)
    return doc.Section("answer", "Summary", (*parts, doc.Prose(sure, doc.Tone.NOTE, SURE)))


def answer(found: Found, lines: Sequence[Line]) -> list[str]:
    """Say whether the turn order is fair, which components stand out, and what else is worth a look."""
    told = [_order(found), _components(found) or _race(found), _rivals(found), _rest(lines)]
    return [text for text in told if text]


def _tables(found: Found, study: str) -> list[Any]:
    tables = found["studies"].get(study, ())
    return list(tables["tables"] if study == "turn-order" and tables else tables)


def _who(table: Found) -> str:
    """Name those who sit at a table: two good players."""
    level = str(table["level"])
    many = "experts" if level == "expert" else f"{level} players"
    return f"{naming.number_words(table['players'])} {many}"


def _order(found: Found) -> str:
    """Say at which table the turn order is furthest from fair, and what evens it out."""
    tables = _tables(found, "turn-order")
    uneven = [table for table in tables if table["uneven"]]
    if not tables:
        return ""
    if not uneven:
        bound = f"{100 * max(table['smallest_shown'] for table in tables):.0f}"
        return spoken.first_spoken(
            f"Nobody is ahead by turn order for certain; a gap of {bound} points would have shown.",
            "Nobody is ahead by turn order for certain.",
        )
    table = max(uneven, key=lambda one: _off(one)[0])
    _, place = _off(table)
    who = "Whoever begins" if place == 0 else f"The {said.PLACES[place]} in turn order"
    wins = f"{who} wins {said.near(table['shares'][place]['value'], table['fair'])} of the games with {_who(table)}"
    fair = f", where {said.PARTS.get(table['players'], 'a fair share')} would be fair"
    some = f"{naming.number_words(len(uneven))} of {naming.number_words(len(tables))} tables"
    every = "both tables" if len(tables) == 2 else f"all {naming.number_words(len(tables))} tables"
    more = f"; {every if uneven == tables else some} are uneven" if len(tables) > 1 else ""
    return spoken.first_spoken(f"{wins}{fair}{_evened(table)}{more}.", f"{wins}{fair}{more}.", f"{wins}{more}.")


def _off(table: Found) -> tuple[float, int]:
    """Give how far a table is from fair, and the place in turn order where it is so: the first of such places."""
    off = [round(abs(share["value"] - table["fair"]), 3) for share in table["shares"]]
    return max(off), off.index(max(off))


def _evened(table: Found) -> str:
    remedy = table["compensation"]
    if remedy is None or not remedy["even"] or not any(remedy["given"]):
        return ""
    return f"; {said.handicap_words(remedy['given'], remedy['unit'])} would even it out"


def _components(found: Found) -> str:
    """Name the components that stand out at some table, the first of them first."""
    tables = [table for table in _tables(found, "components") if any(one["grant"] for one in table["components"])]
    if not tables:
        return ""
    strong, weak = (_standing_out(found, tables, verdict) for verdict in (STRONGER, WEAKER))
    if not strong and not weak:
        return "No component is stronger or weaker than the others of its kind for certain."
    ends = [(names, word) for names, word in ((strong, "strong"), (weak, "weak")) if names]
    sides = wording.several([f"{spoken.listed(names, NAMED)} {_are(names)} too {word}" for names, word in ends])
    counts = wording.several([f"{_counted(names)} too {word}" for names, word in ends])
    return spoken.first_spoken(f"{sides}, for certain.", f"{counts}, for certain.", "Some components stand out.")


def _standing_out(found: Found, tables: Sequence[Found], verdict: str) -> list[str]:
    names = [one["component"] for table in tables for one in table["components"] if one["verdict"] == verdict]
    return list(dict.fromkeys(said.title(found, name) for name in names))


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _counted(names: Sequence[str]) -> str:
    return f"{spoken.counted(len(names), 'component')} {_are(names)}"


def _race(found: Found) -> str:
    """Say how often an early lead wins, where nothing is known of components."""
    table = next((one for one in _tables(found, "course") if one["leader_wins"]), None)
    if table is None:
        return ""
    return f"{said.lead_words(table)}."


def _rivals(found: Found) -> str:
    """Say which of the strategies that players choose between pays most, at the first table."""
    study = found["studies"].get("strategies") or {"bans": ()}
    own = [ban for ban in study["bans"] if ban["strategy"] in study.get("rivals", ())]
    own = [ban for ban in own if said.label(ban) == said.label(own[0])]
    if len(own) < 2:
        return ""
    best, second = sorted(own, key=lambda ban: -ban["cost"]["value"])[:2]
    names = [said.spoken(ban["strategy"]) for ban in (best, second)]
    if best["cost"]["together"]["ci_low"] <= second["cost"]["together"]["ci_high"]:
        return spoken.first_spoken(f"Whether {wording.several(sorted(names), 'or')} pays more is open.")
    return spoken.first_spoken(f"{names[0]} pays more than {names[1]}.")


def _rest(lines: Sequence[Line]) -> str:
    """Say what else is worth a look."""
    asked = [line for line in lines if line.question not in TOLD]
    found = list(dict.fromkeys(TOPICS[line.question] for line in asked if line.verdict in (CHANGE, LOOK)))
    if not found:
        return "All else is fine." if asked else ""
    rest = f"Worth a look besides: {wording.several(found)}"
    return spoken.first_spoken(f"{rest}; all else is fine.", f"{rest}.", "Some other points are worth a look.")


def _follows(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """Say what to change and what to look at, with where."""
    changes = [(line.remedy or TOPICS[line.question], line) for line in lines if line.verdict == CHANGE]
    looks = [(line.remedy, line) for line in lines if line.verdict == LOOK and line.remedy]
    told = [("Change", _with_tables(lines, changes)), (LOOK_AT, _with_tables(lines, looks))]
    return [(label, f"{spoken.begun('; '.join(texts))}.") for label, texts in told if texts]


def _with_tables(lines: Sequence[Line], told: Sequence[tuple[str, Line]]) -> list[str]:
    """Name the tables of every remedy once, where several ask for the same."""
    tables: dict[str, dict[str, str]] = {}
    for remedy, line in told:
        tables.setdefault(remedy, {})[line.table] = line.question
    return [f"{remedy} ({_where(lines, found)})" for remedy, found in tables.items()]


def _where(lines: Sequence[Line], found: Mapping[str, str]) -> str:
    asked = {line.table for line in lines if line.question in found.values()}
    return "at every table" if len(found) > 1 and asked <= set(found) else wording.several(list(found))


def _numbers(found: Found) -> list[str]:
    """Give what whoever begins wins, with intervals, at the first tables."""
    tables = _tables(found, "turn-order")
    told = [
        f"{wording.write(estimate_in(table['shares'][0]), doc.Kind.PERCENT)} with {_who(table)}"
        for table in tables[:NAMED]
    ]
    return [f"Whoever begins wins {wording.several(told)}."] if told else []


def _played(found: Found) -> str:
    who = wording.several([_who(table) for table in found["tables"]])
    again = [_who(table) for table in _tables(found, "stronger")]
    more = f"; the largest effects were played again by {wording.several(again)}" if again else ""
    return (
        f"This rests on {wording.count(found['games'])} games of {who} (seed {found['seed']}){more}. Verdicts follow "
        "conventions that a game may want otherwise. Brackets are 95 % intervals."
    )
