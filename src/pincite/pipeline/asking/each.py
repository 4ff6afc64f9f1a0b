"""Ask one question of each document separately: the basis of lists and tables over documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.answer.confidence import chance_of, read_signals
from pincite.answer.context import assemble_context, trimmed
from pincite.answer.quotations.evidence import point_at_sentences, weigh_evidence
from pincite.answer.quotations.likeliest_clause import with_likeliest_clause
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.answer.quotations.reread import reread
from pincite.domain.answer import NumberedSource
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard
from pincite.legal.sentences import sentence_around
from pincite.pipeline.searchable_store import SearchableStore
from pincite.ports import Verifier
from pincite.ports.store import Library
from pincite.retrieve.filters import Filters
from pincite.spans import Span

# How many passages of each document are considered, and how many candidates are looked at to choose the documents.
_PASSAGES = 4
_CANDIDATES = 2000
_LEAST_WINDOWS = 2
# The best of many windows may score well by chance: to decide whether a document answers at all, few are
# read.
FEW_WINDOWS = 4
_LONGEST = 700


@dataclass(frozen=True, slots=True)
class EachResult:
    """What one document answers: how likely it does, the passages considered, and the best of them in whole sentences.

    `best` is None where nothing in the document comes near; `marked` is what was marked of it. `odds` are the
    verifier's log odds that the best words answer, None where it did not read them; `alone` is how likely the reader
    alone takes the document to answer.
    """

    card: DocumentCard
    confidence: float
    sources: tuple[NumberedSource, ...] = ()
    best: Passage | None = None
    words: str = ""
    marked: Span | None = None
    odds: float | None = None
    alone: float = 0.0


def ask_each(
    store: SearchableStore,
    question: str,
    cards: Sequence[DocumentCard],
    *,
    windows: int | None = None,
    verifier: Verifier | None = None,
) -> Iterator[EachResult]:
    """Ask a question of each document, in the order given.

    The documents share `answer.each_windows`; at most `windows` of each are read. With a verifier, what was found is
    read again and weighed as for a question to one document.
    """
    share = store.settings.answer.each_windows // max(len(cards), 1)
    reads = max(_LEAST_WINDOWS, min(share, windows or store.settings.retrieval.windows))
    how = store.settings.retrieval.model_copy(update={"route": "never", "windows": reads})
    for card in cards:
        ranking = store.search(question, k=_PASSAGES, filters=Filters(documents=(card.id,)), settings=how)
        again = reread(question, ranking.hits, store.library, verifier)
        context = assemble_context(question, again.hits, store.library, tokens=store.settings.answer.context_tokens)
        if not any(source.evidence for source in context.sources) and store.settings.embedder.kind != "none":
            context = point_at_sentences(context, store.embedder)
        context, odds = with_likeliest_clause(context, store.library, verifier)
        signals = read_signals(context, ranking, verifier, margin=again.margin) if verifier else None
        alone = weigh_evidence(context, relevance=ranking.relevance)
        confidence = chance_of(signals) if signals else alone
        yield _with_best(EachResult(card, confidence, context.sources, odds=odds, alone=alone), store.library)


def nearest_documents(
    store: SearchableStore, question: str, cards: Sequence[DocumentCard], *, most: int
) -> tuple[list[DocumentCard], list[DocumentCard]]:
    """Return the documents whose best passage is nearest to a question, up to a limit, and those left out."""
    if len(cards) <= most:
        return list(cards), []
    how = store.settings.retrieval.model_copy(
        update={"route": "never", "results": "chunks", "pool": _CANDIDATES, "document_filter": False}
    )
    filters = Filters(documents=tuple(card.id for card in cards))
    hits = store.search(question, k=_CANDIDATES, filters=filters, settings=how).hits
    rank: dict[str, int] = {}
    for hit in hits:
        rank.setdefault(hit.passage.doc_id, hit.rank)
    order = sorted(cards, key=lambda card: rank.get(card.id, _CANDIDATES + 1))
    return order[:most], order[most:]


def _with_best(result: EachResult, library: Library) -> EachResult:
    spots = [(score, span) for source in result.sources for span, score in source.evidence]
    if not spots:
        return result
    _, span = max(spots, key=lambda spot: spot[0])
    text = library.text(result.card.id)
    whole = whole_sentences(text, span)
    if _crosses_border(Passage(result.card.id, whole), library):
        whole = trimmed(text, cut_to_clause(text, whole, library.reading(result.card.id).outline))
    return replace(result, best=Passage(result.card.id, whole), words=whole.slice(text), marked=span)


def _crosses_border(passage: Passage, library: Library) -> bool:
    """Tell whether words begin and end in different sections: places are quick to look up, outlines are not."""
    ends = (Span(at, at + 1) for at in (passage.span.start, passage.span.end - 1))
    return len({library.place(Passage(passage.doc_id, end)).section for end in ends}) > 1


def whole_sentences(text: str, span: Span) -> Span:
    """Extend a span to whole sentences, unless they are very long."""
    start = sentence_around(text, Span(span.start, min(span.start + 1, span.end))).start
    end = sentence_around(text, Span(max(span.end - 1, span.start), span.end)).end
    grown = Span(min(start, span.start), max(end, span.end))
    return grown if len(grown) <= max(_LONGEST, len(span)) else span
