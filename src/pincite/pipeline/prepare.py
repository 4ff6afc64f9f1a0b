"""A reading becomes rows to index: summaries, and chunks on three layers with the texts to embed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from pincite.domain.chunk import Chunk, Layer, Summaries
from pincite.domain.document import Document
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Failure, Reading
from pincite.domain.usage import Usage
from pincite.errors import ModelError
from pincite.files import readable_stem
from pincite.legal.dated import agreement_date
from pincite.pipeline.wire import make, make_summarizer
from pincite.ports import Chunker, Embedder, Summarizer
from pincite.settings import Settings, cache_folder
from pincite.spans import Span, merge_spans, subtract_spans
from pincite.store.vector_cache import VectorCache

if TYPE_CHECKING:
    from pincite.domain.indexed import Places


@dataclass(frozen=True, slots=True)
class IndexStages:
    """The stages that turn a reading into rows of an index."""

    summarizer: Summarizer
    chunker: Chunker
    template: str
    embedder: Embedder
    cache: VectorCache | None

    @property
    def usage(self) -> Usage:
        """What was asked of hosted models so far."""
        counted = [getattr(stage, "usage", Usage()) for stage in (self.summarizer, self.embedder)]
        return sum(counted, Usage())


@dataclass(frozen=True, slots=True)
class ChunkedDocument:
    """A document before it is embedded: on each layer its passages (start, end, section), and the text of each."""

    reading: Reading
    card: DocumentCard
    places: dict[Layer, Places]
    texts: dict[Layer, list[str]]


def wire_index(settings: Settings) -> IndexStages:
    """Make the indexing stages."""
    wanted = settings.embedder.kind != "none"
    return IndexStages(
        summarizer=make_summarizer(settings),
        chunker=make("chunker", settings.chunker),
        template=settings.context.template,
        embedder=make("embedder", settings.embedder),
        cache=VectorCache(cache_folder() / "vectors.sqlite") if wanted else None,
    )


# What a reading came from; it is passed on as it is.
Source = TypeVar("Source")


def summarise_ahead(
    items: Iterable[tuple[Source, Reading | Failure]], summarizer: Summarizer
) -> Iterator[tuple[Source, Reading | Failure, Summaries | None]]:
    """Summarise readings in order, several at once where the summarizer waits for a provider.

    A document whose summary the provider fails to give is a failure; one that refuses altogether (no key, no such
    model) ends the work.
    """
    window: int = getattr(summarizer, "concurrency", 1)
    with ThreadPoolExecutor(window) as pool:
        under_way: deque[tuple[Source, Reading | Failure, Future[Summaries] | None]] = deque()
        for path, item in items:
            future = pool.submit(summarizer.summarise, item) if isinstance(item, Reading) else None
            under_way.append((path, item, future))
            if len(under_way) >= window:
                yield _finished(*under_way.popleft())
        while under_way:
            yield _finished(*under_way.popleft())


def _finished(
    path: Source, item: Reading | Failure, future: Future[Summaries] | None
) -> tuple[Source, Reading | Failure, Summaries | None]:
    if future is None:
        return path, item, None
    try:
        return path, item, future.result()
    except ModelError as error:
        if error.status is not None:
            raise
        return path, Failure(str(path), "summarise", "model", str(error)), None


def chunk_document(reading: Reading, summaries: Summaries, stages: IndexStages) -> ChunkedDocument:
    """Cut one document into the rows of each layer."""
    layers = {
        Layer.DOCUMENT: _document_rows(reading, summaries),
        Layer.SECTION: _section_rows(reading, summaries),
        Layer.CHUNK: _chunk_rows(reading, summaries, stages),
    }
    return ChunkedDocument(
        reading=reading,
        card=_card(reading, summaries),
        places={
            layer: np.array(
                [(chunk.span.start, chunk.span.end, chunk.section) for chunk in chunks], dtype=np.int32
            ).reshape(-1, 3)
            for layer, chunks in layers.items()
        },
        texts={layer: embedded_texts(chunks, reading.doc) for layer, chunks in layers.items()},
    )


def embedded_texts(chunks: Sequence[Chunk], doc: Document) -> list[str]:
    """What is embedded of each chunk: its context, then its own words without running headers and footers."""
    furniture = merge_spans(doc.furniture())
    ends = [span.end for span in furniture]
    texts = []
    for chunk in chunks:
        if chunk.layer is not Layer.CHUNK:
            texts.append(chunk.context)
            continue
        first = bisect_right(ends, chunk.span.start)
        last = bisect_left(furniture, chunk.span.end, lo=first, key=lambda span: span.start)
        parts = subtract_spans(chunk.span, furniture[first:last]) if first < last else [chunk.span]
        texts.append(chunk.context + "".join(part.slice(doc.text) for part in parts))
    return texts


def _document_rows(reading: Reading, summaries: Summaries) -> list[Chunk]:
    words = summaries.document or reading.profile.title or readable_stem(reading.doc.source.path)
    return [Chunk(reading.doc.id, Layer.DOCUMENT, Span(0, len(reading.doc.text)), section=0, context=words)]


def _section_rows(reading: Reading, summaries: Summaries) -> list[Chunk]:
    return [
        Chunk(reading.doc.id, Layer.SECTION, reading.outline.sections[id].span, section=id, context=words)
        for id, words in sorted(summaries.sections.items())
    ]


def _chunk_rows(reading: Reading, summaries: Summaries, stages: IndexStages) -> list[Chunk]:
    outline = reading.outline
    name = readable_stem(reading.doc.source.path)
    chunks = []
    for span in stages.chunker.split(reading):
        section = outline.at(span.start)
        path = outline.path(section) if "{path}" in stages.template else ""
        context = stages.template.format(summary=summaries.document, name=name, path=path)
        context = "" if context.isspace() else context
        chunks.append(Chunk(reading.doc.id, Layer.CHUNK, span, section=section.id, context=context))
    return chunks


def _card(reading: Reading, summaries: Summaries) -> DocumentCard:
    profile = reading.profile
    made = agreement_date(profile.dates)
    return DocumentCard(
        id=reading.doc.id,
        path=reading.doc.source.path,
        title=profile.title,
        kind=profile.kind.value,
        parties=tuple(party.name for party in profile.parties),
        dates=tuple(dict.fromkeys(date.iso for date in profile.dates)),
        summary=summaries.document,
        characters=len(reading.doc.text),
        language=profile.language,
        governing_law=profile.governing_law or "",
        made=made.iso if made else "",
        pages=len(reading.doc.pages),
    )
