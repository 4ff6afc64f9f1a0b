"""A reading becomes rows to index: summaries, chunks on three layers, and a vector for each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Chunk, Layer, Summaries
from pincite.domain.document import Document
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Failure, Reading
from pincite.domain.usage import Usage
from pincite.errors import ModelError
from pincite.files import readable_stem
from pincite.legal.dated import agreement_date
from pincite.pipeline.wire import make
from pincite.ports import Chunker, Embedder, Summarizer
from pincite.settings import Settings
from pincite.settings import cache_folder as cache_folder
from pincite.spans import Span, merge_spans, subtract_spans
from pincite.store.marks import Marks
from pincite.store.segments import Prepared
from pincite.store.vector_cache import VectorCache, vector_key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


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


def wire_index(settings: Settings) -> IndexStages:
    """Make the indexing stages."""
    wanted = settings.embedder.kind != "none"
    return IndexStages(
        summarizer=make("summarizer", settings.summarizer),
        chunker=make("chunker", settings.chunker),
        template=settings.context.template,
        embedder=make("embedder", settings.embedder),
        cache=VectorCache(cache_folder() / "vectors.sqlite") if wanted else None,
    )


def summarise_ahead(
    items: Iterable[tuple[Path, Reading | Failure]], summarizer: Summarizer
) -> Iterator[tuple[Path, Reading | Failure, Summaries | None]]:
    """Summarise readings in order, several at once where the summarizer waits for a provider.

    A document whose summary the provider fails to give is a failure; one that refuses altogether (no key, no such
    model) ends the work.
    """
    window: int = getattr(summarizer, "concurrency", 1)
    with ThreadPoolExecutor(window) as pool:
        under_way: deque[tuple[Path, Reading | Failure, Future[Summaries] | None]] = deque()
        for path, item in items:
            future = pool.submit(summarizer.summarise, item) if isinstance(item, Reading) else None
            under_way.append((path, item, future))
            if len(under_way) >= window:
                yield _finished(*under_way.popleft())
        while under_way:
            yield _finished(*under_way.popleft())


def _finished(
    path: Path, item: Reading | Failure, future: Future[Summaries] | None
) -> tuple[Path, Reading | Failure, Summaries | None]:
    if future is None:
        return path, item, None
    try:
        return path, item, future.result()
    except ModelError as error:
        if error.status is not None:
            raise
        return path, Failure(str(path), "summarise", "model", str(error)), None


def prepare(reading: Reading, summaries: Summaries, stages: IndexStages, *, files: Marks) -> Prepared:
    """Chunk and embed one document; `files` are the marks of what is kept of it."""
    layers = {
        Layer.DOCUMENT: _document_rows(reading, summaries),
        Layer.SECTION: _section_rows(reading, summaries),
        Layer.CHUNK: _chunk_rows(reading, summaries, stages),
    }
    texts = {layer: embedded_texts(chunks, reading.doc) for layer, chunks in layers.items()}
    return Prepared(
        card=_card(reading, summaries),
        files=files,
        text=reading.doc.text,
        places={
            layer: np.array(
                [(chunk.span.start, chunk.span.end, chunk.section) for chunk in chunks], dtype=np.int32
            ).reshape(-1, 3)
            for layer, chunks in layers.items()
        },
        vectors={layer: embed_cached(texts[layer], stages.embedder, stages.cache) for layer in layers},
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


def embed_cached(texts: Sequence[str], embedder: Embedder, cache: VectorCache | None) -> Vectors:
    """The vectors of texts, taken from the cache where they are there and kept in it where they are not."""
    if cache is None or not texts:
        return embedder.embed_passages(texts) if texts else np.zeros((0, embedder.dimensions), dtype=np.float32)
    keys = [vector_key(embedder.identity, text) for text in texts]
    found = cache.get(list(dict.fromkeys(keys)))
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
    if missing:
        made = embedder.embed_passages(list(missing.values()))
        found.update(zip(missing, made, strict=True))
        cache.put(zip(missing, made, strict=True))
    return np.stack([found[key] for key in keys])


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
        dates=tuple(date.iso for date in profile.dates),
        summary=summaries.document,
        characters=len(reading.doc.text),
        language=profile.language,
        governing_law=profile.governing_law or "",
        made=made.iso if made else "",
    )
