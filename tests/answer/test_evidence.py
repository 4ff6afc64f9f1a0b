from dataclasses import replace

import pytest

from pincite.answer.evidence import drop_unrelated, point_at_sentences, weigh_evidence
from pincite.answer.verifier_none import NoVerifier
from pincite.domain.answer import AnswerContext
from pincite.domain.verdict import Verdict
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


class AboutRent:
    """A verifier that knows one subject."""

    def verify(self, pairs):
        return [
            Verdict(0.9, 0.05, 0.05) if "rent" in text.casefold() else Verdict(0.01, 0.0, 0.99) for _, text in pairs
        ]


def with_evidence(context, *scores):
    spots = zip(context.sources, scores, strict=True)
    return replace(context, sources=tuple(replace(one, evidence=((one.passage.span, score),)) for one, score in spots))


def test_passages_that_answer_nothing_are_not_quoted_beside_the_best(context):
    kept = drop_unrelated(with_evidence(context, 0.7, 0.6, 0.5), AboutRent())
    assert [bool(source.evidence) for source in kept.sources] == [True, False, False]


def test_the_best_passage_stays_whatever_the_verifier_says(context):
    kept = drop_unrelated(with_evidence(context, 0.6, 0.7, 0.5), AboutRent())
    assert [bool(source.evidence) for source in kept.sources] == [True, True, False]


def test_passages_that_answer_much_less_than_the_best_are_not_quoted_beside_it(context):
    class ByPlace:
        """Reads the first source as a sure answer, the second as nearly one and the third as likelier than not."""

        def verify(self, pairs):
            chances = {context.sources[0].text[:20]: 0.95, context.sources[1].text[:20]: 0.9}
            return [Verdict(chances.get(text[:20], 0.6), 0.0, 0.0) for _, text in pairs]

    kept = drop_unrelated(with_evidence(context, 0.7, 0.6, 0.5), ByPlace())
    assert [bool(source.evidence) for source in kept.sources] == [True, True, False]


@pytest.mark.parametrize("verifier", [None, NoVerifier()])
def test_without_a_verifier_all_evidence_stays(context, verifier):
    marked = with_evidence(context, 0.7, 0.6, 0.5)
    assert drop_unrelated(marked, verifier) == marked
