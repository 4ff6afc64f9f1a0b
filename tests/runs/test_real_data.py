import pytest

from pincite.domain.document import Passage, document_id
from pincite.runs.coordinates import find_coordinates
from pincite.runs.exam import ExamTask, load_exam
from pincite.spans import Span

pytestmark = pytest.mark.realdata


def test_every_gold_passage_of_the_mini_split_is_found_again_by_a_stores_offsets(real_data):
    root = real_data / "legalbenchrag"
    exam = load_exam([root / "mini"], corpus=root / "corpus")
    assert [len(bench.items) for bench in exam.benchmarks] == [194] * 4
    places = find_coordinates(ExamTask(exam, exam.documents), [])
    assert sum(places.shift.values()) > 0
    assert not places.copies
    for path in exam.documents:
        text = exam.corpus.text(path)
        canonical = text.removeprefix("\ufeff")
        start = len(canonical) // 2
        stored = Passage(document_id(canonical), Span(start, start + 50))
        told = places.to_benchmark(stored)
        assert told.doc_id == path
        assert told.span.slice(text) == canonical[start : start + 50]
