"""The report of claims in plausible worlds, made of its printed document: stamps, tornado figures, worlds that flip."""

import shlex
from dataclasses import replace
from pathlib import Path

import pandas as pd

from analyzer.reporting import document as doc
from analyzer.reporting import lists, naming
from analyzer.reporting.build import Report, write_report
from analyzer.reporting.studies import Found, estimate_in
from analyzer.reporting.wording import count, several, upper_first

MOST_OUTSIDE = 30  # worlds that a table lists
TORNADO = (
    "How far the claimed number moves while one value goes from one end of its range to the other, all others varying "
    "too (of a claim with several numbers: how far the one that fits least lies inside). Intervals hold together at "
    "95 %."
)
LEADS = {  # verdicts, of one claim and of several
    "stable": ("holds in all that were played", "hold in all that were played"),
    "flips": ("does not hold in some", "do not hold in some"),
    "open": ("is open", "are open"),
}
HOW = (
    "In each world all that is assumed is drawn anew from its range, and each world has deals of "
    "its own. The numbers of all worlds borrow strength from each other (empirical Bayes); the interval of the share "
    "is that of the bootstrap over worlds. For certain: all worlds hold together at 95 %."
)


def sensitivity_report(found: Found, folder: Path) -> Report:
    """Write which claims survive."""
    return write_report(sensitivity(found), folder, f"{found['game']}_sensitivity")


def sensitivity(found: Found) -> doc.Document:
    """Tell which claims survive: the stamps, then for every claim what moves it and the worlds where it flips."""
    each = doc.Bullets(tuple(f"{_says(one)} {upper_first(one['words'])}." for one in found["claims"]))
    parts: list[doc.Part] = [each, _stamps(found)] if found["claims"] else []
    answer = doc.Section("answer", "Answer", (doc.Prose(_lead(found), doc.Tone.LEAD), *parts))
    sections = [answer, *(_section(one) for one in found["claims"])]
    title = f"{found['game'].capitalize()}: what survives the assumptions"
    question = "Which claims hold whatever the assumed values are?"
    stamp = f"{_command(found)} · {count(found['games'] + found['games_found'])} games"
    return doc.Document(title, question, found["game"].capitalize(), False, tuple(sections), stamp)


def _lead(found: Found) -> str:
    """Count the claims by what became of them."""
    verdicts = [one["verdict"] for one in found["claims"]]
    counts = [(verdicts.count(name), words) for name, words in LEADS.items() if name in verdicts]
    parts = [f"{'it' if len(verdicts) == 1 else count(n)} {words[n > 1]}" for n, words in counts]
    rest = len(found["rest_on_nothing_assumed"])
    many = len(verdicts) + rest
    nobody = "it rests" if many == 1 else f"{count(rest)} {'rest' if rest > 1 else 'rests'}"
    parts += [f"{nobody} on nothing assumed"] if rest else []
    return f"{'One claim' if many == 1 else f'{count(many)} claims'} in plausible worlds: {several(parts)}."


def _says(one: Found) -> str:
    """Give the statement without the marks of code."""
    return str(one["says"]).replace("`", "")


def _command(found: Found) -> str:
    ids = [*(one["id"] for one in found["claims"]), *found["rest_on_nothing_assumed"]]
    named = [word for name in ids for word in ("--claim", name)]
    named += ["--claims", naming.path_words(found["claims_file"])] if found["claims_file"] else []
    sizes = {"--worlds": "worlds", "--games": "deals"}
    said = {option: {one[key] for one in found["claims"]} for option, key in sizes.items()}
    alike = [word for option, every in said.items() if len(every) == 1 for word in (option, str(*every))]
    return shlex.join(["analyzer", "sensitivity", found["game"], *named, *alike, "--seed", str(found["seed"])])


