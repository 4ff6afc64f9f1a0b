"""Measures of the authorities that an answer cites: whether they exist, and whether they support it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.authority import CitedAuthority
from pincite.domain.outcome import Need
from pincite.metrics.base import BaseMeasure
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class _AuthorityMeasure(BaseMeasure):
    needs = frozenset({Need.ANSWER, Need.AUTHORITIES})
    takes_k = False
    standard = False

    def score(self, data: ScoringData) -> Floats:
        """One value per query."""
        return np.array([_share(self.outcome(one) for one in cited) for cited in data.authorities], dtype=np.float64)

    def outcome(self, authority: CitedAuthority) -> bool | None:
        """Return the outcome for an authority; None if it is not known."""
        raise NotImplementedError

    def statistics(self, values: Floats) -> dict[str, float]:
        """The mean, how many answers are right throughout, and how many count."""
        return {
            "mean_accuracy": round(float(values.mean()), 2),
            "perfect_matches": float((values == 1).sum()),
            "total_evaluated": float(len(values)),
        }


class CitationExists(_AuthorityMeasure):
    """Share of the provisions and cases cited that the documents or a register have; missing where none is cited."""

    name = "citation_exists"

    def outcome(self, authority: CitedAuthority) -> bool | None:
        """Return whether the authority exists."""
        return authority.exists


class CitationSupported(_AuthorityMeasure):
    """Share of the cited provisions and cases whose text supports what the answer says of them.

    One that does not exist supports nothing. Missing where an answer cites none in words of its own.
    """

    name = "citation_supported"

    def outcome(self, authority: CitedAuthority) -> bool | None:
        """Return whether the authority supports the answer."""
        return authority.supported


def _share(outcomes: Iterable[bool | None]) -> float:
    known = [one for one in outcomes if one is not None]
    return sum(known) / len(known) if known else float("nan")
