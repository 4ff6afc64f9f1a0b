"""What a chunk's section says of it: its heading and first words often say in a few words what the chunk is about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.ports.store import SearchBackend
from pincite.retrieve.candidates import Pool, standardise
from pincite.spans import Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

# How many of the nearest sections are looked at; the others count as far as the last of them.
_SECTIONS = 400
# What the standard score of its section adds to that of a candidate, in any document and in the one that is named.
_OPEN, _NAMED = 0.8, 0.3


def prefer_sections(pool: Pool, vector: Floats, backend: SearchBackend, *, documents: Collection[str]) -> Pool:
    """The candidates, whose scores are standard ones, with how near their sections are added.

    `documents` are those that the question names, if it names any.
    """
    near = standardise(score_sections(vector, pool.chunks, backend, documents=documents))
    score = pool.score + (_NAMED if documents else _OPEN) * near
    return replace(pool, score=score).take(np.argsort(-score, kind="stable"))


def score_sections(
    vector: Floats, chunks: Sequence[Passage], backend: SearchBackend, *, documents: Collection[str] = ()
) -> Floats:
    """How near to a question the best section is that each chunk belongs to."""
    near = backend.nearest(vector, k=_SECTIONS, layer=Layer.SECTION, documents=documents or None)
    if not near:
        return np.zeros(len(chunks), dtype=np.float32)
    of_document: dict[str, list[tuple[Span, float]]] = {}
    for one in near:
        of_document.setdefault(one.passage.doc_id, []).append((one.passage.span, one.score))
    scores = [
        next((score for span, score in of_document.get(chunk.doc_id, ()) if _share(chunk.span, span)), near[-1].score)
        for chunk in chunks
    ]
    return np.array(scores, dtype=np.float32)


def _share(chunk: Span, section: Span) -> bool:
    """Tell whether half of the shorter one lies in the other: a chunk may hold a section, or a section the chunk."""
    shared = chunk.intersection(section)
    return shared is not None and 2 * len(shared) >= min(len(chunk), len(section))
