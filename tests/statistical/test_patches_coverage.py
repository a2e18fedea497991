"""The smallest patch on the stalls: is it among those named, and is nothing named that does not do?"""

import pytest

from tools.covering import patches

RUNS = 200


@pytest.mark.slow
def test_the_smallest_patch_is_named_and_none_where_none_can_do(stalls):
    counts = patches.counted(RUNS)
    assert counts["smallest"] >= 0.9 * RUNS
    assert counts["false"] <= 0.05 * RUNS
    assert counts["none"] >= 0.95 * RUNS
    assert counts["enough"] >= 0.95 * RUNS
    assert counts["wrong"] == 0
