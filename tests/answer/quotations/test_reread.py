"""The first hits read again, and ranked anew."""

from dataclasses import replace

import pytest

from pincite.answer.context import UNSURE, assemble_context
from pincite.answer.quotations.reread import Reread, reread
from pincite.answer.verification.verifier_none import NoVerifier
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Hit
from pincite.domain.verdict import Verdict
from pincite.spans import Span

CLAUSES = [
    "The keeper lights the lamp. ",
    "The rent is due in May. ",
    "The ferry runs on Sundays. ",
    "Dogs are let in. ",
]
TEXT = "".join(CLAUSES)
SPANS = [Span(TEXT.index(clause), TEXT.index(clause) + len(clause)) for clause in CLAUSES]


class Shelf:
    cards = [DocumentCard("d", "lease.txt", "Lease", "lease", (), (), "", len(TEXT))]

    def text(self, doc_id):
        return TEXT

    def place(self, passage):
        from pincite.domain.document import Place

        return Place("1", None)


class AboutRent:
    """A verifier that knows one subject."""

    def verify(self, pairs):
        return [Verdict(0.99, 0.0, 0.01) if "rent" in text else Verdict(0.01, 0.0, 0.99) for _, text in pairs]


def hits(*, sure):
    """The first clause with exact words, then the others as chunks."""
    found = [Hit(Passage("d", span), 0.3, i, Passage("d", span)) for i, span in enumerate(SPANS, start=1)]
    exact = Hit(Passage("d", SPANS[0]), sure, 1, Passage("d", SPANS[0]), exact=True)
    return [exact, *found[1:]]


def test_words_that_answer_come_first():
    again = reread("When is the rent due?", hits(sure=0.5), Shelf(), AboutRent()).hits
    assert [hit.passage.span for hit in again] == [SPANS[1], SPANS[0], SPANS[2], SPANS[3]]
    assert [hit.rank for hit in again] == [1, 2, 3, 4]


def test_they_are_the_best_evidence_then():
    again = reread("When is the rent due?", hits(sure=0.5), Shelf(), AboutRent()).hits
    context = assemble_context("?", again, Shelf(), tokens=1000)
    spots = [(score, span) for source in context.sources for span, score in source.evidence]
    best = max(spots, key=lambda spot: spot[0])
    assert "rent" in best[1].slice(TEXT)


@pytest.mark.parametrize("sure, verifier", [(UNSURE, AboutRent()), (0.5, None), (0.5, NoVerifier())])
def test_sure_words_and_those_nobody_reads_stay_where_they_are(sure, verifier):
    given = hits(sure=sure)
    assert reread("When is the rent due?", given, Shelf(), verifier) == Reread(given)


def test_there_is_nothing_to_read_again_without_exact_words():
    given = hits(sure=0.5)[1:]
    assert reread("When is the rent due?", given, Shelf(), AboutRent()) == Reread(given)


def test_of_passages_that_answer_alike_the_one_that_the_first_stage_had_put_before_comes_first():
    given = [replace(hit, place=9 - hit.rank) for hit in hits(sure=0.5)]
    again = reread("Who lights the lamp?", given, Shelf(), AboutRent()).hits
    placed = [hit.passage.span for hit in again if "rent" not in hit.passage.span.slice(TEXT)]
    assert placed[0] == SPANS[0], "the rank at the end counts for more than the first place"
    far = [replace(hit, place=200 if hit.rank == 1 else 0) for hit in given]
    assert reread("Who lights the lamp?", far, Shelf(), AboutRent()).hits[-1].passage.span == SPANS[0]


def test_a_passage_that_alone_answers_leads_by_more():
    class Neither(AboutRent):
        def verify(self, pairs):
            return [Verdict(0.3, 0.0, 0.7) for _ in pairs]

    clear = reread("When is the rent due?", hits(sure=0.5), Shelf(), AboutRent())
    unclear = reread("When is the rent due?", hits(sure=0.5), Shelf(), Neither())
    assert clear.margin > unclear.margin > 0


def test_a_stated_general_rule_answers_what_is_usual():
    rules = [
        "A client of a lawyer who works for a share pays costs. ",
        "The general rule is that the loser pays costs. ",
    ]
    text = "".join(rules)

    class Rules(Shelf):
        def text(self, doc_id):
            return text

    spans = [Span(text.index(rule), text.index(rule) + len(rule)) for rule in rules]
    found = [
        Hit(Passage("d", spans[0]), 0.5, 1, Passage("d", spans[0]), exact=True),
        Hit(Passage("d", spans[1]), 0.4, 2, Passage("d", spans[1])),
    ]
    first = [
        reread(question, found, Rules(), AboutRent()).hits[0].passage.span
        for question in ("Who usually pays costs?", "Who pays costs?")
    ]
    assert first == [spans[1], spans[0]]
