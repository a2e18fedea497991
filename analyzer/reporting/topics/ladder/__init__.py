"""The difficulty ladder: every variant on one scale, with the printed icons beside it."""

import pandas as pd

from analyzer.analysis import frames, icons, places, tables
from analyzer.reporting import lists, naming
from analyzer.reporting.charts import draw_ladder
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Prose, Section, Table, lines_high
from analyzer.reporting.topics.ladder.contests import contest_parts
from analyzer.reporting.topics.ladder.difficulty import say_icons, say_orders, scope_words
from analyzer.reporting.wording import several
from analyzer.runs.stored.results import Results
from analyzer.stats import proportions

PLACE = 20
ICON = "◆"
STEPS = "Difficulty in steps of the odds (logits), 95 % intervals."
WRONG = " !"
CHANGED, OUT_OF_ORDER = "the fixed cut points give another number", "out of order for certain"
MOST_GROUPS, MOST_ROWS = 6, 30


def build(results: Results) -> Section | None:
    """Order the variants by difficulty."""
    table = places.ladder(results)
    if len(table) < 2:
        return None
    names = {name: naming.variant_words(results, name) for name in table["variant"]}
    texts, marks = _icons(results, table)
    parts: list[Part] = [
        Prose(_how_to_read(results)),
        _figure(results, table, names, texts, marks),
        _table(results, table, names, texts),
    ]
    parts += _other_scales(results, names)
    factors = frames.factors_of(results)
    told = say_icons(results) if factors.orders_icons else []
    sentences = [*(say_orders(results) if factors.varies_players else []), *told]
    parts += [Bullets(tuple(sentences))] if sentences else []
    parts += _disorder_table(results, names) if told else []
    parts += contest_parts(results) if factors.is_competitive else []
    return Section("ladder", "Difficulty ladder", tuple(parts))


def _how_to_read(results: Results) -> str:
    scale, played = places.scales(results)[0], frames.factors_of(results).players
    counts = [int(context) for context in scale.contexts]
    common = "" if len(counts) == len(played) else f" that all variants have ({several([str(n) for n in counts])})"
    average = f", averaged over the numbers of players{common} with equal weights" if len(counts) > 1 else ""
    case = f" The places are those with {naming.scale_words(results, scale.name)}." if scale.name else ""
    return (
        "Variants stand from hardest to easiest. Their place on the scale is the difficulty: 0 is an even chance to "
        f"win, and each step of 1 multiplies the odds of losing by 2.7{average}.{case}"
    )


def _group_of(results: Results) -> tuple[str, dict[str, str]]:
    """Choose by what the marks of a line differ: players, else switches, else policies; cell -> group."""
    factors = frames.factors_of(results)
    cells = results.manifest.cells
    if len(factors.players) > 1:
        return "players", {cell.cell: naming.players_words(cell.players) for cell in cells}
    if len(factors.sets) > 1:
        called = {cell.cell: ", ".join(naming.short_settings(results, cell)) for cell in cells}
        return "switches", {cell: lists.unquoted(words) or "as printed" for cell, words in called.items()}
    return "policy", {cell.cell: naming.policy_words(results, cell.policy) for cell in cells}


def _shown_groups(results: Results) -> pd.DataFrame:
    """Take the cells of the ladder figure: one per variant and group, of the first policy and setting elsewhere."""
    _kind, groups = _group_of(results)
    rates = tables.win_rates(results)
    alone = {cell.cell for cell in results.manifest.cells if frames.is_alone(results, cell)}
    rates = rates[~rates["cell"].isin(alone) & rates["variant"].isin(places.ladder(results)["variant"])]
    table = rates.assign(group=[groups[cell] for cell in rates["cell"]])
    return table.drop_duplicates(["variant", "group"]).reset_index(drop=True)


def _figure(results: Results, table: pd.DataFrame, names: dict[str, str], icons: dict[str, str], marks: str) -> Figure:
    cells = _shown_groups(results)
    groups = list(dict.fromkeys(cells["group"]))[:MOST_GROUPS]
    order = list(table["variant"])[::-1]
    shown = [row for row in cells.to_dict("records") if row["group"] in groups]
    shown.sort(key=lambda row: order.index(row["variant"]))
    frame = pd.DataFrame(
        {
            "label": [names[row["variant"]] for row in shown],
            "group": [row["group"] for row in shown],
            "icons": [icons[row["variant"]] for row in shown],
            **lists.numbers(row["win_rate"] for row in shown),
        }
    )
    factors = frames.factors_of(results)
    by_policy = _group_of(results)[0] == "policy" and len(factors.policies) > 1
    return Figure(
        name="ladder",
        title=naming.played_by(
            results, "Win rate of every variant, hardest on top", None if by_policy else str(cells["policy"].iloc[0])
        ),
        alt=(
            f"Dots with intervals: games won for {len(order)} variants, from {names[order[0]]}, the hardest, "
            f"to {names[order[-1]]}, the easiest, one mark for each of: {', '.join(groups)}."
        ),
        draw=draw_ladder,
        frame=frame,
        options={"groups": groups, "xlabel": "games won, in percent"},
        size=(7.2, lines_high(len(order), len(groups))),
        note=naming.notes("Bars are 95 % intervals.", marks, naming.legend(names.values())),
    )


