import pytest

from pincite.answer.quotations.evidence import point_at_sentences, weigh_evidence
from pincite.domain.answer import AnswerContext
from pincite.settings import AnswerSettings


class Counting:
    """An embedder that knows three words."""

    identity, dimensions = "counting", 3

    def embed_passages(self, texts):
        import numpy as np

        rows = [[1e-3 + text.casefold().count(word) for word in ("rent", "roof", "assign")] for text in texts]
        vectors = np.array(rows, dtype=np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    embed_queries = embed_passages


def test_the_sentence_that_answers_has_the_best_chance(context):
    pointed = point_at_sentences(context, Counting())
    best = max((score, source.number) for source in pointed.sources for _, score in source.evidence)
    assert best[1] == 1
    for source in pointed.sources:
        for span, score in source.evidence:
            assert source.passage.span.contains(span)
            assert 0 <= score <= 1


def test_without_sources_there_is_no_confidence():
    assert weigh_evidence(AnswerContext("?", ()), relevance=9.0) == 0.0


@pytest.mark.parametrize("relevance, believed", [(-3.0, False), (-1.0, False), (2.0, True), (6.0, True)])
def test_confidence_follows_the_highlighter(context, relevance, believed):
    assert (weigh_evidence(context, relevance=relevance) >= AnswerSettings().threshold) is believed
