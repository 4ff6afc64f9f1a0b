"""What a document as a whole says of its passages: a question that names no document often tells what it is about.

"Is the golfer liable himself?" has its answer in a clause that speaks of an "Endorser": only the first page says golf.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Layer
from pincite.ports.store import SearchBackend
from pincite.retrieve.candidates import Pool, standardise

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

# What the standard score of its document adds to that of a candidate: by meaning, of the document's summary, and by the
# words of its name, title, parties and beginning.
_NEAR, _WORDS = 0.2, 0.2


def prefer_documents(pool: Pool, question: str, vector: Floats, backend: SearchBackend) -> Pool:
    """The candidates, whose scores are standard ones, with how well a question fits their documents added."""
    doc_ids = list(dict.fromkeys(chunk.doc_id for chunk in pool.chunks))
    if len(doc_ids) < 2:
        return pool
    near = backend.nearest(vector, k=len(doc_ids), layer=Layer.DOCUMENT, documents=doc_ids)
    words = backend.matching(question, k=len(doc_ids), layer=Layer.DOCUMENT, documents=doc_ids)
    places = {doc_id: n for n, doc_id in enumerate(doc_ids)}
    worth = np.zeros(len(doc_ids), dtype=np.float32)
    for weight, found in ((_NEAR, near), (_WORDS, words)):
        scores = np.zeros(len(doc_ids), dtype=np.float32)
        for one in found:
            scores[places[one.passage.doc_id]] = one.score
        worth += weight * standardise(scores)
    score = pool.score + worth[[places[chunk.doc_id] for chunk in pool.chunks]]
    return replace(pool, score=score).take(np.argsort(-score, kind="stable"))
