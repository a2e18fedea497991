"""Where games are lost: causes, length, empty places of the board, Finishes thrown away, how late the Start came."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.boards import empty_places
from analyzer.analysis.endings import late_starts
from analyzer.analysis.factors import factors_of
from analyzer.analysis.tables import losses, start_and_finish, survival
from analyzer.reporting.answers.teams import shown_cells, where_words
from analyzer.reporting.document import Column, Figure, Kind, Part, Prose, Section, Table
from analyzer.reporting.figures.sizes import HIGHEST, WIDTH, lines_high
from analyzer.reporting.labels import label, legend, notes, players_words
from analyzer.reporting.prose import losses as prose
from analyzer.runs.results import Results

MOST_BARS, MOST_CURVES, MOST_BOARDS = 18, 6, 6
ALL_GO_ON = 0.995  # of the games: before that a figure of their length has nothing to show
# measures of the end of a game, in words; a game has those that it measures
WORDS = {
    "turns": "turns",
    "finishes_lost": "Finishes thrown away",
    "filled": "places filled",
    "rounds": "rounds",
    "paid": "cards paid for placements",
    "discard_twos": "turns spent on throwing away two cards",
}


def build(results: Results) -> Section | None:
    """Show how and where cooperative games are lost."""
    table = losses(results)
    if table.empty:
        return None
    parts: list[Part] = [*_causes(results, table), *_survival(results), *_boards(results), *_endings(results)]
    return Section("losses", "Where games are lost", tuple(parts))


def chosen_cells(results: Results, most: int) -> tuple[list[str], str]:
    """Choose the cells of a figure: the shown case of every variant, hardest first, and say the rule."""
    shown = shown_cells(results)
    order = sorted(shown.to_dict("records"), key=lambda row: row["win_rate"].value)
    rule = f"With {where_words(results, order[0])}."
    if len(order) > most:
        step = (len(order) - 1) / (most - 1)
        order = [order[round(number * step)] for number in range(most)]
        rule = f"{rule} {most} of {len(shown)} variants, evenly spaced from the hardest to the easiest."
    return [row["cell"] for row in order], rule


def _causes(results: Results, table: pd.DataFrame) -> list[Part]:
    cells, rule = chosen_cells(results, MOST_BARS)
    own = table[table["cell"].isin(cells)]
    if own.empty:
        return []
    totals = own.groupby("words")["count"].sum().sort_values(ascending=False)
    order = [_cause(words) for words in totals.index]
    rows = [
        {"label": label(results, row["cell"]), "cause": _cause(row["words"]), "value": row["share"].value}
        for row in sorted(own.to_dict("records"), key=lambda row: cells.index(row["cell"]))
    ]
    frame = pd.DataFrame(rows)
    names = list(dict.fromkeys(frame["label"]))
    figure = Figure(
        name="causes",
        title="Why games are lost",
        alt=f"Stacked bars: causes of loss of {len(names)} variants in percent; the most frequent cause: {order[0]}.",
        draw="causes",
        frame=frame,
        options={"causes": order},
        size=(WIDTH, lines_high(len(names)) + 0.24 * len(order)),
        note=notes(rule, legend(names)),
    )
    sentences = [prose.main_cause(_cause(str(totals.index[0])), *_range(own, str(totals.index[0]), results))]
    return [*(Prose(text) for text in sentences), figure, _cause_table(results, table)]


def _cause(words: str) -> str:
    return words.removeprefix("lost: ")


def _range(own: pd.DataFrame, words: str, results: Results) -> tuple[str, Any, str, Any]:
    rows = sorted(own[own["words"] == words].to_dict("records"), key=lambda row: row["share"].value)
    low, high = rows[0], rows[-1]
    return label(results, low["cell"]), low["share"], label(results, high["cell"]), high["share"]


def _cause_table(results: Results, table: pd.DataFrame) -> Table:
    named = table.assign(
        name=[label(results, cell) for cell in table["cell"]], cause=[_cause(words) for words in table["words"]]
    )
    columns = [Column("name", "variant"), Column("players", "players", Kind.COUNT)]
    columns += [Column("policy", "policy")] if table["policy"].nunique() > 1 else []
    columns += [
        Column("cause", "cause"),
        Column("count", "games", Kind.COUNT),
        Column("lost", "lost games", Kind.COUNT),
        Column("share", "share of the lost games", Kind.PERCENT),
    ]
    note = notes("95 % intervals.", legend(named["name"]))
    return Table("losses", "Causes of loss in every cell", tuple(columns), named, note, folded=True)


def _survival(results: Results) -> list[Part]:
    cells, rule = chosen_cells(results, MOST_CURVES)
    own = survival(results, tuple(cells))
    if own.empty:
        return []
    rows = [
        {"label": label(results, row["cell"]), "turn": row["turn"]}
        | {part: getattr(row["going"], part) for part in ("value", "low", "high")}
        for row in sorted(own.to_dict("records"), key=lambda row: (cells.index(row["cell"]), row["turn"]))
    ]
    frame = pd.DataFrame(rows)
    ended = frame.loc[frame["value"] < ALL_GO_ON, "turn"]
    begin = max(int(ended.min()) - 2, 0) if len(ended) else 0
    frame = frame[frame["turn"] >= begin].reset_index(drop=True)
    ends = frame[frame["value"] < 0.5].groupby("label", sort=False)["turn"].min()
    halves = ", ".join(f"{name}: {int(turn)}" for name, turn in ends.items())
    figure = Figure(
        name="survival",
        title="How long games last, won or lost",
        alt=f"Falling curves: games still going after each turn; half of the games have ended by turn: {halves}.",
        draw="survival",
        frame=frame,
        size=(WIDTH, 4.2),
        note=notes(
            rule,
            f"Nearly all games last until turn {begin}, where the figure begins." if begin else "",
            "Bands are 95 % intervals, turn by turn.",
            legend(frame["label"]),
        ),
    )
    return [figure]


def _boards(results: Results) -> list[Part]:
    cells, rule = chosen_cells(results, MOST_BOARDS)
    table = empty_places(results)
    own = table[table["cell"].isin(cells)]
    if own.empty:
        return []
    rows = [
        {"label": label(results, row["cell"]), "column": row["column"], "row": row["row"], "value": row["empty"].value}
        for row in sorted(own.to_dict("records"), key=lambda row: (cells.index(row["cell"]), row["place"]))
    ]
    frame = pd.DataFrame(rows)
    boards = frame["label"].nunique()
    per_line = min(3, boards)
    figure = Figure(
        name="board",
        title="Places still empty when a game was lost, in percent of the lost games",
        alt=_board_alt(frame),
        draw="board",
        frame=frame,
        options={"per_line": per_line},
        size=(WIDTH, _boards_high(frame, per_line)),
        note=notes(rule, "The first place of the path is at the bottom left.", legend(frame["label"])),
    )
    named = table.assign(name=[label(results, cell) for cell in table["cell"]])
    columns = (
        Column("name", "variant"),
        Column("players", "players", Kind.COUNT),
        Column("policy", "policy"),
        Column("place", "place", Kind.COUNT),
        Column("lost", "lost games", Kind.COUNT),
        Column("empty", "empty at the loss", Kind.PERCENT),
    )
    chosen = named[named["cell"].isin(cells)].reset_index(drop=True)
    return [figure, Table("empty_places", "Empty places at the loss", columns, chosen, rule, folded=True)]


def _boards_high(frame: pd.DataFrame, per_line: int) -> float:
    """Choose a height that keeps fields square."""
    rows = [own["row"].max() + 2.2 for _, own in frame.groupby("label", sort=False)]
    high = sum(max(rows[start : start + per_line]) for start in range(0, len(rows), per_line))
    return min(HIGHEST, float(WIDTH * high / (per_line * (frame["column"].max() + 2))) + 0.15)


def _board_alt(frame: pd.DataFrame) -> str:
    first = frame[frame["label"] == frame["label"].iloc[0]]
    worst = first.loc[first["value"].idxmax()]
    return (
        f"Boards with a number on every place: share of lost games in which it was empty. In {worst['label']} the "
        f"place in column {worst['column'] + 1}, row {worst['row'] + 1} from the bottom was empty most often, "
        f"{100 * worst['value']:.0f} percent."
    )


def _endings(results: Results) -> list[Part]:
    cells, rule = chosen_cells(results, MOST_BARS)
    spoken = plain_cell(results)
    own = start_and_finish(results, tuple(dict.fromkeys([*cells, spoken])))
    own = own[own["measure"].isin(WORDS)]
    if own.empty:
        return []
    named = own.assign(
        name=[label(results, cell) for cell in own["cell"]],
        what=[WORDS[measure] for measure in own["measure"]],
        where=[players_words(count) for count in own["players"]],
    ).reset_index(drop=True)
    columns = (
        Column("what", "measure"),
        Column("name", "variant"),
        Column("where", "players"),
        Column("outcome", "games"),
        Column("median", "median", Kind.NUMBER),
        Column("mean", "mean", Kind.NUMBER),
    )
    note = notes(rule, "95 % intervals.", legend(named["name"]))
    sentences = _ending_sentences(results, spoken, own)
    table_of_ends = Table("endings", "How games end, won and not won", columns, named, note, folded=True)
    return [*sentences, table_of_ends, *_starts(results, cells, rule)]


def plain_cell(results: Results) -> str:
    """Choose the shown cell of the plain game, or of the easiest variant."""
    shown = sorted(shown_cells(results).to_dict("records"), key=lambda row: -row["win_rate"].value)
    plain = factors_of(results).plain
    return str(next((row["cell"] for row in shown if row["variant"] == plain), shown[0]["cell"]))


def _ending_sentences(results: Results, cell: str, own: pd.DataFrame) -> list[Part]:
    name = label(results, cell)
    found = {(row["measure"], row["outcome"]): row["mean"] for row in own[own["cell"] == cell].to_dict("records")}
    starts = late_starts(results)
    late = {row["outcome"]: row for row in starts[starts["cell"] == cell].to_dict("records")}
    sentences = []
    if len(late) == 2 and all(row["turn"] is not None for row in late.values()):
        won, lost = late["won"], late["not won"]
        sentences.append(prose.late_start(name, won["never"], lost["never"], won["turn"], lost["turn"]))
    ends = [found.get(("finishes_lost", outcome)) for outcome in ("won", "not won")]
    if ends[0] is not None and ends[1] is not None:
        sentences.append(prose.won_and_lost(f"number of {WORDS['finishes_lost']}", name, ends[0], ends[1]))
    return [Prose(" ".join(sentences))] if sentences else []


def _starts(results: Results, cells: list[str], rule: str) -> list[Part]:
    table = late_starts(results)
    own = table[table["cell"].isin(cells)]
    if own.empty:
        return []
    named = own.assign(name=[label(results, cell) for cell in own["cell"]]).reset_index(drop=True)
    columns = (
        Column("name", "variant"),
        Column("players", "players", Kind.COUNT),
        Column("outcome", "games"),
        Column("games", "number", Kind.COUNT),
        Column("turn", "mean turn of the Start", Kind.NUMBER),
        Column("never", "no Start played", Kind.PERCENT),
    )
    return [Table("starts", "How late the Start came", columns, named, notes(rule, legend(named["name"])), folded=True)]
