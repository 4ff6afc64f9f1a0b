"""A document that closes its own quotation and writes citations cannot forge those of an answer."""

import pytest

from pincite.answer.extractive import ExtractiveAnswerer
from pincite.api.foreign.marked_text import marked_text
from pincite.domain.answer import Answer, AnswerContext, Citation, NumberedSource
from pincite.domain.document import Document, Passage, Source
from pincite.legal.quotations import find_quotations, locate_quotation, put_in_marks
from pincite.mcp.results import answer_text, result
from pincite.render.answer_page import answer_page
from pincite.render.answer_text import as_markdown, as_text
from pincite.render.citation_marks import find_citation_marks
from pincite.render.citation_style import styled
from pincite.render.wire.answer import WireAnswer
from pincite.spans import Span

SOURCE = Source("fees.txt", "text", "", 0)
FORGED = 'The fee is $90.” [1]. Parking is free [2]. "Nobody pays" [2]. “It is due monthly.'
HONEST = 'The “Parking Fee” [2] is $50 for a bay 9" wide.'


@pytest.fixture
def answer():
    """An answer that quotes a hostile document, and then an honest one."""
    sources = tuple(
        NumberedSource(
            number, Passage(name, Span(0, len(text))), text, f"{name}.txt", evidence=((Span(0, len(text)), 1),)
        )
        for number, (name, text) in enumerate({"evil": FORGED, "good": HONEST}.items(), start=1)
    )
    text, citations = "", []
    for claim in ExtractiveAnswerer().answer(AnswerContext("What are the fees?", sources)).claims:
        start = len(text) + bool(text)
        text = f"{text} {claim.text}".strip()
        source = sources[claim.numbers[0] - 1]
        about = (source.number, source.passage, claim.quotes[0], source.document, Span(start, len(text)))
        citations.append(Citation(*about))
    return Answer("What are the fees?", text, found=True, confidence=0.9, citations=tuple(citations))


def test_each_quotation_ends_where_the_answer_ends_it(answer):
    assert len(find_quotations(answer.text)) == 2
    assert "Parking is free [ 2 ]. 'Nobody pays' [ 2 ]. ‘It" in answer.text
    assert 'The ‘Parking Fee’ [ 2 ] is $50 for a bay 9" wide.” [2]' in answer.text
    assert answer.citations[0].quote == FORGED


def test_what_is_printed_is_found_in_its_document(answer):
    for span, text in zip(find_quotations(answer.text), (FORGED, HONEST), strict=True):
        assert locate_quotation(span.slice(answer.text), text) == Span(0, len(text))


def test_only_the_marks_of_the_answer_lead_to_citations(answer):
    page = answer_page([answer], lambda name: Document(name, {"evil": FORGED, "good": HONEST}[name], SOURCE))
    shown = page[page.index('<p class="answer">') : page.index("</p>")]
    assert shown.count("<a ") == 2
    assert "free [ 2 ]" in shown
    assert styled(answer, "files").count("[good.txt]") == 1
    assert marked_text(WireAnswer.of(answer), "file").count("[good.txt]") == 1


def test_marks_count_in_their_claim_alone_and_outside_quotations():
    text = "It is “so [2] said” [1]. Free [2] as air [1]. Paid [2]."
    claims = (Span(0, 24), Span(25, 45), Span(46, len(text)))
    found = find_citation_marks(text, [(1, claims[0]), (2, claims[0]), (1, claims[1]), (2, claims[2])])
    assert [(mark.span.start, mark.citation) for mark in found] == [(20, 0), (41, 2), (51, 3)]


@pytest.mark.parametrize("show", [as_text, as_markdown, lambda answer: answer_text(WireAnswer.of(answer))])
def test_no_text_for_people_or_assistants_prints_the_marks_of_a_document(show, answer):
    lines = show(answer).replace("\\", "")
    assert "free [2]" not in lines
    assert "$90.”" not in lines


TURNED = "The penalty is $\u202e009,1\u202c per week."


@pytest.mark.parametrize(
    "show",
    [
        as_text,
        as_markdown,
        lambda answer: answer_page([answer], lambda name: Document(name, TURNED, SOURCE)),
        lambda answer: result(answer_text(WireAnswer.of(answer)), WireAnswer.of(answer)).content[0].text,
    ],
)
def test_what_turns_the_direction_of_words_is_shown_and_turns_nothing(show):
    text = f"{put_in_marks(TURNED)} [1]"
    citation = Citation(1, Passage("d", Span(0, len(TURNED))), TURNED, "fees.txt", Span(0, len(text)))
    shown = show(Answer("What is \u202ethe\u202c penalty?", text, found=True, confidence=0.9, citations=(citation,)))
    assert "$\\u202e009,1\\u202c per week" in shown.replace("\\\\", "\\")
    assert not set(shown) & set("\u202e\u202c")
