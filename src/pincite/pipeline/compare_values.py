"""The value that each of several documents states, to compare them: the shortest notice, the highest cap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.clause_spans import clause_spans
from pincite.answer.conditions import sizes_of
from pincite.domain.document import Passage
from pincite.legal.wording import stems
from pincite.pipeline.each import EachResult
from pincite.pipeline.searchable_store import SearchableStore

# Words of a question that say what kind of value it asks for, and are in no clause that states one.
_KIND_WORDS = frozenset(stems("period time length amount sum size date agreement contract lease document"))


def compare_values(
    question: str, results: Sequence[EachResult], store: SearchableStore
) -> tuple[list[EachResult], list[float | None]]:
    """Return the results with the clauses that state a value, and one comparable size per result.

    None where a document states no value of the kind, or is too unlikely to answer.
    """
    least = store.settings.answer.threshold
    sizes = sizes_of([result.words if result.confidence >= least else "" for result in results], question)
    found = [
        result if size is not None or result.confidence < least else _with_value(question, result, store)
        for result, size in zip(results, sizes, strict=True)
    ]
    return found, sizes_of([result.words if result.confidence >= least else "" for result in found], question)


def _with_value(question: str, result: EachResult, store: SearchableStore) -> EachResult:
    """The result with another clause of its passages that has the question's words and states a value."""
    reading = store.library.reading(result.card.id)
    text = reading.doc.text
    wanted = set(stems(question)) - _KIND_WORDS
    for source in result.sources:
        for clause in clause_spans(text, reading.outline, source.passage.span):
            words = clause.slice(text)
            if wanted and wanted <= set(stems(words)) and sizes_of([words], question) != [None]:
                return replace(result, best=Passage(result.card.id, clause), words=words)
    return result
