"""What is quoted beside the best words."""

from dataclasses import replace

import pytest

from pincite.answer.quotations.further_evidence import drop_unrelated
from pincite.answer.verification.verifier_none import NoVerifier
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.spans import Span


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


def in_one_document(context):
    sources = (replace(one, passage=replace(one.passage, doc_id="lease")) for one in context.sources)
    return replace(context, sources=tuple(sources))


def test_passages_of_the_same_document_go_where_both_models_think_little_of_them(context):
    kept = drop_unrelated(with_evidence(in_one_document(context), 0.7, 0.6, 0.5), AboutRent())
    assert [bool(source.evidence) for source in kept.sources] == [True, False, False]


def test_passages_of_the_same_document_go_though_the_highlighter_scores_them_no_lower(context):
    kept = drop_unrelated(with_evidence(in_one_document(context), 0.7, 0.7, 0.5), AboutRent())
    assert [bool(source.evidence) for source in kept.sources] == [True, False, False]


@pytest.mark.parametrize("score, stays", [(0.6, True), (0.2, False)])
def test_the_less_the_highlighter_thinks_of_a_passage_the_better_the_verifier_must(context, score, stays):
    class Level:
        """Reads every passage alike, the best a little better."""

        def verify(self, pairs):
            return [Verdict(0.8 if n == 0 else 0.5, 0.0, 0.0) for n, _ in enumerate(pairs)]

    kept = drop_unrelated(with_evidence(in_one_document(context), 0.7, score, 0.0), Level())
    assert [bool(source.evidence) for source in kept.sources] == [True, stays, False]


def test_the_best_words_do_not_answer_for_what_stands_beside_them():
    text = "1. The rent is due in May. 2. The roof is of slate."
    rent, roof = Span(0, 26), Span(27, len(text))
    source = NumberedSource(
        1, Passage("lease", Span(0, len(text))), text, "lease.txt", evidence=((rent, 0.7), (roof, 0.6))
    )
    (kept,) = drop_unrelated(AnswerContext("What is the rent?", (source,)), AboutRent()).sources
    assert kept.evidence == ((rent, 0.7),)


def test_no_more_than_a_few_passages_are_read(context):
    class Counting:
        """Counts the pairs that it is given."""

        pairs = 0

        def verify(self, pairs):
            self.pairs += len(pairs)
            return [Verdict(0.5, 0.0, 0.5) for _ in pairs]

    words = [(Span(100 + n, 110 + n), 0.9 - n / 100) for n in range(40)]
    first = replace(context.sources[0], evidence=tuple(words))
    counting = Counting()
    drop_unrelated(replace(context, sources=(first,)), counting)
    assert counting.pairs == 17


def of_two_documents(question="how do I get my padlock off?"):
    texts = ("Padlocks are cut off for £20.", "Chains are cut for £5.")
    spans = [Span(0, len(text)) for text in texts]
    return AnswerContext(
        question,
        tuple(
            NumberedSource(n, Passage(f"d{n}", span), text, f"d{n}.txt", evidence=((span, 0.8 - n / 10),))
            for n, (text, span) in enumerate(zip(texts, spans, strict=True), start=1)
        ),
    )


class Fixed:
    """Reads the best words, the other words, and what stands round these, with given chances."""

    def __init__(self, *chances):
        self._chances = chances

    def verify(self, pairs):
        return [Verdict(chance, 0.0, 0.0) for _, chance in zip(pairs, self._chances, strict=True)]


@pytest.mark.parametrize(
    ("chances", "stays"),
    [
        ((0.9, 0.88, 0.7), True),
        ((0.9, 0.7, 0.88), False),  # its words answer far less surely than the best
        ((0.9, 0.88, 0.2), False),  # what stands round its words is of something else
        ((0.3, 0.4, 0.4), False),  # no answer, as the best words are none
    ],
)
def test_another_document_is_quoted_only_where_it_answers_nearly_as_surely(chances, stays):
    kept = drop_unrelated(of_two_documents(), Fixed(*chances))
    assert bool(kept.sources[1].evidence) is stays


@pytest.mark.parametrize(
    ("question", "other", "stays"),
    [
        ("how do I get my padlock off?", 0.9, False),
        ("how do I get my padlock off?", 0.99, True),  # it answers more surely
        ("what do chains and padlocks cost?", 0.9, True),
        ("what does it cost?", 0.9, True),
    ],
)
def test_the_document_that_the_question_fits_by_its_words_is_quoted_alone(question, other, stays):
    context = of_two_documents(question)
    texts = {source.passage.doc_id: source.text for source in context.sources}
    kept = drop_unrelated(context, Fixed(0.9, other, other), text=texts.__getitem__)
    assert bool(kept.sources[1].evidence) is stays
