"""Measure: a name and a cut-off that print as, and parse from, one string: `precision@1`, `lbr_recall@8`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.errors import UnknownName

_FORM = re.compile(r"^(?P<name>[a-z][a-z0-9_]*)(?:@(?P<k>[1-9][0-9]*))?$")

# Every measure, with whether it takes a cut-off.
SPAN_MEASURES = {
    "precision": "share of the retrieved characters that are gold, overlapping results counted once",
    "recall": "share of the gold characters that were retrieved, overlapping results counted once",
    "f1": "harmonic mean of precision and recall",
    "iou": "retrieved and gold characters in common, over all of both",
    "lbr_precision": "precision as LegalBench-RAG publishes it: overlapping results count twice",
    "lbr_recall": "recall as LegalBench-RAG publishes it: overlapping results count twice, so it can exceed 1",
    "lbr_f1": "harmonic mean of the two",
    "drm": "share of the results that come from a document without gold; over queries, of all results together",
    "drm_query": "the same, averaged over queries",
    "document_recall": "share of the gold documents that any result comes from",
    "essential": "share of the results that hold gold",
    "unnecessary": "share of the results that hold none",
    "first_relevant": "one over the rank of the first result that holds gold",
}
RANKING_MEASURES = {
    "p": "share of the results that are relevant",
    "r": "share of the relevant that were found",
    "mrr": "one over the rank of the first relevant result",
    "map": "mean of the precision at each relevant result",
    "ndcg": "discounted gain over the best possible, with graded relevance",
}


@dataclass(frozen=True, slots=True, order=True)
class Measure:
    """A measure by name, with its cut-off where it has one."""

    name: str
    k: int | None = None

    def __str__(self) -> str:
        """The form it is written in, in run files and on the command line."""
        return self.name if self.k is None else f"{self.name}@{self.k}"


def parse_measure(text: str) -> Measure:
    """Read a measure back from its printed form; an unknown one lists the known."""
    known = {**SPAN_MEASURES, **RANKING_MEASURES}
    found = _FORM.match(text.strip())
    if not found or found["name"] not in known:
        raise UnknownName("measure", text, [f"{name}@k" for name in known])
    return Measure(found["name"], int(found["k"]) if found["k"] else None)
