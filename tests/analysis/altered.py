"""Results of a run with other outcomes than were played."""

import numpy as np

OUTCOMES = ("analyzer.analysis.comparisons", "bits_of")


def altered(results, outcomes):
    """Copy results, with (won, unknown) given deal by deal for some cells; `unknown` may be None."""
    other = type(results)(results.folder, results.manifest)
    blocks = results.blocks.copy()
    for cell, (won, unknown) in outcomes.items():
        cut = np.zeros_like(won) if unknown is None else unknown
        other.answers[(*OUTCOMES, repr((cell,)), "[]")] = (np.packbits(won), len(won), np.packbits(cut))
        blocks = _with_counts(blocks, cell, won, cut)
    other.__dict__["blocks"] = blocks
    return other


def _with_counts(blocks, cell, won, cut):
    """Put all games of a cell into its first block."""
    rows = blocks.index[blocks["cell"] == cell]
    blocks.loc[rows, [name for name in blocks.columns if name.startswith("cause_")]] = 0
    counts = {"cause_won": won.sum(), "cause_truncated": cut.sum()}
    for name, count in counts.items():
        blocks.loc[rows[0], name] = int(count)
    blocks.loc[rows, "games"] = 0
    blocks.loc[rows[0], "games"] = len(won)
    return blocks
