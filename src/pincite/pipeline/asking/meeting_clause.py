"""The clause of a document that meets a condition, where the best words found in it do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pincite.answer.quotations.clause_conditions import ClauseCondition, Meets
from pincite.answer.quotations.clause_spans import clause_spans
from pincite.domain.document import Passage
from pincite.pipeline.asking.each import EachResult
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span

# Another clause must support the claim so surely where its words alone cannot show that it meets the condition.
_SUPPORTED = 0.8
# At most so many other clauses are read by the verifier.
_READ = 12


def apply_condition(condition: ClauseCondition, result: EachResult, store: SearchableStore) -> tuple[EachResult, Meets]:
    """Return a result with a clause that meets the condition where there is one, and whether it meets it."""
    verifier = store.verifier
    meets = condition.met_by(result.words, verifier)
    if meets is Meets.YES or result.best is None:
        return result, meets
    text = store.library.text(result.card.id)
    clauses = [*_other_clauses(condition, result, store)]
    if condition.means is not None:
        # The means may stand in another sentence of the same clause.
        own = (span for span in clauses if span.contains(result.best.span))
        if whole := next((span for span in own if condition.met_by(span.slice(text), verifier) is Meets.YES), None):
            return replace(result, best=Passage(result.card.id, whole), words=whole.slice(text)), Meets.YES
    others = [span for span in clauses if not span.overlaps(result.best.span)]
    if condition.ends:
        found = next((span for span in others if condition.met_by(span.slice(text), None) is Meets.YES), None)
    else:
        found = _supporting(condition, [(span, span.slice(text)) for span in others[:_READ]], store)
    if found is None:
        return result, meets
    return replace(result, best=Passage(result.card.id, found), words=found.slice(text)), Meets.YES


def _other_clauses(condition: ClauseCondition, result: EachResult, store: SearchableStore) -> Iterator[Span]:
    """The clauses of the passages found; of the whole document where the words of a clause alone decide."""
    reading = store.library.reading(result.card.id)
    text = reading.doc.text
    ranges = [source.passage.span for source in result.sources]
    if condition.ends:
        ranges.append(Span(0, len(text)))
    seen: set[Span] = set()
    for within in ranges:
        for clause in clause_spans(text, reading.outline, within):
            if clause not in seen:
                seen.add(clause)
                yield clause


def _supporting(condition: ClauseCondition, clauses: list[tuple[Span, str]], store: SearchableStore) -> Span | None:
    """The first clause that supports the claim and does not deny it."""
    if store.verifier is None or not condition.claim:
        return None
    verdicts = store.verifier.verify([(condition.claim, words) for _, words in clauses])
    sure = [one for one, verdict in zip(clauses, verdicts, strict=False) if verdict.supported >= _SUPPORTED]
    return next((span for span, words in sure if condition.met_by(words, store.verifier) is Meets.YES), None)
