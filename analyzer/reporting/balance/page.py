"""The report on the balance of a game: the designer's sheet on page one, and the numbers behind it."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.reporting import document as doc
from analyzer.reporting import lists, wording
from analyzer.reporting.balance import details, remedies
from analyzer.reporting.balance.answers import CHANGE, COMPONENTS, FINE, LOOK, ORDER, RACE, STRATEGIES, Line
from analyzer.reporting.balance.front import front
from analyzer.reporting.balance.luck import luck_sections
from analyzer.reporting.balance.said import PLACES, label, percent, title
from analyzer.reporting.balance.sheet import sheet
from analyzer.reporting.balance.short import in_short
from analyzer.reporting.build import Report, write_report
from analyzer.reporting.spoken import begun
from analyzer.reporting.studies import estimate_in

Found = Mapping[str, Any]
FEW = 12  # components that the figure shows
TABLE = "Intervals of a table hold together at 95 %."
VERDICTS = (
    "Fine, look at or change: where these begin is a convention (see docs/balance.md); a game may want otherwise."
)
HOW = (
    "Every number is the mean difference of two tables on the same deals: one with a treatment, one without. Verdicts: "
    "a turn order is to be changed from 5 points off a fair share on, a race is a runaway if the leader at half-time "
    "wins over 90 %, a component is stronger than the others of its kind if it is by more than a point for certain. "
    "Intervals and numbers of games stand in the figures and tables."
)
CERTAIN = (
    "Intervals at 95 %; 'certain' holds for all components of a table together (Bonferroni), a star marks what is "
    "worth a look (false discovery rate of 5 %). The raw table compares, game by game, the seats that had a component "
    "with those that had not: it is confounded, because who plays well or is lucky also collects more."
)


def balance_report(found: Found, folder: Path) -> Report:
    """Write what was found about the balance of a game."""
    return write_report(balance(found), folder, f"{found['game']}_balance")


def balance(found: Found) -> doc.Document:
    """Tell what was found about the balance of a game."""
    sections = sections_of(found)
    title = f"{found['title']}: balance"
    asked = "Is it fair, how does it run, what is too strong, and which strategies work?"
    stamp = f"{_command(found)} · {wording.count(found['games'])} games"
    return doc.Document(title, asked, found["title"], False, tuple(sections), stamp)


def sections_of(found: Found, rests_on: str = "") -> tuple[doc.Section, ...]:
    """Make the sections: page one, the designer's sheet, then the numbers of every study."""
    lines, figures = sheet(found), dict(_figures(found))
    behind = (section for study in found["studies"] for section in SECTIONS[study](found))
    short = tuple(in_short(found, lines))
    shown: list[doc.Part] = [_verdicts(lines), *([doc.Bullets(short)] if short else [])]
    shown += [figures[ORDER]] if ORDER in figures else []
    return (front(found, lines, shown, rests_on), _sheet(found, lines, figures), *behind)


def _command(found: Found) -> str:
    tables = found["tables"]
    options = {
        "--only": ",".join(found["studies"]),
        "--variant": found["variant"],
        "--players": ",".join(dict.fromkeys(str(table["players"]) for table in tables)),
        "--levels": ",".join(dict.fromkeys(table["level"] for table in tables)),
        "--budget": str(found["budget"]),
        "--seed": str(found["seed"]),
    }
    return shlex.join(["analyzer", "balance", found["game"], *(word for pair in options.items() for word in pair)])


def _sheet(found: Found, lines: Sequence[Line], figures: Mapping[str, doc.Figure]) -> doc.Section:
    parts: list[doc.Part] = []
    for question in dict.fromkeys(line.question for line in lines):
        parts += [*_told(question, [line for line in lines if line.question == question])]
        parts += [figures[question]] if question in figures and question != ORDER else []  # page one has that
    parts += [doc.Commands(tuple(commands), "What would mend it, to try out:")] if (commands := _mends(lines)) else []
    parts += [doc.Prose(f"Left out: {begun(reason)}.", doc.Tone.NOTE) for reason in found["missing"].values()]
    return doc.Section("balance", "The designer's sheet", (*parts, doc.Prose(HOW, doc.Tone.NOTE)))


def _verdicts(lines: Sequence[Line]) -> doc.Table:
    """Show the worst verdict on every question, for each table."""
    tables = list(dict.fromkeys(line.table for line in lines))
    questions = list(dict.fromkeys(line.question for line in lines))
    rows = [
        {"question": question} | {str(number): _worst(lines, question, table) for number, table in enumerate(tables)}
        for question in questions
    ]
    columns = [doc.Column("question", "question"), *(doc.Column(str(n), table) for n, table in enumerate(tables))]
    return doc.Table("verdicts", "Verdicts", tuple(columns), pd.DataFrame(rows), VERDICTS)


def _worst(lines: Sequence[Line], question: str, table: str) -> str:
    own = {line.verdict for line in lines if (line.question, line.table) == (question, table)}
    return next((verdict for verdict in (CHANGE, LOOK, FINE) if verdict in own), "")