def _stamps(found: Found) -> doc.Table:
    rows = [one | {"share": estimate_in(one["share"]), "who": ", ".join(one["who"])} for one in found["claims"]]
    columns = (
        doc.Column("id", "claim"),
        doc.Column("verdict", "verdict"),
        doc.Column("share", "holds in", doc.Kind.PERCENT),
        doc.Column("worlds", "worlds", doc.Kind.COUNT),
        doc.Column("for_certain", "for certain", doc.Kind.COUNT),
        doc.Column("flips_for_certain", "flips for certain", doc.Kind.COUNT),
        doc.Column("deals", "deals of each cell", doc.Kind.COUNT),
        doc.Column("varied", "values varied", doc.Kind.COUNT),
        doc.Column("rejected", "worlds drawn again", doc.Kind.COUNT),
        doc.Column("who", "who played"),
    )
    return doc.Table("stamps", "Claims in plausible worlds", columns, pd.DataFrame(rows), HOW)


def _section(one: Found) -> doc.Section:
    least = one["smallest_effect"]
    told = f"{100.0 * least:.2g} points" if one["in_points"] else f"{least:.2g}"
    effect = f"In one world, deviations of about {told} and more can be told."
    held = f" {count(len(one['held']))} assumed values have no range and stay." if one["held"] else ""
    parts: list[doc.Part] = [doc.Prose(f"{_says(one)} {effect}{held}"), *_tornado(one), *_outside(one)]
    return doc.Section(one["id"].replace("-", "_"), one["id"], tuple(parts))


def _tornado(one: Found) -> list[doc.Part]:
    if not one["movers"]:
        return []
    name = one["id"].replace("-", "_")
    rows = [mover | {"swing": estimate_in(mover["swing"])} for mover in one["movers"]]
    frame = pd.DataFrame(rows)
    unit, factor, kind = (" in points", 100.0, doc.Kind.POINTS) if one["in_points"] else ("", 1.0, doc.Kind.CHANGE)
    labels = [row["name"] if _is_reading(row) else f"{row['name']} ({row['plausible']})" for row in rows]
    drawn = pd.DataFrame({"label": labels, "group": "swing", **lists.numbers(frame["swing"])})
    figure = lists.effects_figure(
        f"tornado_{name}",
        f"What moves the claim most: {one['id']}",
        f"Dots with intervals: how far each assumed value moves the claim; the first is {labels[0]}.",
        drawn,
        f"change of the claimed number{unit}, from one end of the range to the other",
        TORNADO,
        factor=factor,
    )
    figure = replace(figure, finding=figure.finding or _unmoved(rows))
    columns = (
        doc.Column("name", "what is assumed"),
        doc.Column("plausible", "may be"),
        doc.Column("swing", "moves the number by", kind),
        doc.Column("words", "the claim flips"),
    )
    return [figure, doc.Table(f"movers_{name}", "What moves it", columns, frame, TORNADO, folded=True)]


def _is_reading(mover: Found) -> bool:
    return "=" in mover["name"] or mover["plausible"] == "False to True"


def _unmoved(rows: list[Found]) -> str:
    """Say that nothing moves a claim for certain; empty where something does."""
    return "" if any(row["swing"].excludes(0.0) for row in rows) else "Nothing that is assumed moves it for certain"


def _outside(one: Found) -> list[doc.Part]:
    """List the worlds where the claim does not hold, with a command that replays a deal of the first."""
    if not one["outside"]:
        return [doc.Prose("It holds in every world that was played.")]
    rows = [row | {"found": estimate_in(row["found"])} for row in one["outside"][:MOST_OUTSIDE]]
    kinds = (doc.Kind.PERCENT, doc.Kind.POINTS) if one["in_points"] else (doc.Kind.NUMBER, doc.Kind.CHANGE)
    columns = (
        doc.Column("world", "world", doc.Kind.COUNT),
        doc.Column("what", "what was measured"),
        doc.Column("found", "found", kinds[not one["is_single"]]),
        doc.Column("chance", "chance that it holds", doc.Kind.NUMBER),
        doc.Column("verdict", "verdict"),
    )
    left = len(one["outside"]) - len(rows)
    note = f"The first {len(rows)} of {len(one['outside'])}." if left else ""
    table = doc.Table(
        f"outside_{one['id'].replace('-', '_')}",
        "Where it does not hold",
        columns,
        pd.DataFrame(rows),
        note,
        folded=True,
    )
    world = one["outside"][0]["world"]
    return [table, doc.Commands((one["outside"][0]["command"],), f"A deal of world {world}:")]
