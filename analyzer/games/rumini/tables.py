"""Tables that no variant changes: the kind of each card number, and the steps to the four sides."""

from __future__ import annotations

import numpy as np

from analyzer.games.rumini.state import CARDS, PER_KIND

KIND_OF = np.array([-1] + [(card - 1) // PER_KIND for card in range(1, CARDS)], dtype=np.int64)
STEP_X = np.array([0, -1, 1, 0], dtype=np.int64)  # by Side
STEP_Y = np.array([-1, 0, 0, 1], dtype=np.int64)
