"""Lines of the sheet about what a game is made of: the worth and price of components, strategies and replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.reporting.balance.answers import (
    CHANGE,
    COMPONENTS,
    EXPLOITS,
    FINE,
    LOOK,
    PRICES,
    STRATEGIES,
    Line,
    command,
)
from analyzer.reporting.balance.said import Found, an, kind_of, label, listed, points, spoken, title

NAMED = 3  # components that a sentence names
FORCED = 0.1  # forced answers in a game: fewer are not worth a word


def components(found: Found, table: Found) -> Iterator[Line]:
    """Say of every kind which components are too strong and too weak."""
    given = [one for one in table["components"] if one["grant"] is not None]
    kinds = list(dict.fromkeys(kind_of(one["component"]) for one in given))
    if not kinds:
        yield _without(found, table)
    for kind in kinds:
        own = [one for one in given if kind_of(one["component"]) == kind]
        yield _kind(found, table, kind, own)


def _kind(found: Found, table: Found, kind: str, own: Sequence[Found]) -> Line:
    strong = [one for one in own if one["verdict"] == "stronger than the others"]
    weak = [one for one in own if one["verdict"] == "weaker than the others"][::-1]
    if not strong and not weak:
        ends = f"worth most: {_worth(found, own[0])}, least: {_worth(found, own[-1])}"
        shown = "" if table["smallest_shown"] is None else f"; {100 * table['smallest_shown']:.1f} points would show"
        return Line(COMPONENTS, label(table), f"No {kind} stands out from the others for certain; {ends}{shown}.", FINE)
    mean = sum(one["grant"]["value"] for one in own) / len(own)
    told = [f"To begin with {an(kind)} is worth {points(mean)} points on average"]
    told += [
        f"Too {word} beside that, for certain: {_few(found, several)}"
        for word, several in (("strong", strong), ("weak", weak))
        if several
    ]
    mend = command(found, table, "--remove", strong[0]["component"]) if strong and _leaves(strong[0]) else ""
    remedy = f"play without {title(found, strong[0]['component'])}" if mend else ""
    return Line(COMPONENTS, label(table), f"{'. '.join(told)}.", LOOK, remedy, mend)


def _leaves(component: Found) -> bool:
    return component["removal_score"] is not None or component["removal_turns"] is not None


def _worth(found: Found, component: Found) -> str:
    return f"{title(found, component['component'])} ({points(component['grant']['value'])} points)"


def _few(found: Found, several: Sequence[Found]) -> str:
    """Name the first of some components with what it is worth, two more, and how many there are besides."""
    names = [_worth(found, several[0]), *(title(found, one["component"]) for one in several[1:NAMED])]
    more = [f"{len(several) - NAMED} more"] if len(several) > NAMED else []
    return listed([*names, *more])


def _without(found: Found, table: Found) -> Line:
    moved = [one for one in table["components"] if one["removal_score"] and one["removal_score"]["certain"]]
    names = listed([title(found, one["component"]) for one in moved[:NAMED]])
    told = f"Scores change for certain without {names}." if names else "No removal changes a score for certain."
    return Line(COMPONENTS, label(table), told, FINE)


def prices(found: Found, table: Found) -> Line:
    """Say what components should cost."""
    told = [*_should_cost(found, table)]
    if not told:
        smallest = "" if table["smallest_shown"] is None else f"; {100 * table['smallest_shown']:.1f} points would show"
        return Line(PRICES, label(table), f"At its price no component is told from the others{smallest}.", FINE)
    moved = next((one for one in table["prices"] if one["given"] not in (None, one["listed"])), None)
    price = "" if moved is None else f"{moved['component']} {moved['given'] - moved['listed']:+d}"
    mend = command(found, table, "--price", price) if price else ""
    remedy = f"let {title(found, moved['component'])} cost {moved['given']}, not {moved['listed']}" if moved else ""
    return Line(PRICES, label(table), f"{'. '.join(told)}.", LOOK, remedy, mend)


def _should_cost(found: Found, table: Found) -> Iterator[str]:
    """Say of every component that costs too little or too much what it should cost."""
    for one in table["prices"]:
        name, listed_at, given = title(found, one["component"]), one["listed"], one["given"]
        if one["reason"]:
            yield f"{name}, at {listed_at}: {one['reason']}"
        elif given is not None:
            still = "" if one["even"] else ", and still differs from the others then"
            yield (
                f"{name} should cost {given}, not {listed_at}{still}"
                if given != listed_at
                else f"{name} stays at {given}"
            )


WHO = {"recommended": "the recommended player", "mixture": "a mixture of players"}


def exploit(one: Found) -> Line:
    """Say what the best reply to a player wins."""
    who, value = WHO.get(one["opponent"], one["opponent"]), 100 * one["exploitability"]["value"]
    if one["verdict"] == "exploited":
        told = f"Against {who} the best reply that was found wins {value:.1f} points more than a fair share."
        return Line(EXPLOITS, label(one), told, LOOK)
    told = f"No reply that was tried wins more than a fair share against {who} for certain"
    return Line(EXPLOITS, label(one), f"{told}; {100 * one['smallest_shown']:.1f} points would show.", FINE)


def strategies(study: Found) -> Iterator[Line]:
    """Say which strategies pay, and which of those that players choose between pays most."""
    bans, rivals = study["bans"], study.get("rivals", ())
    for table in dict.fromkeys(label(ban) for ban in bans):
        own = sorted((ban for ban in bans if label(ban) == table), key=lambda ban: -ban["cost"]["value"])
        chosen = rival_bans(own, rivals)
        verdicts = {ban["verdict"] for ban in own} - {"nobody wins without it"}
        dominant = [ban for ban in chosen or own if ban["verdict"] == "nobody wins without it"]
        verdict = CHANGE if dominant else LOOK if verdicts & {"worth nothing", "better without it"} else FINE
        told = "; ".join((*told_of(own), *_forced(own)))
        yield Line(
            STRATEGIES, table, ". ".join(filter(None, [between(own, rivals), told])) + ".", verdict, _mended(dominant)
        )


def rival_bans(bans: Sequence[Found], rivals: Sequence[str]) -> list[Found]:
    """Choose the strategies that players choose between, the dearest to give up first."""
    return sorted((ban for ban in bans if ban["strategy"] in rivals), key=lambda ban: -float(ban["cost"]["value"]))


def between(bans: Sequence[Found], rivals: Sequence[str]) -> str:
    """Say which of the strategies that players choose between pays most, and whether that is certain."""
    own = rival_bans(bans, rivals)
    if len(own) < 2:
        return ""
    names = [spoken(ban["strategy"]) for ban in own]
    others = [f"{name} {_cost(ban)}" for name, ban in zip(names[1:NAMED], own[1:NAMED], strict=True)]
    costs = f"giving up {', '.join([f'{names[0]} costs a seat {_cost(own[0])} points', *others])}"
    if own[0]["cost"]["together"]["ci_low"] <= own[1]["cost"]["together"]["ci_high"]:
        return f"Which of {listed(sorted(names))} pays most is open: {costs}"
    return f"Of {listed(sorted(names))}, {names[0]} pays most for certain: {costs}"


def _cost(ban: Found) -> str:
    return f"{100 * ban['cost']['value']:.1f}".replace("-", "−")


def told_of(bans: Sequence[Found]) -> Iterator[str]:
    """Say which strategies pay, by how much the best does, and which do not; bans come dearest first."""
    paying = [ban for ban in bans if ban["verdict"] in ("it pays", "nobody wins without it")]
    if paying:
        also = listed([spoken(ban["strategy"]) for ban in paying[1:NAMED]])
        yield f"Without {spoken(paying[0]['strategy'])} a seat wins {_cost(paying[0])} points less" + (
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


def _mended(dominant: Sequence[Found]) -> str:
    return f"make {spoken(dominant[0]['strategy'])} dearer, or give the others more" if dominant else ""
