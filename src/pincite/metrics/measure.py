"""Measure: a name and a cut-off that print as, and parse from, one string: `precision@1`, `lbr_recall@8`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pincite.errors import UnknownName

_FORM = re.compile(r"^(?P<name>[a-z][a-z0-9_]*)(?:@(?P<k>[1-9][0-9]*))?$")

# The cut-offs at which LegalBench-RAG is published.
CUTOFFS = (1, 2, 4, 8, 16, 32, 64)

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
TOKEN_MEASURES = {
    "token_iou": "retrieved and gold tokens in common, over all of both; it reads the texts, so only when asked for",
}
RANKING_MEASURES = {
    "p": "share of the first k documents that hold gold",
    "r": "share of the documents with gold among the first k documents",
    "mrr": "one over the rank of the first document that holds gold",
    "map": "mean, over the documents with gold, of the precision where each is found",
    "ndcg": "discounted gain over the best possible order of documents, with graded relevance",
}
TEXT_MEASURES = {
    "exact_match": "whether the first passage is a gold passage, case and outer white space aside",
    "span_f1": "overlap of the first passage's words with those of the nearest gold passage",
    "text_recall": "share of the gold passages that are part of, or hold, one of the first k passages",
    "text_ndcg": "discounted gain of passages that match gold not matched before, over the best possible",
    "stated_ndcg": "text_ndcg as the document states it: every match gains, an empty passage's too, so it can exceed 1",
    "script_recall": "text_recall as the published script counts it: an empty passage matches everything",
    "script_ndcg": "text_ndcg as the published script counts it: the ideal knows only what was retrieved",
}
MEASURES = {**SPAN_MEASURES, **TOKEN_MEASURES, **RANKING_MEASURES, **TEXT_MEASURES}
# More is worse.
LOWER_IS_BETTER = frozenset({"drm", "drm_query", "unnecessary"})
_WITHOUT_CUTOFF = frozenset({"exact_match", "span_f1"})


@dataclass(frozen=True, slots=True, order=True)
class Measure:
    """A measure by name, with its cut-off where it has one."""

    name: str
    k: int | None = None

    def __str__(self) -> str:
        """The form it is written in, in run files and on the command line."""
        return self.name if self.k is None else f"{self.name}@{self.k}"

    @property
    def more_is_better(self) -> bool:
        """Tell whether a larger value is a better one."""
        return self.name not in LOWER_IS_BETTER


def parse_measure(text: str) -> Measure:
    """Read a measure back from its printed form; an unknown one lists the known."""
    found = _FORM.match(text.strip())
    if not found or found["name"] not in MEASURES or (found["k"] and found["name"] in _WITHOUT_CUTOFF):
        known = [name if name in _WITHOUT_CUTOFF else f"{name}@k" for name in MEASURES]
        raise UnknownName("measure", text, known)
    return Measure(found["name"], int(found["k"]) if found["k"] else None)


def known_measure(text: str) -> Measure | None:
    """The measure a string names, or None: a log may hold scores of its own."""
    try:
        return parse_measure(text)
    except UnknownName:
        return None


def parse_measures(texts: Iterable[str]) -> list[Measure]:
    """Measures from words and lists with commas, each once."""
    words = [word for text in texts for word in text.split(",") if word.strip()]
    return list(dict.fromkeys(parse_measure(word) for word in words))


def standard_measures(k: int) -> list[Measure]:
    """Every span measure at each published cut-off up to k, and at k."""
    cutoffs = sorted({*(cutoff for cutoff in CUTOFFS if cutoff < k), k})
    return [Measure(name, cutoff) for name in SPAN_MEASURES for cutoff in cutoffs]
