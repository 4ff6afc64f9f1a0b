"""When vectors of a store in Lance are searched through an index, and how much of it a search looks at."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VectorChoice:
    """With more chunks than `above` there is an index in partitions; a search looks at a share of them, `probed`."""

    above: int
    probed: float

    def partitions(self, rows: int) -> int:
        """How many partitions so many rows are put into."""
        return max(1, math.isqrt(rows))

    def probes(self, rows: int) -> int:
        """How many of the partitions a search looks at."""
        return max(1, math.ceil(self.probed * self.partitions(rows)))
