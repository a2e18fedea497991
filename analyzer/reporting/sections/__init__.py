"""One section of a report per file: `build(results)` gives it, or None where the run lacks what it needs."""

ORDER = (
    "answer", "ladder", "players", "differences", "modules", "losses", "luck", "policies", "seats", "assumptions",
    "method",
)  # fmt: skip
