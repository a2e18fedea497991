"""Reports of studies that turn switches, made of their printed documents: what `calibrate` and `whatif` found."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer.reporting import asked, build, charts, lists
from analyzer.reporting import document as doc
from analyzer.reporting.spoken import first_spoken
from analyzer.reporting.wording import count, several, upper_first
from analyzer.stats import Estimate

Found = Mapping[str, Any]  # what a command prints with --json
SURE = "How sure?"
LEADING = ("rate", "first")  # measures that the answer speaks of
REACH = 3  # times the span of the values played for the answer that a figure shows on either side
AXES = {
    "rate": "games won, in percent",
    "first": "won by the first player, in percent",
    "turns": "number of turns",
}
HOW = (
    "Few games on deals of their own showed where to look; the answer rests on the other values alone. Between two "
    "values the curve is taken as straight (win rates: their log odds); a value lies in the interval if the curve "
    "there cannot be told from what is wanted. 95 % intervals."
)
OFF = "Off by: the root of the mean square of what the numbers miss; its interval holds for all of them together."
TOGETHER = "Changes are those on the same deals; all of them hold together at 95 %."


def calibration_report(found: Found, folder: Path) -> build.Report:
    """Write what a calibration found."""
    return build.write_report(calibration(found), folder, f"{found['game']}_calibrate")


def calibration(found: Found) -> doc.Document:
    """Tell what a calibration found: the answer, the curve as figure and table, or all settings that were tried."""
    parts = _matching_parts(found) if "tried" in found else _calibration_parts(found)
    return _document(found, "calibrate", asked.question(found), [doc.Section("answer", "Answer", tuple(parts))])


def whatif_report(found: Found, folder: Path) -> build.Report:
    """Write what a change moves."""
    return build.write_report(whatif(found), folder, f"{found['game']}_whatif")


def whatif(found: Found) -> doc.Document:
    """Tell what a change moves: the answer, and for every measure a figure and a table."""
    measures = dict.fromkeys(move["measure"] for scene in found["scenes"] for move in scene["moves"])
    skipped = [doc.Prose(f"Left out: {text}", doc.Tone.NOTE) for text in found["skipped"]]
    lead, sure = doc.Prose(asked.moved(found), doc.Tone.LEAD), doc.Prose(_sentence(found["words"]), label=SURE)
    sections = [
        doc.Section("answer", "Answer", (lead, sure, *skipped)),
        *(_move_section(found, measure) for measure in measures),
    ]
    return _document(found, "whatif", f"What if {asked.change_words(found)}?", sections)


def _document(found: Found, kind: str, question: str, sections: Sequence[doc.Section]) -> doc.Document:
    title = f"{found['game'].capitalize()}: {kind}"
    stamp = f"{_command(found, kind)} · {count(found['games'])} games"
    return doc.Document(title, question, found["game"].capitalize(), False, tuple(sections), stamp)


def _command(found: Found, kind: str) -> str:
    """Write the command that makes the report again; a table of wants has a file that only its writer knows."""
    options = [("--variant", found["variant"]), *(("--set", text) for text in found.get("sets", found.get("change")))]
    if kind == "whatif":
        options += [("--players", ",".join(dict.fromkeys(str(scene["players"]) for scene in found["scenes"])))]
        options += [("--levels", ",".join(dict.fromkeys(scene["level"] for scene in found["scenes"])))]
        options += [("--games", found["deals"])]
    else:
        alone = {"--players": found.get("players"), "--policy": found.get("policy")}
        options += [(name, value) for name, value in alone.items() if value is not None]
        options += [("--switch", name) for name in found["switches"]]
        options += [("--between", f"{name}={low}:{high}") for name, (low, high) in found["between"].items()]
        options += [("--measure", found["measure"]), ("--target", found.get("target", "FILE.toml"))]
        options += [("--budget", found["budget"])]
    words = [str(word) for option in [*options, ("--seed", found["seed"])] for word in option]
    return shlex.join(["analyzer", kind, found["game"], *words])


def _calibration_parts(found: Found) -> list[doc.Part]:
    answers = found["answers"]
    leads = [doc.Prose(asked.answer(found, one), doc.Tone.LEAD) for one in answers]
    sure = doc.Prose(" ".join(_sentence(upper_first(one["words"])) for one in answers), label=SURE)
    return [
        *leads,
        _curve_figure(found),
        sure,
        doc.Prose(f"Played: {_scene(found)}.", doc.Tone.NOTE),
        _curve_table(found),
    ]


def _scene(found: Found) -> str:
    return f"{found['variant']}, {found['players']} players, {found['policy']}"


def _curve_frame(found: Found) -> pd.DataFrame:
    rows = [
        {"label": _given(answer), "x": point["value"], "estimate": estimate_in(point["estimate"]), "fit": point["fit"]}
        | {"games": point["estimate"]["games"], "role": "search" if point["search"] else "answer"}
        for answer in found["answers"]
        for point in answer["curve"]
    ]
    return pd.DataFrame(rows)


def _curve_figure(found: Found) -> doc.Figure:
    frame, measure = _near(_curve_frame(found)), found["measure"]
    switch = asked.switch_words(found, found["switches"][0])
    labels = list(dict.fromkeys(frame["label"]))
    marks = [
        (float(labels.index(_given(answer))), where["value"], *_ends(where))
        for answer in found["answers"]
        if (where := answer["where"]) is not None
    ]
    is_share = measure in asked.SHARES
    return doc.Figure(
        name="curve",
        finding=asked.answer(found, found["answers"][0]).removesuffix("."),
        title=f"{AXES[measure].capitalize()}, by number: {switch}; {_scene(found)}",
        source=asked.source(found, found["policy"], f"{count(found['games'])} games"),
        alt=f"Curve with intervals: {AXES[measure]} over {switch} from {frame['x'].min()} to {frame['x'].max()}.",
        draw=charts.draw_curve,
        frame=pd.DataFrame({"label": frame["label"], "x": frame["x"], **lists.numbers(frame["estimate"])}),
        options={
            "xlabel": switch,
            "crossings": marks,
            "line": found["target"],
            "ylabel": AXES[measure],
            "factor": 100.0 if is_share else 1.0,
        },
        size=(doc.WIDTH, 4.2),
        note="Bands are 95 % intervals. Dotted: what is wanted; the bar on it is the interval of the answer.",
    )


def _near(frame: pd.DataFrame) -> pd.DataFrame:
    """Leave out what the search saw far from the answer: the table has it."""
    played = frame.loc[frame["role"] == "answer", "x"]
    room = REACH * max(int(played.max() - played.min()), 1)
    return frame[frame["x"].between(played.min() - room, played.max() + room)].reset_index(drop=True)


def _ends(where: Mapping[str, Any]) -> list[float]:
    return [where["value"] if where[end] is None else where[end] for end in ("ci_low", "ci_high")]


def _curve_table(found: Found) -> doc.Table:
    frame, kind = _curve_frame(found), doc.Kind.PERCENT if found["measure"] in asked.SHARES else doc.Kind.NUMBER
    others = [doc.Column("label", "at")] if len(found["answers"]) > 1 else []
    columns = (
        *others,
        doc.Column("x", found["switches"][0], doc.Kind.COUNT),
        doc.Column("estimate", AXES[found["measure"]].removesuffix(", in percent"), kind),
        doc.Column("fit", "monotone curve", kind),
        doc.Column("games", "games", doc.Kind.COUNT),
        doc.Column("role", "played for"),
    )
    return doc.Table("curve", f"The curve over {found['switches'][0]}", columns, frame, HOW)


def _given(answer: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in answer["given"].items())


def _matching_parts(found: Found) -> list[doc.Part]:
    kind = doc.Kind.PERCENT if found["measure"] in asked.SHARES else doc.Kind.NUMBER
    wants = [f"{want['players']} players, {want['policy']}" for want in found["wanted"]]
    goals = [f"{100 * w['target']:g} %" if kind is doc.Kind.PERCENT else f"{w['target']:g}" for w in found["wanted"]]
    rows = []
    for item in found["tried"]:
        own = {f"want{number}": estimate_in(found_one) for number, found_one in enumerate(item["estimates"])}
        rows.append({**item["values"], **own, "off": estimate_in(item["distance"]), "near": item["not_told_from_best"]})
    columns = [doc.Column(name, name, doc.Kind.COUNT) for name in found["switches"]]
    columns += [
        doc.Column(f"want{number}", f"{want} (wanted {goals[number]})", kind) for number, want in enumerate(wants)
    ]
    columns += [doc.Column("off", "off by", kind), doc.Column("near", "cannot be told from the nearest")]
    table = doc.Table("tried", "Settings that were tried, nearest first", tuple(columns), pd.DataFrame(rows), OFF)
    sure = doc.Prose(_sentence(upper_first(found["words"])), label=SURE)
    return [doc.Prose(_best(found), doc.Tone.LEAD), *_off_figure(found), sure, table]


def _best(found: Found) -> str:
    own = [f"{value} {asked.switch_words(found, name)}" for name, value in found["best"].items()]
    near = sum(item["not_told_from_best"] for item in found["tried"]) - 1
    also = f"; {near} other{'s' * (near > 1)} may be as near" if near else ""
    return first_spoken(f"{several(own)} come nearest{also}.", f"{several(own)} come nearest.")


def _off_figure(found: Found) -> list[doc.Figure]:
    """Draw how far the settings miss what is wanted."""
    is_share = found["measure"] in asked.SHARES
    labels = [", ".join(f"{name} = {value}" for name, value in item["values"].items()) for item in found["tried"]]
    drawn = pd.DataFrame({"label": labels, "group": "off by"})
    drawn = drawn.assign(**lists.numbers(_known(item["distance"]) for item in found["tried"]))
    figure = lists.effects_figure(
        "distances",
        f"How far each setting misses what is wanted; {len(found['wanted'])} wants, {len(labels)} settings",
        f"Dots with intervals: how far {len(labels)} settings miss what is wanted.",
        drawn,
        "off by, in points" if is_share else "off by",
        OFF,
        factor=100.0 if is_share else 1.0,
    )
    who = several(list(dict.fromkeys(want["policy"] for want in found["wanted"])))
    made = asked.source(found, who, f"{count(found['games'])} games")
    return [replace(figure, finding=_best(found).removesuffix("."), source=made)]


def _move_section(found: Found, measure: str) -> doc.Section:
    rows = []
    for scene in found["scenes"]:
        for move in scene["moves"]:
            if move["measure"] == measure:
                rows.append(scene | {name: estimate_in(move[name]) for name in ("before", "after", "difference")})
                words, is_share = move["words"], move["share"]
    frame = pd.DataFrame(rows).drop(columns="moves")
    kind, change = (doc.Kind.PERCENT, doc.Kind.POINTS) if is_share else (doc.Kind.NUMBER, doc.Kind.NUMBER)
    columns = (
        doc.Column("level", "who plays"),
        doc.Column("players", "players", doc.Kind.COUNT),
        doc.Column("before", "without the change", kind),
        doc.Column("after", "with it", kind),
        doc.Column("difference", "change", change),
    )
    name = measure.replace(":", "_")
    table = doc.Table(name, words[:1].upper() + words[1:], columns, frame, f"{TOGETHER} {lists.INTERVALS}")
    return doc.Section(name, words[:1].upper() + words[1:], (*_effects(found, name, words, is_share, frame), table))


def _effects(found: Found, name: str, words: str, is_share: bool, frame: pd.DataFrame) -> list[doc.Figure]:
    moved = frame[frame["difference"].notna()]
    if moved.empty:
        return []
    labels = [f"{n} player{'s' * (n > 1)}" for n in moved["players"]]
    drawn = pd.DataFrame({"label": labels, "group": list(moved["level"]), **lists.numbers(moved["difference"])})
    unit, who = ", in points" if is_share else "", several(list(dict.fromkeys(moved["level"])))
    figure = lists.effects_figure(
        f"change_{name}",
        f"{_what(name, words)} on the same deals, if {asked.change_words(found)}; {who}",
        f"Dots with intervals: change of {words} for {', '.join(dict.fromkeys(labels))}.",
        drawn,
        f"change{unit}",
        TOGETHER,
        factor=100.0 if is_share else 1.0,
    )
    made = asked.source(found, who, f"{count(found['deals'])} deals for each table")
    return [replace(figure, finding=asked.moved(found).removesuffix(".") if name in LEADING else "", source=made)]


def _what(name: str, words: str) -> str:
    return f"Change of games that end so: {words};" if name.startswith("cause_") else f"Change of {words}"


def _known(found: Mapping[str, Any]) -> Estimate:
    estimate = estimate_in(found)
    assert estimate is not None
    return estimate


def estimate_in(found: Mapping[str, Any] | None) -> Estimate | None:
    """Read an estimate back from a printed document; an end that is not there is infinite."""
    if found is None:
        return None
    low, high = (
        sign * float("inf") if found[end] is None else found[end] for sign, end in ((-1, "ci_low"), (1, "ci_high"))
    )
    return Estimate(found["value"], low, high, found["ci_level"], found["games"], found["ci_method"])


def _sentence(text: str) -> str:
    return f"{text}."
