"""What a chunk's section says of it."""

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Candidate
from pincite.retrieve.candidates import Pool
from pincite.retrieve.sections import prefer_sections, score_sections
from pincite.spans import Span


class _Sections:
    """A back end with three sections; the first is a part of the second."""

    def __init__(self, *found):
        self._found = found

    def nearest(self, vector, *, k, layer, documents=None):
        assert layer is Layer.SECTION
        found = [one for one in self._found if documents is None or one[0] in documents]
        return [Candidate(i, Passage(doc, Span(*span)), score) for i, (doc, span, score) in enumerate(found)]


BACKEND = _Sections(("a", (100, 200), 0.9), ("a", (0, 1000), 0.6), ("b", (0, 50), 0.2))
VECTOR = np.zeros(3, dtype=np.float32)


def scores(*chunks, backend=BACKEND, documents=()):
    passages = [Passage(doc, Span(*span)) for doc, span in chunks]
    found = score_sections(VECTOR, passages, backend, documents=documents)
    return [round(score, 2) for score in found.tolist()]


def test_a_chunk_has_the_score_of_its_best_section():
    assert scores(("a", (120, 180)), ("a", (500, 700))) == [0.9, 0.6]


def test_a_chunk_that_holds_a_whole_section_has_its_score():
    assert scores(("a", (50, 300)), ("b", (0, 500))) == [0.9, 0.2]


def test_a_chunk_that_touches_a_section_only_at_its_edge_does_not_have_its_score():
    assert scores(("a", (190, 400))) == [0.6]


def test_a_chunk_of_no_near_section_counts_as_far_as_the_last():
    assert scores(("c", (0, 10)), ("b", (400, 500))) == [0.2, 0.2]


def test_without_sections_no_chunk_is_favoured():
    assert scores(("a", (0, 10)), backend=_Sections()) == [0.0]


def test_only_sections_of_the_documents_that_are_named_count():
    assert scores(("b", (0, 50)), ("b", (400, 500)), documents=("b",)) == [0.2, 0.2]


def test_candidates_of_near_sections_come_first():
    chunks = (Passage("a", Span(500, 600)), Passage("a", Span(120, 180)), Passage("b", Span(60, 90)))
    zero = np.zeros(3, dtype=np.float32)
    pool = Pool(chunks, zero, zero, np.array([0.1, 0.0, -0.1], dtype=np.float32))
    opened = prefer_sections(pool, VECTOR, BACKEND, documents=())
    named = prefer_sections(pool, VECTOR, BACKEND, documents=("a", "b"))
    assert opened.chunks == named.chunks == (chunks[1], chunks[0], chunks[2])
    assert opened.score[0] > pool.score[1] and named.score[0] > pool.score[1]