def _told(question: str, lines: Sequence[Line]) -> Iterator[doc.Part]:
    """Answer a question: one sentence for each table, with what would mend it."""
    several = len({line.table for line in lines}) > 1
    told = [
        (f"{line.table}: " if several else "")
        + f"{line.verdict}. {line.sentence}"
        + (f" Would mend it: {line.remedy}." if line.remedy else "")
        for line in lines
    ]
    if len(told) == 1:
        yield doc.Prose(begun(told[0]), label=question)
    else:
        yield doc.Prose("", label=question)
        yield doc.Bullets(tuple(told))


def _figures(found: Found) -> Iterator[tuple[str, doc.Figure]]:
    """Draw one small figure for each question that has one."""
    studies = found["studies"]
    if "turn-order" in studies:
        yield ORDER, _order_figure(_order_frame(found))
    if "course" in studies and any(table["leader_wins"] for table in studies["course"]):
        yield RACE, _race_figure(studies["course"])
    if "components" in studies:
        first = next((table for table in studies["components"] if table["components"]), None)
        if first is not None and any(one["grant"] for one in first["components"]):
            yield COMPONENTS, _ranking(found, first)
    if "strategies" in studies:
        yield STRATEGIES, _ban_figure(_ban_frame(found))


def _mends(lines: Sequence[Line]) -> list[str]:
    return [line.mend for line in lines if line.mend]


def _order_frame(found: Found) -> pd.DataFrame:
    rows = [
        {
            "label": f"position {place}",
            "group": label(table),
            "fair": table["fair"],
            "share": estimate_in(share),
            "needed": _part(table, "needed", place),
            "after": _part(table, "shares", place),
        }
        for table in found["studies"]["turn-order"]["tables"]
        for place, share in enumerate(table["shares"], 1)
    ]
    return pd.DataFrame(rows)


def _order_figure(frame: pd.DataFrame) -> doc.Figure:
    players = [f"{PLACES[int(name.rpartition(' ')[2]) - 1]} player" for name in frame["label"]]
    drawn = frame[["fair"]].assign(label=frame["group"], group=players, **lists.numbers(frame["share"]))
    alt = f"Dots with intervals: win share by turn position for {', '.join(dict.fromkeys(frame['group']))}."
    title = "Games won by place in the turn order"
    return lists.shares_figure("balance_order", title, alt, drawn, list(dict.fromkeys(players)), TABLE)


def _race_figure(tables: Sequence[Found]) -> doc.Figure:
    shown = [table for table in tables if table["leader_wins"]]
    frame = pd.DataFrame({"label": [label(t) for t in shown], "group": "", "fair": [1 / t["players"] for t in shown]})
    estimates = [estimate_in(table["leader_wins"]) for table in shown]
    drawn = frame.assign(**lists.numbers(one for one in estimates if one is not None))
    alt = "Dots with intervals: how often who leads alone at half-time wins."
    figure = lists.shares_figure("race", "Games won by who leads alone at half-time", alt, drawn, [""], lists.INTERVALS)
    low, high = (percent(end) for end in (drawn["value"].min(), drawn["value"].max()))
    return replace(figure, finding=f"An early lead wins {low if low == high else f'{low} to {high}'} of the games")


def _turn_order(found: Found) -> Iterator[doc.Section]:
    columns = (
        doc.Column("group", "table"),
        doc.Column("label", "turn position"),
        doc.Column("share", "win share", doc.Kind.PERCENT),
        doc.Column("fair", "fair share", doc.Kind.PERCENT),
        doc.Column("needed", f"what it needs of {found['studies']['turn-order']['resource']}", doc.Kind.CHANGE),
        doc.Column("after", "win share with the handicap, on fresh deals", doc.Kind.PERCENT),
    )
    tables = found["studies"]["turn-order"]["tables"]
    shown = ", ".join(f"{label(table)}: {100 * table['smallest_shown']:.1f}" for table in tables)
    note = f"{TABLE} The smallest distance from a fair share that the deals show, in points: {shown}."
    table = doc.Table("balance_order", "Turn order and compensation", columns, _order_frame(found), note)
    yield doc.Section("turn_order", "Is going first fair?", (*_common(found), table))


def _common(found: Found) -> list[doc.Part]:
    study = found["studies"]["turn-order"]
    told = [
        f"{PLACES[one['position'] - 1]} player {'none does' if one['amount'] is None else format(one['amount'], '+d')}"
        for one in study["common"]
        if one["tables"] > 1
    ]
    words = f"Amounts of {study['resource']} that serve all tables at once: {'; '.join(told)}."
    return [doc.Prose(words.replace("-", "−"))] if told else []


def _part(table: Found, name: str, place: int) -> Any:
    remedy = table["compensation"]
    return None if remedy is None else estimate_in(remedy[name][place - 1])


