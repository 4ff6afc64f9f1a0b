import pytest

from pincite.domain.benchmark import Benchmark, Gold, Query
from pincite.domain.document import Passage
from pincite.errors import BenchmarkError
from pincite.spans import Span


def passage(start, end, doc="a.txt"):
    return Passage(doc, Span(start, end))


def test_a_query_needs_an_id_and_words():
    with pytest.raises(BenchmarkError, match="has no text"):
        Query("q", "  ")
    with pytest.raises(BenchmarkError, match="has no id"):
        Query("", "Who pays?")


def test_gold_rejects_overlapping_and_empty_passages():
    with pytest.raises(BenchmarkError, match=r"overlapping gold passages \[0, 5\) and \[4, 9\)"):
        Gold(Query("q", "Who?"), (passage(4, 9), passage(0, 5)))
    with pytest.raises(BenchmarkError, match="empty gold passage at 3"):
        Gold(Query("q", "Who?"), (passage(3, 3),))


def test_gold_takes_touching_passages_and_the_same_span_in_two_documents():
    gold = Gold(Query("q", "Who?"), (passage(0, 5), passage(5, 9), passage(0, 5, "b.txt")))
    assert gold.documents == ("a.txt", "b.txt")


def test_a_question_without_an_answer_has_no_passages():
    assert Gold(Query("q", "Who?"), ()).documents == ()


def test_query_ids_are_unique_in_a_benchmark():
    gold = Gold(Query("q", "Who?"), (passage(0, 1),))
    with pytest.raises(BenchmarkError, match="several queries with the id 'q'"):
        Benchmark("b", "1", "", (gold, gold))
    assert Benchmark("b", "1", "", (gold,)).documents == ("a.txt",)
