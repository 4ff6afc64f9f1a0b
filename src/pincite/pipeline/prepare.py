"""A reading becomes rows to index: summaries, chunks on three layers, and a vector for each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Chunk, Layer, Summaries
from pincite.domain.document import Document
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading
from pincite.pipeline.wire import make
from pincite.ports import Chunker, Embedder, Summarizer
from pincite.settings import Settings
from pincite.spans import Span, subtract_spans
from pincite.store.readings import Entry
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


def wire_index(settings: Settings) -> IndexStages:
    """Make the indexing stages."""
    return IndexStages(
        summarizer=make("summarizer", settings.summarizer),
        chunker=make("chunker", settings.chunker),
        template=settings.context.template,
        embedder=make("embedder", settings.embedder),
        cache=VectorCache(cache_folder() / "vectors.sqlite"),
    )


def cache_folder() -> Path:
    """Where work that can be done again is kept: `$PINCITE_CACHE`, or the user's cache folder."""
    named = os.environ.get("PINCITE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pincite"


def prepare(reading: Reading, entry: Entry, stages: IndexStages) -> Prepared:
    """Summarise, chunk and embed one document."""
    summaries = stages.summarizer.summarise(reading)
    layers = {
        Layer.DOCUMENT: _document_rows(reading, summaries),
        Layer.SECTION: _section_rows(reading, summaries),
        Layer.CHUNK: _chunk_rows(reading, summaries, stages),
    }
    texts = {layer: [embedded_text(chunk, reading.doc) for chunk in chunks] for layer, chunks in layers.items()}
    return Prepared(
        card=_card(reading, summaries),
        entry=entry,
        text=reading.doc.text,
        places={
            layer: np.array(
                [(chunk.span.start, chunk.span.end, chunk.section) for chunk in chunks], dtype=np.int32
            ).reshape(-1, 3)
            for layer, chunks in layers.items()
        },
        vectors={layer: embed_cached(texts[layer], stages.embedder, stages.cache) for layer in layers},
    )


def embedded_text(chunk: Chunk, doc: Document) -> str:
    """What is embedded of a chunk: its context, then its own words without running headers and footers."""
    if chunk.layer is not Layer.CHUNK:
        return chunk.context
    holes = [span for span in doc.furniture() if span.overlaps(chunk.span)]
    words = (
        "".join(part.slice(doc.text) for part in subtract_spans(chunk.span, holes)) if holes else doc.slice(chunk.span)
    )
    return chunk.context + words


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
    words = summaries.document or reading.profile.title or Path(reading.doc.source.path).stem
    return [Chunk(reading.doc.id, Layer.DOCUMENT, Span(0, len(reading.doc.text)), section=0, context=words)]


def _section_rows(reading: Reading, summaries: Summaries) -> list[Chunk]:
    return [
        Chunk(reading.doc.id, Layer.SECTION, reading.outline.sections[id].span, section=id, context=words)
        for id, words in sorted(summaries.sections.items())
    ]


def _chunk_rows(reading: Reading, summaries: Summaries, stages: IndexStages) -> list[Chunk]:
    outline = reading.outline
    name = Path(reading.doc.source.path).stem
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
    return DocumentCard(
        id=reading.doc.id,
        path=reading.doc.source.path,
        title=profile.title,
        kind=profile.kind.value,
        parties=tuple(party.name for party in profile.parties),
        dates=tuple(date.iso for date in profile.dates),
        summary=summaries.document,
        characters=len(reading.doc.text),
    )
