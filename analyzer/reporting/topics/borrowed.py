"""Cells of few deals that borrow strength from the same deals of others."""

from analyzer.analysis.borrowed import borrowed_rates
from analyzer.reporting import lists, naming, spoken
from analyzer.reporting.document import Column, Kind, Prose, Section, Table
from analyzer.runs.stored.results import Results

PLACE = 14
NEEDS = ("varies_deals",)


def build(results: Results) -> Section | None:
    """Show the rates of cells with few deals as measured, and corrected for the luck of their deals."""
    table = borrowed_rates(results)
    paying = table[table["pays"]]
    if table.empty:
        return None
    levels = spoken.listed(table["level"])
    parts = [Prose(worth(levels, len(paying), len(table), [float(gain) for gain in paying["gain"]]))]
    if paying.empty:
        return Section("borrowed", "Few deals, with the help of others", tuple(parts))
    columns = (
        *lists.CELL,
        Column("level", "level"),
        Column("games", "deals", Kind.COUNT),
        Column("raw", "won", Kind.PERCENT),
        Column("rate", "won, with the help of others", Kind.PERCENT),
        Column("gain", "worth so many times the deals", Kind.NUMBER),
    )
    frame = lists.named(results, paying)
    note = naming.notes(lists.INTERVALS, naming.legend(frame["name"]))
    found = Table("borrowed", "Rates of few deals, with the help of others", columns, frame, note)
    return Section("borrowed", "Few deals, with the help of others", (*parts, found))


def worth(levels: str, paying: int, of: int, gains: list[float]) -> str:
    """Say what the same deals of others are worth for cells of few deals."""
    how = (
        f"Cells of {levels} players have few deals. Weaker levels played the same deals and many more, which shows how "
        "lucky these few are, and that is taken out of the rate (a control variate)"
    )
    cells = f"{paying} of {of} cells" if of > 1 else "the one cell"
    if not paying:
        return f"{how}. It pays in none of {of} cells: who wins a deal at one level says too little about another."
    low, high = (f"{gain:.2f}" for gain in (min(gains), max(gains)))
    times = low if low == high else f"{low} to {high}"
    return f"{how}. It pays in {cells}, where it is worth {times} times as many deals."