def _icons(results: Results, table: pd.DataFrame) -> tuple[dict[str, str], str]:
    """Write the printed icons, some marked: those that the recommendation changes; without one, by the order.

    The second text says what the marks mean; it is empty where nothing is printed.
    """
    marked, why = icons.changed(results) if frames.factors_of(results).has_icons else None, CHANGED
    if marked is None:
        wrong, why = places.disorders(results), OUT_OF_ORDER
        wrong = wrong[wrong["is_certain"].astype(bool)]
        marked = frozenset({*wrong["printed_easier"], *wrong["printed_harder"]})
    counts = table.set_index("variant")["icons"].fillna(0).astype(int)
    texts = {name: ICON * count + (WRONG if name in marked else "") for name, count in counts.items()}
    return texts, f"{ICON} printed difficulty icons; ! {why}." if any(texts.values()) else ""


def _table(results: Results, table: pd.DataFrame, names: dict[str, str], icons: dict[str, str]) -> Table:
    frame = table.iloc[::-1].assign(
        variant=[names[name] for name in table["variant"][::-1]],
        printed=[icons[name] for name in table["variant"][::-1]],
    )
    frame["code"] = [naming.variant_label(results, name).removesuffix(naming.DAGGER) for name in table["variant"][::-1]]
    columns = [Column("variant", "variant"), Column("code", "name in commands")]
    columns.append(Column("difficulty", "difficulty", Kind.NUMBER))
    columns += [Column("printed", "printed icons")] if any(icons.values()) else []
    cells = _shown_groups(results)
    several_policies = cells["policy"].nunique() > 1
    groups = list(dict.fromkeys(cells["group"]))[:MOST_GROUPS]
    rates = {(row["variant"], row["group"]): row["win_rate"] for row in cells.to_dict("records")}
    for number, group in enumerate(groups):
        frame[f"win_rate_{number}"] = [rates.get((name, group)) for name in table["variant"][::-1]]
        columns.append(Column(f"win_rate_{number}", f"won, {group}", Kind.PERCENT))
    sparse = f"* Rests on a cell with fewer than {proportions.FEW} wins or losses." if frame["is_sparse"].any() else ""
    frame["variant"] = [
        f"{name} *" if few else name for name, few in zip(frame["variant"], frame["is_sparse"], strict=True)
    ]
    note = naming.notes(STEPS, sparse, naming.legend(names.values()))
    frame = frame.reset_index(drop=True)
    title = naming.played_by(
        results, "Variants by difficulty", None if several_policies else str(cells["policy"].iloc[0])
    )
    return Table("ladder", title, tuple(columns), frame, note, folded=len(frame) > MOST_ROWS)


def _disorder_table(results: Results, names: dict[str, str]) -> list[Part]:
    wrong = places.disorders(results)
    if wrong.empty:
        return []
    sides = {side: [names[name] for name in wrong[side]] for side in ("printed_easier", "printed_harder")}
    frame = wrong.assign(**sides, where=[scope_words(results, scopes) for scopes in wrong["where"]])
    columns = (
        Column("printed_easier", "printed as easier, but harder"),
        Column("printed_harder", "printed as harder, but easier"),
        Column("excess", "how much harder (steps of the odds)", Kind.CHANGE),
        Column("where", "for certain with"),
    )
    note = "The intervals and the claims of the last column hold together at 95 %, with all claims of the report."
    return [Table("disorders", "Icons out of order for certain", columns, frame, note)]


def _other_scales(results: Results, names: dict[str, str]) -> list[Part]:
    """List the places for every policy and setting, if there are several, over the numbers of players of all."""
    found = places.alike(results) if len(places.scales(results)) > 1 else []
    if not found:
        return []
    cases = naming.case_words(results)
    rows = [
        {"case": cases.get(scale.name, scale.name), "variant": names.get(variant, variant), "difficulty": place}
        for scale in found
        for variant, place in reversed(scale.ladder())
    ]
    columns = (Column("case", "for"), Column("variant", "variant"), Column("difficulty", "difficulty", Kind.NUMBER))
    players = naming.counts_words(found[0].contexts)
    title = f"Difficulty for each {naming.cases_word(results)}, {players}"
    return [Table("places", title, columns, pd.DataFrame(rows), STEPS, folded=True)]