def _components(found: Found) -> Iterator[doc.Section]:
    for table in found["studies"]["components"]:
        if not table["components"]:
            continue
        rows = [_component_row(found, one) for one in table["components"]]
        frame, name = pd.DataFrame(rows), f"components_{table['players']}_{table['level']}"
        columns = (
            doc.Column("component", "component"),
            doc.Column("grant", "win share gained by who begins with it", doc.Kind.POINTS),
            doc.Column("look", "worth a look"),
            doc.Column("verdict", "certain"),
            doc.Column("raw", "raw table: had it or not", doc.Kind.POINTS),
            doc.Column("had", "raw: won by who had it", doc.Kind.PERCENT),
            doc.Column("seen", "raw: won by who saw it only", doc.Kind.PERCENT),
            doc.Column("never", "raw: games in which nobody saw it"),
            doc.Column("disagreement", "where they disagree"),
            doc.Column("removal_score", "mean score without it", doc.Kind.CHANGE),
            doc.Column("removal_turns", "turns without it", doc.Kind.CHANGE),
            doc.Column("command", "as commands take it"),
        )
        told = f"Components, {label(table)}"
        note = f"{CERTAIN} {_smallest(table)}"
        yield doc.Section(name, told, (doc.Table(name, told, columns, frame, note),))


def _smallest(table: Found) -> str:
    smallest = table["smallest_shown"]
    told = (
        "" if smallest is None else f"; the smallest effect that they show, all together: {100 * smallest:.1f} points"
    )
    removed = f"; {wording.count(table['removal_deals'])} for each removal" if table["removal_deals"] else ""
    return f"{wording.count(table['deals'])} deals for each that a seat begins with{told}{removed}."


def _component_row(found: Found, one: Found) -> dict[str, Any]:
    effects = {name: one[name] for name in ("grant", "raw", "removal_score", "removal_turns")}
    return {
        "component": title(found, one["component"]),
        "command": one["component"],
        **{name: None if effect is None else estimate_in(effect) for name, effect in effects.items()},
        **_tracked(one["tracked"]),
        "look": "*" if one["grant"] is not None and one["grant"]["worth_a_look"] else "",
        "verdict": one["verdict"] or ("worth nothing" if one["worthless"] else ""),
        "disagreement": one["disagreement"],
    }


def _tracked(raw: Found | None) -> dict[str, Any]:
    """Show what trackers count; in games in which nobody saw it every seat wins a fair share of them."""
    if raw is None:
        return {"had": None, "seen": None, "never": ""}
    return {
        "had": estimate_in(raw["had"]),
        "seen": estimate_in(raw["seen"]),
        "never": f"{wording.count(raw['never'])} of {wording.count(raw['games'])}",
    }


def _ranking(found: Found, table: Found) -> doc.Figure:
    given = [one for one in table["components"] if one["grant"] is not None]
    shown = given if len(given) <= FEW else [*given[: FEW // 2], *given[-FEW // 2 :]]
    estimates = [estimate_in(one["grant"]) for one in shown]
    drawn = pd.DataFrame({"label": [title(found, one["component"]) for one in shown], "group": ""})
    drawn = drawn.assign(**lists.numbers(one for one in estimates if one is not None))
    alt = "Dots with intervals: win share gained by who begins with a component."
    heading = f"Components worth most and least, {label(table)}"
    return lists.effects_figure("worth", heading, alt, drawn, "win share gained, in points", lists.INTERVALS)


def _ban_frame(found: Found) -> pd.DataFrame:
    bans, words = found["studies"]["strategies"]["bans"], found["studies"]["strategies"]["words"]
    rows = [
        {
            "label": ban["strategy"],
            "group": label(ban),
            "what": words[ban["strategy"]],
            "cost": estimate_in(ban["cost"]["together"]),
            "forced": f"{wording.count(ban['forced'])} in {wording.count(ban['forced_in'])} games",
            "verdict": ban["verdict"],
        }
        for ban in bans
    ]
    return pd.DataFrame(rows)


def _ban_figure(frame: pd.DataFrame) -> doc.Figure:
    drawn = frame[["group"]].assign(label=frame["what"], **lists.numbers(frame["cost"]))
    alt = "Dots with intervals: win share that giving up a strategy costs."
    title = "What giving up a strategy costs"
    return lists.effects_figure("bans", title, alt, drawn, "win share lost, in points", lists.TOGETHER)


def _strategies(found: Found) -> Iterator[doc.Section]:
    columns = (
        doc.Column("group", "table"),
        doc.Column("label", "strategy"),
        doc.Column("what", "what it is"),
        doc.Column("cost", "giving it up costs", doc.Kind.POINTS),
        doc.Column("forced", "chosen all the same: nothing else was allowed"),
        doc.Column("verdict", "verdict"),
    )
    smallest = 100 * found["studies"]["strategies"]["smallest_shown"]
    note = f"One seat never chooses the strategy. Effects of {smallest:.1f} points would show. {lists.TOGETHER}"
    yield doc.Section(
        "strategies", "Strategies", (doc.Table("bans", "Restricted play", columns, _ban_frame(found), note),)
    )


SECTIONS = {
    "turn-order": _turn_order,
    "components": _components,
    "prices": remedies.prices,
    "strategies": _strategies,
    "exploits": remedies.exploits,
    "course": details.course,
    "luck": luck_sections,
    "stronger": details.stronger,
}
