"""What a document as a whole says of its passages."""

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Candidate
from pincite.retrieve.candidates import Pool
from pincite.retrieve.documents import prefer_documents
from pincite.spans import Span

VECTOR = np.zeros(3, dtype=np.float32)


class _Shelf:
    """A back end that knows of three documents how near they are, and how well their words match."""

    near = {"golf": 0.6, "lease": 0.2, "hosting": 0.1}
    words = {"golf": 4.0}

    def nearest(self, vector, *, k, layer, documents=None):
        return self._found(self.near, layer, documents)

    def matching(self, query, *, k, layer, documents=None):
        return self._found(self.words, layer, documents)

    @staticmethod
    def _found(scores, layer, documents):
        assert layer is Layer.DOCUMENT
        ranked = sorted((one for one in scores.items() if one[0] in documents), key=lambda one: -one[1])
        return [Candidate(doc, Passage(doc, Span(0, 1000)), score) for doc, score in ranked]


def pool_of(*doc_ids, scores):
    chunks = tuple(Passage(doc_id, Span(100 * n, 100 * n + 50)) for n, doc_id in enumerate(doc_ids))
    score = np.array(scores, dtype=np.float32)
    return Pool(chunks, score, score, score)


def order(pool):
    return [chunk.doc_id for chunk in prefer_documents(pool, "Is the golfer liable himself?", VECTOR, _Shelf()).chunks]


def test_of_two_passages_as_good_the_one_of_the_document_that_fits_comes_first():
    assert order(pool_of("lease", "golf", "hosting", scores=[0.1, 0.05, 0.0])) == ["golf", "lease", "hosting"]


def test_a_passage_that_is_far_better_stays_first():
    assert order(pool_of("lease", "golf", "hosting", scores=[2.0, 0.0, 0.0]))[0] == "lease"


def test_passages_of_one_document_keep_their_order():
    pool = pool_of("golf", "golf", scores=[0.3, 0.1])
    assert prefer_documents(pool, "golf", VECTOR, _Shelf()) is pool
